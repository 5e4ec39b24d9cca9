"""Tables of text, CSV and its relatives, read block by block with what is wrong in which line."""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from itertools import chain, islice

import numpy as np

from kpca_core.arrays import Array
from kpca_core.progress import Progress, report
from kpca_core.tables.columns import BLOCK, EXAMPLES, LONGEST_EXAMPLE, unique_names
from kpca_core.tables.dialect import (
    BOOLEANS,
    MISSING,
    NUMBER,
    decoded,
    recognised,
    rows_of,
)
from kpca_core.tables.limits import check_shape
from kpca_core.tables.table import MOST_LABELS, Column, Table, shortened


def read_text(
    content: bytes, name: str, encoding: str, separator: str | None, decimal: str,
    header: bool | None, progress: Progress | None,
) -> Table:  # fmt: skip
    """Read a table of text; see `kpca_core.tables.read`."""
    text, encoding = decoded(content, name, encoding)
    if text.lstrip()[:200].lower().startswith(("<!doctype html", "<html", "<?xml")):
        raise ValueError(f"{name} is a page of markup, not a table: save the table as CSV.")
    dialect = recognised(text, encoding, separator, decimal, header, name)
    rows = rows_of(text, dialect.separator, name)
    lines: list[int] = []
    try:
        first = next(rows, None)
        if first is None:
            raise ValueError(f"{name} is empty: it has no row.")
        width = len(first[1])
        check_shape(name, (text.count("\n"), width))
        size = max(1, BLOCK // width)
        columns = [_Reading(dialect.decimal) for _ in range(width)]
        uneven: list[tuple[int, int]] = []
        kept = iter(rows) if dialect.header else chain([first], rows)
        while block := list(islice(kept, size)):
            even = []
            for number, row in block:
                if len(row) != width:
                    row = _trimmed(row, width, len(lines), uneven)
                lines.append(number)
                even.append(row)
            for column, cells in zip(columns, zip(*even, strict=True), strict=True):
                column.take(cells)
            report(progress, lines[-1], text.count("\n") + 1, "reading lines")
    except csv.Error as error:
        raise ValueError(
            f"{name} cannot be read as {dialect}: {error} after line {lines[-1] if lines else 1}. "
            "A quotation mark may be open."
        ) from None
    if not lines:
        raise ValueError(f"{name} has a line of names and no row below it.")
    names = first[1] if dialect.header else [f"column {j + 1}" for j in range(width)]
    kind = "TSV" if dialect.separator == "\t" else "CSV" if dialect.separator else "text"
    return Table(
        name,
        f"{kind}, {dialect}",
        tuple(
            reading.column(one) for reading, one in zip(columns, unique_names(names), strict=True)
        ),
        np.array(lines, dtype=np.int64),
        tuple(uneven),
    )


def _trimmed(row: list[str], width: int, index: int, uneven: list[tuple[int, int]]) -> list[str]:
    """Return `width` cells: separators at the end of a line are no cells; else nothing is kept."""
    if len(row) > width and not any(cell.strip() for cell in row[width:]):
        return row[:width]
    uneven.append((index, len(row)))
    return [""] * width


class _Reading:
    """A column while its file is read."""

    def __init__(self, decimal: str) -> None:
        self.decimal = decimal
        self.parts: list[Array] = []
        self.words: dict[str, int] = {}
        self.codes: list[int] | None = []
        self.length = self.missing = self.strange = 0
        self.examples: list[tuple[int, str]] = []

    def take(self, cells: Sequence[str]) -> None:
        """Take the next cells."""
        values = _plain_numbers(cells) if self.decimal == "." else None
        self.parts.append(self._each(cells) if values is None else values)
        if self.codes is not None:
            words = self.words
            self.codes += [words.setdefault(cell.strip(), len(words)) for cell in cells]
            if len(words) > MOST_LABELS:
                self.codes, self.words = None, {}
        self.length += len(cells)

    def _each(self, cells: Sequence[str]) -> Array:
        values = np.full(len(cells), np.nan)
        for i, cell in enumerate(cells):
            text = cell.strip()
            plain = text.replace("\u2212", "-")
            if self.decimal == ",":
                plain = plain.replace(".", "\0").replace(",", ".")
            small = plain.lower()
            if small.replace("\0", ".") in MISSING:
                self.missing += 1
            elif small in BOOLEANS:
                values[i] = BOOLEANS[small]
            elif NUMBER.fullmatch(plain) and math.isfinite(float(plain)):
                values[i] = float(plain)
            else:
                self.strange += 1
                if len(self.examples) < EXAMPLES:
                    example = (self.length + i, shortened(text, LONGEST_EXAMPLE))
                    self.examples.append(example)
        return values

    def column(self, name: str) -> Column:
        """Return the column that was read."""
        return Column(
            name,
            np.concatenate(self.parts),
            tuple(self.words),
            None if self.codes is None else np.array(self.codes, dtype=np.int16),
            self.missing,
            self.strange,
            tuple(self.examples),
        )


def _plain_numbers(cells: Sequence[str]) -> Array | None:
    """Return the numbers of cells that hold nothing else, None where one holds something else.

    `float` also takes words such as "nan", digits of other scripts, and 1_000.
    """
    try:
        values = np.array(list(map(float, cells)))
    except ValueError:
        return None
    together = "".join(cells)
    plain = together.isascii() and "_" not in together and np.isfinite(values).all()
    return values if plain else None
