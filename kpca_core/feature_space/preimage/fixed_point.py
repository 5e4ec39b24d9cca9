"""The method "fixed-point", for Gaussian kernels (Mika et al. 1999; Schölkopf et al. 1999).

The gradient of the objective vanishes where y = Σᵢ γᵢ k(y, pᵢ) pᵢ / Σᵢ γᵢ k(y, pᵢ), which is
iterated. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core._support.words import N_
from kpca_core.feature_space.preimage.gaussian import GaussianSums
from kpca_core.feature_space.preimage.lbfgs import Minima, minimise
from kpca_core.feature_space.preimage.newton import minimise_curved
from kpca_core.feature_space.preimage.start import Start
from kpca_core.feature_space.preimage.structure import gaussian_multiple
from kpca_core.feature_space.preimage.target import Iteration, Solve, Subspace, Targets
from kpca_core.kernels import Kernel

# Coordinates up to which steps are Newton's (`benchmarks preimage.rules`).
FEW = 5


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

    def solver(self, subspace: Subspace) -> Solve:
        """The iteration from the ridge map's or the nearest points."""
        start = Start.of(subspace)
        return lambda targets: start.descend(targets, partial(_Descent, self), self.restarts)


@dataclass(frozen=True, eq=False)
class _Descent:
    """The objective of targets and its derivatives, from weighted sums of 1, p and p pᵀ, or, in the
    plane, from features.

    The derivatives of highest order are NaN where ⟨φ(y), t⟩ is not positive. Points of the searches
    are counted from a median of those of the expansion.
    """

    method: FixedPoint
    targets: Targets

    @property
    def sums(self) -> GaussianSums:
        """Those of the kernel."""
        sums = self.targets.subspace.gaussian
        assert sums is not None, self.method.needs
        return sums

    def at(self, rows: Indices, Y: Array) -> tuple[Array, ...]:
        """Objectives (r,) at Y (r, D) of the targets with these indices, and their derivatives."""
        if not self.sums.precise:
            return (self.targets[rows].objective(Y),)
        derivatives = self.curved if Y.shape[1] <= FEW else self.sloped
        return derivatives(rows, Y - self.sums.middle)

    def minima(self, Y: Array, found: tuple[Array, ...]) -> Minima:
        """Descend from Y (n, D), where `at` has found what is given."""
        sums, targets, method = self.sums, self.targets, self.method
        spread = targets.subspace.spread
        search: Callable[..., Minima]
        if Y.shape[1] <= FEW:
            search = partial(minimise_curved, self.curved, longest=float(np.sqrt(sums.width)))
        else:
            search = partial(minimise, self.sloped, first=self.steps, unit=spread)
        ends, values, iterations, converged = search(
            Y - sums.middle,
            found=found if sums.precise else None,
            tol=method.tol * spread,
            rounding=lambda rows, X: targets.rounding(X + sums.middle, rows),
            max_iterations=method.max_iterations,
            visit=lambda X: targets.visit(X + sums.middle),
        )
        ends += sums.middle
        return ends, values if sums.precise else targets.objective(ends), iterations, converged

    def sloped(self, rows: Indices, Y: Array) -> tuple[Array, Array]:
        """Values (r,) and gradients (r, D) at Y (r, D) of the targets with these indices."""
        totals = self.sums.weighted(Y, self.targets.gamma, rows, self.sums.first)
        gradients = self._gradients(Y, totals)
        gradients[~(totals[:, 0] > 0)] = np.nan
        return self._values(rows, totals[:, 0]), gradients

    def _values(self, rows: Indices, dots: Array) -> Array:
        return self.sums.factor - 2.0 * dots + self.targets.norms[rows]

    def _gradients(self, Y: Array, totals: Array) -> Array:
        return 4.0 / self.sums.width * (totals[:, :1] * Y - totals[:, 1 : Y.shape[1] + 1])

    def curved(self, rows: Indices, Y: Array) -> tuple[Array, Array, Array]:
        """The same, and the Hessians (r, D, D)."""
        plane, points = self.targets.subspace.plane, Y + self.sums.middle
        if plane is not None and plane.covers(points):
            M = self.targets.matrices
            some = M if len(rows) == len(M) else M[rows]
            dots, slopes, curvatures = plane.derivatives(points, some)
            curvatures[~(dots > 0)] = np.nan
            return self._values(rows, dots), -2.0 * slopes, -2.0 * curvatures
        n, dimension = Y.shape
        totals = self.sums.weighted(Y, self.targets.gamma, rows, self.sums.second)
        # Σ γ k (y − p)(y − p)ᵀ
        i, j = self.sums.pairs
        second = np.empty((n, dimension, dimension))
        second[:, i, j] = second[:, j, i] = totals[:, dimension + 1 :]
        cross = Y[:, :, None] * totals[:, None, 1 : dimension + 1]
        weights = totals[:, :1, None]
        second += weights * (Y[:, :, None] * Y[:, None, :]) - cross - cross.transpose(0, 2, 1)
        second *= -2.0 / self.sums.width
        second += weights * np.eye(dimension)
        second *= 4.0 / self.sums.width
        second[~(totals[:, 0] > 0)] = np.nan
        return self._values(rows, totals[:, 0]), self._gradients(Y, totals), second

    def steps(self, values: Array, gradients: Array) -> Array:
        """Lengths (n,) of the steps to the weighted means; NaN where rounding hides ⟨φ(y), t⟩."""
        dots = (self.sums.factor + self.targets.norms - values) / 2.0
        scale = self.sums.width / (4.0 * np.where(dots > 0, dots, np.nan))
        found: Array = np.linalg.norm(scale[:, None] * gradients, axis=1)
        return found
