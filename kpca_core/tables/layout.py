"""Where a text holds its table: the separator, the lines above it, and its names, recognised."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from typing import Any

import numpy as np

from kpca_core._support.words import E_
from kpca_core.tables.column import refused, shortened
from kpca_core.tables.limits import MOST_BYTES, check_shape
from kpca_core.tables.numbers import NUMERIC, VECTOR, is_number, is_whole, number_like, without_unit
from kpca_core.tables.reading import SEPARATORS, How

# Rows that the layout is recognised by; of a wide table fewer.
ROWS = 60
# Scores of separators count as equal up to this difference; their order in SEPARATORS decides.
EQUAL = 0.02
# What lines begin with that are comments.
COMMENTS = ("#", "%")
# What vectors in a cell begin with.
BRACKETS = ("[", "(", "{")
# What a cell may hold that has nothing in it.
BLANK = " \t\xa0"
# A line, counted from 1, and its cells.
Row = tuple[int, list[str]]
csv.field_size_limit(MOST_BYTES)


@dataclass(frozen=True)
class Layout:
    """Where the table is.

    `separator` is "" for blanks. `above` counts the lines above the first row, those of the names
    included, and `skipped` those above the names. `rows` are the cells of the first rows.
    """

    separator: str
    above: int
    names: tuple[str, ...] | None
    names_line: int | None
    skipped: int
    width: int
    rows: tuple[tuple[str, ...], ...]


def rows_of(data: bytes, above: int, separator: str, name: str) -> Iterator[Row]:
    """Yield the rows of a text below line `above` that have a cell, each with its last line.

    A quotation mark that is never closed is a ValueError.
    """
    line = ""

    def lines() -> Iterator[str]:
        nonlocal line
        source = io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="\n")
        for line in islice(source, above, None):
            if not line.strip(" \n" if separator == "\t" else None):
                line = ""
            elif not separator:
                line = line.replace("\t", " ").strip()
            yield line

    reader, at = _cut(lines(), separator, True), above
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            # A mark that closes in the middle of a cell, in a line below the one that opened it.
            if above + reader.line_num > at + 1 or "end of data" in str(error):
                raise _never_closed(data, at, name) from None
            cells = next(_cut(iter([line]), separator, False))
        if cells is None:
            return
        at = above + reader.line_num
        if any(cell.strip(BLANK) for cell in cells):
            yield at, cells


def without_comments(data: bytes, sign: str) -> bytes:
    """Return a text with blank lines for those below its first row that begin with a sign."""
    one = re.escape(sign.encode())
    above = re.match(rb"(?:[ \t]*(?:" + one + rb".*)?\n)*", data)
    at = above.end() if above else 0
    return data[:at] + re.sub(rb"(?m)^[ \t]*" + one + rb".*", b"", data[at:])


def without_empty_rows(data: bytes, separator: str) -> bytes:
    """Return a text with blank lines for those of separators, blanks and empty quotes alone."""
    sign = re.escape(separator.encode())
    empty = rb'(?:[ \t%s]|\xc2\xa0|"[ \t]*"(?!"))+(?=\n|\Z)' % sign
    first = re.match(empty, data)
    data = data[first.end() :] if first else data
    return re.sub(rb"\n" + empty, b"\n", data)


def _cut(lines: Iterator[str], separator: str, strict: bool) -> Any:
    return csv.reader(lines, delimiter=separator or " ", skipinitialspace=True, strict=strict)


def _never_closed(data: bytes, above: int, name: str) -> ValueError:
    text = shortened(data.split(b"\n", above + 1)[above].decode(errors="replace"))
    said = E_(
        "The quotation mark in line {above:,} of {name} is never closed: {text!r}. Close it, or "
        "remove it."
    )
    return refused(said, above=above + 1, name=name, text=text)


def laid_out(data: bytes, name: str, how: How) -> Layout:
    """Return where the table is; what is asked for is taken, the rest is recognised."""
    said = re.match(rb"sep=(.)\n", data)
    options = [*SEPARATORS] if how.separator is None else [how.separator]
    if said and how.separator is None:
        options = [said[1].decode("latin-1")]
    absent = [one for one in options if not re.search(re.escape(one.encode()) or rb"[ \t]", data)]
    found: list[tuple[float, Layout]] = []
    trouble = None
    # All separators that are in no line give the same one column.
    for separator in (one for one in options if one not in absent[1:]):
        try:
            found += _candidate(data, separator, name, how)
        except ValueError as error:
            trouble = trouble or error
    best = max((score for score, _ in found), default=0.0)
    # Where nothing divides the lines well, the first separator's error says more.
    if trouble and best < 0.5:
        raise trouble
    if not found:
        raise refused(E_("{name} is empty: it has no row."), name=name)
    equal = [layout for score, layout in found if score > best - EQUAL]
    return max(equal, key=lambda one: one.width > 1)


def _head(data: bytes, separator: str, name: str, how: How) -> tuple[list[Row], list[Row]]:
    """The comments above a table, however many they are, and its first rows.

    Where every line begins with a sign of comments, all are rows.
    """
    comments: list[Row] = []
    found: list[Row] = []
    for row in rows_of(data, how.skip or 0, separator, name):
        if not found and _is_comment(row[1], separator, how):
            comments.append(row)
            continue
        found.append(row)
        if len(found) >= min(ROWS, max(6, 1000 * ROWS // len(row[1]))):
            break
    return (comments, found) if found or how.comment else ([], comments[:ROWS])


def _candidate(data: bytes, separator: str, name: str, how: How) -> list[tuple[float, Layout]]:
    """How well a separator divides the first lines, from 0 to 1, and the layout that it gives."""
    comments, seen = _head(data, separator, name, how)
    if not seen:
        return []
    counts, width, share = _usual([cells for _, cells in seen])
    check_shape(name, (1, width))
    rows = [(*cells, *[""] * width)[:width] for _, cells in seen]
    first = 0
    if how.skip is None:
        starts = (i for i, n in enumerate(counts) if n == width or _is_short(counts, rows, i))
        first = next(starts)
        first += _block(rows[first:], [line for line, _ in seen[first:]])
        first += _titles(rows[first:])
    short = _is_short(counts, rows, first)
    every, rows, at = comments + seen, rows[first:], len(comments) + first
    # Lines above a table make it a little less likely.
    score = share * _clean(rows, separator, first) * (0.97 if first else 1.0)
    names: tuple[str, ...] | None = None
    names_line, start, top = None, every[at - 1][0] if at else how.skip or 0, every[at][0]
    is_behind_comments = comments and not first
    hidden = _hidden(comments[-1][1], width, how.comment or "#%") if is_behind_comments else ()
    if hidden and how.names is None and not has_names(rows) and has_names([hidden, *rows]):
        names, names_line = hidden, start
    elif how.names or (how.names is None and (short or has_names(rows))):
        names, names_line, start = ("", *rows[0][:-1]) if short else rows[0], top, top
        rows = rows[1:]
    skipped = (names_line or top) - 1
    return [(score, Layout(separator, start, names, names_line, skipped, width, tuple(rows)))]


def _is_comment(cells: Sequence[str], separator: str, how: How) -> bool:
    """Whether a line begins with "#" or "%"; a cell that is "#" alone is a name."""
    signs = COMMENTS if how.comment is None else (how.comment,) if how.comment else ()
    first = cells[0].strip()
    alone = separator and len(cells) > 1 and first in signs
    return (first.startswith(signs) and not alone) or bool(
        re.fullmatch("sep=.?", separator.join(cells))
    )


def _usual(rows: Sequence[Sequence[str]]) -> tuple[list[int], int, float]:
    """The cells of the rows, how many most of them have, and the share of those below the first.

    Where most rows have one cell, but the last ones more, the others stand above a table.
    """
    found = []
    for counts in ([len(row) for row in rows], [filled(row) for row in rows]):
        width = max(set(counts), key=lambda n: (counts.count(n), n))
        if width == 1 and len({*counts[-3:]}) == 1:
            width = counts[-1]
        below = counts[counts.index(width) :]
        found.append((counts, width, below.count(width) / len(below)))
    # Separators at the ends of lines are no cells where that makes the lines more even.
    return max(found, key=lambda one: (one[2], -one[0].index(one[1])))


def filled(cells: Sequence[str]) -> int:
    """Return how many cells there are up to the last that is not empty, at least one."""
    return max((n for n, cell in enumerate(cells, start=1) if cell.strip()), default=1)


def _is_short(counts: Sequence[int], rows: Sequence[Sequence[str]], i: int) -> bool:
    """Whether a line has names that are one less than the cells below, as R's write.table has.

    The cells without a name are then names of rows, or their numbers.
    """
    width = len(rows[i])
    if not (counts[i] == width - 1 > 0 and counts[i + 1 : i + 2] == [width]):
        return False
    first = [row[0].strip() for row in rows[i + 1 :]]
    if len(set(first)) < len(first) or any(number_like(one) for one in rows[i][:-1]):
        return False
    if not all(is_whole(one) for one in first):
        return not any(number_like(one) for one in first)
    numbers = [int(one) for one in first]
    steps = [b - a for a, b in pairwise(numbers)]
    return numbers[0] >= 0 and all(one == 1 if width == 2 else one > 0 for one in steps)


def _block(rows: Sequence[Sequence[str]], lines: Sequence[int]) -> int:
    """Where a table begins below pairs of words and a blank line."""
    for i in range(1, len(rows) - 1):
        if lines[i] > lines[i - 1] + 1 and any(rows[i]) and not any(map(is_number, rows[i])):
            columns = list(zip(*rows[i + 1 :], strict=True))
            numeric = [j for j, column in enumerate(columns) if all(map(is_number, column))]
            if any(not is_number(row[j]) for j in numeric for row in rows[:i]):
                return i
    return 0


def _titles(rows: Sequence[Sequence[str]]) -> int:
    """How many lines above the names have half as many cells or fewer: titles, and what is merged.

    Spreadsheets pad them with separators to the width of the table.
    """
    used = [j for j, column in enumerate(zip(*rows, strict=True)) if any(map(str.strip, column))]
    rows = [[row[j] for j in used] for row in rows]
    cells = [sum(bool(cell.strip()) for cell in row) for row in rows]
    width = len(used)
    above = next((i for i, n in enumerate(cells) if 2 * n > width), 0)
    if not above or not all(cell.strip() for cell in rows[above][1:]):
        return 0
    worded = all(any(cell.strip() and not is_number(cell) for cell in row) for row in rows[:above])
    below = rows[above + 1 :]
    numeric = any(any(map(number_like, column)) for column in zip(*below, strict=True))
    return above if worded and numeric and has_names(rows[above:]) else 0


def _hidden(cells: Sequence[str], width: int, signs: str) -> tuple[str, ...]:
    """The names in the comment right above the table, as NumPy's savetxt writes them."""
    names = (cells[0].lstrip().lstrip(signs).strip(), *cells[1:])
    names = names if names[0] else names[1:]
    return names if len(names) == width else ()


