"""Landmarks (the Nyström feature map φ̂), and `Summary`: the moments of rows in these features.

Landmarks P span a subspace of feature space; φ̂(x) = k(x, P) R⁻¹ with RᵀR = k(P, P) are the
coordinates of φ(x) projected on it. Memory is O(r²) and a block, however many rows there are, and
trace(E) = Σ k(x, x) − ‖φ̂(x)‖² over all rows is known at the end: λ̂ ≤ λ ≤ λ̂ + trace(E).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from kpca_core.arrays import Array
from kpca_core.certificate import Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import require_finite_gram
from kpca_core.moments import Moments
from kpca_core.solvers.gram import GramEntries
from kpca_core.solvers.linalg.feature_pca import scatter_axes
from kpca_core.solvers.linalg.pivoted_cholesky import pivoted_cholesky
from kpca_core.threads import COLUMNS, ROWS

# Rows among which landmarks are searched; 2**13 rows and 2,000 landmarks hold 128 MiB.
SAMPLE_ROWS, MAX_LANDMARKS = 2**13, 2000

# The first pass, which only finds the rows that sampled landmarks approximate badly: rows sampled,
# limit of trace(E)/trace(K) on them, and landmarks.
FIRST_ROWS, FIRST_TOL, FIRST_LANDMARKS = 2**12, 1e-5, 128

# Passes over all rows after which the certificate states what was reached.
MAX_PASSES = 4


@dataclass(frozen=True, eq=False)
class Landmarks:
    """The feature map φ̂(x) = k(x, P) R⁻¹."""

    kernel: Kernel
    points: Array  # (r, D), P
    cholesky_factor: Array  # (r, r), R, upper triangular with RᵀR = k(P, P)

    @classmethod
    def among(cls, kernel: Kernel, X: Array, tol: float, most: int = MAX_LANDMARKS) -> Landmarks:
        """Pivots of the rows of X, until trace(E) ≤ tol·trace(K) on them."""
        factor = pivoted_cholesky(GramEntries(kernel, X), tol, min(most, len(X)))
        return cls(kernel, X[factor.pivots], factor.cholesky_factor)

    def features(self, X: Array) -> Array:
        """φ̂(X), shape (n, r), by substitution, COLUMNS columns at a time."""
        # Transposed, so that a step reads and writes contiguous rows.
        F, R = self.kernel.gram(self.points, X), self.cholesky_factor
        for start, inverse in self._diagonal_inverses:
            columns = slice(start, start + len(inverse))
            if start:
                F[columns] -= R[:start, columns].T @ F[:start]
            F[columns] = inverse.T @ F[columns]
        return F.T

    @cached_property
    def _diagonal_inverses(self) -> list[tuple[int, Array]]:
        """The inverses of the diagonal blocks of R, each well conditioned, and where they start."""
        from scipy.linalg import inv

        R, size = self.cholesky_factor, COLUMNS
        return [(a, np.triu(inv(R[a : a + size, a : a + size]))) for a in range(0, len(R), size)]

    def expansion(self, axes: Array, mean: Array) -> Expansion:
        """f_j(x) = (φ̂(x) − μ)ᵀ w_j as an expansion over the landmarks."""
        from scipy.linalg import solve_triangular

        coefficients = solve_triangular(self.cholesky_factor, axes, check_finite=False)
        return Expansion(self.kernel, self.points, coefficients, -mean @ axes)


@dataclass(frozen=True, eq=False)
class Summary:
    """A summary of rows; `merge` is associative: blocks, workers and `partial_fit` all use it."""

    moments: Moments  # of the features φ̂
    trace: float  # Σ k(x, x)
    residual_trace: float  # trace(E) = Σ k(x, x) − ‖φ̂(x)‖²
    largest: float  # max k(x, x)

    @classmethod
    def of(cls, landmarks: Landmarks, X: Array) -> tuple[Summary, Array]:
        """The summary of the rows of X, and their residuals k(x, x) − ‖φ̂(x)‖² (n,)."""
        diagonal = landmarks.kernel.diagonal(X)
        require_finite_gram(landmarks.kernel, diagonal)
        F = landmarks.features(X)
        residual = np.maximum(diagonal - np.einsum("ij,ij->i", F, F), 0.0)
        summary = cls(
            Moments.of(F), float(diagonal.sum()), float(residual.sum()), float(diagonal.max())
        )
        return summary, residual

    def merge(self, other: Summary) -> Summary:
        """The summary of both sets of rows together."""
        return Summary(
            self.moments.merge(other.moments),
            self.trace + other.trace,
            self.residual_trace + other.residual_trace,
            max(self.largest, other.largest),
        )

    def decomposition(
        self, landmarks: Landmarks, q: int | None, *, centre: bool, tol: float
    ) -> Decomposition:
        """Kernel PCA of all rows summarised, without their scores.

        `tol` is the limit of trace(E)/trace(K).
        """
        moments = self.moments
        mean = moments.mean if centre else np.zeros_like(moments.mean)
        scatter = moments.scatter if centre else moments.uncentred
        found = scatter_axes(scatter, moments.count, q, self.largest)
        expansion = landmarks.expansion(found.axes, mean)
        signed = Decomposition(
            eigenvalues=found.eigenvalues,
            scores=expansion(landmarks.points),
            expansion=expansion,
            trace=found.trace + self.residual_trace,
            negative=np.empty(0),
            rank=len(landmarks.points) if found.rank is None else found.rank,
            requested=q,
            solver="streaming",
            certificate=Certificate(
                "mean residual",
                self.residual_trace / moments.count,
                tol * self.trace / moments.count,
            ),
            n_samples=moments.count,
        ).canonical()
        return signed.with_scores(np.empty((0, signed.n_components)))


Sweep = Callable[[Landmarks, int, str], tuple[Summary, Array]]


def search_landmarks(
    kernel: Kernel, sample: Array, sweep: Sweep, tol: float
) -> tuple[Summary, Landmarks]:
    """Landmarks, and the summary of all rows, of the pass with the smallest trace(E).

    A coarse first pass finds the rows that landmarks of the sample approximate badly; landmarks are
    then chosen among rows drawn by their residual. Passes repeat, with rows drawn anew, while
    trace(E) exceeds tol·trace(K) and a pass still halves it.

    Parameters
    ----------
    sample : (m, D) array, some of the rows
    sweep : callable
        (landmarks, number of the pass, what it is for) -> the summary of all rows, and up to
        SAMPLE_ROWS of them, drawn in proportion to their residual.
    """
    landmarks = Landmarks.among(kernel, sample, FIRST_TOL, FIRST_LANDMARKS)
    _, drawn = sweep(landmarks, 0, "coarse pass over all rows")
    best: tuple[Summary, Landmarks] | None = None
    for number in range(1, MAX_PASSES + 1):
        candidates = np.vstack([landmarks.points, drawn])
        landmarks = Landmarks.among(kernel, candidates, tol / number)
        summary, drawn = sweep(landmarks, number, f"pass {number} over all rows")
        stalled = best is not None and summary.residual_trace > 0.5 * best[0].residual_trace
        if best is None or summary.residual_trace < best[0].residual_trace:
            best = summary, landmarks
        if stalled or summary.residual_trace <= tol * summary.trace:
            break
        if len(landmarks.points) >= MAX_LANDMARKS:
            break
    assert best is not None
    return best


def merge_summaries(parts: Iterable[tuple[Summary, Array]]) -> tuple[Summary, Array]:
    """The summaries of blocks merged as they come, and their residuals one after the other."""
    residuals: list[Array] = []

    def summaries() -> Iterator[Summary]:
        for summary, residual in parts:
            residuals.append(residual)
            yield summary

    merged = reduce(Summary.merge, summaries())
    return merged, np.concatenate(residuals)


def row_blocks(n: int) -> list[slice]:
    """Slices of ROWS rows that cover range(n)."""
    return [slice(a, min(a + ROWS, n)) for a in range(0, n, ROWS)]
