"""The dense route: the n×n Gram matrix, centred, and its leading eigenpairs.

Right for small n, for indefinite kernels and for kernels whose Gram matrix has nearly full rank.
"""

from __future__ import annotations

import numpy as np

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, require_finite_gram
from kpca_core.solvers.lanczos import extreme_eigenpairs
from kpca_core.spectrum import centre_gram, noise_floor, numerical_rank

# Up to here LAPACK's full spectrum costs no more than its leading part found by Lanczos;
# for indefinite kernels the full spectrum is worth more, because it holds all negative ones.
FULL_SPECTRUM = 200
FULL_SPECTRUM_INDEFINITE = 1000

# Restarts of Lanczos after which LAPACK is the faster way.
PATIENCE = 6


def solve_dense(kernel: Kernel, X: Array, q: int | None, *, centre: bool) -> Decomposition:
    """The q largest positive eigenpairs of K̃ (or of K if not `centre`); None means all."""
    n = len(X)
    K = kernel(X)
    if K is X:
        K = X.copy()
    # One sum is not finite as soon as one entry is not.
    require_finite_gram(kernel, np.asarray(K.sum()))
    largest_entry = float(np.diagonal(K).max() if kernel.positive else np.abs(K).max())
    means = np.zeros(n)
    if centre:
        K, means = centre_gram(K)

    full = n <= (FULL_SPECTRUM if kernel.positive else FULL_SPECTRUM_INDEFINITE)
    full = full or q is None or 6 * q > n
    if q is None or full:
        values, vectors = _all_eigenpairs(K)
    else:
        values, vectors = extreme_eigenpairs(
            K.__matmul__, n, q, both_ends=not kernel.positive, max_restarts=PATIENCE
        )
    size = float(np.abs(values).max())
    certificate = _certificate(K, values[:q], vectors[:, :q], size)
    if not full and not certificate.holds:
        # Tight clusters of eigenvalues: LAPACK does not mind them.
        full = True
        values, vectors = _all_eigenpairs(K)
        certificate = _certificate(K, values[:q], vectors[:, :q], size)

    floor = noise_floor(size, n, largest_entry)
    rank = numerical_rank(values, floor)
    kept = rank if q is None else min(q, rank)
    eigenvalues, U = values[:kept], vectors[:, :kept]

    scores = U * np.sqrt(eigenvalues)
    coefficients = U / np.sqrt(eigenvalues)
    if centre:
        # Both are sums over a direction that centring removes: exact zeros, but for rounding.
        scores -= scores.mean(axis=0)
        coefficients -= coefficients.mean(axis=0)
    return Decomposition(
        eigenvalues=eigenvalues.copy(),
        scores=scores,
        expansion=Expansion(kernel, X, coefficients, -means @ coefficients),
        trace=float(np.trace(K)),
        negative=values[values < -floor][::-1].copy(),
        rank=rank if full else None,
        requested=q,
        solver="dense",
        certificate=certificate,
        n_samples=n,
    )


def _all_eigenpairs(K: Array) -> tuple[Array, Array]:
    values, vectors = np.linalg.eigh(K)
    return values[::-1], vectors[:, ::-1]


def _certificate(K: Array, values: Array, vectors: Array, size: float) -> Certificate:
    residuals = np.linalg.norm(K @ vectors - vectors * values, axis=0)
    return Certificate.of_residual(float(residuals.max(initial=0.0)), len(K), size)
