"""Extreme eigenpairs of a symmetric operator by block Lanczos with thick restarts.

The block is wider than the number of wanted pairs, so that a multiple eigenvalue is found with all
its copies, which a single starting vector cannot promise (Golub & Van Loan 2013, section 10.3.6;
thick restart: Wu & Simon 2000). Sources: docs/notation.md.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kpca_core.arrays import EPS, Array, Indices
from kpca_core.certificate import Certificate
from kpca_core.spectrum import RANK_TOLERANCE

# Columns of a block beyond the wanted pairs, a margin for copies of a multiple eigenvalue; in 36
# problems on regular polygons none was missed without them. Each costs as much as a wanted one.
GUARD_VECTORS = 2

# BASIS_BLOCKS: blocks of the basis besides those kept at a restart. FIRST_TEST: size of the basis,
# in blocks, at the first test of convergence, by when most Gram matrices' eight largest are found.
BASIS_BLOCKS, FIRST_TEST = 10, 7

# Restarts for an operator, and for a matrix in memory, where LAPACK is faster beyond.
MAX_RESTARTS, MAX_RESTARTS_IN_MEMORY = 60, 6

# Tolerance, relative to the largest eigenvalue, of those Ritz values at the lower end that are not
# negative: their vectors are not used, and a psd spectrum crowds at 0.
LOWER_END_TOLERANCE = 1e-5

# The smallest ratio of the entries of a Cholesky factor's diagonal with which WᵀW is not too
# ill-conditioned to orthonormalise W: its square is far above ε.
CHOLESKY_SAFE = 1e-5

Matmul = Callable[[Array], Array]


class Symmetric(Protocol):
    """A symmetric matrix, or an operator that turns into one where all its entries are needed."""

    def __len__(self) -> int: ...
    def __matmul__(self, V: Any, /) -> Array: ...
    def __array__(self) -> Array: ...
    def trace(self) -> Any: ...


def eigenpairs(
    A: Symmetric, wanted: int | None, *, whole: bool = False, both_ends: bool = False
) -> tuple[Array, Array, Certificate]:
    """Eigenpairs of a symmetric matrix, by Lanczos where that is certified, else by LAPACK.

    Parameters
    ----------
    A : (n, n) symmetric matrix or operator
    wanted : int or None, how many of the largest eigenvalues; None for all
    whole : bool, compute all with LAPACK at once, where that is known to be faster
    both_ends : bool, see `extreme_eigenpairs`

    Returns
    -------
    values, vectors : (p,) and (n, p) arrays, in descending order; p = n if Lanczos was not
        certified or not tried
    certificate : Certificate, the residual of the `wanted` largest
    """
    if wanted is not None and not whole:
        restarts = MAX_RESTARTS_IN_MEMORY if isinstance(A, np.ndarray) else MAX_RESTARTS
        values, vectors = extreme_eigenpairs(
            A.__matmul__, len(A), wanted, both_ends=both_ends, max_restarts=restarts
        )
        certificate = _certificate(A, values, vectors, wanted)
        if certificate.holds:
            return values, vectors, certificate
    values, vectors = np.linalg.eigh(A)
    values, vectors = values[::-1], vectors[:, ::-1]
    return values, vectors, _certificate(A, values, vectors, wanted)


def _certificate(A: Symmetric, values: Array, vectors: Array, wanted: int | None) -> Certificate:
    V = vectors[:, :wanted]
    residuals = np.linalg.norm(A @ V - V * values[:wanted], axis=0)
    return Certificate.of_residual(
        float(residuals.max(initial=0.0)), len(A), float(np.abs(values).max(initial=0.0))
    )


def extreme_eigenpairs(
    matmul: Matmul,
    n: int,
    wanted: int,
    *,
    both_ends: bool = False,
    max_restarts: int = MAX_RESTARTS,
    noise: float = 0.0,
) -> tuple[Array, Array]:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    Iterates until the residuals of these are ≤ n ε max(‖A‖, noise) and those at the lower end meet
    `_residual_limits`, or for `max_restarts`; the caller's certificate judges the result.

    Parameters
    ----------
    matmul : callable, V (n, b) ↦ A V for a symmetric A (n, n)
    both_ends : bool
        Find the `wanted` smallest too, of which the negative ones count; they are appended, in
        descending order.
    noise : float
        The size of matrix entries whose rounding appears in the products, where it exceeds ‖A‖.
    """
    block = wanted + GUARD_VECTORS
    keep = (2 if both_ends else 1) * block
    columns = basis_columns(wanted, both_ends=both_ends)
    capacity = columns - block
    if capacity >= n:
        A = matmul(np.eye(n))  # symmetric but for rounding, of which LAPACK would see one half
        values, vectors = np.linalg.eigh((A + A.T) / 2)
        return _ends(values[::-1], vectors[:, ::-1], wanted, both_ends)

    V = np.empty((n, columns), order="F")
    T = np.zeros((columns, columns))
    Q, _ = _orthonormal(np.random.default_rng(0).standard_normal((n, block)))
    V[:, :block] = Q
    size, restarts = block, 0
    due = min(FIRST_TEST * block, capacity)
    while True:
        W = matmul(Q)
        projected = V[:, :size].T @ W
        W = W - V[:, :size] @ projected
        T[:size, size - block : size] = projected
        T[size - block : size, :size] = projected.T
        Q, R = _orthonormal(W)
        full = size + block > capacity
        if size >= due or full:
            theta, S = np.linalg.eigh(T[:size, :size])
            theta, S = theta[::-1], S[:, ::-1]
            chosen = _end_indices(size, wanted, both_ends)
            residuals = np.linalg.norm(R @ S[size - block :, chosen], axis=0)
            restarts += full
            limit = _residual_limits(theta, chosen, wanted, n * EPS, noise)
            if (residuals <= limit).all() or restarts > max_restarts:
                return theta[chosen], V[:, :size] @ S[:, chosen]
            if full:
                kept = _end_indices(size, block, both_ends)
                V[:, :keep] = V[:, :size] @ S[:, kept]
                T[:] = 0.0
                T[range(keep), range(keep)] = theta[kept]
                size, due = keep, keep + 3 * block
        Q = _orthogonal_to(V[:, :size], Q)
        V[:, size : size + block] = Q
        size += block


