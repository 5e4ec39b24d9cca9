"""Lines in the server's log that strangers can cause: few, however many causes there are."""

from __future__ import annotations

import logging
import time
from collections import Counter
from threading import Lock
from traceback import walk_tb

from streamlit.runtime.media_file_storage import MediaFileStorageError

# Seconds between two lines of a kind.
PAUSE = 10.0

ROUTES = "streamlit.web.server.starlette.starlette_routes"

# Who writes a line, or a traceback, for what any visitor can send.
CAUSED = (
    "uvicorn.error",
    "streamlit.runtime.app_session",
    "streamlit.runtime.backend_operation_handler",
    "streamlit.web.server.starlette.starlette_websocket",
    ROUTES,
)

# Who writes a traceback for the value of a widget that Streamlit cannot read.
READING = ("streamlit.error_util", "streamlit.components.v2.bidi_component.serialization")

# Functions in which Streamlit reads the value of a widget that a browser sent.
READERS = ("deserialize", "get_serialized", "unpack_widget_state_value")
IMPOSSIBLE = "a widget cannot have the value that was sent"

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
    times = _times(what)
    if times:
        _log.warning("%s (%d×)", what, times)


def _times(what: str) -> int:
    """How often this kind has come since the last line of it; 0 if that was a moment ago."""
    with _lock:
        _unsaid[what] += 1
        if time.monotonic() - _last.get(what, -PAUSE) < PAUSE:
            return 0
        _last[what] = time.monotonic()
        return _unsaid.pop(what)


class Few(logging.Filter):
    """Lets one warning of a kind through in PAUSE seconds, and no traceback for a visitor's error.

    A kind is the text of a warning before values are put into it.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, MediaFileStorageError) and not _is_unexpected(error.__cause__):
            note("a file was not made: it is unknown, or cannot be had")
            return False
        if record.name == ROUTES and isinstance(error, OSError):
            note("a file of the drawing is unknown, or cannot be read")
            return False
        if error and is_of_a_value(error):
            note(IMPOSSIBLE)
            return False
        return record.levelno != logging.WARNING or _times(str(record.msg)) > 0


def _is_unexpected(cause: BaseException | None) -> bool:
    return cause is not None and not isinstance(cause, ValueError | MemoryError | ImportError)


def is_of_a_value(error: BaseException) -> bool:
    """Whether Streamlit could not read the value of a widget."""
    frames = (frame for frame, _ in walk_tb(error.__traceback__))
    of_streamlit = (f for f in frames if f.f_globals.get("__name__", "").startswith("streamlit."))
    return not {one.f_code.co_name for one in of_streamlit}.isdisjoint(READERS)


def quieten() -> None:
    """Let the loggers of CAUSED and READING write few lines for what strangers send."""
    for name in (*CAUSED, *READING):
        logging.getLogger(name).addFilter(Few())
