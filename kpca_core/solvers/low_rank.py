"""The low-rank route: K = L Lᵀ + E by pivoted Cholesky, then PCA of the columns of L, O(n r²).

It stops at trace(E) ≤ tol·trace(K̃). Then λ̂ ≤ λ ≤ λ̂ + trace(E) for every eigenvalue of K̃, and
the expansion needs the r pivots alone, unless rounding stops it before.
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
from kpca_core.solvers.primal import centred_axes

# Rounding keeps trace(E) above about ε·trace(K).
SMALLEST_TOL = 4 * EPS

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
    rows, triangle = factor.rows, factor.triangle
    mean = np.zeros(len(rows))
    if centre:
        mean = rows.mean(axis=1)
        rows -= mean[:, None]
    found, scores = centred_axes(rows.T, q, float(kernel.diagonal(X).max()))
    if centre:
        scores -= scores.mean(axis=0)
    offsets = -mean @ found.axes
    if tol > SMALLEST_TOL:
        coefficients = sl.solve_triangular(triangle, found.axes, check_finite=False)
        expansion = Expansion(kernel, X[factor.pivots], coefficients, offsets)
    else:
        expansion = over_all_points(kernel, X, scores, found.eigenvalues, offsets)
    return Decomposition(
        eigenvalues=found.eigenvalues,
        scores=scores,
        expansion=expansion,
        trace=found.trace + factor.error,
        negative=np.empty(0),
        rank=len(factor.pivots) if found.rank is None else found.rank,
        requested=q,
        solver="low-rank",
        certificate=Certificate("trace bound", factor.error, tol * factor.trace),
        n_samples=len(X),
    )


def over_all_points(
    kernel: Kernel, X: Array, scores: Array, eigenvalues: Array, offsets: Array
) -> Expansion:
    """f_j = Σᵢ uᵢ k(·, xᵢ)/√λ + b, where rounding and not `tol` ended the factorisation.

    Far from the data a function over the pivots errs by up to √(trace(E) k(z, z)/λ), which is large
    for a nearly constant K, whose trace(K̃) is small; one over all points does not.
    """
    coefficients = scores / eigenvalues
    return Expansion(kernel, X, coefficients - coefficients.mean(axis=0), offsets)


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
