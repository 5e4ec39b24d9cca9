"""Eigenfunctions and spectra, tested by their data; that drawing changes no argument."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy.interpolate import RegularGridInterpolator
from support.processes import imported, python

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit
from kpca_core.drawing.charts.eigenfunctions import panels, spectrum, traces
from kpca_core.drawing.palette import LIGHT, PALETTES

Q = 6
STEPS = np.arange(-5, 6) / 6


@pytest.fixture(scope="module")
def results():
    """Arguments of `panels` for the paper's three clusters; arrays are read-only."""
    data = gaussian_clusters(seed="paper")
    grid = Grid.over(data.region, 30)
    found = fit(Gaussian(0.1), data.X, n_components=8)
    fields = found.expansion.first(Q).on_grid(grid)
    levels = np.abs(fields).max(axis=(1, 2))[:, None] * STEPS
    for array in (fields, levels):
        array.flags.writeable = False
    return {
        "fields": fields,
        "grid": grid,
        "points": data.X,
        "labels": data.labels,
        "levels": levels,
        "titles": [f"λ = {value:.3f}" for value in found.eigenvalues[:Q]],
        "eigenvalues": found.eigenvalues,
        "cumulative": np.cumsum(found.variance_ratio),
        "negative": np.zeros(0),
        "groups": found.near_degenerate,
        "shown": Q,
        "label": "Eigenvalues of K̃",
    }


@pytest.fixture
def one(results):
    """Arguments of `traces`."""
    chosen = {name: results[name] for name in ("grid", "points", "labels")}
    return {
        **chosen,
        "field": results["fields"][2],
        "levels": results["levels"][2],
    }


def eigenfunction(template="plotly_white", **one):
    """One map alone."""
    return go.Figure(traces(**one, template=template))


def indefinite(**changes):
    """Arguments of `spectrum` with negative eigenvalues and two groups."""
    values = np.array([5.0, 3.0, 2.99, 2.98, 1.0, 0.995, 0.4])
    arguments = {
        "eigenvalues": values,
        "cumulative": np.cumsum(values) / 15,
        "negative": np.array([-1.2, -0.4]),
        "groups": ((1, 2, 3), (4, 5)),
        "shown": 4,
        "label": "λ",
    }
    return arguments | changes


def of_kind(figure, kind):
    return [trace for trace in figure.data if trace.type == kind]


def named(figure, name):
    (trace,) = [trace for trace in figure.data if trace.name == name]
    return trace


def parts(figure):
    """The bands of a map, its isolines above and below zero, and its zero line."""
    (bands,) = of_kind(figure, "contour")
    lines = [trace for trace in of_kind(figure, "scatter") if trace.mode == "lines"]
    (zero,) = [line for line in lines if line.showlegend]
    (below,) = [line for line in lines if line.line.dash]
    (above,) = [line for line in lines if line not in (zero, below)]
    return bands, above, below, zero


# One eigenfunction


def test_the_field_is_drawn_as_it_is(one):
    figure = eigenfunction(**one)
    bands, *_ = parts(figure)
    np.testing.assert_array_equal(np.asarray(bands.z), one["field"])
    np.testing.assert_array_equal(bands.x, one["grid"].x)
    np.testing.assert_array_equal(bands.y, one["grid"].y)


def test_bands_end_at_the_given_levels(one):
    contours = parts(eigenfunction(**one))[0].contours
    count = round((contours.end - contours.start) / contours.size) + 1
    drawn = contours.start + contours.size * np.arange(count)
    np.testing.assert_allclose(drawn, one["levels"], atol=1e-15)


def values_on(line, one):
    """The field, bilinear between samples, at the vertices of a line."""
    axes = one["grid"].y, one["grid"].x
    field = RegularGridInterpolator(axes, one["field"], bounds_error=False, fill_value=None)
    places = np.column_stack([line.y, line.x])
    return field(places[~np.isnan(places).any(axis=1)])


