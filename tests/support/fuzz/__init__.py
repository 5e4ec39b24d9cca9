"""Nonsense for everything that takes input: messages at most, no traceback, no hang, no NaN."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

# Seconds that one case may take.
LONGEST = 120
Cases = Iterable[tuple[str, Callable[[], None]]]


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in what takes longer."""

    def stop(*_: Any) -> None:
        raise TimeoutError(f"It took longer than {seconds} s.")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def troubles(cases: Cases, longest: int = LONGEST) -> Iterator[tuple[str, BaseException]]:
    """The cases that went wrong, each with what was raised."""
    for name, run in cases:
        try:
            with limited(longest):
                run()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            yield name, error
