"""The kernel expansion f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j] and the grids it is drawn on.

Every fitted kernel PCA is one such value: points P (m, D), coefficients A (m, q), offsets b (q,).
Centring (S eq. B.3–B.4, B 12.85) is folded into A and b once, by the solver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kpca_core.kernels import Kernel, Scaled, Sum
from kpca_core.kernels.base import Array, AxisTerms, as_points
from kpca_core.separable import LatticeSum, Plane
from kpca_core.threads import few_threads, in_blocks

# Kernel values held at once while evaluating: 2**18 doubles are 2 MiB, which a cache still holds.
BLOCK_VALUES = 2**18

# Finding the features of a separable kernel takes as long as this many multiplications.
SETUP = 10**7

# A kernel value takes as long as this many multiplications.
EXPONENTIAL = 8

Region = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, eq=False)
class Grid:
    """A regular grid in the plane: x (nx,) and y (ny,) ascending, both ends included."""

    x: Array
    y: Array

    @classmethod
    def over(cls, region: Region, resolution: int) -> Grid:
        """`resolution` equally spaced values along each side of ((x0, x1), (y0, y1))."""
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


@dataclass(frozen=True, eq=False)
class Expansion:
    """f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j] for j = 1 … q (S 2.15 and 4.1, B 12.82).

    kernel: the kernel k; points: P (m, D); coefficients: A (m, q); offsets: b (q,); lattice: where
    known, a sum over few nodes that is the same to rounding, and faster on a grid.
    """

    kernel: Kernel
    points: Array
    coefficients: Array
    offsets: Array
    lattice: LatticeSum | None = None

    def __post_init__(self) -> None:
        m, q = self.coefficients.shape
        if len(self.points) != m or self.offsets.shape != (q,):
            raise ValueError(
                f"An expansion needs as many coefficient rows as points and as many offsets as "
                f"functions; got {len(self.points)} points, coefficients {(m, q)}, "
                f"offsets {self.offsets.shape}."
            )

    def __call__(self, X: Any) -> Array:
        """f_j(X[i]), shape (n, q), for X (n, D), in blocks of bounded memory."""
        X = as_points(X, "X")
        return _combine(self.kernel, X, self.points, self.coefficients) + self.offsets

    def on_grid(self, grid: Grid) -> Array:
        """f_j on a grid in the plane, shape (q, ny, nx); separable kernels use their structure."""
        if self.points.shape[1] != 2:
            raise ValueError(
                f"A grid lies in the plane; these points have {self.points.shape[1]} coordinates."
            )
        with few_threads(len(grid.x) * len(grid.y) * len(self.points)):
            if self.lattice is not None:
                values = self.lattice.on_grid(grid.x, grid.y)
            else:
                values = _combine_on_grid(self.kernel, grid, self.points, self.coefficients)
        values += self.offsets[:, None, None]
        return values

    def first(self, q: int) -> Expansion:
        """The first `q` functions alone."""
        return self._each(lambda columns: columns[..., :q].copy())

    def scaled(self, factors: Array) -> Expansion:
        """The functions times so many `factors` (q,)."""
        return self._each(lambda columns: columns * factors)

    def _each(self, change: Callable[[Array], Array]) -> Expansion:
        lattice = self.lattice
        if lattice is not None:
            lattice = replace(lattice, coefficients=change(lattice.coefficients))
        coefficients, offsets = change(self.coefficients), change(self.offsets)
        return Expansion(self.kernel, self.points, coefficients, offsets, lattice)


def _combine(kernel: Kernel, X: Array, P: Array, A: Array) -> Array:
    """K(X, P) A, shape (n, q), part by part for sums."""
    if isinstance(kernel, Sum):
        return _combine(kernel.left, X, P, A) + _combine(kernel.right, X, P, A)
    if isinstance(kernel, Scaled):
        return kernel.factor * _combine(kernel.kernel, X, P, A)
    if kernel.feature_dimension(P.shape[1]) < len(P):
        if X.shape[1] != P.shape[1]:
            raise ValueError(f"X has {X.shape[1]} columns; the fit had {P.shape[1]}.")
        weights = kernel.features(P).T @ A
        rows = max(1, BLOCK_VALUES // max(1, len(weights)))
        return in_blocks(lambda part: kernel.features(part) @ weights, X, A.shape[1], rows)
    plane = _plane(kernel, X, P, len(X) * EXPONENTIAL)
    if plane is not None and len(plane) <= len(P):
        return plane.values(X, _weights(plane, P, A))
    rows = max(1, BLOCK_VALUES // max(1, len(P)))
    return in_blocks(lambda part: kernel(part, P) @ A, X, A.shape[1], rows)


def _combine_on_grid(kernel: Kernel, grid: Grid, P: Array, A: Array) -> Array:
    """Σᵢ A[i, j] k(·, P[i]) on the grid, shape (q, ny, nx)."""
    if isinstance(kernel, Sum):
        return _combine_on_grid(kernel.left, grid, P, A) + _combine_on_grid(
            kernel.right, grid, P, A
        )
    if isinstance(kernel, Scaled):
        return kernel.factor * _combine_on_grid(kernel.kernel, grid, P, A)
    if kernel.feature_dimension(2) < len(P):
        return _point_by_point(kernel, grid, P, A)
    plane = _plane(kernel, grid.corners, P, len(grid.x) * len(grid.y) * A.shape[1])
    if plane is None or len(plane) > len(grid.x) * len(grid.y) / 2:
        return _separably(kernel, grid, P, A)
    F, G = plane.features(grid.x, grid.y)
    return G.T @ (_weights(plane, P, A) @ F)


def _plane(kernel: Kernel, X: Array, P: Array, work: float) -> Plane | None:
    """The features of `kernel` around X and P, where it has such and they are worth finding for
    so many multiplications a point of P."""
    if X.shape[1] != 2 or P.shape[1] != 2 or work * len(P) < SETUP:
        return None
    return Plane.spanning(kernel, X, P)


def _weights(plane: Plane, P: Array, A: Array) -> Array:
    """M_j = Σᵢ A[i, j] φ(P[i]₂) φ(P[i]₁)ᵀ, shape (q, r₂, r₁)."""
    return _sums_of_products([plane.features(*P.T)], A)


def _separably(kernel: Kernel, grid: Grid, P: Array, A: Array) -> Array:
    """The same from the kernel's factors along the axes, where it has such."""
    values = np.zeros((A.shape[1], len(grid.y), len(grid.x)))
    rows = max(1, BLOCK_VALUES // max(len(grid.x), len(grid.y)))
    for start in range(0, len(P), rows):
        terms = kernel.axis_terms(grid.x, grid.y, P[start : start + rows])
        if terms is None:
            return _point_by_point(kernel, grid, P, A)
        values += _sums_of_products(terms, A[start : start + rows])
    return values


def _sums_of_products(terms: AxisTerms, A: Array) -> Array:
    """Σᵢ A[i, j] Σ G[:, i] F[:, i]ᵀ over the pairs (F, G) of shapes (a, m) and (b, m), for each
    column j: shape (q, b, a)."""
    weights = np.ascontiguousarray(A.T)
    values = np.empty((len(weights), len(terms[0][1]), len(terms[0][0])))
    weighted, product = np.empty_like(terms[0][1]), np.empty(values.shape[1:])
    for j, row in enumerate(weights):
        for i, (F, G) in enumerate(terms):
            np.multiply(G, row, out=weighted)
            if i == 0:
                np.matmul(weighted, F.T, out=values[j])
            else:
                values[j] += np.matmul(weighted, F.T, out=product)
    return values


def _point_by_point(kernel: Kernel, grid: Grid, P: Array, A: Array) -> Array:
    values = _combine(kernel, grid.points, P, A)
    return np.ascontiguousarray(values.T).reshape(-1, len(grid.y), len(grid.x))
