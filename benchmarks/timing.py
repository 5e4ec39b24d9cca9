"""Interleaved timing: each round runs every contestant, so that drifts hit all alike."""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable, Mapping

# Seconds before each run: BLAS threads of the one before spin for up to 0.12 s before they sleep.
REST = 0.2


def interleaved(contestants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median milliseconds of each.

    In a round each contestant runs twice in a row and the second run is timed, as when a parameter
    is swept: none pays for the memory that another one has just handed back.
    """
    samples: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, run in contestants.items():
            time.sleep(REST)
            run()
            start = time.perf_counter()
            run()
            samples[name].append(1e3 * (time.perf_counter() - start))
    return {name: statistics.median(values) for name, values in samples.items()}


def verdict(ratio: float, bound: float, *, at_least: bool) -> str:
    """The ratio with its bound and whether it holds."""
    holds = ratio >= bound if at_least else ratio <= bound
    return f"{ratio:6.2f}  ({'≥' if at_least else '≤'} {bound:g}: {'holds' if holds else 'MISSED'})"


def peak_mib() -> float:
    """The largest resident size of this process so far, in MiB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10
