"""What a computation costs: seconds, and how far the process grows meanwhile."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import TypeVar

T = TypeVar("T")

# Seconds between two looks at the process.
INTERVAL = 0.01


@dataclass(frozen=True)
class Cost:
    """seconds of wall time; peak_bytes of growth, or None where the system does not tell."""

    seconds: float
    peak_bytes: int | None


def measured(work: Callable[[], T]) -> tuple[T, Cost]:
    """The result of `work()` and its cost.

    The peak is how far the resident memory of the process rises above where it stood, sampled
    every INTERVAL seconds; what other threads allocate meanwhile counts in. (Python's own account
    of memory, tracemalloc, is not safe to switch on and off in a process of several threads.)
    """
    before = resident_bytes()
    peak, done = [before or 0], Event()

    def watch() -> None:
        while not done.wait(INTERVAL):
            peak[0] = max(peak[0], resident_bytes() or 0)

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    start = time.perf_counter()
    try:
        result = work()
        seconds = time.perf_counter() - start
    finally:
        done.set()
        watcher.join()
    return result, Cost(seconds, None if before is None else peak[0] - before)


def resident_bytes() -> int | None:
    """The resident memory of this process as Linux tells it; None elsewhere."""
    try:
        with open("/proc/self/statm") as pages:
            return int(pages.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None
