"""The page "Method": its state, figures and answers, and the page in a browser."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from math import inf
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from support.explorer import until
from support.frames import decode, opened_page
from support.tours import made
from support.tours import step as step_of_tour

from kpca_core.drawing.scene import pack
from views.answer import Answers
from views.pages.explore.solving import picture_of
from views.pages.explore.state import ExploreState
from views.pages.method import PAGE
from views.pages.method.figures import FIGURES, answer_of, scene_of
from views.pages.method.figures.example import Example
from views.pages.method.figures.plane import (
    line_figure,
    principal_angles,
    squared_error,
    variance,
)
from views.pages.method.link import link_to
from views.pages.method.state import MethodState
from views.pages.method.steps import ORDER, STEPS, read_step
from views.questions import asked_of, tried
from views.state.catalogue import KERNELS


def state(**address: str) -> MethodState:
    return MethodState.of_address(address)


def opened(**query: str) -> AppTest:
    return opened_page("method", **query)


def sheets(shown: MethodState, step: str):
    return decode(pack(scene_of(shown, step)))[0]


# Steps are data


def test_a_step_that_cannot_be_read_names_its_folder(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "step.toml").write_text('title = "Mine"')
    with pytest.raises(ValueError, match=r"mine cannot be read.*place"):
        read_step(folder / "step.toml")


# The state


@given(st.sampled_from(["point", "x", "pair", "direction", "other"]), st.integers(-3, 300),
       st.floats(allow_nan=True), st.floats(allow_nan=True))  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_what_is_moved_gives_a_state_that_its_address_names_unless_it_is_locked(grip, at, x, y):
    moved = state().moved_by(grip, at, x, y)
    assert MethodState.of_address(moved.address()).steps == moved.steps
    assert len(moved.drawn[0]) == 9
    locked = state(lock="moved,x,angle,pair,row,column")
    if grip != "pair":
        assert locked.moved_by(grip, at, x, y) == locked


# Figures show the derivation's numbers


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_figure_and_answer_is_there_for_every_kernel(kernel):
    for address in ({"n": "3"}, {"points": "rings"}, {"n": "3", "moved": "0:1,1;1:1,1;2:1,1"}):
        shown = state(kernel=kernel, **address)
        for step in ORDER:
            frame = sheets(shown, step)
            assert frame["sheets"]
            assert answer_of(shown, step)


def test_variance_and_error_add_up_and_are_extreme_where_pca_says():
    X = Example(state(points="parabola")).X
    total = float(X.var(axis=0).sum())
    largest, smallest = principal_angles(X)
    every = [variance(X, angle) for angle in range(180)]
    assert variance(X, largest) >= max(every) - 1e-12
    assert variance(X, smallest) <= min(every) + 1e-12
    assert variance(X, 33.0) + squared_error(X, 33.0) == pytest.approx(total)


# The page, and the route of its figures


def shown_names(step: str, **address: str) -> dict[str, str]:
    """The kinds of a step's sheets by their names."""
    names = FIGURES[STEPS[step].figure](Example(state(**address)))
    return dict(zip(names, [one["kind"] for one in sheets(state(**address), step)["sheets"]],
                    strict=True))  # fmt: skip


def test_what_answers_a_question_is_in_no_frame_before_it_is_asked_for():
    for step in ORDER:
        found = shown_names(step, kernel="polynomial")
        hidden = {name for name, kind in found.items() if kind == "hidden"}
        assert hidden == {*STEPS[step].answer} & {*found}
        assert sheets(state(), step)["answer"] == ""
        shared = sheets(state(answers="true"), step)
        assert STEPS[step].because in shared["answer"]
        assert "hidden" not in {one["kind"] for one in shared["sheets"]}
    # What is a part of a sheet only is no part of it before.
    for step, words in {"lift": "9,525,431,552", "line": "eigenvectors of C"}.items():
        plain = str(sheets(state(), step))
        assert words not in plain
        assert words in str(scene_of(state(), step, True))
    dashed = lambda asked: sum(  # noqa: E731
        getattr(mark, "dashed", False)
        for mark in line_figure(Example(state(), asked))["curve"].marks
    )
    assert (dashed(False), dashed(True)) == (0, 2)


def test_the_stage_has_every_sheet_of_a_step_in_a_picture():
    for step in ORDER:
        frame = sheets(state(kernel="gaussian"), step)
        listed = [k for picture in frame["pictures"] for row in picture for k in row]
        assert sorted(listed) == list(range(len(frame["sheets"]))), step


def answer_to(address: str, **beside: object):
    """What the socket answers a figure, or None."""
    question = {"n": 7, "page": "method", "address": address, "detail": {}, "before": None}
    asked = asked_of(Answers(), json.dumps({**question, "beside": beside}))
    found = asked and tried(asked[1].frame)()
    return found and decode(zlib.decompress(found[4:]))[0]


def test_the_socket_answers_what_is_under_the_hand():
    frame = answer_to("n=5", step="gram", grip="point", at=1, x=0.25, y=-0.5)
    assert frame["address"] == "n=5&moved=1%3A0.25%2C-0.5"
    assert PAGE.state_of({"n": "5"}, {"grip": "pair", "x": 2, "y": 4}).pair == (2, 4)
    asked = answer_to("n=5", step="gram", asked=True)
    assert asked["answer"].startswith("Now the rows of points")
    assert asked["address"] == "n=5"
    for wrong in ({"grip": "x", "x": "abc"}, {"grip": "x", "x": []}, {"grip": "point", "at": inf},
                  {"grip": "x", "y": None}, {"step": "nothing"}):  # fmt: skip
        assert answer_to("", **{"step": "gram", **wrong}) is None, wrong
    assert answer_to("n=many") is None
    answer_to("kernel=polynomial&degree=12&moved=0:99999999,0", step="gram")


