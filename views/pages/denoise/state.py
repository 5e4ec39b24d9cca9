"""What a reader can set on the page "Denoise"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from datasets import FAMILIES
from kpca_core import Kernel
from kpca_core._support.words import N_, _
from kpca_core.feature_space.preimage import METHODS, default_method
from kpca_core.reproduction.denoising import NOISES
from views.hosting.limits import LIMITS
from views.shared.loading import BUILTIN, FILE, PATH
from views.state.catalogue import KernelSettings, kernel_choice
from views.state.settings import Choice, Field, Number, State

TOY, DIGITS = "toy", "digits"
SHOWN = Choice(
    "show", N_("Denoise"), {TOY: N_("Points of the plane"), DIGITS: N_("Images of digits")}
)

DATA = Choice(
    "data",
    N_("Data"),
    {name: family.label for name, family in FAMILIES.items()},
    default="parabola",
)
POINTS = Number("n", N_("Number of points"), 200, 10, 1000, integer=True)
SEED = Number("seed", N_("Seed"), 0, 0, 2**31 - 1, integer=True)
# Defaults of noise and components: with the Gaussian of width 0.1 they leave 13 %, 59 % and 11 % of
# the distance from the parabola, the rings and the centres.
NOISE = {
    data: Number("noise", N_("Noise"), family.denoised[0], 0.0, 0.5, key=f"{data}_noise")
    for data, family in FAMILIES.items()
}
# Components that are computed.
MOST = 16
KEPT = {
    data: Number(
        "d", N_("Components d"), family.denoised[1], 0, MOST, integer=True, key=f"{data}_d"
    )
    for data, family in FAMILIES.items()
}
KERNEL = kernel_choice()
LABELS: Mapping[str, str] = {
    "exact": N_("Exact"),
    "fixed-point": N_("Fixed point"),
    "minimisation": N_("Minimisation"),
    "distances": N_("Distances"),
    "ridge": N_("Ridge map"),
}
assert LABELS.keys() == METHODS.keys()
AUTO = "auto"
METHOD = Choice("method", N_("Method"), {AUTO: N_("Best for the kernel"), **LABELS})
BEST, NOISY = "best", "noisy"
START = Choice(
    "start",
    N_("Iterations start at"),
    {NOISY: N_("the noisy point"), BEST: N_("the better of ridge map and nearest point")},
)
# None: the first one, until a reader chooses.
CHOSEN = Number("point", N_("Chosen point"), None, 0, POINTS.high - 1, integer=True)

SOURCES = Choice(
    "digits",
    N_("Digits"),
    {
        BUILTIN: N_("Built-in digits"),
        **({FILE: N_("USPS from a file")} if LIMITS.files else {}),
    },
)
KIND = Choice("kind", N_("Kind of noise"), {"gaussian": N_("Gaussian"), "speckle": N_("Speckle")})
assert tuple(KIND.options) == NOISES
STRENGTH = {
    "gaussian": Number("strength", N_("Standard deviation"), 0.5, 0.0, 2.0, key="sd"),
    "speckle": Number("strength", N_("Share of the pixels"), 0.4, 0.0, 1.0, key="share"),
}
# None: half of the mean squared distance of two training images.
WIDTH = Number("images_width", N_("Width c of the Gaussian"), None, 1.0, 1e4)
DRAW = Number("images_seed", N_("Seed of the noise"), 0, 0, 2**31 - 1, integer=True)
IMAGE = Number("image", N_("Test image"), 0, 0, 99, integer=True)


def obstacle(method: str, kernel: Kernel) -> str:
    """Return in English what a method needs that the kernel lacks, "" where it fits.

    With an indefinite kernel the objective is no squared distance; descents of it go anywhere.
    """
    if not METHODS[method]().applies(kernel):
        return METHODS[method].needs
    fits = kernel.is_psd or method == default_method(kernel)
    return "" if fits else N_("a positive semidefinite kernel")


@dataclass(frozen=True)
class Points:
    """Settings of the points of the plane.

    Parameters
    ----------
    data
        identity in DATA
    n, noise, seed
        of the draw
    kernel
        with its parameters
    d
        components that are kept
    method, start
        identities in METHOD and START
    chosen
        index of the point that the reader chose, None for the first one as long as nobody did;
        beyond the last one it counts on from the first
    """

    data: str
    n: int
    noise: float
    seed: int
    kernel: KernelSettings
    d: int
    method: str
    start: str
    chosen: int | None

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        data = value(DATA)
        return cls(
            data, value(POINTS), value(NOISE[data]), value(SEED),
            KernelSettings.of(KERNEL, value, conventions=False), value(KEPT[data]),
            value(METHOD), value(START), value(CHOSEN),
        )  # fmt: skip

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        notations = self.kernel.has_notations and self.kernel.form_choice
        kernel = ((f, v) for f, v in self.kernel.settings if f != notations)
        return (
            (DATA, self.data), (POINTS, self.n), (NOISE[self.data], self.noise), (SEED, self.seed),
            *kernel, (KEPT[self.data], self.d), (METHOD, self.method), (START, self.start),
            (CHOSEN, self.chosen),
        )  # fmt: skip

    @property
    def swept(self) -> Self:
        """The same settings without those that a sweep over all numbers of components lacks."""
        return replace(self, d=0, chosen=None)

    @property
    def applied(self) -> str:
        """The name of the method that runs: the one set, or the default where that does not fit."""
        kernel = self.kernel.build()
        fits = self.method != AUTO and not obstacle(self.method, kernel)
        return self.method if fits else default_method(kernel)


@dataclass(frozen=True)
class Images:
    """Settings of the images.

    Parameters
    ----------
    source, path
        of the digits: identity in SOURCES, and their file
    kind, strength, seed
        of the noise: identity in KIND
    width
        of the Gaussian kernel, None for half of the mean squared distance of two images
    image
        the test image that is drawn large
    """

    source: str
    path: str
    kind: str
    strength: float
    seed: int
    width: float | None
    image: int

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        source, kind = value(SOURCES), value(KIND)
        path = value(PATH) if source == FILE else PATH.default
        return cls(
            source, path, kind, value(STRENGTH[kind]), value(DRAW), value(WIDTH), value(IMAGE)
        )

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        path = ((PATH, self.path),) if self.source == FILE else ()
        return (
            (SOURCES, self.source), *path, (KIND, self.kind),
            (STRENGTH[self.kind], self.strength), (DRAW, self.seed), (WIDTH, self.width),
            (IMAGE, self.image),
        )  # fmt: skip


@dataclass(frozen=True)
class DenoiseState(State):
    """Everything that the page shows: one of `points` and `images`."""

    page = "denoise"

    shown: str
    points: Points | None
    images: Images | None

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        shown = value(SHOWN)
        if shown == TOY:
            return cls(shown, Points.of(value), None)
        return cls(shown, None, Images.of(value))

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        part = self.points or self.images
        return ((SHOWN, self.shown), *(part.settings if part else ()))

    @property
    def toy(self) -> Points:
        """The settings of the points.

        Raises
        ------
        ValueError
            where images are shown
        """
        if self.points is None:
            raise ValueError(_("These settings are of images, not of points."))
        return self.points

    @property
    def sliders(self) -> tuple[Number, ...]:
        """Components, the kernel's parameters, the noise: as far as the reader sees them."""
        toy = self.toy
        every = (KEPT[toy.data], *toy.kernel.family.parameters, NOISE[toy.data])
        return tuple(one for one in every if one.key not in self.hide)

    def value_of(self, slider: Number) -> Any:
        """Return where a slider stands."""
        return next(value for one, value in self.toy.settings if one == slider)
