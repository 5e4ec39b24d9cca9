"""Arrows of input variables in the scatter of scores, on "Own data" and "Explore"."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from support.explorer import until
from support.files import files
from support.frames import opened, opened_page, shown

from kpca_core import biplot
from kpca_core.drawing.canvas.aspects import View
from kpca_core.drawing.scene import parts
from views.pages.explore import PAGE as EXPLORE
from views.pages.explore.state import ExploreState
from views.pages.table import PAGE
from views.pages.table.solving import picture_of
from views.pages.table.state import TableState
from views.state.mark import Mark


def state_of(**query):
    return TableState.of_address({"data": "wine", "grid": "25", "plane": "principal", **query})


def drawn(state, moving=False, **changes):
    """Header and arrays of the scatter."""
    picture = replace(picture_of(state), **changes)
    view = View("scores", state.i, state.j or 1, state.variable, PAGE.variables(state))
    header, arrays = parts(view.of(picture, moving))
    return {**header, "tangents": header["tangents"] or ""}, arrays


def test_arrows_are_those_of_the_library_with_the_signs_of_the_picture():
    state = state_of(variable="10", columns="1,2,10,13")
    found = picture_of(state).decomposition
    signs = np.where(np.arange(16) % 2, 1.0, -1.0)
    header, arrays = drawn(state, decomposition=found.with_signs(signs))
    assert header["variables"] == {
        1: "alcohol", 2: "malic_acid", 10: "color_intensity", 13: "proline",
    }  # fmt: skip
    expected = biplot(found.expansion, picture_of(state).data, [2]).arrows[..., 0] * signs
    np.testing.assert_allclose(arrays["arrows"], expected, atol=1e-6)
    np.testing.assert_allclose(arrays["origins"], found.scores * signs, atol=1e-6)
    assert "per standard deviation of the column" in header["tangents"]
    assert "{drawn} of 178" in header["tangents"]
    moving = drawn(state_of(variable="10", i="2", j="5"), moving=True)[1]
    assert moving["arrows"].shape[1] == 2


def test_all_columns_are_drawn_at_the_mean_row_of_all_rows_in_units_of_the_table():
    state = state_of(variable="0", standardise="false")
    picture = picture_of(state)
    few = picture.thinned(20)
    np.testing.assert_array_equal(few.centre, picture.data.mean(axis=0))
    view = View("scores", None, 1, 0, PAGE.variables(state))
    header, arrays = parts(view.of(few))
    expected = biplot(picture.decomposition.expansion, picture.data)
    np.testing.assert_allclose(arrays["arrows"], expected.at_centre.T, rtol=1e-5, atol=1e-9)
    assert arrays["origins"].shape == (1, 16)
    assert "of the mean row" in header["tangents"]
    assert "per unit of the column" in header["tangents"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"kernel": "laplacian", "variable": "1"}, "178 of 178 arrows are left out: Laplacian("),
        ({"kernel": "matern", "nu": "0.5", "variable": "1"}, "178 of 178 arrows are left out"),
        ({"kernel": "cosine", "variable": "0"}, "13 of 13 arrows are left out: Cosine() has no"),
    ],
)
def test_where_there_is_no_derivative_the_page_says_so(query, said):
    header, arrays = drawn(state_of(**query))
    assert header["tangents"].startswith(said)
    assert np.isnan(arrays["arrows"]).all()


def test_the_column_is_a_setting_of_the_scatter_that_needs_no_other_fit():
    state = state_of(variable="3")
    assert picture_of(state) is picture_of(state_of())
    assert state.address()["variable"] == "3"
    assert "variable" not in state_of(view="maps", variable="3").address()
    assert ExploreState.of_address({"variable": "1"}).variable is None
    header, arrays = shown(opened(view="scores", variable="2"))
    assert header["choices"]["variable"] == "2"
    assert arrays["arrows"].shape == (90, 16)
    assert "variable" not in shown(opened())[0]["choices"]
    header, _ = shown(opened_page("table", data="iris", variable="0", lock="variable"))
    assert header["locked"] == ["variable"]


def test_files_have_the_arrows():
    for variable, length, name in (("3", 178, "line"), ("0", 13, "column")):
        state = state_of(variable=variable)
        found = files(Mark(state))
        text = found["arrows.csv"]()
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        header, *rows = csv.reader(lines)
        assert header == [name, *(f"slope{j}" for j in range(1, 9))]
        assert ("# Arrows of a column in the scores: ash" in text) == (variable == "3")
        arrows = np.load(io.BytesIO(found["arrays.npz"]()))["arrows"]
        assert arrows.shape == (length, 8)
        np.testing.assert_array_equal([[float(x) for x in row[1:]] for row in rows], arrows)
    kinked = files(Mark(state_of(variable="3", kernel="laplacian")))["arrows.csv"]()
    assert kinked.splitlines()[-1].endswith(",,,,,,,,")


@pytest.mark.parametrize(
    ("page", "state", "columns"),
    [
        (PAGE, {"data": "blobs", "n": "40", "plane": "principal", "j": "3", "variable": "2"}, 1),
        (EXPLORE, {"view": "scores", "j": "3", "variable": "0"}, 2),
    ],
)
def test_the_snippet_draws_them(page, state, columns, monkeypatch):
    plt.switch_backend("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    quivers: list = []
    monkeypatch.setattr(plt, "quiver", lambda *given, **more: quivers.append(given))
    names: dict = {}
    exec(page.snippet(page.state.of_address({**state, "grid": "25"})), names)
    plt.close("all")
    assert names["arrows"].shape[1:] == (16, columns)
    assert names["pair"] == [0, 2]
    assert len(quivers) == columns
    for k, (*_, up) in enumerate(quivers):
        np.testing.assert_array_equal(up, names["arrows"][:, 2, k])


@pytest.mark.browser
def test_a_reader_chooses_a_column(explore):
    page = explore("?view=scores&grid=25")
    how = page.host.locator(".scores .how")
    page.host.get_by_label("Arrows of a column").select_option("y")
    until(lambda: page.address.get("variable") == "2", 15, "the column is not in the address")
    until(lambda: "as y alone grows" in how.inner_text(), 15, "no arrows")
    assert not page.troubles
