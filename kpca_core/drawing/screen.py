"""Experiments and approximations as sheets that the canvas draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.words import _
from kpca_core.drawing import layout
from kpca_core.drawing.canvas.aspects import Space, View, space
from kpca_core.drawing.canvas.levels import even_levels, levels, log_error
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.scene import Sheet
from kpca_core.drawing.sheets import Maps, Spaces, Tile, stacked
from kpca_core.grid import Grid
from kpca_core.reproduction.experiment import Result
from kpca_core.reproduction.figures import FEATURE_NAMES

RESOLUTION = 80


def of_result(result: Result, marked: bool = True) -> list[Sheet]:
    """Return the figure of an experiment; `marked` says whether maps show the points."""
    data, maps = result.dataset, layout.maps_of(result, layout.grid_of(result, RESOLUTION))
    said, n = _("{title}, map {number} of {n}"), len(maps.tiles)
    tiles = [
        replace(
            tile, text=_("no such component") if tile.empty else tile.text,
            said=said.format(title=tile.text, number=j + 1, n=n),
            short=_("none") if tile.empty else "",
        )
        for j, tile in enumerate(maps.tiles)
    ]  # fmt: skip
    groups = group_names(data.X, data.labels)
    found: list[Sheet] = [replace(maps, tiles=tiles, shows_points=marked, groups=groups)]
    if layout.has_lift(result):
        cases = [_space(result, case) for case in range(len(result.decompositions))]
        found.append(Spaces(cases, data.labels, groups))
    if (bars := layout.negative_spectrum(result)) is not None:
        label = _("{label}, the negative ones too").format(label=bars.label)
        found.append(replace(bars, label=label))
    return found


def _space(result: Result, case: int) -> Space:
    data, experiment = result.dataset, result.experiment
    empty = np.empty((0, 2, 2))
    picture = Picture(result.decompositions[case], empty, data.X, data.labels, experiment.region)
    equation = f"{_(experiment.cases[case].name)}, k = {experiment.cases[case].formula}"
    shown = space(picture, View("space"))
    return replace(shown, names=FEATURE_NAMES[case], equation=equation)


def approximated(
    tiles: Sequence[Tile], fields: Sequence[Array | None], errors: Sequence[Array | None],
    grid: Grid, reach: float, **shown: Any,
) -> tuple[Maps, Maps]:  # fmt: skip
    """Return a function beside its approximations, and below each the map of its error.

    Parameters
    ----------
    tiles, fields
        The exact function first; None for one that is not known.
    errors
        Of each tile, as shares of the function's range; None for no map.
    reach
        The colours of all functions end at ±reach.
    shown
        Fields of `Maps`: the points, and the legend.
    """
    count = len(tiles)
    above = [replace(tile, empty=field is None) for tile, field in zip(tiles, fields, strict=True)]
    below = [
        Tile(
            _("error of {function}").format(function=tile.text) if error is not None else "",
            _("The error of {function}").format(function=tile.text),
            short=tile.text if error is not None else "",
            range="",
            empty=error is None,
        )
        for tile, error in zip(tiles, errors, strict=True)
    ]
    heights = np.tile(even_levels(np.array([reach])), (count, 1))
    logarithms = stacked([None if error is None else log_error(error) for error in errors])
    return (
        Maps(
            above, grid.region, stacked(fields), heights, columns=count, label=_("Functions"),
            **shown,
        ),
        Maps(
            below, grid.region, logarithms, np.zeros((count, 0)), columns=count,
            label=_("Errors"), errors=True,
        ),
    )  # fmt: skip


def functions(
    fields: Array, titles: Sequence[str], grid: Grid, points: Array, labels: Labels, marked: bool
) -> Sheet:
    """Return functions (q, ny, nx) side by side, each in its own colours."""
    return Maps(
        [Tile(title, title) for title in titles], grid.region, fields, levels(fields),
        columns=len(titles), label=_("Functions"), points=points, labels=labels,
        shows_points=marked,
    )  # fmt: skip
