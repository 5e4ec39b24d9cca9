"""Workbooks of several sheets, as Excel has them."""

from __future__ import annotations

import io

import openpyxl


def workbook(*sheets: tuple[str, list[list[object]]], hidden: str = "") -> bytes:
    """A workbook of named sheets, the last one in front; the one of that name is hidden."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        sheet.sheet_state = "hidden" if name == hidden else "visible"
    book.active = len(sheets) - 1
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
