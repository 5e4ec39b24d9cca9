"""The page "Denoise" without a browser: settings, messages, files, frames under the hand."""

from __future__ import annotations

import csv
import io
import json
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.files import files
from support.frames import figures, opened_page, shown
from support.messages import Tab

from datasets import Digits
from kpca_core.reproduction.denoising import root_mean_square, toy
from views.pages import digit_source
from views.pages.denoise import images as images_module
from views.pages.denoise.files import snippet
from views.pages.denoise.solving import errors_by_count, outcomes_of, solve_state
from views.pages.denoise.state import DenoiseState

opened = partial(opened_page, "denoise")


def errors(page: AppTest) -> list[str]:
    return alerts(page.error)


def texts(page: AppTest) -> str:
    return " ".join(one.value for one in (*page.markdown, *page.caption, *page.info))


def test_the_first_view_draws_the_parabola_and_says_what_dropping_does():
    page = opened()
    assert not page.exception
    assert errors(page) == []
    header, arrays = shown(page)
    assert (header["page"], header["address"]) == ("denoise", "")
    assert len(arrays["sheets.0.points"]) == 200
    said = texts(page)
    found = errors_by_count(DenoiseState.of_address({}))
    assert (
        f"from the true curve. The first 3 components leave {found.by_count[2].curve:.3f}," in said
    )
    assert "amounts to noise reduction" in said
    assert [one.value for one in page.header] == [
        "What dropping components does", "The methods beside each other",
    ]  # fmt: skip


def test_keeping_all_components_brings_the_noise_back():
    found = errors_by_count(DenoiseState.of_address({"n": "60"}))
    assert found.by_all.curve == pytest.approx(found.before.curve, rel=1e-5)
    assert min(one.curve for one in found.by_count) < found.before.curve / 3
    assert found.without_kernel.curve > found.before.curve


def test_the_methods_of_the_table_are_those_that_fit():
    found = outcomes_of(DenoiseState.of_address({"n": "60"}))
    assert list(found) == ["fixed-point", "minimisation", "distances", "ridge"]
    # From equal starts they may end in different minima, of which there are few.
    assert found["fixed-point"].objective == pytest.approx(
        found["minimisation"].objective, rel=0.05
    )
    assert found["fixed-point"].objective < found["ridge"].objective
    indefinite = outcomes_of(DenoiseState.of_address({"n": "60", "kernel": "sigmoid"}))
    assert list(indefinite) == ["ridge"]


def test_a_browser_chooses_a_method_or_a_point():
    state = DenoiseState.of_address({})
    assert Tab(state).settle({"point": "12"}).toy.chosen == 12
    assert Tab(state).settle({"method": "ridge"}).toy.method == "ridge"
    for nothing in ({}, {"point": "-1"}, {"point": "x"}, {"method": "nonsense"}):
        assert Tab(state).settle(nothing) == state
    locked = DenoiseState.of_address({"lock": "method"})
    assert Tab(locked).settle({**locked.address(), "method": "ridge"}) == locked


# Under the hand


# Files


def test_the_csv_holds_every_point_and_where_it_comes_from():
    state = DenoiseState.of_address({"n": "40", "data": "rings"})
    text = files(state, "http://here/denoise?n=40")["points.csv"]()
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert any("http://here/denoise?n=40" in line for line in comments)
    assert any("Gaussian(width=0.1)" in line for line in comments)
    rows = list(csv.DictReader(line for line in io.StringIO(text) if line[0] != "#"))
    assert len(rows) == 40
    found = solve_state(state)
    read = np.array([[float(row["denoised_x"]), float(row["denoised_y"])] for row in rows])
    np.testing.assert_array_equal(read, found.images.points)


@pytest.mark.parametrize("address", [{}, {"data": "rings", "method": "ridge", "start": "best"}])
def test_the_snippet_computes_the_points_of_the_page(address, capsys):
    import matplotlib

    matplotlib.use("Agg")
    state = DenoiseState.of_address({"n": "40", **address})
    names: dict = {}
    exec(snippet(state), names)
    expected = solve_state(state)
    np.testing.assert_allclose(names["found"].points, expected.images.points, atol=1e-9)
    points = state.toy
    data = toy(points.data, points.n, points.noise, points.seed)
    after = root_mean_square(data.distances(expected.images.points))
    assert f"{after}"[:8] in capsys.readouterr().out


# Images


@pytest.fixture
def few_images(monkeypatch):
    rng = np.random.default_rng(0)
    y = np.arange(70) % 10
    X = np.clip(rng.uniform(-1, 1, (10, 16))[y] + rng.normal(0, 0.1, (70, 16)), -1, 1)
    digits = Digits("small", X[:50], y[:50], X[50:], y[50:], 4)
    monkeypatch.setattr(digit_source, "builtin_digits", lambda: digits)
    digit_source.loaded.clear()
    images_module.restored_of.clear()
    yield digits
    digit_source.loaded.clear()


@pytest.mark.parametrize("kind", ["gaussian", "speckle"])
def test_images_are_drawn_by_every_method_with_their_errors(few_images, kind):
    page = opened(show="digits", kind=kind, image="3")
    assert not page.exception
    assert errors(page) == []
    (curves,) = (json.loads(chart.proto.spec) for chart in page.get("plotly_chart"))
    names = [trace["name"] for trace in curves["data"]]
    assert names == [
        "Linear PCA", "Fixed point", "Minimisation", "Distances", "Ridge map", "noisy images",
    ]  # fmt: skip
    (sheet,) = figures(page)[0][0]["sheets"]
    assert sheet["rows"] == names[:-1]
    assert sheet["numbers"]
    assert all(np.isfinite(float(number)) for *_, number in sheet["numbers"])
    assert "The least of each method:" in texts(page)
    assert "50 clean training images" in texts(page)
