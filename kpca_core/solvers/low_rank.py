"""The solver "low-rank": K = L Lᵀ + E by pivoted Cholesky, then PCA of the columns of L, O(n r²).

It stops at trace(E) ≤ tol·trace(K̃). Then λ̂ ≤ λ ≤ λ̂ + trace(E) for every eigenvalue of K̃, but for
rounding, which is bounded, too; where that bound is too large, one product with K gives another.
"""

import numpy as np

from kpca_core.certificate import Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.solvers.gram import GramEntries, gram_products, residual_certificate
from kpca_core.solvers.landmarks import Landmarks
from kpca_core.solvers.linalg.feature_pca import feature_pca
from kpca_core.solvers.linalg.pivoted_cholesky import pivoted_cholesky
from kpca_core.solvers.problem import HandOver, Problem
from kpca_core.threads import few_threads

# Numbers that L may hold: 1 GiB.
MAX_VALUES = 2**27

# Up to this multiple of the accepted error trace(E) does not rule out that eigenpairs are right:
# for Gaussian(60) in five dimensions at n = 20,000 trace(E) is 1.5e-9, the residual 4e-11. The
# product with K that measures the residual costs less than another solver.
VERIFIABLE = 4


class LowRank:
    """Right for psd kernels whose Gram matrix has a rank well below n."""

    name = "low-rank"
    needs = "a positive semidefinite kernel on points"

    def applies(self, problem: Problem) -> bool:
        """Whether the kernel is psd."""
        return problem.kernel.is_psd

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """The q largest eigenpairs of K̃ through L; hands over where its rank is too high.

        Where K can be held, "dense" is faster beyond a rank of about n/4: at n = 3,000 a rank of
        862 takes 0.23 s and "dense" 0.18. A named solver goes on to n.
        """
        with few_threads(problem.n * 250.0**2):  # O(n r²) at a typical rank r of 250
            return self._solve(problem)

    def _solve(self, problem: Problem) -> Decomposition | HandOver:
        n, tol = problem.n, problem.relative_tol
        most = n if problem.named else n // (4 if problem.holds_matrix else 2)
        most = max(1, min(most, MAX_VALUES // n))
        K = GramEntries(problem.kernel, problem.X)
        factor = pivoted_cholesky(
            K, tol, most, give_up=not problem.named, progress=problem.progress
        )
        limit = problem.limit(factor.trace)
        if factor.residual_trace > VERIFIABLE * limit:
            share = factor.residual_trace / factor.trace
            seen = f"trace(E) = {share:.0e} trace(K) at {factor.rank:,}"
            why = seen if factor.rank else "by the decay in a sample"
            return HandOver(f"rank > {most:,} ({why})")
        over_points = problem.expands_over_points(factor.residual_trace, factor.trace)
        # R is read before the columns of L are centred in place.
        R = np.empty((0, 0)) if over_points else factor.cholesky_factor
        found = feature_pca(
            factor.rows.T, problem.n_components, problem.noise, centre=problem.centre
        )
        certificate = Certificate(
            "trace bound",
            factor.residual_trace + factor.rounding + found.error + n * problem.rounding,
            limit,
        )
        if not certificate.holds and problem.n_components is not None:
            # One product with K costs less than another solver.
            values, U = found.eigenvalues, found.scores / np.sqrt(found.eigenvalues)
            certificate = residual_certificate(
                gram_products(problem), values, U, float(values.max(initial=0.0))
            )
        if over_points:
            expansion = problem.expansion_over_points(found)
        else:
            landmarks = Landmarks(problem.kernel, problem.X[factor.pivots], R)
            expansion = landmarks.expansion(found.axes, found.mean)
        return Decomposition(
            eigenvalues=found.eigenvalues,
            scores=found.scores,
            expansion=expansion,
            trace=found.trace + factor.residual_trace,
            negative=np.empty(0),
            rank=factor.rank if found.rank is None else found.rank,
            requested=problem.n_components,
            solver=self.name,
            certificate=certificate,
            n_samples=n,
        )
