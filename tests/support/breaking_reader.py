"""The process that reads files, with tasks that no file is known to need: it dies, hangs, grows."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np

from views.hosts.streamlit.reading import worker


def kill(content: bytes, name: str, by: int = signal.SIGSEGV) -> None:
    os.kill(os.getpid(), by)


def leave(content: bytes, name: str) -> None:
    os._exit(3)


def hang(content: bytes, name: str) -> None:
    while True:
        time.sleep(1)


def grow(content: bytes, name: str) -> None:
    held = []
    while True:
        held.append(np.ones(2**24))


def told(content: bytes, name: str) -> None:
    """Raise what the process is and has, as the text of an error."""
    files = [os.readlink(one) for one in Path("/proc/self/fd").iterdir() if one.exists()]
    from threadpoolctl import threadpool_info

    threads = sorted({one["num_threads"] for one in threadpool_info()})
    loaded = [one for one in ("streamlit", "pandas") if one in sys.modules]
    raise ValueError(repr((files, dict(os.environ), threads, loaded)))


def chatter(content: bytes, name: str) -> np.ndarray:
    print("a library prints", flush=True)
    os.write(1, b"and writes")
    return np.frombuffer(content, np.uint8)


def lies(content: bytes, name: str) -> object:
    """What cannot be made again without running something that it names."""
    return Trap()


class Trap:
    def __reduce__(self):
        return os.system, ("echo sprung > sprung",)


def fails(content: bytes, name: str) -> None:
    raise KeyError("nobody foresaw this")


if __name__ == "__main__":
    for one in (kill, leave, hang, grow, told, chatter, lies, fails):
        worker.TASKS[one.__name__] = one
    worker.main(int(sys.argv[1]), int(sys.argv[2]))
