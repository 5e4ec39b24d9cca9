"""Columns of numbers, their names, the column that counts the rows, and the table they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.words import N_, _
from kpca_core.tables.column import Column, shortened, some_of
from kpca_core.tables.numbers import EXAMPLES, MIXED, number_like
from kpca_core.tables.reading import ENCODINGS, How, Reading
from kpca_core.tables.rows import FIRST_SCORE, LINE
from kpca_core.tables.table import Table

# Names of columns that count the rows where they hold 0, 1, 2, … or 1, 2, 3, …
COUNTING = frozenset((
    "#", "id", "index", "nr", "nr.", "no", "no.", "obs", "observation", "row", "rowid", "row_id",
    "rownames", "level_0",
))  # fmt: skip
# What a first column without a name is called, by us, pandas and Arrow.
UNNAMED = re.compile(r"Unnamed: \d+(\.\d+)*( \(\d+\))?|__index_level_\d+__")


def number_column(name: str, values: NDArray[np.float64]) -> Column:
    """Return a column of numbers; infinities are strange."""
    infinite = np.flatnonzero(np.isinf(values))
    missing = int(np.isnan(values).sum())
    if not len(infinite):
        return Column(name, values, missing=missing)
    examples = tuple((int(i), repr(float(values[i]))) for i in infinite[:EXAMPLES])
    finite = np.where(np.isinf(values), np.nan, values)
    return Column(name, finite, missing=missing, strange=len(infinite), examples=examples)


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names in one line each, none empty and none twice: "x" and "x (2)"."""
    found: list[str] = []
    used: set[str] = set()
    for j, name in enumerate(names):
        name = " ".join(name.split()) or f"Unnamed: {j}"
        one, times = name, 1
        while one in used:
            times += 1
            one = f"{name} ({times})"
        used.add(one)
        found.append(one)
    return found


def table_of_columns(
    name: str,
    reading: Reading,
    columns: Sequence[Column],
    how: How,
    *,
    lines: NDArray[np.int64] | None = None,
    uneven: tuple[tuple[int, int], ...] = (),
    indices: Sequence[str] = (),
    aside: tuple[tuple[str, str], ...] = (),
    unclear: str = "",
) -> Table:
    """Return a table; without `lines` its rows are counted, not lines of a text.

    Parameters
    ----------
    indices : names of columns that the file says are an index
    aside : see `Table`
    unclear : a sign that may be the decimal sign or between thousands
    """
    names = unique_names([column.name for column in columns])
    given = [replace(c, name=one) for c, one in zip(columns, names, strict=True)]
    n = len(given[0].values)
    table = Table(
        name, reading, tuple(given), np.arange(1, n + 1) if lines is None else lines, uneven,
        place=N_("row") if lines is None else N_("line"), aside=aside,
    )  # fmt: skip
    if names[0] == LINE and FIRST_SCORE in names:
        indices = (*indices, LINE)  # a table of scores of our own
    index = _index(table, how, indices)
    called = ", ".join(names[j] for j in index)
    table = replace(table, reading=replace(reading, index=called), index=index)
    return replace(table, suggestions=tuple(_suggestions(table, how, unclear)))


def _index(table: Table, how: How, indices: Sequence[str]) -> tuple[int, ...]:
    """The columns that count or name the rows: the asked one, those of an index, or the first."""
    if how.index is not None:
        return (table.column(how.index),) if how.index else ()
    found = [j for j, column in enumerate(table.columns) if column.name in indices]
    for j, column in enumerate(table.columns):
        if j in found:
            continue
        unnamed = UNNAMED.fullmatch(column.name) and _differ(column)
        counting = column.name.strip().lower() in COUNTING and _counts(column.values)
        if not (unnamed or (counting and not found)):
            break
        found.append(j)
    return tuple(sorted(found)) if set(table.numeric) - set(found) else ()


def _counts(values: NDArray[np.float64]) -> bool:
    """Whether a column is 0, 1, 2, … or 1, 2, 3, …"""
    return values[0] in (0, 1) and bool((np.diff(values) == 1).all())


def _differ(column: Column) -> bool:
    """Whether a column has another whole number, or another text, in each row."""
    if column.is_numeric:
        values = column.values
        return len(np.unique(values)) == len(values) and bool((values == np.round(values)).all())
    return column.codes is None or len(column.words) == len(column.values)


def _may_be_names(table: Table) -> bool:
    """Whether the first row holds other numbers, all beyond those of the rows below."""
    if len(table.numeric) < len(table.columns) or len(table.columns) < 2 or table.n < 3:
        return False
    values = np.column_stack([column.values for column in table.columns])
    first, below = values[0], values[1:]
    if len(np.unique(first)) < len(first) or np.isnan(first).any():
        return False
    inside = (np.fmin.reduce(below) <= first) & (first <= np.fmax.reduce(below))
    return not inside.any()


def _suggestions(table: Table, how: How, unclear: str) -> list[tuple[str, str]]:
    found = []
    reading = table.reading
    if reading.separator is not None and how.names is None:
        numbers = [c.name for c in table.columns if number_like(c.name)]
        if reading.names is None and _may_be_names(table):
            text = _(
                "The numbers of the first row lie beyond those below it: they may be the names of "
                "the columns."
            )
            found.append(("names", text))
        elif reading.names is not None and 2 * len(numbers) > len(table.columns):
            text = _("{numbers} are read as names: they may be a row.")
            found.append(("names", text.format(numbers=some_of(list(map(repr, numbers))))))
    if reading.titles and how.skip is None:
        text = _("Above the table stands {titles}: skipped, as no row of it.")
        found.append(("skip", text.format(titles=some_of(list(map(repr, reading.titles))))))
    if reading.foot and how.foot is None:
        text = _("{names} below the table sums it up: left out, as no row of it.")
        found.append(("foot", text.format(names=some_of(list(map(repr, reading.foot))))))
    if how.encoding == "" and reading.encoding not in ("", "utf-8", "utf-16", "utf-32", "cp1252"):
        known = ENCODINGS.get(reading.encoding, reading.encoding)
        text = _(
            "The letters are taken for {known}: choose another encoding where words look wrong."
        )
        found.append(("encoding", text.format(known=known)))
    measured = [
        c for c in table.columns if c.note and c.note not in ("dates", MIXED) and not c.is_numeric
    ]
    units = [repr(shortened(c.name)) for c in measured if unclear not in c.note or not unclear]
    if units and not how.units:
        found.append(
            ("units", _("Agree to units to read {units} as numbers.").format(units=some_of(units)))
        )
    if unclear:
        text = _("{unclear!r} may be the decimal sign or stand between thousands: choose which.")
        found.append(("decimal", text.format(unclear=unclear)))
    first = table.columns[0]
    if not table.index and how.index is None and first.is_numeric and _counts(first.values):
        text = _("{name!r} counts the rows: as index it is left out.")
        found.append(("index", text.format(name=shortened(first.name))))
    return found
