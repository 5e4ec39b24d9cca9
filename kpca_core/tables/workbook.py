"""Tables in Excel's .xlsx, read row by row with openpyxl.

Its readers in other languages are faster, but hold a sheet whole, with every cell between the first
and the last: two cells in far corners then ask for more memory than there is.
"""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace
from typing import Any

from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _
from kpca_core.tables.column import quoted, shortened, text_of
from kpca_core.tables.limits import MOST_COLUMNS, check_bytes, check_shape
from kpca_core.tables.packed import DAMAGED, is_packed, members
from kpca_core.tables.reading import How
from kpca_core.tables.table import Table
from kpca_core.tables.text import read_text

# What openpyxl raises at a damaged workbook.
BROKEN = (KeyError, IndexError, AttributeError, TypeError, SyntaxError, OverflowError,
          AssertionError)  # fmt: skip


def sheets_of(content: bytes) -> tuple[str, ...]:
    """Return the names of a workbook's sheets, or of the files in a .zip; () of other files."""
    if not content.startswith(b"PK"):
        return ()
    try:
        if is_packed(content):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                return tuple(members(archive))
        return tuple(_sheets(content, N_("the table")))
    except (*DAMAGED, *BROKEN, ValueError):
        return ()


def read_workbook(content: bytes, name: str, how: How, progress: Progress | None) -> Table:
    """Read a sheet of a workbook: the values that its cells show, never a formula.

    Without a name the first sheet that is not hidden and has numbers, else the first.
    """
    sheets = _sheets(content, name)
    if how.sheet and how.sheet not in sheets:
        raise ValueError(
            _("{name} has no sheet {sheet!r}; it has {sheets}.").format(
                name=name, sheet=how.sheet, sheets=quoted(sheets)
            )
        )
    if not sheets:
        raise ValueError(_("{name} has no sheet of cells.").format(name=name))
    if how.sheet:
        return _read(sheets, how.sheet, name, how, progress)
    shown = [one for one in sheets if sheets[one].sheet_state == "visible"] or [*sheets]
    tables, trouble = [], []
    for one in shown:
        try:
            table = _read(sheets, one, name, how, progress)
        except ValueError as error:
            trouble.append(error)
            continue
        if table.numeric:
            return table
        tables.append(table)
    if tables:
        return tables[0]
    if len(sheets) == 1:
        raise trouble[0]
    said = _("{error} The workbook has the sheets {sheets}.")
    raise ValueError(said.format(error=trouble[0], sheets=quoted(sheets)))


def _sheets(content: bytes, name: str) -> dict[str, Any]:
    """The sheets of cells by their names."""
    with needed("openpyxl", _("reads workbooks"), "tables"):
        from openpyxl import load_workbook
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            check_bytes(
                _("{name}, unpacked,").format(name=name),
                sum(one.file_size for one in archive.infolist()),
            )
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        return {one.title: one for one in book.worksheets}
    except (*DAMAGED, *BROKEN) as error:
        raise _unreadable(name, error) from None


def _unreadable(name: str, error: Exception) -> ValueError:
    return ValueError(
        _("{name} is no readable workbook ({error}): save the sheet as CSV.").format(
            name=name, error=shortened(str(error))
        )
    )


def _read(
    sheets: dict[str, Any], chosen: str, name: str, how: How, progress: Progress | None
) -> Table:
    try:
        text = _text(sheets[chosen], name, progress)
    except (*DAMAGED, *BROKEN) as error:
        raise _unreadable(name, error) from None
    if not text.strip():
        raise ValueError(
            _("{name} is empty: sheet {sheet!r} has no row.").format(
                name=name, sheet=shortened(chosen)
            )
        )
    plain = replace(how, encoding="utf-8", separator="\t", decimal=how.decimal or ".")
    table = read_text(text.encode("utf-8", "replace"), name, plain, progress)
    kind = _("Excel, sheet {chosen!r}").format(chosen=shortened(chosen))
    if len(sheets) > 1:
        others = quoted(one for one in sheets if one != chosen)
        kind += _(" (not {others})").format(others=others)
    reading = replace(table.reading, kind=kind, encoding="", separator=None)
    return replace(table, reading=reading, place="row")


def _text(sheet: Any, name: str, progress: Progress | None) -> str:
    """The rows as lines, cells separated by tabs."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter="\t", lineterminator="\n")
    cells = 0
    for n, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        cells += len(row)
        check_shape(name, (1, len(row) if len(row) > MOST_COLUMNS else 1))
        check_shape(name, (cells, 1))
        writer.writerow([_cell(value) for value in row] if any(v is not None for v in row) else [])
        if n % 1000 == 0:
            check_bytes(_("{name}, as text,").format(name=name), buffer.tell())
            report(progress, n, max(n + 1, sheet.max_row or 0), _("reading rows"))
    return buffer.getvalue()


def _cell(value: Any) -> str:
    """A value as text: numbers with all digits, whole ones without a point, dates by ISO 8601."""
    if isinstance(value, float):
        return text_of(value)
    is_date = hasattr(value, "hour") and hasattr(value, "year")
    return "" if value is None else value.isoformat(" ") if is_date else str(value)
