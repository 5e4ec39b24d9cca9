"""The page "Denoise" without a browser: settings, messages, files, frames under the hand."""

from __future__ import annotations

import csv
import io
import json
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.files import files
from support.frames import decode, figures, opened_page, shown
from support.messages import Tab

from datasets import Digits
from kpca_core.reproduction.denoising import root_mean_square, toy
from views.answer import Answers
from views.hosts.streamlit.widgets import widget_of
from views.pages import digit_source
from views.pages.denoise import images as images_module
from views.pages.denoise.files import figure_printed, snippet
from views.pages.denoise.solving import errors_by_count, outcomes_of, solved
from views.pages.denoise.state import KEPT, DenoiseState
from views.questions import asked_of, tried
from views.words.denoise import reduction

ROOT = Path(__file__).resolve().parents[2]


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


@pytest.mark.parametrize(
    ("after", "said"),
    [(0.1, "amounts to noise reduction here"), (0.3, "removes more than noise here")],
)
def test_what_is_said_of_dropping_components_is_what_was_measured(after, said):
    words = reduction("the true curve", 0.2, 3, after, (0.05, 4), 90, 0.2)
    assert said in words
    assert "The first 3 components leave" in words
    none = reduction("the true curve", 0.2, 0, None, None, 0, 0.2)
    assert none == "Without components every point returns to the pre-image of the mean."


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


@pytest.mark.parametrize(
    "query",
    [
        {"data": "rings", "kernel": "polynomial"},
        {"data": "clusters", "kernel": "sigmoid"},
        {"kernel": "linear", "parabola_d": "0"},
        {"kernel": "matern", "nu": "0.5", "method": "distances"},
        {"n": "10", "parabola_d": "16", "parabola_noise": "0.0"},
    ],
    ids=str,
)
def test_every_setting_gives_a_picture(query):
    page = opened(**{"n": "40", **query})
    assert not page.exception
    assert errors(page) == []
    header, _ = shown(page)
    assert len(header["sheets"][0]["tiles"]) == 2
    assert "nan" not in texts(page).lower()


def test_what_cannot_be_computed_is_a_message(monkeypatch):
    def overflow(*_, **__):
        raise ValueError("Some pre-images are not finite with these settings.")

    monkeypatch.setattr("views.pages.denoise.picture_of", overflow)
    page = opened(n="40")
    assert not page.exception
    assert errors(page) == ["Some pre-images are not finite with these settings."]


def test_the_widgets_write_the_state():
    page = opened(n="40")
    page.session_state[widget_of(KEPT["parabola"])] = 5
    page.run()
    assert shown(page)[0]["address"] == "n=40&parabola_d=5"
    (data,) = [box for box in page.selectbox if box.label == "Data"]
    page = data.select("rings").run()
    header, arrays = shown(page)
    assert header["address"] == "data=rings&n=40"
    assert len(arrays["sheets.0.points"]) == 40
    (data,) = [box for box in page.selectbox if box.label == "Data"]
    assert "parabola_d=5" in shown(data.select("parabola").run())[0]["address"]


@pytest.mark.parametrize(
    "address",
    [
        {},
        {"data": "rings", "rings_d": "3", "rings_noise": "0.2", "method": "ridge", "point": "4"},
        {"kernel": "polynomial", "degree": "3", "start": "best"},
        {"show": "digits", "kind": "speckle", "share": "0.25", "image": "7"},
        {"show": "digits", "images_width": "30.0", "sd": "1.0"},
    ],
    ids=str,
)
def test_the_address_restores_the_state(address):
    state = DenoiseState.of_address(address)
    assert state.address() == address
    assert DenoiseState.of_address(state.address()) == state
    assert DenoiseState.of_asked(dict(parse_qsl(state.asked))) == state


def test_a_browser_chooses_a_method_or_a_point():
    state = DenoiseState.of_address({})
    assert Tab(state).settle({"point": "12"}).toy.chosen == 12
    assert Tab(state).settle({"method": "ridge"}).toy.method == "ridge"
    for nothing in ({}, {"point": "-1"}, {"point": "x"}, {"method": "nonsense"}):
        assert Tab(state).settle(nothing) == state
    locked = DenoiseState.of_address({"lock": "method"})
    assert Tab(locked).settle({**locked.address(), "method": "ridge"}) == locked


