"""The method "fixed-point", for Gaussian kernels (Mika et al. 1999; Schölkopf et al. 1999).

The gradient of the objective vanishes where y = Σᵢ γᵢ k(y, pᵢ) pᵢ / Σᵢ γᵢ k(y, pᵢ), which is
iterated. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import Array
from kpca_core.kernels import Kernel
from kpca_core.preimage.start import Start
from kpca_core.preimage.structure import gaussian_width
from kpca_core.preimage.target import Method, Solve, Subspace, Targets, check_iteration


@dataclass(frozen=True)
class FixedPoint(Method):
    """Weighted means of the points, iterated until they stand still.

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
        return lambda targets: start.descend(targets, self._iterate, self.restarts)

    def _iterate(
        self, targets: Targets, Y: Array
    ) -> tuple[Array, NDArray[np.int64], NDArray[np.bool_]]:
        n, subspace = len(targets), targets.subspace
        # Weighted means about a point among all others keep their digits.
        middle = subspace.points.mean(axis=0)
        points, limit = subspace.points - middle, self.tol * subspace.spread
        found, iterations = Y.copy(), np.zeros(n, np.int64)
        converged, rows, part = np.zeros(n, bool), np.arange(n), targets
        while len(rows) and iterations[rows[0]] < self.max_iterations:
            W = subspace.kernel.gram(found[rows], subspace.points)
            W *= part.gamma
            sums = W.sum(axis=1)
            means = np.divide(
                W @ points, sums[:, None], out=np.full((len(rows), points.shape[1]), np.nan),
                where=sums[:, None] > 0,
            )  # fmt: skip
            means += middle
            steps = np.linalg.norm(means - found[rows], axis=1)
            defined = np.isfinite(steps)
            found[rows[defined]] = means[defined]
            iterations[rows] += 1
            converged[rows] = steps <= limit
            going = defined & ~(steps <= limit)
            rows = rows[going]
            part = part[going]
        return found, iterations, converged
