"""A map looks the same wherever it is drawn: canvas, print and legends share its look."""

from __future__ import annotations

import json
import math
import shutil

import numpy as np
import pytest
from matplotlib.figure import Figure
from support.processes import node

from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.drawing.canvas.look import LOOK
from kpca_core.drawing.canvas.words import short, two_digits
from kpca_core.drawing.palette import LIGHT
from kpca_core.drawing.printing import figures as printing
from kpca_core.grid import Grid

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def test_print_has_the_bands_and_the_dashes_of_the_look():
    grid = Grid.over(((-1.0, 1.0), (-1.0, 1.0)), 20)
    field = np.outer(grid.y, grid.x)
    axes = Figure().add_subplot()
    printing._field(axes, field, grid.region, even_levels(field))
    bands = axes.collections[0].get_facecolor()[1:-1, :3]
    count = 2 * LOOK["lines"]["levels"]
    middles = (2 * np.arange(count) + 1) / count - 1
    expected = [LIGHT.diverging(t)[4:-1].split(",") for t in middles]
    np.testing.assert_allclose(255 * bands, np.array(expected, float), atol=0.01)
    line, gap = printing.DASHES[1]
    assert line / gap == pytest.approx(LOOK["lines"]["dash"][0] / LOOK["lines"]["dash"][1])


@pytest.mark.parametrize("label", range(7))
@needs_node
def test_a_marker_has_the_corners_of_the_canvas_in_print(label):
    axes = Figure().add_subplot()
    printing._points(axes, np.zeros((2, 1)), np.array([label]), 1.5)
    (drawn,) = axes.collections
    # Matplotlib's unit of a size is the area of the square around a circle of radius 0.5.
    ours = drawn.get_paths()[0].to_polygons()[0][:-1] * math.sqrt(drawn.get_sizes()[0]) / 1.5
    corners = np.array(
        node(
            "markers.js",
            "tracePath",
            f"""(() => {{
                const found = [];
                const note = (...place) => found.push(place);
                tracePath({{beginPath() {{}}, closePath() {{}}, arc() {{}}, lineTo: note}},
                    {json.dumps(LOOK["markers"]["shapes"][label % 6])}, 1);
                return found;
            }})()""",
        )
    )
    if not len(corners):
        assert np.allclose(np.linalg.norm(ours, axis=1), 1, rtol=0.03)
        return
    distances = np.linalg.norm(ours[:, None] * [1, -1] - corners, axis=2)
    assert len(ours) == len(corners)
    assert distances.min(axis=1).max() < 1e-6


@needs_node
def test_ends_of_colour_scales_read_as_on_the_canvas():
    drawn = 10 ** np.random.default_rng(0).uniform(-6, 4.9, 300)
    values = [*drawn.tolist(), 0.6, 0.05, 1.0, 9.94, 9.97, 12.3, 300.0, 1e-3, 3e-5]
    theirs = node("ticks.js", "formatEnd", f"{json.dumps(values)}.map((one) => formatEnd(one))")
    assert [two_digits(value) for value in values] == theirs


@needs_node
@pytest.mark.parametrize("digits", [2, 3, 4])
def test_numbers_read_as_on_the_canvas(digits):
    random = np.random.default_rng(digits)
    drawn = random.choice([-1, 1], 300) * 10 ** random.uniform(-9, 7, 300)
    values = [*drawn.tolist(), 0.0, -0.0, 1e-3, 0.00099996, 99_999.0, 1e5, -2.5, 1000.0]
    written = f"{json.dumps(values)}.map((one) => formatNumber(one, {digits}))"
    assert [short(value, digits) for value in values] == node("ticks.js", "formatNumber", written)