def test_a_locked_slider_is_shown_and_does_not_move():
    locked = DenoiseState.of_address({"lock": "parabola_d", "hide": "width"})
    assert [one.name for one in locked.sliders] == ["d", "noise"]
    (d, noise) = shown(opened(lock="parabola_d", hide="width"))[0]["controls"]
    assert (d["key"], d["locked"]) == ("parabola_d", True)
    assert (noise["key"], noise["locked"]) == ("parabola_noise", False)


# Under the hand


def asked(state: DenoiseState, **more) -> str:
    known = {"n": 3, "page": "denoise", "address": state.asked, "detail": {}}
    return json.dumps({**known, **more})


def test_under_the_hand_is_what_the_page_shows_at_rest():
    target = DenoiseState.of_address({"n": "40", "parabola_d": "5", "width": "0.3"})
    n, question = asked_of(Answers(), asked(target))
    header, arrays = decode(question.frame())
    expected = solved(target)
    assert n == header["n"] == 3
    np.testing.assert_allclose(
        arrays["sheets.0.tiles.0.images"], expected.images.points, rtol=1e-5, atol=1e-6
    )
    assert question.cost.kind == "light"


def test_moving_points_are_within_a_pixel_of_those_at_rest():
    state = DenoiseState.of_address({"n": "100", "data": "rings"})
    rest, moving = solved(state), solved(state, samples=40)
    near = np.linalg.norm(rest.images.points - moving.images.points, axis=1) < 2e-3
    # A few points lie between two minima.
    assert near.mean() > 0.9


@pytest.mark.parametrize(
    "change",
    [
        {"address": "parabola_d=99"}, {"address": "show=digits"}, {"n": "first"},
        {"detail": {"samples": "many"}},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_question_is_refused(change):
    found = asked_of(Answers(), asked(DenoiseState.of_address({"n": "40"}), **change))
    assert found is None or tried(found[1].frame)() is None


# Files


def test_the_csv_holds_every_point_and_where_it_comes_from():
    state = DenoiseState.of_address({"n": "40", "data": "rings"})
    text = files(state, "http://here/denoise?n=40")["points.csv"]()
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert any("http://here/denoise?n=40" in line for line in comments)
    assert any("Gaussian(width=0.1)" in line for line in comments)
    rows = list(csv.DictReader(line for line in io.StringIO(text) if line[0] != "#"))
    assert len(rows) == 40
    found = solved(state)
    read = np.array([[float(row["denoised_x"]), float(row["denoised_y"])] for row in rows])
    np.testing.assert_array_equal(read, found.images.points)


def test_the_arrays_hold_the_ways():
    state = DenoiseState.of_address({"n": "40"})
    with np.load(io.BytesIO(files(state)["arrays.npz"]())) as file:
        assert file["X"].shape == file["denoised"].shape == file["linear"].shape == (40, 2)
        np.testing.assert_array_equal(file["way_ridge_0"][-1].shape, (2,))
        assert file["objective_of_chosen"].shape == (len(file["y"]), len(file["x"]))
        assert any("Kernel: Gaussian(width=0.1)" in line for line in file["origin"])


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_the_printed_figure_is_a_file_of_its_format(form):
    state = DenoiseState.of_address({"n": "40", "data": "clusters"})
    make = partial(figure_printed, state, solved(state), "http://here/denoise", form)
    data = make()
    starts = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}
    assert data.startswith(starts[form])
    assert data == make()
    if form == "svg":
        assert b"http://here/denoise" in data


@pytest.mark.parametrize("address", [{}, {"data": "rings", "method": "ridge", "start": "best"}])
def test_the_snippet_computes_the_points_of_the_page(address, capsys):
    import matplotlib

    matplotlib.use("Agg")
    state = DenoiseState.of_address({"n": "40", **address})
    names: dict = {}
    exec(snippet(state), names)
    expected = solved(state)
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


def test_kernel_pca_denoises_images_better_than_linear_pca(few_images):
    state = DenoiseState.of_address({"show": "digits"})
    task = images_module._task(state.images)
    best = {name: min(one.errors) for name, one in images_module.restored_of(task).items()}
    assert list(best) == list(images_module.NAMES)
    assert best["fixed-point"] < best["linear"]
    assert best["fixed-point"] == pytest.approx(best["minimisation"], rel=1e-2)


def test_a_file_is_asked_for_and_one_that_is_none_is_a_message(few_images):
    page = opened(show="digits", digits="file")
    assert errors(page) == []
    assert "Type the path of the USPS digits" in texts(page)
    page = opened(show="digits", digits="file", path="/nowhere/usps.npz")
    assert len(errors(page)) == 1
    assert [box.label for box in page.text_input] == ["Path on the computer that runs this page"]
