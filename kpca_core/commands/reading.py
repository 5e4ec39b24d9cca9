"""How a command reads its table: the options and what they stand for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from kpca_core._support.progress import Progress
from kpca_core.tables import Table, builtin, read
from kpca_core.tables.reading import DECIMALS, SEPARATORS, THOUSANDS

NAMED_SEPARATORS = {name: separator for separator, name in SEPARATORS.items()}
NAMED_THOUSANDS = {name: sign for sign, name in THOUSANDS.items()}
NONE = "none"


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how a file is read; each is recognised where it is not given."""
    parser = parser.add_argument_group("how the file is read (default: recognised)")  # type: ignore[assignment]
    parser.add_argument("--encoding", metavar="NAME", help="of text, as Python names it: cp1251")
    parser.add_argument("--separator", choices=NAMED_SEPARATORS, help="between the cells of text")
    parser.add_argument("--decimal", choices=DECIMALS, help="the decimal sign of text")
    parser.add_argument("--thousands", choices=NAMED_THOUSANDS, help="between thousands")
    parser.add_argument("--skip", type=int, metavar="N", help="lines above the table")
    parser.add_argument("--names", choices=("yes", "no"), help="whether the first line has names")
    parser.add_argument(
        "--index", metavar="NAME", help="the column that counts or names the rows, or none"
    )
    parser.add_argument(
        "--units", action="store_true", help="percentages, money and units become numbers"
    )
    parser.add_argument("--sheet", metavar="NAME", help="of a workbook, or the file in a .zip")


def chosen_label(name: str | None, table: Table, columns: Sequence[int] | None) -> int | None:
    """Return the column of labels: the named one, or the recognised one if it is not analysed."""
    if name == NONE and NONE not in (column.name for column in table.columns):
        return None
    if name is not None:
        return table.column(name)
    return None if columns is not None and table.label in columns else table.label


def read_table(options: argparse.Namespace, progress: Progress | None) -> Table:
    """Read the table that the options name, as they say."""
    kind, _, name = options.data.partition(":")
    if kind == "builtin":
        return builtin(name)
    return read(
        options.data,
        encoding=options.encoding or "",
        separator=NAMED_SEPARATORS.get(options.separator),
        decimal=options.decimal or "",
        thousands=NAMED_THOUSANDS.get(options.thousands),
        skip=options.skip,
        names=None if options.names is None else options.names == "yes",
        index="" if options.index == NONE else options.index,
        units=options.units,
        sheet=options.sheet or "",
        progress=progress,
    )
