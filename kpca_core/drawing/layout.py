"""The content of figures as sheets: experiments with their feature spaces, approximations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, Field, Labels
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.aspects import Space, View, space
from kpca_core.drawing.canvas.levels import even_levels, levels, log_error
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.scene import Sheet
from kpca_core.drawing.sheets import Maps, Spaces, Spectrum, Tile, stacked
from kpca_core.grid import Grid
from kpca_core.reproduction.experiment import DECIMALS, Result
from kpca_core.reproduction.figures import FEATURE_NAMES, PRML_12_16

# Values an axis of maps on the screen.
RESOLUTION = 80


def grid_of(result: Result, resolution: int) -> Grid:
    """The grid of the depicted region, `resolution` values an axis."""
    return Grid.over(result.experiment.region, resolution)


def maps_of(result: Result, grid: Grid) -> Maps:
    """Lay out the figure's maps: cases as columns, or one case in rows of `experiment.columns`.

    Where feature space is shown, the levels span the values at the data, else those on the grid.
    """
    experiment, data = result.experiment, result.dataset
    across = len(experiment.cases) > 1
    placed: list[tuple[int, int, str, Field | None, Array]] = []
    for i, fields in enumerate(result.fields(grid)):
        for j, value in enumerate(result.eigenvalues(i)):
            row, column = (j, i) if across else divmod(j, experiment.columns)
            field = fields[j] if j < len(fields) else None
            spanned = np.zeros(1) if field is None else field
            if has_lift(result):
                spanned = result.scores(i, 1)
            title = f"λ = {value:.{DECIMALS}f}"
            placed.append((row, column, title, field, even_levels(spanned)))
    placed.sort(key=lambda one: one[:2])
    columns = 1 + max(column for _row, column, *_more in placed)
    return Maps(
        [Tile(title, empty=field is None) for *_place, title, field, _levels in placed],
        grid.region, stacked([field for *_more, field, _levels in placed]),
        stacked([heights for *_more, heights in placed]), columns=columns, fixed=across,
        heads=[f"{_(case.name)}: {case.formula}" for case in experiment.cases] if across else (),
        label=_(experiment.title), points=data.X, labels=data.labels,
    )  # fmt: skip


def has_lift(result: Result) -> bool:
    """Whether the figure shows feature space beside data space."""
    return result.experiment.name == PRML_12_16.name


def negative_spectrum(result: Result) -> Spectrum | None:
    """The spectrum of the first case if it has negative eigenvalues, else None."""
    found = result.decompositions[0]
    if not len(found.negative):
        return None
    shown = result.experiment.cases[0].components
    return Spectrum(found.eigenvalues[:8], found.negative[:8], shown, _("eigenvalues of K̃"))


def origin_of(result: Result, address: str = "") -> Origin:
    """Where the figure comes from: the page's `address` is "" where there is none."""
    experiment = result.experiment
    arguments = ", ".join(f"{name}={value!r}" for name, value in experiment.arguments.items())
    unit = "λ / Σ λ" if experiment.fraction else _("λ of K̃")
    values = zip(experiment.labels, result.values, strict=True)
    return Origin(
        _("{title} (after {source})").format(title=_(experiment.title), source=experiment.source),
        {
            N_("Data"): f"{experiment.generator}({arguments}, seed={result.seed!r})",
            N_("Seed"): _("the paper's own draw") if result.seed == "paper" else str(result.seed),
            "n": str(len(result.dataset.X)),
            N_("Kernel"): "; ".join(repr(case.kernel) for case in experiment.cases),
            N_("Eigenvalues"): f"{unit}: "
            + ", ".join(f"{label} = {value:.{DECIMALS}f}" for label, value in values),
        },
        address,
    )


def of_result(result: Result, marked: bool = True) -> list[Sheet]:
    """Return the figure of an experiment; `marked` says whether maps show the points."""
    data, maps = result.dataset, maps_of(result, grid_of(result, RESOLUTION))
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
    if has_lift(result):
        cases = [_space(result, case) for case in range(len(result.decompositions))]
        found.append(Spaces(cases, data.labels, groups))
    if (bars := negative_spectrum(result)) is not None:
        label = _("{label}, the negative ones too").format(label=bars.label)
        found.append(replace(bars, label=label))
    return found


def _space(result: Result, case: int) -> Space:
    """The points and the plane in a feature space of three dimensions, with the first axis."""
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
