"""Equality of data classes that hold arrays: by their values, as a pickled copy has them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

# Entries of an array that its hash takes, at least where there are as many.
ENTRIES = 8


def same_values(self: Any, other: object) -> Any:
    """The `__eq__` of a data class: equal fields, arrays entry by entry, NaN equal to NaN."""
    if type(self) is not type(other):
        return NotImplemented
    return self is other or _same_fields(self, other)


def hash_of_values(self: Any) -> int:
    """The `__hash__` beside `same_values`: of numbers, texts, and some entries of arrays."""
    return hash((type(self), *(_part(getattr(self, one.name)) for one in fields(self))))


def _part(value: Any) -> Any:
    """Something hashable of a value, equal for equal values."""
    if isinstance(value, np.ndarray):
        some = value.flat[:: max(1, value.size // ENTRIES)].tolist()
        return value.shape, *map(_part, some)
    # NaN, which equals itself here, has another hash each time.
    return value if isinstance(value, int | float | str) and value == value else None


def _same_fields(a: Any, b: Any) -> bool:
    return all(_same(getattr(a, one.name), getattr(b, one.name)) for one in fields(a))


def _same(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind in "fc")
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if is_dataclass(a):
        return _same_fields(a, b)
    return bool(a == b) or (a != a and b != b)
