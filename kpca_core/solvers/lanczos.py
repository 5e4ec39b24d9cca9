"""Extreme eigenpairs of a symmetric operator by block Lanczos with thick restarts.

The block is wider than the number of wanted pairs, so that a multiple eigenvalue is found with all
its copies, which a single starting vector cannot promise (Golub & Van Loan, section 10.3.6; thick
restart: Wu & Simon 2000).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy.linalg as sl

from kpca_core.kernels.base import Array

GUARD_VECTORS = 6
MAX_RESTARTS = 60
EPS = float(np.finfo(float).eps)


def extreme_eigenpairs(
    matmul: Callable[[Array], Array], n: int, wanted: int, *, both_ends: bool = False
) -> tuple[Array, Array]:
    """The `wanted` largest eigenvalues (descending) and their vectors (n, wanted).

    matmul     V (n, b) -> A V for the symmetric A (n, n)
    both_ends  find the `wanted` smallest too; they are appended, still in descending order

    Stops at residuals of 10 ε ‖A‖, or after a fixed number of restarts: the caller's certificate
    judges what was reached.
    """
    block = wanted + GUARD_VECTORS
    keep = (2 if both_ends else 1) * block
    capacity = keep + 8 * block
    if capacity >= n:
        values, vectors = sl.eigh(matmul(np.eye(n)), driver="evd", check_finite=False)
        return _ends(values[::-1], vectors[:, ::-1], wanted, both_ends)

    V = np.empty((n, capacity + block), order="F")
    T = np.zeros((capacity + block, capacity + block))
    V[:, :block] = np.linalg.qr(np.random.default_rng(0).standard_normal((n, block)))[0]
    size, restarts = block, 0
    due = min(5 * block, capacity)
    while True:
        newest = V[:, size - block : size]
        projected, W = _orthogonalise(V[:, :size], matmul(newest))
        T[:size, size - block : size] = projected
        T[size - block : size, :size] = projected.T
        Q, R = np.linalg.qr(W)
        full = size + block > capacity
        if size >= due or full:
            due = int(1.3 * size)
            theta, S = sl.eigh(T[:size, :size], driver="evd", check_finite=False)
            theta, S = theta[::-1], S[:, ::-1]
            chosen = _end_indices(size, wanted, both_ends)
            residuals = np.linalg.norm(R @ S[size - block :, chosen], axis=0)
            restarts += full
            if residuals.max() <= 10 * EPS * np.abs(theta).max() or restarts > MAX_RESTARTS:
                return theta[chosen], V[:, :size] @ S[:, chosen]
            if full:
                kept = _end_indices(size, block, both_ends)
                V[:, :keep] = V[:, :size] @ S[:, kept]
                T[:] = 0.0
                T[range(keep), range(keep)] = theta[kept]
                size, due = keep, keep + 3 * block
        if np.abs(np.diagonal(R)).min() <= 1e-6 * np.abs(T).max():
            # A nearly rank-deficient W leaves directions in Q that are not orthogonal to V.
            Q = np.linalg.qr(_orthogonalise(V[:, :size], Q)[1])[0]
        V[:, size : size + block] = Q
        size += block


def _orthogonalise(V: Array, W: Array) -> tuple[Array, Array]:
    """VᵀW and W − V VᵀW, projected twice because once is not enough in floating point."""
    first = V.T @ W
    W = W - V @ first
    second = V.T @ W
    return first + second, W - V @ second


def _end_indices(size: int, wanted: int, both_ends: bool) -> Array:
    head = np.arange(wanted)
    return np.concatenate([head, np.arange(size - wanted, size)]) if both_ends else head


def _ends(values: Array, vectors: Array, wanted: int, both_ends: bool) -> tuple[Array, Array]:
    n = len(values)
    if n <= (2 if both_ends else 1) * wanted:
        return values, vectors
    chosen = _end_indices(n, wanted, both_ends)
    return values[chosen], vectors[:, chosen]
