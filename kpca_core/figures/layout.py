"""A result laid out as its figure: panels in rows and columns, and feature space in three axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpca_core.canvas import even_levels
from kpca_core.expansion import Grid
from kpca_core.experiments.book import FEATURE_NAMES, PRML_12_16
from kpca_core.experiments.experiment import DIGITS, Result
from kpca_core.kernels.base import Array

RESOLUTION = 120


@dataclass(frozen=True, eq=False)
class Panel:
    """One eigenfunction in its place.

    row, column   counted from 0
    title         above the panel; heading: above its column, if any
    field         (ny, nx), or None where the component does not exist
    levels        (L,) isoline values, equally spaced, symmetric, with 0 in the middle
    """

    row: int
    column: int
    title: str
    field: Array | None
    levels: Array
    heading: str = ""


@dataclass(frozen=True, eq=False)
class Lift:
    """The points and the contours of the first component, mapped to three features.

    title, formula, names: the feature map, its kernel, the three features;
    points (n, 3); contours (level, line (m, 3)) lie in the planes v₁·(Φ − mean) = level;
    axis (2, 3): the ends of the first principal axis through the mean, as long as the scores.
    """

    title: str
    formula: str
    names: Sequence[str]
    points: Array
    contours: list[tuple[float, Array]]
    axis: Array


def grid_of(result: Result, resolution: int = RESOLUTION) -> Grid:
    """The grid of the depicted region."""
    return Grid.over(result.experiment.region, resolution)


def panels(result: Result, grid: Grid) -> list[Panel]:
    """The figure's panels: cases as columns, or one case in rows of `experiment.columns`.

    Where feature space is shown, the levels span what the data reach, else what the region does.
    """
    experiment, laid_out = result.experiment, []
    across = len(experiment.cases) > 1
    for i, fields in enumerate(result.fields(grid)):
        case = experiment.cases[i]
        for j, value in enumerate(result.eigenvalues(i)):
            row, column = (j, i) if across else divmod(j, experiment.columns)
            field = fields[j] if j < len(fields) else None
            spanned = np.zeros(1) if field is None else field
            if has_lift(result):
                spanned = result.scores(i, 1)
            laid_out.append(
                Panel(
                    row,
                    column,
                    f"λ = {value:.{DIGITS}f}",
                    field,
                    even_levels(spanned),
                    f"{case.name}: {case.formula}" if across and row == 0 else "",
                )
            )
    return laid_out


def has_lift(result: Result) -> bool:
    """Whether the figure shows feature space beside data space."""
    return result.experiment.name == PRML_12_16.name


def lifts(result: Result, grid: Grid) -> list[Lift]:
    """Feature space for every case of Figure 12.16."""
    return [_lift(result, case, panel, grid) for case, panel in enumerate(panels(result, grid))]


def _lift(result: Result, case: int, panel: Panel, grid: Grid) -> Lift:
    from contourpy import contour_generator

    expansion, X = result.expansion(case), result.dataset.X
    kernel = expansion.kernel
    points = kernel.features(X)
    # S 2.15: the axis is the same combination of feature vectors as the function of kernels.
    direction = kernel.features(expansion.points).T @ expansion.coefficients[:, 0]
    scores = result.scores(case, 1)[:, 0]
    ends = points.mean(axis=0) + np.outer([scores.min(), scores.max()], direction)
    # Beyond the data the surface would dwarf them.
    outside = np.hypot(*np.meshgrid(grid.x, grid.y)) > 1.05 * np.hypot(*X.T).max()
    generator = contour_generator(grid.x, grid.y, np.ma.array(panel.field, mask=outside))
    contours = [
        (float(level), kernel.features(np.asarray(line)))
        for level in panel.levels
        for line in generator.lines(level)
    ]
    experiment = result.experiment.cases[case]
    return Lift(experiment.name, experiment.formula, FEATURE_NAMES[case], points, contours, ends)
