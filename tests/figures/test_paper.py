"""Experiments as figures: panels in their places, feature space, bands over draws."""

from __future__ import annotations

import numpy as np
import pytest

from kpca_core import Grid
from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.drawing.charts.bands import band_chart
from kpca_core.drawing.layout import grid_of, maps_of
from kpca_core.drawing.printing import figures as printing
from kpca_core.reproduction import FIGURES, figure, monte_carlo, run


@pytest.fixture(scope="module")
def results():
    return {name: run(experiment) for name, experiment in FIGURES.items()}


def test_a_panel_is_the_eigenfunction(results):
    result, grid = results["4"], Grid.over(((-1, 1), (-0.5, 1)), 15)
    maps = maps_of(result, grid)
    for j, (field, levels) in enumerate(zip(maps.fields, maps.levels, strict=True)):
        expected = result.decompositions[0].expansion(grid.points)[:, j].reshape(15, 15)
        np.testing.assert_allclose(field, expected, atol=1e-12)
        np.testing.assert_allclose(levels, even_levels(expected))
        assert levels[len(levels) // 2] == 0


def test_printed_contours_lie_in_planes_across_the_principal_axis(results):
    """v₁·(Φ − mean) is the level of its contour."""
    result = results["prml-12.16"]
    maps = maps_of(result, grid_of(result, 120))
    for case, axes in enumerate(printing._lifted(maps, result).axes[1::2]):
        features = result.decompositions[case].expansion.kernel.features(result.dataset.X)
        mean = features.mean(axis=0)
        v = np.linalg.svd(features - mean)[2][0]
        levels = set()
        for line in axes.lines:
            along = (np.column_stack(line.get_data_3d()) - mean) @ v
            levels.add(np.abs(maps.levels[case] - along.mean()).argmin())
            np.testing.assert_allclose(np.abs(along), abs(along.mean()), atol=0.02)
        assert len(levels) >= 9


def test_the_band_marks_where_the_published_value_lies():
    band = monte_carlo(figure("4"), 30)
    drawn = band_chart(band, run(figure("4")).values)
    (published,) = [trace for trace in drawn.data if trace.name == "authors' program"]
    low, high = band.quantiles[0], band.quantiles[-1]
    np.testing.assert_allclose(
        published.x, np.clip((np.array(figure("4").published) - low) / (high - low), -0.12, 1.12)
    )
    np.testing.assert_array_equal(published.customdata, figure("4").published)
    constant = band_chart(monte_carlo(figure("3"), 5), run(figure("3")).values)
    assert "always 0.000" in [note.text for note in constant.layout.annotations]
