"""The page "Method": its state, figures and route, and the page in a browser."""

from __future__ import annotations

import asyncio
import zlib
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.explorer import until
from support.frames import decode

from kpca_core import Laplacian
from views.pages.explore.solving import picture_of
from views.pages.explore.state import ExploreState
from views.pages.method.drawing import asked_for, frames
from views.pages.method.figures import ANSWERS, FIGURES, answer_of, frame_of
from views.pages.method.figures.functions import partial_map
from views.pages.method.figures.plane import principal_angles, squared_error, variance
from views.pages.method.figures.properties import (
    chosen_variances,
    information,
    left_out,
    turned_eigenvalues,
)
from views.pages.method.figures.scene import Scene
from views.pages.method.link import link_to
from views.pages.method.state import FAMILIES, MethodState
from views.pages.method.steps import ORDER, STEPS, read_step
from views.state.catalogue import KERNELS

SCRIPT = """
from views.shared.page import guarded
import streamlit as st
from views.pages.method import page

there = st.Page(lambda: None, title="Elsewhere", url_path="elsewhere")
guarded(page)({"explore": there, "denoise": there})
"""


def state(**address: str) -> MethodState:
    return MethodState.of_address(address)


def opened(**query: str) -> AppTest:
    page = AppTest.from_string(SCRIPT, default_timeout=60)
    page.query_params |= query
    page.run()
    return page


def sheets(shown: MethodState, step: str):
    return decode(zlib.decompress(frame_of(shown, step)[4:]))[0]


# Steps are data


def test_every_step_has_a_figure_an_answer_formulas_and_at_most_four_sentences():
    assert len(ORDER) == 13
    for step in STEPS.values():
        assert {step.figure} <= set(FIGURES) & set(ANSWERS)
        assert step.formulas
        assert all(one.source for one in step.formulas)
        # "[S] eq. 2.5" and "x · y." end no sentence.
        ends = step.text.replace("eq. ", "").count(". ") + 1
        assert ends <= 4, step.name
        assert step.question.endswith(("?", "."))


def test_a_step_that_cannot_be_read_names_its_folder(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "step.toml").write_text('title = "Mine"')
    with pytest.raises(ValueError, match=r"mine cannot be read.*place"):
        read_step(folder / "step.toml")


def test_symbols_have_the_colours_of_the_theme():
    (formula, *_) = STEPS["centre"].formulas
    assert r"\textcolor{#b84700}{\tilde{K}}" in formula.coloured("light")
    assert formula.coloured("dark") != formula.coloured("light")


# The state


def test_the_address_holds_order_points_and_step():
    shown = state(steps="gram,line", show="gram", moved="2:0.5,-0.25", x="1,-1")
    assert shown.steps == ("gram", "line")
    assert shown.drawn[0][2] == pytest.approx([0.5, -0.25])
    assert MethodState.of_address(shown.address()) == shown
    assert MethodState.misread({"steps": "nonsense", "x": "1;2"}) == ["steps=nonsense", "x=1;2"]


@given(st.sampled_from(["point", "x", "pair", "direction", "other"]), st.integers(-3, 300),
       st.floats(allow_nan=True), st.floats(allow_nan=True))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_what_is_moved_gives_a_state_that_its_address_names(grip, at, x, y):
    moved = state().moved_by(grip, at, x, y)
    assert MethodState.of_address(moved.address()).steps == moved.steps
    assert len(moved.drawn[0]) == 9


def test_what_is_locked_is_not_moved():
    locked = state(lock="moved,x,angle")
    for grip in ("point", "x", "direction"):
        assert locked.moved_by(grip, 0, 0.5, 0.5) == locked


@pytest.mark.parametrize("data", FAMILIES)
@pytest.mark.parametrize("n", [3, 10, 200])
def test_there_are_as_many_points_as_are_asked_for(data, n):
    X, labels, _ = state(points=data, n=str(n)).drawn
    assert X.shape == (n, 2)
    assert len(labels) == n


# Figures show the derivation's numbers


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_figure_and_answer_is_there_for_every_kernel(kernel):
    for address in ({"n": "3"}, {"points": "rings"}, {"n": "3", "moved": "0:1,1;1:1,1;2:1,1"}):
        shown = state(kernel=kernel, **address)
        for step in ORDER:
            frame = sheets(shown, step)
            assert frame["sheets"]
            assert frame["address"] == urlencode(shown.address())
            assert answer_of(shown, step)


