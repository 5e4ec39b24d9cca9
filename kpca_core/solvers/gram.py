"""The Gram matrix of a problem: its entries on demand, products with K̃, and what follows from them.

Sources: docs/notation.md.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kpca_core.arrays import EPS, Array, Indices
from kpca_core.certificate import Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import require_finite_gram
from kpca_core.solvers.problem import Problem
from kpca_core.spectrum import noise_floor, numerical_rank


@dataclass(frozen=True, eq=False)
class GramEntries:
    """The Gram matrix of X with its entries computed on demand, a `PsdMatrix`."""

    kernel: Kernel
    X: Array

    def diagonal(self) -> Array:
        """k(xᵢ, xᵢ), shape (n,), finite."""
        diagonal = self.kernel.diagonal(self.X)
        require_finite_gram(self.kernel, diagonal)
        return diagonal

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
    multiply : callable, V (n, b) ↦ KV
    means : (n,) array, the row means of K, or 0 if not centred
    trace : float, of K̃
    largest_entry : float, max |K|
    rounding : float, a bound of the errors of the entries that `multiply` multiplies by
    noise : float
        n times this times ε is the size of eigenvalues that are rounding alone: `largest_entry`, or
        more where the rounding errors of rows are correlated.
    centre : bool
    """

    multiply: Callable[[Array], Array]
    means: Array
    trace: float
    largest_entry: float
    rounding: float
    noise: float
    centre: bool

    def __call__(self, V: Array) -> Array:
        if not self.centre:
            return self.multiply(V)
        product = self.multiply(V - V.mean(axis=0))
        product -= product.mean(axis=0)
        return product


def decompose(
    problem: Problem,
    gram: CentredGram,
    values: Array,
    vectors: Array,
    solver: str,
) -> Decomposition:
    """The result that eigenpairs of K̃ make.

    Its certificate bounds |λ̂ⱼ − λⱼ| by ‖K̃U − UΛ‖_F (Parlett 1998, theorem 11.5.1) and the rounding
    of K and of that product.

    Parameters
    ----------
    values, vectors : (p,) and (n, p) arrays
        The largest eigenvalues of K̃, descending; negative ones may follow; all of them if p = n.
    """
    n, q = problem.n, problem.n_components
    norm = float(np.abs(values).max(initial=0.0))
    floor = noise_floor(norm, n, gram.noise)
    rank = numerical_rank(values, floor)
    kept = rank if q is None else min(q, rank)
    eigenvalues, U = values[:kept].copy(), vectors[:, :kept]
    residual = float(np.linalg.norm(gram(U) - U * eigenvalues))
    scores, coefficients = U * np.sqrt(eigenvalues), U / np.sqrt(eigenvalues)
    if problem.centre:
        # Both are sums over a direction that centring removes: exact zeros, but for rounding.
        scores -= scores.mean(axis=0)
        coefficients -= coefficients.mean(axis=0)
    return Decomposition(
        eigenvalues=eigenvalues,
        scores=scores,
        expansion=Expansion(problem.kernel, problem.X, coefficients, -gram.means @ coefficients),
        trace=gram.trace,
        negative=values[values < -floor][::-1].copy(),
        rank=rank if len(values) == n else None,
        requested=q,
        solver=solver,
        certificate=Certificate.of_residual(
            residual + n * (gram.rounding + 2 * EPS * gram.largest_entry),
            n,
            max(norm, gram.largest_entry),
        ),
        n_samples=n,
    )