def _clean(rows: Sequence[Sequence[str]], separator: str, first: int) -> float:
    """The share of cells that are numbers, nothing, or words without another separator.

    `first` lines above the rows are no comments.
    """
    others = "".join(sign for sign in SEPARATORS if sign and sign != separator)
    unclean = re.compile(rf"[{re.escape(others)}]|^[-+\d.,eEdD]*\d[.,]?\s+[-+.,]?\d")
    cells = [cell.strip() for row in rows for cell in row]
    numbers = [number_like(without_unit(cell)) for cell in cells]
    # Without brackets a vector may be cells of another separator, unless this one divides names.
    names = cells[: len(rows[0])]
    divides = not first and len(names) > 1 and not any(map(NUMERIC.fullmatch, names))
    clean = [
        number
        or not unclean.search(cell)
        or ((divides or cell[:1] in BRACKETS) and VECTOR.fullmatch(cell) is not None)
        for cell, number in zip(cells, numbers, strict=True)
    ]
    # Blanks divide sentences, too; and names say most about what separates them.
    columns = zip(*rows[1:], strict=True)
    numeric = any(column and all(number_like(c.strip()) for c in column) for column in columns)
    few = not separator and not numeric and 2 * sum(numbers) < len(cells)
    named = 2 * sum(clean[: len(names)]) > len(names)
    return sum(clean) / len(cells) * (0.4 if few else 1.0) * (1.0 if named else 0.5)


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
    over_numbers = any(numeric[j] for j in words)
    if not numbers:
        some = over_numbers or any(map(is_number, chain.from_iterable(below)))
        return bool(words) and (not below or some or len(set(first)) == len(first))
    if over_numbers and len(words) > len(numbers):
        return True
    unnamed = not first[0] and bool(columns[0]) and all(columns[0])
    cells = [[row[j].strip() for j in numbers] for row in rows]
    return bool(below) and _are_names(cells, over_numbers or unnamed)


