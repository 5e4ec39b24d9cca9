"""What is drawn: a decomposition, its first eigenfunctions on a grid, and the points behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
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
    slopes, closest, remark
        what is drawn over the fields, see `overlays`: their gradients (p, g, g, 2) on its lattice,
        and x, y and cosine (p, 3) of the inputs closest to the components; None for neither. Then
        why there is none of what was asked for, "" if there is
    """

    decomposition: Decomposition
    fields: Array
    points: Array
    labels: NDArray[Any]
    region: tuple[tuple[float, float], tuple[float, float]]
    solve_ms: float | None = None
    grid_ms: float | None = None
    slopes: Array | None = None
    closest: Array | None = None
    remark: str = ""

    def overlay(self, j: int) -> tuple[Array | None, Array | None]:
        """Return the gradients (g, g, 2) and the closest input (3,) of panel j, if it has them."""
        return (
            None if self.slopes is None else self.slopes[j],
            None if self.closest is None else self.closest[j],
        )

    def with_signs(self, signs: Array) -> Picture:
        """Return the picture with component j multiplied by `signs[j]`, ±1 (q,)."""
        if (signs > 0).all():
            return self
        own = signs[: len(self.fields), None]
        slopes, closest = self.slopes, self.closest
        if slopes is not None:
            slopes = slopes * own[..., None, None]
        if closest is not None:
            closest = closest * np.hstack([np.ones((len(own), 2)), own])
        return replace(
            self,
            decomposition=self.decomposition.with_signs(signs),
            fields=self.fields * own[..., None],
            slopes=slopes,
            closest=closest,
        )
