"""Pictures of approximations: one scale of errors, and curves against the points kept."""

from __future__ import annotations

import numpy as np
import pytest

from kpca_core import Grid
from kpca_core.drawing.canvas.figure_frame import Tile
from kpca_core.drawing.charts.approximations import error_curves, field_panel
from kpca_core.drawing.errors import ERROR_TICKS, SMALLEST_ERROR, log_error
from kpca_core.drawing.screen import approximated


@pytest.fixture(scope="module")
def panel():
    grid = Grid.over(((-1, 1), (-1, 2)), 12)
    field = np.outer(grid.y, grid.x)
    return {"field": field, "grid": grid, "reach": 2.5, "points": np.array([[0.1, 0.2]])}


@pytest.mark.parametrize("template", ["plotly_white", "plotly_dark"])
def test_a_panel_holds_what_it_is_given(panel, template):
    figure = field_panel(**panel, height=150, template=template)
    field, *_, points = figure.data
    assert field.contours.end == pytest.approx(2.5 * 5 / 6)
    assert field.zmin == -field.zmax
    np.testing.assert_array_equal(points.x, [0.1])


def test_panels_keep_the_shape_of_the_plane(panel):
    layout = field_panel(**panel, height=150).layout
    assert layout.yaxis.scaleanchor == "x"
    assert layout.xaxis.range == (-1, 1)
    assert layout.yaxis.range == (-1, 2)


def test_a_map_of_errors_stands_below_its_function(panel):
    error = np.full((12, 12), 0.01)
    error[0, :3] = [0.0, 1e-12, 1.0]
    tiles = [Tile(name, name, panel["field"], points=panel["points"]) for name in ("exact", "a")]
    tiles.append(Tile("b", "b"))
    functions, errors = approximated(tiles, [None, error, None], panel["grid"], 2.5, True)
    np.testing.assert_allclose(functions.arrays["levels"][:2, -1], 2.5 * 5 / 6)
    np.testing.assert_array_equal(functions.arrays["points1"], panel["points"].astype(np.float32))
    np.testing.assert_allclose(errors.arrays["fields"][1, 0, :4], [-8, -8, 0, -2])
    assert [tile["empty"] for tile in errors.header["tiles"]] == [True, False, True]
    scale = errors.header["errors"]
    assert (scale["low"], scale["high"]) == (np.log10(SMALLEST_ERROR), 0)
    assert scale["values"] == [*ERROR_TICKS.values()]


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


def test_an_unknown_template_is_refused(panel):
    with pytest.raises(ValueError, match="template must be one of"):
        field_panel(**panel, height=150, template="ggplot2")


def test_errors_below_the_scale_stand_at_its_end():
    np.testing.assert_allclose(log_error(np.array([0.0, 1e-8, 0.1])), [-8, -8, -1])
