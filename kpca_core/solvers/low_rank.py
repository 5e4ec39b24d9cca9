"""The low-rank route: K = L Lᵀ + E with L (n, r), E ≥ 0, and PCA of the columns of L, O(n r²).

Blocked pivoted Cholesky takes points of large residual k(x, x) − ‖L[x]‖² as pivots and stops at
trace(E) ≤ tol·trace(K). Then λ̂ ≤ λ ≤ λ̂ + trace(E) for every eigenvalue of K̃, and the expansion
needs the r pivots alone: L(x) = k(x, P) R⁻¹ with RᵀR = k(P, P) is an explicit feature map.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg as sl
from scipy.linalg.lapack import dpstrf

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, require_finite_gram
from kpca_core.solvers.lanczos import EPS
from kpca_core.solvers.primal import principal_axes

# Candidates drawn at once: enough for fast matrix products, few enough not to be redundant.
BLOCK = 64

# A candidate becomes a pivot while it exceeds this fraction of the mean residual: lower wastes
# columns, higher wastes blocks (measured for n = 500 … 10,000).
PIVOT_THRESHOLD = 0.1

# Rounding keeps trace(E) above about ε·trace(K).
SMALLEST_TOL = 4 * EPS

# Points from which the share of the trace that centring leaves is estimated.
SAMPLE = 64


@dataclass(frozen=True, eq=False)
class PivotedCholesky:
    """pivots (r,) row indices; columns L (n, r); residual trace(E) and trace(K)."""

    pivots: Array
    columns: Array
    residual: float
    trace: float

    @property
    def triangle(self) -> Array:
        """R (r, r), upper triangular with RᵀR = k(P, P)."""
        return self.columns[self.pivots].T


def pivoted_cholesky(kernel: Kernel, X: Array, tol: float, max_rank: int) -> PivotedCholesky | None:
    """Factorise until trace(E) ≤ tol·trace(K); None if that needs more than `max_rank` columns.

    A block's candidates are drawn in proportion to their residual (Chen, Epperly, Tropp & Webber
    2024), with a fixed seed; among them pivots are taken greedily while above PIVOT_THRESHOLD.
    """
    n = len(X)
    rng = np.random.default_rng(0)
    residual = np.array(kernel.diagonal(X))
    require_finite_gram(kernel, residual)
    trace = float(residual.sum())
    rows = np.empty((max_rank + BLOCK, n))  # Lᵀ: contiguous where columns are appended
    pivots: list[int] = []
    while (left := float(residual.sum())) > tol * trace:
        r = len(pivots)
        if r > max_rank:
            return None
        candidates = _draw(residual, min(BLOCK, n), rng)
        known = rows[:r, candidates]
        H = kernel.gram(X[candidates], X[candidates]) - known.T @ known
        U, order, rank, _ = dpstrf(H, tol=PIVOT_THRESHOLD * left / n)
        rank = max(int(rank), 1)
        order = order[:rank] - 1
        chosen = candidates[order]
        G = kernel.gram(X[chosen], X)
        G -= known[:, order].T @ rows[:r]
        new = sl.solve_triangular(U[:rank, :rank], G, trans=1, overwrite_b=True, check_finite=False)
        rows[r : r + rank] = new
        residual -= np.einsum("ij,ij->j", new, new)
        np.maximum(residual, 0.0, out=residual)
        residual[chosen] = 0.0
        pivots.extend(chosen.tolist())
    return PivotedCholesky(np.array(pivots, dtype=int), rows[: len(pivots)].T, left, trace)


def _draw(residual: Array, count: int, rng: np.random.Generator) -> Array:
    """`count` distinct indices drawn in proportion to their residual (the Gumbel-max rule)."""
    with np.errstate(divide="ignore"):
        keys = np.log(residual) + rng.gumbel(size=len(residual))
    drawn = np.argpartition(keys, len(keys) - count)[len(keys) - count :]
    return drawn[residual[drawn] > 0]


def solve_low_rank(
    kernel: Kernel, X: Array, q: int | None, *, centre: bool, tol: float, max_rank: int
) -> Decomposition | None:
    """The q largest eigenpairs of K̃ through L; None where the rank exceeds `max_rank`."""
    if centre:
        tol = max(tol * _centred_share(kernel, X), SMALLEST_TOL)
    factor = pivoted_cholesky(kernel, X, tol, max_rank)
    if factor is None:
        return None
    L = factor.columns
    largest = float(kernel.diagonal(X).max())
    found = principal_axes(L, q, largest, centre=centre)
    scores = found.vectors * np.sqrt(found.eigenvalues)
    if centre:
        scores -= scores.mean(axis=0)
    coefficients = sl.solve_triangular(factor.triangle, found.axes, check_finite=False)
    return Decomposition(
        eigenvalues=found.eigenvalues,
        scores=scores,
        expansion=Expansion(kernel, X[factor.pivots], coefficients, found.offsets),
        trace=found.trace + factor.residual,
        negative=np.empty(0),
        rank=len(factor.pivots) if found.rank is None else found.rank,
        requested=q,
        solver="low-rank",
        certificate=Certificate("trace bound", factor.residual, tol * factor.trace),
    )


def _centred_share(kernel: Kernel, X: Array) -> float:
    """trace(K̃)/trace(K), estimated: near 0 for a nearly constant K, whose tail then matters."""
    sample = X[np.random.default_rng(0).permutation(len(X))[:SAMPLE]]
    K = kernel.gram(sample, sample)
    diagonal = np.trace(K)
    return float(np.clip(1.0 - K.mean() * len(sample) / diagonal, 0.0, 1.0)) if diagonal else 1.0
