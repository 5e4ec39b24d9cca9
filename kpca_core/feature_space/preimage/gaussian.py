"""Sums over Gaussian kernel values by matrix products, of which the fixed point is made.

Points are taken about a median: norms are small there, and weighted means keep their digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import Array, Indices, evenly_spread
from kpca_core._support.threads import in_blocks, row_slices
from kpca_core.feature_space.preimage.structure import gaussian_multiple
from kpca_core.kernels import Kernel

# Kernel values of a block, 512 KiB, which stay in a core's second-level cache; rows are at least as
# many as columns, since products of few rows are slow. 1,500 sums over 1,500 points in ten
# dimensions took 6.6 ms with half of it, 5.6 with this and 6.8 with twice as much.
BLOCK = 2**16

# Points whose median is taken, 0.5 ms in 64 dimensions; it only has to lie among most points.
SOME = 200

# ‖y − p‖² from norms and dot products errs by rounding of the largest squared norm. Up to this
# squared norm in units of the width a kernel value errs by less than 1e-14 for most pairs.
LARGEST = 50.0


@dataclass(frozen=True, eq=False)
class GaussianSums:
    """Sums of k(y, pᵢ) over the points p (m, D) of a kernel k = factor · exp(−‖x − y‖²/width)."""

    factor: float
    width: float
    middle: Array  # (D,), a median of the points, which lies among most of them
    centred: Array  # (m, D), p − middle
    exponents: Array  # (D + 2, m): with a row y, ‖y‖², 1 it makes −‖y − p‖²/width

    @classmethod
    def of(cls, kernel: Kernel, points: Array) -> GaussianSums | None:
        """None for kernels that are no multiple of a Gaussian."""
        found = gaussian_multiple(kernel)
        if found is None or not len(points):
            return None
        factor, width = found
        middle = np.median(points[evenly_spread(len(points), SOME)], axis=0)
        P = points - middle
        exponents = np.vstack([2.0 * P.T, np.full(len(P), -1.0), -np.square(P).sum(axis=1)])
        return cls(factor, width, middle, P, exponents / width)

    @cached_property
    def precise(self) -> bool:
        """Whether the sums are as accurate as those of the kernel's own Gram matrix."""
        return bool(np.square(self.centred).sum(axis=1).max() <= LARGEST * self.width)

    @cached_property
    def first(self) -> Array:
        """The columns 1 and p, (m, D + 1)."""
        return np.column_stack([np.ones(len(self.centred)), self.centred])

    @cached_property
    def second(self) -> Array:
        """The columns 1, p and the products of two coordinates of p."""
        i, j = self.pairs
        return np.column_stack([self.first, self.centred[:, i] * self.centred[:, j]])

    @cached_property
    def pairs(self) -> tuple[Indices, Indices]:
        """The pairs i ≤ j of coordinates."""
        i, j = np.triu_indices(self.centred.shape[1])
        return i, j

    def plain(self, Y: Array, A: Array) -> Array:
        """Σᵢ A[i, j] k(y, pᵢ), shape (n, q), for points Y (n, D) about `middle` and A (m, q)."""
        return in_blocks(
            lambda part: self._blocks(part, A, lambda W, block: W), Y, A.shape[1], 2 * self._rows
        )

    def weighted(self, Y: Array, gamma: Array, rows: Indices, columns: Array) -> Array:
        """Σᵢ γ[rows[r], i] k(y, pᵢ) columns[i] of the r-th point y of Y about `middle`.

        `rows` are different and ascending.
        """
        whole = len(rows) == len(gamma)

        def times(W: Array, block: slice) -> Array:
            W *= gamma[block] if whole else gamma[rows[block]]
            return W

        return self._blocks(Y, columns, times)

    @property
    def _rows(self) -> int:
        m, dimension = self.centred.shape
        return max(dimension, BLOCK // m)

    def _blocks(self, Y: Array, columns: Array, change: Callable[[Array, slice], Array]) -> Array:
        left = np.column_stack([Y, np.square(Y).sum(axis=1), np.ones(len(Y))])
        sums = np.empty((len(Y), columns.shape[1]))
        values = np.empty((min(self._rows, len(Y)), len(self.centred)))
        for block in row_slices(len(Y), self._rows):
            W = np.matmul(left[block], self.exponents, out=values[: block.stop - block.start])
            np.exp(W, out=W)
            np.matmul(change(W, block), columns, out=sums[block])
        sums *= self.factor
        return sums
