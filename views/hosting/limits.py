"""What the operator of a server allows, from environment variables.

docs/serving.md has the table.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

# Digits of a number, more than any setting needs: an int takes at most 4,300 from a text, and a
# float becomes infinite from 309 on.
DIGITS = 15
# Characters of a value that a message quotes.
QUOTED = 60

UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


@dataclass(frozen=True)
class Limits:
    """Limits of one server.

    Parameters
    ----------
    workers : int
        computations of a kind at once, see `views.hosting.work`
    memory : float | None
        bytes that they may take in all; None leaves it to `views.hosting.work`
    cache : float
        bytes of results that are kept for whoever asks for them again
    max_points : int
        the largest number of points that a visitor may ask for
    upload : float
        bytes of a table that a visitor may give
    uploads : float
        bytes of the tables of all sessions
    sockets : int
        how many sockets one address may have open
    files : bool
        whether visitors may name files of the computer that runs the server
    downloads : bool
        whether visitors may make the server download data
    metrics : bool
        whether /metrics answers
    scheduler : str
        address of a Dask scheduler whose workers do what takes long, "" for none
    frame_ancestors : str
        which pages may embed this one: sources of the Content-Security-Policy
    """

    workers: int
    memory: float | None
    cache: float
    max_points: int
    upload: float
    uploads: float
    sockets: int
    files: bool
    downloads: bool
    metrics: bool
    scheduler: str
    frame_ancestors: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Self:
        """Read KPCA_WORKERS, KPCA_MEMORY and so on; what is not set has its default.

        Raises
        ------
        ValueError
            for a value out of range; the message quotes it.
        """

        def text(name: str, default: str) -> str:
            return environment.get(f"KPCA_{name}", "").strip() or default

        def switch(name: str, default: str) -> bool:
            value = text(name, default)
            if value not in ("on", "off"):
                raise ValueError(f"KPCA_{name} must be on or off; got {_quoted(value)}.")
            return value == "on"

        def whole(name: str, default: int, least: int = 1) -> int:
            value = text(name, str(default))
            if not re.fullmatch(rf"[0-9]{{1,{DIGITS}}}", value) or int(value) < least:
                raise ValueError(
                    f"KPCA_{name} must be a whole number >= {least} of at most {DIGITS} digits; "
                    f"got {_quoted(value)}."
                )
            return int(value)

        sources = text("FRAME_ANCESTORS", "'self'")
        if not re.fullmatch(r"[\w\s:/.*'\-\[\]]+", sources, re.ASCII):
            raise ValueError(
                "KPCA_FRAME_ANCESTORS must be sources as in a Content-Security-Policy, such as "
                f"'self' https://course.example.org; got {_quoted(sources)}."
            )
        scheduler = text("SCHEDULER", "")
        if not re.fullmatch(r"((tcp|tls)://[\w.\-\[\]:]+:\d{1,5})?", scheduler, re.ASCII):
            raise ValueError(
                "KPCA_SCHEDULER must be the address of a Dask scheduler, such as "
                f"tcp://10.0.0.5:8786; got {_quoted(scheduler)}."
            )
        return cls(
            workers=whole("WORKERS", os.cpu_count() or 1),
            memory=_bytes("MEMORY", text("MEMORY", "")),
            cache=_bytes("CACHE", text("CACHE", "128M")) or 0.0,
            upload=_bytes("UPLOAD", text("UPLOAD", "100M")) or 0.0,
            uploads=_bytes("UPLOADS", text("UPLOADS", "1G")) or 0.0,
            max_points=whole("MAX_POINTS", 1_000_000, least=1000),
            sockets=whole("SOCKETS", 600, least=2),
            files=switch("FILES", "off"),
            downloads=switch("DOWNLOADS", "on"),
            metrics=switch("METRICS", "off"),
            scheduler=scheduler,
            frame_ancestors=" ".join(sources.split()),
        )


def _bytes(name: str, text: str) -> float | None:
    """The number of bytes that a text such as 1.5G names, None for an empty one."""
    if not text:
        return None
    found = re.fullmatch(rf"(\d{{1,{DIGITS}}}(?:\.\d+)?)([KMGT]?)", text, re.ASCII)
    if found is None or float(found[1]) == 0:
        raise ValueError(f"KPCA_{name} must be a size such as 800M or 1.5G; got {_quoted(text)}.")
    return float(found[1]) * UNITS[found[2]]


def _quoted(text: str) -> str:
    return repr(text if len(text) <= QUOTED else f"{text[:QUOTED]}…")


def _limits() -> Limits:
    try:
        return Limits.of(os.environ)
    except ValueError as error:
        # The message alone: a traceback would bury it.
        raise SystemExit(str(error)) from None


LIMITS = _limits()
