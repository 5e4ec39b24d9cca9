"""The method "fixed-point", for Gaussian kernels (Mika et al. 1999; Schölkopf et al. 1999).

The gradient of the objective vanishes where y = Σᵢ γᵢ k(y, pᵢ) pᵢ / Σᵢ γᵢ k(y, pᵢ), which is
iterated. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core._support.words import N_
from kpca_core.feature_space.preimage.descent import Objective
from kpca_core.feature_space.preimage.gaussian import GaussianSums
from kpca_core.feature_space.preimage.start import Iteration
from kpca_core.feature_space.preimage.structure import gaussian_multiple
from kpca_core.feature_space.preimage.target import PreImages, Subspace, Targets
from kpca_core.kernels import Kernel


@dataclass(frozen=True)
class FixedPoint(Iteration):
    """Weighted means of the points, iterated until their steps are below a tolerance.

    The steps shrink by a constant factor only. So in few dimensions they are replaced by Newton's,
    which need no more kernel values, and in more the first is followed by those of L-BFGS on the
    same objective.

    The denominator is ⟨φ(y), t⟩; where it is not positive, far from all points, the iteration has
    no meaning and starts again elsewhere (Mika et al. 1999).
    """

    max_iterations: int = 1_000

    needs: ClassVar[str] = N_("a Gaussian kernel, a multiple of one, or a product of such")

    def applies(self, kernel: Kernel) -> bool:
        """Whether the kernel is Gaussian."""
        return gaussian_multiple(kernel) is not None

    def objective(self, targets: Targets) -> Objective:
        """From weighted sums of 1, p and p pᵀ or, in the plane, from features.

        The derivatives of highest order are NaN where ⟨φ(y), t⟩ is not positive.
        """
        sums, plane = _sums(targets.subspace), targets.subspace.plane
        M = None if plane is None else plane.combined(targets.coordinates)

        def derivatives(rows: Indices, Y: Array) -> tuple[Array, ...]:
            if plane is not None and M is not None and plane.covers(Y):
                dots, *slopes = plane.derivatives(Y, M if len(rows) == len(M) else M[rows])
            else:
                dots, *slopes = sums.derivatives(Y, targets.gamma, rows)
            slopes[-1][~(dots > 0)] = np.nan
            values = sums.factor - 2.0 * dots + targets.norms[rows]
            return values, *(-2.0 * slope for slope in slopes)

        return derivatives

    def first_steps(self, targets: Targets, values: Array, gradients: Array) -> Array:
        """Length of the first step of each target: to the weighted mean of the points.

        NaN where rounding hides the inner product ⟨φ(y), t⟩ of the image of y and the target t.
        """
        sums = _sums(targets.subspace)
        dots = (sums.factor + targets.norms - values) / 2.0
        scale = sums.width / (4.0 * np.where(dots > 0, dots, np.nan))
        found: Array = np.linalg.norm(scale[:, None] * gradients, axis=1)
        return found

    def unit(self, subspace: Subspace) -> float:
        """The root of the width."""
        return float(np.sqrt(_sums(subspace).width))

    def corrected(self, targets: Targets, found: PreImages) -> PreImages:
        """With the kernel's own values where the sums are less accurate."""
        if _sums(targets.subspace).precise:
            return found
        return replace(found, objective=targets.objective(found.points))


def _sums(subspace: Subspace) -> GaussianSums:
    assert subspace.gaussian is not None, FixedPoint.needs
    return subspace.gaussian
