"""What is drawn: a decomposition, its first eigenfunctions on a grid, and the points behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, evenly_spread
from kpca_core.decomposition import Decomposition
from kpca_core.grid import Plane, Region
from kpca_core.tables.rows import Rows

if TYPE_CHECKING:
    from kpca_core.analysis.limits import Beside
    from kpca_core.choosing import Standing


@dataclass(frozen=True, eq=False)
class Tint:
    """A column of numbers that points are coloured by.

    Parameters
    ----------
    name
        Of the column.
    values
        (n,), one a point.
    """

    name: str
    values: Array

    def scale(self) -> dict[str, Any]:
        """Return the name and both ends of the colours."""
        return {"name": self.name, "low": self.values.min(), "high": self.values.max()}

    def shares(self) -> NDArray[np.uint8]:
        """Return where values (n,) lie between the ends, from 0 to 255."""
        above = self.values - self.values.min()
        shares: Array = np.rint(255 * (above / (above.max() or 1.0)))
        return shares.astype(np.uint8)


@dataclass(frozen=True, eq=False)
class Picture:
    """A decomposition and its first p eigenfunctions on a grid.

    Parameters
    ----------
    decomposition
        Of q ≥ p components.
    fields
        (p, ny, nx), row 0 at the smallest y, samples at both ends of the region.
    points
        (n, 2), where the rows of the data lie in the plane of the picture.
    labels
        (n,) integers from 0 to 255.
    region
        ((x₀, x₁), (y₀, y₁)) that the grid covers.
    solve_ms, grid_ms
        Milliseconds that the fit and the grid took; None where they are not to be shown.
    plane, table
        The plane in the space of the data, and the rows of the table that were analysed; None where
        `points` are the data.
    plane_words, plane_fact
        Which plane it is, for a reader, alone and among the facts; the fact may say more.
    tint
        The column that colours the points in the scatter of the scores; None for their labels.
    numbers
        Where points are left out of the drawing: those of the drawn ones (n,) among all `total`.
    slopes, closest, remark
        What is drawn over the fields, see `overlays`: their gradients (p, g, g, 2) on its lattice,
        and x, y and cosine (p, 3) of the inputs closest to the components; None for neither. Then
        why there is none of what was asked for, "" if there is.
    mean
        Where points are left out of the drawing: the mean row (D,) of all of the data.
    standing
        The eigenvalues beside those of shuffled columns, drawn over the spectrum; or None.
    beside, limits
        Of infinitely many points: eigenvalues and functions beside those of the picture, and the
        functions (m, g, g), m ≤ p, on a grid of the region, with the signs of these; or None.
    """

    decomposition: Decomposition
    fields: Array
    points: Array
    labels: NDArray[Any]
    region: Region
    solve_ms: float | None = None
    grid_ms: float | None = None
    plane: Plane | None = None
    table: Rows | None = None
    plane_words: str = ""
    plane_fact: str = ""
    numbers: NDArray[Any] | None = None
    total: int = 0
    slopes: Array | None = None
    closest: Array | None = None
    remark: str = ""
    standing: Standing | None = None
    beside: Beside | None = None
    limits: Array | None = None
    tint: Tint | None = None
    mean: Array | None = None

    @property
    def centre(self) -> Array:
        """The mean row of the data (D,)."""
        return self.data.mean(axis=0) if self.mean is None else self.mean

    @property
    def data(self) -> Array:
        """The rows (n, D) that were analysed."""
        return self.points if self.table is None else self.table.X

    def thinned(self, most: int) -> Picture:
        """Return the picture with at most `most` points, evenly spread; it says so in `facts`."""
        if len(self.points) <= most:
            return self
        chosen = evenly_spread(len(self.points), most)
        return replace(
            self,
            decomposition=self.decomposition.with_scores(self.decomposition.scores[chosen]),
            points=self.points[chosen],
            labels=self.labels[chosen],
            table=None if self.table is None else self.table.some(chosen),
            tint=None if self.tint is None else replace(self.tint, values=self.tint.values[chosen]),
            numbers=chosen,
            total=len(self.points),
            mean=self.centre,
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
