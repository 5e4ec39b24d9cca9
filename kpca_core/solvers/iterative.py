"""The solver "iterative": Lanczos on products with K̃, without holding K.

Time is O(n²) kernel values a product, or O(n log n) for a Laplacian in the plane; memory is O(n q)
and a block. Sources: docs/notation.md.
"""

from contextlib import closing

import numpy as np

from kpca_core.arrays import EPS, Array
from kpca_core.decomposition import Decomposition
from kpca_core.kernels.base import require_finite_gram
from kpca_core.plane.laplacian_matvec import Matvec
from kpca_core.progress import report
from kpca_core.solvers.gram import CentredGram, decompose
from kpca_core.solvers.linalg.lanczos import extreme_eigenpairs
from kpca_core.solvers.problem import Problem
from kpca_core.threads import VALUES, map_in_order

# Rows and columns of the blocks of K held at once: 8 MiB each.
BLOCK_ROWS = 1024

# Noise of prefix sums, in units of max |K|: their rounding errors are correlated between rows, and
# eigenvalues of 8 n ε were seen at n = 30,000 that should be 0.
COHERENT_ROUNDING = 64.0


# Columns of a block where products take O(n log n): for the eight largest of a narrow Laplacian on
# a line at n = 3,000 blocks of 4 took 0.17 s, 8 0.36; for the fifty largest 0.57 and 0.63.
FAST_BLOCK = 4


class Iterative:
    """Right where K is too large to hold and has no low-rank factor: indefinite or of full rank."""

    name = "iterative"
    needs = "a number of components and a kernel on points"

    def applies(self, problem: Problem) -> bool:
        """Whether q is given and the kernel is not precomputed."""
        return problem.n_components is not None and not problem.precomputed

    def solve(self, problem: Problem) -> Decomposition:
        """The q largest positive eigenpairs of K̃ (or of K if not `centre`).

        For an indefinite kernel the q most negative eigenvalues too. Where K is so nearly constant
        that its largest entry exceeds ‖K̃‖, rounding in the products is relative to that entry, and
        so are the limits that the residuals are judged by.
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


def gram_products(problem: Problem) -> CentredGram:
    """Products with K̃, or with K if the problem is not centred, without holding K."""
    n, matvec, product = problem.n, problem.fast_matvec, GramProduct(problem)
    means = product(np.full((n, 1), 1.0 / n))[:, 0]
    require_finite_gram(problem.kernel, means)
    largest = float(problem.diagonal.max()) if matvec else product.largest_entry
    coherent = COHERENT_ROUNDING * EPS * largest
    return CentredGram(
        product,
        means if problem.centre else np.zeros(n),
        trace=float(problem.diagonal.sum() - (means.sum() if problem.centre else 0.0)),
        largest_entry=largest,
        rounding=coherent if matvec else problem.rounding,
        noise=COHERENT_ROUNDING * largest if matvec else max(largest, problem.rounding / EPS),
        centre=problem.centre,
    )


class GramProduct:
    """V (n, b) ↦ KV, with the entries of K computed anew each time.

    Attributes
    ----------
    largest_entry : float, max |K| as seen by the first product block by block
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self._products, self.largest_entry = problem, 0, 0.0

    def __call__(self, V: Array) -> Array:
        self._products += 1
        matvec = self._problem.fast_matvec
        return self._block_by_block(V) if matvec is None else self._by_columns(matvec, V)

    def _report(self, done: int, total: int) -> None:
        report(self._problem.progress, done, total, f"product {self._products} with K")

    def _by_columns(self, matvec: Matvec, V: Array) -> Array:
        columns = max(1, VALUES // len(V))
        blocks = [V[:, start : start + columns] for start in range(0, V.shape[1], columns)]
        if len(blocks) < 2:
            self._report(1, 1)
            return matvec(V)
        parts: list[Array] = []
        with closing(map_in_order(matvec, blocks)) as products:
            for part in products:
                parts.append(part)
                self._report(len(parts), len(blocks))
        return np.hstack(parts)

    def _block_by_block(self, V: Array) -> Array:
        n, out = self._problem.n, np.zeros_like(V)
        starts = range(0, n, BLOCK_ROWS)
        total, done = len(starts) * (len(starts) + 1) // 2, 0
        with closing(map_in_order(lambda start: self._stripe(start, V), starts)) as stripes:
            for count, (start, own, mirrored, largest) in enumerate(stripes, start=1):
                out[start : start + BLOCK_ROWS] += own
                out[:start] += mirrored
                self.largest_entry = max(self.largest_entry, largest)
                done += count
                self._report(done, total)
        return out

    def _stripe(self, start: int, V: Array) -> tuple[int, Array, Array, float]:
        """The products of one stripe of K: rows from `start` on, columns up to its last row.

        Returns `start`, the stripe's own rows of KV as far as these columns go, what its transpose
        adds to the rows above, and the largest |K| seen.
        """
        kernel, points = self._problem.kernel, self._problem.X
        rows = slice(start, start + BLOCK_ROWS)
        X, own, mirrored = points[rows], np.zeros_like(V[rows]), np.empty_like(V[:start])
        largest = 0.0
        for b in range(0, start + 1, BLOCK_ROWS):
            columns = slice(b, b + BLOCK_ROWS)
            block = kernel.gram(X, X if b == start else points[columns])
            own += block @ V[columns]
            if b < start:
                mirrored[columns] = block.T @ V[rows]
            if self._products == 1:
                largest = max(largest, float(np.abs(block).max()))
        return start, own, mirrored, largest
