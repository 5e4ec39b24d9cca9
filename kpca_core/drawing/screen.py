"""Experiments and approximations as sheets that the canvas draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.words import _
from kpca_core.drawing import layout
from kpca_core.drawing.canvas.aspects import Aspect, View, space
from kpca_core.drawing.canvas.figure_frame import Sheet, Tile, images, maps, spaces, spectrum
from kpca_core.drawing.canvas.levels import even_levels, log_error
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.mosaic import Mosaic
from kpca_core.grid import Grid
from kpca_core.reproduction.book import FEATURE_NAMES
from kpca_core.reproduction.experiment import Result

RESOLUTION = 80


def of_result(result: Result, marked: bool = True) -> list[Sheet]:
    """Return the figure of an experiment; `marked` says whether maps show the points."""
    grid, data = layout.grid_of(result, RESOLUTION), result.dataset
    panels = sorted(layout.panels(result, grid), key=lambda panel: (panel.row, panel.column))
    columns = 1 + max(panel.column for panel in panels)
    tiles = [
        Tile(
            panel.title if panel.field is not None else _("no such component"),
            _("{title}, map {number} of {n}").format(
                title=panel.title, number=j + 1, n=len(panels)
            ),
            panel.field,
            panel.levels,
            short="" if panel.field is not None else _("none"),
            points=data.X,
            labels=data.labels,
        )
        for j, panel in enumerate(panels)
    ]
    heads = [panel.heading for panel in panels if panel.heading]
    found = [
        maps(
            tiles,
            grid.region,
            columns,
            label=_(result.experiment.title),
            heads=heads,
            fixed=bool(heads),
            marked=marked,
            groups=legend_of(data.X, data.labels),
        )
    ]
    if layout.has_lift(result):
        aspects = [_space(result, case) for case in range(len(result.decompositions))]
        found.append(spaces(aspects, data.labels, group_names(data.X, data.labels)))
    if (bars := layout.negative_spectrum(result)) is not None:
        label = _("{label}, the negative ones too").format(label=bars.label)
        found.append(spectrum(bars.eigenvalues, bars.negative, bars.shown, label))
    return found


def legend_of(X: Array, labels: Labels) -> list[str]:
    """Return what a legend calls the labels: of one group alone it says "data"."""
    return group_names(X, labels) if len(set(labels.tolist())) > 1 else []


def _space(result: Result, case: int) -> Aspect:
    data, experiment = result.dataset, result.experiment
    empty = np.empty((0, 2, 2))
    picture = Picture(result.decompositions[case], empty, data.X, data.labels, experiment.region)
    aspect = space(picture, View("space"), False)
    named = {
        "names": FEATURE_NAMES[case],
        "equation": f"{_(experiment.cases[case].name)}, k = {experiment.cases[case].formula}",
    }
    return replace(aspect, header={**aspect.header, **named})


def approximated(
    tiles: Sequence[Tile], errors: Sequence[Array | None], grid: Grid, reach: float, marked: bool,
    groups: Sequence[str],
) -> list[Sheet]:  # fmt: skip
    """Return a function beside its approximations, and below each the map of its error.

    Parameters
    ----------
    tiles : the exact function first
    errors : of each tile, as shares of the function's range; None for no map
    reach : the colours of all functions end at ±reach
    groups : what a legend calls the labels
    """
    levels, columns = even_levels(np.array([reach])), len(tiles)
    shown = [replace(tile, levels=levels) for tile in tiles]
    below = [
        Tile(
            _("error of {function}").format(function=tile.text) if error is not None else "",
            _("The error of {function}").format(function=tile.text),
            None if error is None else log_error(error),
            short=tile.text if error is not None else "",
            range="",
        )
        for tile, error in zip(tiles, errors, strict=True)
    ]
    return [
        maps(shown, grid.region, columns, label=_("Functions"), marked=marked, groups=groups),
        maps(below, grid.region, columns, label=_("Errors"), errors=True),
    ]


def functions(
    fields: Array, titles: Sequence[str], grid: Grid, points: Array, labels: Labels, marked: bool
) -> Sheet:
    """Return functions (q, ny, nx) side by side, each in its own colours."""
    tiles = [
        Tile(title, title, field, even_levels(field), points=points, labels=labels)
        for field, title in zip(fields, titles, strict=True)
    ]
    return maps(tiles, grid.region, len(tiles), label=_("Functions"), marked=marked)


def mosaic(
    laid_out: Mosaic, label: str, notes: Sequence[tuple[float, float, Sequence[str]]] = ()
) -> Sheet:
    """Return rows of images of digits: maps of values from 0 to 1 before the last block."""
    last = len(laid_out.blocks) - 1
    blocks = [(block.left, block.pixels, k < last) for k, block in enumerate(laid_out.blocks)]
    size = (laid_out.width, laid_out.height, laid_out.step)
    return images(blocks, laid_out.rows, laid_out.heads, size, notes, label, laid_out.numbers)
