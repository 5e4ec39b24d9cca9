"""Products with the Gram matrix of a Laplacian kernel in the plane, in O(n log n) operations.

With distances in widths of the kernel, on both sides of a vertical line x₁ = m the kernel is
e^(−|x₁ − m|) e^(−|y₁ − m|) e^(−|x₂ − y₂|). With all points in the order of the second coordinate,
Σᵢ e^(−|x₂ − yᵢ|) vᵢ is e^(−x₂) times a prefix sum over the points below plus e^(x₂) times a suffix
sum over those above. Halving the points again and again by such lines takes O(n log n) operations a
column (divide and conquer; Bentley 1980). Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core._support.threads import COLUMNS
from kpca_core.kernels import Kernel, Laplacian
from kpca_core.kernels.plane.coordinates import PlaneCoordinates, merged_width
from kpca_core.kernels.plane.tensor_features import TINY

# Parts of at most this number of points are summed over all their pairs.
LEAF = COLUMNS

# Spread of the points, in widths, within which prefix sums are exact. e to half of the largest, and
# its inverse, are far from overflow; below the smallest K is constant to 1e-3, and rounding in the
# sums, 1e-16, hides the tenth digit of what is not.
SPREADS = (1e-3, 1000.0)

Matvec = Callable[[Array], Array]


@dataclass(frozen=True, eq=False)
class Level:
    """All pairs of neighbouring halves of one size, each in the order of the second coordinate.

    Parameters
    ----------
    size : int
        Number of points of a half.
    order : (N,) array
        Indices of the points, half by half.
    below : (N,) array
        Index into the neighbouring half's prefix sums (leading 0) of all points with smaller x₂.
    rise, fall
        (N,) arrays, e^(−|x₁ − m|) e^(x₂) and e^(−|x₁ − m|) e^(−x₂), x₂ about the middle.
    """

    size: int
    order: Indices
    below: Indices
    rise: Array
    fall: Array

    def add_products(self, V: Array, out: Array) -> None:
        """Add the products of the off-diagonal blocks with V (b, N) to out (b, N)."""
        V = V.take(self.order, axis=1)
        halves = (len(V), -1, self.size)
        sums = np.zeros((len(V), V.shape[1] // self.size, self.size + 1))
        flat = sums.reshape(len(V), -1)
        np.cumsum((V * self.rise).reshape(halves), axis=2, out=sums[:, :, 1:])
        received = flat.take(self.below, axis=1) * self.fall
        # Suffix sums over the points above, in the same array.
        sums[:, :, -1] = 0.0
        falling = (V * self.fall).reshape(halves)
        np.cumsum(falling[:, :, ::-1], axis=2, out=sums[:, :, -2::-1])
        received += flat.take(self.below, axis=1) * self.rise
        out[:, self.order] += received


@dataclass(frozen=True, eq=False)
class LaplacianMatvec:
    """V (n, b) ↦ K V for K[i, j] = exp(−‖X[i] − X[j]‖₁ / width) and points X (n, 2)."""

    points: Array
    width: float

    @classmethod
    def of(cls, X: Array, width: float) -> LaplacianMatvec | None:
        """None where the points spread so much or so little that digits would be lost."""
        spreads = (X.max(axis=0) - X.min(axis=0)) / width
        if not (spreads.min() <= SPREADS[1] and spreads.max() >= SPREADS[0]):
            return None
        return cls(X if spreads[1] <= spreads[0] else X[:, ::-1], width)

    def __call__(self, V: Array) -> Array:
        order, leaves, levels = self._tree
        n, b = V.shape
        if b == 0:
            return np.zeros((n, 0))
        W = np.zeros((leaves.shape[0] * leaves.shape[1], b))
        W[:n] = V[order]
        out = np.matmul(leaves, W.reshape(*leaves.shape[:2], b)).reshape(W.shape).T.copy()
        W = W.T.copy()
        for level in levels:
            level.add_products(W, out)
        product = np.empty((n, b))
        product[order] = out[:, :n].T
        return product

    @cached_property
    def _tree(self) -> tuple[Indices, Array, list[Level]]:
        """Indices of the points (n,) by x₁, the Gram matrices (N/s, s, s) of the smallest parts of
        s points, and the levels above these."""
        n = len(self.points)
        halvings = max(0, int(np.ceil(np.log2(n / LEAF))))
        size = -(-n // 2**halvings)
        order = np.argsort(self.points[:, 0], kind="stable")
        # Copies of the last point, of weight 0, fill up the last part.
        x, y = self.points[np.pad(order, (0, (size << halvings) - n), mode="edge")].T
        parts = np.stack([x, y]).reshape(2, -1, size)
        distances = np.abs(parts[:, :, :, None] - parts[:, :, None]).sum(axis=0)
        return order, np.exp(-distances / self.width), list(_levels(x, y, self.width, size))


def laplacian_matvec(kernel: Kernel, coordinates: PlaneCoordinates) -> Matvec | None:
    """V (n, b) ↦ K V in O(n log n) where `kernel` is a sum of Laplacians, else None."""
    products = []
    for weight, kernel_1d in kernel.product_form(coordinates.dimension):
        width = merged_width(kernel_1d, Laplacian)
        matvec = None if width is None else LaplacianMatvec.of(coordinates.points, width)
        if matvec is None:
            return None
        products.append((weight, matvec))

    def multiply(V: Array) -> Array:
        out = np.zeros_like(V)
        for weight, matvec in products:
            out += weight * matvec(V)
        return out

    if len(products) == 1 and products[0][0] == 1.0:
        return products[0][1]
    return multiply if products else None


def _levels(x: Array, y: Array, width: float, size: int) -> Iterator[Level]:
    """The levels from halves of `size` neighbours in the order of x (N,) up to two halves."""
    # Differences first: x / width would round away digits of points far from the origin.
    height = (y - (0.5 * y.min() + 0.5 * y.max())) / width
    order = np.argsort(y.reshape(-1, size), axis=1, kind="stable")
    order += np.arange(0, len(y), size)[:, None]
    while size < len(y):
        halves = x.reshape(-1, 2, size)
        line = 0.5 * halves[:, 0, -1] + 0.5 * halves[:, 1, 0]
        near = np.exp(-np.abs(halves - line[:, None, None]) / width).ravel()
        near[near < TINY] = 0.0
        pairs, places = order.reshape(-1, 2 * size), order.ravel()
        merged = np.argsort(y[pairs], axis=1, kind="stable")
        ranks = np.empty_like(merged)
        np.put_along_axis(ranks, merged, np.arange(2 * size)[None], axis=1)
        # A point's rank in the pair less its rank in its own half counts those of the other half.
        below = ranks.reshape(-1, 2, size) - np.arange(size)
        below += np.arange(2 * len(pairs)).reshape(-1, 2, 1)[:, ::-1] * (size + 1)
        rise, fall = (near[places] * np.exp(sign * height[places]) for sign in (1.0, -1.0))
        yield Level(size, places, below.ravel(), rise, fall)
        order, size = np.take_along_axis(pairs, merged, axis=1), 2 * size
