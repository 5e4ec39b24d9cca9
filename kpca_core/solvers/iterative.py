"""The solver "iterative": Lanczos on products with K̃, without holding K.

Time is O(n²) kernel values a product, or O(n log n) for a Laplacian in the plane; memory is O(n q)
and a block. Sources: docs/notation.md.
"""

from kpca_core.decomposition import Decomposition
from kpca_core.solvers.gram import decompose, gram_products
from kpca_core.solvers.linalg.lanczos import FAST_BLOCK, extreme_eigenpairs
from kpca_core.solvers.problem import Problem


class Iterative:
    """Right where K is too large to hold and has no low-rank factor: indefinite or of full rank."""

    name = "iterative"
    needs = "a number of components and a kernel on points"

    def applies(self, problem: Problem) -> bool:
        """Whether q is given and the kernel is not precomputed."""
        return problem.n_components is not None and not problem.precomputed

    def solve(self, problem: Problem) -> Decomposition:
        """The q largest positive eigenpairs of K̃ (or of K if not `centre`).

        Where K is so nearly constant that its largest entry exceeds ‖K̃‖, rounding in the products
        is relative to that entry, and so are the limits that the residuals are judged by.
        """
        q = problem.n_components
        assert q is not None, self.needs
        gram, fast = gram_products(problem), problem.fast_matvec is not None
        found = extreme_eigenpairs(
            gram,
            problem.n,
            q,
            block=FAST_BLOCK if fast else None,
            negative=not problem.kernel.is_psd,
            noise=gram.noise,
        )
        assert found is not None, "only where it may give up"
        return decompose(problem, gram, *found, solver=self.name)
