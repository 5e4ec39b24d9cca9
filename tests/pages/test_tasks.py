"""Tasks: goals that a page measures, links that hand them in, and what is no goal."""

from __future__ import annotations

import json
import random
import re
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from support.frames import decode
from support.tours import entries, made, step
from test_stories import texts_of

from kpca_core import Linear, fit
from views.answer import Answers, frame_of
from views.entrance import page_data, story_data
from views.pages.explore.state import ExploreState
from views.pages.page import Asked, page_of, shown_after
from views.questions import asked_of
from views.stories import TASKS
from views.stories.goals import MOST, Goal, found_of, goals_of, measures_of, stated_in, written
from views.stories.measures import MEASURES, PER_CENT
from views.stories.tours import entries_of, tour_of, tour_of_file, unpacked
from views.visits import Message

GAP = {"measure": "gap", "component": 3, "at_least": 10}
# A task whose settings reach nothing, and what does.
RINGS = made({**step(title="Rings", data="rings", grid="25"), "goals": [GAP]}, title="By hand")
SOLVED = {"tour": RINGS.packed, "kernel": "polynomial"}


def state_of(task, **settings):
    return page_of(task.page).state.of_address({"story": task.name, **settings})


def told(state):
    """What the entrance says of each goal."""
    return story_data(state)["goals"]["told"]


def reached(state):
    found = page_of(state.page).solve(state)
    return [isinstance(value := found_of(one, found), float) and one.reached(value)
            for one in state.goals]  # fmt: skip


@pytest.mark.parametrize("task", TASKS.values(), ids=lambda one: one.name)
def test_a_task_is_solved_by_its_solution_and_not_by_its_first_view(task):
    (one,) = task.steps
    page = page_of(task.page).state
    for settings in (one.settings, one.solution):
        assert page.of_address(settings).address() == dict(settings), "default or misspelt"
    first = state_of(task)
    assert not all(reached(first))
    assert not all(goal["reached"] for goal in told(first))
    solved = page.of_address({**one.solution}).in_context_of(first)
    assert all(reached(solved))
    # The link names what differs from the first view.
    again = page.of_address(solved.address())
    assert all(goal["reached"] for goal in told(again))


@pytest.mark.parametrize("task", TASKS.values(), ids=lambda one: one.name)
def test_a_task_asks_for_its_own_numbers_and_keeps_its_solution(task):
    (one,) = task.steps
    numbers = {abs(float(n)) for goal in one.goals for n in goal.entries.values()
               if not isinstance(n, str)}  # fmt: skip
    rest = re.sub(r"exercise 12\.\d\d|PCA|\[B\]|x′|equation", "", one.text)
    for number in texts_of(rest):
        assert abs(float(number)) in numbers or number in {"0", "2", "3", "4"}, number
    state = state_of(task)
    sent = json.dumps([story_data(state), page_data(state, *page_of(task.page).words)])
    sent += json.dumps(entries_of(task))
    assert '"solution"' not in sent


# Links that hand in


def test_a_link_states_what_is_measured_and_the_page_measures_anew():
    state = ExploreState.of_address({**SOLVED, "measured": "22.1271"})
    assert state.address() == {**SOLVED, "measured": "22.1271"}
    (one,) = told(state)
    assert one["reached"]
    assert one["measured"] == "22.1271"
    assert one["verdict"] == (
        f"The link states 22.1271{PER_CENT}; with its settings the page measures "
        f"22.1271{PER_CENT}: reached."
    )
    (other,) = told(ExploreState.of_address({**SOLVED, "measured": "22.1"}))
    assert other["verdict"].replace(PER_CENT, " %") == (
        "The link states 22.1 %; with its settings the page measures 22.13 %: reached. The two "
        "differ."
    )
    assert "measured" not in state.bare().address()
    assert "measured" not in state.query
    assert state.problem == state.bare().problem
    # Whoever hands in the settings of the step is not said to have changed them.
    unchanged = ExploreState.of_address({"tour": RINGS.packed, "measured": "-60"})
    assert story_data(unchanged)["changed"] == ""
    assert story_data(state)["changed"] != ""


