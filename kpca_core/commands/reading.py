"""How a command reads its table and its kernel: the options and what they stand for."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from kpca_core._support.progress import Progress
from kpca_core._support.words import N_, _
from kpca_core.commands.files import piped
from kpca_core.commands.options import SKLEARN_KERNELS, add_input, kernel
from kpca_core.kernels import CallableKernel, Kernel
from kpca_core.tables import Rows, Table, builtin, read, read_bytes
from kpca_core.tables.builtin import labelled
from kpca_core.tables.reading import DECIMALS, SEPARATORS, THOUSANDS
from kpca_core.tables.table import MISSING_WAYS
from kpca_core.widths import gaussian_at, median_distance

NAMED_SEPARATORS = {name: separator for separator, name in SEPARATORS.items()}
NAMED_THOUSANDS = {name: sign for sign, name in THOUSANDS.items()}
NONE = "none"


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say how a file is read; each is recognised where it is not given."""
    group = parser.add_argument_group(_("how the file is read (default: recognised)"))
    group.add_argument("--encoding", metavar="NAME", help=_("of text, as Python names it: cp1251"))
    group.add_argument("--separator", choices=NAMED_SEPARATORS, help=_("between the cells of text"))
    group.add_argument("--decimal", choices=DECIMALS, help=_("the decimal sign of text"))
    group.add_argument("--thousands", choices=NAMED_THOUSANDS, help=_("between thousands"))
    group.add_argument("--skip", type=int, metavar="N", help=_("lines above the table"))
    group.add_argument(
        "--foot", type=int, metavar="N", help=_("rows below the table that sum it up, such as Mean")
    )
    group.add_argument("--names", choices=("yes", "no"), help=_("whether the first line has names"))
    group.add_argument(
        "--index", metavar="NAME", help=_("the column that counts or names the rows, or none")
    )
    group.add_argument(
        "--units", action="store_true", help=_("percentages, money and units become numbers")
    )
    group.add_argument("--sheet", metavar="NAME", help=_("of a workbook, or the file in a .zip"))
    group.add_argument(
        "--hidden", choices=("yes", "no"), help=_("whether hidden rows of a workbook are read")
    )
    group.add_argument(
        "--comment", metavar="SIGN", help=_("what begins lines that are no rows, or none")
    )
    group.add_argument(
        "--na-values", nargs="+", action="extend", metavar="NUMBER", default=[],
        help=_("that stand for missing values: 999, or age=99 in one column"),
    )  # fmt: skip
    group.add_argument(
        "--vectors", action="store_true", help=_("cells of several numbers become columns")
    )
    group.add_argument(
        "--transpose", action="store_true", help=_("the rows of the file are the variables")
    )


