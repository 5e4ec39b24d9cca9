"""Where a text holds its table: the separator, the lines above it, and its names, recognised."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.tables.limits import MOST_COLUMNS
from kpca_core.tables.names import has_names, is_number
from kpca_core.tables.numbers import is_whole, number_like
from kpca_core.tables.reading import SEPARATORS, How

# The layout is recognised on so many lines, as far as they lie within so many bytes.
LOOKED_AT, BYTES_LOOKED_AT = 60, 2**20
# Of wide tables on fewer: so many cells, but at least so many lines.
CELLS_LOOKED_AT, FEWEST = 50_000, 6
# Separators whose scores differ by less are told apart by their order in SEPARATORS.
EQUAL = 0.02
# Lines above a table make it this much less likely.
ABOVE = 0.97
# Below this score a separator that makes lines too wide is the more likely one.
LEAST = 0.5


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of a text that are not blank; line breaks in quotation marks do not count.

    Attributes
    ----------
    starts, ends : (m,) where each begins and ends, in bytes
    numbers : (m,) of its last line in the file, from 1
    cells, filled : (m,) how many cells it has, and how many up to the last that is not empty
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    numbers: NDArray[np.int64]
    cells: NDArray[np.int64]
    filled: NDArray[np.int64]


@dataclass(frozen=True)
class Layout:
    """Where the table is.

    Attributes
    ----------
    separator : "" for blanks
    start, line : byte and line of the first row below the names
    names : of the columns, None without
    names_line : where they are
    skipped : lines above the names or, without, above the first row
    width : the number of columns
    rows : the cells of the first rows
    """

    separator: str
    start: int
    line: int
    names: tuple[str, ...] | None
    names_line: int | None
    skipped: int
    width: int
    rows: tuple[tuple[str, ...], ...]


def lines_of(data: bytes, separator: str, name: str) -> Lines:
    """Return the lines of a text, with the number of cells that each has.

    Raises
    ------
    ValueError
        for a quotation mark that is never closed, and more than MOST_COLUMNS separators in a line
    """
    first = data[: data.find(b"\n") + 1 or None]
    if b'"' not in first and _n_marks(first, separator) > MOST_COLUMNS:
        raise ValueError(_said_of_width(1, separator, name))
    masked = _masked(data, separator, name) if b'"' in data else data
    letters = np.frombuffer(masked, dtype=np.uint8)
    ends = np.flatnonzero(letters == 10)
    if not masked.endswith(b"\n"):
        ends = np.append(ends, len(masked))
    starts = np.concatenate([[0], ends[:-1] + 1])
    if separator:
        marks = np.flatnonzero(letters == ord(separator))
        cells = np.searchsorted(marks, ends) - np.searchsorted(marks, starts) + 1
    else:
        blank = (letters == 32) | (letters == 9) | (letters == 10)
        marks = np.flatnonzero(~blank & np.concatenate([[True], blank[:-1]]))
        cells = np.searchsorted(marks, ends) - np.searchsorted(marks, starts)
    numbers = np.arange(1, len(ends) + 1)
    if masked is not data:
        breaks = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == 10)
        numbers = np.searchsorted(breaks, ends) + 1
    # Few lines have one cell, unless the table has one column.
    full = cells > 1
    for i in np.flatnonzero(~full):
        full[i] = bool(masked[starts[i] : ends[i]].strip())
    wide = np.flatnonzero(cells > MOST_COLUMNS + 1)
    if len(wide):
        raise ValueError(_said_of_width(int(numbers[wide[0]]), separator, name))
    starts, ends, numbers, cells = (one[full] for one in (starts, ends, numbers, cells))
    filled = cells.copy()
    if separator:
        # Of lines that end with a separator.
        after = np.isin(letters[np.maximum(ends - 1, 0)], (ord(separator), 32))
        for i in np.flatnonzero(after):
            line = masked[starts[i] : ends[i]].rstrip(b" " + separator.encode())
            filled[i] = line.count(separator.encode()) + 1
    return Lines(starts, ends, numbers, cells, filled)


def _n_marks(line: bytes, separator: str) -> int:
    if separator:
        return line.count(separator.encode())
    return len(line.split(None, MOST_COLUMNS + 1)) - 1


def _said_of_width(line: int, separator: str, name: str) -> str:
    sign = SEPARATORS.get(separator, repr(separator))
    return (
        f"Line {line:,} of {name} has more than {MOST_COLUMNS:,} {sign} between cells; at most "
        f"{MOST_COLUMNS:,} columns are read. Is the separator right?"
    )


def _masked(data: bytes, separator: str, name: str) -> bytes:
    """The text with letters in place of what stands in quotation marks."""
    sign = re.escape(separator.encode()) if separator else rb" \t"
    quoted = rb'(?<![^%s\n])( *)"[^"]*(?:""[^"]*)*"(?=[ \t]*(?:[%s\n]|\Z))' % (sign, sign)
    masked = re.sub(quoted, lambda found: b"x" * len(found[0]), data)
    for found in re.finditer(rb'(?<![^%s\n]) *"[^\n]*' % sign, masked):
        if found[0].count(b'"') % 2:
            raise ValueError(
                f"The quotation mark in line {data.count(10, 0, found.start()) + 1:,} of {name} "
                f"is never closed: {found[0][:40].decode(errors='replace')!r}. Close it, or remove "
                "it."
            )
    return masked


def cells_of(data: bytes, separator: str, width: int, rows: int | None = None) -> Any:
    """Return the first rows of a text as pandas reads them, each cell a text."""
    import pandas as pd

    return pd.read_csv(
        io.BytesIO(data), sep=separator or r"\s+", header=None, names=range(width),
        usecols=range(width), index_col=False, skipinitialspace=True, keep_default_na=False,
        dtype=str, nrows=rows, na_filter=False, engine="c", encoding="utf-8",
    )  # fmt: skip


def laid_out(data: bytes, name: str, how: How) -> Layout:
    """Return where the table is; what is asked for is taken, the rest is recognised.

    Raises
    ------
    ValueError
        where there is no line, or nothing but too many separators divides the first lines
    """
    above = _end_of_line(data, how.skip or 0)
    head = data[above : above + BYTES_LOOKED_AT]
    whole = head.split(b"\n", 2 * LOOKED_AT)
    if above + len(head) < len(data) or len(whole) > 2 * LOOKED_AT:
        head = head[: len(head) - len(whole[-1])] or head
    said = re.match(rb"sep=(.)\n", head)
    options: Sequence[str] = tuple(SEPARATORS) if how.separator is None else (how.separator,)
    if said and how.separator is None:
        options = (said[1].decode("latin-1"),)
    # All those that are in no line give the same one column.
    absent = [one for one in options if not re.search(re.escape(one.encode()) or rb"[ \t]", head)]
    found: list[tuple[float, Layout]] = []
    trouble = None
    for separator in options:
        if separator in absent[1:]:
            continue
        try:
            one = _candidate(head, separator, name, how)
        except ValueError as error:
            trouble = trouble or error
        else:
            found += [one] if one else []
    best = max((score for score, _ in found), default=0.0)
    if not found or (trouble and best < LEAST):
        raise trouble or ValueError(f"{name} is empty: it has no row.")
    equal = [layout for score, layout in found if score > best - EQUAL]
    layout = max(equal, key=lambda one: one.width > 1)
    lines = data.count(b"\n", 0, above)
    return Layout(
        layout.separator, layout.start + above, layout.line + lines, layout.names,
        None if layout.names_line is None else layout.names_line + lines,
        layout.skipped + lines, layout.width, layout.rows,
    )  # fmt: skip


def _end_of_line(data: bytes, count: int) -> int:
    """Where the line after so many begins."""
    at = 0
    for _ in range(count):
        at = data.find(b"\n", at) + 1
        if not at:
            raise ValueError(f"There are fewer than {count + 1} lines: nothing is left to read.")
    return at


def _candidate(head: bytes, separator: str, name: str, how: How) -> tuple[float, Layout] | None:
    """How well a separator divides the first lines, from 0 to 1, and the layout that it gives."""
    lines = lines_of(head, separator, name)
    above = _comments(head, lines, separator)
    if above == len(lines.cells):
        return None
    few = max(FEWEST, CELLS_LOOKED_AT // int(lines.cells[above:].max()))
    end = min(len(lines.cells), above + min(LOOKED_AT, few))
    cells, width, share = _usual(lines, above, end)
    part = head[lines.starts[above] : lines.ends[end - 1]]
    rows = [tuple(row) for row in cells_of(part, separator, width).to_numpy().tolist()]
    first, short = 0, _is_short(cells, rows, 0, width)
    if how.skip is None:
        sizes = zip(range(len(rows)), cells, strict=False)
        first = next(i for i, n in sizes if n == width or _is_short(cells, rows, i, width))
        short = _is_short(cells, rows, first, width)
        first += _block(rows[first:], lines.numbers[above + first : end])
    rows, at = rows[first:], above + first
    score = share * _clean(rows, separator) * (1.0 if first == 0 else ABOVE)
    hidden = _hidden(head, lines, above, separator, width) if not first and above else None
    names = ("", *rows[0][:-1]) if short else rows[0]
    names_at: int | None = at
    if hidden and how.names is None and not has_names(rows) and has_names([hidden, *rows]):
        names, names_at = hidden, above - 1
    elif how.names is False or (how.names is None and not (short or has_names(rows))):
        names_at = None
    numbers = names_at is None or any(map(number_like, names))
    if first and not short and numbers and how.skip is None and how.names is None:
        _check_names(head, lines, at, separator, cells[first - 1], width)
    below = at if names_at is None else names_at + 1
    is_there = below < len(lines.starts)
    top = int(lines.numbers[at if names_at is None else names_at])
    return score, Layout(
        separator,
        int(lines.starts[below]) if is_there else len(head),
        int(lines.numbers[below]) if is_there else top + 1,
        None if names_at is None else names,
        None if names_at is None else top,
        top - 1,
        width,
        tuple(rows[names_at == at :]),
    )


def _check_names(
    head: bytes, lines: Lines, at: int, separator: str, count: int, width: int
) -> None:
    """ValueError where the line above a table without names has names, but not as many."""
    line = head[lines.starts[at - 1] : lines.ends[at - 1]]
    if count > 1 and lines.numbers[at] == lines.numbers[at - 1] + 1:
        names = cells_of(line, separator, count).iloc[0]
        if not any(map(is_number, names)):
            raise ValueError(
                f"Line {lines.numbers[at - 1]:,} has {count:,} cells and those below it have "
                f"{width:,}: give each column a name, or skip that line."
            )


def _comments(head: bytes, lines: Lines, separator: str) -> int:
    """How many lines before the table begin with "#" or "%"; a cell that is "#" alone is a name."""
    for i, (start, end) in enumerate(zip(lines.starts, lines.ends, strict=True)):
        line = head[start:end].strip()
        alone = line[1:].lstrip().startswith(separator.encode() or b"\0")
        if not (line.startswith((b"#", b"%")) or re.fullmatch(b"sep=.?", line)) or alone:
            return i
    return len(lines.starts)


def _usual(lines: Lines, above: int, end: int) -> tuple[list[int], int, float]:
    """The cells of the lines, how many most of them have, and the share of those below the first.

    Where most lines have one cell, but the last ones more, the others stand above a table.
    """
    found = []
    for cells in (lines.cells[above:end].tolist(), lines.filled[above:end].tolist()):
        width = max(set(cells), key=lambda n: (cells.count(n), n))
        last = sum(1 for _ in takewhile(lambda n: n == cells[-1], reversed(cells)))  # noqa: B023
        if width == 1 and last >= min(3, len(cells)):
            width = cells[-1]
        below = cells[cells.index(width) :]
        found.append((cells, width, below.count(width) / len(below)))
    # Separators at the ends of lines are no cells where that makes the lines more even.
    return max(found, key=lambda one: (one[2], -one[0].index(one[1])))


def _is_short(cells: Sequence[int], rows: Sequence[Sequence[str]], i: int, width: int) -> bool:
    """Whether a line has names that are one less than the cells below, as R's write.table has.

    The cells without a name are then names of rows, or their numbers.
    """
    if not (cells[i] == width - 1 > 0 and cells[i + 1 : i + 2] == [width]):
        return False
    first = [row[0].strip() for row in rows[i + 1 :]]
    if len(set(first)) < len(first) or any(number_like(one) for one in rows[i][:-1]):
        return False
    if not all(is_whole(one) for one in first):
        return not any(number_like(one) for one in first)
    counts = [int(one) for one in first]
    step = 1 if width == 2 else None
    return counts[0] >= 0 and all(b - a == step if step else b > a for a, b in pairwise(counts))


def _block(rows: Sequence[Sequence[str]], numbers: NDArray[np.int64]) -> int:
    """Where a table begins below pairs of words and a blank line."""
    for i in (np.flatnonzero(np.diff(numbers) > 1) + 1).tolist():
        names, below = rows[i], rows[i + 1 :]
        if below and not any(map(is_number, names)) and any(names):
            columns = zip(*below, strict=True)
            numeric = [j for j, column in enumerate(columns) if all(map(is_number, column))]
            if numeric and any(not is_number(row[j]) for j in numeric for row in rows[:i]):
                return i
    return 0


def _hidden(
    head: bytes, lines: Lines, above: int, separator: str, width: int
) -> tuple[str, ...] | None:
    """The names in the comment right above the table, as NumPy's savetxt writes them."""
    line = head[lines.starts[above - 1] : lines.ends[above - 1]].strip().lstrip(b"#%").strip()
    if not line or lines_of(line, separator, "").cells[0] != width:
        return None
    return tuple(cells_of(line, separator, width).iloc[0])


def _clean(rows: Sequence[Sequence[str]], separator: str) -> float:
    """The share of cells that are numbers, nothing, or words without another separator."""
    others = "".join(sign for sign in SEPARATORS if sign and sign != separator)
    unclean = re.compile(rf"[{re.escape(others)}]|^[-+\d.,eEdD]*\d[.,]?\s+[-+.,]?\d")
    cells = [cell.strip() for row in rows for cell in row]
    numbers = [number_like(cell) for cell in cells]
    clean = [
        number or not unclean.search(cell) for cell, number in zip(cells, numbers, strict=True)
    ]
    # Blanks divide sentences, too; and names say most about what separates them.
    columns = zip(*rows[1:], strict=True)
    numeric = any(column and all(number_like(c.strip()) for c in column) for column in columns)
    few = not separator and not numeric and 2 * sum(numbers) < len(cells)
    named = 2 * sum(clean[: len(rows[0])]) > len(rows[0])
    return sum(clean) / len(cells) * (0.4 if few else 1.0) * (1.0 if named else 0.5)
