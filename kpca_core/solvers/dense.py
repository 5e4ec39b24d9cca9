"""The dense route: the n×n Gram matrix, centred, and its leading eigenpairs.

Right for small n, for indefinite kernels and for kernels whose Gram matrix has nearly full rank.
"""

from __future__ import annotations

import numpy as np

from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, require_finite_gram
from kpca_core.solvers.lanczos import eigenpairs
from kpca_core.spectrum import centre_gram, noise_floor, numerical_rank

# Up to here LAPACK's full spectrum costs no more than its leading part found by Lanczos;
# for indefinite kernels the full spectrum is worth more, because it holds all negative ones.
FULL_SPECTRUM = 200
FULL_SPECTRUM_INDEFINITE = 1000


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

    limit = FULL_SPECTRUM if kernel.positive else FULL_SPECTRUM_INDEFINITE
    whole = n <= limit or (q is not None and 6 * q > n)
    values, vectors, certificate = eigenpairs(K, q, whole=whole, both_ends=not kernel.positive)
    floor = noise_floor(float(np.abs(values).max()), n, largest_entry)
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
        rank=rank if len(values) == n else None,
        requested=q,
        solver="dense",
        certificate=certificate,
        n_samples=n,
    )
