"""The largest memory that a computation holds at once, traced in a process of its own."""

from __future__ import annotations

import os
import sys
import tracemalloc
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from types import ModuleType
from typing import Any

import cloudpickle
from threadpoolctl import threadpool_limits


def with_peak(
    work: Callable[[], Any], before: Callable[[], object] | None = None
) -> tuple[Any, int]:
    """Return the result of `work()` and the most bytes that it holds at once.

    `before()` runs first and is not counted: it imports what `work` would.
    Python 3.11 may crash where `tracemalloc.stop()` meets an allocation by another thread
    (python/cpython, issue 128679), and the process of the tests has threads of pages and clusters.
    Where the other process crashes all the same, it is tried once more in a new one. What blocks
    hold grows with the cores: the other process counts two, whatever the machine has.
    """
    pickled = cloudpickle.dumps((work, before))
    try:
        return _submitted(pickled).result()
    except BrokenProcessPool:
        _child.cache_clear()
        return _submitted(pickled).result()


def _submitted(pickled: bytes) -> Future[tuple[Any, int]]:
    """Start it without the main module: a page that was run before leaves its script there."""
    main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
    try:
        return _child().submit(_traced, pickled)
    finally:
        sys.modules["__main__"] = main


@cache
def _child() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), _take_two_cores)


def _take_two_cores() -> None:
    os.cpu_count = lambda: 2
    threadpool_limits(1, "blas")


def _traced(pickled: bytes) -> tuple[Any, int]:
    work, before = cloudpickle.loads(pickled)
    if before is not None:
        before()
    tracemalloc.start()
    try:
        result = work()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
