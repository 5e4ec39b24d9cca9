"""Questions for frames, as browsers ask them while something moves.

A question is JSON ``{"n", "page", "address", "detail", "before", "beside"}``: the picture of that
page at that address, in as much detail as can be carried. ``assets/socket.js`` asks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl

from kpca_core.drawing.scene import Detail
from views.answer import Answer, Answers

# What reading a question, or answering it, can raise where it is none.
UNREADABLE = (
    LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError,
    MemoryError,
)  # fmt: skip

# Samples an axis that a browser can ask for.
FEWEST, MOST = 2, 400


def asked_of(answers: Answers, text: str) -> tuple[int, Answer] | None:
    """Return the number of a question, and what answers it; None for an invalid one."""
    try:
        asked = json.loads(text)
        n, address = int(asked["n"]), asked["address"]
        if not isinstance(address, str):
            raise TypeError("An address is a text.")
        return n, answers.to(
            str(asked["page"]), dict(parse_qsl(address)), n=n,
            detail=_detail_of(dict(asked["detail"])), before=asked.get("before"),
            beside=dict(asked.get("beside") or {}),
        )  # fmt: skip
    except UNREADABLE:
        return None


def _detail_of(asked: Mapping[str, Any]) -> Detail | None:
    """Return the detail of a moving frame, None for a complete one."""
    if "samples" not in asked:
        return None
    samples = min(MOST, max(FEWEST, int(asked["samples"])))
    return Detail(samples, asked.get("deflate") is True, asked.get("words") is True)


def tried(frame: Callable[[], bytes]) -> Callable[[], bytes | None]:
    """Return what makes a frame, and None where these settings have none."""

    def tried() -> bytes | None:
        with suppress(*UNREADABLE):
            return frame()
        return None

    return tried
