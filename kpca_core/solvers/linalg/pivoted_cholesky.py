"""Blocked pivoted Cholesky: K = L Lᵀ + E with L (n, r) and E ≥ 0, from O(n r) entries of K.

Sources: docs/notation.md.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kpca_core._support.arrays import EPS, Array, Indices
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import COLUMNS
from kpca_core._support.words import _

# A candidate becomes a pivot while it exceeds this fraction of the mean residual.
PIVOT_THRESHOLD = 0.1


class PsdMatrix(Protocol):
    """A symmetric psd matrix K (n, n) whose entries are computed where they are asked for.

    `rounding` is the size of their errors relative to √(K[i, i] K[j, j]).
    """

    @property
    def rounding(self) -> float: ...

    def diagonal(self) -> Array:
        """K[i, i], shape (n,)."""

    def entries(self, rows: Indices, columns: Indices | None = None) -> Array:
        """K[rows][:, columns], by default with all columns."""


@dataclass(frozen=True, eq=False)
class PivotedCholesky:
    """The factorisation K = L Lᵀ + E."""

    pivots: Indices  # (r,), row indices
    rows: Array  # (r, n), Lᵀ
    residual: Array  # (n,), the diagonal of E; rounding can make entries negative
    trace: float  # trace(K)
    amplified: float  # bound of what rounding adds to L Lᵀ where pivots are small

    @property
    def rank(self) -> int:
        """r, the number of pivots."""
        return len(self.pivots)

    @property
    def residual_trace(self) -> float:
        """Σ |Eᵢᵢ|, without rounding a bound of λ − λ̂ for every eigenvalue."""
        return float(np.abs(self.residual).sum())

    @property
    def cholesky_factor(self) -> Array:
        """R (r, r), upper triangular with RᵀR = K[pivots][:, pivots]."""
        return np.triu(self.rows[:, self.pivots])


def pivoted_cholesky(
    K: PsdMatrix,
    tol: float,
    max_rank: int,
    *,
    give_up_after: float = math.inf,
    progress: Progress | None = None,
) -> PivotedCholesky:
    """Factorise until trace(E) ≤ tol·trace(K), r ≥ max_rank or rounding prevails.

    COLUMNS candidates at a time are drawn in proportion to their residual, with a fixed seed; among
    them pivots are taken greedily while above PIVOT_THRESHOLD.

    With relative errors ρ of the entries, a pivot p of row k adds ρ² K[i, i] K[k, k]/p to L Lᵀ in
    row i. Once the sum of these over all pivots exceeds trace(E), or trace(E) grows, further ones
    add more than they take away.

    Parameters
    ----------
    K : PsdMatrix
    tol : float
        Limit of trace(E)/trace(K).
    max_rank : int
    give_up_after : int
        Number of pivots from which on it stops where `_expected_rank` exceeds `max_rank`; with 0
        without any pivot where the decay among the first candidates says so.
    progress : callable, optional
        Called with the number of pivots after each block of them.

    References
    ----------
    Chen, Epperly, Tropp & Webber 2024.
    """
    # Importing SciPy here keeps the explorer's first page, which needs none of it, fast.
    from scipy.linalg import blas, lapack

    rng = np.random.default_rng(0)
    diagonal = K.diagonal()
    residual = diagonal.copy()
    n = len(residual)
    left = trace = float(residual.sum())
    rows = np.empty((min(4 * COLUMNS, n), n))
    pivots: list[int] = []
    history: list[tuple[int, float]] = []
    spread, entry_rounding = 0.0, K.rounding
    while left > max(tol, spread) * trace and len(pivots) < max_rank:
        r = len(pivots)
        relative = entry_rounding + EPS * (1.0 + np.sqrt(r))
        history.append((r, left))
        if 0 < r >= give_up_after and _expected_rank(history, tol * trace) > max_rank:
            break
        noise = (relative + spread) * diagonal
        above = np.where(residual > noise, residual, 0.0)
        if not above.any():
            break
        candidates = _draw(above, COLUMNS, rng)
        known = rows[:r, candidates]
        H = K.entries(candidates, candidates)
        H -= known.T @ known
        threshold = max(PIVOT_THRESHOLD * left / n, float(noise[candidates].max()))
        U, order, rank, _info = lapack.dpstrf(
            H, tol=min(threshold, 0.5 * float(np.diagonal(H).max()))
        )
        rank = min(max(int(rank), 1), max_rank - r)
        if r == give_up_after == 0 and rank == len(candidates):
            # The last pivot is the least residual among the candidates; most rows have more.
            least = n * float(U[rank - 1, rank - 1]) ** 2
            if _expected_rank([(0, left), (rank, least)], tol * trace) > max_rank:
                break
        order = order[:rank] - 1
        chosen = candidates[order]
        if r + rank > len(rows):
            more = min(len(rows), max_rank + COLUMNS - len(rows))
            rows = np.concatenate([rows, np.empty((more, n))])
        G = K.entries(chosen)
        if r:
            blas.dgemm(-1.0, rows[:r].T, known[:, order], 1.0, G.T, overwrite_c=1)
        # U is well conditioned by its threshold, and multiplying is faster than substituting.
        inverse = np.triu(lapack.dtrtri(U[:rank, :rank])[0])
        new = np.matmul(inverse.T, G, out=rows[r : r + rank])
        residual -= np.einsum("ij,ij->j", new, new)
        residual[chosen] = 0.0
        before, left = left, float(np.abs(residual).sum())
        if left > before:
            break
        spread += float((relative**2 * diagonal[chosen] / np.diagonal(U)[:rank] ** 2).sum())
        pivots.extend(chosen.tolist())
        report(progress, len(pivots), max_rank, _("pivoted Cholesky"))
    if len(pivots) < max_rank:
        report(progress, max_rank, max_rank, _("pivoted Cholesky"))
    rows = rows[: len(pivots)]
    residual = diagonal - np.einsum("ij,ij->j", rows, rows)
    return PivotedCholesky(np.array(pivots, dtype=np.intp), rows, residual, trace, spread * trace)


def greedy_pivots(K: PsdMatrix, m: int) -> Indices:
    """Indices of 1 to m pivots, each with the largest residual after those before it.

    Of few pivots this takes a fifth to a half of the time of `pivoted_cholesky` with one candidate.
    """
    residual = K.diagonal().copy()
    floor = len(residual) * EPS * float(residual.max())
    rows = np.empty((m, len(residual)))
    pivots: list[int] = []
    for r in range(m):
        pivot = int(residual.argmax())
        if residual[pivot] <= floor:
            break
        row = K.entries(np.array([pivot]))[0] - rows[:r, pivot] @ rows[:r]
        np.divide(row, np.sqrt(residual[pivot]), out=rows[r])
        residual -= np.square(rows[r])
        residual[pivot] = 0.0
        pivots.append(pivot)
    return np.array(pivots or [0])


def _draw(residual: Array, count: int, rng: np.random.Generator) -> Indices:
    """Up to `count` distinct indices in proportion to their residual, by systematic sampling."""
    cumulative = np.cumsum(residual)
    marks = (np.arange(count) + rng.random(count)) * (cumulative[-1] / count)
    drawn: Indices = np.searchsorted(cumulative, marks, side="right")
    new = np.empty(count, dtype=bool)
    np.not_equal(drawn[1:], drawn[:-1], out=new[1:])
    new[0] = True
    return drawn[new & (drawn < len(residual))]


def _expected_rank(history: list[tuple[int, float]], target: float) -> float:
    """The rank at which the residual meets the target if it decays as over the latter half so far.

    In two and more dimensions the decay of smooth kernels slows down, so that few will need less.
    """
    r, left = history[-1]
    r0, left0 = history[(len(history) - 1) // 2]
    rate = np.log(left0 / left) / (r - r0) if r > r0 else np.inf
    return r + np.log(left / target) / rate if rate > 0 else np.inf
