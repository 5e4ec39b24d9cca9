"""The solver "iterative": Lanczos on products with K̃.

Time is O(n²) kernel values a product, or O(n log n) for a Laplacian in the plane; memory is O(n q)
and a block. Sources: docs/notation.md.
"""

from dataclasses import replace

from kpca_core._support.arrays import Array, evenly_spread
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, N_
from kpca_core.decomposition import Decomposition
from kpca_core.solvers.dense import by_lapack
from kpca_core.solvers.gram import CentredGram, decompose, gram_products
from kpca_core.solvers.linalg.lanczos import (
    BASIS_BLOCKS,
    GUARD_VECTORS,
    basis_columns,
    leading_eigenpairs,
)
from kpca_core.solvers.problem import WHOLE_LIMIT, Cost, HandOver, Problem

# Rows of the sample whose products are counted to foretell those of all. Of noise, clusters and
# factors in 10 to 30 columns 4,000 rows took 0.8 to 1.3 times as many as 500.
FORETOLD_BY = 500

# Columns of a block for fast products, which cost as much for each column.
FAST_BLOCK = 4


class Iterative:
    """Right where K is too large to hold and has no low-rank factor: indefinite or of full rank."""

    name = "iterative"
    needs = N_("a number of components and a kernel on points")

    def applies(self, problem: Problem) -> bool:
        """Whether q is given and the kernel is not precomputed."""
        return problem.n_components is not None and not problem.kernel.is_precomputed

    def cost(self, problem: Problem) -> Cost:
        """Seconds for as many products with K as a sample needs, on one thread."""
        assert problem.n_components is not None, self.needs
        needed = problem.table_bytes + 8.0 * problem.n * basis_columns(problem.n_components)
        if problem.fast_matvec is not None:
            return Cost(6e-5 * problem.n, needed)
        a_product = (6e-9 + 4e-11 * problem.X.shape[1]) * problem.n**2
        return Cost(a_product * _products_of_a_sample(problem), needed, quadratic=True)

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """The q largest positive eigenpairs of K̃ (or of K if not `centre`).

        Where K fits in memory LAPACK takes over from a Lanczos that converges slowly; "auto" takes
        another solver.

        Where K is so nearly constant that its largest entry exceeds ‖K̃‖, rounding in the products
        is relative to that entry, and so are the limits that the residuals are judged by.
        """
        q = problem.n_components
        assert q is not None, self.needs
        if too_large := problem.too_large(8.0 * problem.n * basis_columns(q)):
            return too_large
        # Blocks of the basis times a block of vectors, and their Householder reflections.
        with few_threads(problem.n * basis_columns(q) * (q + GUARD_VECTORS)):
            gram = gram_products(problem)
            found = _by_lanczos(problem, gram, q)
            certified = found is not None and found.certificate.holds
            if found is not None and (certified or not (problem.named and problem.matrix_fits)):
                return found
        if not problem.named:
            return HandOver(E_("Lanczos converges slowly"), slow_lanczos=True)
        K = problem.kernel.gram_matrix(problem.X, problem.progress)
        return by_lapack(problem, K, q if problem.kernel.is_psd else None, self.name)


def _products_of_a_sample(problem: Problem) -> int:
    """How many products with K Lanczos takes for a sample of the rows, and for the certificate."""
    some = replace(problem, X=problem.X[evenly_spread(problem.n, FORETOLD_BY)], progress=None)
    gram = CentredGram.of_matrix(some, some.kernel.gram_matrix(some.X))
    products = []

    def multiply(V: Array) -> Array:
        products.append(V.shape[1])
        return gram(V)

    q = some.n_components or 0
    with few_threads(0):
        leading_eigenpairs(
            multiply, some.n, q, block=q + GUARD_VECTORS, restarts=5 * BASIS_BLOCKS,
            entry_scale=gram.entry_scale,
        )  # fmt: skip
    return max(len(products), BASIS_BLOCKS) + 2


def _by_lanczos(problem: Problem, gram: CentredGram, q: int) -> Decomposition | None:
    """None where LAPACK is faster.

    Fast products with single vectors take fewer columns than with blocks, which share threads. As
    their basis is not bounded, beyond WHOLE_LIMIT rows it could take much more memory than O(n q).
    """
    fast = problem.fast_matvec is not None
    single = fast and problem.n <= WHOLE_LIMIT and problem.matrix_fits
    found = leading_eigenpairs(
        (lambda v: gram(v[:, None])[:, 0]) if single else gram,
        problem.n,
        q,
        block=1 if single else FAST_BLOCK if fast else q + GUARD_VECTORS,
        restarts=0 if single else BASIS_BLOCKS if problem.matrix_fits else 5 * BASIS_BLOCKS,
        centred=single and problem.centre,
        negative=not problem.kernel.is_psd,
        entry_scale=gram.entry_scale,
    )
    return None if found is None else decompose(problem, gram, *found, solver=Iterative.name)