def test_bars_and_maps_of_a_new_point_are_those_of_the_derivation():
    shown = state(x="0.31,-0.2", j="2")
    scene = Scene(shown)
    found = sheets(shown, "point")
    first = [one["marks"][0] for one in found["sheets"] if one["kind"] == "plot"]
    bars = [mark for mark in first if mark["mark"] == "bars"]
    new = scene.derivation.at([0.31, -0.2])
    expected = [new.k, new.centred, scene.derivation.alphas[:, 1], new.terms[:, 1]]
    for drawn, numbers in zip(bars, expected, strict=True):
        assert drawn["values"] == pytest.approx(numbers, rel=1e-4)
    assert f"{new.values[1]:.5f}"[:7].replace("-", "−") in str(found["sheets"][-1]["note"])
    field = scene.function
    at = scene.grid.rows[130]
    assert field.ravel()[130] == pytest.approx(scene.derivation.at(at).values[1])


def test_all_terms_make_the_map():
    scene = Scene(state(j="3"))
    whole = partial_map(scene.derivation, scene.grid, 2, 9)
    assert whole == pytest.approx(scene.derivation.values(scene.grid.rows)[:, 2])


def test_variance_and_error_add_up_and_are_extreme_where_pca_says():
    X = Scene(state(points="parabola")).X
    total = float(X.var(axis=0).sum())
    largest, smallest = principal_angles(X)
    every = [variance(X, angle) for angle in range(180)]
    assert variance(X, largest) >= max(every) - 1e-12
    assert variance(X, smallest) <= min(every) + 1e-12
    assert variance(X, 33.0) + squared_error(X, 33.0) == pytest.approx(total)


@pytest.mark.parametrize("kernel", ["gaussian", "polynomial", "laplacian"])
def test_properties_hold_against_random_directions(kernel):
    found = Scene(state(kernel=kernel, points="rings")).derivation
    for q in range(1, min(4, found.rank) + 1):
        own, best = information(found.variances, q)
        assert found.variances[:q].sum() >= chosen_variances(found.variances, q).max() - 1e-12
        assert own >= best - 1e-9
    errors = left_out(found)
    assert errors == pytest.approx(
        found.variances.sum() - np.append(0.0, np.cumsum(found.variances)), abs=1e-9
    )


@pytest.mark.parametrize("kernel", KERNELS)
def test_turning_moves_the_eigenvalues_of_the_laplacian_alone(kernel):
    scene = Scene(state(kernel=kernel, points="parabola", turn="33"))
    moved = np.abs(turned_eigenvalues(scene) - scene.derivation.eigenvalues).max()
    moves = moved > 1e-6 * abs(scene.derivation.eigenvalues).max()
    assert moves == isinstance(scene.kernel, Laplacian)


# The page, and the route of its figures


def test_the_page_shows_all_steps_or_one():
    page = opened()
    assert not page.exception
    assert alerts(page.error) == []
    assert [one.value.partition(". ")[2] for one in page.header] == [
        one.title for one in STEPS.values()
    ]
    alone = opened(show="point", n="5")
    assert [one.value for one in alone.header] == ["7. A new point"]
    alone.button[1].click().run()
    assert "contours" in alone.query_params["show"]
    assert [one.value for one in alone.header] == ["8. Contours"]


def test_a_lecturer_chooses_and_orders_steps():
    page = opened(steps="centre,gram")
    assert [one.value for one in page.header] == [
        "1. Centring in feature space", "2. The Gram matrix",
    ]  # fmt: skip


def test_answers_are_in_the_address_only_where_they_are_shared():
    assert not any(one.proto.expanded for one in opened(steps="gram").expander)
    assert all(one.proto.expanded for one in opened(steps="gram", answers="true").expander)


def answer(step: str, query: str):
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": query.encode(),
             "headers": [], "path_params": {"step": step}}  # fmt: skip

    async def receive():
        await asyncio.sleep(3600)

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, frames(Request(scope, receive))).result()