def test_isolines_are_at_the_given_levels_and_negative_ones_are_dashed(one):
    bands, above, below, zero = parts(eigenfunction(**one))
    middle, reach = len(one["levels"]) // 2, one["levels"][-1]
    for line, levels in (
        (above, one["levels"][middle + 1 :]),
        (below, one["levels"][:middle]),
        (zero, one["levels"][[middle]]),
    ):
        reached = levels[(one["field"].min() < levels) & (levels < one["field"].max())]
        distances = np.abs(values_on(line, one)[:, None] - reached)
        assert max(distances.min(axis=1).max(), distances.min(axis=0).max()) < 2e-3 * reach
        assert np.isnan(line.x).sum() == np.isnan(line.y).sum() >= len(reached) - 1
    assert (bands.line.width, above.line.dash, zero.line.dash) == (0, None, None)
    assert below.line.dash not in (None, "solid")
    assert above.line.color == below.line.color


def test_a_constant_field_has_no_isolines(one):
    one["field"] = np.full_like(one["field"], one["levels"][-1] / 3)
    _, *lines = parts(eigenfunction(**one))
    assert [len(line.x) for line in lines] == [0, 0, 0]


def test_float32_levels_are_as_good(one):
    one["levels"] = one["levels"].astype(np.float32)
    contours = parts(eigenfunction(**one))[0].contours
    assert contours.start == -contours.end


def test_the_zero_line_is_distinct(one):
    _, lines, _, zero = parts(eigenfunction(**one))
    assert (lines.showlegend, zero.showlegend) == (False, True)
    assert zero.line.width > 2 * lines.line.width
    assert zero.line.color != lines.line.color


def test_the_colour_range_is_symmetric_with_one_colour_a_band(one):
    bands, *_ = parts(eigenfunction(**one))
    assert bands.zmin == -bands.zmax
    assert bands.zmax == pytest.approx(one["levels"][-1] + bands.contours.size / 2)
    assert not bands.autocontour
    colours = [colour for _, colour in bands.colorscale]
    assert len(set(colours)) == len(colours) == len(one["levels"]) + 1
    middles = (one["levels"][1:] + one["levels"][:-1]) / 2 / one["levels"][-1]
    assert colours == [LIGHT.diverging(t) for t in (-1, *middles, 1)]


def test_points_carry_shape_index_and_label(one):
    figure = eigenfunction(**one)
    markers = [trace for trace in of_kind(figure, "scatter") if trace.mode == "markers"]
    assert len({trace.marker.symbol for trace in markers}) == 3
    for label, trace in enumerate(markers):
        assert isinstance(trace.x, np.ndarray)
        np.testing.assert_array_equal(one["labels"][trace.customdata], label)
        drawn = np.column_stack([trace.x, trace.y])
        np.testing.assert_array_equal(drawn, one["points"][trace.customdata])
        assert trace.name == f"label {label}"
        assert "point %{customdata}, %{fullData.name}<br>" in trace.hovertemplate


def test_hovering_shows_place_and_value(one):
    hover = parts(eigenfunction(**one))[0].hovertemplate
    assert all(part in hover for part in ("x %{x", "y %{y", "f = %{z"))


def test_many_points_are_drawn_by_webgl(one):
    one["points"] = np.tile(one["points"], (20, 1))
    one["labels"] = np.tile(one["labels"], 20)
    assert len(of_kind(eigenfunction(**one), "scattergl")) == 3


def test_labels_beyond_the_shapes_repeat_them(one):
    one["labels"] = np.arange(len(one["points"])) * 2
    drawn = of_kind(eigenfunction(**one), "scatter")
    assert sum(trace.mode == "markers" for trace in drawn) == len(one["points"])


# The spectrum


def test_bars_are_the_eigenvalues():
    figure = spectrum(**indefinite())
    arguments = indefinite()
    first, further, negative = of_kind(figure, "bar")
    np.testing.assert_array_equal(first.y, arguments["eigenvalues"][:4])
    np.testing.assert_array_equal(further.y, arguments["eigenvalues"][4:])
    np.testing.assert_array_equal(np.concatenate([first.x, further.x]), np.arange(1, 8))
    np.testing.assert_array_equal(negative.y, arguments["negative"])
    assert negative.x.min() > further.x.max() + 1
    assert [bar.marker.color for bar in (first, further, negative)] == list(LIGHT.bars)
    assert len(set(LIGHT.bars)) == 3
    assert figure.layout.title.text == "λ"


