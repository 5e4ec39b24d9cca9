"""The method "fixed-point", for Gaussian kernels (Mika et al. 1999; Schölkopf et al. 1999).

The gradient of the objective vanishes where y = Σᵢ γᵢ k(y, pᵢ) pᵢ / Σᵢ γᵢ k(y, pᵢ), which is
iterated. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpca_core.arrays import Array, Indices
from kpca_core.kernels import Kernel
from kpca_core.preimage.lbfgs import Objective
from kpca_core.preimage.minimisation import lower
from kpca_core.preimage.start import Descended, Start
from kpca_core.preimage.structure import gaussian_width
from kpca_core.preimage.target import Method, Solve, Subspace, Targets, check_iteration

# After so many steps L-BFGS takes over, as the steps shrink by a constant factor only. With 1,500
# points of two rings, two circles, a Swiss roll, clusters in ten dimensions and digits all ended in
# the same minima after 1, 2, 3, 5 and 8 steps; 5 took 36 to 110 % more evaluations than 1.
STEPS = 1


@dataclass(frozen=True)
class FixedPoint(Method):
    """Weighted means of the points, iterated until they stand still.

    What still moves after STEPS of them is finished by L-BFGS on the same objective.

    The denominator is ⟨φ(y), t⟩; where it is not positive, far from all points, the iteration has
    no meaning and starts again elsewhere (Mika et al. 1999).

    Parameters
    ----------
    tol : float, length of the last step in units of the spread of the points
    max_iterations : int
    restarts : int, further starts for those that have not converged
    """

    tol: float = 1e-10
    max_iterations: int = 1_000
    restarts: int = 3

    needs: ClassVar[str] = "a Gaussian kernel, a multiple of one, or a product of such"

    def __post_init__(self) -> None:
        check_iteration(self)

    def applies(self, kernel: Kernel) -> bool:
        """Whether the kernel is Gaussian."""
        return gaussian_width(kernel) is not None

    def solver(self, subspace: Subspace) -> Solve:
        """The iteration from the ridge map's or the nearest points."""
        start = Start.of(subspace)
        return lambda targets: start.descend(targets, self._descend, self.restarts)

    def _descend(self, targets: Targets, Y: Array) -> Descended:
        sums = _Sums.of(targets)
        middle, limit = sums.middle, self.tol * targets.subspace.spread
        n = len(targets)
        found, iterations, converged = Y - middle, np.zeros(n, np.int64), np.zeros(n, bool)
        going = np.arange(n)
        for _ in range(min(STEPS, self.max_iterations)):
            weights, totals = sums(going, found[going])
            means = np.divide(totals, weights, out=np.full_like(totals, np.nan), where=weights > 0)
            steps = np.linalg.norm(means - found[going], axis=1)
            iterations[going] += 1
            defined = np.isfinite(steps)
            found[going[defined]] = means[defined]
            targets.visit(found + middle)
            converged[going] = steps <= limit
            going = going[steps > limit]
            if len(going) == 0:
                break
        more = self.max_iterations - STEPS
        if len(going) and more > 0:
            some, shifted = targets[going], sums.objective(going)
            ends = lower(some, found[going], shifted, self.tol, more, origin=middle)
            found[going], converged[going] = ends[0], ends[2]
            iterations[going] += ends[1]
        return found + middle, iterations, converged


@dataclass(frozen=True, eq=False)
class _Sums:
    """Σᵢ γᵢ k(y, pᵢ) and Σᵢ γᵢ k(y, pᵢ) pᵢ by matrix products, for a Gaussian with k(y, y) = 1.

    Points are taken about their mean: norms are small there, and weighted means keep their digits.
    """

    targets: Targets
    factor: float  # k(y, y)
    width: float
    middle: Array  # (D,)
    exponents: Array  # (D + 2, m): with a row y, ‖y‖², 1 it makes −‖y − p‖²/width
    columns: Array  # (m, D + 1), 1 and p

    @classmethod
    def of(cls, targets: Targets) -> _Sums:
        kernel, points = targets.subspace.kernel, targets.subspace.points
        width, middle = gaussian_width(kernel), points.mean(axis=0)
        assert width is not None, FixedPoint.needs
        P = points - middle
        exponents = np.vstack([2.0 * P.T, np.full(len(P), -1.0), -np.square(P).sum(axis=1)])
        factor = float(kernel.diagonal(points[:1])[0])
        columns = np.column_stack([np.ones(len(P)), P])
        return cls(targets, factor, width, middle, exponents / width, columns)

    def __call__(self, rows: Indices, Y: Array) -> tuple[Array, Array]:
        """The sums (r, 1) and (r, D) at Y (r, D), of the targets with these indices."""
        norms = np.square(Y).sum(axis=1)
        W = np.column_stack([Y, norms, np.ones(len(Y))]) @ self.exponents
        np.exp(W, out=W)
        gamma = self.targets.gamma
        W *= gamma if len(rows) == len(gamma) else gamma[rows]
        totals = W @ self.columns
        return totals[:, :1], totals[:, 1:]

    def objective(self, rows: Indices) -> Objective:
        """The objective of these targets and its gradient, from the same sums."""

        def of(some: Indices, Y: Array) -> tuple[Array, Array]:
            weights, totals = self(rows[some], Y)
            values = self.factor * (1.0 - 2.0 * weights[:, 0]) + self.targets.norms[rows[some]]
            return values, 4.0 * self.factor / self.width * (weights * Y - totals)

        return of
