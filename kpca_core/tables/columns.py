"""Columns of numbers, their names, the column that counts the rows, and the table they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.words import E_, N_, _, counted
from kpca_core.tables.column import (
    Column,
    is_whole,
    quoted,
    refused,
    shortened,
    some_of,
    text_of,
    visible,
)
from kpca_core.tables.numbers import VECTOR, Signs, column_of, plain, texts_of, vectors_of
from kpca_core.tables.reading import How, Reading
from kpca_core.tables.table import Table

# What columns are called that name rows: "id", "CustomerID", "Proben-Nr.", "编号".
NAMING = re.compile(
    r"(?i:(?:.*[\W_])?(?:#|ids?|uid|guid|nr|index|idx|obs|observation|row|rowid|line|objectid|fid)"
    r"[\W_]*)"
    r"|(?i:#|no\.?|rownames|level_0)|.*[^\W\dA-Z_](?:ID|Id|Nr\.?)"
    r"|.*(?:编号|编码|序号|学号|番号|번호)"
)
# And what those may be called that hold other numbers of each row, or times.
MAY_NAME = re.compile(
    r"(?:.*[\W_])?(?:no|num|number|code|key|sku|barcode|lot|batch|date|time|timestamp|datetime|year"
    r"|epoch|datum|zeit|jahr|fecha|jour|año|日期|时间|年份|年)[\W_]*"
    r"|.*(?:nummer|num[eé]ro|número|código|codigo|(?:sample|patient|subject|user|customer|case)ids?)"
    r"|.*[^\W\d_](?-i:Number|No|Code|Key|Date|Time)",
    re.IGNORECASE,
)
# Rows from which columns in even steps are asked about.
EVEN = 5
# Codes for missing values: nines alone, those of surveys, and the ends of whole numbers of 16 and
# 32 bits.
CODE = re.compile(r"-?(?:9+[789]|77+|88+|9+\.9+|9|1e\+[23]\d|3276[78]|65535|214748364[78])|-[178]")
# What is said of columns of texts that an option makes numbers of.
OFFERS = {
    "units": N_("Agree to units to read {names} as numbers."),
    "vectors": N_("Cells of {names} hold several numbers: agree to vectors for a column each."),
}
# What a first column without a name is called, by us, pandas and Arrow.
UNNAMED = re.compile(r"Unnamed: \d+(\.\d+)*( \(\d+\))?|__index_level_\d+__")


def number_column(name: str, values: NDArray[np.float64]) -> Column:
    """Return a column of numbers; infinities are strange."""
    infinite = np.flatnonzero(np.isinf(values))
    missing = int(np.isnan(values).sum())
    if not len(infinite):
        return Column(name, values, missing=missing)
    texts = texts_of(np.where(np.isinf(values), (values > 0).astype(int), -1), ["-inf", "inf"])
    values[infinite] = np.nan
    return Column(name, values, missing=missing, strange=len(infinite), texts=texts)


def word_columns(
    name: str, codes: NDArray[np.int64], texts: Sequence[str], signs: Signs, how: How
) -> tuple[list[Column], str, str]:
    """Return `column_of` a column, or as many columns as its vectors have numbers."""
    column, unit, sign = column_of(name, codes, texts, signs, how.units)
    if not how.vectors or column.offer != "vectors":
        return [column], unit, sign
    rows = [i for i, text in enumerate(texts) if VECTOR.fullmatch(plain(text))]
    found = vectors_of([plain(texts[i]) for i in rows])
    assert found is not None  # since they are offered
    values = np.full((len(texts) + 1, found.shape[1]), np.nan)
    values[rows] = found
    return vector_columns(name, values[codes], how), "", ""


def vector_columns(name: str, values: NDArray[np.float64], how: How) -> list[Column]:
    """Return the vectors (n, k) of a column as columns "name 1", …, if the reader agrees."""
    n, k = values.shape
    if how.vectors:
        return [number_column(f"{name} {j + 1}", values[:, j].copy()) for j in range(k)]
    note = _("vectors of {n} numbers").format(n=k)
    first = ((str(values[0].tolist()), 1, 0),)
    return [Column(name, np.full(n, np.nan), strange=n, texts=first, note=note, offer="vectors")]


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names in one line each, none empty and none twice: "x" and "x (2)"."""
    found: dict[str, None] = {}
    for j, name in enumerate(names):
        name = one = " ".join(visible(name).split()) or f"Unnamed: {j}"
        times = 1
        while one in found:
            times += 1
            one = f"{name} ({times})"
        found[one] = None
    return [*found]


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
    asked: Sequence[tuple[str, str]] = (),
) -> Table:
    """Return a table; without `lines` its rows are counted, not lines of a text.

    `indices` are names of columns that the file says are an index, `asked` suggestions beside those
    that follow from the columns; for the rest see `Table`.
    """
    names = unique_names([column.name for column in columns])
    given = tuple(replace(c, name=one) for c, one in zip(columns, names, strict=True))
    place = N_("row") if lines is None else N_("line")
    lines = np.arange(1, len(given[0].values) + 1) if lines is None else lines
    table = Table(name, reading, given, lines, uneven, place=place, aside=aside)
    table = _without_codes(table, how.na_values)
    index = _index(table, how, indices)
    reading = replace(reading, index=", ".join(names[j] for j in index))
    table = replace(table, reading=reading, index=index)
    found = _suggestions(table, how)
    return replace(
        table, suggestions=(*asked, *((option, why) for option, why, _value in found)),
        proposed={option: value for option, _why, value in found if value is not None},
    )  # fmt: skip


