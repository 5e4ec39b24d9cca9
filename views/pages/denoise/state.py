"""What a reader can set on the page "Denoise"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from kpca_core import Kernel
from kpca_core._support.words import N_, _
from kpca_core.datasets import WITH_NOISE
from kpca_core.feature_space.preimage import METHODS, default_method
from kpca_core.reproduction.denoising import NOISES
from views.limits import LIMITS
from views.pages.digit_source import BUILTIN, FILE, PATH
from views.state.catalogue import NOTATIONS, SEED, KernelSettings, kernel
from views.state.declared import choice, group, number, setting
from views.state.fields import BACK, Choice, Number
from views.state.settings import Settings, State

TOY, DIGITS, SCORED = "toy", "digits", "scores"
DATA = Choice(
    "data",
    N_("Data"),
    {name: family.label for name, family in WITH_NOISE.items()},
    default="parabola",
)
# Defaults of noise and components: with the Gaussian of width 0.1 they leave 13 %, 59 % and 11 % of
# the distance from the parabola, the rings and the centres.
NOISE = {
    data: Number("noise", N_("Noise"), family.denoised[0], 0.0, 0.5, key=f"{data}_noise")
    for data, family in WITH_NOISE.items()
}
# Components that are computed.
MOST = 16
KEPT = {
    data: Number(
        "d", N_("Components d"), family.denoised[1], 0, MOST, integer=True, key=f"{data}_d"
    )
    for data, family in WITH_NOISE.items()
}
LABELS: Mapping[str, str] = {
    "exact": N_("Exact"),
    "fixed-point": N_("Fixed point"),
    "minimisation": N_("Minimisation"),
    "distances": N_("Distances"),
    "ridge": N_("Ridge map"),
}
assert LABELS.keys() == METHODS.keys()
AUTO = "auto"
BEST, NOISY = "best", "noisy"
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


def obstacle(method: str, kernel: Kernel) -> str:
    """Return in English what a method needs that the kernel lacks, "" where it fits.

    With an indefinite kernel the objective is no squared distance; descents of it go anywhere.
    """
    if not METHODS[method]().applies(kernel):
        return METHODS[method].needs
    fits = kernel.is_psd or method == default_method(kernel)
    return "" if fits else N_("a positive semidefinite kernel")


@dataclass(frozen=True)
class Points(Settings):
    """Settings of the points of the plane.

    `d` components are kept; `chosen`, the index of a point, counts on from the first beyond the
    last one, and is None for the first one as long as no reader chose.
    """

    data: str = setting(DATA)
    n: int = number(N_("Number of points"), 200, 10, 1000, integer=True)
    noise: float = setting(lambda s: NOISE[s.data])
    seed: int = setting(SEED)
    kernel: KernelSettings = kernel(conventions=False, unlisted=lambda s: NOTATIONS)
    d: int = setting(lambda s: KEPT[s.data])
    method: str = choice(N_("Method"), {AUTO: N_("Best for the kernel"), **LABELS})
    start: str = choice(
        N_("Iterations start at"),
        {NOISY: N_("the noisy point"), BEST: N_("the better of ridge map and nearest point")},
    )
    chosen: int | None = number(N_("Chosen point"), None, 0, 999, integer=True, key="point")

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
class Images(Settings):
    """Settings of the images; the width None is half of the mean squared distance of two images.

    Where they are `scored`, `i` and `j` are the components across and up, and `back` a place of
    their scores, None for none.
    """

    scored: bool = False
    source: str = setting(SOURCES)
    path: str = setting(PATH, when=lambda s: s.source == FILE)
    kind: str = setting(KIND)
    strength: float = setting(lambda s: STRENGTH[s.kind])
    seed: int = number(N_("Seed of the noise"), 0, 0, 2**31 - 1, integer=True, key="images_seed")
    width: float | None = number(N_("Width c of the Gaussian"), None, 1.0, 1e4, key="images_width")
    # The test image that is drawn large.
    image: int = number(N_("Test image"), 0, 0, 99, integer=True)
    i: int = number(N_("Component across"), 1, 1, MOST, integer=True, when=lambda s: s.scored)
    j: int = number(N_("Component up"), 2, 1, MOST, integer=True, when=lambda s: s.scored)
    back: tuple[float, float] | None = setting(BACK, when=lambda s: s.scored)


@dataclass(frozen=True)
class DenoiseState(State, page="denoise"):
    """Everything that the page shows: one of `points` and `images`."""

    shown: str = choice(
        N_("Denoise"),
        {
            TOY: N_("Points of the plane"), DIGITS: N_("Images of digits"),
            SCORED: N_("Images from their scores"),
        },
        key="show",
    )  # fmt: skip
    points: Points | None = group(Points, when=lambda s: s.shown == TOY)
    images: Images | None = group(
        Images, lambda s: {"scored": s.shown == SCORED}, when=lambda s: s.shown != TOY
    )

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
