"""Sums over Gaussian kernel values in the plane by tensor features, whatever the number of points.

A function ⟨φ(y), t⟩ is φ(y₂)ᵀ M φ(y₁) there, with a matrix M for each target, and so are its
derivatives with those of the features (`plane.tensor_features`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core.feature_space.preimage.structure import gaussian_multiple
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.kernels.plane.tensor_features import TensorFeatures

# The rectangle of the features reaches beyond the points by this part of the root of the width.
MARGIN = 0.25

# Features for each point up to which they are faster than kernel values: `benchmarks
# preimage.rules`.
WORTHWHILE = 0.5


@dataclass(frozen=True, eq=False)
class PlaneSums:
    """Σᵢ A[i, j] k(y, pᵢ) for y near the points p (m, 2), k a multiple of a Gaussian.

    Parameters
    ----------
    features : TensorFeatures
        Of k.
    matrices : (q, r₂, r₁) array, M_j
    """

    features: TensorFeatures
    matrices: Array

    @classmethod
    def of(cls, kernel: Kernel, points: Array, A: Array) -> PlaneSums | None:
        """None where the kernel is no such, or its features are too many to be faster."""
        found = gaussian_multiple(kernel)
        if found is None or points.shape[1] != 2 or not len(points):
            return None
        factor, width = found
        reach = MARGIN * np.sqrt(width)
        features = TensorFeatures.around(factor * Gaussian(width), points - reach, points + reach)
        if features is None or len(features) > WORTHWHILE * len(points):
            return None
        (matrices,) = features.weights(points, A)
        return cls(features, matrices)

    def __len__(self) -> int:
        return int(self.matrices[0].size)

    def covers(self, Y: Array) -> bool:
        """Whether all rows of Y (n, 2) lie on the rectangle of the features."""
        halves = [axis.half for axis in self.features.terms[0]]
        return bool((np.abs(Y - self.features.middle) <= halves).all())

    def combined(self, coordinates: Array) -> Array:
        """M (n, r₂, r₁) of the sums of all functions times `coordinates` (n, q)."""
        q, *shape = self.matrices.shape
        return (coordinates @ self.matrices.reshape(q, -1)).reshape(-1, *shape)

    def derivatives(self, Y: Array, M: Array) -> tuple[Array, Array, Array]:
        """Values (n,), gradients (n, 2) and Hessians (n, 2, 2) at Y[i] of the function of M[i]."""
        (across, up), (x, y) = self.features.terms[0], (Y - self.features.middle).T
        F, G = across.derivatives(x), up.derivatives(y)
        S = G.transpose(2, 0, 1) @ (M @ F.transpose(2, 1, 0))
        hessians = np.stack([S[:, [0, 1], [2, 1]], S[:, [1, 2], [1, 0]]], axis=1)
        return S[:, 0, 0], S[:, [0, 1], [1, 0]], hessians
