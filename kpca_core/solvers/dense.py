"""The solver "dense": the n×n Gram matrix, centred, and its leading eigenpairs."""

import numpy as np

from kpca_core.centring import centre_gram
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels.base import require_finite_gram
from kpca_core.solvers.linalg.lanczos import eigenpairs
from kpca_core.solvers.problem import Problem
from kpca_core.spectrum import noise_floor, numerical_rank
from kpca_core.threads import few_threads

# Up to here LAPACK's full spectrum costs no more than its leading part found by Lanczos; for
# indefinite kernels the full spectrum is worth more, because it holds all negative eigenvalues.
FULL_SPECTRUM, FULL_SPECTRUM_INDEFINITE = 200, 1000


class Dense:
    """Right for small n, for indefinite kernels and for Gram matrices of nearly full rank."""

    name = "dense"
    needs = "memory for n×n numbers"

    def applies(self, problem: Problem) -> bool:
        """Every problem has what it needs."""
        return True

    def solve(self, problem: Problem) -> Decomposition:
        """The q largest positive eigenpairs of K̃ (or of K if not `centre`), all for None."""
        with few_threads(problem.n**3 / 3):
            return self._solve(problem)

    def _solve(self, problem: Problem) -> Decomposition:
        n, q, is_psd = problem.n, problem.n_components, problem.kernel.is_psd
        K = problem.kernel(problem.X)
        if K is problem.X:
            K = K.copy()
        # The sum is not finite as soon as one entry is not.
        require_finite_gram(problem.kernel, np.asarray(K.sum()))
        largest_entry = float(np.diagonal(K).max() if is_psd else np.abs(K).max())
        means = np.zeros(n)
        if problem.centre:
            K, means = centre_gram(K)

        limit = FULL_SPECTRUM if is_psd else FULL_SPECTRUM_INDEFINITE
        whole = n <= limit or (q is not None and 6 * q > n)
        values, vectors, certificate = eigenpairs(K, q, whole=whole, both_ends=not is_psd)
        floor = noise_floor(float(np.abs(values).max()), n, largest_entry)
        rank = numerical_rank(values, floor)
        kept = rank if q is None else min(q, rank)
        eigenvalues, U = values[:kept], vectors[:, :kept]

        scores = U * np.sqrt(eigenvalues)
        coefficients = U / np.sqrt(eigenvalues)
        if problem.centre:
            # Both are sums over a direction that centring removes: exact zeros, but for rounding.
            scores -= scores.mean(axis=0)
            coefficients -= coefficients.mean(axis=0)
        return Decomposition(
            eigenvalues=eigenvalues.copy(),
            scores=scores,
            expansion=Expansion(problem.kernel, problem.X, coefficients, -means @ coefficients),
            trace=float(np.trace(K)),
            negative=values[values < -floor][::-1].copy(),
            rank=rank if len(values) == n else None,
            requested=q,
            solver=self.name,
            certificate=certificate,
            n_samples=n,
        )
