"""The method "minimisation": the objective ‖φ(y) − t‖² by its gradient, for any such kernel.

It is [S] eq. 4.2 with one point of weight 1. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import Array, Indices
from kpca_core.kernels import Kernel
from kpca_core.preimage.lbfgs import minimise
from kpca_core.preimage.start import ROUNDING, Start
from kpca_core.preimage.target import Method, Solve, Subspace, Targets, check_iteration

# Length of the first step, in units of the spread of the points.
FIRST_STEP = 0.1


@dataclass(frozen=True)
class Minimisation(Method):
    """L-BFGS on all points at once.

    At a kink of the objective, as a Laplacian has one at every coordinate of a point, it stops
    where no step along the last direction leads lower, which need not be a minimum.

    Parameters
    ----------
    tol : float, length of the last step in units of the spread of the points
    max_iterations : int
    restarts : int, further starts for those that have not converged
    """

    tol: float = 1e-10
    max_iterations: int = 500
    restarts: int = 3

    needs: ClassVar[str] = "a kernel with a known gradient"

    def __post_init__(self) -> None:
        check_iteration(self)

    def applies(self, kernel: Kernel) -> bool:
        """Whether the gradient is known."""
        return kernel.has_gradient

    def solver(self, subspace: Subspace) -> Solve:
        """The descent from the ridge map's or the nearest points."""
        start = Start.of(subspace)
        return lambda targets: start.descend(targets, self._descend, self.restarts)

    def _descend(
        self, targets: Targets, Y: Array
    ) -> tuple[Array, NDArray[np.int64], NDArray[np.bool_]]:
        def objective(rows: Indices, Y: Array) -> tuple[Array, Array]:
            some = targets[rows]
            return some.objective(Y), some.gradient(Y)

        spread = targets.subspace.spread
        size = targets.subspace.kernel.diagonal(Y) + np.abs(targets.norms)
        return minimise(
            objective,
            Y,
            step=FIRST_STEP * spread,
            tol=self.tol * spread,
            noise=ROUNDING * np.abs(size),
            max_iterations=self.max_iterations,
        )
