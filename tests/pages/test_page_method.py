"""The page "Method": its claims measured over data and kernels, its frames, and it in a browser."""

from __future__ import annotations

import json
import re
import zlib
from contextlib import suppress
from itertools import pairwise, product
from math import comb, inf
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from support.explorer import until
from support.frames import decode, opened_page
from support.tours import made
from support.tours import step as step_of_tour

from kpca_core import Polynomial
from kpca_core._support.words import speaking
from kpca_core.drawing.canvas.indefinite import NO_DISTANCES
from kpca_core.drawing.scene import pack
from views.answer import Answers
from views.pages.explore.solving import picture_of
from views.pages.explore.state import ExploreState
from views.pages.method import PAGE
from views.pages.method.figures import FIGURES, answer_of, scene_of
from views.pages.method.figures.example import Example, derived
from views.pages.method.figures.functions import classes, partial_map
from views.pages.method.figures.functions import tried as tried_on
from views.pages.method.figures.matrices import not_divided, share_of_mean
from views.pages.method.figures.plane import (
    RINGS,
    binomial_map,
    direction,
    distances_from_sheet,
    line_figure,
    meetings,
    monomials,
    ordered_products,
    principal_angles,
    squared_error,
    variance,
)
from views.pages.method.figures.properties import (
    CHOSEN_AMONG,
    NOISE,
    errors_of,
    information,
)
from views.pages.method.link import link_to
from views.pages.method.state import NEAR, WITH_NOISE, MethodState
from views.pages.method.steps import ORDER, STEPS, read_step
from views.questions import asked_of, tried
from views.state.catalogue import KERNELS
from views.words.sources import SOURCES, explain_letters

PLAIN = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")
EVERY = [{"points": data, "kernel": kernel} for data, kernel in product(WITH_NOISE, KERNELS)]


def state(**address: str) -> MethodState:
    return MethodState.of_address(address)


def example(**address: str) -> Example:
    return Example(state(**address), asked=True)


def figure(step: str, **address: str):
    return FIGURES[step](example(**address))


def number(text: str) -> float:
    return numbers(text)[0]


def numbers(text: str) -> list[float]:
    plain = text.translate(PLAIN).replace("×10", "e")
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", plain)]


@pytest.fixture(params=EVERY, ids=lambda one: "-".join(one.values()))
def every(request) -> Example:
    return example(**request.param)


# 1 and 2


def test_in_every_direction_the_inner_ring_lies_among_the_outer_one():
    angles = np.arange(0.0, 180.0, 0.5)
    for angle in angles:
        inner, outer = ((RINGS.X @ direction(angle))[RINGS.labels == k] for k in (0, 1))
        assert outer.min() < inner.min()
        assert inner.max() < outer.max()
    # Yet no direction is as good as another.
    found = [variance(RINGS.X, angle) for angle in angles]
    assert max(found) > 1.2 * min(found)


def test_the_lifted_rings_are_separated_and_a_lifted_image_is_large():
    squares = np.sum(RINGS.X**2, axis=1)
    assert squares[RINGS.labels == 0].max() < squares[RINGS.labels == 1].min()
    assert monomials() == 9_525_431_552
    assert round(8 * monomials() / 1e9) == 76


@settings(max_examples=30, deadline=None)
@given(*[st.tuples(*[st.floats(0.1, 2.0)] * 2)] * 2, st.integers(1, 8))
def test_products_in_order_and_monomials_with_roots_make_the_kernel_and_without_them_another(
    x, y, d
):
    # [S] eq. 3.3 and 3.4, [C] section 2; the products in order by another way.
    x, y = np.array(x), np.array(y)
    order = [np.prod(one) for one in product(x, repeat=d)]
    assert sorted(ordered_products(x, d)) == pytest.approx(sorted(order))
    kernel = Polynomial(d)(x[None], y[None])[0, 0]
    assert ordered_products(x, d) @ ordered_products(y, d) == pytest.approx(kernel)
    assert binomial_map(x, d) @ binomial_map(y, d) == pytest.approx(kernel)
    assert np.sort(binomial_map(x, d)) == pytest.approx(np.sort(Polynomial(d).features(x[None])[0]))
    printed = binomial_map(x, d, rooted=False) @ binomial_map(y, d, rooted=False)
    square = sum(
        comb(d, k) ** 2 * (x[0] * y[0]) ** (d - k) * (x[1] * y[1]) ** k for k in range(d + 1)
    )
    assert printed == pytest.approx(square)
    assert (printed > kernel * (1 + 1e-9)) == (d > 1)


# 3 and 4


def test_eigenvalues_that_are_not_0_are_counted_with_both_signs(every):
    plain = derived(every.kernel, every.X, centre=False)
    for found, said in (
        (plain, answer_of(every.state, "dot")),
        (every.derivation, answer_of(every.state, "spectrum")),
    ):
        count = int((np.abs(found.eigenvalues) > found.floor).sum())
        assert numbers(said)[0] == count
        assert count == found.rank + len(found.negative)