def add_table(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a table and its labels."""
    add_input(parser, "data", _("a file, - for standard input, or builtin:NAME"))
    parser.add_argument(
        "--label", metavar="NAME", help=_("the column of labels, or none (default: recognised)")
    )


def add_rows(
    parser: argparse.ArgumentParser,
    default: str = N_("a Gaussian whose width is the squared median distance"),
) -> None:
    """Add the arguments that say which rows and columns are analysed, and with which kernel.

    Parameters
    ----------
    default
        Names the kernel that the command takes where none is given.
    """
    add_table(parser)
    parser.add_argument(
        "--columns", metavar="NAME", nargs="+", action="extend",
        help=_("names of columns, or numbers from 1, also 2-5 (default: all of numbers but the "
               "labels)"),
    )  # fmt: skip
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
    parser.add_argument(
        "--kernel", type=kernel, metavar="KERNEL",
        help=_("as in Python, or by scikit-learn's name: {names} (default: {default})").format(
            names=", ".join(SKLEARN_KERNELS), default=_(default)
        ),
    )  # fmt: skip
    parser.add_argument(
        "--gamma", type=float, metavar="G",
        help=_("of a kernel by scikit-learn's name (default: 1 / number of columns)"),
    )  # fmt: skip
    parser.add_argument("--degree", type=float, metavar="D", help=_("of poly (default: 3)"))
    parser.add_argument(
        "--coef0", type=float, metavar="C", help=_("of poly and sigmoid (default: 1)")
    )


def chosen_rows(options: argparse.Namespace, table: Table) -> tuple[Rows, int | None]:
    """Return the rows that the options name, and the column of labels."""
    columns = None if options.columns is None else _columns(options.columns, table)
    label = chosen_label(options.label, table, columns)
    rows = table.rows(columns, label, standardise=options.standardise, missing=options.missing)
    return rows, label


def chosen_kernel(options: argparse.Namespace, rows: Rows) -> Kernel | None:
    """Return the kernel that the options name, None where they name none.

    Raises
    ------
    ValueError
        for parameters of scikit-learn's beside another kernel, or out of range
    """
    names = ("gamma", "degree", "coef0")
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    named: Kernel | str | None = options.kernel
    if given and not isinstance(named, str):
        words = " ".join(f"--{name} {value:g}" for name, value in given.items())
        raise ValueError(
            _(
                "{words} is for a kernel by scikit-learn's name, such as --kernel rbf; got "
                "{kernel!r}, which has its own parameters."
            ).format(words=words, kernel=named)
            if named
            else _("{words} needs a kernel by scikit-learn's name: add --kernel rbf.").format(
                words=words
            )
        )
    if not isinstance(named, str):
        return named
    from kpca_core.solvers.scikit_learn import KernelNames

    found = KernelNames(named, **given).resolved(len(rows.names))
    if isinstance(found, CallableKernel):
        raise ValueError(
            _(
                "--kernel {kernel} with such parameters has no text that a file could hold: take "
                "a whole --degree, and --coef0 from 0 on."
            ).format(kernel=named)
        )
    return found


def usual_kernel(rows: Rows) -> Kernel:
    """Return the Gaussian whose width is the squared median distance of the rows."""
    return gaussian_at(median_distance(rows.X))


def _columns(names: Sequence[str], table: Table) -> list[int]:
    """The columns of these names, numbers and ranges of numbers such as 2-5, counted from 0."""
    known = {column.name for column in table.columns}
    found: list[int] = []
    for name in names:
        ends = re.fullmatch(r"(\d+)-(\d+)", name)
        if ends is None or name in known:
            found.append(table.column(name))
            continue
        first, last = table.column(ends[1]), table.column(ends[2])
        if first > last:
            raise ValueError(
                _("--columns {name}: the first number is the larger one.").format(name=name)
            )
        found += range(first, last + 1)
    return found


def chosen_label(name: str | None, table: Table, columns: Sequence[int] | None) -> int | None:
    """Return the column of labels: the named one, or the recognised one if it is not analysed."""
    if name == NONE and NONE not in (column.name for column in table.columns):
        return None
    if name is not None:
        return table.column(name)
    return None if columns is not None and table.label in columns else table.label


def plane_sets() -> Mapping[str, Any]:
    """Return the families of points in the plane."""
    from kpca_core.datasets import FAMILIES

    return FAMILIES


def _drawn(name: str) -> Table:
    """Return points of the plane with default parameters as a table."""
    family = plane_sets()[name]
    found = family.usual
    words = [str(k) for k in range(int(found.labels.max()) + 1)]
    source = f"kpca_core.datasets.{family.generator}"
    return labelled(_(family.label), source, found.X, found.labels, ("x", "y"), words)


def read_table(options: argparse.Namespace, progress: Progress | None) -> Table:
    """Read the table that the options name, as they say."""
    kind, _, name = options.data.partition(":")
    if kind == "builtin":
        return _drawn(name) if name in plane_sets() else builtin(name)
    stream = piped(options.data)
    reader = partial(read, options.data) if stream is None else partial(read_bytes, *stream)
    return reader(
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
