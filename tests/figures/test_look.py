"""A map looks the same wherever it is drawn: canvas, print and legends share its look."""

from __future__ import annotations

import json
import math
import shutil

import numpy as np
import pytest
from matplotlib.figure import Figure
from support.processes import node

from kpca_core.drawing.canvas.look import LOOK
from kpca_core.drawing.canvas.words import short, two_digits
from kpca_core.drawing.palette import DARK, LIGHT
from kpca_core.drawing.printing import figures as printing

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


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


@needs_node
def test_colours_are_those_of_the_canvas():
    answer = node(
        "palette.js",
        "diverging, themeFrom",
        """[["#ffffff", false], ["#14161a", true]].map(([background, dark]) => [
            Array.from({ length: 81 }, (_, i) => diverging((i - 40) / 40, dark)),
            themeFrom({ background }),
        ])""",
    )
    for palette, (colours, theme) in zip((LIGHT, DARK), answer, strict=True):
        ours = [palette.diverging(i / 40) for i in range(-40, 41)]
        assert ours == ["rgb({},{},{})".format(*colour) for colour in colours]
        assert palette.bars == (theme["bar"], theme["paleBar"], theme["negativeBar"])
        assert palette.cumulative == theme["cumulative"]
        assert palette.zero == theme["zeroLine"]
