"""`kpca table 1`: the table of test errors on handwritten digits."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kpca_core._support.words import E_, N_, _
from kpca_core.commands.files import as_json, deliver, is_piped, progress_bar, received
from kpca_core.commands.options import add_output, count, wrong
from kpca_core.reproduction import digits as table_1

if TYPE_CHECKING:
    from kpca_core.datasets import Digits

OUTPUTS = {"out": ("json", "csv")}
DESCRIPTION = N_("""\
Table 1 of S: test error in percent of soft-margin hyperplanes on the first components of kernel PCA
with (x·y)^d, for handwritten digits. The whole table takes a while; choose degrees and components
for a part of it. What is done is printed and written also when you interrupt it.
""")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("number", choices=("1",), metavar="1", help=_("the paper has one table"))
    parser.add_argument(
        "--data", metavar="PATH", required=True, type=_data,
        help=_("the USPS digits: a file, - for standard input, or a directory; or builtin for "
               "scikit-learn's 8×8 digits, or openml to download the USPS digits"),
    )  # fmt: skip
    for name in ("degrees", "components"):
        only = _("only these {name}").format(name=name)
        parser.add_argument(f"--{name}", type=count, metavar="N", nargs="+", help=only)
    add_output(parser, _("a .json or .csv file"))


def execute(options: argparse.Namespace) -> None:
    """Compute the entries; print and write those that are done, also after an interrupt."""
    digits = _digits(options.data)
    chosen = {"degrees": options.degrees, "components": options.components}
    cells: list[table_1.Cell] = []
    try:
        with progress_bar(options.quiet) as progress:
            for cell in table_1.table_cells(digits, **chosen, progress=progress):
                cells.append(cell)
    finally:
        if cells:
            content = partial(_content, cells, digits.name)
            deliver(_lines(cells, digits.name), options.out, content)
    if not cells:
        raise ValueError(E_("These degrees and components leave no entry of the table."))


def _data(text: str) -> str:
    """A path or a name; the empty path would be the current folder."""
    if not text:
        raise wrong(N_("need a path, builtin or openml; got {text!r}"), text)
    return text


def _digits(data: str) -> Digits:
    """Load "builtin", "openml", the file or directory of that path, or what comes in a stream."""
    from kpca_core import datasets as package

    sources = {"builtin": package.builtin_digits, "openml": package.usps_openml}
    if not is_piped(data):
        found: Digits = sources.get(data, partial(package.usps, data))()
        return found
    # The content says what it is; of the text formats training and test digits are two files.
    content = received(data)[0]
    with TemporaryDirectory() as folder:
        path = Path(folder, "digits.h5" if content.startswith(b"\x89HDF") else "digits.npz")
        path.write_bytes(content)
        return package.usps(path)


def _lines(cells: Sequence[table_1.Cell], data: str) -> Iterator[str]:
    """Rows of components, columns of degrees: our error, and the published one in brackets."""
    degrees = sorted({cell.degree for cell in cells})
    found = {cell.key: cell for cell in cells}
    yield _("Table 1: test error in % ({data}); in brackets the published one").format(data=data)
    heads = (_("degree {d}").format(d=d) for d in degrees)
    yield _("components").rjust(10) + "".join(f"{head:>15}" for head in heads)
    for components in sorted({cell.components for cell in cells}):
        row = (_entry(found.get((degree, components))) for degree in degrees)
        yield f"{components:>10}" + "".join(f"{text:>15}" for text in row)
    close = table_1.agreement(cells)
    if close is not None:
        mean = _("mean difference {mean:.2f} points").format(mean=close.mean)
        entries = (
            _("1 published entry")
            if close.cells == 1
            else _("{cells} published entries").format(cells=close.cells)
        )
        yield _("{entries}: {mean}, largest {largest:.2f}").format(
            entries=entries, mean=mean, largest=close.largest
        )


def _entry(cell: table_1.Cell | None) -> str:
    if cell is None or cell.error is None:
        return "n.a."
    return f"{cell.error:.1f}" + ("" if cell.published is None else f" ({cell.published:.1f})")


def _content(cells: Sequence[table_1.Cell], data: str, form: str) -> bytes:
    """The content of a file of that format."""
    rows = [asdict(cell) for cell in cells]
    if form == "json":
        return as_json({"source": table_1.SOURCE, "data": data, "cells": rows})
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue().encode()
