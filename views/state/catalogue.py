"""The data sets and kernels that the pages offer, with the ranges of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from datasets import Dataset, concentric_rings, gaussian_clusters, noisy_parabola
from kpca_core import (
    Cosine,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
)
from kpca_core._support.words import N_, _
from views.state.declared import group, parameters, setting
from views.state.fields import Choice, Number, Switch
from views.state.settings import Settings


@dataclass(frozen=True)
class Family:
    """Data sets or kernels that differ in parameters only.

    Parameters
    ----------
    label
        what readers call it
    build
        makes one of them: `build(**values)`
    formula
        LaTeX
    parameters
        in the order of the page
    paper_draw
        whether the points of the paper's figures are one of them
    """

    label: str
    build: Callable[..., Any]
    formula: str
    parameters: tuple[Number, ...] = ()
    paper_draw: bool = False

    @property
    def defaults(self) -> dict[str, float | None]:
        return {parameter.name: parameter.default for parameter in self.parameters}


def _rings(n: int, inner: float, outer: float, noise: float, seed: int) -> Dataset:
    return concentric_rings(n, (inner, outer), noise, seed)


# Points of a cluster, at most.
POINTS = 1000
RINGS = "rings"

DATA: Mapping[str, Family] = {
    "clusters": Family(
        N_("Three clusters"),
        gaussian_clusters,
        r"\mathbf{x} = \mathbf{c}_k + \mathrm{sd} \cdot \mathbf{z}",
        (
            Number(
                "n_per_cluster",
                N_("Points per cluster"),
                30,
                1,
                POINTS,
                integer=True,
                key="per_cluster",
            ),
            Number("sd", N_("Standard deviation"), 0.1, 0.0, 2.0),
        ),
        paper_draw=True,
    ),
    "parabola": Family(
        N_("Noisy parabola"),
        noisy_parabola,
        r"y = x^2 + \mathrm{noise} \cdot z",
        (
            Number("n", N_("Number of points"), 100, 1, 3 * POINTS, integer=True),
            Number("noise", N_("Noise"), 0.2, 0.0, 2.0),
        ),
        paper_draw=True,
    ),
    RINGS: Family(
        N_("Concentric rings"),
        _rings,
        r"\mathbf{x} = r_k (\cos t, \sin t) + \mathrm{noise} \cdot \mathbf{z}",
        (
            Number("n", N_("Number of points"), 200, 2, 3 * POINTS, integer=True, key="ring_n"),
            Number("inner", N_("Inner radius"), 0.5, 0.01, 10.0),
            Number("outer", N_("Outer radius"), 1.0, 0.01, 10.0),
            Number("noise", N_("Noise"), 0.05, 0.0, 2.0, key="ring_noise"),
        ),
    ),
}
DATA_CHOICE = Choice(
    "data",
    N_("Data"),
    {identity: family.label for identity, family in DATA.items()},
    old={"Three clusters": "clusters", "Noisy parabola": "parabola", "Concentric rings": RINGS},
)
MARKED = Switch("markers", N_("Show points"), True, N_("The points of the data on every map."))
PAPER_DRAW = Switch(
    "paper",
    N_("The paper's own draw"),
    True,
    N_(
        "The points behind the figures of Schölkopf, Smola & Müller (1998), from the original "
        "random stream, with the paper's own parameters. Off: a draw of your own by seed."
    ),
)
SEED = Number("seed", N_("Seed"), 0, 0, 2**31 - 1, integer=True)
# Each data set has a draw and a seed of its own.
PAPER_DRAWS = {data: replace(PAPER_DRAW, owner=data) for data in DATA}
SEEDS = {data: replace(SEED, owner=data) for data in DATA}


@dataclass(frozen=True)
class DataSettings(Settings):
    """A data set of the catalogue with its parameters; each has a draw and a seed of its own.

    `seed` is None for the paper's own draw, which has the paper's own parameters.
    """

    data: str = setting(DATA_CHOICE)
    paper: bool = setting(
        lambda s: PAPER_DRAWS[s.data], when=lambda s: s.family.paper_draw, absent=False
    )
    seed: int | None = setting(lambda s: SEEDS[s.data], when=lambda s: not s.is_papers, absent=None)
    values: Mapping[str, float] = parameters(lambda s: s.family.parameters)

    @property
    def is_papers(self) -> bool:
        return self.paper and self.values == self.family.defaults

    def settled(self) -> Self:
        return self if self.paper == self.is_papers else replace(self, paper=False)

    @property
    def family(self) -> Family:
        """The data sets that differ from this one in seed and `values` only."""
        return DATA[self.data]

    def build(self) -> Dataset:
        seed = "paper" if self.seed is None else self.seed
        dataset: Dataset = self.family.build(**self.values, seed=seed)
        return dataset


# Gaussian(width=c) in three notations; each has a parameter of its own.
GAUSSIANS: Mapping[str, Family] = {
    "width": Family(
        N_("width c"),
        Gaussian,
        r"\exp\left(-\lVert\mathbf{x}-\mathbf{y}\rVert^2 / c\right)",
        (Number("width", N_("width c"), 0.1, 1e-3, 1e2, log=True),),
    ),
    "sigma": Family(
        "σ",
        Gaussian.from_sigma,
        r"\exp\left(-\lVert\mathbf{x}-\mathbf{y}\rVert^2 / 2\sigma^2\right)",
        (Number("sigma", "σ", 0.2236, 0.02, 10.0, log=True),),
    ),
    "gamma": Family(
        "γ",
        Gaussian.from_gamma,
        r"\exp\left(-\gamma \lVert\mathbf{x}-\mathbf{y}\rVert^2\right)",
        (Number("gamma", "γ", 10.0, 0.01, 1e3, log=True),),
    ),
}
CONVENTION = Choice(
    "convention",
    N_("Convention"),
    {identity: family.label for identity, family in GAUSSIANS.items()},
    old={"width c": "width", "σ": "sigma", "γ": "gamma"},
)
SMOOTHNESS = Choice(
    "nu",
    N_("Smoothness ν"),
    {"0.5": "1/2", "1.5": "3/2", "2.5": "5/2"},
    default="1.5",
    old={"1/2": "0.5", "3/2": "1.5", "5/2": "2.5"},
)


def _length(kernel: str) -> Number:
    return Number("length", N_("length ℓ"), 0.3, 0.01, 100.0, log=True, owner=kernel)


def _family(label: str, prototype: Kernel, *parameters: Number) -> Family:
    return Family(label, type(prototype), prototype.formula, parameters)


GAUSSIAN, MATERN = "gaussian", "matern"
KERNELS: Mapping[str, Family] = {
    GAUSSIAN: replace(GAUSSIANS["width"], label=N_("Gaussian")),
    "polynomial": _family(
        N_("Polynomial"),
        Polynomial(2, 1.0),
        Number("degree", N_("degree d"), 2, 1, 12, integer=True),
        Number("offset", N_("offset θ"), 0.0, 0.0, 10.0),
    ),
    "linear": _family(N_("Linear"), Linear()),
    "sigmoid": _family(
        N_("Sigmoid"),
        Sigmoid(2.0, 1.0),
        Number("scale", N_("scale κ"), 2.0, 0.01, 100.0, log=True, key="kappa"),
        Number("offset", N_("offset θ"), 1.0, -5.0, 5.0, key="shift"),
    ),
    "laplacian": _family(
        N_("Laplacian"),
        Laplacian(1.0),
        Number("width", N_("width w"), 0.3, 0.01, 100.0, log=True, key="decay"),
    ),
    "cosine": _family(N_("Cosine"), Cosine()),
    "rational-quadratic": _family(
        N_("Rational quadratic"),
        RationalQuadratic(1.0),
        _length("rational-quadratic"),
        Number("alpha", "α", 1.0, 0.01, 100.0, log=True),
    ),
    MATERN: _family(N_("Matérn"), Matern(1.0), _length(MATERN)),
}
_OLD_KERNELS = {
    "Gaussian": GAUSSIAN,
    "Polynomial": "polynomial",
    "Linear": "linear",
    "Sigmoid": "sigmoid",
    "Laplacian": "laplacian",
    "Cosine": "cosine",
    "Rational quadratic": "rational-quadratic",
    "Matérn": MATERN,
}


def kernel_choice(*identities: str) -> Choice:
    """Return the choice among these kernels; among all if none is named."""
    options = {identity: KERNELS[identity].label for identity in identities or KERNELS}
    return Choice("kernel", N_("Kernel"), options, old=_OLD_KERNELS)


@dataclass(frozen=True)
class KernelSettings(Settings):
    """A kernel of the catalogue with its parameters; `choice` has those that the page offers."""

    choice: Choice

    kernel: str = setting(lambda s: s.choice)
    convention: str = setting(CONVENTION, when=lambda s: s.kernel == GAUSSIAN)
    smoothness: str = setting(SMOOTHNESS, when=lambda s: s.kernel == MATERN)
    values: Mapping[str, float] = parameters(lambda s: s.family.parameters)

    @property
    def family(self) -> Family:
        """The kernels that differ from this one in `values` only."""
        if self.kernel == GAUSSIAN:
            return replace(GAUSSIANS[self.convention], label=N_("Gaussian"))
        if self.kernel == MATERN:
            nu = float(self.smoothness)
            return replace(
                KERNELS[MATERN],
                build=lambda length: Matern(length, nu),
                formula=Matern(1.0, nu).formula,
            )
        return KERNELS[self.kernel]

    @property
    def words(self) -> str:
        """The kernel with its parameters as the page calls them: "Gaussian, width c = 0.1"."""
        family = self.family
        values = (f"{_(p.label)} = {p.write(self.values[p.name])}" for p in family.parameters)
        return ", ".join([_(family.label), *values]).replace("-", "−")

    def parameter_in(self, convention: str) -> Number:
        """Return the Gaussian's parameter in another notation."""
        (parameter,) = GAUSSIANS[convention].parameters
        return parameter

    def build(self) -> Kernel:
        kernel: Kernel = self.family.build(**self.values)
        return kernel


def kernel(*identities: str, conventions: bool = True, **more: Any) -> Any:
    """Declare the choice among these kernels; among all if none is named.

    Parameters
    ----------
    conventions
        whether the page offers the Gaussian in several notations
    """
    unread = () if conventions else (CONVENTION.key,)
    return group(KernelSettings, choice=kernel_choice(*identities), unread=unread, **more)
