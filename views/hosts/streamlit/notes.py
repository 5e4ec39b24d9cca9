"""Warnings in the server's log that visitors can cause; of each kind there are few."""

from __future__ import annotations

import logging
import time
from collections import Counter
from threading import Lock

_log = logging.getLogger("kpca")
_lock = Lock()
_last: dict[str, float] = {}
_unsaid: Counter[str] = Counter()


def note(what: str, pause: float = 10.0) -> None:
    """Log a warning, or count it if one of this kind was logged a moment ago.

    Parameters
    ----------
    what
        the kind: one of few fixed texts, nothing that a visitor sent
    pause
        seconds between two warnings of a kind
    """
    with _lock:
        _unsaid[what] += 1
        if time.monotonic() - _last.get(what, -pause) < pause:
            return
        _last[what] = time.monotonic()
        times = _unsaid.pop(what)
    _log.warning("%s (%d×)", what, times)
