"""Certificates.

Drawn problems (nested kernels; lattices, duplicated, nearly constant, clustered and heavy-tailed
data with outliers; 1 to 50 columns, up to 6,000 rows) against references in more digits. A
certificate is false if it holds while an eigenvalue errs by more than its bound, and by more than
the reference may err itself. A problem's number repeats it: `--seed N --count 1`. Errors relative
to λ₁ are large where rounding of the kernel values is.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from support.certified import Verdict, judged, trouble
from support.drawn_problems import SIZES
from support.references import HAS_LONG_DOUBLE

from benchmarks.harness import Answer, Lines, Missing, benchmark


@benchmark
def certificates(
    seed: int = 0, count: int = 5000, largest: int = SIZES[-1][0], jobs: int = os.cpu_count() or 1
) -> Lines:
    """Certificates of drawn problems against references in more digits: which of them are false."""
    if not HAS_LONG_DOUBLE:
        raise Missing("long doubles have no more digits than doubles on this machine")
    found: list[Verdict] = []
    with ProcessPoolExecutor(jobs) as pool:
        numbers = range(seed, seed + count)
        for verdict in pool.map(judged, numbers, repeat(largest), chunksize=4):
            found.append(verdict)
            if line := trouble(verdict):
                yield line
    for solver in sorted({v.solver for v in found if v.solver}):
        yield of_solver(solver, [v for v in found if v.solver == solver])
    yield whole(found)


def of_solver(solver: str, found: Sequence[Verdict]) -> Answer:
    """What the problems of one solver show."""
    certified = [v for v in found if v.holds]
    return Answer(
        solver,
        f"{len(found):,} solved, {len(certified):,} certified, "
        f"{sum(v.false for v in found)} false, {sum(v.missed > 0 for v in certified)} with a "
        f"component missed, {sum(v.wrong_functions for v in found)} with a wrong function; largest "
        f"error / bound {_largest(v.ratio for v in certified if not v.uncertain):.2f}, error / λ₁ "
        f"{_largest(v.relative for v in certified):.1e}, error of a function / its range "
        f"{_largest(v.functions for v in certified):.1e}",
    )


def whole(found: Sequence[Verdict]) -> Answer:
    """What all problems show."""
    reasons = Counter(v.trouble.split(": ")[1] for v in found if v.trouble.startswith("refused"))
    said = "".join(f"; {times} for {reason!r}" for reason, times in reasons.most_common())
    return Answer(
        f"{len(found):,} drawn problems",
        f"{reasons.total()} refused with a reason{said}; "
        f"{sum(v.trouble.startswith('FAILED') for v in found)} failed; "
        f"{sum(bool(v.solver) for v in found):,} solved, {sum(v.holds for v in found):,} of them "
        f"certified, {sum(v.false for v in found)} certificates false",
    )


def _largest(numbers: Iterable[float]) -> float:
    return max((n for n in numbers if not math.isnan(n)), default=math.nan)
