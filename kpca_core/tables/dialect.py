"""How a text holds a table: its encoding, separator, decimal sign and header, recognised."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kpca_core.tables.limits import MOST_COLUMNS

# Separators that are recognised, in the order that decides between equals, and what they are
# called; "" is any run of blanks.
SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", "": "blanks"}
DECIMALS = {".": "points", ",": "commas"}
ENCODINGS = {
    "utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252", "latin-1": "Latin-1",
}  # fmt: skip
MARKS_OF_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# The separator and the header are recognised on so many rows, and on the lines that begin within so
# many letters: cut into cells by one separator these took 0.02 s and 5 to 20 MB.
LOOKED_AT, LETTERS_LOOKED_AT = 100, 2**20

NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
# What stands for a missing value, in small letters.
MISSING = frozenset(("", "na", "n/a", "nan", "null", "none", "-", "?", "."))
BOOLEANS = {"true": 1.0, "false": 0.0}
# Beginnings of files that are no text, or of no table, with what to do.
NO_TEXT = {
    b"\x1f\x8b": "It is compressed (gzip): unpack it first.",
    b"BZh": "It is compressed (bzip2): unpack it first.",
    b"\xfd7zXZ": "It is compressed (xz): unpack it first.",
    b"7z\xbc\xaf": "It is compressed (7z): unpack it first.",
    b"%PDF": "It is a PDF: save the table behind it as CSV.",
    b"\x89PNG": "It is a picture.",
    b"\xff\xd8\xff": "It is a picture.",
    b"\xd0\xcf\x11\xe0": "It is an Excel workbook of the old kind: save the sheet as CSV.",
    b"\x89HDF": "It is an HDF5 file: save one array of it as NPY.",
    b"ARROW1": "It is an Arrow file: save it as Parquet.",
    b"SQLite format 3": "It is a database: save one table of it as CSV.",
    b"MATLAB 5.0": "It is a Matlab file: save one matrix of it as CSV.",
    b"\x80\x04": "It is a pickle, which could run programs and is never opened: save it as CSV.",
    b"\x80\x05": "It is a pickle, which could run programs and is never opened: save it as CSV.",
}


@dataclass(frozen=True)
class Dialect:
    """How a text holds a table.

    Parameters
    ----------
    encoding : a key of ENCODINGS
    separator : a key of SEPARATORS
    decimal : a key of DECIMALS
    header : whether the first line has the names of the columns
    """

    encoding: str
    separator: str
    decimal: str
    header: bool

    def __str__(self) -> str:
        header = "the first line has names" if self.header else "without a line of names"
        return (
            f"{ENCODINGS[self.encoding]}, separated by {SEPARATORS[self.separator]}, "
            f"decimal {DECIMALS[self.decimal]}, {header}"
        )


def decoded(content: bytes, name: str, encoding: str = "") -> tuple[str, str]:
    """Return the text of a file and its encoding: the given one, or the one that is recognised.

    UTF-16 by its byte-order mark or its zeros, UTF-8 where all bytes are that, else Windows-1252,
    or Latin-1 where that leaves bytes undefined.

    Raises
    ------
    ValueError
        if it is no text, or no text in the given encoding: the message names the line
    """
    for start, what in NO_TEXT.items():
        if content.startswith(start):
            raise ValueError(f"{name} is no table of text. {what}")
    if encoding:
        candidates: Sequence[str] = (encoding,)
    elif content.startswith(MARKS_OF_UTF16) or _zeros_like_utf16(content):
        candidates = ("utf-16",)
    elif b"\0" in content:
        raise ValueError(f"{name} is no text: it holds zero bytes. Save the table as CSV.")
    else:
        candidates = ("utf-8", "cp1252", "latin-1")
    for candidate in candidates:
        try:
            return _decode(content, candidate).removeprefix("\ufeff"), candidate
        except UnicodeError as error:
            at = getattr(error, "start", 0)
    line = content.count(b"\n", 0, at) + 1
    raise ValueError(
        f"Line {line} of {name} is not {ENCODINGS[candidates[0]]}. Choose another encoding."
    )


def _decode(content: bytes, encoding: str) -> str:
    """UTF-16 without a byte-order mark has its zeros in odd places where it is little-endian."""
    if encoding == "utf-16" and not content.startswith(MARKS_OF_UTF16):
        start = content[:1000]
        encoding = "utf-16-le" if start[1::2].count(0) >= start[::2].count(0) else "utf-16-be"
    return content.decode(encoding)


def _zeros_like_utf16(content: bytes) -> bool:
    start = content[:1000]
    even, odd = start[::2].count(0), start[1::2].count(0)
    return len(start) >= 4 and max(even, odd) > len(start) / 4 and min(even, odd) == 0


def recognised(
    text: str, encoding: str, separator: str | None, decimal: str, header: bool | None, name: str
) -> Dialect:
    """Return the dialect of a text; what is given is taken, what is None or "" is recognised.

    Raises
    ------
    ValueError
        where nothing but too many separators divides the first lines
    """
    said = re.match(r"sep=(.)\r?\n", text)
    if separator is None and said and said[1] in SEPARATORS:
        separator = said[1]
    options = SEPARATORS if separator is None else (separator,)
    end = text.find("\n", LETTERS_LOOKED_AT)
    text = text if end < 0 else text[: end + 1]
    found: list[tuple[str, list[list[str]]]] = []
    wide = None
    for one in options:
        try:
            found.append((one, _first_rows(text, one, name)))
        except ValueError as error:
            wide = error
    if wide and not any(_evenness(rows, one)[0] for one, rows in found):
        raise wide
    chosen, rows = max(found, key=lambda one: _evenness(one[1], one[0]))
    if not decimal:
        cells = [cell.strip() for row in rows for cell in row]
        commas = sum(
            "," in cell and bool(NUMBER.fullmatch(cell.replace(",", "."))) for cell in cells
        )
        points = sum("." in cell and bool(NUMBER.fullmatch(cell)) for cell in cells)
        decimal = "," if commas > points else "."
    if header is None:
        header = _has_header(rows, decimal)
    return Dialect(encoding, chosen, decimal, header)


def rows_of(text: str, separator: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Return (number of its last line, cells) of each row; blank lines and comments are left out.

    Comments are lines before the first row that start with "#", and Excel's "sep=;".

    Raises
    ------
    ValueError
        for a line of more than MOST_COLUMNS separators, before it is cut into cells
    csv.Error
        for a cell too long
    """
    if separator:
        reader = csv.reader(
            _narrow(text, separator, name), delimiter=separator, skipinitialspace=True
        )
        rows = ((reader.line_num, row) for row in reader)
    else:
        rows = (
            (number, line.split())
            for number, line in enumerate(_narrow(text, separator, name), start=1)
        )
    begun = False
    for number, row in rows:
        if not row or (len(row) == 1 and not row[0].strip()):
            continue
        if not begun and (row[0].startswith("#") or re.fullmatch("sep=.?", row[0])):
            continue
        begun = True
        yield number, row


