"""The solver "iterative": Lanczos on products with K̃.

Time is O(n²) kernel values a product, or O(n log n) for a Laplacian in the plane. Memory is O(n q)
and a block; where K fits in memory and rows are few the basis has up to n/3 columns, and LAPACK, if
it takes over, needs n×n. Sources: docs/notation.md.
"""

from kpca_core.decomposition import Decomposition
from kpca_core.solvers.gram import decompose, gram_products
from kpca_core.solvers.linalg.lanczos import (
    OPERATOR_BLOCK,
    basis_columns,
    extreme_eigenpairs,
    lapack_eigenpairs,
)
from kpca_core.solvers.problem import Cost, HandOver, Problem

# Where K fits in memory, a Lanczos that converges late is handed over up to so many rows: of 5,000
# points on a line, whose eigenvalues are all close to 1, "auto" takes 22 s instead of 31. Where
# "iterative" is named LAPACK does it up to LAPACK_ROWS_NAMED, which take 4 s.
LAPACK_ROWS, LAPACK_ROWS_NAMED = 10_000, 3_000


class Iterative:
    """Right where K is too large to hold and has no low-rank factor: indefinite or of full rank."""

    name = "iterative"
    needs = "a number of components and a kernel on points"

    def applies(self, problem: Problem) -> bool:
        """Whether q is given and the kernel is not precomputed."""
        return problem.n_components is not None and not problem.precomputed

    def cost(self, problem: Problem) -> Cost:
        """Seconds for some dozen products with K."""
        assert problem.n_components is not None, self.needs
        needed = problem.table_bytes + 8.0 * problem.n * basis_columns(problem.n_components)
        if problem.fast_matvec is not None:
            return Cost(6e-5 * problem.n, needed)
        return Cost(6e-8 * problem.n**2, needed, quadratic=True)

    def solve(self, problem: Problem) -> Decomposition | HandOver:
        """The q largest positive eigenpairs of K̃ (or of K if not `centre`).

        Where K fits in memory and LAPACK would be faster, the problem is handed over, or done by
        LAPACK if "iterative" is named and rows are few.

        Where K is so nearly constant that its largest entry exceeds ‖K̃‖, rounding in the products
        is relative to that entry, and so are the limits that the residuals are judged by.
        """
        q = problem.n_components
        assert q is not None, self.needs
        if too_large := problem.too_large(8.0 * problem.n * basis_columns(q)):
            return too_large
        gram, fast = gram_products(problem), problem.fast_matvec is not None
        negative = not problem.kernel.is_psd
        limit = LAPACK_ROWS_NAMED if problem.named else LAPACK_ROWS
        found = extreme_eigenpairs(
            gram,
            problem.n,
            q,
            block=OPERATOR_BLOCK if fast else None,
            give_up=problem.n <= limit and problem.matrix_fits,
            negative=negative,
            entry_scale=gram.entry_scale,
        )
        if found is None:
            if not problem.named:
                return HandOver("Lanczos converges later than LAPACK would take")
            found = lapack_eigenpairs(gram, problem.n, q, negative=negative)
        return decompose(problem, gram, *found, solver=self.name)
