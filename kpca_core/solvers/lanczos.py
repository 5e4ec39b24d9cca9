"""Extreme eigenpairs of a symmetric operator by block Lanczos with thick restarts.

The block is wider than the number of wanted pairs, so that a multiple eigenvalue is found with all
its copies, which a single starting vector cannot promise (Golub & Van Loan, section 10.3.6; thick
restart: Wu & Simon 2000).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kpca_core.decomposition import Certificate
from kpca_core.kernels.base import Array

GUARD_VECTORS = 2

# Blocks that a basis holds beyond those kept at a restart, and with which it is first looked at:
# eight leading eigenvalues of most Gram matrices are found by then.
BASIS_BLOCKS, FIRST_LOOK = 10, 7
MAX_RESTARTS = 60

# What the smallest eigenvalues are found to, relative to the largest in size: their vectors are not
# used, and they themselves only where they are negative; a positive spectrum crowds at 0.
SMALLEST_ACCURACY, UNSHOWN_ACCURACY = 1e-12, 1e-5
EPS = float(np.finfo(float).eps)

# Smallest entry of a triangle's diagonal, relative to its largest, that is trusted after squaring.
SAFE = 1e-5

# Restarts after which LAPACK is the faster way to the eigenpairs of a matrix that is there already.
PATIENCE = 6


class Symmetric(Protocol):
    """A symmetric matrix, or what multiplies like one and turns into one where it must."""

    def __len__(self) -> int: ...
    def __matmul__(self, V: Any, /) -> Array: ...
    def __array__(self) -> Array: ...
    def trace(self) -> Any: ...


def eigenpairs(
    A: Symmetric, wanted: int | None, *, whole: bool = False, both_ends: bool = False
) -> tuple[Array, Array, Certificate]:
    """Those of `extreme_eigenpairs` of the symmetric matrix A, and how exact the largest are.

    All of them, in descending order, if so asked by `whole` or None, or where those that Lanczos
    found are not certified: some lie too close for it, which LAPACK does not mind.
    """
    if wanted is not None and not whole:
        restarts = PATIENCE if isinstance(A, np.ndarray) else MAX_RESTARTS
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
    matmul: Callable[[Array], Array],
    n: int,
    wanted: int,
    *,
    both_ends: bool = False,
    max_restarts: int = MAX_RESTARTS,
    noise: float = 0.0,
) -> tuple[Array, Array]:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    matmul     V (n, b) -> A V for the symmetric A (n, n)
    both_ends  find the `wanted` smallest too, of which the negative ones count; they are appended,
               still in descending order
    noise      what rounding in the products is relative to, where it exceeds ‖A‖

    Stops at residuals of n ε max(‖A‖, noise), or after `max_restarts`: the caller's certificate
    judges what was reached.
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
    due = min(FIRST_LOOK * block, capacity)
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
            scale = np.abs(theta).max()
            limit = np.full(len(chosen), n * EPS * max(scale, noise))
            smallest = theta[chosen[wanted:]]
            shown = smallest < -SMALLEST_ACCURACY * scale
            accuracy = np.where(shown, SMALLEST_ACCURACY, UNSHOWN_ACCURACY) * scale
            limit[wanted:] = np.maximum(smallest, accuracy)
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


def _orthonormal(W: Array) -> tuple[Array, Array]:
    """W = Q R with orthonormal Q (n, b), by the Cholesky factor of WᵀW where that is safe.

    It takes half the time of Householder's reflections. QᵀQ is off by ε κ(W)²; done twice, by ε
    (Yamamoto, Nakatsukasa, Yanagisawa & Fukaya 2015).
    """
    try:
        R = np.linalg.cholesky(W.T @ W).T
    except np.linalg.LinAlgError:
        return np.linalg.qr(W)
    size = np.diagonal(R)
    if not size.min() > SAFE * size.max():
        return np.linalg.qr(W)
    return W @ np.linalg.inv(R), R


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


def _end_indices(size: int, wanted: int, both_ends: bool) -> Array:
    head = np.arange(wanted)
    return np.concatenate([head, np.arange(size - wanted, size)]) if both_ends else head


def _ends(values: Array, vectors: Array, wanted: int, both_ends: bool) -> tuple[Array, Array]:
    n = len(values)
    if n <= (2 if both_ends else 1) * wanted:
        return values, vectors
    chosen = _end_indices(n, wanted, both_ends)
    return values[chosen], vectors[:, chosen]
