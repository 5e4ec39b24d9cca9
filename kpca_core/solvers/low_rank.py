"""The solver "low-rank": K = L Lᵀ + E by pivoted Cholesky, then PCA of the columns of L, O(n r²).

It stops at trace(E) ≤ tol·trace(K̃). Then λ̂ ≤ λ ≤ λ̂ + trace(E) for every eigenvalue of K̃, but for
rounding, which is bounded, too; where that bound is too large, one product with K gives another.
"""

import math
from dataclasses import replace

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, N_
from kpca_core.certificate import Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.solvers.arguments import allowed_memory
from kpca_core.solvers.gram import GramEntries, gram_products, residual_certificate
from kpca_core.solvers.landmarks import Bound, Landmarks
from kpca_core.solvers.linalg.feature_pca import FeaturePCA, feature_pca
from kpca_core.solvers.linalg.pivoted_cholesky import pivoted_cholesky
from kpca_core.solvers.problem import Cost, HandOver, Problem
from kpca_core.spectrum import noise_floor

# Peak memory in units of L.
MEMORY = 4

# Up to this multiple of the accepted error trace(E) is worth the product with K that measures the
# residual instead.
VERIFIABLE = 4


# Columns up to which, and tolerance from which on, a smooth kernel is expected to have at most
# LOW_RANK pivots.
LOW_RANK_COLUMNS, LOW_RANK_TOL, LOW_RANK = 4, 1e-6, 800


def is_low_rank(problem: Problem) -> bool:
    """Whether at most LOW_RANK pivots are expected."""
    few = problem.X.shape[1] <= LOW_RANK_COLUMNS
    return problem.kernel.is_analytic and problem.tol >= LOW_RANK_TOL and few


class LowRank:
    """Right for psd kernels whose Gram matrix has a rank well below n."""

    name = "low-rank"
    needs = N_("a positive semidefinite kernel on points")

    def applies(self, problem: Problem) -> bool:
        """Whether the kernel is psd."""
        return problem.kernel.is_psd

    def cost(self, problem: Problem) -> Cost | None:
        """Seconds where the rank is expected to be low."""
        if not is_low_rank(problem):
            return None
        return Cost(8e-5 * problem.n, problem.table_bytes + 8.0 * LOW_RANK * problem.n)

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """The q largest eigenpairs of K̃ through L; hands over where its rank is too high.

        Where K can be held, "dense" is faster beyond a rank of about n/4: at n = 3,000 a rank of
        862 takes 0.23 s and "dense" 0.18. A named solver goes on to n.
        """
        with few_threads(problem.factor_work):
            return self._solve(problem)

    def _solve(self, problem: Problem) -> Decomposition | HandOver:
        n, named = problem.n, problem.named
        most = n if named else n // (4 if problem.matrix_fits else 2)
        column, limited = MEMORY * 8.0 * n, ""
        if not problem.fits(column * most):
            most = int(allowed_memory(problem.max_memory) / column)
            limited = E_(", the most in max_memory")
        most = max(1, most)
        factor = pivoted_cholesky(
            GramEntries(problem.kernel, problem.X),
            problem.relative_tol,
            most,
            give_up_after=math.inf if named else 0,
            progress=problem.progress,
        )
        bound = Bound.of(
            problem.diagonal, factor.residual, factor.rank, problem.rounding, factor.amplified
        )
        if bound.deviation > VERIFIABLE * bound.certificate(problem.relative_tol).limit:
            share = bound.deviation / bound.trace
            seen = E_("trace(E) = {share:.0e} trace(K) at {rank:,}").format(
                share=share, rank=factor.rank
            )
            why = seen if factor.rank else E_("by the decay in a sample")
            return HandOver(
                E_("rank > {most:,}{limited} ({why})").format(most=most, limited=limited, why=why)
            )
        over_points = problem.expands_over_points(bound.deviation, bound.trace)
        landmarks = None if over_points else Landmarks.of(problem.kernel, problem.X, factor)
        return self.decompose(problem, factor.rows.T, bound, landmarks)

    def decompose(
        self, problem: Problem, F: Array, bound: Bound, over: Landmarks | None, advice: str = ""
    ) -> Decomposition:
        """Kernel PCA from the factor F (n, r) of all rows, which is overwritten.

        Functions are expanded over landmarks, or over all points for None.
        """
        found = feature_pca(F, problem.n_components, problem.entry_scale, centre=problem.centre)
        top = float(found.eigenvalues.max(initial=0.0))
        certificate = bound.certificate(problem.relative_tol, 0.0, found.error, top)
        if not certificate.holds and problem.n_components is not None and len(found.eigenvalues):
            # One product with K costs less than another solver.
            certificate = _of_largest(problem, found, F, certificate.error)
        return Decomposition(
            eigenvalues=found.eigenvalues,
            scores=found.scores,
            expansion=problem.expansion_over_points(found)
            if over is None
            else over.expansion(found.axes, found.mean),
            trace=found.trace + bound.residual_trace,
            negative=np.empty(0),
            rank=F.shape[1] if found.rank is None else found.rank,
            requested=problem.n_components,
            solver=self.name,
            certificate=certificate,
            n_samples=problem.n,
            advice=advice,
        )


def _of_largest(problem: Problem, found: FeaturePCA, F: Array, error: float) -> Certificate:
    """The certificate of eigenpairs by their residual, if they are known to be the largest.

    A small residual ρ only says that K̃ has eigenvalues m₁ … m_q near λ̂₁ … λ̂_q. Any other one, μ,
    obeys Σ mⱼ + μ ≤ λ̂₁ + … + λ̂_{q+1} + trace(E): by Fan's theorem the sum of the q + 1 largest of
    K̃ exceeds that of F̃F̃ᵀ by at most trace(E). So μ ≤ λ̂_{q+1} + trace(E) + qρ, and the error is what
    of this lies above λ̂_q, or ρ if that is more (Fan 1949). `found` is of the centred columns F
    (n, r), and `error` trace(E) with all rounding.
    """
    values = found.eigenvalues
    q, top = len(values), float(values[0])
    residual = residual_certificate(
        gram_products(problem), values, found.scores / np.sqrt(values), top
    )
    more = feature_pca(F, q + 1, problem.entry_scale, centre=False).eigenvalues
    # An eigenvalue below the noise floor is not returned, and is at most that.
    following = (
        float(more[q]) if len(more) > q else noise_floor(top, problem.n, problem.entry_scale)
    )
    # With fewer than q components none is said to follow: one that does counts in full.
    least = float(values[-1]) if q == problem.n_components else 0.0
    missed = following + error + q * residual.error - least
    return replace(residual, error=max(residual.error, missed))
