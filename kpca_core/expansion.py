"""The kernel expansion f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j] and the grids it is drawn on.

Every fitted kernel PCA is one such value: points P (m, D), coefficients A (m, q), offsets b (q,).
Centring (S eq. B.3–B.4, B 12.85) is folded into A and b once, by the solver.
"""

from __future__ import annotations

import math
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core.kernels import Kernel, Scaled, Sum
from kpca_core.kernels.base import Array, as_points
from kpca_core.threads import few_threads, map_in_order

# Kernel values held at once while evaluating: 2**18 doubles are 2 MiB, which a cache still holds.
BLOCK_VALUES = 2**18

# From this many blocks on, all cores work on them.
MANY_BLOCKS = 16

# Functions are interpolated where the nodes are at most this fraction of an axis's values, and no
# more than the points of the expansion.
WORTH = 0.6

# Values at nodes below this are 0: near the smallest numbers arithmetic is a hundred times slower.
NEGLIGIBLE = 1e-200

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
    def points(self) -> Array:
        """All grid points (ny · nx, 2), x running fastest."""
        xx, yy = np.meshgrid(self.x, self.y)
        return np.column_stack([xx.ravel(), yy.ravel()])


@dataclass(frozen=True, eq=False)
class Expansion:
    """f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j] for j = 1 … q (S 2.15 and 4.1, B 12.82).

    kernel: the kernel k; points: P (m, D); coefficients: A (m, q); offsets: b (q,).
    """

    kernel: Kernel
    points: Array
    coefficients: Array
    offsets: Array

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
        work = len(grid.x) * len(grid.y) * len(self.points)
        with few_threads(work):
            values = _combine_on_grid(self.kernel, grid, self.points, self.coefficients)
        values += self.offsets[:, None, None]
        return values

    def first(self, q: int) -> Expansion:
        """The first `q` functions alone."""
        return Expansion(
            self.kernel, self.points, self.coefficients[:, :q].copy(), self.offsets[:q].copy()
        )


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
        return _in_blocks(X, len(weights), lambda rows: kernel.features(rows) @ weights, A)
    return _in_blocks(X, len(P), lambda rows: kernel(rows, P) @ A, A)


def _in_blocks(X: Array, columns: int, evaluate: Any, A: Array) -> Array:
    values = np.empty((len(X), A.shape[1]))
    rows = max(1, BLOCK_VALUES // max(1, columns))

    def fill(start: int) -> None:
        values[start : start + rows] = evaluate(X[start : start + rows])

    starts = range(0, len(X), rows)
    if len(starts) < MANY_BLOCKS:
        for start in starts:
            fill(start)
        return values
    with closing(map_in_order(fill, starts)) as filled:
        for _ in filled:
            pass
    return values


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
    across, up = (_Interpolation.along(kernel, axis, len(P)) for axis in (grid.x, grid.y))
    if across is None or up is None:
        return _separably(kernel, grid, P, A)
    nodes = Grid(across.nodes, up.nodes)
    values = _separably(kernel, nodes, P - (across.middle, up.middle), A)
    values[np.abs(values) < NEGLIGIBLE] = 0.0
    return up.matrix @ (values @ across.matrix.T)


def _separably(kernel: Kernel, grid: Grid, P: Array, A: Array) -> Array:
    """The same from the kernel's factors along the axes, where it has such."""
    terms = kernel.axis_terms(grid.x, grid.y, P)
    if terms is None:
        return _point_by_point(kernel, grid, P, A)
    weights = np.ascontiguousarray(A.T)
    values = np.empty((len(weights), len(grid.y), len(grid.x)))
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


@dataclass(frozen=True, eq=False)
class _Interpolation:
    """From Chebyshev nodes to an axis: nodes (N,) about its middle, matrix (len(axis), N)."""

    middle: float
    nodes: Array
    matrix: Array

    @classmethod
    def along(cls, kernel: Kernel, axis: Array, m: int) -> _Interpolation | None:
        """That for `kernel` and m points, exact to rounding; None where it would not be worth it.

        Barycentric formula (Berrut & Trefethen 2004, eqs. 4.2 and 5.3).
        """
        middle, half = 0.5 * (axis[0] + axis[-1]), 0.5 * (axis[-1] - axis[0])
        if not half > 1e4 * np.spacing(np.abs(axis).max()):  # as `middle` is rounded
            return None
        needed = kernel.axis_nodes(float(half))
        if needed > min(WORTH * len(axis), m):
            return None
        count = math.ceil(needed)
        angles = (np.arange(count) + 0.5) * (np.pi / count)
        nodes, weights = np.cos(angles), np.sin(angles)
        weights[1::2] *= -1.0
        gaps = ((axis - middle) / half)[:, None] - nodes
        gaps[gaps == 0.0] = np.finfo(float).tiny  # the node's own value
        shares = weights / gaps
        return cls(middle, half * nodes, shares / shares.sum(axis=1, keepdims=True))
