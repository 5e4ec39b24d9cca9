"""Tables in workbooks: Excel's .xlsx read row by row with openpyxl, .xls and .ods with calamine.

Calamine is faster, but holds a sheet whole, with every cell between the first and the last: two
cells in far corners of an .xlsx then ask for more memory than there is. The old kind of Excel's
has no corners so far.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple
from xml.parsers import expat

from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import E_, _, counted
from kpca_core.tables.column import quoted, refused, shortened, some_of, text_of
from kpca_core.tables.foreign import check_members
from kpca_core.tables.limits import MOST_COLUMNS, check_bytes, check_shape
from kpca_core.tables.packed import DAMAGED, OLD_EXCEL, is_packed, is_workbook, names_in
from kpca_core.tables.reading import How
from kpca_core.tables.table import Table
from kpca_core.tables.text import read_text

# What openpyxl raises at a damaged workbook.
BROKEN = (KeyError, IndexError, AttributeError, TypeError, SyntaxError, OverflowError,
          AssertionError, expat.ExpatError)  # fmt: skip
# In the parts of an .xlsx: rows and columns that are hidden.
ROWS_HIDDEN = re.compile(rb'<(?:\w+:)?row\b(?=[^>]*\bhidden="(?:1|true)")[^>]*\br="(\d+)"')
COLUMNS_HIDDEN = re.compile(
    rb'<(?:\w+:)?col\b(?=[^>]*\bhidden="(?:1|true)")(?=[^>]*\bmin="(\d+)")[^>]*\bmax="(\d+)"'
)
# Hidden rows of an .ods that are noted: a sheet has no more.
MOST_ROWS = 2**20


class Sheet(NamedTuple):
    """A sheet of a workbook.

    `n` is how many rows it says to have. `rows` yields the values of each row; `hidden` returns its
    hidden rows and columns, counted from 1.
    """

    is_shown: bool
    program: str
    n: int
    rows: Callable[[], Iterable[Sequence[Any]]]
    hidden: Callable[[], tuple[set[int], set[int]]]


def sheets_of(content: bytes) -> tuple[str, ...]:
    """Return the names of a workbook's sheets, or of the files in a .zip; () of other files."""
    if not is_workbook(content):
        return tuple(names_in(content) or ()) if is_packed(content) else ()
    try:
        return tuple(_sheets(content, "the table"))
    except ValueError:
        return ()


def read_workbook(content: bytes, name: str, how: How, progress: Progress | None) -> Table:
    """Read a sheet of a workbook: the values that its cells show, never a formula.

    Without a name the first sheet that is not hidden and has numbers, else the first.
    """
    sheets = _sheets(content, name)
    if how.sheet and how.sheet not in sheets:
        text = E_("{name} has no sheet {sheet!r}; it has {sheets}.")
        raise refused(text, name=name, sheet=how.sheet, sheets=quoted(sheets))
    if not sheets:
        raise ValueError(E_("{name} has no sheet of cells.").format(name=name))
    shown = [how.sheet] if how.sheet else [one for one in sheets if sheets[one].is_shown]
    tables, trouble = [], []
    for one in shown or sheets:
        try:
            tables.append(_read(sheets, one, name, how, progress))
        except ValueError as error:
            trouble.append(error)
        if tables and tables[-1].numeric:
            return tables[-1]
    if tables:
        return tables[0]
    if len(sheets) == 1 or how.sheet:
        raise trouble[0]
    said = E_("{error} The workbook has the sheets {sheets}.")
    raise refused(said, error=trouble[0], sheets=quoted(sheets))


def _sheets(content: bytes, name: str) -> dict[str, Sheet]:
    """The sheets of cells by their names."""
    try:
        if content.startswith(OLD_EXCEL):
            return _of_calamine(content)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = sum(one.file_size for one in archive.infolist())
            check_bytes(E_("{name}, unpacked,").format(name=name), unpacked)
            check_members(archive.namelist(), name)
            if "mimetype" in archive.namelist():
                return _of_calamine(content, _hidden_in_ods(archive.read("content.xml"), name))
        return _of_openpyxl(content)
    except (*DAMAGED, *BROKEN) as error:
        raise _unreadable(name, error) from None


def _of_openpyxl(content: bytes) -> dict[str, Sheet]:
    with needed("openpyxl", E_("reads workbooks"), "tables"):
        from openpyxl import load_workbook
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    return {
        one.title: Sheet(
            one.sheet_state == "visible", "Excel", one.max_row or 0,
            partial(one.iter_rows, values_only=True), partial(_hidden_in_xlsx, one),
        )
        for one in book.worksheets
    }  # fmt: skip


def _hidden_in_xlsx(sheet: Any) -> tuple[set[int], set[int]]:
    # Read row by row, openpyxl keeps nothing of a sheet but its cells.
    with sheet._get_source() as source:
        part = bytes(source.read())
    spans = [(int(a), min(int(b), MOST_COLUMNS)) for a, b in COLUMNS_HIDDEN.findall(part)]
    columns = {j for a, b in spans for j in range(a, b + 1)}
    return set(map(int, ROWS_HIDDEN.findall(part))), columns


