"""Regular grids of the plane, on which eigenfunctions are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from kpca_core.arrays import Array

Region: TypeAlias = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Grid:
    """A regular grid: x (nx,) and y (ny,) ascending, both ends included, in units of the data."""

    x: Array
    y: Array

    @classmethod
    def over(cls, region: Region, resolution: int) -> Grid:
        """Put `resolution` equally spaced values along each side of ((x0, x1), (y0, y1)).

        Raises
        ------
        ValueError
            unless `resolution` is a whole number ≥ 2 and the region is finite with x0 < x1 and
            y0 < y1; the message quotes the value.
        """
        if isinstance(resolution, bool) or int(resolution) != resolution or resolution < 2:
            raise ValueError(
                f"A grid needs a whole number of at least 2 values an axis; got {resolution!r}."
            )
        (x0, x1), (y0, y1) = region
        if not (np.isfinite([x0, x1, y0, y1]).all() and x0 < x1 and y0 < y1):
            raise ValueError(
                f"A region is ((x0, x1), (y0, y1)) with finite x0 < x1 and y0 < y1; got {region!r}."
            )
        return cls(np.linspace(x0, x1, int(resolution)), np.linspace(y0, y1, int(resolution)))

    @property
    def region(self) -> Region:
        """((x0, x1), (y0, y1)), the rectangle between the outermost values."""
        return (
            (float(self.x[0]), float(self.x[-1])),
            (float(self.y[0]), float(self.y[-1])),
        )

    @property
    def corners(self) -> Array:
        """The lowest and the highest point (2, 2)."""
        return np.array(self.region).T

    @property
    def points(self) -> Array:
        """All grid points (ny · nx, 2), x running fastest."""
        xx, yy = np.meshgrid(self.x, self.y)
        return np.column_stack([xx.ravel(), yy.ravel()])
