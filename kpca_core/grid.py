"""Regular grids of a plane, on which eigenfunctions are drawn. Sources: docs/notation.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from kpca_core._support.arrays import Array, is_finite
from kpca_core._support.by_value import hash_of_values, same_values
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_

Region: TypeAlias = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Plane:
    """The plane {origin + s·axes[0] + t·axes[1]} in the space of the points, seen as (s, t).

    Parameters
    ----------
    origin : (D,) array
    axes : (2, D) array
        Orthonormal rows; the second may be 0, where the points have one column.

    Raises
    ------
    ValueError
        for other shapes or axes; the message quotes them
    """

    origin: Array
    axes: Array

    __repr__, __eq__, __hash__ = in_one_line, same_values, hash_of_values

    def __post_init__(self) -> None:
        if self.axes.shape != (2, len(self.origin)):
            said = E_(
                "A plane needs axes of shape (2, D) and an origin (D,); got {axes} and {origin}."
            )
            raise ValueError(said.format(axes=self.axes.shape, origin=self.origin.shape))
        products, flat = self.axes @ self.axes.T, not self.axes[1].any()
        if np.abs(products - np.diag([1.0, 0.0 if flat else 1.0])).max() > 1e-9:
            said = E_("The axes of a plane are orthonormal; got {axes}.")
            raise ValueError(said.format(axes=self.axes.tolist()))

    @classmethod
    def of_columns(cls, columns: Sequence[int], at: Array) -> Plane:
        """The plane of two columns, counted from 0, whose other coordinates are those of `at` (D,).

        (s, t) are the values of the columns; with one column, t changes nothing.
        """
        axes = np.zeros((2, len(at)))
        axes[range(len(columns)), list(columns)] = 1.0
        origin = np.array(at, dtype=np.float64)
        origin[list(columns)] = 0.0
        return cls(origin, axes)

    @classmethod
    def of_directions(cls, directions: Array, mean: Array, at: Array) -> Plane:
        """The plane through `at` (D,) along two orthogonal directions (2, D), counted from `mean`.

        Of principal directions (s, t) are the principal components of [B] eq. 12.71. They are
        scaled to unit length, and their coefficient of largest size is made positive; the second
        may be 0.
        """
        lengths = np.linalg.norm(directions, axis=1, keepdims=True)
        axes = directions / np.where(lengths > 0, lengths, 1.0)
        largest = axes[range(2), np.abs(axes).argmax(axis=1)]
        axes *= np.where(largest < 0, -1.0, 1.0)[:, None]
        axes[1] -= (axes[0] @ axes[1]) * axes[0]
        offset = at - mean
        return cls(mean + offset - axes.T @ (axes @ offset), axes)

    def lift(self, points: Array) -> Array:
        """Return the points (m, 2) of the plane in the space of the data, (m, D)."""
        return self.origin + points @ self.axes

    def coordinates(self, X: Array) -> Array:
        """Return (s, t) of the points of the plane that are nearest to X (n, D), (n, 2)."""
        return (X - self.origin) @ self.axes.T


@dataclass(frozen=True, eq=False)
class Grid:
    """A regular grid: x (nx,) and y (ny,) ascending, both ends included, in units of the data.

    It lies in the plane of the data, or for data of other than two columns in `plane`.
    """

    x: Array
    y: Array
    plane: Plane | None = None

    __repr__, __eq__, __hash__ = in_one_line, same_values, hash_of_values

    @classmethod
    def over(cls, region: Region, resolution: int, plane: Plane | None = None) -> Grid:
        """Put `resolution` equally spaced values along each side of ((x0, x1), (y0, y1)).

        Raises
        ------
        ValueError
            unless `resolution` is a whole number ≥ 2 and the region is finite with x0 < x1 and
            y0 < y1; the message quotes the value.
        """
        if not is_finite(resolution) or resolution != int(resolution) or resolution < 2:
            said = E_(
                "A grid needs a whole number of at least 2 values an axis; got {resolution!r}."
            )
            raise ValueError(said.format(resolution=resolution))
        (x0, x1), (y0, y1) = region
        if not (np.isfinite([x0, x1, y0, y1]).all() and x0 < x1 and y0 < y1):
            said = E_(
                "A region is ((x0, x1), (y0, y1)) with finite x0 < x1 and y0 < y1; got {region!r}."
            )
            raise ValueError(said.format(region=region))
        size = int(resolution)
        return cls(np.linspace(x0, x1, size), np.linspace(y0, y1, size), plane)

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

    @property
    def rows(self) -> Array:
        """All grid points in the space of the data (ny · nx, D), in the order of `points`."""
        return self.points if self.plane is None else self.plane.lift(self.points)

    def at(self, fields: Array, points: Array) -> Array:
        """Return functions (q, ny, nx) of the grid at points (n, 2) of its plane, (n, q).

        Bilinear between samples; points beyond the grid have the values of its edge.
        """
        place = []
        for values, coordinate in zip((self.x, self.y), points.T, strict=True):
            step = (coordinate - values[0]) / (values[-1] - values[0]) * (len(values) - 1)
            below = np.clip(step.astype(np.intp), 0, len(values) - 2)
            place.append((below, np.clip(step - below, 0.0, 1.0)))
        (i, s), (j, t) = place
        low = (1 - s) * fields[:, j, i] + s * fields[:, j, i + 1]
        high = (1 - s) * fields[:, j + 1, i] + s * fields[:, j + 1, i + 1]
        found: Array = ((1 - t) * low + t * high).T
        return found

    def fields(self, values: Array) -> Array:
        """Arrange values (ny·nx, q) at `points` or `rows` as (q, ny, nx)."""
        return np.ascontiguousarray(values.T).reshape(-1, len(self.y), len(self.x))
