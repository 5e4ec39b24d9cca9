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
from kpca_core._support.words import _
from kpca_core.tables.column import quoted, shortened, text_of
from kpca_core.tables.limits import MOST_COLUMNS, check_bytes, check_shape
from kpca_core.tables.packed import DAMAGED
from kpca_core.tables.reading import How
from kpca_core.tables.table import Table
from kpca_core.tables.text import read_text

# What openpyxl raises at a damaged workbook.
BROKEN = (KeyError, IndexError, AttributeError, TypeError, SyntaxError, OverflowError,
          AssertionError)  # fmt: skip


def read_workbook(content: bytes, name: str, how: How, progress: Progress | None) -> Table:
    """Read a sheet of a workbook: the values that its cells show, never a formula."""
    with needed("openpyxl", _("reads workbooks"), "tables"):
        from openpyxl import load_workbook
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            check_bytes(
                _("{name}, unpacked,").format(name=name),
                sum(one.file_size for one in archive.infolist()),
            )
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = {one.title: one for one in book.worksheets}
        if how.sheet and how.sheet not in sheets:
            raise ValueError(
                _("{name} has no sheet {sheet!r}; it has {sheets}.").format(
                    name=name, sheet=how.sheet, sheets=quoted(sheets)
                )
            )
        chosen = how.sheet or next(iter(sheets), "")
        if not chosen:
            raise ValueError(_("{name} has no sheet of cells.").format(name=name))
        text = _text(sheets[chosen], name, progress)
    except (*DAMAGED, *BROKEN) as error:
        raise ValueError(
            _("{name} is no readable workbook ({error}): save the sheet as CSV.").format(
                name=name, error=shortened(str(error))
            )
        ) from None
    plain = replace(how, encoding="utf-8", separator="\t", decimal=how.decimal or ".")
    table = read_text(text.encode("utf-8", "replace"), name, plain, progress)
    kind = _("Excel, sheet {chosen!r}").format(chosen=shortened(chosen))
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
