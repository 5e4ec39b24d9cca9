"""The Gram matrix of a problem: its entries on demand, products with K̃, and what follows from them.

Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import count

import numpy as np

from kpca_core._support.arrays import EPS, Array, Indices, column_norms
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import BLOCK, VALUES, map_in_order
from kpca_core._support.words import _
from kpca_core.certificate import Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import finite_diagonal, require_finite_gram
from kpca_core.kernels.plane.laplacian_matvec import Matvec
from kpca_core.kernels.tiles import squared_norm
from kpca_core.solvers.problem import Problem
from kpca_core.spectrum import noise_floor, numerical_rank

# Rows and columns of the blocks of K held at once.
BLOCK_ROWS = math.isqrt(BLOCK)

# Noise of prefix sums, whose errors are correlated between rows, in units of n ε max |K|.
COHERENT_ROUNDING = 64.0

Multiply = Callable[[Array], Array]


@dataclass(frozen=True, eq=False)
class GramEntries:
    """The Gram matrix of X with its entries computed on demand, a `PsdMatrix`."""

    kernel: Kernel
    X: Array

    def diagonal(self) -> Array:
        """k(xᵢ, xᵢ), shape (n,), finite."""
        return finite_diagonal(self.kernel, self.X)

    @property
    def rounding(self) -> float:
        """Relative errors of the entries, 0 where all are 0."""
        largest = float(self.diagonal().max())
        return self.kernel.rounding(self.X) / largest if largest else 0.0

    def entries(self, rows: Indices, columns: Indices | None = None) -> Array:
        """K[rows][:, columns], by default with all columns."""
        return self.kernel.gram(self.X[rows], self.X if columns is None else self.X[columns])


@dataclass(frozen=True, eq=False)
class CentredGram:
    """V (n, b) ↦ K̃V = HKHV with H = I − 1ₙ, I the identity ([B] eq. 12.85), or KV.

    Parameters
    ----------
    multiply : callable
        V (n, b) ↦ KV.
    means : (n,) array
        The row means of K, or 0 if not centred.
    trace : float
        Of K̃.
    largest_entry : float
        Max |K|.
    rounding : float
        a bound of the errors of the entries that `multiply` multiplies by.
    centre : bool
    """

    multiply: Multiply
    means: Array
    trace: float
    largest_entry: float
    rounding: float
    centre: bool

    @classmethod
    def of(
        cls,
        problem: Problem,
        multiply: Multiply,
        means: Array,
        trace: float,
        largest_entry: float,
        rounding: float,
    ) -> CentredGram:
        """From the row means (n,) and the trace of K.

        Raises
        ------
        ValueError
            if one is not finite, as where an entry of K is not.
        """
        require_finite_gram(problem.kernel, means)
        if not problem.centre:
            means = np.zeros_like(means)
        trace -= float(means.sum())
        return cls(multiply, means, trace, largest_entry, rounding, problem.centre)

    @classmethod
    def of_matrix(cls, problem: Problem, K: Array, half: bool = False) -> CentredGram:
        """Products with the Gram matrix K (n, n) in memory, or of which the lower half is there."""
        multiply, diagonal = products_with_half(K) if half else K.__matmul__, np.diagonal(K)
        means = multiply(np.full(problem.n, 1.0 / problem.n))
        largest = float(diagonal.max() if problem.kernel.is_psd else max(K.max(), -K.min()))
        trace = float(diagonal.sum())
        return cls.of(problem, multiply, means, trace, largest, problem.rounding)

    def squared_norm(self, K: Array) -> float:
        """‖K̃‖_F² with the Gram matrix K (n, n), and what it may err by."""
        n, m, whole = len(K), self.means, squared_norm(K)
        return whole - n * (2.0 * float(m @ m) - n * float(m.mean()) ** 2) + n * EPS * whole

    @property
    def entry_scale(self) -> float:
        """The scale of K: eigenvalues below n ε times this are rounding."""
        return max(self.largest_entry, self.rounding / EPS)

    def of_centred(self, v: Array) -> Array:
        """K̃v for v (n,) of mean 0, or Kv."""
        product = self.multiply(v)
        if self.centre:
            product -= self.means @ v
        return product

    def __call__(self, V: Array) -> Array:
        if not self.centre:
            return self.multiply(V)
        # For few columns a product with this takes a third of the time of `mean`.
        average = np.full(len(V), 1.0 / len(V))
        product = self.multiply(V - average @ V)
        product -= average @ product
        return product


def reported(multiply: Multiply, progress: Progress | None) -> Multiply:
    """The same products, each of which is reported."""
    numbers = count(1)

    def multiply_and_report(V: Array) -> Array:
        product = multiply(V)
        report(progress, 1, 1, _("product {first} with K").format(first=next(numbers)))
        return product

    return multiply if progress is None else multiply_and_report


def products_with_half(K: Array) -> Multiply:
    """V (n, b) or (n,) ↦ KV for a symmetric K (n, n) in memory, of which the lower half is read."""
    from scipy.linalg import blas

    def multiply(V: Array) -> Array:
        product: Array = blas.dsymv(1.0, K.T, V) if V.ndim == 1 else blas.dsymm(1.0, K.T, V)
        return product

    return multiply


def decompose(
    problem: Problem,
    gram: CentredGram,
    values: Array,
    vectors: Array,
    solver: str,
) -> Decomposition:
    """The result that eigenpairs of K̃ make, with a `residual_certificate`.

    Parameters
    ----------
    values, vectors : (p,) and (n, p) arrays
        The q largest eigenvalues of K̃, descending; the lowest ones may follow; all if p = n.
    """
    n, q = problem.n, problem.n_components
    norm = float(np.abs(values).max(initial=0.0))
    floor = noise_floor(norm, n, gram.entry_scale)
    rank = numerical_rank(values, floor)
    kept = rank if q is None else min(q, rank)
    # Unless all n are known only those after the q largest are the lowest.
    lowest = values if len(values) == n else values[q:]
    following = -math.inf if kept == n else None  # where it is known
    if kept < len(values) == n:
        following = float(values[kept])
    measured = kept if following in (None, -math.inf) else kept + 1
    eigenvalues, U = values[:kept].copy(), vectors[:, :kept]
    scores, coefficients = U * np.sqrt(eigenvalues), U / np.sqrt(eigenvalues)
    if problem.centre:
        # U is orthogonal to the vector of ones, but for rounding.
        scores -= scores.mean(axis=0)
        coefficients -= coefficients.mean(axis=0)
    return Decomposition(
        eigenvalues=eigenvalues,
        scores=scores,
        expansion=problem.expansion(coefficients, -gram.means @ coefficients),
        trace=gram.trace,
        negative=lowest[lowest < -floor][::-1].copy(),
        rank=rank if len(values) == n else None,
        requested=q,
        solver=solver,
        certificate=residual_certificate(gram, values[:measured], vectors[:, :measured], norm),
        n_samples=n,
        next_eigenvalue=following,
    )


def residual_certificate(
    gram: CentredGram, eigenvalues: Array, U: Array, norm: float
) -> Certificate:
    """The bound ‖K̃U − UΛ‖_F of |λ̂ⱼ − λⱼ|, and the rounding of K and of that product.

    The eigenvectors U (n, q) are orthonormal and, to within the bound, those of the largest
    eigenvalues (Parlett 1998, theorem 11.5.1); `norm` is ‖K̃‖.
    """
    n = len(U)
    residual = math.hypot(*column_norms(gram(U) - U * eigenvalues))
    error = residual + n * (gram.rounding + 2 * EPS * gram.largest_entry)
    return Certificate.of_residual(error, n, max(norm, gram.largest_entry))


def gram_products(problem: Problem) -> CentredGram:
    """Products with K̃, or with K if the problem is not centred, without holding K."""
    n, product = problem.n, GramProduct(problem)
    means, trace = product(np.full((n, 1), 1.0 / n))[:, 0], float(problem.diagonal.sum())
    largest, rounding = product.largest_entry, problem.rounding
    if problem.fast_matvec is not None:
        largest = float(problem.diagonal.max())
        rounding = COHERENT_ROUNDING * EPS * largest
    return CentredGram.of(problem, product, means, trace, largest, rounding)


class GramProduct:
    """V (n, b) ↦ KV, with the entries of K computed anew each time.

    Attributes
    ----------
    largest_entry : float
        Max |K| as seen by the first product block by block.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self._products, self.largest_entry = problem, 0, 0.0

    def __call__(self, V: Array) -> Array:
        self._products += 1
        matvec = self._problem.fast_matvec
        return self._block_by_block(V) if matvec is None else self._by_columns(matvec, V)

    def _report(self, done: int, total: int) -> None:
        report(
            self._problem.progress,
            done,
            total,
            _("product {products} with K").format(products=self._products),
        )

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
