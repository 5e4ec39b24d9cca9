"""What the operator of a server allows: each limit is an environment variable.

docs/serving.md has the table.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

# Characters of a value that a message quotes.
QUOTED = 60

UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def quoted(text: str) -> str:
    """Return a text as messages quote it: its beginning, where it is long."""
    return repr(text if len(text) <= QUOTED else f"{text[:QUOTED]}…")


def _limit(default: object, parse: Callable[[str], Any]) -> Any:
    """A field that is read from a text; `parse` raises ValueError that says what it must be."""
    return field(metadata={"default": str(default), "parse": parse})


def _whole(default: int, least: int = 1) -> Any:
    def parse(text: str) -> int:
        # `int` refuses thousands of digits with a message of its own.
        if not re.fullmatch("[0-9]{1,15}", text) or int(text) < least:
            raise ValueError(f"a whole number >= {least} of at most 15 digits")
        return int(text)

    return _limit(default, parse)


def _bytes(default: str) -> Any:
    def parse(text: str) -> float | None:
        found = re.fullmatch(r"(\d{1,15}(?:\.\d+)?)([KMGT]?)", text, re.ASCII)
        if text and (found is None or float(found[1]) == 0):
            raise ValueError("a size such as 800M or 1.5G")
        return float(found[1]) * UNITS[found[2]] if found else None

    return _limit(default, parse)


def _switch(default: str) -> Any:
    def parse(text: str) -> bool:
        if text not in ("on", "off"):
            raise ValueError("on or off")
        return text == "on"

    return _limit(default, parse)


def _text(default: str, pattern: str, what: str) -> Any:
    def parse(text: str) -> str:
        if not re.fullmatch(pattern, text, re.ASCII):
            raise ValueError(what)
        return " ".join(text.split())

    return _limit(default, parse)


@dataclass(frozen=True)
class Limits:
    """Limits of one server.

    Parameters
    ----------
    workers : int
        computations of a kind at once, see `views.hosts.streamlit.work`
    memory : float | None
        bytes that they may take in all; None for half of what is free when the server starts
    waiting : int
        computations of a kind that may wait: a class of a hundred with several tabs each asks for
        fewer at once
    waiting_each : int
        those of one session or one address: two classes of a hundred may share a proxy
    cache : float
        bytes of results that are kept for later requests
    max_points : int
        the largest number of points that a visitor may ask for
    table_rows : int
        rows of a table that a visitor may give
    upload : float
        bytes of such a table
    uploads : float
        bytes of the tables of all sessions
    reader_memory : float
        bytes that the process which reads files may write to
    reader_seconds : int
        seconds that it may take for one file
    session_seconds : int
        seconds for which the server keeps a session that is disconnected, as by a reload
    files : bool
        whether visitors may name files of the computer that runs the server
    downloads : bool
        whether visitors may make the server download data
    frame_ancestors : str
        which pages may embed this one: sources of the Content-Security-Policy
    """

    workers: int = _whole(os.cpu_count() or 1)
    memory: float | None = _bytes("")
    waiting: int = _whole(500, least=2)
    waiting_each: int = _whole(200)
    cache: float = _bytes("128M")
    max_points: int = _whole(1_000_000, least=1000)
    table_rows: int = _whole(100_000, least=1000)
    upload: float = _bytes("100M")
    uploads: float = _bytes("1G")
    reader_memory: float = _bytes("2G")
    reader_seconds: int = _whole(60)
    session_seconds: int = _whole(600)
    files: bool = _switch("off")
    downloads: bool = _switch("on")
    frame_ancestors: str = _text(
        "'self'", r"[\w\s:/.*'\-\[\]]+",
        "sources as in a Content-Security-Policy, such as 'self' https://course.example.org",
    )  # fmt: skip

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Self:
        """Read KPCA_WORKERS, KPCA_MEMORY and so on; what is not set has its default.

        Raises
        ------
        ValueError
            for a value out of range; the message quotes it
        """
        found = {}
        for one in fields(cls):
            name = f"KPCA_{one.name.upper()}"
            text = environment.get(name, "").strip() or one.metadata["default"]
            try:
                found[one.name] = one.metadata["parse"](text)
            except ValueError as error:
                raise ValueError(f"{name} must be {error}; got {quoted(text)}.") from None
        return cls(**found)


def _limits() -> Limits:
    try:
        return Limits.of(os.environ)
    except ValueError as error:
        # The message alone: a traceback would bury it.
        raise SystemExit(str(error)) from None


LIMITS = _limits()
