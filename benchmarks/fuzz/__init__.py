"""Nonsense for everything that takes input: messages at most, no traceback, no hang, no NaN.

    python -m benchmarks.fuzz [part …] [--seed N] [--count N]

Parts: addresses, questions, core, digits (their files), drawn (pages drawn at addresses), and, to a
running server whose log is read, socket, component and widgets (messages), uploads (broken tables
on "Own data"), requests and below (odd requests, to an app at the root and below a path); last
tables, broken ones read here: a library that crashes ends this. Everything follows from the seed.
"""

from __future__ import annotations

import argparse
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from benchmarks.fuzz import core, digits, pages, requests, server, tables, widgets
from benchmarks.timing import peak_mib, verdict

# Seconds that one case may take.
LONGEST = 120
Cases = Iterable[tuple[str, Callable[[], None]]]
PARTS: dict[str, tuple[Callable[[Random, int], Cases], int]] = {
    "addresses": (pages.addresses, 8000),
    "questions": (pages.questions, 4000),
    "drawn": (pages.drawn_pages, 400),
    "core": (core.cases, 20_000),
    "digits": (digits.cases, 400),
    "socket": (server.socket_cases, 2000),
    "component": (server.component_cases, 500),
    "widgets": (widgets.cases, 500),
    "uploads": (tables.uploads, 400),
    "requests": (requests.cases, 1000),
    "below": (requests.cases_below, 1000),
    "tables": (tables.cases, 4000),
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


def main(arguments: Sequence[str] = ()) -> int:
    """Run the parts; returns how many cases went wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz")
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, help="cases of each part")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    wrong = 0
    for name in asked.parts or PARTS:
        make, usual = PARTS[name]
        count = asked.count or usual
        start, seen = time.perf_counter(), Counter[str]()
        for case, error in troubles(make(Random(asked.seed), count)):
            where = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} at {where.filename.rpartition('/')[2]}:{where.lineno}"
            seen[kind] += 1
            if seen[kind] == 1:
                print(f"  {kind}: {str(error)[:300]}\n    {case[:400]!r}", flush=True)
        took = time.perf_counter() - start
        print(f"{name}: {count:,} cases in {took:.0f} s, peak {peak_mib():.0f} MiB", flush=True)
        for what, number in sorted(tables.SEEN.items() if name in ("uploads", "tables") else ()):
            print(f"  {what}: {number}", flush=True)
        tables.SEEN.clear()
        print(f"  wrong {verdict(sum(seen.values()), 0, at_least=False)}", flush=True)
        wrong += sum(seen.values())
    return wrong
