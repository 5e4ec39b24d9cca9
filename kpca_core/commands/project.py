"""`kpca project`: scores of new rows by what `kpca fit` has saved."""

from __future__ import annotations

import argparse
import io
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import E_, N_, _, counted, counting
from kpca_core.commands.files import STREAM, as_json, deliver, progress_bar, received
from kpca_core.commands.options import LABEL, add_input, add_output, add_reading, add_table
from kpca_core.commands.reading import Analysed, chosen_label, read_table
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.expansion import Expansion
from kpca_core.kernels.parsing import parse_kernel
from kpca_core.tables import Rows, Table
from kpca_core.tables.column import quoted, refused, shortened
from kpca_core.tables.limits import check_bytes
from kpca_core.tables.rows import scaled
from kpca_core.tables.table import MEDIAN, MISSING_WAYS
from kpca_core.tables.writing import scores_entries, scores_text

OUTPUTS = {"out": ("csv", "json")}
DESCRIPTION = N_("""\
Scores of the rows of another table by what `kpca fit DATA --out model.npz` has saved: its kernel,
its columns by name, and how they were standardised. Nothing is fitted anew.
""")
# The arrays of a model: the letter of their kind, and how many axes; some may be missing.
ARRAYS = {
    "kernel": ("U", 0), "columns": ("U", 1), "missing": ("U", 0), "points": ("f", 2),
    "coefficients": ("f", 2), "offsets": ("f", 1), "axes": ("f", 2), "means": ("f", 1),
    "scales": ("f", 1), "medians": ("f", 1),
}  # fmt: skip
OPTIONAL = {"axes", "means", "scales", "medians"}


@dataclass(frozen=True, eq=False)
class Model:
    """What a fit saves for later.

    Attributes
    ----------
    expansion
        What gives the scores.
    columns
        Names of the D columns that are analysed.
    means, scales
        (D,) of the standardisation, None without.
    medians
        (D,) that gaps are filled with, None where they were not.
    missing
        a key of MISSING_WAYS.
    """

    expansion: Expansion
    columns: tuple[str, ...]
    means: Array | None
    scales: Array | None
    medians: Array | None
    missing: str

    @property
    def arrays(self) -> dict[str, Any]:
        """Arrays for an NPZ file, none of Python objects."""
        one = self.expansion
        found = {
            "kernel": repr(one.kernel), "columns": np.array(self.columns), "points": one.points,
            "coefficients": one.coefficients, "offsets": one.offsets, "axes": one.axes,
            "means": self.means, "scales": self.scales, "medians": self.medians,
            "missing": self.missing,
        }  # fmt: skip
        return {name: value for name, value in found.items() if value is not None}

    @classmethod
    def read(cls, content: bytes, file: str) -> Model:
        """Return the model in the content of a file of that name.

        Raises
        ------
        ValueError
            if there is none; the message says what is missing
        """
        arrays = _arrays(content, file)
        expansion = Expansion(
            parse_kernel(str(arrays["kernel"])), arrays["points"], arrays["coefficients"],
            arrays["offsets"], axes=arrays.get("axes"),
        )  # fmt: skip
        more = {name: arrays.get(name) for name in ("means", "scales", "medians")}
        columns = tuple(str(one) for one in arrays["columns"])
        for name, found in (("points", expansion.points[0]), *more.items()):
            if found is not None and len(found) != len(columns):
                said = E_(
                    "{name} is damaged: {other_name} has {n} columns, and {other_n} are named."
                )
                raise refused(said, name=file, other_name=name, n=len(found), other_n=len(columns))
        return cls(expansion, columns, **more, missing=str(arrays["missing"]))

    def rows_of(self, table: Table, label: int | None, missing: str | None) -> Rows:
        """Return the rows of a table with the model's columns, standardised as its own were.

        Raises
        ------
        ValueError
            where columns are missing, or numbers; the message names them
        """
        places = {column.name: j for j, column in enumerate(table.columns)}
        lost = [name for name in self.columns if name not in places]
        if lost:
            said = E_("{name} lacks {columns} of the model: {lost}. It has {has}.")
            count = counting(len(lost), "{n} column", "{n} columns")
            raise refused(
                said, name=table.name, columns=count, lost=quoted(lost), has=quoted(places)
            )
        chosen = [places[name] for name in self.columns]
        way = missing or (self.missing if self.missing in MISSING_WAYS else MISSING_WAYS[0])
        if way == MEDIAN:
            if self.medians is None:
                said = E_(
                    "The model keeps no medians: fit with --missing median, or project with "
                    "--missing rows."
                )
                raise ValueError(said)
            table, way = table.filled(chosen, self.medians), "rows"
        rows = table.rows(chosen, label, missing="rows" if way == "rows" else "refuse")
        return replace(rows, X=scaled(rows.X, self.means, self.scales))


def _arrays(content: bytes, name: str) -> dict[str, Any]:
    """The arrays of a model, each checked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(one.file_size for one in archive.infolist())
        check_bytes(E_("{name}, unpacked,").format(name=name), size)
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            found = {one: file[one] for one in ARRAYS if one in file.files}
    except Exception as error:
        said = E_("{name} is no model that `kpca fit DATA --out model.npz` writes: {error}.")
        raise refused(said, name=name, error=shortened(str(error))) from None
    lost = next((one for one in ARRAYS if one not in found and one not in OPTIONAL), None)
    if lost:
        said = E_(
            "{name} is no model that `kpca fit DATA --out model.npz` writes: it has no {one!r}."
        )
        raise refused(said, name=name, one=lost)
    for one, array in found.items():
        is_sound = (array.dtype.kind, array.ndim) == ARRAYS[one]
        if not is_sound or (array.dtype.kind == "f" and not np.isfinite(array).all()):
            said = E_("{name} is damaged: {one} is {dtype} of shape {shape}.")
            raise refused(said, name=name, one=one, dtype=array.dtype, shape=array.shape)
    return found


MISSING = (
    "--missing",
    N_("where a number is missing: refuse, leave out such rows, or fill in the median of the fit "
       "(default: as in the fit)"),
    {"choices": ("refuse", "rows", "median")},
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_input(parser, "model", _("what `kpca fit` wrote as .npz, or - for standard input"))
    add_table(parser, LABEL, MISSING)
    add_reading(parser)
    add_output(parser, _("a file for the scores: .csv .json (default: standard output)"))
    parser.set_defaults(usual=(Path(STREAM),))


def execute(options: argparse.Namespace) -> None:
    """Read the model and the table, project, write, and print what was done."""
    content, name = received(options.model)
    model = Model.read(content, name)
    with progress_bar(options.quiet) as progress:
        table = read_table(options, progress)
    chosen = [j for j, column in enumerate(table.columns) if column.name in model.columns]
    rows = model.rows_of(table, chosen_label(options.label, table, chosen), options.missing)
    scores = model.expansion(rows.X)
    kernel = repr(model.expansion.kernel)
    components = counted(scores.shape[1], "{n} component", "{n} components")
    said = _("  {kernel}, {components} of {model}").format(
        kernel=kernel, components=components, model=name
    )
    entries = Origin(
        _("Scores of {name} by {model}").format(name=table.name, model=name),
        {N_("Data"): f"{table.name} ({table.said})", "n": f"{len(rows.X):,}", N_("Kernel"): kernel},
    ).entries

    def written(form: str) -> bytes:
        if form == "csv":
            return scores_text(rows, scores).encode()
        return as_json({**entries, **scores_entries(rows, scores)})

    lines = Analysed(table, rows, None, model.expansion.kernel).lines
    deliver([*lines, said], options.out, written, entries)