def _narrow(text: str, separator: str, name: str) -> Iterator[str]:
    """The lines; ValueError at one of more than MOST_COLUMNS separators."""
    for number, line in enumerate(_lines(text), start=1):
        if separator:
            wide = line.count(separator) > MOST_COLUMNS
        else:
            wide = len(line) > MOST_COLUMNS and len(line.split(None, MOST_COLUMNS)) > MOST_COLUMNS
        if wide:
            raise ValueError(
                f"Line {number} of {name} has more than {MOST_COLUMNS:,} {SEPARATORS[separator]} "
                f"between cells; at most {MOST_COLUMNS:,} columns are read. Is the separator right?"
            )
        yield line


def _lines(text: str) -> Iterator[str]:
    """The lines with their ends, whether \\n, \\r\\n or \\r; other breaks are part of a cell."""
    start = 0
    # In 90 MB, one letter is found in 0.06 s and three kinds of ends in 1 s.
    returns = text.count("\r")
    ends = r"\r\n|\n|\r" if returns and returns > text.count("\r\n") else "\n"
    for found in re.finditer(ends, text):
        yield text[start : found.end()]
        start = found.end()
    if start < len(text):
        yield text[start:]


def _first_rows(text: str, separator: str, name: str) -> list[list[str]]:
    try:
        return [row for _, row in islice(rows_of(text, separator, name), LOOKED_AT)]
    except csv.Error:
        return []


def _evenness(rows: list[list[str]], separator: str) -> tuple[float, float, int]:
    """How well a separator divides rows: the share of rows like most others, then their cells.

    Blanks divide sentences, too: they count where no cell has another separator.
    """
    sizes = [len(row) for row in rows]
    usual = max(set(sizes), key=sizes.count, default=1)
    if usual < 2:
        return (0.0, 0.0, 0)
    share = sizes.count(usual) / len(sizes)
    if not separator:
        numbers = sum(bool(NUMBER.fullmatch(cell)) for row in rows for cell in row)
        share *= numbers >= sum(sizes) / 2
        usual = 0
    # Numbers with decimal commas are divided by their commas as evenly as by semicolons.
    return (round(share, 1), -(separator == ","), usual)


def _has_header(rows: list[list[str]], decimal: str) -> bool:
    """Whether the first row has no number, but words where later rows have numbers or words."""
    if not rows:
        return False
    first, rest = rows[0], rows[1:]
    if not any(cell.strip() for cell in first):
        return True
    # What pandas calls columns that have no names.
    if len(first) > 1 and first == [str(j) for j in range(len(first))]:
        return bool(rest) and rest[0] != first
    if any(_is_number(cell, decimal) for cell in first):
        return False
    below = any(_is_number(cell, decimal) for row in rest for cell in row)
    words = any(cell.strip().lower() not in MISSING for cell in first)
    return words and (below or not rest or len(set(first)) == len(first))


def _is_number(cell: str, decimal: str) -> bool:
    cell = cell.strip()
    if decimal == ",":
        cell = cell.replace(",", ".")
    return bool(NUMBER.fullmatch(cell.replace("\u2212", "-")))
