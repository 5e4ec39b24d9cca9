"""The server's side of the process that reads files, see `views.hosting.reading`."""

from __future__ import annotations

import json
import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from kpca_core._support.progress import Progress, report
from views.hosting.limits import LIMITS
from views.hosting.notes import note
from views.hosting.reading.wire import (
    LONGEST,
    MISSING,
    READY,
    VALUE,
    WRONG,
    Broken,
    receive_frame,
    send_frame,
    unpacked,
)
from views.hosting.work import LOOK

ROOT = Path(__file__).resolve().parents[3]

# Seconds after the limit at which the process's own timer ends it.
GRACE = 5
# Signals that come from outside, whatever the file holds.
OUTSIDE = (signal.SIGKILL, signal.SIGTERM)

# What Python needs of the environment: to find itself, its packages, and a place for files.
KEPT = (
    "PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONPATH", "PYTHONHOME",
    "VIRTUAL_ENV", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
)  # fmt: skip
# One thread for every library, and Arrow's memory from the system: its own allocator reserves 1 GiB
# at once, of what the process may have.
QUIET = {
    **dict.fromkeys(
        (
            "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
            "ARROW_IO_THREADS",
        ),
        "1",
    ),
    "MALLOC_ARENA_MAX": "1",
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}  # fmt: skip


class Ended(Exception):
    """The process has gone."""


class Late(Exception):
    """There was no answer in time."""


class Unexpected(Exception):
    """The process failed in a way that nobody foresaw; the text is its traceback."""


