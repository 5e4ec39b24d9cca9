"""The streaming route: landmarks, and one pass over blocks of rows that keeps `Moments` alone.

Landmarks P span a subspace of feature space; φ̂(x) = k(x, P) R⁻¹ with RᵀR = k(P, P) are the
coordinates of φ(x) projected on it. Memory is O(r²) and a block, however many rows there are, and
trace(E) = Σ k(x, x) − ‖φ̂(x)‖² over all rows is known at the end: λ̂ ≤ λ ≤ λ̂ + trace(E).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np
import scipy.linalg as sl

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, require_finite_gram
from kpca_core.moments import Moments
from kpca_core.progress import Progress, report
from kpca_core.solvers.arguments import check_arguments
from kpca_core.solvers.low_rank import on_all_points
from kpca_core.solvers.pivoted_cholesky import pivoted_cholesky
from kpca_core.solvers.primal import (
    feature_pca,
    over_all_points,
    relative_tolerance,
    scatter_axes,
)
from kpca_core.threads import map_in_order

# Rows worked on at once: enough for fast matrix products, a few MiB for some hundred landmarks.
BLOCK_ROWS = 2048

# Columns substituted at once: matrix products are fast, and inverting R piecewise is harmless.
COLUMNS = 64

# Rows among which landmarks are searched; 2**13 with 2,000 landmarks hold 128 MiB for a moment.
SAMPLE_ROWS = 2**13
MAX_LANDMARKS = 2000

# The first look at all rows needs no more than to see which of them a sample does not speak for.
SCOUT_ROWS, SCOUT_TOL, SCOUT_LANDMARKS = 2**12, 1e-5, 128

# Passes over all rows after which the certificate reports what was reached.
MAX_PASSES = 4


@dataclass(frozen=True, eq=False)
class Landmarks:
    """The feature map φ̂(x) = k(x, P) R⁻¹ of landmarks P (r, D); R (r, r) upper triangular."""

    kernel: Kernel
    points: Array
    triangle: Array

    @classmethod
    def among(cls, kernel: Kernel, X: Array, tol: float, most: int = MAX_LANDMARKS) -> Landmarks:
        """Pivots of the rows of X, until trace(E) ≤ tol·trace(K) on them."""
        factor = pivoted_cholesky(kernel, X, tol, min(most, len(X)))
        return cls(kernel, X[factor.pivots], factor.triangle)

    def features(self, X: Array) -> Array:
        """φ̂(X), shape (n, r), by substitution, COLUMNS columns at a time."""
        # Transposed, what a step reads and writes lies in one piece.
        F, R = self.kernel.gram(self.points, X), self.triangle
        for start, inverse in self._inverses:
            columns = slice(start, start + len(inverse))
            if start:
                F[columns] -= R[:start, columns].T @ F[:start]
            F[columns] = inverse.T @ F[columns]
        return F.T

    @cached_property
    def _inverses(self) -> list[tuple[int, Array]]:
        """The inverses of the diagonal blocks of R, which are well conditioned each."""
        return [
            (a, np.triu(sl.inv(self.triangle[a : a + COLUMNS, a : a + COLUMNS])))
            for a in range(0, len(self.triangle), COLUMNS)
        ]

    def expansion(self, axes: Array, mean: Array) -> Expansion:
        """f_j(x) = (φ̂(x) − μ)ᵀ w_j as an expansion over the landmarks."""
        coefficients = sl.solve_triangular(self.triangle, axes, check_finite=False)
        return Expansion(self.kernel, self.points, coefficients, -mean @ axes)


@dataclass(frozen=True, eq=False)
class Summary:
    """What is kept of the rows that went by: moments of φ̂, Σ k(x, x), trace(E), max k(x, x).

    Merging is associative, so blocks, workers of a cluster and `partial_fit` reduce to it.
    """

    moments: Moments
    trace: float
    error: float
    largest: float

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
        return Summary(
            self.moments.merge(other.moments),
            self.trace + other.trace,
            self.error + other.error,
            max(self.largest, other.largest),
        )

    def decomposition(
        self, landmarks: Landmarks, q: int | None, *, centre: bool, tol: float
    ) -> Decomposition:
        """Kernel PCA of all rows summarised; tol is the limit of trace(E)/trace(K)."""
        moments = self.moments
        mean = moments.mean if centre else np.zeros_like(moments.mean)
        scatter = moments.scatter if centre else moments.uncentred
        found = scatter_axes(scatter, moments.count, q, self.largest)
        expansion = landmarks.expansion(found.axes, mean)
        signed = Decomposition(
            eigenvalues=found.eigenvalues,
            scores=expansion(landmarks.points),
            expansion=expansion,
            trace=found.trace + self.error,
            negative=np.empty(0),
            rank=len(landmarks.points) if found.rank is None else found.rank,
            requested=q,
            solver="streaming",
            certificate=Certificate(
                "mean residual", self.error / moments.count, tol * self.trace / moments.count
            ),
            n_samples=moments.count,
        ).canonical()
        return signed.with_scores(np.empty((0, signed.n_components)))


@dataclass(frozen=True, eq=False)
class Stream:
    """Blocks of rows that went by one after the other; tol is the limit of trace(E)/trace(K)."""

    landmarks: Landmarks
    summary: Summary
    tol: float
    centre: bool

    @classmethod
    def begun(cls, kernel: Kernel, X: Array, tol: float, *, centre: bool) -> Stream:
        """The first block, among whose rows the landmarks are chosen."""
        if not kernel.positive:
            raise ValueError(
                f"{kernel!r} is not known to be positive, which fitting block by block needs; "
                "fit all points at once."
            )
        check_arguments(None, centre, "streaming", tol)
        tol = relative_tolerance(kernel, X, tol, centre=centre)
        # Below the limit, so that further rows like these keep it.
        landmarks = Landmarks.among(kernel, X, tol / 4)
        return cls(landmarks, _pass(landmarks, X)[0], tol, centre)

    def extended(self, X: Array) -> Stream:
        return replace(self, summary=self.summary.merge(_pass(self.landmarks, X)[0]))

    def decomposition(self, q: int | None) -> Decomposition:
        check_arguments(q, self.centre, "streaming", self.tol)
        return self.summary.decomposition(self.landmarks, q, centre=self.centre, tol=self.tol)


def solve_streaming(
    kernel: Kernel,
    X: Array,
    q: int | None,
    *,
    centre: bool,
    tol: float,
    progress: Progress | None = None,
) -> Decomposition:
    """The q largest eigenpairs of K̃ in memory that does not grow with n, the scores apart."""
    tol = relative_tolerance(kernel, X, tol, centre=centre)
    rng = np.random.default_rng(0)

    def sweep(landmarks: Landmarks, number: int, what: str) -> tuple[Summary, Array]:
        summary, residual = _pass(landmarks, X, what, progress)
        return summary, X[_drawn(residual, SAMPLE_ROWS, rng)]

    scouts = X[rng.choice(len(X), min(SCOUT_ROWS, len(X)), replace=False)]
    summary, landmarks = search_landmarks(kernel, scouts, sweep, tol)
    found = summary.decomposition(landmarks, q, centre=centre, tol=tol)
    if on_all_points(len(X), tol, summary.error, summary.trace):
        near = feature_pca(kernel, X, landmarks.features(X), q, centre=centre)
        expansion = over_all_points(kernel, X, near, centre=centre)
        return replace(found, eigenvalues=near.eigenvalues, scores=near.scores, expansion=expansion)
    scores, expansion = found.expansion(X), found.expansion
    if centre:
        # Their mean is 0, but for rounding, which shows in the smallest components.
        mean = scores.mean(axis=0)
        scores -= mean
        expansion = replace(expansion, offsets=expansion.offsets - mean)
    return replace(found, scores=scores, expansion=expansion)


def search_landmarks(
    kernel: Kernel,
    scouts: Array,
    sweep: Callable[[Landmarks, int, str], tuple[Summary, Array]],
    tol: float,
) -> tuple[Summary, Landmarks]:
    """Landmarks, and the summary of all rows, of the pass with the smallest trace(E).

    scouts  (m, D) some rows
    sweep   (landmarks, number of the pass, what it is for) -> the summary of all rows, and up to
            SAMPLE_ROWS of them drawn in proportion to their residual

    A first look with few landmarks finds the rows that the scouts do not speak for; landmarks are
    then chosen among rows drawn by their residual. Passes repeat, with rows drawn anew, while
    trace(E) exceeds tol·trace(K) and a pass still lowers it.
    """
    landmarks = Landmarks.among(kernel, scouts, SCOUT_TOL, SCOUT_LANDMARKS)
    _, drawn = sweep(landmarks, 0, "looking at all rows")
    best: tuple[Summary, Landmarks] | None = None
    for number in range(1, MAX_PASSES + 1):
        sample = np.vstack([landmarks.points, drawn])
        landmarks = Landmarks.among(kernel, sample, tol / number)
        summary, drawn = sweep(landmarks, number, f"pass {number} over all rows")
        stalled = best is not None and summary.error > 0.5 * best[0].error
        if best is None or summary.error < best[0].error:
            best = summary, landmarks
        if stalled or summary.error <= tol * summary.trace:
            break
        if len(landmarks.points) >= MAX_LANDMARKS:
            break
    assert best is not None
    return best


def _pass(
    landmarks: Landmarks, X: Array, what: str = "", progress: Progress | None = None
) -> tuple[Summary, Array]:
    """The summary of all rows and their residuals."""

    def told() -> Iterator[tuple[Summary, Array]]:
        for rows, part in zip(blocks(len(X)), parts, strict=True):
            yield part
            report(progress, rows.stop, len(X), what)

    parts = map_in_order(lambda rows: Summary.of(landmarks, X[rows]), blocks(len(X)))
    with closing(parts):
        return total(told())


def total(parts: Iterable[tuple[Summary, Array]]) -> tuple[Summary, Array]:
    """The summaries of blocks merged as they come, and their residuals one after the other."""
    residuals: list[Array] = []

    def summaries() -> Iterator[Summary]:
        for summary, residual in parts:
            residuals.append(residual)
            yield summary

    merged = reduce(Summary.merge, summaries())
    return merged, np.concatenate(residuals)


def blocks(n: int) -> list[slice]:
    """Slices of BLOCK_ROWS that cover range(n)."""
    return [slice(a, min(a + BLOCK_ROWS, n)) for a in range(0, n, BLOCK_ROWS)]


def _drawn(residual: Array, count: int, rng: np.random.Generator) -> Array:
    """Up to `count` distinct rows in proportion to their residual (the Gumbel-max rule)."""
    if count >= len(residual):
        return np.arange(len(residual))
    with np.errstate(divide="ignore"):
        keys = np.log(residual) + rng.gumbel(size=len(residual))
    return np.argpartition(keys, len(keys) - count)[len(keys) - count :]