CHEAP = [
    ("explore", "share", {"component": 1}), ("explore", "above_share", {"percent": 10}),
    ("explore", "correlation", {"component": 2, "column": 1}),
    ("method", "line_error", {}), ("method", "gram_entry", {"row": 1, "column": 2}),
]  # fmt: skip


def test_tampered_values_are_told_as_not_reached():
    """200 links: a goal that the page's own measurement misses, and a statement that reaches it."""
    draw = random.Random(49)
    for _ in range(200):
        page, name, arguments = draw.choice(CHEAP)
        settings = {"per_cluster": "5", "width": f"{10 ** draw.uniform(-2, 1):.3g}"}
        if page == "method":
            settings = {"angle": f"{draw.uniform(1, 179):.1f}"}
        found = page_of(page).solve(page_of(page).state.of_address(settings))
        value = float(MEASURES[name].find(found, **arguments))
        above = draw.random() < 0.5
        wanted = value + (1 if above else -1) * draw.uniform(0.01, 1) * (1 + abs(value))
        goal = {"measure": name, **arguments, "at_least" if above else "at_most": wanted}
        tour = made({**step(page, **settings), "goals": [goal]})
        stated = wanted + (1 if above else -1) * draw.uniform(0, 5)
        address = {"tour": tour.packed, "measured": f"{stated:.4g}"}
        (one,) = told(page_of(page).state.of_address(address))
        assert not one["reached"]
        assert one["verdict"].endswith("not reached. The two differ."), one
        assert float(one["measured"]) == pytest.approx(value, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize("text", ["x", "nan", "inf", "1,2", "", ",", "9" * 5000, "1e999"])
def test_what_is_no_statement_of_these_goals_is_quoted_and_left_out(text):
    state = ExploreState.of_address({**SOLVED, "measured": text})
    assert state.measured == ()
    assert state.address() == SOLVED
    misread = ExploreState.misread({**SOLVED, "measured": text})
    assert [one[:9] for one in misread] == (["measured="] if text else [])
    assert ExploreState.of_address({"measured": "1"}).address() == {}


def test_a_statement_is_of_the_settings_that_it_came_with():
    state = ExploreState.of_address({**SOLVED, "measured": "22.1"})
    address = {**state.address(), "components": "4"}
    told = Message(1, "explore", address, frozenset({"components"}), {})
    assert told.onto(state).address() == {**SOLVED, "components": "4"}
    assert Message(2, "explore", address, frozenset(), {}).onto(state) == state
    moved = Message(3, "explore", address, frozenset(), {"changes": [[0, 0.5, 0.5, 0]]})
    assert moved.onto(state).measured == ()
    assert state.with_hand_of({"j": "2"}).measured == (22.1,)
    assert state.of(lambda one: one.default).in_context_of(state).measured == ()
    assert written(22.1) == "22.1"
    assert stated_in(written(1e12), state.goals) == (1e12,)


# Frames


def header(data):
    return decode(data)[0]


def frame_at_rest(state):
    page = page_of(state.page)
    return frame_of(page, shown_after(page, state), Asked())


def test_a_moving_frame_measures_the_goals_of_the_one_before():
    state = ExploreState.of_address({**SOLVED, "measured": "22.1271"})
    at_rest = header(frame_at_rest(state))
    (one,) = at_rest["goals"]
    assert one["verdict"].endswith(f"22.1271{PER_CENT}: reached.")
    question = {
        "n": 3, "page": "explore", "address": "data=rings&width=0.1", "before": None,
        "detail": {"samples": 20}, "beside": {"goals": [one["goal"]]},
    }  # fmt: skip
    n, moving = asked_of(Answers(), json.dumps(question))
    (found,) = header(moving.frame())["goals"]
    assert (n, found["reached"], found["verdict"]) == (3, False, "")
    assert found["said"] == f"−9.72{PER_CENT} now: not reached yet"
    _, plain = asked_of(Answers(), json.dumps({**question, "beside": {}}))
    assert "goals" not in header(plain.frame())


def test_figures_of_method_measure_while_a_grip_moves():
    task = TASKS["task-line"]
    address = urlencode({**state_of(task).address(), "measured": "175"})
    beside = {"step": "line", "grip": "direction", "at": 0, "x": 0.5, "y": 0.5}
    question = {"n": 1, "page": "method", "address": address, "detail": {}, "beside": beside}
    _, moved = asked_of(Answers(), json.dumps(question))
    found = header(moved.frame())
    assert found["goals"][0]["share"] > 0.58
    assert found["goals"][0]["verdict"] == ""
    named = dict(parse_qsl(found["address"]))
    assert "measured" not in named
    assert named["story"] == "task-line"


def test_what_cannot_be_measured_says_why():
    goals = [GAP, {"measure": "correlation", "component": 1, "column": 7, "at_least": 0.5}]
    tour = made({**step(data="rings", kernel="linear"), "goals": goals})
    first, second = told(ExploreState.of_address({"tour": tour.packed, "measured": "99,1"}))
    assert first["said"] == "cannot be measured: with these settings there are 2 components"
    assert first["verdict"] == (
        f"The link states 99{PER_CENT}; the page cannot measure it here: not reached."
    )
    assert second["said"] == "cannot be measured: the data have 2 columns"
    assert (first["measured"], first["reached"]) == ("", False)
    images = made({**step("denoise", show="digits"),
                   "goals": [{"measure": "preimage_error", "at_most": 5}]})  # fmt: skip
    (one,) = told(page_of("denoise").state.of_address({"tour": images.packed}))
    assert one["said"] == "cannot be measured: there is no picture of these settings yet"
    away = page_of("sweep").state.of_address({"tour": RINGS.packed})
    assert story_data(away)["away"]
    assert story_data(away)["goals"]["told"] == []


# What is no goal


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({}, "list of at most"),
        ([GAP] * (MOST + 1), "list of at most"),
        ([3], "no measure None; it has share, cumulative_share"),
        ([{**GAP, "measure": "nope"}], "no measure 'nope'; it has share, cumulative_share"),
        ([{**GAP, "measure": "m" * 9000}], "no measure 'mmmm"),
        ([{**GAP, "measure": "line_error"}], "no measure 'line_error'"),
        ([{"measure": "gap", "component": 3}], "one of the entries at_least, at_most, equals"),
        ([{**GAP, "at_most": 3}], "one of the entries at_least, at_most, equals"),
        ([{**GAP, "colour": 3}], "The measure gap has no 'colour'"),
        ([{**GAP, "component": 17}], "component is a number from 1 to 16; got 17"),
        ([{**GAP, "component": True}], "from 1 to 16; got True"),
        (
            [{**GAP, "at_least": float("nan")}],
            "at_least is a number from -1e[+]09 to 1e[+]09; got nan",
        ),
        (
            [{**GAP, "at_least": "9" * 9000}],
            "at_least is a number from -1e[+]09 to 1e[+]09; got '999",
        ),
        ([{**GAP, "at_least": 10**400}], "at_least is a number from -1e[+]09 to 1e[+]09; got 1000"),
    ],
)
def test_what_is_no_goal_is_quoted(sent, why):
    with pytest.raises(ValueError, match=why) as error:
        goals_of(sent, "explore")
    assert len(str(error.value)) < 600
    with pytest.raises(ValueError, match=f"Step 1 of the tour: .*{why}"):
        tour_of(entries({**step(), "goals": sent}))


