"""Sums over Gaussian kernel values, ⟨φ(y), t⟩ = Σᵢ γᵢ k(y, pᵢ), and their derivatives.

They are matrix products of points about a median, where norms are small and weighted means keep
their digits; in the plane they are functions of tensor features (`plane.tensor_features`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca_core._support.arrays import Array, Indices, exponentials
from kpca_core._support.threads import row_slices
from kpca_core.feature_space.preimage.structure import gaussian_multiple
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.kernels.distances import BLOCK_PAIRS, middle_of
from kpca_core.kernels.plane.tensor_features import TensorFeatures

# Up to this squared norm in units of the width a kernel value from norms and dot products errs by
# less than 1e-14.
LARGEST = 50.0

# Coordinates up to which Hessians are computed, too (`benchmarks preimage.rules`).
FEW = 5

# The rectangle of the features reaches beyond the points by this part of the root of the width.
MARGIN = 0.25

# Features for each point up to which they are faster than kernel values: `benchmarks
# preimage.rules`.
WORTHWHILE = 0.5


@dataclass(frozen=True, eq=False)
class GaussianSums:
    """Sums over the points p (m, D) of a kernel k = factor · exp(−‖x − y‖²/width)."""

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

    @property
    def precise(self) -> bool:
        """Whether the sums are as accurate as those of the kernel's own Gram matrix."""
        return bool(np.square(self.centred).sum(axis=1).max() <= LARGEST * self.width)

    @cached_property
    def columns(self) -> Array:
        """The columns 1, p and, of few coordinates, the products of two of them."""
        m, dimension = self.centred.shape
        columns = np.column_stack([np.ones(m), self.centred])
        if dimension > FEW:
            return columns
        i, j = self.pairs
        return np.column_stack([columns, self.centred[:, i] * self.centred[:, j]])

    @cached_property
    def pairs(self) -> tuple[Indices, Indices]:
        """The pairs i ≤ j of coordinates."""
        i, j = np.triu_indices(self.centred.shape[1])
        return i, j

    def derivatives(self, Y: Array, gamma: Array, rows: Indices) -> tuple[Array, ...]:
        """Values (r,) and gradients (r, D) at Y (r, D) of the sums with the weights γ[rows].

        Of few coordinates Hessians (r, D, D), too. `rows` are different and ascending.
        """
        Y = Y - self.middle
        totals = self._weighted(Y, gamma, rows)
        n, dimension = Y.shape
        dots, means, second = (
            totals[:, :1],
            totals[:, 1 : dimension + 1],
            totals[:, dimension + 1 :],
        )
        slopes = 2.0 / self.width * (means - dots * Y)
        if dimension > FEW:
            return dots[:, 0], slopes
        # Σ γ k (y − p)(y − p)ᵀ
        i, j = self.pairs
        moments = np.empty((n, dimension, dimension))
        moments[:, i, j] = moments[:, j, i] = second
        cross, sums = Y[:, :, None] * means[:, None, :], dots[:, :, None]
        moments += sums * (Y[:, :, None] * Y[:, None, :]) - cross - cross.transpose(0, 2, 1)
        scale = 2.0 / self.width
        return dots[:, 0], slopes, scale * (scale * moments - sums * np.eye(dimension))

    def _weighted(self, Y: Array, gamma: Array, rows: Indices) -> Array:
        """Σᵢ γ[rows[r], i] k(y, pᵢ) columns[i] of the r-th point y of Y about `middle`."""
        m, dimension = self.centred.shape
        size, whole = max(dimension, BLOCK_PAIRS // m), len(rows) == len(gamma)
        left = np.column_stack([Y, np.square(Y).sum(axis=1), np.ones(len(Y))])
        sums = np.empty((len(Y), self.columns.shape[1]))
        values = np.empty((min(size, len(Y)), m))
        for block in row_slices(len(Y), size):
            W = np.matmul(left[block], self.exponents, out=values[: block.stop - block.start])
            exponentials(W)
            W *= gamma[block] if whole else gamma[rows[block]]
            np.matmul(W, self.columns, out=sums[block])
        sums *= self.factor
        return sums


@dataclass(frozen=True, eq=False)
class PlaneSums:
    """Sums near the points p (m, 2), φ(y₂)ᵀ M φ(y₁), whatever the number of points.

    Parameters
    ----------
    features : TensorFeatures
        φ, of a multiple of a Gaussian.
    matrices : (q, r₂, r₁) array
        M of each column of the weights.
    """

    features: TensorFeatures
    matrices: Array

    @classmethod
    def of(cls, kernel: Kernel, points: Array, weights: Array) -> PlaneSums | None:
        """None where the kernel is no such, or its features are too many to be faster."""
        found = gaussian_multiple(kernel)
        if found is None or points.shape[1] != 2 or not len(points):
            return None
        factor, width = found
        reach = MARGIN * np.sqrt(width)
        features = TensorFeatures.around(factor * Gaussian(width), points - reach, points + reach)
        if features is None or len(features) > WORTHWHILE * len(points):
            return None
        return cls(features, features.weights(points, weights)[0])

    def __len__(self) -> int:
        return int(self.matrices[0].size)

    def covers(self, Y: Array) -> bool:
        """Whether all rows of Y (n, 2) lie on the rectangle of the features."""
        halves = [axis.half for axis in self.features.terms[0]]
        return bool((np.abs(Y - self.features.middle) <= halves).all())

    def combined(self, coordinates: Array) -> Array:
        """M (n, r₂, r₁) of the sums of all columns times `coordinates` (n, q)."""
        q, *shape = self.matrices.shape
        return (coordinates @ self.matrices.reshape(q, -1)).reshape(-1, *shape)

    def derivatives(self, Y: Array, M: Array) -> tuple[Array, Array, Array]:
        """Values (n,), gradients (n, 2) and Hessians (n, 2, 2) at Y[i] of the function of M[i]."""
        (across, up), (x, y) = self.features.terms[0], (Y - self.features.middle).T
        F, G = across.derivatives(x), up.derivatives(y)
        S = G.transpose(2, 0, 1) @ (M @ F.transpose(2, 1, 0))
        hessians = np.stack([S[:, [0, 1], [2, 1]], S[:, [1, 2], [1, 0]]], axis=1)
        return S[:, 0, 0], S[:, [0, 1], [1, 0]], hessians
