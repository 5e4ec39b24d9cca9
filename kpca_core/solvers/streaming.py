"""The solver "streaming": landmarks, and passes over blocks of rows that keep a `Summary` alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np

from kpca_core.arrays import Array, Indices
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel
from kpca_core.progress import Progress, report
from kpca_core.solvers.arguments import check_arguments
from kpca_core.solvers.landmarks import (
    FIRST_ROWS,
    SAMPLE_ROWS,
    Landmarks,
    Summary,
    merge_summaries,
    row_blocks,
    search_landmarks,
)
from kpca_core.solvers.linalg.feature_pca import feature_pca
from kpca_core.solvers.problem import Problem, relative_tolerance
from kpca_core.threads import map_in_order


class Streaming:
    """Right for psd kernels and many rows: memory does not grow with n, the scores apart."""

    name = "streaming"
    needs = "a positive semidefinite kernel on points"

    def applies(self, problem: Problem) -> bool:
        """Whether the kernel is psd."""
        return problem.kernel.is_psd

    def solve(self, problem: Problem) -> Decomposition:
        """The q largest eigenpairs of K̃ in the span of landmarks."""
        kernel, X, tol = problem.kernel, problem.X, problem.relative_tol
        q, centre = problem.n_components, problem.centre
        rng = np.random.default_rng(0)

        def sweep(landmarks: Landmarks, number: int, what: str) -> tuple[Summary, Array]:
            summary, residual = _summarise(landmarks, X, what, problem.progress)
            return summary, X[_draw(residual, SAMPLE_ROWS, rng)]

        sample = X[rng.choice(len(X), min(FIRST_ROWS, len(X)), replace=False)]
        summary, landmarks = search_landmarks(kernel, sample, sweep, tol)
        found = summary.decomposition(landmarks, q, centre=centre, tol=tol)
        if problem.expands_over_points(summary.residual_trace, summary.trace):
            near = feature_pca(landmarks.features(X), q, summary.largest, centre=centre)
            expansion = problem.expansion_over_points(near)
            return replace(
                found, eigenvalues=near.eigenvalues, scores=near.scores, expansion=expansion
            )
        scores, expansion = found.expansion(X), found.expansion
        if centre:
            # Their mean is 0, but for rounding, which shows in the smallest components.
            mean = scores.mean(axis=0)
            scores -= mean
            expansion = replace(expansion, offsets=expansion.offsets - mean)
        return replace(found, scores=scores, expansion=expansion)


@dataclass(frozen=True, eq=False)
class PartialFit:
    """A fit to blocks of rows one after the other, of which only a summary is kept."""

    landmarks: Landmarks  # chosen among the rows of the first block
    summary: Summary  # of all rows so far
    tol: float  # the limit of trace(E)/trace(K)
    centre: bool

    @classmethod
    def of(cls, kernel: Kernel, X: Array, tol: float, *, centre: bool) -> PartialFit:
        """A fit to the first block X (n, D).

        Raises
        ------
        ValueError
            if the kernel is not known to be psd.
        """
        if not kernel.is_psd:
            raise ValueError(
                f"{kernel!r} is not known to be positive semidefinite, which fitting block by "
                "block needs; fit all points at once."
            )
        check_arguments(None, centre, tol)
        tol = relative_tolerance(kernel, X, tol, centre=centre)
        # Below the limit, so that further rows like these keep it.
        landmarks = Landmarks.among(kernel, X, tol / 4)
        return cls(landmarks, _summarise(landmarks, X)[0], tol, centre)

    def extended(self, X: Array) -> PartialFit:
        """The fit to the rows so far and those of X (n, D)."""
        return replace(self, summary=self.summary.merge(_summarise(self.landmarks, X)[0]))

    def decomposition(self, q: int | None) -> Decomposition:
        """Kernel PCA of all rows so far, without their scores."""
        check_arguments(q, self.centre, self.tol)
        return self.summary.decomposition(self.landmarks, q, centre=self.centre, tol=self.tol)


def _summarise(
    landmarks: Landmarks, X: Array, what: str = "", progress: Progress | None = None
) -> tuple[Summary, Array]:
    """The summary of all rows of X, and their residuals (n,)."""
    blocks = row_blocks(len(X))
    parts = map_in_order(lambda rows: Summary.of(landmarks, X[rows]), blocks)

    def reported() -> Iterator[tuple[Summary, Array]]:
        for rows, part in zip(blocks, parts, strict=True):
            yield part
            report(progress, rows.stop, len(X), what)

    with closing(parts):
        return merge_summaries(reported())


def _draw(residual: Array, count: int, rng: np.random.Generator) -> Indices:
    """Up to `count` distinct rows in proportion to their residual, by the Gumbel-max rule."""
    if count >= len(residual):
        return np.arange(len(residual))
    with np.errstate(divide="ignore"):
        keys = np.log(residual) + rng.gumbel(size=len(residual))
    return np.argpartition(keys, len(keys) - count)[len(keys) - count :]
