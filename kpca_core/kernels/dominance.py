"""Products with the Gram matrix of exp(−‖x − y‖₁) in the plane without its n² entries.

With distances in widths of the kernel: left and right of a vertical line at m it is
e^(−|x₁ − m|) e^(−|y₁ − m|) e^(−|x₂ − y₂|). In the order of the second coordinate the sum of
e^(−|x₂ − yᵢ|) vᵢ is e^(−x₂) times a sum over the points below plus e^(x₂) times one over those
above: two running sums. Halving the points again and again by such lines, O(n log n) operations a
column replace n² (divide and conquer; Bentley 1980).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core.kernels.base import Array

# Parts of at most so many points are not halved further: all their pairs are summed over.
LEAF = 64

# e to half of this, and its inverse, are far from overflow.
MOST_WIDTHS = 1000.0

# Within so little K is nearly constant, and rounding in the sums would hide what is not.
LEAST_WIDTHS = 1e-3

# Factors below this are 0: near the smallest numbers arithmetic is a hundred times slower.
NEGLIGIBLE = 1e-80


@dataclass(frozen=True, eq=False)
class Level:
    """All pairs of neighbouring halves of one size, each in the order of the second coordinate.

    size        points of a half
    order       (N,) the points half by half
    below       (N,) where the sum over those points of the neighbour that lie below stands among
                running sums that begin with 0 in each half
    rise, fall  (N,) e^(−|x₁ − m|) times e^(x₂) and e^(−x₂), x₂ about the middle
    """

    size: int
    order: Array
    below: Array
    rise: Array
    fall: Array

    def send(self, V: Array, out: Array) -> None:
        """Adds to out (b, N) what points of weight V (b, N) contribute in the neighbouring half."""
        V = V.take(self.order, axis=1)
        halves = (len(V), -1, self.size)
        sums = np.zeros((len(V), V.shape[1] // self.size, self.size + 1))
        flat = sums.reshape(len(V), -1)
        np.cumsum((V * self.rise).reshape(halves), axis=2, out=sums[:, :, 1:])
        received = flat.take(self.below, axis=1) * self.fall
        # Now those above: running sums from the other end.
        sums[:, :, -1] = 0.0
        falling = (V * self.fall).reshape(halves)
        np.cumsum(falling[:, :, ::-1], axis=2, out=sums[:, :, -2::-1])
        received += flat.take(self.below, axis=1) * self.rise
        out[:, self.order] += received


@dataclass(frozen=True, eq=False)
class Dominance:
    """V (n, b) ↦ K V for K[i, j] = exp(−‖X[i] − X[j]‖₁ / width) and points X (n, 2)."""

    points: Array
    width: float

    @classmethod
    def of(cls, X: Array, width: float) -> Dominance | None:
        """None where both coordinates spread over too many widths, or neither over enough."""
        spreads = (X.max(axis=0) - X.min(axis=0)) / width
        if not (spreads.min() <= MOST_WIDTHS and spreads.max() >= LEAST_WIDTHS):
            return None
        return cls(X if spreads[1] <= spreads[0] else X[:, ::-1], width)

    def __call__(self, V: Array) -> Array:
        order, leaves, levels = self._halved
        n, b = V.shape
        if b == 0:
            return np.zeros((n, 0))
        W = np.zeros((leaves.shape[0] * leaves.shape[1], b))
        W[:n] = V[order]
        out = np.matmul(leaves, W.reshape(*leaves.shape[:2], b)).reshape(W.shape).T.copy()
        W = W.T.copy()
        for level in levels:
            level.send(W, out)
        product = np.empty((n, b))
        product[order] = out[:, :n].T
        return product

    @cached_property
    def _halved(self) -> tuple[Array, Array, list[Level]]:
        """The points (n,) from left to right, the Gram matrices (N/s, s, s) of the smallest parts,
        and the levels above these."""
        n = len(self.points)
        halvings = max(0, int(np.ceil(np.log2(n / LEAF))))
        size = -(-n // 2**halvings)
        order = np.argsort(self.points[:, 0], kind="stable")
        # The last point fills the places left over; there its weight is 0.
        x, y = self.points[np.pad(order, (0, (size << halvings) - n), mode="edge")].T
        parts = np.stack([x, y]).reshape(2, -1, size)
        distances = np.abs(parts[:, :, :, None] - parts[:, :, None]).sum(axis=0)
        return order, np.exp(-distances / self.width), list(_levels(x, y, self.width, size))


def _levels(x: Array, y: Array, width: float, size: int) -> Iterator[Level]:
    """From halves of `size` neighbours in the order of x (N,) up to two."""
    # Differences first: x / width would round away digits of points far from the origin.
    height = (y - (0.5 * y.min() + 0.5 * y.max())) / width
    order = np.argsort(y.reshape(-1, size), axis=1, kind="stable")
    order += np.arange(0, len(y), size)[:, None]
    while size < len(y):
        halves = x.reshape(-1, 2, size)
        line = 0.5 * halves[:, 0, -1] + 0.5 * halves[:, 1, 0]
        near = np.exp(-np.abs(halves - line[:, None, None]) / width).ravel()
        near[near < NEGLIGIBLE] = 0.0
        pairs, places = order.reshape(-1, 2 * size), order.ravel()
        merged = np.argsort(y[pairs], axis=1, kind="stable")
        ranks = np.empty_like(merged)
        np.put_along_axis(ranks, merged, np.arange(2 * size)[None], axis=1)
        # Of the points ranked before one, its own half has as many as its place there says.
        below = ranks.reshape(-1, 2, size) - np.arange(size)
        below += np.arange(2 * len(pairs)).reshape(-1, 2, 1)[:, ::-1] * (size + 1)
        rise, fall = (near[places] * np.exp(sign * height[places]) for sign in (1.0, -1.0))
        yield Level(size, places, below.ravel(), rise, fall)
        order, size = np.take_along_axis(pairs, merged, axis=1), 2 * size
