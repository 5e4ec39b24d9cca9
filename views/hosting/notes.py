"""Lines in the server's log that strangers can cause: few, however many causes there are."""

from __future__ import annotations

import logging
import time
from collections import Counter
from threading import Lock

# Seconds between two lines of a kind.
PAUSE = 10.0

_log = logging.getLogger("kpca")
_lock = Lock()
_last: dict[str, float] = {}
_unsaid: Counter[str] = Counter()


def note(what: str) -> None:
    """Log a line, or count it if a line of this kind was logged a moment ago.

    Parameters
    ----------
    what
        the kind: one of few fixed texts, nothing that a visitor sent
    """
    with _lock:
        _unsaid[what] += 1
        if time.monotonic() - _last.get(what, -PAUSE) < PAUSE:
            return
        _last[what] = time.monotonic()
        times = _unsaid.pop(what)
    _log.warning("%s (%d×)", what, times)
