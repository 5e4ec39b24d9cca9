"""What a reader can set on the page "Scale"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from kpca_core._support.words import N_
from views.limits import LIMITS
from views.state.catalogue import (
    DATA_CHOICE,
    MARKED,
    SEED,
    KernelSettings,
    kernel,
)
from views.state.declared import choice, number, setting
from views.state.fields import Choice
from views.state.settings import State

COUNTS = (2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500)
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
class ScaleState(State, page="scale"):
    """Everything that the page shows, the result of a long run apart."""

    data: str = setting(DATA_CHOICE)
    n: int = number(N_("Number of points"), 900, 30, 3000, integer=True, key="points")
    seed: int = setting(SEED)
    kernel: KernelSettings = kernel(
        lambda kernel: kernel.is_psd and kernel.feature_dimension(2) > 2, conventions=False
    )
    landmarks: str = choice(
        N_("Landmarks, or features, m"), {str(m): str(m) for m in COUNTS}, "20", key="m", apart=True
    )
    component: str = choice(N_("Eigenfunction"), {str(j): str(j) for j in range(1, 9)}, apart=True)
    size: str = setting(SIZE, apart=True)
    marked: bool = setting(MARKED, apart=True)

    def consistent(self) -> Self:
        fits = int(self.landmarks) <= self.n
        return self if fits else replace(self, landmarks=self.field("landmarks").default)
