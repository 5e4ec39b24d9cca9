"""Certificates of drawn problems against references in more digits: which of them are false.

python -m benchmarks.certificates [--seed N] [--count N] [--largest N] [--jobs N] [--only N]

A certificate is false if it holds while an eigenvalue errs by more than `certificate.error`, and by
more than the reference may err itself. Problem N is drawn by `benchmarks.drawn_problems.draw(N)`;
its number alone repeats it: `--only N`.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from support.certified import Verdict, judged, trouble
from support.drawn_problems import SIZES
from support.references import HAS_LONG_DOUBLE


def verdicts(numbers: Iterable[int], largest: int, jobs: int) -> Iterator[Verdict]:
    """The verdicts on problems of these numbers, in their order, from `jobs` processes."""
    if jobs == 1:
        yield from map(judged, numbers, repeat(largest))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(judged, numbers, repeat(largest), chunksize=4)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.certificates")
    parser.add_argument("--seed", type=int, default=0, help="number of the first problem")
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--largest", type=int, default=SIZES[-1][0], help="most rows")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, help="number of a single problem")
    options = parser.parse_args(arguments)
    if not HAS_LONG_DOUBLE:
        print("Skipped: long doubles have no more digits than doubles on this machine.")
        return
    first, count = options.seed, options.count
    numbers = range(first, first + count) if options.only is None else [options.only]
    jobs = 1 if options.only is not None else options.jobs
    all_verdicts: list[Verdict] = []
    for verdict in verdicts(numbers, options.largest, jobs):
        all_verdicts.append(verdict)
        if line := trouble(verdict):
            print(line, flush=True)
    summary(all_verdicts)


def summary(found: Sequence[Verdict]) -> None:
    """Print the table by solver."""
    print(
        f"\n{'solver':>10} {'number':>7} {'certified':>9} {'false':>6} {'gross':>6} {'open':>5} "
        f"{'missed':>6} {'error/bound':>11} {'error/λ₁':>9} {'functions':>9} {'wrong f':>7} "
        f"{'bound/nε':>8}"
    )
    for solver in sorted({v.solver for v in found if v.solver}):
        mine = [v for v in found if v.solver == solver]
        certified = [v for v in mine if v.holds]
        print(
            f"{solver:>10} {len(mine):>7} {len(certified):>9} "
            f"{sum(v.false for v in mine):>6} {sum(v.false and v.gross for v in mine):>6} "
            f"{sum(v.uncertain for v in certified):>5} "
            f"{sum(v.missed > 0 for v in certified):>6} "
            f"{_largest(v.ratio for v in certified if not v.uncertain):>11.3g} "
            f"{_largest(v.relative for v in certified):>9.1e} "
            f"{_largest(v.functions for v in certified):>9.1e} "
            f"{sum(v.wrong_functions for v in mine):>7} "
            f"{statistics.median([v.width for v in certified] or [math.nan]):>8.2g}"
        )
    reasons = Counter(v.trouble.split(": ")[1] for v in found if v.trouble.startswith("refused"))
    for reason, times in reasons.most_common():
        print(f"{times} refused: {reason}")
    refused = reasons.total()
    failed = sum(v.trouble.startswith("FAILED") for v in found)
    seconds = sum(v.seconds for v in found)
    print(
        f"{len(found)} problems, {refused} refused with a reason, {failed} failed; "
        f"{sum(v.false for v in found)} false certificates; {seconds:.0f} s in fits"
    )


def _largest(numbers: Iterable[float]) -> float:
    return max((n for n in numbers if not math.isnan(n)), default=math.nan)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