def test_the_route_answers_what_is_under_the_hand():
    moved = answer("gram", "n=5&grip=point&grip_at=1&grip_x=0.25&grip_y=-0.5")
    assert moved.status_code == 200
    frame, _ = decode(zlib.decompress(moved.body[4:]))
    assert frame["address"] == "n=5&moved=1%3A0.25%2C-0.5"
    assert asked_for("n=5&grip=pair&grip_x=2&grip_y=4").pair == (2, 4)
    assert answer("nothing", "").status_code == 400
    assert answer("gram", "grip=x&grip_x=abc").status_code == 400
    assert answer("gram", "grip=point&grip_at=1e999").status_code == 400
    huge = answer("gram", "kernel=polynomial&degree=12&moved=0:1e300,0")
    assert huge.status_code in (200, 422)


def test_a_point_of_explore_leads_to_its_derivation():
    shown = ExploreState.of_address({"j": "2"})
    picture = picture_of(shown)
    link = link_to(shown, picture, 5)
    there = MethodState.of_address(dict(parse_qsl(link.partition("?")[2])))
    scene = Scene(there)
    assert there.show == "point"
    assert pytest.approx(picture.points, abs=6e-4) == scene.X
    # Coordinates are rounded to the third digit.
    ours, theirs = scene.new.values[1], picture.decomposition.scores[5, 1]
    assert abs(ours) == pytest.approx(abs(theirs), abs=0.02)
    many = ExploreState.of_address({"data": "rings", "ring_n": "300"})
    assert link_to(many, picture_of(many), 0) == ""


# In a browser


@pytest.fixture(scope="module")
def tab(app_url, browser):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    tab.goto(f"{app_url}/method?show=gram&n=6")
    tab.locator("[data-shown]").first.wait_for()
    yield tab
    assert troubles == []
    context.close()


def paints(tab) -> int:
    return int(tab.locator(".figure[data-paints]").first.get_attribute("data-paints"))


def search(tab) -> str:
    return str(tab.evaluate("location.search"))


@pytest.mark.browser
def test_a_point_follows_the_hand_and_the_address_its_release(tab):
    canvas = tab.locator("canvas.movable").first
    X, _, ((x0, x1), (y0, y1)) = state(n="6").drawn
    box = canvas.bounding_box()
    # Axes take 40 and 12 pixels across, 8 and 24 up.
    place = (
        box["x"] + 40 + (X[0, 0] - x0) / (x1 - x0) * (box["width"] - 52),
        box["y"] + 8 + (y1 - X[0, 1]) / (y1 - y0) * (box["height"] - 32),
    )
    before, drawn = search(tab), paints(tab)
    tab.mouse.move(*place)
    tab.mouse.down()
    for step in range(1, 9):
        tab.mouse.move(place[0] + 5 * step, place[1] - 4 * step)
        tab.wait_for_timeout(40)
    assert paints(tab) >= drawn + 3
    assert search(tab) == before
    tab.mouse.up()
    until(lambda: "moved=0%3A" in search(tab), 20, "the release is not in the address")
    tab.go_back()
    until(lambda: search(tab) == before, 20, "back does not lead back")
    figure = tab.locator("[data-shown]").first
    shown = lambda: sorted(figure.get_attribute("data-shown").split("&"))  # noqa: E731
    until(lambda: shown() == ["n=6", "show=gram"], 20, "the figure stayed")


@pytest.mark.browser
def test_keys_choose_an_entry_and_turn_to_the_next_step(tab, app_url):
    tab.goto(f"{app_url}/method?show=gram&n=6")
    tab.locator("[data-shown]").first.wait_for()
    matrix = tab.locator("canvas.movable").nth(1)
    matrix.focus()
    tab.keyboard.press("ArrowDown")
    until(lambda: "row=2" in search(tab), 20, "no entry was chosen")
    tab.locator("h1").first.click()
    tab.keyboard.press("PageDown")
    until(lambda: "show=centre" in search(tab), 20, "the key did not turn to the next step")
    tab.get_by_role("heading", name="Centring in feature space").wait_for()
    figure = tab.locator("[data-shown]").last
    until(lambda: "show=centre" in (figure.get_attribute("data-shown") or ""), 20, "the old figure")