class Reader:
    """One warm process that reads one file after another, and is replaced when it ends.

    Parameters
    ----------
    memory : int, bytes that the process may write to, where the system bounds them
    seconds : int, for one file, and until the process is ready
    module : the program of the process
    """

    def __init__(
        self,
        memory: int = int(LIMITS.reader_memory),
        seconds: int = LIMITS.reader_seconds,
        module: str = "views.hosting.reading.worker",
    ) -> None:
        self.memory, self.seconds, self.module = memory, seconds, module
        self._lock, self._starting = Lock(), Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._look: Callable[[], None] = _nothing

    def warm(self) -> None:
        """Start the process where there is none; it imports its libraries meanwhile."""
        with self._starting:
            if self._process is not None and self._process.poll() is None:
                return
            self._process, self._ready = None, False
            with suppress(OSError):
                self._process = self._started()

    def read(
        self,
        task: str,
        name: str,
        content: bytes = b"",
        *,
        progress: Progress | None = None,
        **more: Any,
    ) -> Any:
        """Return what a task of `views.hosting.reading.worker` makes of a file.

        Parameters
        ----------
        task, name, content : key of its TASKS; what messages call the file; its bytes
        progress : called ten times a second; where it returns False the process is replaced
        more : arguments of the task, to be pickled

        Raises
        ------
        ValueError
            what the task raised, and where the process ends or takes too long
        ImportError
            what the task raised
        Cancelled
            if `progress` returned False
        """
        while not self._lock.acquire(timeout=LOOK):
            report(progress, 0, 1, "waiting for another file")
        try:
            return self._asked(task, name, content, progress, more)
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the process."""
        with self._starting:
            if self._process is not None:
                _end(self._process)
            self._process, self._ready = None, False

    def _asked(
        self, task: str, name: str, content: bytes, progress: Progress | None, more: dict[str, Any]
    ) -> Any:
        self.warm()
        answered = False
        try:
            if not self._ready:
                self._until(self.seconds, progress)
                if self._head()["kind"] != READY:
                    raise Broken("it does not start")
                self._ready = True
            self._until(self.seconds, progress)
            send_frame(self._send, pickle.dumps((task, name, more)))
            send_frame(self._send, content)
            value = self._value()
            answered = True
        except (ValueError, ImportError, Unexpected):
            answered = True
            raise
        except Ended:
            raise ValueError(self._said_of_end(name)) from None
        except Broken as trouble:
            note(f"the reader of files gave no answer: {trouble}")
            raise ValueError(f"{name} could not be read: the file is damaged.") from None
        except Late:
            note("a file was not read in time")
            raise ValueError(
                f"{name} was not read within {self.seconds} s. Keep fewer rows or columns."
            ) from None
        finally:
            self._look = _nothing  # which would keep alive whoever asked
            if not answered:
                self.close()
                self.warm()
        return value

    def _started(self) -> subprocess.Popen[bytes]:
        kept = {key: os.environ[key] for key in KEPT if key in os.environ}
        packages = os.pathsep.join(filter(None, (str(ROOT), kept.get("PYTHONPATH"))))
        numbers = (str(self.memory), str(self.seconds + GRACE))
        # A session of its own: the terminal's Ctrl-C is the server's. With -P nothing is imported
        # from the folder that the server was started in.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", self.module, *numbers],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**kept, **QUIET, "PYTHONPATH": packages}, start_new_session=True,
        )  # fmt: skip
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None, "PIPE"
            os.set_blocking(pipe.fileno(), False)
        return process

    def _until(self, seconds: float, progress: Progress | None) -> None:
        """Begin to count the time for what follows."""
        end = time.monotonic() + seconds

        def look() -> None:
            report(progress, 0, 1, "reading")
            if time.monotonic() > end:
                raise Late

        self._look = look

    def _wait(self, pipe: Any, event: int) -> int:
        """Wait until a pipe can be written to or read from; return its number."""
        number, found = pipe.fileno(), select.poll()
        found.register(number, event)
        while not found.poll(1e3 * LOOK):
            self._look()
        self._look()
        return int(number)

    def _send(self, content: Any) -> None:
        view = memoryview(content)
        while len(view):
            number = self._wait(self._running.stdin, select.POLLOUT)
            try:
                view = view[os.write(number, view) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise Ended from None

    def _receive(self, size: int) -> Any:
        content = np.empty(size, np.uint8)
        view = content.data
        while len(view):
            number = self._wait(self._running.stdout, select.POLLIN)
            try:
                came = os.readv(number, [view])
            except BlockingIOError:
                continue
            if not came:
                raise Ended
            view = view[came:]
        return content

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise Ended
        return self._process

    def _head(self) -> dict[str, Any]:
        text = bytes(receive_frame(self._receive))
        try:
            head = json.loads(text)
            said = str(head["text"])[:LONGEST].encode(errors="replace").decode()
            return {"kind": str(head["kind"]), "text": said, "parts": int(head["parts"])}
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise Broken(type(error).__name__) from None

    def _value(self) -> Any:
        head = self._head()
        kind, text = head["kind"], head["text"]
        if kind == VALUE:
            content = receive_frame(self._receive)
            return unpacked(content, [receive_frame(self._receive) for _ in range(head["parts"])])
        trouble = {WRONG: ValueError, MISSING: ImportError}.get(kind, Unexpected)
        raise trouble(text)

    def _said_of_end(self, name: str) -> str:
        """Say how the process ended; the log hears it, too."""
        code = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(GRACE)
        if not self._ready:
            note(f"the reader of files does not start: it ended with code {code}")
            return "The server cannot read files at the moment; its log has the details."
        signals = {-one.value: one.name for one in signal.Signals}
        how = signals.get(code or 0, f"code {code}")
        note(f"the reader of files ended with {how}, and was replaced")
        if -(code or 0) in OUTSIDE:
            return (
                f"{name} could not be read: the reader was ended by {how}, as a system does whose "
                "memory is used up. Try again, or keep fewer rows or columns."
            )
        return (
            f"{name} could not be read: the reader ended with {how}; the file is damaged. Save it "
            "again with the program that made it, or as CSV."
        )


def _nothing() -> None:
    """Nobody waits."""


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


READER = Reader()