def _without_codes(table: Table, asked: Any) -> Table:
    """The table with gaps for the codes, each a number or a text COLUMN=NUMBER."""
    columns = list(table.columns)
    for one in [asked] if isinstance(asked, str | float | int) else asked:
        column, _equals, code = str(one).rpartition("=")
        chosen = [table.column(column)] if column else range(len(columns))
        try:
            value = float(code)
        except ValueError:
            said = E_("A code for missing values is a number, or COLUMN=NUMBER; got {one!r}.")
            raise refused(said, one=one) from None
        for j in chosen:
            columns[j] = _without(columns[j], value)
    return replace(table, columns=tuple(columns))


def _without(column: Column, code: float) -> Column:
    """The column with gaps where it has a number."""
    rows = np.flatnonzero(column.values == code)
    if not len(rows):
        return column
    values = column.values.copy()
    values[rows] = np.nan
    texts = (*column.texts, (text_of(code), len(rows), int(rows[0])))
    missing = column.missing + len(rows)
    return replace(column, values=values, missing=missing, texts=texts, codes=None, words=())


def codes_of(values: NDArray[np.float64]) -> list[tuple[float, int]]:
    """Return (number, cells) of what may stand for missing values: far outside all others."""
    known = values[np.isfinite(values)]
    if not len(known) or not any(map(_is_code, (known.min(), known.max()))):
        return []
    different, counts = np.unique(known, return_counts=True)
    n = len(different)
    # Codes that lie among the others are numbers like them.
    first = next((k for k in range(n) if not _is_code(different[k])), n)
    last = next((k for k in reversed(range(n)) if not _is_code(different[k])), 0)
    if last - first < 2:
        return []
    low, high = different[first], different[last]
    found = []
    for k in (*range(first), *range(last + 1, n)):
        value, cells = float(different[k]), int(counts[k])
        near = 10 if cells == 1 else 0 if value < 0 <= low else 0.5 if value == 9 else 0.25
        if max(low - value, value - high) >= near * (high - low):
            found.append((value, cells))
    return found


def _is_code(value: float) -> bool:
    return bool(CODE.fullmatch(text_of(value)))


def _index(table: Table, how: How, indices: Sequence[str]) -> tuple[int, ...]:
    """The columns that count or name the rows: the asked one, those of an index, and the first."""
    if how.index == "":
        return ()
    asked = [] if how.index is None else [table.column(how.index)]
    found = [j for j, column in enumerate(table.columns) if column.name in indices]
    for j, column in enumerate(table.columns):
        if j in found or column.missing == table.n:
            continue
        unnamed = UNNAMED.fullmatch(column.name)
        naming = NAMING.fullmatch(column.name) and column.is_numeric and not found
        if not ((unnamed or naming) and _differ(column)):
            break
        found.append(j)
    rest = set(table.numeric) - {*asked, *found}
    return tuple(dict.fromkeys([*asked, *(sorted(found) if rest else [])]))


def _counts(values: NDArray[np.float64]) -> bool:
    """Whether a column rises or falls in even steps, from 0 or 1 or in at least EVEN rows."""
    steps = np.diff(values)
    if not len(steps) or steps[0] == 0 or not np.allclose(steps, steps[0], rtol=1e-6, atol=0):
        return False
    return len(values) >= EVEN or (steps[0] == 1 and values[0] in (0, 1))


def _differ(column: Column) -> bool:
    """Whether a column has another whole number, or another text, in each row."""
    if column.is_numeric:
        values = column.values
        return len(np.unique(values)) == len(values) and is_whole(values)
    return column.codes is None or len(column.words) == len(column.values)


def _names_rows(table: Table, j: int, first: int) -> bool:
    """Whether a column may name, count or date the rows, so that it is asked about."""
    column = table.columns[j]
    if NAMING.fullmatch(column.name):
        return is_whole(column.values)
    if MAY_NAME.fullmatch(column.name) or j != first:
        return bool(MAY_NAME.fullmatch(column.name)) and _differ(column)
    rest = [k for k in table.numeric if k != j]
    whole = sum(is_whole(table.columns[k].values) for k in rest)
    nameless = table.reading.names is None and table.n >= 2 * EVEN
    return _counts(column.values) or (nameless and 2 * whole < len(rest) and _differ(column))


def _suggestions(table: Table, how: How) -> list[tuple[str, str, Any]]:
    """Options that may help, why, and the value that follows the suggestion, if it is known."""
    found: list[tuple[str, str, Any]] = []
    for option, text in OFFERS.items():
        names = quoted(column.name for column in table.columns if column.offer == option)
        if names and not getattr(how, option):
            found.append((option, _(text).format(names=names), True))
    if how.index is None:
        first = next((j for j, one in enumerate(table.columns) if one.missing < table.n), 0)
        chosen = [j for j in table.numeric if _names_rows(table, j, first)]
        if chosen and len(chosen) < len(table.numeric):
            names = quoted(table.columns[j].name for j in chosen)
            text = _("{names} may count, name or date the rows: as index it is left out.")
            value = None if table.index else table.columns[chosen[0]].name
            found.append(("index", text.format(names=names), value))
    return found if how.na_values else [*found, *_suggested_codes(table)]


def _suggested_codes(table: Table) -> list[tuple[str, str, Any]]:
    codes = [(j, *one) for j in table.numeric for one in codes_of(table.columns[j].values)]
    if not codes:
        return []
    said = [
        _("{value} in {cells} of {name!r}").format(
            value=text_of(value), cells=counted(cells, "{n} cell", "{n} cells"),
            name=shortened(table.columns[j].name),
        )
        for j, value, cells in codes
    ]  # fmt: skip
    text = _("Far from all other numbers, and may stand for missing ones: {said}.")
    value = [f"{j + 1}={text_of(value)}" for j, value, _cells in codes]
    return [("na_values", text.format(said=some_of(said)), value)]