# Tours


def test_goals_travel_by_link_and_by_file():
    for again in (unpacked(RINGS.packed), tour_of_file(json.dumps(entries_of(RINGS), indent=2))):
        assert again == RINGS
        assert again.steps[0].goals == (Goal("gap", (("component", 3),), "at_least", 10),)
    # A tour without goals has the form, and the name, that it had.
    plain = made(step(title="Rings", data="rings"))
    assert "goals" not in plain.json
    assert plain.steps[0].goals == ()


# Measures


@pytest.mark.parametrize("page", ["explore", "table", "method", "denoise", "compare"])
def test_measures_of_a_page_give_numbers_or_say_why(page):
    address = {"table": {"data": "iris"}, "explore": {"data": "rings"}}.get(page, {})
    state = page_of(page).state.of_address(address)
    found = page_of(page).solve(state)
    assert measures_of(page)
    for name, one in measures_of(page).items():
        goal = Goal(name, tuple((f.name, f.default) for f in one.arguments), "at_least", 0.0)
        value = found_of(goal, found)
        assert isinstance(value, float) or "this needs points of two classes" in value, name
        assert one.said(dict(goal.arguments)).strip()


def test_a_score_that_is_the_same_everywhere_has_no_gap():
    fitted = SimpleNamespace(scores=np.ones((4, 1)))
    found = SimpleNamespace(decomposition=fitted, labels=np.array([0, 0, 1, 1]))
    goal = Goal("gap", (("component", 1),), "at_least", 0.0)
    assert found_of(goal, found) == "all values are equal"


