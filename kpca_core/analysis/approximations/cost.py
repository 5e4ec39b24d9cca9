"""The cost of a computation: wall time, and the growth of the process's memory."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, TypeVar

from kpca_core._support.memory import resident_bytes

T = TypeVar("T")


@dataclass(frozen=True)
class Cost:
    """Wall time in seconds; peak growth in bytes, None where the system does not report memory."""

    seconds: float
    peak_bytes: int | None


def measured(work: Callable[..., T], **more: Any) -> tuple[T, Cost]:
    """Return the result of `work(**more)` and its cost.

    The peak is the largest growth of the process's resident memory, sampled every 10 ms; memory
    that other threads allocate meanwhile is included. (`tracemalloc` cannot be switched on and off
    safely in a process of several threads.)
    """
    before = resident_bytes()
    peak, done = [before or 0], Event()

    def sample() -> None:
        while not done.wait(0.01):
            peak[0] = max(peak[0], resident_bytes() or 0)

    sampler = None if before is None else Thread(target=sample, daemon=True)
    if sampler:
        sampler.start()
    start = time.perf_counter()
    try:
        result = work(**more)
        seconds = time.perf_counter() - start
    finally:
        done.set()
        if sampler:
            sampler.join()
    return result, Cost(seconds, None if before is None else peak[0] - before)
