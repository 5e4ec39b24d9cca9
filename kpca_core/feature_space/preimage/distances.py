"""The method "distances": a pre-image from its distances to neighbours (Kwok & Tsang 2004).

Dot products ⟨φ(pᵢ), t⟩ are kernel values k(pᵢ, y) if φ(y) = t, which the inverse of the kernel
turns into distances ‖y − pᵢ‖; y is the least-squares solution of the equations that they make.
Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import Array, require_count
from kpca_core._support.threads import rows_held
from kpca_core._support.words import N_
from kpca_core.feature_space.preimage.start import Start, nearest_points
from kpca_core.feature_space.preimage.structure import (
    dot_product_inverse,
    is_linear,
    squared_distance_inverse,
)
from kpca_core.feature_space.preimage.target import Method, PreImages, Solve, Subspace, Targets
from kpca_core.kernels import Kernel


@dataclass(frozen=True)
class DistanceConstraints(Method):
    """Least squares of the distances to the nearest neighbours in feature space; no iteration.

    Parameters
    ----------
    neighbours : int or None
        None: 10, as Kwok & Tsang, or D + 2 if that is more and the kernel is one of dot products,
        so that they span the space.
    """

    neighbours: int | None = None

    needs: ClassVar[str] = N_(
        "a kernel that has a distance for every value: Gaussian, rational quadratic, Matérn with "
        "nu=0.5, linear or polynomial of odd degree, or a multiple of one"
    )

    def __post_init__(self) -> None:
        if self.neighbours is not None:
            require_count("neighbours", self.neighbours)

    def applies(self, kernel: Kernel) -> bool:
        """Whether the kernel can be inverted."""
        return is_linear(kernel) or bool(
            dot_product_inverse(kernel) or squared_distance_inverse(kernel)
        )

    def solver(self, subspace: Subspace) -> Solve:
        """Trilateration from the neighbours."""
        start, dimension = Start.of(subspace), subspace.points.shape[1]
        of_products = squared_distance_inverse(subspace.kernel) is None
        count = self.neighbours or max(10, dimension + 2 if of_products else 0)
        rows = rows_held(count * dimension)

        def solve(targets: Targets) -> PreImages:
            blocks = np.split(np.arange(len(targets)), range(rows, len(targets), rows))
            points = [_trilaterated(targets[block], count) for block in blocks]
            return start.guarded(targets, np.concatenate(points))

        return solve


def _trilaterated(targets: Targets, count: int) -> Array:
    """y with (y − c)·p̃ᵢ = (‖p̃ᵢ‖² − δᵢ)/2 + const for the deviations p̃ᵢ of the k = `count`
    neighbours from their mean c, δᵢ the squared distances.
    """
    subspace = targets.subspace
    rows = nearest_points(targets, count)
    neighbours = subspace.points[rows]
    middle = neighbours.mean(axis=1)
    deviations = neighbours - middle[:, None, :]
    if is_linear(subspace.kernel):
        # The same right side; but ‖y‖² and ‖pᵢ‖², which may be large beside it, are in no sum.
        right = np.einsum("nkd,nd->nk", deviations, targets.linear_points - middle)
    else:
        values = np.take_along_axis(targets.at_points(), rows, axis=1)
        squares = _squared_distances(targets, neighbours, values)
        right = 0.5 * (np.square(deviations).sum(axis=2) - squares)
        right -= right.mean(axis=1, keepdims=True)
    inverse = np.linalg.pinv(deviations, rcond=1e-10)
    found: Array = middle + np.einsum("ndk,nk->nd", inverse, right)
    return found


def _squared_distances(targets: Targets, neighbours: Array, values: Array) -> Array:
    """δ (n, k) of the pre-images from their neighbours (n, k, D) with ⟨φ(p), t⟩ = values."""
    kernel = targets.subspace.kernel
    if (to_squares := squared_distance_inverse(kernel)) is not None:
        return to_squares(values)
    inverse = dot_product_inverse(kernel)
    assert inverse is not None, DistanceConstraints.needs
    norms = inverse(np.maximum(targets.norms, 0.0))
    found: Array = norms[:, None] + np.square(neighbours).sum(axis=2) - 2.0 * inverse(values)
    return found