def _are_names(cells: Sequence[Sequence[str]], likely: bool) -> bool:
    """Whether the numbers in the first row are names of the columns below them."""
    values = np.array([[_value(cell) for cell in row] for row in cells])
    whole = np.array([[not cell or is_whole(cell) for cell in row] for row in cells])
    first, below = values[0], values[1:]
    with np.errstate(invalid="ignore"):
        steps = np.diff(values, axis=1).round(6)
    rises = np.all(steps > 0, axis=1) | np.all(steps < 0, axis=1)
    even = rises & np.all(steps == steps[:, :1], axis=1)
    alike = even[1:] if even[0] else rises[1:]
    if not rises[0] or (len(first) > 2 and 2 * alike.sum() > len(below)):
        return False
    years = whole[0].all() and (first >= 1500).all() and (first <= 2200).all()
    inside = (np.fmin.reduce(below) <= first) & (first <= np.fmax.reduce(below))
    fractions = (~whole[1:]).any(axis=0).sum()
    many = len(below) >= 5 or first.min() >= 100
    unlike = (many and not inside.any()) or (whole[0].all() and 2 * fractions > len(first))
    if len(first) < 3:
        return bool(unlike and (years or (likely and whole[0].all())))
    regular = (whole[0].all() and even[0]) or len(first) >= 5 or likely
    return bool((years and even[0]) or (unlike and regular))


def _value(cell: str) -> float:
    try:
        return float(cell.strip().replace(",", "."))
    except ValueError:
        return float("nan")
