"""Sums over Gaussian kernel values by matrix products, of which the fixed point is made.

Points are taken about a median: norms are small there, and weighted means keep their digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core._support.threads import row_slices
from kpca_core.feature_space.preimage.structure import gaussian_multiple
from kpca_core.kernels import Kernel
from kpca_core.kernels.distances import BLOCK_PAIRS, middle_of

# Up to this squared norm in units of the width a kernel value from norms and dot products errs by
# less than 1e-14.
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
        middle = middle_of(points)
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

    def weighted(self, Y: Array, gamma: Array, rows: Indices, columns: Array) -> Array:
        """Σᵢ γ[rows[r], i] k(y, pᵢ) columns[i] of the r-th point y of Y about `middle`.

        `rows` are different and ascending.
        """
        m, dimension = self.centred.shape
        size, whole = max(dimension, BLOCK_PAIRS // m), len(rows) == len(gamma)
        left = np.column_stack([Y, np.square(Y).sum(axis=1), np.ones(len(Y))])
        sums = np.empty((len(Y), columns.shape[1]))
        values = np.empty((min(size, len(Y)), m))
        for block in row_slices(len(Y), size):
            W = np.matmul(left[block], self.exponents, out=values[: block.stop - block.start])
            np.exp(W, out=W)
            W *= gamma[block] if whole else gamma[rows[block]]
            np.matmul(W, columns, out=sums[block])
        sums *= self.factor
        return sums