def test_what_is_moved_in_a_tour_stays_in_the_tour():
    tour = made(step_of_tour("method", n="5"), step_of_tour("method", n="6"))
    address = urlencode({"tour": tour.packed, "step": "2"})
    frame = answer_to(address, step="gram", grip="point", at=1, x=0.25, y=-0.5)
    shown = dict(parse_qsl(frame["address"]))
    assert (shown["tour"], shown["step"]) == (tour.packed, "2")
    assert shown["moved"] == "1:0.25,-0.5"


def test_a_point_of_explore_leads_to_its_derivation():
    shown = ExploreState.of_address({"j": "2"})
    picture = picture_of(shown)
    link = link_to(shown, picture, 5)
    there = MethodState.of_address(dict(parse_qsl(link.partition("?")[2])))
    example = Example(there)
    assert there.show == "point"
    assert pytest.approx(picture.points, abs=6e-4) == example.X
    # Coordinates are rounded to the third digit.
    ours, theirs = example.new.values[1], picture.decomposition.scores[5, 1]
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


# What is visible on the stage: text smaller than 18 px, and what does not fit into the window.
ON_STAGE = """() => {
    const found = { small: [], outside: [], pictures: 0 };
    const look = (root) => root.querySelectorAll('*').forEach((node) => {
        if (node.shadowRoot) look(node.shadowRoot);
        const box = node.getBoundingClientRect();
        const host = node.getRootNode().host ?? node;
        if (!box.width || !box.height) return;
        if (!node.checkVisibility({ visibilityProperty: true })) return;
        if (host.closest('.st-key-tools') || node.closest('.st-key-tools, .katex-mathml')) return;
        const style = getComputedStyle(node);
        if (style.clipPath !== 'none' || node.matches('style, script, option')) return;
        const words = [...node.childNodes].filter(({ nodeType }) => nodeType === 3)
            .map(({ data }) => data.replace(/\\u200b/g, '').trim()).join('');
        const picture = node.matches('canvas, table') && box.width > 150;
        found.pictures += picture;
        if (words && parseFloat(style.fontSize) * (node.currentCSSZoom ?? 1) < 17.9)
            found.small.push(`${words} ${style.fontSize}`);
        if ((words || picture) && (box.bottom > innerHeight + 1 || box.right > innerWidth + 1))
            found.outside.push(`${words || 'a picture'} ${box.right} ${box.bottom}`);
        // A column of the stage that has to be scrolled does not fit.
        const column = /method-(words|figure)-/.test(node.className);
        if (column && node.scrollHeight > node.clientHeight + 1)
            found.outside.push(`${node.className} ${node.scrollHeight} > ${node.clientHeight}`);
    });
    look(document);
    return found;
}"""


def assert_readable(tab, what: str) -> None:
    found: dict[str, object] = {}

    def holds() -> bool:
        found.update(tab.evaluate(ON_STAGE))
        return bool(found["pictures"]) and not found["small"] and not found["outside"]

    with suppress(AssertionError):
        until(holds, 20, "")
    assert holds(), (what, found)


@pytest.mark.browser
def test_a_clicker_alone_walks_through_all_steps_and_figure_4_on_the_stage(new_tab, app_url):
    tab = new_tab((1280, 720))
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    idle = tab.locator("[data-test-script-state=notRunning]").first

    def opened(query: str, first: str) -> None:
        tab.goto(f"{app_url}/{query}")
        tab.locator(first).first.wait_for()
        idle.wait_for(state="attached")
        tab.keyboard.press("f")
        tab.wait_for_function("document.documentElement.classList.contains('presenting')")

    opened("method", "[data-shown]")
    for number, name in enumerate(ORDER, 1):
        if number > 1:
            tab.keyboard.press("PageDown")
        tab.locator(".guide .place").get_by_text(f"{number} of {len(ORDER)}").wait_for()
        shown = tab.locator(f".st-key-method-{name} [data-shown*='show={name}']")
        shown.wait_for()
        tab.locator("[class*=st-key-method-step-]").nth(1).wait_for(state="detached")
        assert_readable(tab, name)
        assert tab.locator(".kernel select").is_visible()
    # A clicker's third key shows the answer, which turns to the picture that has it.
    tab.keyboard.press(".")
    tab.locator(".answer p").get_by_text("This sheet is a cone").wait_for()
    tab.get_by_role("columnheader", name="distance").wait_for()
    assert_readable(tab, "the answer")
    tab.keyboard.press("ArrowLeft")
    tab.locator(".guide .place").get_by_text(f"{len(ORDER) - 1} of").wait_for()
    tab.locator(".kernel select").select_option("sigmoid")
    until(lambda: "kernel=sigmoid" in search(tab), 20, "the kernel was not chosen")
    tab.keyboard.press("Escape")
    tab.wait_for_function("!document.documentElement.classList.contains('presenting')")
    # Whoever came from all steps is back there.
    tab.locator("[class*=st-key-method-step-]").nth(len(ORDER) - 1).wait_for(state="attached")
    opened("?story=figure-4", "[data-paints]")
    assert_readable(tab, "Figure 4")
    assert troubles == []
