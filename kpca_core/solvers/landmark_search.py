"""The search for landmarks among rows that are read in passes, in memory or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core._support.threads import BLOCK, COLUMNS
from kpca_core._support.words import _
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Kernel
from kpca_core.solvers.landmarks import Landmarks, Summary

# Rows among which landmarks are searched.
SAMPLE_ROWS = 2**13

# Passes over all rows after which the certificate states what was reached.
MAX_PASSES = 4

# Landmarks where the tolerance cannot be reached, and where no memory is stated.
MAX_LANDMARKS = 2_000


@dataclass(frozen=True, eq=False)
class Drawn:
    """Rows (m, …) drawn in proportion to their residual: those with the smallest times (m,).

    Each row gets an exponential time of rate k(x, x) − ‖φ̂(x)‖²; the SAMPLE_ROWS smallest of all
    rows are drawn (Efraimidis & Spirakis 2006). Merging keeps that, so blocks can be merged, and
    what is drawn does not depend on how rows are cut into blocks. Sources: docs/notation.md.
    """

    times: Array
    rows: Array | Indices

    @classmethod
    def of(cls, residual: Array, rows: Array | Indices, start: int, seed: int) -> Drawn:
        """The first among rows start, start + 1, … of all; blocks share one random stream."""
        stream = np.random.Generator(np.random.PCG64(seed).advance(start))
        times = np.full(len(rows), np.inf)
        np.divide(-np.log1p(-stream.random(len(rows))), residual, out=times, where=residual > 0)
        return cls(times, rows)._first()

    def merge(self, other: Drawn) -> Drawn:
        """Those drawn of both sets of rows together."""
        both = np.concatenate([self.times, other.times])
        return Drawn(both, np.concatenate([self.rows, other.rows]))._first()

    def _first(self) -> Drawn:
        order = np.argsort(self.times, kind="stable")[:SAMPLE_ROWS]
        return Drawn(self.times[order], self.rows[order])


PassResult = tuple[Summary, Drawn]


def merge_passes(parts: Iterable[PassResult]) -> PassResult:
    """The summaries and drawn rows of blocks, merged as they come."""
    return reduce(lambda a, b: (a[0].merge(b[0]), a[1].merge(b[1])), parts)


def first_rows(n: int) -> Indices:
    """Up to half of SAMPLE_ROWS row indices, ascending, drawn with a fixed seed."""
    return np.sort(np.random.default_rng(0).choice(n, min(SAMPLE_ROWS // 2, n), replace=False))


def landmarks_within(max_memory: float | None, matrices: int, rows: int = SAMPLE_ROWS) -> int:
    """The number r of landmarks of a fit in `max_memory` bytes, MAX_LANDMARKS if None.

    The largest r with 8 (a r² + b r) ≤ max_memory, where a = matrices + 5 and b = 2 rows.

    Parameters
    ----------
    max_memory : float
        Bytes; below LEAST_MEMORY that.
    matrices : int
        How many scatters (r, r) are held at once.
    rows : int
        Rows among which landmarks are searched.
    """
    if max_memory is None:
        return MAX_LANDMARKS
    # Besides them R, its transpose and a copy; the factor of the candidates, twice while it grows.
    a, b = matrices + 5, 2 * min(rows, SAMPLE_ROWS)
    return int((np.sqrt(b * b + a * max(max_memory, 8 * BLOCK) / 2) - b) / (2 * a))


RunPass = Callable[[Landmarks, int, str], tuple[Summary, Array]]


@dataclass(frozen=True, eq=False)
class LandmarkSearch:
    """Landmarks, the summary of all rows in their features, and whether further ones would help."""

    landmarks: Landmarks
    summary: Summary
    tol: float
    short: bool = False  # more landmarks would be needed than are allowed

    @property
    def advice(self) -> str:
        """What would mend a certificate that does not hold."""
        bound = self.summary.bound
        left = bound.deviation / max(bound.trace, np.finfo(float).tiny)
        sentence = (
            _(
                "{n:,} landmarks leave {left:.0e} of trace(K), and those that memory allows would "
                "not reach the tolerance; give a larger tol or more memory, or fit a subset of the "
                "rows."
            )
            if self.short
            else _(
                "{n:,} landmarks leave {left:.0e} of trace(K), and further ones, against rounding, "
                "would not reach the tolerance; give a larger tol, or fit a subset of the rows."
            )
        )
        return sentence.format(n=len(self.landmarks), left=left)

    def decomposition(self, n_components: float | None, *, centre: bool) -> Decomposition:
        """Kernel PCA of all rows, without their scores."""
        judged = self.summary.bound.certificate(self.tol)
        return self.summary.decomposition(
            self.landmarks, n_components, judged, centre=centre, advice=self.advice
        )


def search_landmarks(
    kernel: Kernel, sample: Array, run_pass: RunPass, tol: float, most: int = MAX_LANDMARKS
) -> LandmarkSearch:
    """Landmarks, and the summary of all rows, of the pass with the smallest Σ|Eᵢᵢ|.

    A coarse first pass, with two blocks of pivots, finds the rows that landmarks of the sample
    approximate badly; landmarks are then chosen among rows drawn by their residual. Passes repeat,
    with rows drawn anew, while the certificate does not hold and a pass still halves Σ|Eᵢᵢ|. Where
    more than `most` are expected to be needed there is one pass, with some MAX_LANDMARKS.

    Parameters
    ----------
    sample : (m, D) array
        Some of the rows.
    run_pass : callable
        (landmarks, number of the pass, what it is for) -> the summary of all rows, and up to
        SAMPLE_ROWS of them, drawn in proportion to their residual.
    tol : float
        Limit of trace(E)/trace(K).
    most : int
        How many landmarks are allowed.
    """
    landmarks = Landmarks.among(kernel, sample, tol, 2 * COLUMNS)
    drawn = run_pass(landmarks, 0, _("coarse pass over all rows"))[1]
    best: LandmarkSearch | None = None
    for number in range(1, MAX_PASSES + 1):
        candidates, wanted = np.concatenate([landmarks.points, drawn]), tol / number
        landmarks = Landmarks.among(kernel, candidates, wanted, most, MAX_LANDMARKS)
        short = len(landmarks) >= min(most, MAX_LANDMARKS) and landmarks.left > wanted
        what = _("pass {number} over all rows").format(number=number)
        if short:
            what = _("{what}: {n:,} landmarks leave about {left:.0e} of trace(K)").format(
                what=what, n=len(landmarks), left=landmarks.left
            )
        summary, drawn = run_pass(landmarks, number, what)
        before = np.inf if best is None else best.summary.bound.deviation
        if best is None or summary.bound.deviation < before:
            best = LandmarkSearch(landmarks, summary, tol, short)
        stalled = summary.bound.deviation > 0.5 * before
        if stalled or short or summary.bound.certificate(tol).holds:
            break
    assert best is not None
    return best
