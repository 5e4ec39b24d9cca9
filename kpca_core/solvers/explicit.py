"""The solver "explicit": PCA of the M columns of a finite feature map, O(n M²).

Linear and polynomial kernels and their sums ([S] eq. 3.3–3.5). The result is in kernel PCA's own
terms: w = Φ̃ᵀ u/√λ turns back into coefficients u/√λ over the points. Sources: docs/notation.md.
"""

import math
from dataclasses import replace

import numpy as np

from kpca_core._support.arrays import power_of_two
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, N_
from kpca_core.certificate import SUM_ROUNDING, Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.solvers.linalg.feature_pca import feature_pca
from kpca_core.solvers.problem import Cost, HandOver, Problem

# Peak memory in units of the feature columns.
MEMORY = 7.0


class Explicit:
    """Right where the kernel has fewer features than there are points."""

    name = "explicit"
    needs = N_("a kernel that can list the columns of a finite feature map")

    def applies(self, problem: Problem) -> bool:
        """Whether the features can be listed."""
        return math.isfinite(problem.feature_columns)

    def cost(self, problem: Problem) -> Cost:
        """Seconds for the scatter and for the columns."""
        columns = problem.feature_columns
        return Cost(problem.n * columns * (1e-9 * columns + 2e-8), problem.table_bytes)

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """The q largest positive eigenpairs of K̃ through the scatter of the feature columns.

        Where the columns need too much memory the problem is handed over: other solvers go through
        blocks of rows.
        """
        needed = MEMORY * 8.0 * problem.n * problem.feature_columns
        if too_large := problem.too_large(needed):
            return too_large
        if not (problem.named or problem.fits(needed)):
            return HandOver(
                E_("{feature_columns:,} columns take about {needed:.1g} bytes").format(
                    feature_columns=problem.feature_columns, needed=needed
                )
            )
        with few_threads(problem.n * problem.feature_columns**2):
            return self._solve(problem)

    def _solve(self, problem: Problem) -> Decomposition:
        F = problem.kernel.features(problem.X).copy()  # some kernels' features are X itself
        found = feature_pca(F, problem.n_components, problem.entry_scale, centre=problem.centre)
        U = found.scores / np.sqrt(found.eigenvalues)
        # In units in which neither squares nor products leave the range of float64.
        unit = power_of_two(float(np.abs(F).max(initial=0.0)))
        F /= unit
        values = found.eigenvalues / unit / unit
        residual = float(np.linalg.norm(F @ (F.T @ U) - U * values)) * unit * unit
        trace = float(problem.diagonal.sum())
        expansion = problem.expansion_over_points(found)
        if len(found.axes) <= problem.n:
            expansion = replace(expansion, axes=found.axes)
        return Decomposition(
            eigenvalues=found.eigenvalues,
            scores=found.scores,
            expansion=expansion,
            trace=found.trace,
            negative=np.empty(0),
            rank=found.rank,
            requested=problem.n_components,
            solver=self.name,
            certificate=Certificate.of_residual(
                residual + SUM_ROUNDING * trace + problem.n * problem.rounding,
                problem.n,
                max(float(found.eigenvalues.max(initial=0.0)), float(problem.diagonal.max())),
            ),
            n_samples=problem.n,
        )
