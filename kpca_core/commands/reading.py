"""How a command reads its table: the options and what they stand for."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from kpca_core._support.progress import Progress
from kpca_core._support.words import N_, _
from kpca_core.kernels import Kernel
from kpca_core.kernels.parsing import parse_kernel
from kpca_core.reproduction.experiment import import_datasets
from kpca_core.tables import Rows, Table, builtin, read
from kpca_core.tables.builtin import labelled
from kpca_core.tables.reading import DECIMALS, SEPARATORS, THOUSANDS
from kpca_core.tables.table import MISSING_WAYS

NAMED_SEPARATORS = {name: separator for separator, name in SEPARATORS.items()}
NAMED_THOUSANDS = {name: sign for sign, name in THOUSANDS.items()}
NONE = "none"


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how a file is read; each is recognised where it is not given."""
    parser = parser.add_argument_group(_("how the file is read (default: recognised)"))  # type: ignore[assignment]
    parser.add_argument("--encoding", metavar="NAME", help=_("of text, as Python names it: cp1251"))
    parser.add_argument(
        "--separator", choices=NAMED_SEPARATORS, help=_("between the cells of text")
    )
    parser.add_argument("--decimal", choices=DECIMALS, help=_("the decimal sign of text"))
    parser.add_argument("--thousands", choices=NAMED_THOUSANDS, help=_("between thousands"))
    parser.add_argument("--skip", type=int, metavar="N", help=_("lines above the table"))
    parser.add_argument(
        "--foot", type=int, metavar="N", help=_("rows below the table that sum it up, such as Mean")
    )
    parser.add_argument(
        "--names", choices=("yes", "no"), help=_("whether the first line has names")
    )
    parser.add_argument(
        "--index", metavar="NAME", help=_("the column that counts or names the rows, or none")
    )
    parser.add_argument(
        "--units", action="store_true", help=_("percentages, money and units become numbers")
    )
    parser.add_argument("--sheet", metavar="NAME", help=_("of a workbook, or the file in a .zip"))
    parser.add_argument(
        "--hidden", choices=("yes", "no"), help=_("whether hidden rows of a workbook are read")
    )
    parser.add_argument(
        "--comment", metavar="SIGN", help=_("what begins lines that are no rows, or none")
    )
    parser.add_argument(
        "--na-values", nargs="+", metavar="NUMBER", default=(),
        help=_("that stand for missing values: 999, or age=99 in one column"),
    )  # fmt: skip
    parser.add_argument(
        "--vectors", action="store_true", help=_("cells of several numbers become columns")
    )
    parser.add_argument(
        "--transpose", action="store_true", help=_("the rows of the file are the variables")
    )


def add_rows(
    parser: argparse.ArgumentParser,
    default: str = N_("a Gaussian whose width is the squared median distance"),
) -> None:
    """Add the arguments that say which rows and columns are analysed, and with which kernel.

    Parameters
    ----------
    default : names the kernel that the command takes where none is given
    """
    parser.add_argument("data", metavar="DATA", help=_("a file, or builtin:NAME"))
    parser.add_argument(
        "--kernel", type=_kernel, metavar="KERNEL",
        help=_("as in Python (default: {default})").format(default=_(default)),
    )  # fmt: skip
    parser.add_argument(
        "--columns", metavar="NAME", nargs="+",
        help=_("names of columns, or numbers from 1 (default: all of numbers but the labels)"),
    )  # fmt: skip
    parser.add_argument(
        "--label", metavar="NAME", help=_("the column of labels, or none (default: recognised)")
    )
    parser.add_argument(
        "--standardise",
        action="store_true",
        help=_("each column to mean 0 and standard deviation 1"),
    )
    parser.add_argument(
        "--missing",
        choices=MISSING_WAYS,
        default=MISSING_WAYS[0],
        help=_(
            "where a number is missing: refuse, leave out such rows, or such columns, or fill in "
            "the column's median (default: refuse)"
        ),
    )


def chosen_rows(options: argparse.Namespace, table: Table) -> tuple[Rows, int | None]:
    """Return the rows that the options name, and the column of labels."""
    columns = None if options.columns is None else [table.column(one) for one in options.columns]
    label = chosen_label(options.label, table, columns)
    rows = table.rows(columns, label, standardise=options.standardise, missing=options.missing)
    return rows, label


def _kernel(text: str) -> Kernel:
    try:
        return parse_kernel(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def chosen_label(name: str | None, table: Table, columns: Sequence[int] | None) -> int | None:
    """Return the column of labels: the named one, or the recognised one if it is not analysed."""
    if name == NONE and NONE not in (column.name for column in table.columns):
        return None
    if name is not None:
        return table.column(name)
    return None if columns is not None and table.label in columns else table.label


def plane_sets() -> Mapping[str, Any]:
    """Return the families of the checkout's own points in the plane; without it there are none."""
    try:
        found: Mapping[str, Any] = import_datasets().FAMILIES
    except ImportError:
        return {}
    return found


def _drawn(name: str) -> Table:
    """Return points of the plane with default parameters as a table."""
    family = plane_sets()[name]
    found = family.usual
    words = [str(k) for k in range(int(found.labels.max()) + 1)]
    source = f"datasets.{family.generator}"
    return labelled(_(family.label), source, found.X, found.labels, ("x", "y"), words)


def read_table(options: argparse.Namespace, progress: Progress | None) -> Table:
    """Read the table that the options name, as they say."""
    kind, _, name = options.data.partition(":")
    if kind == "builtin":
        return _drawn(name) if name in plane_sets() else builtin(name)
    return read(
        options.data,
        encoding=options.encoding or "",
        separator=NAMED_SEPARATORS.get(options.separator),
        decimal=options.decimal or "",
        thousands=NAMED_THOUSANDS.get(options.thousands),
        skip=options.skip,
        foot=options.foot,
        names=None if options.names is None else options.names == "yes",
        index="" if options.index == NONE else options.index,
        units=options.units,
        sheet=options.sheet or "",
        hidden=None if options.hidden is None else options.hidden == "yes",
        comment="" if options.comment == NONE else options.comment,
        na_values=options.na_values,
        vectors=options.vectors,
        transpose=options.transpose,
        progress=progress,
    )
