"""The iterative route: eigenpairs of K̃ from products K̃V alone, with K made anew block by block.

For kernels without a low-rank factor at sizes where the n×n Gram matrix should not be held:
indefinite ones, whose spectrum has two ends, and positive ones of nearly full rank. Time is
O(n²) kernel values a product, memory O(n q) and a block; far less where the kernel knows a faster
way to the product.
"""

from __future__ import annotations

from contextlib import closing

import numpy as np

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, Multiplier, require_finite_gram
from kpca_core.progress import Progress, report
from kpca_core.solvers.lanczos import extreme_eigenpairs
from kpca_core.spectrum import noise_floor, numerical_rank
from kpca_core.threads import map_in_order

# Rows and columns of the blocks of K held at once: 8 MiB each.
BLOCK_ROWS = 1024

# Entries of V that a kernel's own way to the product takes at once: they stay in a core's cache.
BLOCK_VALUES = 2**17

# Rounding in running sums is alike in many rows: eigenvalues of 8 n ε were seen at n = 30,000 where
# there are none.
COHERENT = 64.0


class GramOperator:
    """V (n, b) -> K̃V, or KV if not `centre`. Each block of K serves its mirror image too."""

    def __init__(
        self, kernel: Kernel, X: Array, *, centre: bool, progress: Progress | None = None
    ) -> None:
        self.kernel, self.X, self.centre, self.progress = kernel, X, centre, progress
        self.products, self.multiplier = 0, kernel.multiplier(X)
        self.largest_entry = float(kernel.diagonal(X).max()) if self.multiplier else 0.0
        means = self._multiply(np.full((len(X), 1), 1.0 / len(X)))[:, 0]
        require_finite_gram(kernel, means)
        self.means = means if centre else np.zeros(len(X))

    def __call__(self, V: Array) -> Array:
        """K̃V = HKHV with H = 1 − 1ₙ (B 12.85)."""
        if not self.centre:
            return self._multiply(V)
        product = self._multiply(V - V.mean(axis=0))
        return product - product.mean(axis=0)

    def _multiply(self, V: Array) -> Array:
        self.products += 1
        if self.multiplier is None:
            return self._block_by_block(V)
        return self._by_columns(self.multiplier, V)

    def _by_columns(self, multiply: Multiplier, V: Array) -> Array:
        what, columns = f"product {self.products} with K", max(1, BLOCK_VALUES // len(V))
        blocks = [V[:, start : start + columns] for start in range(0, V.shape[1], columns)]
        if len(blocks) < 2:
            report(self.progress, 1, 1, what)
            return multiply(V)
        parts: list[Array] = []
        with closing(map_in_order(multiply, blocks)) as products:
            for part in products:
                parts.append(part)
                report(self.progress, len(parts), len(blocks), what)
        return np.hstack(parts)

    @property
    def noise(self) -> float:
        """What rounding that passes for eigenvalues is relative to."""
        return self.largest_entry * (1.0 if self.multiplier is None else COHERENT)

    def _block_by_block(self, V: Array) -> Array:
        n, out = len(self.X), np.zeros_like(V)
        starts = range(0, n, BLOCK_ROWS)
        total, done = len(starts) * (len(starts) + 1) // 2, 0
        with closing(map_in_order(lambda start: self._stripe(start, V), starts)) as stripes:
            for count, (start, own, mirrored, largest) in enumerate(stripes, start=1):
                out[start : start + BLOCK_ROWS] += own
                out[:start] += mirrored
                self.largest_entry = max(self.largest_entry, largest)
                done += count
                report(self.progress, done, total, f"product {self.products} with K")
        return out

    def _stripe(self, start: int, V: Array) -> tuple[int, Array, Array, float]:
        """Rows from `start` on of KV from the columns up to them, what the mirror image of the
        blocks left of the diagonal adds to the rows above, and the largest |K| seen."""
        rows = slice(start, start + BLOCK_ROWS)
        X, own, mirrored = self.X[rows], np.zeros_like(V[rows]), np.empty_like(V[:start])
        largest = 0.0
        for b in range(0, start + 1, BLOCK_ROWS):
            columns = slice(b, b + BLOCK_ROWS)
            block = self.kernel.gram(X, X if b == start else self.X[columns])
            own += block @ V[columns]
            if b < start:
                mirrored[columns] = block.T @ V[rows]
            if self.products == 1:
                largest = max(largest, float(np.abs(block).max()))
        return start, own, mirrored, largest


def solve_iterative(
    kernel: Kernel, X: Array, q: int, *, centre: bool, progress: Progress | None = None
) -> Decomposition:
    """The q largest positive eigenpairs of K̃ (or of K if not `centre`), matrix-free; for an
    indefinite kernel the q most negative eigenvalues too.

    Where K is so nearly constant that its largest entry exceeds ‖K̃‖, rounding in the products is
    relative to that entry, and so are the limits that the residuals are judged by.
    """
    n = len(X)
    diagonal = kernel.diagonal(X)
    K = GramOperator(kernel, X, centre=centre, progress=progress)
    values, vectors = extreme_eigenpairs(
        K, n, q, both_ends=not kernel.positive, noise=K.largest_entry
    )
    size = float(np.abs(values).max())
    floor = noise_floor(size, n, K.noise)
    kept = min(q, numerical_rank(values, floor))
    eigenvalues, U = values[:kept], vectors[:, :kept]
    residuals = np.linalg.norm(K(U) - U * eigenvalues, axis=0)
    coefficients = U / np.sqrt(eigenvalues)
    if centre:
        coefficients = coefficients - coefficients.mean(axis=0)
    return Decomposition(
        eigenvalues=eigenvalues.copy(),
        scores=coefficients * eigenvalues,
        expansion=Expansion(kernel, X, coefficients, -K.means @ coefficients),
        trace=float(diagonal.sum() - n * K.means.mean()),
        negative=values[values < -floor][::-1].copy(),
        rank=None,
        requested=q,
        solver="iterative",
        certificate=Certificate.of_residual(
            float(residuals.max(initial=0.0)), n, max(size, K.largest_entry)
        ),
        n_samples=n,
    )
