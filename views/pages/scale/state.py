"""What a reader can set on the page "Scale"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from kpca_core._support.words import N_
from views.hosting.limits import LIMITS
from views.state.catalogue import (
    DATA_CHOICE,
    MARKED,
    SEED,
    KernelSettings,
    kernel_choice,
)
from views.state.settings import Choice, Field, Number, State

# Landmarks need a positive semi-definite kernel; one with two features is exact with two of them.
KERNEL = kernel_choice(lambda kernel: kernel.is_psd and kernel.feature_dimension(2) > 2)
POINTS = Number("points", N_("Number of points"), 900, 30, 3000, integer=True)

COUNTS = (2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500)
LANDMARKS = Choice(
    "m", N_("Landmarks, or features, m"), {str(m): str(m) for m in COUNTS}, default="20"
)
COMPONENT = Choice("component", N_("Eigenfunction"), {str(j): str(j) for j in range(1, 9)})
SIZES = (1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000)
ALLOWED = tuple(size for size in SIZES if size <= LIMITS.max_points)
SIZE = Choice(
    "size",
    N_("Generated points"),
    {str(size): f"{size:,}" for size in ALLOWED},
    default=str(min(100_000, ALLOWED[-1])),
    old={f"{size:,}": str(size) for size in SIZES},
)


@dataclass(frozen=True)
class ScaleState(State):
    """Everything that the page shows, the result of a long run apart.

    Parameters
    ----------
    data
        identity in DATA
    n, seed
        number of points, and of the random stream
    kernel
        the kernel with its parameters
    landmarks
        how many landmarks or features: identity in LANDMARKS
    component
        the eigenfunction that is drawn: identity in COMPONENT
    size
        number of points of the long run: identity in SIZE
    marked
        whether the maps show the points
    """

    page = "scale"

    data: str
    n: int
    seed: int
    kernel: KernelSettings
    landmarks: str
    component: str
    size: str
    marked: bool

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        n, landmarks = value(POINTS), value(LANDMARKS)
        return cls(
            value(DATA_CHOICE),
            n,
            value(SEED),
            KernelSettings.of(KERNEL, value, conventions=False),
            landmarks if int(landmarks) <= n else LANDMARKS.default,
            value(COMPONENT),
            value(SIZE),
            value(MARKED),
        )

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        return (
            (DATA_CHOICE, self.data),
            (POINTS, self.n),
            (SEED, self.seed),
            *self.kernel.settings,
            (LANDMARKS, self.landmarks),
            (COMPONENT, self.component),
            (SIZE, self.size),
            (MARKED, self.marked),
        )

    @property
    def problem(self) -> ScaleState:
        """The same points and kernel with all else default: what names a decomposition."""
        return replace(
            self.bare(),
            landmarks=LANDMARKS.default,
            component=COMPONENT.default,
            size=SIZE.default,
            marked=MARKED.default,
        )
