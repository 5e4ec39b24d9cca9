"""A map looks the same wherever it is drawn: canvas, Plotly, print and legends share its look."""

from __future__ import annotations

import json
import math
import re
import shutil

import numpy as np
import pytest
from support.processes import node

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit
from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.drawing.canvas.look import LOOK, marker_radius, outline, thinning, ticks
from kpca_core.drawing.charts import approximations, eigenfunctions
from kpca_core.drawing.charts.paper import of_result
from kpca_core.drawing.markers import colours_of, drawing_of, marker_of, shape_of
from kpca_core.drawing.palette import PALETTES
from kpca_core.drawing.printing import figures as printing
from kpca_core.reproduction import FIGURES, run

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
TEMPLATES = pytest.mark.parametrize("template", PALETTES)


@pytest.fixture(scope="module")
def one():
    """The first eigenfunction of the paper's clusters, its grid, its points and their labels."""
    data = gaussian_clusters(seed="paper")
    grid = Grid.over(data.region, 40)
    field = fit(Gaussian(0.1), data.X, n_components=1).expansion.on_grid(grid)[0]
    return field, grid, data.X, data.labels


def figures(one, template):
    """The same map as each page draws it with Plotly."""
    field, grid, points, _ = one
    reach = np.abs(field).max()
    yield approximations.field_panel(field, grid, reach, points, height=150, template=template)
    yield of_result(run(FIGURES["4"]), template=template)


@TEMPLATES
def test_every_figure_has_the_lines_and_bands_of_the_look(one, template):
    palette, lines = PALETTES[template], LOOK["lines"]
    middles = (2 * np.arange(2 * lines["levels"]) + 1) / (2 * lines["levels"]) - 1
    for figure in figures(one, template):
        bands, above, below, zero = figure.data[:4]
        colours = [colour for _, colour in bands.colorscale]
        assert colours[1:-1] == [palette.diverging(t) for t in middles]
        assert {above.line.color, below.line.color} == {palette.isoline}
        assert {above.line.width, below.line.width} == {lines["isoline"]}
        assert (zero.line.color, zero.line.width) == (palette.zero, lines["zero"])
        assert re.findall(r"\d+", below.line.dash) == [str(length) for length in lines["dash"]]


@TEMPLATES
def test_every_figure_has_the_frame_and_the_numbers_of_the_look(one, template):
    palette, look = PALETTES[template], LOOK["ticks"]
    for figure in figures(one, template):
        for axis in (figure.layout.xaxis, figure.layout.yaxis):
            assert (axis.showline, axis.mirror, axis.linewidth) == (True, True, 1)
            assert axis.linecolor == axis.tickcolor == palette.shade(0.38)
            assert (axis.ticklen, axis.tickfont.size) == (look["length"], look["font"])
            assert axis.tickfont.color == palette.shade(0.68)
            assert (axis.ticks == "outside") == axis.showticklabels


def test_inner_panels_have_neither_ticks_nor_numbers():
    layout = of_result(run(FIGURES["4"])).layout
    panels = [(layout[f"xaxis{j or ''}"], layout[f"yaxis{j or ''}"]) for j in (0, *range(2, 9))]
    assert [x.ticks for x, _ in panels] == 4 * [""] + 4 * ["outside"]
    assert [y.ticks for _, y in panels] == 2 * (["outside"] + 3 * [""])


def test_titles_of_a_figure_hold_the_ends_of_each_scale():
    result = run(FIGURES["4"])
    texts = [note.text for note in of_result(result).layout.annotations]
    assert [text for text in texts if text.startswith("±")][:3] == ["±0.61", "±0.67", "±0.60"]
    assert texts[0] == "<b>λ = 22.558</b>"


@pytest.mark.parametrize("draw", ["paper", "scale"])
def test_points_can_be_left_out(one, draw):
    field, grid, points, _ = one
    drawn = {
        "paper": lambda marked: of_result(run(FIGURES["4"]), marked=marked),
        "scale": lambda marked: approximations.field_panel(
            field, grid, 1.0, points, height=150, marked=marked
        ),
    }[draw]
    with_points, without = (list(drawn(marked).select_traces({"mode": "markers"}))
                            for marked in (True, False))  # fmt: skip
    assert with_points
    assert not without


