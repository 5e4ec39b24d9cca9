"""Tables written as CSV, so that no spreadsheet takes a text for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core.tables.rows import LINE, Rows

# A cell of text that begins with one of these is taken for a formula by spreadsheets.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table as CSV: numbers with all digits, texts that are never formulas."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([safe(name) for name in header])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return buffer.getvalue()


def scores_text(rows: Rows, scores: Array) -> str:
    """Return one line a row: its line in the file, its label, and its scores (n, q)."""
    header = [LINE, *["label"][: len(rows.words)]]
    header += [f"score{j + 1}" for j in range(scores.shape[1])]
    found: list[list[Any]] = []
    for line, label, own in zip(rows.lines, rows.labels, scores.tolist(), strict=True):
        found.append([int(line), *([rows.words[label]] if rows.words else []), *own])
    return csv_text(header, found)


def scores_entries(rows: Rows, scores: Array) -> dict[str, Any]:
    """Return the same for JSON: lists of lines, labels and scores."""
    return {
        "lines": rows.lines.tolist(),
        "labels": [rows.words[k] for k in rows.labels.tolist()] if rows.words else [],
        "scores": scores.tolist(),
    }


def safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: with an apostrophe where it would."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def listed(names: Iterable[str]) -> str:
    """Return names in a comment of a CSV file: none begins a cell that is taken for a formula."""
    return ", ".join(re.sub(r"([,;\t|])(?=\s*[=+@-])", r"\1'", safe(name)) for name in names)


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return safe(value)
    return repr(float(value)) if isinstance(value, float | np.floating) else str(value)
