"""Reduced sets on the page "Scale", without a browser."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.runs import run_of
from test_page_scale import healthy, opened

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core.feature_space.reduced_set import reduced_set
from views.pages.scale import million, reduced
from views.pages.scale.approximations import exact_of
from views.pages.scale.reduced import RUN, Reduced, known, run_counts, thinned
from views.pages.scale.state import ScaleState

FEW = {"points": "60", "m": "5"}


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    """Few counts, so that a run is short."""
    known.clear()
    monkeypatch.setattr(reduced, "COUNTS", (2, 5))


def pressed(page: AppTest, label: str) -> AppTest:
    (button,) = [button for button in page.button if button.label == label]
    return button.click().run()


def finished(page: AppTest) -> AppTest:
    run_of(page, RUN).wait(60)
    return page.run()


def test_points_move_and_their_errors_are_those_of_the_library():
    page = finished(pressed(opened(**FEW), "Move the points"))
    assert healthy(page)
    assert not run_of(page, RUN).trouble
    state = ScaleState.of_address(FEW)
    found = known(state.problem)
    assert sorted(found) == [2, 5]
    expansion = exact_of(state).decomposition.expansion.first(8)
    for m, one in found.items():
        expected = reduced_set(expansion, m)
        np.testing.assert_allclose(one.errors, expected.errors, atol=1e-9)
        np.testing.assert_allclose(one.start, expected.start, atol=1e-9)
        np.testing.assert_allclose(one.path[-1], expected.expansion.points, atol=1e-9)
        still = reduced_set(expansion, m, move=False)
        np.testing.assert_array_equal(one.path[0], still.expansion.points)
        assert one.speed_up > 0
        assert one.errors.sum() < one.start.sum()
    caption = " ".join(caption.value for caption in page.caption)
    assert "Component 1 over 5 of 60 points" in caption
    assert "n/m = 12.0" in caption
    assert not [b for b in page.button if b.label == "Move the points"]
    assert len(page.get("plotly_chart")) == 2 + 2


def test_a_run_is_for_its_own_points_and_kernel():
    page = finished(pressed(opened(**FEW), "Move the points"))
    page = page.number_input(key="points").set_value(50).run()
    assert healthy(page)
    assert "Move the points" in [b.label for b in page.button]
    page = page.number_input(key="points").set_value(60).run()
    assert "Move the points" not in [b.label for b in page.button]


def test_another_component_shows_its_own_errors():
    page = finished(pressed(opened(**FEW), "Move the points"))
    page = page.selectbox(key="component").select("3").run()
    assert healthy(page)
    assert any("Component 3 over 5" in caption.value for caption in page.caption)


def test_a_run_can_be_stopped_and_goes_on(monkeypatch):
    begun, stopped, original = Event(), Event(), reduced.reduced_set

    def halting(expansion, m, **more):
        if more.get("callback"):
            begun.set()
            stopped.wait(30)
        return original(expansion, m, **more)

    monkeypatch.setattr(reduced, "reduced_set", halting)
    page = pressed(opened(**FEW), "Move the points")
    assert healthy(page)
    begun.wait(30)
    run_of(page, RUN).stop()
    stopped.set()
    page = finished(page)
    assert healthy(page)
    assert run_of(page, RUN).look().trouble == "Stopped."
    assert "Stopped." in alerts(page.warning)[0]
    page = finished(pressed(page, "Move the points"))
    assert sorted(known(ScaleState.of_address(FEW).problem)) == [2, 5]
    assert not page.warning


def test_it_runs_beside_a_run_at_scale(monkeypatch):
    stopped = Event()

    def halting(*_, **__):
        stopped.wait(30)
        raise ValueError("stopped")

    monkeypatch.setattr(reduced, "reduced_set", halting)
    monkeypatch.setattr(million, "solve", halting)
    page = pressed(opened(**FEW, size="1000"), "Move the points")
    page = page.button(key="begin run at scale").click().run()
    try:
        assert healthy(page)
        assert [button.label for button in page.button].count("Stop") == 2
    finally:
        stopped.set()
        for name in (RUN, million.RUN):
            run_of(page, name).wait(30)


def test_a_failure_is_told(monkeypatch):
    def failing(*_, **__):
        raise ValueError("No reduced set today.")

    monkeypatch.setattr(reduced, "reduced_set", failing)
    page = finished(pressed(opened(**FEW), "Move the points"))
    assert not page.exception
    assert "No reduced set today." in alerts(page.warning)[0]


@pytest.mark.parametrize("kernel", ["laplacian", "matern", "polynomial", "rational-quadratic"])
def test_every_kernel_has_reduced_sets(kernel):
    exact = exact_of(ScaleState.of_address({"points": "60", "kernel": kernel}))
    found: dict[int, Reduced] = {}
    run_counts(exact, (5,), found, {}, lambda *_: True)
    assert np.isfinite(found[5].errors).all()


def test_the_way_keeps_its_end_and_few_places():
    path = [np.full((2, 2), k) for k in range(500)]
    kept = thinned(path)
    assert len(kept) == 60
    assert kept[0] is path[0]
    assert kept[-1] is path[-1]
    assert thinned(path[:3]) == path[:3]


def test_the_callback_sees_every_step_and_its_errors_fall():
    found = fit(Gaussian(0.1), gaussian_clusters(30, seed=1).X, 4)
    seen = []
    result = reduced_set(found.expansion, 6, callback=lambda *step: seen.append(step))
    assert len(seen) == result.iterations
    errors = [error for _, error in seen]
    assert errors == sorted(errors, reverse=True)
    np.testing.assert_array_equal(seen[-1][0], result.expansion.points)
    assert seen[-1][1] == pytest.approx(result.errors.sum(), abs=1e-12)