# 5


def test_how_far_the_first_component_describes_the_mean_is_measured(every):
    K = every.derivation.gram
    vector = np.linalg.eigh(K)[1][:, -1]
    expected = len(K) * vector.mean() ** 2
    assert share_of_mean(every) == pytest.approx(expected, abs=1e-9)
    note = figure("centre", **_address(every))["eigenvalues"].note
    assert f"{100 * expected:.1f} % of the sum of squares" in note
    times = np.linalg.eigvalsh(not_divided(K))[-1] / every.derivation.eigenvalues[0]
    assert numbers(note.split("is its mean.")[1])[0] == pytest.approx(times, rel=0.06)


# From K² to K


def test_a_null_vector_moves_the_weights_and_neither_the_squared_equation_nor_the_map(every):
    shown = example(**_address(every), null="1")
    residuals, maps = (FIGURES["square"](shown)[k] for k in ("residuals", "maps"))
    squared, plain, change, rounding = (number(row[1]) for row in residuals.rows)
    assert squared <= rounding < 1e-12
    assert change < 1e-9
    assert plain == pytest.approx(np.sqrt(every.derivation.eigenvalues[0]), rel=0.05)
    assert maps.fields[0] == pytest.approx(maps.fields[1], abs=1e-9 * np.abs(maps.fields).max())
    # The answer has the same three numbers.
    said = answer_of(shown.state, "square")
    assert all(row[1] in said for row in residuals.rows[:3])


# 7 and 8


def test_a_term_left_out_changes_the_map_by_at_most_its_weight(every):
    found = every.derivation
    centred = np.abs(found.comparisons(every.grid.rows)[1])
    size = np.sort(np.abs(found.alphas[:, 0]))[::-1]
    maps = [partial_map(found, every.grid, 0, m) for m in range(1, len(size) + 1)]
    for k, (less, more) in enumerate(pairwise(maps), 1):
        assert np.abs(more - less).max() <= size[k] * centred.max() * (1 + 1e-9)


# 9


def test_squared_errors_are_drawn_where_there_are_any_and_are_none_below_0(every):
    errors = errors_of(every.derivation)
    sheets = figure("spectrum", **_address(every))
    negative = list(sheets["spectrum"].negative)
    assert len(negative) == len(every.derivation.negative)
    if errors is None:
        assert not every.kernel.is_psd
        assert every.derivation.left_out.min() < 0
        assert sheets["left"].kind == "table"
        assert sheets["left"].note == NO_DISTANCES
        assert figure("properties", **_address(every))["histogram"].kind == "table"
        return
    variances = every.derivation.variances
    rest = variances.sum() - np.append(0.0, np.cumsum(variances))
    assert errors == pytest.approx(rest, abs=1e-9 * variances.sum() * len(variances))
    assert errors.min() >= 0
    assert sheets["left"].region[1][0] == 0


# 10


def test_the_noise_of_the_mutual_information_is_the_stated_share_of_the_variance():
    assert f"its variance {100 * NOISE:g} % of the total" in STEPS["properties"].text
    variances = example().derivation.variances
    noise = NOISE * variances.sum()
    own, best = information(variances, 2, noise)
    assert own == pytest.approx(0.5 * np.log(1 + variances[:2] / noise).sum())
    assert best <= own


def test_random_directions_are_chosen_among_as_many_components_as_is_said():
    text = STEPS["properties"].text
    assert f"of more than {CHOSEN_AMONG} among the first {CHOSEN_AMONG}" in text
    many = example(n="60").derivation
    assert many.rank > CHOSEN_AMONG
    best = figure("properties", n="60", j="2")["histogram"].note
    # The errors of random choices are those of directions among the first components alone.
    random = np.random.default_rng(0).normal(size=(1000, CHOSEN_AMONG, 2))
    Q = np.linalg.qr(random)[0]
    drawn = np.einsum("crq,r,crq->c", Q, many.variances[:CHOSEN_AMONG], Q)
    assert numbers(best)[1] == pytest.approx(many.variances.sum() - drawn.max(), rel=5e-3)


# 11


def test_the_table_of_kernels_shows_what_its_rows_say(every):
    K = every.derivation.gram
    values = np.linalg.eigvalsh(K)
    rows = dict(figure("kernels", **_address(every))["numbers"].rows)
    floor = number(rows["it counts as 0 up to"])
    assert floor == pytest.approx(1e-12 * np.abs(values).max(), rel=0.5)
    assert (number(rows["lowest eigenvalue of K"]) < -floor) == (not every.kernel.is_psd)
    spectrum = figure("kernels", **_address(every))["spectrum"]
    assert len(spectrum.negative) == int((values < -floor).sum())
    given = every.derivation.scores @ every.derivation.scores.T
    if not len(every.derivation.negative):
        assert given == pytest.approx(every.derivation.centred, abs=1e-9 * np.abs(K).max())


# 12 and 13