def test_the_cumulative_share_has_the_right_axis_and_the_same_zero():
    figure = spectrum(**indefinite())
    share = named(figure, "cumulative share of trace")
    np.testing.assert_array_equal(share.y, indefinite()["cumulative"])
    assert share.yaxis == "y2"
    left, right = figure.layout.yaxis, figure.layout.yaxis2
    assert (right.overlaying, right.side) == ("y", "right")
    assert left.range[0] / left.range[1] == pytest.approx(right.range[0] / right.range[1])
    assert left.range[0] < -1.2
    assert left.range[1] > 5
    assert right.range[1] > share.y.max() > 1


def test_a_note_stands_in_the_plot():
    assert not spectrum(**indefinite()).layout.annotations
    (note,) = spectrum(**indefinite(note="More than 100 %: " + "why " * 30)).layout.annotations
    assert note.text.startswith("More than 100 %")
    assert "<br>" in note.text


def test_groups_get_a_bracket_under_their_bars():
    bracket = named(spectrum(**indefinite()), "≈ near-degenerate")
    pieces = bracket.x.reshape(-1, 6)
    assert np.isnan(pieces[:, 5]).all()
    np.testing.assert_allclose(pieces[:, [0, 3]], [[1.69, 4.31], [4.69, 6.31]])
    assert bracket.text.count("≈") == 2
    assert np.nanmax(bracket.y) < 0
    assert "any rotation" in bracket.hovertemplate


def test_what_is_not_there_is_not_drawn():
    nothing = np.zeros(0)
    plain = spectrum(**indefinite(negative=nothing, groups=(), cumulative=nothing, shown=7))
    assert [trace.type for trace in plain.data] == ["bar"]
    assert "yaxis2" not in plain.layout
    assert plain.layout.yaxis.range[0] == 0
    empty = indefinite(eigenvalues=nothing, negative=nothing, groups=(), cumulative=nothing)
    assert spectrum(**empty).data == ()


def test_unknown_shares_leave_finite_axes():
    figure = spectrum(**indefinite(cumulative=np.full(7, np.nan)))
    assert np.isfinite([*figure.layout.yaxis.range, *figure.layout.yaxis2.range]).all()


# All panels


def test_panels_hold_the_spectrum_and_every_field_as_float32(results):
    figure = panels(**results)
    contours = of_kind(figure, "contour")
    assert len(contours) == Q
    for j, bands in enumerate(contours):
        assert bands.z.dtype == np.float32
        np.testing.assert_array_equal(bands.z, results["fields"][j].astype(np.float32))
        assert bands.contours.end == results["levels"][j, -1]
        assert not bands.showscale
    texts = [note.text for note in figure.layout.annotations]
    assert all(title in text for title, text in zip(results["titles"], texts[::2], strict=True))
    for levels, text in zip(results["levels"], texts[1::2], strict=True):
        ends, step = re.findall(r"[\d.]+", text)
        assert float(ends) == pytest.approx(levels[-1], rel=0.05), "not as the page has it"
        assert float(step) == pytest.approx(levels[-1] / 5, rel=0.05)


def test_panels_stand_in_rows_of_four_below_the_spectrum(results):
    layout = panels(**results).layout
    across = [layout[f"xaxis{j + 2}"].domain for j in range(Q)]
    up = [layout[f"yaxis{j + 3}"].domain for j in range(Q)]
    assert len(set(across)) == 4
    assert across[4:] == across[:2]
    assert len(set(up)) == 2
    assert all(left[1] < right[0] for left, right in pairwise(across[:4]))
    assert layout.yaxis.domain[0] > up[0][1] > up[0][0] > up[4][1] > up[4][0] >= 0


def test_panels_keep_one_scale_and_zoom_together(results):
    layout = panels(**results).layout
    assert layout.yaxis3.scaleanchor == "x2"
    for j in range(1, Q):
        assert layout[f"xaxis{j + 2}"].matches == "x2"
        assert layout[f"yaxis{j + 3}"].matches == "y3"
    assert (layout.xaxis2.range, layout.yaxis3.range) == results["grid"].region
    assert layout.xaxis.matches is None