def basis_columns(wanted: int, *, both_ends: bool = False) -> int:
    """How many columns of length n `extreme_eigenpairs` holds."""
    return (BASIS_BLOCKS + (3 if both_ends else 2)) * (wanted + GUARD_VECTORS)


def _residual_limits(
    theta: Array, chosen: Indices, wanted: int, rounding: float, noise: float
) -> Array:
    """The residuals at which the chosen Ritz values θ have converged.

    At the lower end a negative one has at RANK_TOLERANCE of ‖A‖, one that may belong to a psd
    spectrum at LOWER_END_TOLERANCE, and a positive one as soon as its residual is at most θ.
    """
    norm = np.abs(theta).max()
    limit = np.full(len(chosen), rounding * max(norm, noise))
    lower_end = theta[chosen[wanted:]]
    negative = lower_end < -RANK_TOLERANCE * norm
    tolerance = np.where(negative, RANK_TOLERANCE, LOWER_END_TOLERANCE) * norm
    limit[wanted:] = np.maximum(lower_end, tolerance)
    return limit


def _orthonormal(W: Array) -> tuple[Array, Array]:
    """W = Q R with orthonormal Q (n, b), by the Cholesky factor of WᵀW where that is safe.

    It takes half the time of Householder's reflections. QᵀQ is off by ε κ(W)²; done twice, by ε
    (Yamamoto, Nakatsukasa, Yanagisawa & Fukaya 2015).
    """
    try:
        R = np.asarray(np.linalg.cholesky(W.T @ W).T, dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.linalg.qr(W)
    diagonal = np.diagonal(R)
    if not diagonal.min() > CHOLESKY_SAFE * diagonal.max():
        return np.linalg.qr(W)
    Q: Array = W @ np.linalg.inv(R)
    return Q, R


def _orthogonal_to(V: Array, Q: Array) -> Array:
    """The orthonormal Q (n, b) made orthogonal to V to rounding, and still orthonormal.

    Rounding leaves parts of V in Q, and much of it where the block was nearly rank-deficient.
    """
    for _ in range(4):
        overlap = V.T @ Q
        Q, _ = _orthonormal(Q - V @ overlap)
        if np.abs(overlap).max() < 1e-9:  # its square, by which Q is now off, is below ε
            break
    return Q


def _end_indices(size: int, wanted: int, both_ends: bool) -> Indices:
    head = np.arange(wanted)
    return np.concatenate([head, np.arange(size - wanted, size)]) if both_ends else head


def _ends(values: Array, vectors: Array, wanted: int, both_ends: bool) -> tuple[Array, Array]:
    n = len(values)
    if n <= (2 if both_ends else 1) * wanted:
        return values, vectors
    chosen = _end_indices(n, wanted, both_ends)
    return values[chosen], vectors[:, chosen]