@pytest.mark.parametrize("task", ["rings", "moons", "clusters"])
@pytest.mark.parametrize("kernel", ["gaussian", "linear"])
def test_the_number_of_components_that_is_enough_is_counted_on_unseen_points(task, kernel):
    shown = example(task=task, kernel=kernel)
    seen = tried_on(shown.kernel, task)[1]
    said = answer_of(shown.state, "classify")
    enough = [q for q, right in enumerate(seen, 1) if right >= 0.99]
    assert said.startswith(f"With {enough[0]}:" if enough else "With none of up to")
    assert len(classes(task, 60, seed=1)[0]) == 60
    # [S] eq. 3.2: the decision is a sum of kernel values over the points, whatever q is.
    machine, scale = tried_on(shown.kernel, task)[2][-1]
    found, new = tried_on(shown.kernel, task)[3], classes(task, 9, seed=3)[0]
    q = len(scale)
    nu = found.alphas[:, :q] @ (machine.coef_ / scale).T
    decided = found.comparisons(new)[1].T @ nu + machine.intercept_
    own = machine.decision_function(found.values(new)[:, :q] / scale)
    assert decided.reshape(own.shape) == pytest.approx(own, abs=1e-7 * np.abs(own).max())
    # The weights sum to 0, so k̃ may be k with another b.
    assert np.abs(nu.sum(axis=0)).max() < 1e-7 * np.abs(nu).max()
    plain = shown.kernel(new, found.X) @ nu
    assert np.ptp(plain - decided, axis=0) == pytest.approx(0, abs=1e-6 * np.abs(own).max())


@pytest.mark.parametrize("data", WITH_NOISE)
def test_distances_from_the_sheet_are_those_of_the_nearest_image(data):
    kernel, shown = Polynomial(2), example(points=data)
    found = derived(kernel, shown.X)
    axis = found.features.T @ found.alphas[:, 0]
    mean = kernel.features(shown.X).mean(axis=0)
    line = mean + np.outer(np.linspace(-2, 2, 9), axis)
    own = distances_from_sheet(line)
    fine = np.array(np.meshgrid(*[np.linspace(-3, 3, 601)] * 2)).reshape(2, -1).T
    images = kernel.features(fine)
    for t, distance in zip(line, own, strict=True):
        nearest = np.sqrt(np.min(np.sum((images - t) ** 2, axis=1)))
        assert nearest == pytest.approx(distance, abs=0.03)
        assert nearest >= distance - 1e-9
    # The line meets the sheet exactly there, at no more than two places.
    met = meetings(found)
    assert len(met) <= 2
    assert distances_from_sheet(mean + np.outer(met, axis)) == pytest.approx(0, abs=1e-7)
    said = answer_of(shown.state, "back")
    assert said.startswith("Where f₁(x) is" if met else "The line does not meet it")


# What is moved clings to what it is dragged onto


def test_points_cling_to_one_another_under_the_pointer_and_by_keys():
    shown = state()
    X, _, ((x0, x1), (y0, y1)) = shown.drawn
    near = X[4] + 0.9 * NEAR * np.array([x1 - x0, y1 - y0])
    moved = shown.moved_by("point", 2, *near)
    assert (moved.drawn[0][2] == X[4]).all()
    # The address says so, too.
    again = MethodState.of_address(moved.address())
    assert (again.drawn[0][2] == X[4]).all()
    found = Example(again).derivation
    assert found.gram[2, 4] == 1
    assert "K has rank 8; of the 9 points 8 are different" in answer_of(again, "gram")
    # A key moves it by 0.02 of the axis: it is free again.
    free = moved.moved_by("point", 2, *(X[4] + [0.02 * (x1 - x0), 0]))
    assert len(np.unique(free.drawn[0], axis=0)) == 9
    far = shown.moved_by("point", 2, *(X[4] + 1.5 * NEAR * np.array([x1 - x0, 0])))
    assert len(np.unique(far.drawn[0], axis=0)) == 9
    # By keys every point can be reached: in steps of 0.02 of the axis one comes within 0.01.
    assert NEAR >= 0.01


# Letters of sources, and words of the page


def test_every_letter_is_explained_once_where_it_occurs_first():
    known: set[str] = set()
    for name in ORDER:
        for text in (STEPS[name].text, *(one.source for one in STEPS[name].formulas)):
            said = explain_letters(text, known)
            for letter in SOURCES:
                first = f"[{letter}]" in text
                assert f"[{letter}]:" not in said or first
    assert known == {*SOURCES}
    # The Chinese edition has other letters, which only its readers meet.
    assert "[Z]" not in explain_letters("[B]", set())
    with speaking("zh"):
        assert "[Z]" in explain_letters("[B]", set())
        assert "[Z]" not in explain_letters("[B]", {"B"})
    captions = [one.value for one in opened_page("method", show="back").caption]
    assert sum("[B]: Bishop" in one for one in captions) == 1
    assert any("section 12.3" in one and "[B]: Bishop" in one for one in captions)


def _address(shown: Example) -> dict[str, str]:
    return dict(shown.state.address())


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
