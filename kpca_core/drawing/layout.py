"""The content of an experiment's figure: panels in rows and columns, and feature space in 3-D."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpca_core._support.arrays import Array, Field
from kpca_core._support.extras import needed
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.aspects import principal_axis
from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.sheets import Maps, Spectrum, Tile, stacked
from kpca_core.grid import Grid
from kpca_core.reproduction.experiment import DECIMALS, Result
from kpca_core.reproduction.figures import FEATURE_NAMES, PRML_12_16


@dataclass(frozen=True, eq=False)
class Lift:
    """The points and the contours of the first component in a feature space of three dimensions."""

    title: str  # the feature map
    formula: str  # its kernel
    names: Sequence[str]  # of the three features
    points: Array  # (n, 3)
    contours: list[tuple[float, Array]]  # (level, line (m, 3) in the plane v₁·(Φ − mean) = level)
    axis: Array  # (2, 3), the first principal axis from the smallest score to the largest


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


def lifts(result: Result, grid: Grid) -> list[Lift]:
    """Feature space for every case of Figure 12.16."""
    maps = maps_of(result, grid)
    return [_lift(result, case, maps, grid) for case in range(len(maps.tiles))]


def _lift(result: Result, case: int, maps: Maps, grid: Grid) -> Lift:
    with needed("contourpy", "traces the contours in feature space", "figures"):
        from contourpy import contour_generator

    assert maps.fields is not None
    assert maps.levels is not None
    expansion, X = result.expansion(case), result.dataset.X
    kernel = expansion.kernel
    points = kernel.features(X)
    ends = principal_axis(result.decompositions[case], X, 0)
    # Far from the data the features grow large; contours there would make the points tiny.
    outside = np.hypot(*np.meshgrid(grid.x, grid.y)) > 1.05 * np.hypot(*X.T).max()
    generator = contour_generator(grid.x, grid.y, np.ma.array(maps.fields[case], mask=outside))
    contours = [
        (float(level), kernel.features(np.asarray(line)))
        for level in maps.levels[case]
        for line in generator.lines(level)
    ]
    experiment = result.experiment.cases[case]
    return Lift(_(experiment.name), experiment.formula, FEATURE_NAMES[case], points, contours, ends)


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
