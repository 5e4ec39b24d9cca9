"""Pictures of approximations: one scale of errors, and curves against the points kept."""

from __future__ import annotations

import numpy as np
import pytest

from kpca_core import Grid
from kpca_core.drawing.canvas.levels import log_error
from kpca_core.drawing.charts.blank import blank
from kpca_core.drawing.charts.curves import error_curves
from kpca_core.drawing.screen import approximated
from kpca_core.drawing.sheets import Tile


@pytest.fixture(scope="module")
def panel():
    grid = Grid.over(((-1, 1), (-1, 2)), 12)
    field = np.outer(grid.y, grid.x)
    return {"field": field, "grid": grid, "points": np.array([[0.1, 0.2]])}


def test_a_map_of_errors_stands_below_its_function(panel):
    error = np.full((12, 12), 0.01)
    error[0, :3] = [0.0, 1e-12, 1.0]
    tiles = [Tile("exact"), Tile("a", points=panel["points"]), Tile("b")]
    fields, X = [panel["field"]] * 2 + [None], np.zeros((3, 2))
    functions, errors = approximated(
        tiles, fields, [None, error, None], panel["grid"], 2.5, points=X, groups=[]
    )
    np.testing.assert_allclose(functions.levels[:, -1], 2.5 * 5 / 6)
    np.testing.assert_array_equal(functions.fields[1], panel["field"])
    assert functions.points is X
    assert functions.tiles[1].points is panel["points"]
    assert [tile.empty for tile in functions.tiles] == [False, False, True]
    np.testing.assert_allclose(errors.fields[1, 0, :4], [-8, -8, 0, -2])
    assert [tile.empty for tile in errors.tiles] == [True, False, True]
    assert errors.errors


def test_curves_mark_the_current_count():
    counts = np.array([2, 5, 10])
    errors = {"uniform": np.array([0.5, 1e-3, 0.0]), "k-means": np.array([0.4, 1e-5, 1e-9])}
    figure = error_curves(counts, errors, 5, "Error")
    uniform, kmeans = figure.data
    assert uniform.name == "uniform"
    np.testing.assert_array_equal(uniform.y, [0.5, 1e-3, 1e-16])
    assert uniform.marker.size[1] > uniform.marker.size[0]
    assert uniform.marker.symbol != kmeans.marker.symbol
    assert uniform.line.color != kmeans.line.color
    assert figure.layout.shapes[0].x0 == 5
    low, high = figure.layout.yaxis.range
    assert low < -9 < 0 < high


def test_an_unknown_template_is_refused():
    with pytest.raises(ValueError, match="template must be one of"):
        blank("ggplot2", 150)


def test_errors_below_the_scale_stand_at_its_end():
    np.testing.assert_allclose(log_error(np.array([0.0, 1e-8, 0.1])), [-8, -8, -1])
