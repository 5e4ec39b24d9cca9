"""One BLAS thread for small problems.

NumPy and SciPy each bring a BLAS with its own thread pool; on small blocks the pools fight and
one thread is many times faster. A server with many sessions wants one thread a fit anyway.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController

# Below this many multiply-adds in the largest step, a second thread costs more than it gives.
SMALL_WORK = 10**9

_lock = Lock()
_state: dict[str, Any] = {"controller": None, "scipy": False, "limiter": None, "depth": 0}


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
        if _state["controller"] is None or scipy != _state["scipy"]:
            _state.update(controller=ThreadpoolController(), scipy=scipy)
        if _state["depth"] == 0:
            _state["limiter"] = _state["controller"].limit(limits=1, user_api="blas")
        _state["depth"] += 1
    try:
        yield
    finally:
        with _lock:
            _state["depth"] -= 1
            if _state["depth"] == 0:
                _state["limiter"].restore_original_limits()