@pytest.mark.parametrize("q", [0, 1, 3, 5])
def test_any_number_of_panels(results, q):
    cut = {name: results[name][:q] for name in ("fields", "levels", "titles")}
    figure = panels(**(results | cut))
    assert len(of_kind(figure, "contour")) == q
    domains = [axis.domain for axis in figure.select_yaxes() if axis.domain]
    assert all(0 <= low < high <= 1 for low, high in domains)


# Every figure


@pytest.mark.parametrize("template", PALETTES)
def test_a_template_changes_colours_not_data(results, template):
    palette = PALETTES[template]
    for plain, themed in (
        (spectrum(**indefinite()), spectrum(**indefinite(), template=template)),
        (panels(**results), panels(**results, template=template)),
    ):
        assert themed.layout.paper_bgcolor == palette.background
        assert len(plain.data) == len(themed.data)
        for before, after in zip(plain.data, themed.data, strict=True):
            np.testing.assert_array_equal(before.x, after.x)
            np.testing.assert_array_equal(before.y, after.y)


def test_inputs_are_neither_changed_nor_shared(results, one):
    names = ("fields", "points", "labels", "levels", "eigenvalues", "cumulative")
    before = {name: np.array(results[name]) for name in names}
    figure = eigenfunction(**(one | {"field": (field := np.array(one["field"]))}))
    again = eigenfunction(**one)
    panels(**results)
    for name in names:
        np.testing.assert_array_equal(before[name], results[name])
    assert figure == again
    field[:] = 0
    np.testing.assert_array_equal(parts(figure)[0].z, one["field"])


def test_figures_become_json(results, one):
    for figure in (eigenfunction(**one), spectrum(**indefinite()), panels(**results)):
        assert len(json.loads(figure.to_json())["data"]) == len(figure.data)


# Errors and imports


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"field": np.zeros((30, 29))}, r"field must have shape \(30, 30\).*\(30, 29\)"),
        ({"points": np.zeros((90, 3))}, r"points must have shape \(90, 2\).*\(90, 3\)"),
        ({"labels": np.zeros(89, int)}, r"labels must have shape \(90,\).*\(89,\)"),
        ({"levels": np.zeros((2, 11))}, r"levels must have shape \(22,\).*\(2, 11\)"),
        ({"levels": np.array([-1.0, 0.5, 1.0])}, r"equally spaced.*\[-1.0, 0.5, 1.0\]"),
        ({"levels": np.array([-1.0, 1.0])}, r"0 in the middle.*\(2,\)"),
        ({"levels": np.zeros(5)}, "equally spaced"),
        ({"levels": np.zeros(0)}, r"L >= 3; got shape \(0,\)"),
        ({"template": "seaborn"}, "'plotly_dark', 'plotly_white'.*'seaborn'"),
    ],
)
def test_eigenfunction_errors_quote_the_argument(one, changes, message):
    with pytest.raises(ValueError, match=message):
        eigenfunction(**(one | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fields": np.zeros((6, 30, 31))}, r"fields must have shape \(6, 30, 30\).*\(6, 30, 31\)"),
        ({"levels": np.zeros((5, 11))}, r"levels must have shape \(6, 11\).*\(5, 11\)"),
        ({"titles": ["one"]}, r"titles must have shape \(6,\).*\(1,\)"),
        ({"cumulative": np.zeros(3)}, r"cumulative must have shape \(8,\).*\(3,\)"),
        ({"negative": np.zeros((1, 2))}, r"negative must have shape \(2,\).*\(1, 2\)"),
        ({"eigenvalues": np.zeros((2, 4))}, r"eigenvalues must have shape \(8,\).*\(2, 4\)"),
    ],
)
def test_panel_errors_quote_the_shapes(results, changes, message):
    with pytest.raises(ValueError, match=message):
        panels(**(results | changes))


@pytest.mark.parametrize(
    "module",
    ["charts.approximations", "digits", "charts.eigenfunctions", "layout", "charts.paper"],
)
def test_figures_for_the_screen_need_no_other_drawing_library(module):
    code = f"import kpca_core.drawing.{module}"
    assert python(code, without=["matplotlib", "streamlit"]).returncode == 0
    assert imported(code, "streamlit matplotlib") == []


def test_print_needs_no_plotly():
    code = "import kpca_core.drawing.printing.figures"
    assert imported(code, "streamlit plotly") == []