def test_the_widest_gap_is_of_components_that_there_are():
    fitted = SimpleNamespace(scores=np.array([[0.0, 0.0], [1.0, 4.0], [2.0, 5.0], [3.0, 3.0]]))
    found = SimpleNamespace(decomposition=fitted, labels=np.array([0, 0, 1, 1]))
    said = {}
    for first, last in ((1, 16), (16, 1), (1, 1), (3, 4)):
        goal = Goal("widest_gap", (("first", first), ("last", last)), "at_least", 0.0)
        said[first, last] = found_of(goal, found)
    assert said[1, 16] == said[16, 1] == said[1, 1] == pytest.approx(100 / 3)
    assert said[3, 4] == "with these settings there are 2 components"


def test_what_would_keep_a_frame_waiting_is_not_measured():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(1200, 2))
    for labels, X, name in (
        (np.arange(1200) % 3, scores, "separating_arc"),
        (np.arange(600) % 100, scores, "separating_arc"),
        (np.arange(1200) % 3, rng.normal(size=(1200, 200)), "linear_agreement"),
    ):
        fitted = SimpleNamespace(scores=scores[: len(labels)])
        picture = SimpleNamespace(decomposition=fitted, labels=labels, data=X)
        goal = Goal(name, (("component", 1),) * (name != "separating_arc"), "at_least", 0.0)
        assert "too many data" in found_of(goal, picture)


def test_measures_do_not_depend_on_signs():
    picture = page_of("explore").solve(ExploreState.of_address({"data": "rings"}))
    signs = np.where(np.arange(picture.decomposition.n_components) % 2, 1.0, -1.0)
    other = picture.with_signs(signs)
    for name, one in measures_of("explore").items():
        given = {field.name: field.default for field in one.arguments}
        assert one.find(other, **given) == pytest.approx(one.find(picture, **given)), name


def test_measures_agree_with_their_definitions():
    explore, method = page_of("explore"), page_of("method")
    linear = explore.solve(ExploreState.of_address({"data": "parabola", "kernel": "linear"}))
    X, find = linear.points, {name: one.find for name, one in MEASURES.items()}
    values = np.linalg.eigvalsh(np.cov(X.T, bias=True))[::-1]
    assert find["share"](linear, 1) == pytest.approx(100 * values[0] / values.sum())
    assert find["cumulative_share"](linear, 2) == pytest.approx(100)
    assert find["above_share"](linear, 10) == (values > 0.1 * values.sum()).sum()
    assert find["linear_agreement"](linear, 1) == pytest.approx(1)
    score = fit(Linear(), X, 2).scores[:, 0]
    assert find["correlation"](linear, 1, 2) == pytest.approx(
        abs(np.corrcoef(score, X[:, 1])[0, 1])
    )
    assert find["unexplained"](linear, 1) == pytest.approx(0, abs=1e-8)
    example = method.solve(method.state.of_address({"points": "rings", "n": "12", "angle": "30"}))
    K = example.kernel(example.X)
    assert find["gram_entry"](example, 2, 5) == pytest.approx(K[1, 4])
    v = np.array([np.cos(np.pi / 6), np.sin(np.pi / 6)])
    Z = example.X - example.X.mean(axis=0)
    rest = (Z**2).sum() - ((Z @ v) ** 2).sum()
    least = (Z**2).sum() - np.linalg.svd(Z)[1][0] ** 2
    assert find["line_error"](example) == pytest.approx(100 * rest / least)
