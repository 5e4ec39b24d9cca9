"""How a reader's own table is read: what of it can be set on the page "Own data"."""

from __future__ import annotations

import encodings.aliases
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kpca_core._support.words import N_
from kpca_core.tables import Table
from kpca_core.tables.limits import MOST_COLUMNS
from kpca_core.tables.reading import DECIMALS, ENCODINGS, MOST_CLOSING, SEPARATORS, THOUSANDS
from views.state.fields import Choice, Field, Number, Switch, Text

AUTO, RECOGNISED = "auto", N_("Recognised")
# Codecs of Python's that are no encodings of text, or of Windows alone.
NO_TEXT = {
    "base64_codec", "bz2_codec", "hex_codec", "quopri_codec", "rot_13", "uu_codec", "zlib_codec",
    "mbcs", "oem",
}  # fmt: skip


def _named(options: Mapping[str, str]) -> dict[str, str]:
    """Options whose identities are their names."""
    return {AUTO: RECOGNISED, **{name: name for name in options.values()}}


def _encodings() -> dict[str, str]:
    """Those that are often met, then all that Python knows."""
    often = {one.replace("-", "_") for one in ENCODINGS}
    rest = sorted(set(encodings.aliases.aliases.values()) - NO_TEXT - often)
    return {AUTO: RECOGNISED, **ENCODINGS, **{one: one for one in rest}}


ENCODING = Choice("encoding", N_("Encoding"), _encodings())
SEPARATOR = Choice("separator", N_("Separated by"), _named(SEPARATORS))
DECIMAL = Choice("decimal", N_("Decimal sign"), _named(DECIMALS))
THOUSANDS_SIGN = Choice("thousands", N_("Between thousands"), _named(THOUSANDS))
# The key is that of links from when only the first line could have names.
NAMES = Choice(
    "header", N_("Line of names"), {AUTO: RECOGNISED, "yes": N_("there is one"), "no": N_("none")}
)
SKIP = Number("skip", N_("Lines above"), None, 0, 1000, integer=True)
FOOT = Number("foot", N_("Closing rows"), None, 0, MOST_CLOSING, integer=True)
# Counted from 1; 0: none.
INDEX = Number("index", N_("Column that counts the rows"), None, 0, MOST_COLUMNS, integer=True)
UNITS = Switch(
    "units", N_("Percentages, money and units are numbers"), False,
    N_("10 % becomes 10, $ 1.50 becomes 1.5 and 3 kg becomes 3, each column in its own unit."),
)  # fmt: skip
SHEET = Text("sheet", N_("Sheet, or file in the .zip"), 100)
NA_VALUES = Text("na", N_("Numbers that mean missing"), 200)
COMMENT = Choice(
    "comment", N_("Comments"),
    {AUTO: RECOGNISED, "rows": N_("none: all lines are rows"), "#": "#", "%": "%"},
)  # fmt: skip
HIDDEN = Switch(
    "hidden", N_("Leave out hidden rows and columns"), False,
    N_("Of a workbook, what a filter hides and what was hidden by hand."),
)  # fmt: skip
VECTORS = Switch(
    "vectors", N_("Cells of several numbers become columns"), False,
    N_("[0.5, 2] in a cell becomes 0.5 and 2 in columns of their own."),
)  # fmt: skip
TRANSPOSE = Switch(
    "transpose", N_("Swap rows and columns"), False,
    N_("For files that have a variable in each row, such as genes, and a sample in each column."),
)  # fmt: skip
READ_AS: tuple[Field, ...] = (
    ENCODING, SEPARATOR, DECIMAL, THOUSANDS_SIGN, NAMES, SKIP, INDEX, UNITS, SHEET, FOOT,
    NA_VALUES, COMMENT, HIDDEN, VECTORS, TRANSPOSE,
)  # fmt: skip


def arguments(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of `kpca_core.tables.read_bytes` for the values of READ_AS."""
    encoding, separator, decimal, thousands, names, skip, index, units, sheet, foot, *more = (
        values[one.key] for one in READ_AS
    )
    na_values, comment, hidden, vectors, transpose = more
    chosen = {
        "encoding": None if encoding == AUTO else encoding,
        "separator": _sign(SEPARATORS, separator),
        "decimal": _sign(DECIMALS, decimal),
        "thousands": _sign(THOUSANDS, thousands),
        "names": None if names == AUTO else names == "yes",
        "skip": skip,
        "foot": foot,
        # Of another one see `counted_by`.
        "index": None if index is None else "",
        "units": units or None,
        "sheet": sheet or None,
        "na_values": re.split(r"[,;\s]+", na_values.strip(" ,;")) if na_values.strip() else None,
        "comment": {AUTO: None, "rows": ""}.get(comment, comment),
        "hidden": False if hidden else None,
        "vectors": vectors or None,
        "transpose": transpose or None,
    }
    return {name: one for name, one in chosen.items() if one is not None}


def _sign(options: Mapping[str, str], name: str) -> str | None:
    return next((sign for sign, called in options.items() if called == name), None)


def counted_by(table: Table, values: Mapping[str, Any]) -> Table:
    """Return the table with the column that the reader says counts its rows.

    The reader chooses it by its place: a name can be that of another one's place, as "3".
    """
    j = values[INDEX.key]
    if not j or j > len(table.columns):
        return table
    reading = replace(table.reading, index=table.columns[j - 1].name)
    return replace(table, reading=reading, index=(j - 1,))
