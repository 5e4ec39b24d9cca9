"""What no file is known to make of the process that reads it: it dies, hangs, grows."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np


def kill(by: int = signal.SIGSEGV) -> None:
    os.kill(os.getpid(), by)


def leave() -> None:
    os._exit(3)


def hang() -> None:
    while True:
        time.sleep(1)


def grow() -> None:
    held = []
    while True:
        held.append(np.ones(2**24))


def told() -> None:
    """Raise what the process is and has, as the text of an error."""
    files = [os.readlink(one) for one in Path("/proc/self/fd").iterdir() if one.exists()]
    from threadpoolctl import threadpool_info

    threads = sorted({one["num_threads"] for one in threadpool_info()})
    loaded = [one for one in ("streamlit", "pandas") if one in sys.modules]
    raise ValueError(repr((files, threads, loaded)))


def chatter(content: bytes) -> np.ndarray:
    print("a library prints", flush=True)
    os.write(1, b"and writes")
    return np.frombuffer(content, np.uint8)


def lies() -> object:
    """What cannot be made again without running something that it names."""
    return Trap()


class Trap:
    def __reduce__(self):
        return os.system, ("echo sprung > sprung",)


def fails() -> None:
    raise KeyError("nobody foresaw this")