def _of_calamine(content: bytes, hidden: Sequence[set[int]] = ()) -> dict[str, Sheet]:
    with needed("python-calamine", E_("reads .ods and .xls"), "tables"):
        from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum
    program = "Excel" if content.startswith(OLD_EXCEL) else "OpenDocument"
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    except CalamineError as error:
        raise OSError(f"{program}: {error}") from None

    def rows_of(name: str) -> Iterator[Sequence[Any]]:
        for row in book.get_sheet_by_name(name).iter_rows():
            yield [None if one == "" else one for one in row]

    return {
        one.name: Sheet(
            one.visible == SheetVisibleEnum.Visible, program,
            book.get_sheet_by_index(j).total_height, partial(rows_of, one.name),
            partial(lambda rows: (rows, set()), hidden[j] if hidden else set()),
        )
        for j, one in enumerate(book.sheets_metadata)
    }  # fmt: skip


def _hidden_in_ods(part: bytes, name: str) -> list[set[int]]:
    """The hidden rows of each sheet; checks sizes, and that it is XML: else calamine hangs."""
    found: list[set[int]] = []
    row, column = range(0), 0

    def times(cells: str, attributes: Mapping[str, str]) -> int:
        text = attributes.get(f"table:number-{cells}-repeated", "")
        return int(text) if re.fullmatch(r"\d{1,9}", text) else 1

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal row, column
        if tag == "table:table":
            found.append(set())
            row = range(0)
        elif tag == "table:table-row":
            row, column = range(row.stop, row.stop + times("rows", attributes)), 0
            if found and attributes.get("table:visibility", "visible") != "visible":
                found[-1].update(n + 1 for n in row[:MOST_ROWS])
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            column += times("columns", attributes)
            if "office:value-type" in attributes:
                check_shape(name, (row.stop, column))

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(part, True)
    return found


def _unreadable(name: str, error: Exception) -> ValueError:
    said = E_("{name} is no readable workbook ({error}): save the sheet as CSV.")
    return refused(said, name=name, error=shortened(str(error)))


def _read(
    sheets: Mapping[str, Sheet], chosen: str, name: str, how: How, progress: Progress | None
) -> Table:
    try:
        text, asked = _text(sheets[chosen], name, how, progress)
    except (*DAMAGED, *BROKEN) as error:
        raise _unreadable(name, error) from None
    short = shortened(chosen)
    if not text.strip():
        raise refused(E_("{name} is empty: sheet {sheet!r} has no row."), name=name, sheet=short)
    plain = replace(
        how, encoding="utf-8", separator="\t", decimal=how.decimal or ".",
        comment=how.comment or "",
    )  # fmt: skip
    table = read_text(text.encode("utf-8", "replace"), name, plain, progress)
    kind = _("{program}, sheet {chosen!r}").format(program=sheets[chosen].program, chosen=short)
    others = [one for one in sheets if one != chosen]
    if others:
        kind += _(" (not {others})").format(others=quoted(others))
    shown = quoted(one for one in others if sheets[one].is_shown)
    if shown and not how.sheet:
        said = _("Sheet {chosen!r} is read; the others are {others}.")
        asked += [("sheet", said.format(chosen=short, others=shown))]
    return replace(
        table, reading=replace(table.reading, kind=kind, encoding="", separator=None),
        place="row" if table.place == "line" else table.place,
        suggestions=(*table.suggestions, *asked),
    )  # fmt: skip


def _text(
    sheet: Sheet, name: str, how: How, progress: Progress | None
) -> tuple[str, list[tuple[str, str]]]:
    """The rows as lines, cells separated by tabs; and the suggestion to leave out hidden ones."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter="\t", lineterminator="\n")
    hidden = sheet.hidden()
    seen: tuple[set[int], set[int]] = set(), set()
    cells = 0
    for n, values in enumerate(sheet.rows(), start=1):
        found = {j for j, value in enumerate(values, 1) if value is not None}
        cells += len(values)
        check_shape(name, (1, max(found, default=0)))
        check_shape(name, (cells, 1))
        if n in hidden[0] and found:
            seen[0].add(n)
        seen[1].update(found & hidden[1])
        if how.hidden is False:
            found = set() if n in hidden[0] else found - hidden[1]
            values = [one for j, one in enumerate(values, 1) if j not in hidden[1]]
        writer.writerow(map(_cell, values) if found else [])
        if n % 1000 == 0:
            check_bytes(E_("{name}, as text,").format(name=name), buffer.tell())
            report(progress, n, max(n + 1, sheet.n), _("reading rows"))
    return buffer.getvalue(), _said_of_hidden(*map(sorted, seen)) if how.hidden is None else []


def _said_of_hidden(rows: list[int], columns: list[int]) -> list[tuple[str, str]]:
    said = (counted(len(rows), "{n} row", "{n} rows"),
            counted(len(columns), "{n} column", "{n} columns"))  # fmt: skip
    pairs = [(one, which) for one, which in zip(said, (rows, columns), strict=True) if which]
    found = ", ".join(f"{one} ({some_of(list(map(str, which)))})" for one, which in pairs)
    text = _("Hidden in the sheet, as by a filter, and yet read: {found}.")
    return [("hidden", text.format(found=found))] if pairs else []


def _cell(value: Any) -> str:
    """A value as text in one line: all digits, whole ones without a point, dates by ISO 8601."""
    if isinstance(value, float):
        return text_of(value)
    is_date = hasattr(value, "hour") and hasattr(value, "year")
    text = "" if value is None else value.isoformat(" ") if is_date else str(value)
    return " ".join(text.splitlines())
