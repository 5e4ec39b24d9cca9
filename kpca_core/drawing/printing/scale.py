"""Approximations beside the exact function in print quality by Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array, Field, Labels
from kpca_core._support.extras import needed
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.levels import even_levels, log_error
from kpca_core.drawing.canvas.look import LOOK, crowding
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.layout import Panel
from kpca_core.drawing.palette import LIGHT
from kpca_core.drawing.printing.figures import WIDTH, draw_panel, file_of, in_print
from kpca_core.grid import Grid

with needed("Matplotlib", "draws SVG, PDF and PNG", "figures"):
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

WORDS = N_(
    "Blue bands and dashed lines are negative, orange bands positive, the heavy line is 0; all "
    "functions have one scale, whose outermost line stands above them. Points are the data on the "
    "exact function and the landmarks on the others. Below: the error |f̂ − f| as a share of the "
    "range of f."
)


@dataclass(frozen=True, eq=False)
class Column:
    """A function (ny, nx) with its error below it, None for the exact one; points (p, 2)."""

    name: str
    title: str
    field: Field
    error: Field | None
    points: Array
    labels: Labels


def print_approximations(
    columns: Sequence[Column], grid: Grid, origin: Origin, file_format: str
) -> bytes:
    """Draw the exact function, the first column, and its approximations; return the file.

    All have the levels of the exact one. The format is one of `printing.FORMATS`.
    """
    # In inches: beside the panels, between two of them, above a function, and below all.
    left, right, gap, head, foot = 0.32, 0.08, 0.16, 0.36, 0.24
    (x0, x1), (y0, y1) = grid.region
    count, levels = len(columns), even_levels(columns[0].field)
    side = (WIDTH - left - right - (count - 1) * gap) / count
    high = side * (y1 - y0) / (x1 - x0)
    height = head + 2 * high + gap + foot
    colours = LinearSegmentedColormap.from_list("errors", LIGHT.errors)
    lowest, highest = LOOK["errors"]["low"], LOOK["errors"]["high"]
    with in_print():
        figure = Figure(figsize=(WIDTH, height))
        for k, one in enumerate(columns):
            start, shape = (left + k * (side + gap)) / WIDTH, (side / WIDTH, high / height)
            axes = figure.add_axes((start, (foot + high + gap) / height, *shape))
            panel = Panel(0, k, one.title, one.field, levels)
            radius = max(0.4, side * 0.85 * crowding(len(one.points)))
            draw_panel(axes, panel, grid, one.points, one.labels, radius)
            axes.tick_params(labelbottom=one.error is None, labelleft=k == 0)
            axes.text(0, 1 + 0.18 / high, one.name, transform=axes.transAxes, fontsize=7.5)
            if one.error is None:
                continue
            below = figure.add_axes((start, foot / height, *shape))
            below.imshow(
                log_error(one.error), origin="lower", extent=(x0, x1, y0, y1), aspect="equal",
                cmap=colours, vmin=lowest, vmax=highest, interpolation="bilinear",
            )  # fmt: skip
            below.tick_params(labelleft=False)
            below.locator_params(nbins=3)
        bar = (left / WIDTH, (foot + 0.42 * high) / height, 0.8 * side / WIDTH, 0.07 / height)
        scale = figure.add_axes(bar)
        strip = np.linspace(lowest, highest, 64)[None]
        scale.imshow(strip, extent=(lowest, highest, 0, 1), aspect="auto", cmap=colours)
        scale.set(yticks=[])
        scale.set_xticks(np.linspace(lowest, highest, 3), LOOK["errors"]["values"])
        scale.set_title(_("error"), loc="left", pad=2.5, fontsize=7.0)
        return file_of(figure, file_format, origin, _(WORDS))