def test_of_thousands_of_points_a_part_is_drawn_and_keeps_its_numbers(one):
    field, grid, points, labels = one
    points, labels = np.tile(points, (50, 1)), np.tile(labels, 50)
    drawn = eigenfunctions.traces(field, grid, points, labels, even_levels(field), "plotly_white")
    markers = [trace for trace in drawn[1:] if trace.mode == "markers"]
    rows = np.sort(np.concatenate([trace.customdata for trace in markers]))
    np.testing.assert_array_equal(rows, np.arange(0, 4500, 3))
    for trace in markers:
        np.testing.assert_array_equal(trace.x, points[trace.customdata, 0])


def test_print_has_the_shapes_and_the_dashes_of_the_look():
    assert set(printing.MARKERS) == set(LOOK["markers"]["shapes"])
    line, gap = printing.DASHES[1]
    assert line / gap == pytest.approx(LOOK["lines"]["dash"][0] / LOOK["lines"]["dash"][1])


# Areas of Plotly's symbols of size 2, from the paths that it draws.
AREAS = {
    "circle": math.pi,
    "square": 4,
    "triangle-up": math.sqrt(3),
    "triangle-down": math.sqrt(3),
    "diamond": 2 * 1.3**2,
    "hexagon2": 1.5 * math.sqrt(3),
}


def polygon(label):
    """Corners of a label's marker of radius 1, from its drawing in a legend; None for a circle."""
    places = re.search(r"points%3D%22([^%]*(?:%2C[^%]*|%20[^%]*)*)%22", drawing_of(label, 1))
    if places is None:
        return None
    text = places[1].replace("%2C", ",").replace("%20", " ")
    return np.array([place.split(",") for place in text.split()], float)


@pytest.mark.parametrize("label", range(7))
def test_a_marker_is_as_large_in_a_figure_as_in_a_legend(label):
    radius = marker_radius(90, 200)
    found, corners = marker_of(label, 90, 200), polygon(label)
    area = math.pi
    if corners is not None:
        x, y = corners.T
        area = abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
    drawn = AREAS[found["symbol"]] * (found["size"] / 2) ** 2
    assert drawn == pytest.approx(area * radius**2, rel=0.01)
    assert (found["color"], found["line"]["color"]) == colours_of(label)
    assert found["line"]["width"] == outline(radius)
    assert (corners is None) == (shape_of(label) == "circle")


@needs_node
def test_markers_are_as_large_and_as_many_as_on_the_canvas():
    cases = [(n, width) for n in (1, 59, 90, 2000, 2001, 40_000) for width in (40, 123, 208, 900)]
    theirs = node(
        "markers.js", "markerRadius, thinning",
        f"{json.dumps(cases)}.map(([n, width]) => [markerRadius(n, width), thinning(n)])",
    )  # fmt: skip
    ours = [(marker_radius(n, width), thinning(n)) for n, width in cases]
    np.testing.assert_allclose(ours, theirs)


def plotly_step(rough):
    """The distance of ticks that Plotly takes for a rough one."""
    power = 10.0 ** math.floor(math.log10(rough))
    return power * next(factor for factor in (2, 5, 10) if factor * power >= rough)


@needs_node
def test_ticks_are_those_of_the_canvas():
    lows = np.random.default_rng(0).uniform(-5, 5, 30).round(2).tolist()
    cases = [
        (low, low + size, pixels, axis)
        for low in (-1, -2.6, 0, -0.5, *lows)
        for size in (0.3, 1, 1.5, 2, 2.5, 4, 5.2, 7.7, 100)
        for pixels in (60, 123, 150, 208, 400)
        for axis in ("across", "up")
    ]
    theirs = node("ticks.js", "mapTicks", f"{json.dumps(cases)}.map((one) => mapTicks(...one))")
    for (low, high, pixels, axis), found in zip(cases, theirs, strict=True):
        step = plotly_step((high - low) / ticks(low, high, pixels, axis))
        np.testing.assert_allclose(np.diff(found), step, rtol=1e-6)
        assert found[0] - step < low
        assert found[-1] + step > high
