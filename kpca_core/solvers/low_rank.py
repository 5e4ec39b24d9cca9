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
from kpca_core.solvers.pivoted_cholesky import pivoted_cholesky
from kpca_core.solvers.primal import (
    ALL_POINTS,
    SMALLEST_TOL,
    feature_pca,
    over_all_points,
    relative_tolerance,
)

# But over the pivots where trace(E) exceeds this fraction of trace(K): over all points functions
# agree with the scores up to trace(E)/√λ.
COARSE = 1e-13


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
