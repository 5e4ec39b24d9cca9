"""Numbers of threads: one BLAS thread for small problems, Python threads for many blocks.

NumPy and SciPy each bring a BLAS with its own thread pool. On small blocks the two pools compete,
and one thread is many times faster; a server with many sessions needs one thread a fit anyway.
Where there are many blocks each Python thread computes one, since NumPy releases the interpreter's
lock inside. Where Python cannot start threads, as in WebAssembly, the blocks follow one another.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from contextvars import copy_context
from functools import cache
from threading import Lock, Thread
from typing import Any, TypeVar

import numpy as np
from threadpoolctl import ThreadpoolController, threadpool_limits

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _

# Below this number of multiply-adds in the largest step one BLAS thread is faster than two.
SMALL_WORK = 10**9

# Largest number of worker threads, which `map_blocks` starts from 2·MAX_WORKERS blocks on.
MAX_WORKERS = 8

# Sizes of blocks: rows of points; columns of fast matrix products; numbers that a second-level
# cache holds; numbers that a worker holds, 8 MiB.
ROWS, COLUMNS, VALUES, BLOCK = 2048, 64, 2**18, 2**20

T = TypeVar("T")
R = TypeVar("R")

_lock = Lock()
_state: dict[str, Any] = {"libraries": None, "scipy": False, "before": [], "depth": 0}


@contextmanager
def few_threads(work: float) -> Iterator[None]:
    """Run the block on one BLAS thread if `work`, in multiply-adds, is small.

    The limit belongs to the whole process, so overlapping blocks of several Python threads share
    it: the first sets it, the last restores the numbers that it found.
    """
    if work >= SMALL_WORK:
        yield
        return
    with _lock:
        libraries = _libraries()
        if _state["depth"] == 0:
            _state["before"] = [(library, library.num_threads) for library in libraries]
            _set_threads([(library, 1) for library in libraries])
        _state["depth"] += 1
    try:
        yield
    finally:
        with _lock:
            _state["depth"] -= 1
            if _state["depth"] == 0:
                _set_threads(_state["before"])


@contextmanager
def one_thread() -> Iterator[None]:
    """Run the block on one BLAS thread, and on one OpenMP thread: scikit-learn's k-means and t-SNE.

    The number of OpenMP threads belongs to the thread that calls, so nothing else sees the limit.
    """
    with few_threads(0), threadpool_limits(1, user_api="openmp"):
        yield


def blas_threads() -> int:
    """How many threads a BLAS has at this moment, the largest number of those that are loaded."""
    with _lock:
        return max((library.num_threads for library in _libraries()), default=1)


def _libraries() -> list[Any]:
    """The BLAS libraries that are loaded; callers hold the lock."""
    scipy = "scipy.linalg" in sys.modules  # which brings a BLAS of its own
    if _state["libraries"] is None or scipy != _state["scipy"]:
        found = ThreadpoolController().select(user_api="blas").lib_controllers
        _state.update(libraries=found, scipy=scipy)
        if _state["depth"] > 0:
            # Loaded inside a block that set the limit.
            known = {library.filepath for library, _ in _state["before"]}
            late = [library for library in found if library.filepath not in known]
            _state["before"] += [(library, library.num_threads) for library in late]
            _set_threads([(library, 1) for library in late])
    libraries: list[Any] = _state["libraries"]
    return libraries


def _set_threads(counts: list[tuple[Any, int]]) -> None:
    """Set the number of threads of each library, from whichever Python thread.

    From version 3.8 on threadpoolctl silently ignores all Python threads but the first that set a
    limit, which is cleared here; callers hold the lock.
    """
    for library, count in counts:
        clear = getattr(library, "clear_controlling_thread", lambda force: None)
        clear(force=True)
        library.set_num_threads(count)
        clear(force=True)


class _Serial(Executor):
    """Computes what is submitted at once, in the thread that submits it."""

    def submit(self, function: Callable[..., R], /, *values: Any, **more: Any) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(function(*values, **more))
        except Exception as error:
            future.set_exception(error)
        return future


@cache
def _starts_threads() -> bool:
    try:
        Thread(target=int).start()
    except RuntimeError:
        return False
    return True


def executor(workers: int) -> Executor:
    """Return what computes on that many Python threads, or on this one if none can be started."""
    return ThreadPoolExecutor(workers) if _starts_threads() else _Serial()


def map_in_order(function: Callable[[T], R], items: Iterable[T]) -> Generator[R]:
    """Yield function(item) for each item, in order, computed on all cores.

    Each call runs on one BLAS thread and in the caller's context (`np.errstate`). At most two
    results a worker are held. Since results keep the order of the items, sums over them do not
    depend on timing. Close the generator where the loop may end early, to restore the threads.
    """
    workers = min(os.cpu_count() or 1, MAX_WORKERS)
    waiting: deque[Future[R]] = deque()
    with few_threads(0), executor(workers) as pool:
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


def row_slices(n: int, rows: int) -> list[slice]:
    """Slices of `rows` rows, the last one of what is left, that cover range(n)."""
    return [slice(start, min(start + rows, n)) for start in range(0, n, rows)]


def rows_held(width: int) -> int:
    """How many rows of `width` numbers VALUES allows, at least one."""
    return max(1, VALUES // max(1, width))


def map_blocks(function: Callable[[slice], R], n: int, rows: int) -> Generator[R]:
    """Yield function(block) for `row_slices(n, rows)`, in order.

    By `map_in_order` from 2·MAX_WORKERS blocks on, else one after the other in this thread.
    """
    blocks = row_slices(n, rows)
    if len(blocks) < 2 * MAX_WORKERS:
        yield from map(function, blocks)
    else:
        yield from map_in_order(function, blocks)


def in_blocks(
    function: Callable[[Array], Array],
    X: Array,
    columns: int,
    rows: int,
    progress: Progress | None = None,
) -> Array:
    """Evaluate function(X[block]), shape (rows, columns), for all blocks of X: (n, columns).

    `progress` is called with the number of blocks.
    """
    values = np.empty((len(X), columns))

    def fill(block: slice) -> None:
        values[block] = function(X[block])

    with closing(map_blocks(fill, len(X), rows)) as filled:
        for done, _block in enumerate(filled, start=1):
            report(progress, done, -(-len(X) // rows), _("kernel sums"))
    return values
