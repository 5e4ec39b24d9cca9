"""Blocked pivoted Cholesky: K = L Lᵀ + E with L (n, r) and E ≥ 0, from O(n r) kernel values.

Its pivots are landmarks: L(x) = k(x, P) R⁻¹ with RᵀR = k(P, P) is an explicit feature map.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg.blas import dgemm
from scipy.linalg.lapack import dpstrf, dtrtri

from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, require_finite_gram

# Candidates drawn at once: enough for fast matrix products, few enough not to be redundant.
BLOCK = 64

# A candidate becomes a pivot while it exceeds this fraction of the mean residual: lower wastes
# columns, higher wastes blocks (measured for n = 500 … 10,000).
PIVOT_THRESHOLD = 0.1


@dataclass(frozen=True, eq=False)
class PivotedCholesky:
    """pivots (r,) row indices; rows Lᵀ (r, n); residual diag(E) (n,); trace(K)."""

    pivots: Array
    rows: Array
    residual: Array
    trace: float

    @property
    def error(self) -> float:
        """trace(E), which bounds λ − λ̂ for every eigenvalue."""
        return float(self.residual.sum())

    @property
    def triangle(self) -> Array:
        """R (r, r), upper triangular with RᵀR = k(P, P)."""
        return np.triu(self.rows[:, self.pivots])


def pivoted_cholesky(
    kernel: Kernel, X: Array, tol: float, max_rank: int, *, hopeless: int | None = None
) -> PivotedCholesky:
    """Factorise until trace(E) ≤ tol·trace(K) or r ≥ max_rank, whichever comes first.

    A block's candidates are drawn in proportion to their residual (Chen, Epperly, Tropp & Webber
    2024), with a fixed seed; among them pivots are taken greedily while above PIVOT_THRESHOLD.
    hopeless: from this rank on, stop as soon as the decay so far foretells more than `max_rank`.
    """
    n = len(X)
    rng = np.random.default_rng(0)
    residual = np.array(kernel.diagonal(X))
    require_finite_gram(kernel, residual)
    left = trace = float(residual.sum())
    rows = np.empty((min(4 * BLOCK, n), n))
    pivots: list[int] = []
    history: list[tuple[int, float]] = []
    while left > tol * trace and len(pivots) < max_rank:
        r = len(pivots)
        history.append((r, left))
        if hopeless is not None and r > hopeless and _foretold(history, tol * trace) > max_rank:
            break
        candidates = _draw(residual, BLOCK, rng)
        known = rows[:r, candidates]
        H = kernel.gram(X[candidates], X[candidates])
        H -= known.T @ known
        U, order, rank, _ = dpstrf(H, tol=PIVOT_THRESHOLD * left / n)
        rank = min(max(int(rank), 1), max_rank - r)
        order = order[:rank] - 1
        chosen = candidates[order]
        if r + rank > len(rows):
            more = min(len(rows), max_rank + BLOCK - len(rows))
            rows = np.concatenate([rows, np.empty((more, n))])
        G = kernel.gram(X[chosen], X)
        if r:
            dgemm(-1.0, rows[:r].T, known[:, order], 1.0, G.T, overwrite_c=1)
        # U is well conditioned by its threshold, and multiplying is faster than substituting.
        inverse = np.triu(dtrtri(U[:rank, :rank])[0])
        new = np.matmul(inverse.T, G, out=rows[r : r + rank])
        residual -= np.einsum("ij,ij->j", new, new)
        np.maximum(residual, 0.0, out=residual)
        residual[chosen] = 0.0
        left = float(residual.sum())
        pivots.extend(chosen.tolist())
    return PivotedCholesky(np.array(pivots, dtype=int), rows[: len(pivots)], residual, trace)


def _draw(residual: Array, count: int, rng: np.random.Generator) -> Array:
    """Up to `count` distinct indices in proportion to their residual, by systematic sampling."""
    cumulative = np.cumsum(residual)
    marks = (np.arange(count) + rng.random(count)) * (cumulative[-1] / count)
    drawn = np.searchsorted(cumulative, marks, side="right")
    new = np.empty(count, dtype=bool)
    np.not_equal(drawn[1:], drawn[:-1], out=new[1:])
    new[0] = True
    return drawn[new & (drawn < len(residual))]


def _foretold(history: list[tuple[int, float]], target: float) -> float:
    """The rank at which the residual reaches `target` if it decays as over its later half."""
    r, left = history[-1]
    r0, left0 = history[len(history) // 2]
    rate = np.log(left0 / left) / (r - r0) if r > r0 else np.inf
    return r + np.log(left / target) / rate / 2 if rate > 0 else np.inf
