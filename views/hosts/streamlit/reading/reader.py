"""The server's side of the process that reads files, see `views.hosts.streamlit.reading`."""

from __future__ import annotations

import io
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import is_dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock
from types import ModuleType
from typing import Any

from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _, language
from views.hosts.streamlit.notes import note
from views.hosts.streamlit.reading.worker import serve
from views.hosts.streamlit.work import LOOK
from views.limits import LIMITS

# Signals that come from outside, whatever the file holds.
OUTSIDE = (signal.SIGKILL, signal.SIGTERM)
# What is made again by NumPy, whose modules have other names in other versions, and by Python.
MADE = {
    "numpy": ("ndarray", "dtype", "_reconstruct", "_frombuffer", "scalar"),
    "builtins": ("ValueError", "ImportError", "MemoryError", "RuntimeError"),
}


class Values(pickle.Unpickler):
    """Unpickles arrays, dataclasses of this project and the errors that `worker` sends, only.

    The pickle comes from a process that has read an untrusted file: that is why there is no
    `ProcessPoolExecutor`, which unpickles whatever its process sends.
    """

    def find_class(self, module: str, name: str) -> Any:
        package = module.partition(".")[0]
        if name in MADE.get(package, ()):
            return super().find_class(module, name)
        if package in ("kpca_core", "datasets") and name.isidentifier():
            found = super().find_class(module, name)
            if isinstance(found, type) and is_dataclass(found):
                return found
        raise pickle.UnpicklingError(f"It names {module}.{name}.")


class Reader:
    """One warm process that reads one file after another, and is replaced when it ends.

    Parameters
    ----------
    memory : int, bytes that the process may write to, where the system bounds them
    seconds : int, for one file
    grace : int, seconds after the limit at which the process's own timer ends it
    """

    def __init__(
        self,
        memory: int = int(LIMITS.reader_memory),
        seconds: int = LIMITS.reader_seconds,
        grace: int = 5,
    ) -> None:
        self.memory, self.seconds, self.grace = memory, seconds, grace
        self._lock, self._starting = Lock(), Lock()
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._ready = False

    def warm(self) -> None:
        """Start the process where there is none; it imports its libraries meanwhile."""
        with self._starting, suppress(OSError):
            if self._process is not None and self._process.is_alive():
                return
            self._process, self._line, self._ready = None, None, False
            spawn, limits = get_context("spawn"), (self.memory, self.seconds + self.grace)
            own, other = spawn.Pipe()
            with other, _without_main():
                process = spawn.Process(target=serve, args=(other, *limits), daemon=True)
                process.start()
            self._process, self._line = process, own

    def close(self) -> None:
        """End the process."""
        with self._starting:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process, self._line, self._ready = None, None, False

    def read(
        self,
        name: str,
        function: Callable[..., Any],
        *arguments: Any,
        progress: Progress | None = None,
        **more: Any,
    ) -> Any:
        """Return function(*arguments, **more), computed by the process.

        Parameters
        ----------
        name
            what messages call the file
        function, arguments, more
            to be pickled; the result is made of arrays, of dataclasses of this project and of what
            has a sign of its own in Python: numbers, texts, tuples, dictionaries
        progress
            called ten times a second; where it returns False the process is replaced

        Raises
        ------
        ValueError, ImportError
            what the function raised; ValueError also where the process ends or takes too long
        RuntimeError
            with the traceback of any other error
        Cancelled
            if `progress` returned False
        """
        while not self._lock.acquire(timeout=LOOK):
            report(progress, 0, 1, _("waiting for another file"))
        try:
            answer = self._answer(name, (language(), function, arguments, more), progress)
        finally:
            self._lock.release()
        if isinstance(answer, MemoryError):
            said = _(
                "Reading {name} needs more than the {most:.1f} GiB that it may take. Keep fewer "
                "rows or columns."
            )
            raise ValueError(said.format(name=name, most=self.memory / 2**30))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _answer(self, name: str, question: Any, progress: Progress | None) -> Any:
        self.warm()
        answered = False
        try:
            if self._line is None:
                raise EOFError
            if not self._ready:
                self._receive(self._line, LIMITS.reader_seconds, progress)
                self._ready = True
            self._line.send(question)
            answer = unpacked(self._receive(self._line, self.seconds, progress))
            answered = True
        except TimeoutError:
            note("a file was not read in time")
            said = _("{name} was not read within {seconds} s. Keep fewer rows or columns.")
            raise ValueError(said.format(name=name, seconds=self.seconds)) from None
        except (EOFError, OSError):
            raise ValueError(self._said_of_end(name)) from None
        except pickle.UnpicklingError as trouble:
            note(f"the reader of files gave no answer: {trouble}")
            said = _("{name} could not be read: the file is damaged.")
            raise ValueError(said.format(name=name)) from None
        finally:
            if not answered:
                self.close()
                self.warm()
        return answer

    def _receive(self, line: Connection, seconds: float, progress: Progress | None) -> bytes:
        """Return what the process sends next; TimeoutError after so many seconds."""
        end = time.monotonic() + seconds
        while not line.poll(LOOK):
            report(progress, 0, 1, _("reading"))
            if time.monotonic() > end:
                raise TimeoutError
        return line.recv_bytes(self.memory)

    def _said_of_end(self, name: str) -> str:
        """Return the message that says how the process ended, and log it."""
        code = None
        with self._starting:
            if self._process is not None:
                self._process.join(self.grace)
                code = self._process.exitcode
        if not self._ready:
            note(f"the reader of files does not start: it ended with code {code}")
            return _("The server cannot read files at the moment; its log has the details.")
        how = {-one: one.name for one in signal.Signals}.get(code or 0, f"code {code}")
        note(f"the reader of files ended with {how}, and was replaced")
        if -(code or 0) in OUTSIDE:
            said = _(
                "{name} could not be read: the reader was ended by {how}, as a system does whose "
                "memory is used up. Try again, or keep fewer rows or columns."
            )
        else:
            said = _(
                "{name} could not be read: the reader ended with {how}; the file is damaged. Save "
                "it again with the program that made it, or as CSV."
            )
        return said.format(name=name, how=how)


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the main module, which a new process would import: Streamlit's is the page."""
    main, empty = sys.modules["__main__"], ModuleType("__main__")
    sys.modules["__main__"] = empty
    try:
        yield
    finally:
        # Unless Streamlit has put the next page there.
        if sys.modules["__main__"] is empty:
            sys.modules["__main__"] = main


def unpacked(content: bytes) -> Any:
    """Return the value of a pickle; UnpicklingError where it is none that `Values` makes."""
    try:
        return Values(io.BytesIO(content)).load()
    except pickle.UnpicklingError:
        raise
    except Exception as error:
        raise pickle.UnpicklingError(f"It is no pickle: {error!r}.") from None


READER = Reader()
