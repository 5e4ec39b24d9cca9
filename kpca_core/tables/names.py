"""Whether the first row of a table has the names of its columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

import numpy as np

from kpca_core.tables.numbers import MISSING, is_whole, number_like


def is_number(cell: str) -> bool:
    """Whether a cell may be a number, or stands for a missing one."""
    return cell.strip().lower() in MISSING or number_like(cell.strip())


def has_names(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row has names: words above numbers, or numbers that are unlike those below.

    Numbers are names where they are whole and rise in even steps, as wavelengths and years do.
    """
    first, below = [cell.strip() for cell in rows[0]], rows[1:]
    if not any(first):
        return True
    if len(first) > 1 and first == [str(j) for j in range(len(first))]:
        return bool(below) and list(below[0]) != first  # what pandas calls columns without names
    columns = list(zip(*below, strict=True)) or [()] * len(first)
    numeric = [bool(column) and all(map(is_number, column)) for column in columns]
    words = [j for j, one in enumerate(first) if one and not is_number(one)]
    numbers = [j for j, one in enumerate(first) if number_like(one)]
    over_numbers = [j for j in words if numeric[j]]
    if not numbers:
        return bool(words) and (
            not below or bool(over_numbers) or any(map(is_number, chain.from_iterable(below)))
            or len(set(first)) == len(first)
        )  # fmt: skip
    if over_numbers and len(words) > len(numbers):
        return True
    unnamed = not first[0] and bool(columns[0]) and all(columns[0])
    return _are_names([first[j] for j in numbers], [[row[j] for j in numbers] for row in below],
                      bool(over_numbers) or unnamed)  # fmt: skip


def _are_names(first: Sequence[str], below: Sequence[Sequence[str]], likely: bool) -> bool:
    """Whether numbers are names of the columns below them."""
    steps = _steps(first)
    if not below or steps is None:
        return False
    alike = [_steps(row) for row in below]
    whole, even = all(map(is_whole, first)), _even(steps)
    if len(first) > 2 and 2 * sum(_even(one) if even else one is not None for one in alike) > len(
        below
    ):
        return False
    values = [float(one.replace(",", ".")) for one in first]
    years = whole and all(1500 <= value <= 2200 for value in values)
    known = [[_value(cell) for cell in column] for column in zip(*below, strict=True)]
    outside = all(
        not (np.nanmin(column) <= value <= np.nanmax(column))
        for value, column in zip(values, known, strict=True)
        if not np.isnan(column).all()
    )
    fractions = sum(any(not is_whole(cell) for cell in column if cell.strip())
                    for column in zip(*below, strict=True))  # fmt: skip
    many = len(below) >= 5 or min(values) >= 100
    unlike = (outside and many) or (whole and 2 * fractions > len(first))
    if len(first) < 3:
        return (years or (likely and whole)) and unlike
    if years and even:
        return True
    return unlike and ((whole and even) or len(first) >= 5 or likely)


def _steps(cells: Sequence[str]) -> list[float] | None:
    """The differences of numbers that rise or fall throughout, else None."""
    values = [_value(cell) for cell in cells]
    steps = [b - a for a, b in pairwise(values)]
    rising = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    return steps if rising and not np.isnan(values).any() else None


def _even(steps: list[float] | None) -> bool:
    return steps is not None and len({round(step, 6) for step in steps}) == 1


def _value(cell: str) -> float:
    try:
        return float(cell.strip().replace(",", "."))
    except ValueError:
        return float("nan")
