"""What the process that reads files does: `serve`.

Only Python's own modules are imported above: libraries read QUIET when they are loaded.
"""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

# What reading a table imports, as far as it is installed.
LIBRARIES = (
    "pandas", "pyarrow.parquet", "openpyxl", "python_calamine", "chardetng_py", "kpca_core.tables",
)  # fmt: skip
# One thread for every library, and Arrow's memory from the system: its own allocator reserves 1 GiB
# at once, of what the process may have.
QUIET = {
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1", "ARROW_IO_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system",
}  # fmt: skip
# Letters of a message or a traceback.
LONGEST = 10_000


def serve(server: Connection, memory: int, seconds: int) -> None:
    """Answer questions until the server has gone.

    A timer of the system ends the process after `seconds` for a file, also where a library never
    returns and the server has gone.

    Parameters
    ----------
    server
        gets b"" once all is imported; then sends (language, function, arguments, named arguments),
        and gets a pickle of the result, or of a ValueError, ImportError, MemoryError or
        RuntimeError
    """
    # The terminal's Ctrl-C is the server's.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(QUIET)
    for name in LIBRARIES:
        with suppress(ImportError):
            import_module(name)
    _bound(memory)
    # What a library prints is discarded.
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    with suppress(EOFError, OSError):
        server.send_bytes(b"")
        while True:
            question = server.recv()
            signal.alarm(seconds)
            server.send_bytes(_answer(*question))
            signal.alarm(0)


def _bound(memory: int) -> None:
    """Bound the memory of this process, where the system does that dependably, and its traces.

    Linux counts the private writable memory of a process, so libraries are not counted.
    """
    limits = {resource.RLIMIT_CORE: 0}
    if sys.platform == "linux":
        limits[resource.RLIMIT_DATA] = memory
    for limit, most in limits.items():
        _soft, hard = resource.getrlimit(limit)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (most, most))


def _answer(language: str, function: Any, arguments: Any, more: dict[str, Any]) -> bytes:
    from kpca_core._support.words import speaking, worded

    with speaking(language):
        try:
            return pickle.dumps(function(*arguments, **more), protocol=5)
        except MemoryError:
            said: Exception = MemoryError()
        except ValueError as error:
            said = ValueError(_short(worded(error)))
        except ImportError as error:
            said = ImportError(_short(worded(error)))
        except Exception:
            said = RuntimeError(_short(traceback.format_exc()))
    return pickle.dumps(said)


def _short(text: str) -> str:
    """Return the end of a text, without what is no letter."""
    return text[-LONGEST:].encode(errors="replace").decode()
