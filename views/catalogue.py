"""What a reader can choose: data sets and kernels, with the ranges of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

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


@dataclass(frozen=True)
class Parameter:
    """A number with its range. `name` is what Python calls it, `key` what the address does."""

    name: str
    label: str
    default: float
    low: float
    high: float
    log: bool = False
    integer: bool = False
    key: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.key or self.name)

    def accepted(self, value: object) -> float | None:
        """`value` as this parameter's number, or None if it is no number within the range."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if not self.low <= value <= self.high:
            return None
        return int(value) if self.integer else float(value)


@dataclass(frozen=True)
class Choice:
    """Something built from parameters: `build(**values)`; `formula` is LaTeX."""

    build: Callable[..., Any]
    formula: str
    parameters: tuple[Parameter, ...] = ()


def _rings(n: int, inner: float, outer: float, noise: float, seed: int) -> Dataset:
    return concentric_rings(n, (inner, outer), noise, seed)


POINTS = 1000

DATA: Mapping[str, Choice] = {
    "Three clusters": Choice(
        gaussian_clusters,
        r"\mathbf{x} = \mathbf{c}_k + \mathrm{sd} \cdot \mathbf{z}",
        (
            Parameter(
                "n_per_cluster", "Points a cluster", 30, 1, POINTS, integer=True, key="per_cluster"
            ),
            Parameter("sd", "Standard deviation", 0.1, 0.0, 2.0),
        ),
    ),
    "Noisy parabola": Choice(
        noisy_parabola,
        r"y = x^2 + \mathrm{noise} \cdot z",
        (
            Parameter("n", "Points", 100, 1, 3 * POINTS, integer=True),
            Parameter("noise", "Noise", 0.2, 0.0, 2.0),
        ),
    ),
    "Concentric rings": Choice(
        _rings,
        r"\mathbf{x} = r_k (\cos t, \sin t) + \mathrm{noise} \cdot \mathbf{z}",
        (
            Parameter("n", "Points", 200, 2, 3 * POINTS, integer=True, key="ring_n"),
            Parameter("inner", "Inner radius", 0.5, 0.01, 10.0),
            Parameter("outer", "Outer radius", 1.0, 0.01, 10.0),
            Parameter("noise", "Noise", 0.05, 0.0, 2.0, key="ring_noise"),
        ),
    ),
}


def _gaussian(convention: str) -> Choice:
    build: Callable[..., Kernel]
    if convention == "width c":
        build, parameter = Gaussian, Parameter("width", "width c", 0.1, 1e-3, 1e2, log=True)
        exponent = r"\lVert\mathbf{x}-\mathbf{y}\rVert^2 / c"
    elif convention == "σ":
        build, parameter = (
            Gaussian.from_sigma,
            Parameter("sigma", "σ", 0.2236, 0.02, 10.0, log=True),
        )
        exponent = r"\lVert\mathbf{x}-\mathbf{y}\rVert^2 / 2\sigma^2"
    else:
        build, parameter = Gaussian.from_gamma, Parameter("gamma", "γ", 10.0, 0.01, 1e3, log=True)
        exponent = r"\gamma \lVert\mathbf{x}-\mathbf{y}\rVert^2"
    return Choice(build, rf"\exp\left(-{exponent}\right)", (parameter,))


CONVENTIONS = ("width c", "σ", "γ")
SMOOTHNESS = {"1/2": 0.5, "3/2": 1.5, "5/2": 2.5}
_LENGTH = Parameter("length", "length ℓ", 0.3, 0.01, 100.0, log=True)


def _simple(prototype: Kernel, *parameters: Parameter) -> Choice:
    return Choice(type(prototype), prototype.formula, parameters)


def kernel_choice(kernel: str, convention: str, smoothness: str) -> Choice:
    """The kernel of that name; Gaussian in that convention, Matérn of that smoothness."""
    if kernel == "Gaussian":
        return _gaussian(convention)
    if kernel == "Matérn":
        nu = SMOOTHNESS[smoothness]
        return Choice(lambda length: Matern(length, nu), Matern(1.0, nu).formula, (_LENGTH,))
    return KERNELS[kernel]


KERNELS: Mapping[str, Choice] = {
    "Gaussian": _gaussian("width c"),
    "Polynomial": _simple(
        Polynomial(2, 1.0),
        Parameter("degree", "degree d", 2, 1, 12, integer=True),
        Parameter("offset", "offset θ", 0.0, 0.0, 10.0),
    ),
    "Linear": _simple(Linear()),
    "Sigmoid": _simple(
        Sigmoid(2.0, 1.0),
        Parameter("scale", "scale κ", 2.0, 0.01, 100.0, log=True, key="kappa"),
        Parameter("offset", "offset θ", 1.0, -5.0, 5.0, key="shift"),
    ),
    "Laplacian": _simple(
        Laplacian(1.0), Parameter("width", "width w", 0.3, 0.01, 100.0, log=True, key="decay")
    ),
    "Cosine": _simple(Cosine()),
    "Rational quadratic": _simple(
        RationalQuadratic(1.0),
        _LENGTH,
        Parameter("alpha", "α", 1.0, 0.01, 100.0, log=True),
    ),
    "Matérn": Choice(Matern, Matern(1.0).formula, (_LENGTH,)),
}
