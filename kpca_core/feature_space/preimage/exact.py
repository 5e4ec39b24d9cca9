"""The method "exact": closed forms for linear kernels and polynomial ones of odd degree.

For k(x, y) = κ(x·y) with an invertible κ the coordinates of a pre-image in any orthonormal basis e
are κ⁻¹(⟨φ(eᵢ), t⟩), if there is one (Schölkopf et al. 1998b; 1999). Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_
from kpca_core.feature_space.preimage.start import Start
from kpca_core.feature_space.preimage.structure import dot_product_inverse, is_linear
from kpca_core.feature_space.preimage.target import Method, PreImages, Solve, Subspace, Targets
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Inverse


@dataclass(frozen=True)
class Exact(Method):
    """Linear kernels: y = Σᵢ γᵢ pᵢ minimises the objective, and is PCA's reconstruction.

    Polynomial kernels of odd degree: exact where t = φ(y), as with all components and a point of
    the data; elsewhere the same formula, or the ridge map's point where that has a lower objective.
    """

    needs: ClassVar[str] = N_("a linear kernel or a polynomial one of odd degree")

    def applies(self, kernel: Kernel) -> bool:
        """Whether φ is invertible in a closed form."""
        return is_linear(kernel) or dot_product_inverse(kernel) is not None

    def solver(self, subspace: Subspace) -> Solve:
        """The closed form."""
        if is_linear(subspace.kernel):
            return lambda targets: PreImages.of(targets, targets.linear_points)
        start, inverse = Start.of(subspace), dot_product_inverse(subspace.kernel)
        assert inverse is not None, self.needs
        return lambda targets: start.guarded(targets, _by_coordinates(targets, inverse))


def _by_coordinates(targets: Targets, inverse: Inverse) -> Array:
    """κ⁻¹(⟨φ(eᵢ), t⟩), then once more about that point y₀.

    Roots of small numbers lose digits. So the second time differences are taken,
    yᵢ = κ⁻¹(⟨φ(y₀ + h eᵢ), t⟩)/h − κ⁻¹(⟨φ(y₀), t⟩)/h with h = ‖y₀‖, of roots of large ones.
    """
    kernel, points = targets.subspace.kernel, targets.subspace.points
    n, dimension = len(targets), points.shape[1]
    first = inverse(targets.gamma @ kernel.gram(points, np.eye(dimension)))
    length = np.linalg.norm(first, axis=1)
    length[length == 0.0] = 1.0
    base, found = inverse(targets.dots(first)), np.empty((n, dimension))
    for d in range(dimension):
        moved = first.copy()
        moved[:, d] += length
        found[:, d] = (inverse(targets.dots(moved)) - base) / length
    return found
