"""Equality of data classes that hold arrays: by their values, as a pickled copy has them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def same_values(self: Any, other: object) -> Any:
    """The `__eq__` of a data class: equal fields, arrays entry by entry, NaN equal to NaN."""
    if type(self) is not type(other):
        return NotImplemented
    return self is other or _same_fields(self, other)


def hash_of_values(self: Any) -> int:
    """The `__hash__` beside `same_values`: of the fields that are numbers or texts."""
    values = (getattr(self, one.name) for one in fields(self))
    return hash((type(self), *(one for one in values if isinstance(one, int | float | str))))


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
