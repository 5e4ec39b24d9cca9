"""What is drawn: a decomposition, its first eigenfunctions on a grid, and the points behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from kpca_core.arrays import Array
from kpca_core.decomposition import Decomposition


@dataclass(frozen=True, eq=False)
class Picture:
    """A decomposition and its first p eigenfunctions on a grid.

    Parameters
    ----------
    decomposition
        of q ≥ p components
    fields
        (p, ny, nx), row 0 at the smallest y, samples at both ends of the region
    points
        (n, 2)
    labels
        (n,) integers from 0 to 255
    region
        ((x₀, x₁), (y₀, y₁)) that the grid covers
    solve_ms, grid_ms
        milliseconds that the fit and the grid took; None where they are not to be shown
    """

    decomposition: Decomposition
    fields: Array
    points: Array
    labels: NDArray[Any]
    region: tuple[tuple[float, float], tuple[float, float]]
    solve_ms: float | None = None
    grid_ms: float | None = None

    def with_signs(self, signs: Array) -> Picture:
        """Return the picture with component j multiplied by `signs[j]`, ±1 (q,)."""
        if (signs > 0).all():
            return self
        fields = self.fields * signs[: len(self.fields), None, None]
        return replace(self, decomposition=self.decomposition.with_signs(signs), fields=fields)
