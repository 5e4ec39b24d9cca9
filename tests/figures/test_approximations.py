"""Pictures of approximations: one scale of errors, and curves against the points kept."""

from __future__ import annotations

import numpy as np
import pytest

from kpca_core import Grid
from kpca_core.figures.approximations import (
    ERROR_TICKS,
    SMALLEST_ERROR,
    error_curves,
    field_panel,
    log_error,
    method_panels,
)


@pytest.fixture(scope="module")
def panel():
    grid = Grid.over(((-1, 1), (-1, 2)), 12)
    field = np.outer(grid.y, grid.x)
    return {"field": field, "grid": grid, "reach": 2.5, "points": np.array([[0.1, 0.2]])}


@pytest.mark.parametrize("template", ["plotly_white", "plotly_dark"])
def test_errors_share_one_logarithmic_scale(panel, template):
    error = np.full((12, 12), 0.01)
    error[0, :3] = [0.0, 1e-12, 1.0]
    figure = method_panels(**panel, error=error, template=template)
    field, *_, points, drawn = figure.data
    assert field.contours.end == pytest.approx(2.5 * 5 / 6)
    assert field.zmin == -field.zmax
    assert (drawn.zmin, drawn.zmax) == (np.log10(SMALLEST_ERROR), 0)
    np.testing.assert_allclose(drawn.z[0, :4], [-8, -8, 0, -2])
    np.testing.assert_array_equal(drawn.customdata, error)
    np.testing.assert_array_equal(points.x, [0.1])
    scale = method_panels(**panel, error=None, template=template)
    strip = scale.data[-1]
    assert strip.colorscale == drawn.colorscale
    assert (strip.z.min(), strip.z.max()) == (-8, 0)
    assert set(scale.layout.xaxis2.tickvals) == set(ERROR_TICKS)


def test_panels_keep_the_shape_of_the_plane(panel):
    layout = method_panels(**panel, error=np.ones((12, 12))).layout
    assert layout.yaxis.scaleanchor == "x"
    assert (layout.xaxis2.matches, layout.yaxis2.matches) == ("x", "y")
    assert layout.xaxis.range == (-1, 1)
    assert field_panel(**panel).layout.yaxis.range == (-1, 2)


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
        field_panel(**panel, template="ggplot2")


def test_errors_below_the_scale_stand_at_its_end():
    np.testing.assert_allclose(log_error(np.array([0.0, 1e-8, 0.1])), [-8, -8, -1])
