"""The low-rank route: K = L Lᵀ + E by pivoted Cholesky, then PCA of the columns of L, O(n r²).

It stops at trace(E) ≤ tol·trace(K̃). Then λ̂ ≤ λ ≤ λ̂ + trace(E) for every eigenvalue of K̃. The
functions are expanded over all points where these are few or rounding ended the factorisation, else
over the r pivots.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg as sl

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array
from kpca_core.solvers.lanczos import EPS
from kpca_core.solvers.pivoted_cholesky import pivoted_cholesky
from kpca_core.solvers.primal import feature_pca, over_all_points

# Rounding keeps trace(E) above about ε·trace(K).
SMALLEST_TOL = 4 * EPS

# Up to here functions are expanded over all points, as those of the dense route are. Between the
# points a function over the pivots alone errs by up to √(uᵀEu k(z, z)/λ), u its unit eigenvector:
# 1e-6 of its range was seen for λ near 1e-4 of the largest, and 1.3e-9 over all points.
ALL_POINTS = 5_000

# But over the pivots where trace(E) exceeds this fraction of trace(K): over all points functions
# agree with the scores up to trace(E)/√λ.
COARSE = 1e-13

# Points from which the share of the trace that centring leaves is estimated.
SAMPLE = 64


def solve_low_rank(
    kernel: Kernel, X: Array, q: int | None, *, centre: bool, tol: float, max_rank: int
) -> Decomposition | None:
    """The q largest eigenpairs of K̃ through L; None where the rank exceeds `max_rank`."""
    tol = relative_tolerance(kernel, X, tol, centre=centre)
    factor = pivoted_cholesky(kernel, X, tol, max_rank, hopeless=max_rank // 4)
    if factor.error > tol * factor.trace:
        return None
    everywhere = on_all_points(len(X), tol, factor.error, factor.trace)
    # Before the rows are centred in place.
    triangle = np.empty(0) if everywhere else factor.triangle
    found = feature_pca(kernel, X, factor.rows.T, q, centre=centre)
    if everywhere:
        expansion = over_all_points(kernel, X, found, centre=centre)
    else:
        coefficients = sl.solve_triangular(triangle, found.axes, check_finite=False)
        expansion = Expansion(kernel, X[factor.pivots], coefficients, found.offsets)
    return Decomposition(
        eigenvalues=found.eigenvalues,
        scores=found.scores,
        expansion=expansion,
        trace=found.trace + factor.error,
        negative=np.empty(0),
        rank=len(factor.pivots) if found.rank is None else found.rank,
        requested=q,
        solver="low-rank",
        certificate=Certificate("trace bound", factor.error, tol * factor.trace),
        n_samples=len(X),
    )


def on_all_points(n: int, tol: float, error: float, trace: float) -> bool:
    """Whether functions are expanded over all n points, by trace(E) and its limit tol·trace(K)."""
    return tol <= SMALLEST_TOL or (n <= ALL_POINTS and error <= COARSE * trace)


def relative_tolerance(kernel: Kernel, X: Array, tol: float, *, centre: bool) -> float:
    """The limit of trace(E)/trace(K) that is `tol` of the centred trace, as far as rounding allows.

    trace(K̃)/trace(K) is estimated: near 0 for a nearly constant K, whose tail then matters.
    """
    if not centre:
        return max(tol, SMALLEST_TOL)
    sample = X[np.random.default_rng(0).permutation(len(X))[:SAMPLE]]
    K = kernel.gram(sample, sample)
    diagonal = np.trace(K)
    share = np.clip(1.0 - K.mean() * len(sample) / diagonal, 0.0, 1.0) if diagonal else 1.0
    return max(tol * float(share), SMALLEST_TOL)
