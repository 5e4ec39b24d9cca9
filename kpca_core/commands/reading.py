"""What the options stand for: a table, its rows that are analysed, their kernel and their plane."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, N_, _, counted
from kpca_core.analysis.projection import Projection, agreeing, projected
from kpca_core.commands.files import received
from kpca_core.commands.options import NAMED_SEPARATORS, NAMED_THOUSANDS, READING
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.kernels import CallableKernel, Kernel
from kpca_core.tables import Rows, Table, builtin, read_bytes
from kpca_core.tables.builtin import labelled
from kpca_core.tables.column import shortened, some_of
from kpca_core.tables.writing import listed
from kpca_core.widths import gaussian_at, median_distance

NONE = "none"
# What words of options mean, as arguments of `read_bytes`.
YES_OR_NO, OR_NONE = {"yes": True, "no": False}, {NONE: ""}
MEANT: Mapping[str, Mapping[str, Any]] = {
    "separator": NAMED_SEPARATORS, "thousands": NAMED_THOUSANDS, "names": YES_OR_NO,
    "hidden": YES_OR_NO, "index": OR_NONE, "comment": OR_NONE,
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Analysed:
    """A table, its rows that are analysed, their column of labels if any, and their kernel."""

    table: Table
    rows: Rows
    label: int | None
    kernel: Kernel

    @property
    def source(self) -> str:
        """What was read, and how."""
        return f"{self.table.name}: {self.table.said}"

    @property
    def lines(self) -> Iterator[str]:
        """What was read, and what is analysed of it, for a report."""
        rows = self.rows
        height = counted(len(rows.X), "{n} row", "{n} rows")
        breadth = counted(len(rows.names), "{n} column", "{n} columns")
        yield self.source
        yield f"  {height} × {breadth}{f'; {rows.done}' if rows.done else ''}"

    @property
    def columns(self) -> str:
        """The line of a report that names the columns."""
        names = some_of([shortened(name) for name in self.rows.names])
        return _("  columns {names}").format(names=names)

    def origin(self, more: Mapping[str, str], sampled: str = "") -> Origin:
        """Return the title of a kernel PCA and where it comes from, with more entries behind."""
        done = f", {self.rows.done}" if self.rows.done else ""
        return Origin(
            _("Kernel PCA of {name}").format(name=self.table.name),
            {
                N_("Data"): f"{self.table.name} ({self.table.said})",
                "n": f"{len(self.rows.X):,}{done}{sampled}",
                N_("Columns"): listed(self.rows.names),
                **more,
            },
        )

    def plane(self, chosen: list[str] | None) -> Projection:
        """Return the plane that the option --plane names; without it that of `agreeing`."""
        rows = self.rows
        if chosen is None:
            return agreeing(rows)
        if len(rows.names) == 1:
            said = E_(
                "--plane needs two columns that are analysed, and there is only {name!r}: "
                "leave --plane out, or name more columns with --columns."
            )
            raise ValueError(said.format(name=rows.names[0]))
        if chosen == ["principal"]:
            return projected(rows, principal=True)
        if len(chosen) != 2 or not {*chosen} <= {*rows.names}:
            said = E_(
                "--plane takes two of the columns that are analysed ({names}), or "
                '"principal"; got {chosen}.'
            )
            raise ValueError(said.format(names=some_of(rows.names), chosen=" ".join(chosen)))
        return projected(rows, *(rows.names.index(name) for name in chosen))


def usual_kernel(rows: Rows) -> Kernel:
    """Return the Gaussian whose width is the squared median distance of the rows."""
    return gaussian_at(median_distance(rows.X))


def analysed(
    options: argparse.Namespace,
    progress: Progress | None,
    usual: Callable[[Rows], Kernel] = usual_kernel,
) -> Analysed:
    """Read what the options name; `usual` gives the kernel where they name none."""
    table = read_table(options, progress)
    rows, label = chosen_rows(options, table)
    return Analysed(table, rows, label, chosen_kernel(options, rows) or usual(rows))


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
        said = E_("{words} needs a kernel by scikit-learn's name: add --kernel rbf.")
        if named:
            said = E_(
                "{words} is for a kernel by scikit-learn's name, such as --kernel rbf; got "
                "{kernel!r}, which has its own parameters."
            )
        raise ValueError(said.format(words=words, kernel=named))
    if not isinstance(named, str):
        return named
    from kpca_core.solvers.scikit_learn import KernelNames

    found = KernelNames(named, **given).resolved(len(rows.names))
    if isinstance(found, CallableKernel):
        said = E_(
            "--kernel {kernel} with such parameters has no text that a file could hold: take "
            "a whole --degree, and --coef0 from 0 on."
        )
        raise ValueError(said.format(kernel=named))
    return found


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
            said = E_("--columns {name}: the first number is the larger one.")
            raise ValueError(said.format(name=name))
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
    kind, _colon, name = options.data.partition(":")
    if kind == "builtin":
        return _drawn(name) if name in plane_sets() else builtin(name)
    names = (flag.removeprefix("--").replace("-", "_") for flag, _help, _how in READING)
    given = {one: value for one in names if (value := getattr(options, one)) is not None}
    how = {one: MEANT[one].get(value, value) if one in MEANT else value
           for one, value in given.items()}  # fmt: skip
    return read_bytes(*received(options.data), progress=progress, **how)
