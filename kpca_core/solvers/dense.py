"""The solver "dense": the n×n Gram matrix in memory, and the leading eigenpairs of K̃."""

from dataclasses import replace

from kpca_core._support.arrays import Array
from kpca_core._support.threads import few_threads
from kpca_core._support.words import N_, _
from kpca_core.decomposition import Decomposition
from kpca_core.kernels.tiles import mirrored
from kpca_core.solvers.centring import centre_gram
from kpca_core.solvers.gram import CentredGram, decompose, reported
from kpca_core.solvers.linalg.lanczos import leading_eigenpairs
from kpca_core.solvers.linalg.lapack import largest_eigenpairs
from kpca_core.solvers.problem import Cost, HandOver, Problem

# Up to this n LAPACK's full spectrum is as fast as Lanczos; of an indefinite kernel up to twice
# this n, since it holds all negative eigenvalues.
FULL_SPECTRUM = 200

UNEVEN = N_("The matrix is not quite symmetric, and its mean with its transpose is taken.")


class Dense:
    """Right for small n, for indefinite kernels and for Gram matrices of nearly full rank."""

    name = "dense"
    needs = N_("memory for n×n numbers")

    def applies(self, problem: Problem) -> bool:
        """Every problem has what it needs."""
        return True

    def cost(self, problem: Problem) -> Cost:
        """Seconds for the kernel values, and for Lanczos or LAPACK's whole spectrum."""
        n, a_value = problem.n, 7e-8 + 2.5e-10 * problem.X.nbytes / problem.n
        seconds = a_value * n**2 + (5e-10 * n**3 if problem.wants_all else 0.0)
        return Cost(seconds, problem.table_bytes + problem.matrix_memory, quadratic=True)

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """The q largest positive eigenpairs of K̃ (or of K if not `centre`), all for None."""
        if too_large := problem.too_large(problem.matrix_memory):
            return too_large
        n, q, is_psd = problem.n, problem.n_components, problem.kernel.is_psd
        few = q is not None and n > FULL_SPECTRUM * (1 if is_psd else 2)
        by_lanczos = few and not problem.slow_lanczos
        form = problem.kernel.lower_gram if by_lanczos else problem.kernel.gram_matrix
        K = form(problem.X, problem.progress)
        if q is not None and by_lanczos:
            # Products with one vector wait for memory: a second thread only waits, too.
            with few_threads(n**2):
                found = _by_lanczos(problem, K, q)
            if found is not None:
                return found
            K = K if K is problem.X else mirrored(K)
        with few_threads(n**3 / 3):
            return by_lapack(problem, K, q if few and is_psd else None, self.name)


def _by_lanczos(problem: Problem, K: Array, q: int) -> Decomposition | None:
    """From the lower half of K (n, n); None where LAPACK is faster or more exact."""
    gram = CentredGram.of_matrix(problem, K, half=True)
    found = leading_eigenpairs(
        reported(gram.of_centred, problem.progress),
        problem.n,
        q,
        centred=problem.centre,
        negative=not problem.kernel.is_psd,
        entry_scale=gram.largest_entry,
        squares=gram.squared_norm(K),
    )
    result = None if found is None else decompose(problem, gram, *found, solver=Dense.name)
    return result if result is not None and result.certificate.holds else None


def by_lapack(problem: Problem, K: Array, wanted: int | None, solver: str) -> Decomposition:
    """From the whole of K (n, n); None for all eigenpairs."""
    gram = CentredGram.of_matrix(problem, K)
    if problem.centre:
        # In place, but not in the caller's matrix; `gram` multiplies by K̃ from here on.
        K = centre_gram(K.copy() if K is problem.X else K)
        gram = replace(gram, multiply=K.__matmul__)
    result = decompose(problem, gram, *largest_eigenpairs(K, wanted), solver=solver)
    uneven = problem.kernel.is_precomputed and problem.rounding > 0.0
    return replace(result, advice=_(UNEVEN)) if uneven else result
