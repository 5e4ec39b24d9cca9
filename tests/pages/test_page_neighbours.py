"""The page "Neighbours": its settings, what runs when, and what is drawn."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.browser import come_to_rest
from support.explorer import until
from support.frames import figures, opened_page
from support.runs import finished, run_of

from kpca_core import Gaussian, Grid, fit
from kpca_core._support.progress import Cancelled
from kpca_core.neighbours import METHODS
from views.hosts.streamlit.widgets import PAGES, WidgetVisit
from views.pages.explore.points import Edits
from views.pages.explore.state import ExploreState
from views.pages.neighbours.measured import measure
from views.pages.neighbours.solving import (
    MAP,
    Problem,
    TooLong,
    drawn_at,
    fits,
    limited,
    points_of,
)
from views.pages.neighbours.state import STEPS, NeighboursState
from views.pages.table.state import TableState

opened = partial(opened_page, "neighbours")


def shown(page: AppTest):
    return figures(page)[0]


def state(**address: str) -> NeighboursState:
    return NeighboursState.of_address(address)


def button(page: AppTest, label: str):
    (found,) = [one for one in page.button if one.label.startswith(label)]
    return found


def test_the_first_view_runs_nothing_heavy():
    fits.clear()
    page = opened()
    header, arrays = shown(page)
    (sheet,) = header["sheets"]
    assert [tile["text"] for tile in sheet["tiles"]] == [
        "Kernel PCA", "Linear PCA", "Principal curve",
    ]  # fmt: skip
    assert button(page, "Run Network")
    assert fits.known(Problem(state(), "network")) is None
    own = fit(Gaussian(0.1), points_of(state()).X, 1)
    field = arrays["sheets.0.fields"][0]
    on_grid = own.expansion.on_grid(Grid.over(points_of(state()).region, MAP))[0]
    np.testing.assert_allclose(np.abs(field), np.abs(on_grid), atol=1e-5)


def test_training_is_played_step_by_step():
    first, last = (drawn_at(Problem(state(), "kernel-hebbian"), at, 1) for at in (0, STEPS))
    assert first.step == 0
    assert last.step > 50
    page = opened(methods="kernel,kernel-hebbian")
    button(page, "Restart").click().run()
    assert not page.exception
    _, arrays = shown(page)
    largest = np.abs(first.field).max()
    assert np.abs(arrays["sheets.0.fields"][1]).max() == pytest.approx(largest, rel=1e-3)
    button(page, "Step").click().run()
    assert page.select_slider(key="training").value == "1"
    button(page, "Play").click().run()
    assert button(page, "Pause")
    button(page, "Pause").click().run()
    assert int(page.select_slider(key="training").value) > 1
    button(page, "Another start").click().run()
    assert page.number_input(key="start").value == 1


def test_a_network_that_has_not_converged_says_how_far_it_is():
    rings = {"data": "rings", "seed": "2", "methods": "linear,oja"}
    page = opened(**rings)
    found = fits(Problem(state(**rings), "oja")).found
    assert found.away > 2
    (said,) = alerts(page.warning)
    assert f"still {found.away:.0f}° from" in said


def test_without_its_library_umap_is_named_and_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "umap", None)
    fits.clear()
    page = opened(methods="linear,umap")
    labels = page.multiselect(key="methods").options
    assert "UMAP (not installed)" in labels
    assert "t-SNE" in labels
    (said,) = alerts(page.warning)
    assert "umap-learn, which computes UMAP, is not installed: pip install" in said
    assert not any(one.label.startswith("Run") for one in page.button)
    found = {}
    measure(state(methods="linear,umap"), found, lambda *_: True)
    assert [*found] == ["linear"]
    fits.clear()


def test_points_of_other_pages_are_taken_over():
    page = opened(methods="linear,local", start="4")
    explored = ExploreState.of_address({"data": "rings", "seed": "5"})
    moved = replace(explored, points=Edits(((0, (0.5, 0.25, 1)), (3, None))))
    page.session_state[PAGES]["explore"] = WidgetVisit(state=moved)
    button(page.run(), "Take the points of Explore").click().run()
    taken = page.session_state[PAGES]["neighbours"].state
    assert (taken.points, taken.data.seed, taken.start) == (moved.points, 5, 4)
    assert taken.methods == ("linear", "local")
    assert points_of(taken).X[0].tolist() == [0.5, 0.25]
    assert len(points_of(taken).X) == 199
    assert any("1 moved, 1 removed" in one.value for one in page.caption)


def test_two_columns_of_own_data_are_taken_over():
    page = opened(methods="linear,local")
    page.session_state[PAGES]["table"] = WidgetVisit(state=TableState.of_address({"data": "iris"}))
    button(page.run(), "Take two columns").click().run()
    assert page.session_state[PAGES]["neighbours"].state.data.data == "clusters"
    chosen = TableState.of_address({"data": "iris", "columns": "3,4"})
    page.session_state[PAGES]["table"] = WidgetVisit(state=chosen)
    button(page.run(), "Take two columns").click().run()
    assert not page.exception
    taken = page.session_state[PAGES]["neighbours"].state
    X, own = points_of(taken).X, chosen.data.build().X
    assert len(X) == len(own) == 150
    assert np.abs(X).max() == pytest.approx(1.0, abs=1e-3)
    scale = np.ptp(own, axis=0).max() / 2
    np.testing.assert_allclose(np.diff(X, axis=0), np.diff(own, axis=0) / scale, atol=2e-4)
    assert len(taken.address()["points"]) < 3000
    assert NeighboursState.of_address(taken.address()).points == taken.points


def test_measures_are_taken_when_they_are_asked_for():
    page = opened(methods="kernel,curve", data="parabola")
    button(page, "Measure on").click().run()
    page = finished(page)
    rows = run_of(page, "measuring of neighbours").found
    assert rows["kernel"].number < 1e-8
    assert rows["kernel"].starts == 0
    assert rows["kernel"].features == 4
    assert rows["kernel"].rotation < 1e-8
    assert np.isnan(rows["curve"].number)
    assert rows["curve"].features == 1
    assert rows["curve"].starts > 0.01
    assert 0 < rows["curve"].fitted < rows["curve"].held < 0.5


def test_of_many_points_some_are_taken_and_no_fit_is_longer_than_the_page_says():
    page = opened(data="parabola", n="3000", paper="false", methods="linear,local")
    assert any("of 3,000 points" in one.value for one in page.caption)
    with pytest.raises(TooLong, match="fewer points"):
        limited(seconds=-1)(0, 1, "work")
    with pytest.raises(Cancelled):
        METHODS["network"].fit(points_of(state()).X, 1, 0, limited(lambda *_: False))


@pytest.mark.browser
def test_training_is_played_and_the_address_keeps_where_it_stops(app_url, new_tab):
    tab = new_tab((1280, 900))
    tab.goto(f"{app_url}/neighbours?methods=linear,sanger&data=parabola")
    figure = tab.locator(".figure[data-paints]")
    figure.wait_for()
    come_to_rest(tab)
    assert figure.locator(".tile").count() == 2
    tab.get_by_role("button", name="Restart").click()
    tab.wait_for_function("location.search.includes('training=0')")
    before = int(figure.get_attribute("data-paints"))
    tab.get_by_role("button", name="Play").click()
    until(lambda: int(figure.get_attribute("data-paints")) > before + 4, 20, "nothing is played")
    tab.get_by_role("button", name="Pause").click()
    tab.wait_for_function("/training=[1-9]/.test(location.search)")
    tab.get_by_role("button", name="Play").wait_for()
