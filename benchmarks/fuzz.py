"""Nonsense for everything that takes input: messages at most, no traceback, no hang, no NaN.

    python -m benchmarks.fuzz [part …] [seed]

Parts: addresses, questions, core, files, drawn (pages drawn at addresses), and, to a running server
whose log is read, socket, component and widgets (messages), uploads (broken files on "Own data"),
requests and below (odd requests, to an app at the root and below a path). Everything follows from
the seed.
"""

from __future__ import annotations

import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from benchmarks import (
    fuzz_core,
    fuzz_files,
    fuzz_http,
    fuzz_pages,
    fuzz_server,
    fuzz_uploads,
    fuzz_widgets,
)
from benchmarks.timing import peak_mib, verdict

# Seconds that one case may take.
LONGEST = 120
Cases = Iterable[tuple[str, Callable[[], None]]]
PARTS: dict[str, tuple[Callable[[Random, int], Cases], int]] = {
    "addresses": (fuzz_pages.addresses, 8000),
    "questions": (fuzz_pages.questions, 4000),
    "drawn": (fuzz_pages.drawn_pages, 400),
    "core": (fuzz_core.cases, 20_000),
    "files": (fuzz_files.cases, 400),
    "socket": (fuzz_server.socket_cases, 2000),
    "component": (fuzz_server.component_cases, 500),
    "widgets": (fuzz_widgets.cases, 500),
    "uploads": (fuzz_uploads.cases, 400),
    "requests": (fuzz_http.cases, 1000),
    "below": (fuzz_http.cases_below, 1000),
}


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


def main() -> None:
    seed = next((int(text) for text in sys.argv[1:] if text.isdecimal()), 0)
    names = [name for name in sys.argv[1:] if name in PARTS] or list(PARTS)
    for name in names:
        make, count = PARTS[name]
        start, seen = time.perf_counter(), Counter[str]()
        for case, error in troubles(make(Random(seed), count)):
            where = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} at {where.filename.rpartition('/')[2]}:{where.lineno}"
            seen[kind] += 1
            if seen[kind] == 1:
                print(f"  {kind}: {str(error)[:300]}\n    {case[:400]!r}", flush=True)
        took = time.perf_counter() - start
        print(f"{name}: {count:,} cases in {took:.0f} s, peak {peak_mib():.0f} MiB", flush=True)
        for what, number in sorted(fuzz_uploads.SEEN.items() if name == "uploads" else ()):
            print(f"  {what}: {number}", flush=True)
        print(f"  wrong {verdict(sum(seen.values()), 0, at_least=False)}", flush=True)


if __name__ == "__main__":
    main()
