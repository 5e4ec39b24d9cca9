"""Products with the Gram matrix of exp(−‖x − y‖₁) in the plane without its n² entries.

Left and right of a vertical line at m the kernel is e^(−|x₁ − m|) e^(−|y₁ − m|) e^(−|x₂ − y₂|). In
the order of the second coordinate, Σᵢ e^(−|x₂ − yᵢ|) vᵢ is e^(−x₂) times a sum over the points
below plus e^(x₂) times one over those above: two running sums. Halving the points again and again
by such lines, O(n log n) operations a column replace n² (divide and conquer; Bentley 1980).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core.kernels.base import Array
from kpca_core.threads import map_in_order

# Parts of at most so many points are not halved further: all their pairs are summed over.
LEAF = 64

# e to half of this, and its inverse, are far from overflow.
MOST_WIDTHS = 1000.0

# Factors below this are 0: near the smallest numbers arithmetic is a hundred times slower.
NEGLIGIBLE = 1e-80

# Values worked on at once: they stay in a core's cache.
BLOCK_VALUES = 2**17


@dataclass(frozen=True, eq=False)
class Level:
    """All pairs of neighbouring halves of one size, each in the order of the second coordinate.

    size        points of a half
    order       (N,) the points half by half
    below       (N,) where the sum over those points of the neighbour that lie below stands among
                running sums that begin with 0 in each half
    rise, fall  (N,) e^(−|x₁ − m|) times e^(x₂) and e^(−x₂)
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
    """V (n, b) ↦ K V for K[i, j] = exp(−‖Z[i] − Z[j]‖₁) and points Z (n, 2)."""

    points: Array

    @classmethod
    def of(cls, Z: Array) -> Dominance | None:
        """None where both coordinates spread too far."""
        spreads = Z.max(axis=0) - Z.min(axis=0)
        if not spreads.min() <= MOST_WIDTHS:
            return None
        return cls(Z if spreads[1] <= spreads[0] else Z[:, ::-1])

    def __call__(self, V: Array) -> Array:
        order, leaves, levels = self._halved
        n, b = V.shape
        W = np.zeros((leaves.shape[0] * leaves.shape[1], b))
        W[:n] = V[order]
        out = np.matmul(leaves, W.reshape(*leaves.shape[:2], b)).reshape(W.shape).T.copy()
        W = W.T.copy()
        columns = max(1, BLOCK_VALUES // W.shape[1])

        def send(start: int) -> None:
            for level in levels:
                level.send(W[start : start + columns], out[start : start + columns])

        if b <= columns:
            send(0)
        else:
            list(map_in_order(send, range(0, b, columns)))
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
        leaves = np.exp(-np.abs(parts[:, :, :, None] - parts[:, :, None]).sum(axis=0))
        return order, leaves, list(_levels(x, y, size))


def _levels(x: Array, y: Array, size: int) -> Iterator[Level]:
    """From halves of `size` neighbours in the order of x (N,) up to two."""
    height = y - 0.5 * (y.min() + y.max())
    order = np.argsort(y.reshape(-1, size), axis=1, kind="stable")
    order += np.arange(0, len(y), size)[:, None]
    while size < len(y):
        halves = x.reshape(-1, 2, size)
        line = 0.5 * halves[:, 0, -1] + 0.5 * halves[:, 1, 0]
        near = np.exp(-np.abs(halves - line[:, None, None])).ravel()
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
