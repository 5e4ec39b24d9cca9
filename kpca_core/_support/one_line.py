"""Values in one line: what `repr` shows of results that hold arrays."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import numpy as np

# Elements of a row of values, and letters of any other value.
ELEMENTS, LETTERS = 3, 100


def in_one_line(self: Any) -> str:
    """The `__repr__` of a data class: its fields but those left at their defaults, shortened."""
    shown = (f for f in fields(self) if f.repr and getattr(self, f.name) is not f.default)
    said = ", ".join(f"{f.name}={_short(getattr(self, f.name))}" for f in shown)
    return f"{type(self).__qualname__}({said})"


def _short(value: Any) -> str:
    if isinstance(value, np.ndarray) and value.ndim != 1:
        return f"{value.shape} array"
    if isinstance(value, np.ndarray | list | tuple):
        few = [_short(one) for one in value[:ELEMENTS]]
        if len(value) > ELEMENTS:
            few = [*few[:-1], "…", _short(value[-1])]
        row = ", ".join(few)
        return f"({row})" if isinstance(value, tuple) else f"[{row}]"
    if isinstance(value, float | np.number):
        return f"{value:.4g}"
    text = joined(repr(value.item() if isinstance(value, np.generic) else value))
    if len(text) <= LETTERS:
        return text
    if vars(type(value)).get("__repr__") is in_one_line:
        kind, first = type(value).__qualname__, fields(value)[0].name
        return f"{kind}({first}={_short(getattr(value, first))}, …)"
    return f"{text[: LETTERS - 1]}…"


def joined(text: str) -> str:
    """The lines of a `repr` as one."""
    return re.sub(r"\n *", " ", text)
