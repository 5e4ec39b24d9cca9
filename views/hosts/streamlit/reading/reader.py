"""The server's side of the process that reads files, see `views.hosts.streamlit.reading`."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any

from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _, language
from views.hosts.streamlit.notes import note
from views.hosts.streamlit.reading.wire import (
    LONGEST,
    MISSING,
    READY,
    VALUE,
    WRONG,
    Broken,
    unpacked,
)
from views.hosts.streamlit.work import LOOK
from views.limits import LIMITS

ROOT = Path(__file__).resolve().parents[4]

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
    """The process has ended."""


class Late(Exception):
    """There was no answer in time."""


class Unexpected(Exception):
    """The process raised an unexpected error; the text is its traceback."""


class Reader:
    """One warm process that reads one file after another, and is replaced when it ends.

    Parameters
    ----------
    memory : int, bytes that the process may write to, where the system bounds them
    seconds : int, for one file
    module : the program of the process
    grace : int, seconds after the limit at which the process's own timer ends it
    """

    def __init__(
        self,
        memory: int = int(LIMITS.reader_memory),
        seconds: int = LIMITS.reader_seconds,
        module: str = "views.hosts.streamlit.reading.worker",
        grace: int = 5,
    ) -> None:
        self.memory, self.seconds, self.module, self.grace = memory, seconds, module, grace
        self._lock, self._starting = Lock(), Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._questions: Connection | None = None
        self._answers: Connection | None = None
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
        """Return the result of a task of `views.hosts.streamlit.reading.worker` on a file.

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
            report(progress, 0, 1, _("waiting for another file"))
        try:
            return self._asked(task, name, content, progress, more)
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the process."""
        with self._starting:
            if self._process is not None:
                self._process.kill()
                self._process.wait()
            self._process, self._questions, self._answers, self._ready = None, None, None, False

    def _asked(
        self, task: str, name: str, content: bytes, progress: Progress | None, more: dict[str, Any]
    ) -> Any:
        self.warm()
        answered = False
        try:
            if not self._ready:
                self._until(LIMITS.reader_seconds, progress)
                if self._head()["kind"] != READY:
                    raise Broken("it does not start")
                self._ready = True
            self._until(self.seconds, progress)
            self._send(pickle.dumps((task, name, language(), more)))
            self._send(content)
            value = self._value()
            answered = True
        except (ValueError, ImportError, Unexpected):
            answered = True
            raise
        except Ended:
            raise ValueError(self._said_of_end(name)) from None
        except Broken as trouble:
            note(f"the reader of files gave no answer: {trouble}")
            raise ValueError(
                _("{name} could not be read: the file is damaged.").format(name=name)
            ) from None
        except Late:
            note("a file was not read in time")
            raise ValueError(
                _("{name} was not read within {seconds} s. Keep fewer rows or columns.").format(
                    name=name, seconds=self.seconds
                )
            ) from None
        finally:
            self._look = _nothing  # the closure would keep the caller's objects alive
            if not answered:
                self.close()
                self.warm()
        return value

    def _started(self) -> subprocess.Popen[bytes]:
        kept = {key: os.environ[key] for key in KEPT if key in os.environ}
        packages = os.pathsep.join(filter(None, (str(ROOT), kept.get("PYTHONPATH"))))
        numbers = (str(self.memory), str(self.seconds + self.grace))
        # A session of its own: the terminal's Ctrl-C is the server's. With -P nothing is imported
        # from the folder that the server was started in.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", self.module, *numbers],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**kept, **QUIET, "PYTHONPATH": packages}, start_new_session=True,
        )  # fmt: skip
        assert process.stdin is not None, "PIPE"
        assert process.stdout is not None, "PIPE"
        self._questions = Connection(os.dup(process.stdin.fileno()), readable=False)
        self._answers = Connection(os.dup(process.stdout.fileno()), writable=False)
        process.stdin.close()
        process.stdout.close()
        return process

    def _until(self, seconds: float, progress: Progress | None) -> None:
        """Start the time limit of the next step."""
        end = time.monotonic() + seconds

        def look() -> None:
            report(progress, 0, 1, _("reading"))
            if time.monotonic() > end:
                raise Late

        self._look = look

    def _send(self, content: bytes) -> None:
        if self._questions is None:
            raise Ended
        try:
            self._questions.send_bytes(content)
        except OSError:
            raise Ended from None

    def _receive(self) -> bytes:
        if self._answers is None:
            raise Ended
        try:
            while not self._answers.poll(LOOK):
                self._look()
            self._look()
            return self._answers.recv_bytes(self.memory)
        except (EOFError, OSError):
            raise Ended from None

    def _head(self) -> dict[str, Any]:
        text = self._receive()
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
            content = self._receive()
            # Arrays can be written to.
            return unpacked(content, [bytearray(self._receive()) for _part in range(head["parts"])])
        trouble = {WRONG: ValueError, MISSING: ImportError}.get(kind, Unexpected)
        raise trouble(text)

    def _said_of_end(self, name: str) -> str:
        """Return the message that says how the process ended, and log it."""
        code = None
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(self.grace)
        if not self._ready:
            note(f"the reader of files does not start: it ended with code {code}")
            return _("The server cannot read files at the moment; its log has the details.")
        signals = {-one.value: one.name for one in signal.Signals}
        how = signals.get(code or 0, f"code {code}")
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


def _nothing() -> None:
    """Check nothing: no answer is awaited."""


READER = Reader()
