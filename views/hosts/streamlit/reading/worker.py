"""The process that reads files, see `wire`.

`python -m views.hosts.streamlit.reading.worker MEMORY SECONDS` ends when its input does, so with
the server. While it reads, a timer of the system ends it after SECONDS, also where a library never
returns and the server has gone.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from kpca_core._support.words import _, speaking
from views.hosts.streamlit.reading.wire import (
    LONGEST,
    MISSING,
    READY,
    UNEXPECTED,
    VALUE,
    WRONG,
    packed,
)

# What reading a table imports, as far as it is installed.
LIBRARIES = ("pandas", "pyarrow.parquet", "openpyxl", "chardetng_py", "kpca_core.tables")


def _table(content: bytes, name: str, **more: Any) -> Any:
    from kpca_core.tables import read_bytes

    return read_bytes(content, name, **more)


def _sheets(content: bytes, _name: str) -> Any:
    from kpca_core.tables.workbook import sheets_of

    return sheets_of(content)


def _digits(_content: bytes, name: str) -> Any:
    from datasets import usps

    return usps(name)


TASKS: dict[str, Callable[..., Any]] = {"table": _table, "sheets": _sheets, "digits": _digits}


def main(memory: int, seconds: int) -> None:
    """Answer questions until there are no more."""
    source, answers = Connection(0, writable=False), _own_output()
    for name in LIBRARIES:
        with suppress(ImportError):
            import_module(name)
    _bound(memory)
    _say(answers, READY)
    while True:
        try:
            question = source.recv_bytes()
        except EOFError:
            return
        signal.alarm(seconds)
        task, name, language, more = pickle.loads(question)
        with speaking(language):
            _answer(answers, task, source.recv_bytes(), name, more, memory)
        signal.alarm(0)


def _own_output() -> Connection:
    """Return the pipe to the server; what a library prints is discarded."""
    own = Connection(os.dup(1), readable=False)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    return own


def _bound(memory: int) -> None:
    """Bound the memory of this process, where the system has such a bound, and its traces.

    Linux counts what a process may write to, apart from what it shares: libraries are not counted.
    """
    import resource

    for limit, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
        _soft, hard = resource.getrlimit(limit)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))


def _answer(
    answers: Connection, task: str, content: bytes, name: str, more: dict[str, Any], memory: int
) -> None:
    # Said first: the catalogue of a language needs memory, too.
    too_much = _(
        "Reading {name} needs more than the {most:.1f} GiB that it may take. Keep fewer rows or "
        "columns."
    ).format(name=name, most=memory / 2**30)
    try:
        value, buffers = packed(TASKS[task](content, name, **more))
    except MemoryError:
        _say(answers, WRONG, too_much)
    except ValueError as error:
        _say(answers, WRONG, str(error))
    except ImportError as error:
        _say(answers, MISSING, str(error))
    except Exception:
        _say(answers, UNEXPECTED, traceback.format_exc()[-LONGEST:])
    else:
        _say(answers, VALUE, parts=len(buffers))
        for one in (value, *buffers):
            answers.send_bytes(one)


def _say(answers: Connection, kind: str, text: str = "", parts: int = 0) -> None:
    head = json.dumps({"kind": kind, "text": text, "parts": parts})
    answers.send_bytes(head.encode())


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main(int(sys.argv[1]), int(sys.argv[2]))
