"""How many threads work on what.

NumPy and SciPy each bring a BLAS with its own thread pool; on small blocks the pools fight and
one thread is many times faster. A server with many sessions wants one thread a fit anyway. Where
there are many blocks, Python threads take one each: NumPy lets go of the interpreter inside.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from contextvars import copy_context
from threading import Lock
from typing import Any, TypeVar

import numpy as np
from threadpoolctl import ThreadpoolController

# Below this many multiply-adds in the largest step, a second thread costs more than it gives.
SMALL_WORK = 10**9

# More Python threads than this wait for memory rather than for each other.
MOST_WORKERS = 8

# From this many blocks on, all cores work on them.
MANY_BLOCKS = 16

T = TypeVar("T")
R = TypeVar("R")

_lock = Lock()
_state: dict[str, Any] = {"libraries": None, "scipy": False, "before": [], "depth": 0}


@contextmanager
def few_threads(work: float) -> Iterator[None]:
    """One BLAS thread while the block runs, if `work` (multiply-adds) is small.

    The limit belongs to the whole process, so overlapping blocks of several Python threads share
    it: the first sets it, the last restores what was there before.
    """
    if work >= SMALL_WORK:
        yield
        return
    with _lock:
        scipy = "scipy.linalg" in sys.modules  # which brings a BLAS of its own
        if _state["libraries"] is None or scipy != _state["scipy"]:
            found = ThreadpoolController().select(user_api="blas").lib_controllers
            _state.update(libraries=found, scipy=scipy)
        if _state["depth"] == 0:
            _state["before"] = [(library, library.num_threads) for library in _state["libraries"]]
            _set_threads([(library, 1) for library in _state["libraries"]])
        _state["depth"] += 1
    try:
        yield
    finally:
        with _lock:
            _state["depth"] -= 1
            if _state["depth"] == 0:
                _set_threads(_state["before"])


def _set_threads(counts: list[tuple[Any, int]]) -> None:
    """So many threads for each library, whichever Python thread asks, now and afterwards.

    From version 3.8 on threadpoolctl silently ignores all Python threads but the first that set
    a limit. Ours take turns under the lock.
    """
    for library, count in counts:
        clear = getattr(library, "clear_controlling_thread", lambda force: None)
        clear(force=True)
        library.set_num_threads(count)
        clear(force=True)


def map_in_order(function: Callable[[T], R], items: Iterable[T]) -> Generator[R]:
    """function(item) for each item, in order, on all cores, with few results waiting at once.

    Each call runs on one BLAS thread and in the caller's context (`np.errstate`). Results come in
    the order of the items, so what is made of them does not depend on timing. Close the generator
    where the loop may end early: that restores the threads.
    """
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    waiting: deque[Future[R]] = deque()
    with few_threads(0), ThreadPoolExecutor(workers) as pool:
        try:
            for item in items:
                if len(waiting) == 2 * workers:
                    yield waiting.popleft().result()
                waiting.append(pool.submit(copy_context().run, function, item))
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def map_blocks(function: Callable[[slice], R], n: int, rows: int) -> Generator[R]:
    """function(block) for the slices of so many rows that cover range(n), in order; as
    `map_in_order` where there are many."""
    blocks = [slice(start, min(start + rows, n)) for start in range(0, n, rows)]
    if len(blocks) < MANY_BLOCKS:
        yield from map(function, blocks)
    else:
        yield from map_in_order(function, blocks)


def in_blocks(
    function: Callable[[np.ndarray], np.ndarray], X: np.ndarray, columns: int, rows: int
) -> np.ndarray:
    """function(X[block]), shape (block, columns), for blocks of so many rows, put together."""
    values = np.empty((len(X), columns))

    def fill(block: slice) -> None:
        values[block] = function(X[block])

    with closing(map_blocks(fill, len(X), rows)) as filled:
        for _ in filled:
            pass
    return values
