"""`kpca choose`: the kernel's width and the number of components for a table."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, N_, _
from kpca_core.choosing import (
    HeldOut,
    WidthChoice,
    choose_width,
    dilations,
    held_out_errors,
    local_noise,
)
from kpca_core.commands.files import as_json, deliver, progress_bar
from kpca_core.commands.options import add, add_output, add_reading, add_rows, count
from kpca_core.commands.reading import Analysed, analysed
from kpca_core.drawing.canvas.words import number
from kpca_core.tables import Rows

OUTPUTS = {"out": ("svg", "pdf", "png", "json")}
# Widths that are compared, a third of an octave apart; pre-images take longer: an octave.
WIDTHS = 30
DESCRIPTION = N_("""\
Compares kernels of one family, from narrow to wide, with the same table with its columns shuffled:
the share of the variance in feature space beyond most shuffles, and how many components stand
out. --denoise compares pre-images of rows that were held out instead, for noise that is alike in
all columns.
""")


@dataclass(frozen=True, eq=False)
class Chosen:
    """What is printed: the rows, and what was chosen for them."""

    data: Analysed
    found: WidthChoice | HeldOut


OPTIONS = (
    ("--widths", N_("how many (default: {widths}, for denoising {fewer})"),
     {"type": count, "metavar": "M"}),
    ("--components", N_("how many components are looked at (default: 10)"),
     {"type": count, "metavar": "N", "default": 10}),
    ("--shuffles", N_("p-values are multiples of 1/(B + 1) (default: 50)"),
     {"type": count, "metavar": "B", "default": 50}),
    ("--level", N_("probability of calling noise structure (default: 0.05)"),
     {"type": float, "default": 0.05}),
    ("--denoise",
     N_("choose for denoising; NOISE is its standard deviation (default: estimated)"),
     {"metavar": "NOISE", "nargs": "?", "const": ""}),
    ("--seed", N_("of the shuffles (default: 0)"), {"type": int, "default": 0}),
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_rows(parser)
    add(parser, *OPTIONS, widths=WIDTHS, fewer=WIDTHS // 3)
    add_reading(parser)
    add_output(parser, _("a file: a drawing .svg .pdf .png, all numbers .json"))


def execute(options: argparse.Namespace) -> None:
    """Read, choose, print, and draw."""
    with progress_bar(options.quiet) as progress:
        chosen = _chosen(options, progress)
    deliver(_lines(chosen), options.out, partial(_content, chosen))


def _chosen(options: argparse.Namespace, progress: Progress | None) -> Chosen:
    data = analysed(options, progress)
    rows, usual = data.rows, WIDTHS if options.denoise is None else WIDTHS // 3
    family = dilations(data.kernel, rows.X, options.widths or usual)
    if options.denoise is None:
        found: WidthChoice | HeldOut = choose_width(
            family, rows.X, options.components, shuffles=options.shuffles, level=options.level,
            seed=options.seed, progress=progress,
        )  # fmt: skip
        return Chosen(data, found)
    counts = np.unique(np.geomspace(1, options.components, 8).round().astype(int)).tolist()
    found = held_out_errors(
        family, rows.X, counts, noise=_noise(options.denoise, rows), seed=options.seed,
        progress=progress,
    )  # fmt: skip
    return Chosen(data, found)


def _noise(text: str, rows: Rows) -> float:
    if not text:
        return local_noise(rows.X)
    try:
        return float(text)
    except ValueError:
        said = E_("--denoise needs a number, or none; got {text!r}.")
        raise ValueError(said.format(text=text)) from None


def _lines(chosen: Chosen) -> Iterator[str]:
    found = chosen.found
    yield from chosen.data.lines
    yield chosen.data.columns
    names = [repr(kernel) for kernel in found.kernels]
    width = max(len(name) for name in names)
    if isinstance(found, WidthChoice):
        beyond, score, components = _("beyond chance"), _("score"), _("components")
        yield f"  {'':<{width}}{beyond:>15}{score:>10}{components:>12}"
        each = zip(found.kept, found.scores, found.counts, strict=True)
        cells = [f"{100 * kept:>13.1f} %{score:>10.4f}{n:>12}" for kept, score, n in each]
        best = found.chosen
    else:
        head = "".join(f"{count:>10}" for count in found.counts)
        error = _("held-out error")
        yield f"  {error:<{width}}{head}"
        cells = ["".join(f"{number(value) if value == value else '–':>10}" for value in row)
                 for row in found.errors]  # fmt: skip
        best = found.chosen[0]
    for i, (name, cell) in enumerate(zip(names, cells, strict=True)):
        yield f"{'*' if i == best else ' '} {name:<{width}}{cell}"
    if isinstance(found, WidthChoice):
        values = ", ".join(f"{p:.2g}" for p in found.p_values)
        yield _("  p-values of the components at * : {values}").format(values=values)
    yield f"  {found}"


def _entries(chosen: Chosen) -> dict[str, Any]:
    found = chosen.found
    entries: dict[str, Any] = {
        "data": chosen.data.table.name,
        "columns": chosen.data.rows.names,
        "rows": found.rows,
        "of": found.of,
        "kernel": repr(found.kernel),
        "components": found.count,
        "recommendation": str(found),
        "kernels": [repr(kernel) for kernel in found.kernels],
    }
    if isinstance(found, HeldOut):
        errors = [[v if v == v else None for v in row] for row in found.errors.tolist()]
        return {**entries, "counts": found.counts, "errors": errors, "noise": found.noise}
    return {
        **entries,
        "beyond_chance": found.kept.tolist(),
        "scores": found.scores.tolist(),
        "counts": found.counts.tolist(),
        "p_values": found.p_values.tolist(),
        "resolution": found.resolution,
        "level": found.level,
        "shuffles": len(found.shuffled),
    }


def _content(chosen: Chosen, form: str) -> bytes:
    """The content of a file of that format."""
    if form == "json":
        return as_json(_entries(chosen))
    from kpca_core.drawing.printing.faces import in_own_faces

    buffer = io.BytesIO()
    with in_own_faces():
        figure: Any = chosen.found.plot().figure
        figure.savefig(buffer, format=form)
    return buffer.getvalue()
