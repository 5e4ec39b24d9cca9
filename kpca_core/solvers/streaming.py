"""The solver "streaming": landmarks, and passes over blocks of rows that keep a `Summary` alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from kpca_core._support.arrays import Array, require_count
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import MAX_WORKERS, ROWS, map_in_order, row_slices
from kpca_core._support.words import E_, _, counted
from kpca_core.certificate import Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.kernels.base import Kernel, require_psd
from kpca_core.solvers.arguments import allowed_memory, check_arguments
from kpca_core.solvers.landmark_search import MAX_LANDMARKS as MOST_UNASKED
from kpca_core.solvers.landmark_search import (
    SAMPLE_ROWS,
    Drawn,
    LandmarkSearch,
    PassResult,
    first_rows,
    landmarks_within,
    merge_passes,
    search_landmarks,
)
from kpca_core.solvers.landmarks import Landmarks, Summary
from kpca_core.solvers.low_rank import LOW_RANK, LowRank, is_low_rank
from kpca_core.solvers.problem import (
    ALL_POINTS,
    Cost,
    Problem,
    kernel_about_mean,
    relative_tolerance,
)

# Landmarks of `partial_fit`, by default.
MAX_LANDMARKS = 1000

# Scatters held at once: two results a worker of `map_in_order`, those being made, and the sum.
MATRICES = 3 * min(os.cpu_count() or 1, MAX_WORKERS) + 2


class Streaming(LowRank):
    """Right for psd kernels and many rows: memory does not grow with n, the scores apart."""

    name = "streaming"

    def cost(self, problem: Problem) -> Cost | None:
        """Seconds for its passes where the rank is expected to be low."""
        if not is_low_rank(problem):
            return None
        return Cost(1.6e-4 * problem.n, problem.table_bytes + 8.0 * LOW_RANK**2)

    def _solve(self, problem: Problem) -> Decomposition:
        X = problem.X
        most = landmarks_within(allowed_memory(problem.max_memory), MATRICES, len(X))
        search = _search(problem.kernel, X, problem.relative_tol, most, problem.progress)
        bound = search.summary.bound
        if problem.n <= ALL_POINTS and problem.expands_over_points(bound.deviation, bound.trace):
            F, _, bound = search.landmarks.factor(X)
            return self.decompose(problem, F, bound, None, search.advice)
        found = search.decomposition(problem.n_components, centre=problem.centre)
        scores, expansion = found.expansion.at(X), found.expansion
        if problem.centre:
            # Their mean is 0, but for rounding, which shows in the smallest components.
            mean = scores.mean(axis=0)
            scores -= mean
            expansion = replace(expansion, offsets=expansion.offsets - mean)
        return replace(found, scores=scores, expansion=expansion)


def cost_of_high_rank(problem: Problem) -> Cost:
    """What "streaming" takes there: a pass with as many landmarks as are allowed."""
    allowed = landmarks_within(allowed_memory(problem.max_memory), MATRICES, problem.n)
    r = min(allowed, MOST_UNASKED, problem.n)
    held = (MATRICES + 5) * r**2 + 2 * SAMPLE_ROWS * r
    return Cost(1e-10 * (problem.n + SAMPLE_ROWS) * r**2, problem.table_bytes + 8.0 * held)


@dataclass(frozen=True, eq=False)
class PartialFit:
    """A fit to blocks of rows one after the other, of which only a summary is kept.

    When existing landmarks represent a block poorly, landmarks from that block are added, up to
    `most`. Coordinates of earlier rows in the new dimensions are taken as 0. For rows i before and
    j from then on K − K̂ has, besides EEᵀ, the entries eᵢ·nⱼ, with eᵢ the residual of i in feature
    space and nⱼ the new part of φ̂(xⱼ). Each addition gives that block of K − K̂ a norm of at most
    √(Σᵢ ‖eᵢ‖² Σⱼ ‖nⱼ‖²), by the Cauchy–Schwarz inequality, and as much to the error of eigenvalues.
    """

    landmarks: Landmarks
    summary: Summary  # of all rows so far
    tol: float  # the limit of trace(E)/trace(K)
    centre: bool
    most: int  # how many landmarks are allowed
    # Of each addition the number of landmarks before, and the bound of Σᵢ ‖eᵢ‖² over the rows then.
    additions: tuple[tuple[int, float], ...] = ()

    @classmethod
    def of(
        cls,
        kernel: Kernel,
        X: Array,
        tol: float,
        *,
        centre: bool,
        max_memory: float | None = None,
        max_landmarks: int | None = MAX_LANDMARKS,
    ) -> PartialFit:
        """A fit to the first block X (n, D), in up to `max_memory` bytes besides the blocks.

        It takes up to `max_landmarks` landmarks of these and later rows, None for as many as the
        memory has room for.

        Raises
        ------
        ValueError
            if the kernel is not known to be psd.
        """
        require_psd(kernel, E_(", which fitting block by block needs; fit all points at once."))
        check_arguments(None, centre, tol)
        about_mean = kernel_about_mean(kernel, X, centre=centre)
        tol = relative_tolerance(about_mean, X, tol, centre=centre)
        most = landmarks_within(allowed_memory(max_memory), MATRICES)
        if max_landmarks is not None:
            require_count("max_landmarks", max_landmarks)
            most = min(most, int(max_landmarks))
        # Below the limit, so that further rows like these keep it.
        found = _search(about_mean, X, tol / 4, most)
        return cls(found.landmarks, found.summary, tol, centre, most)

    def extended(self, X: Array) -> PartialFit:
        """The fit to the rows so far and those of X (n, D)."""
        new, drawn = _pass_over(self.landmarks, X, 0)
        kept = replace(self, summary=self.summary.merge(new))
        if kept.certificate.holds:
            return kept
        landmarks = self.landmarks.extended(X[drawn.rows], self.tol / 4, self.most)
        if len(landmarks) == len(self.landmarks):
            return kept
        before = self.summary.padded(len(landmarks))
        grown = replace(
            self,
            landmarks=landmarks,
            summary=before.merge(_pass_over(landmarks, X, 0)[0]),
            additions=(
                *self.additions,
                (len(self.landmarks), before.bound.deviation + before.bound.rounding),
            ),
        )
        # Not by `amplified`, which may be far from what it bounds.
        return min(kept, grown, key=lambda fit: fit.certificate.error - fit.summary.bound.amplified)

    @property
    def certificate(self) -> Certificate:
        """Bound of |λ̂ − λ| of all rows so far."""
        moments = self.summary.moments
        squares = np.diagonal(moments.scatter) + moments.count * np.square(moments.mean)
        edges = pairwise([*(start for start, _ in self.additions), len(self.landmarks)])
        cross = sum(
            (earlier * float(squares[start:stop].sum())) ** 0.5
            for (start, stop), (_, earlier) in zip(edges, self.additions, strict=True)
        )
        return self.summary.bound.certificate(self.tol, cross)

    def decomposition(self, n_components: float | None) -> Decomposition:
        """Kernel PCA of all rows so far, without their scores; `n_components` as for `fit`."""
        check_arguments(n_components, self.centre, self.tol)
        advice = _(
            "{n:,} of {most:,} allowed landmarks are taken, in {additions} after the "
            "first block; give first a block whose rows are like all others, a larger "
            "tol, or more max_landmarks."
        ).format(
            n=len(self.landmarks),
            most=self.most,
            additions=counted(len(self.additions), "{n} addition", "{n} additions"),
        )
        return self.summary.decomposition(
            self.landmarks, n_components, self.certificate, centre=self.centre, advice=advice
        )


def _search(
    kernel: Kernel, X: Array, tol: float, most: int, progress: Progress | None = None
) -> LandmarkSearch:
    def run_pass(landmarks: Landmarks, number: int, what: str) -> tuple[Summary, Array]:
        summary, drawn = _pass_over(landmarks, X, number, what, progress)
        return summary, X[drawn.rows]

    return search_landmarks(kernel, X[first_rows(len(X))], run_pass, tol, most)


def _pass_over(
    landmarks: Landmarks, X: Array, seed: int, what: str = "", progress: Progress | None = None
) -> PassResult:
    """The summary of all rows of X, and indices of rows drawn by their residual."""
    index, blocks = np.arange(len(X)), row_slices(len(X), ROWS)

    def summarise(rows: slice) -> PassResult:
        summary, residual = Summary.of(landmarks, X[rows])
        return summary, Drawn.of(residual, index[rows], rows.start, seed)

    parts = map_in_order(summarise, blocks)

    def reported() -> Iterator[PassResult]:
        for rows, part in zip(blocks, parts, strict=True):
            yield part
            report(progress, rows.stop, len(X), what)

    with closing(parts):
        return merge_passes(reported())
