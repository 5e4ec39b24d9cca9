"""What a browser settles reaches the page that it names, once, and on top of what is set there."""

from __future__ import annotations

from support.messages import Tab
from support.tours import WALK

from views.hosts.streamlit.widgets import NEXT, WidgetVisit
from views.hosts.streamlit.widgets import PAGES as VISITED
from views.pages.explore.state import ExploreState
from views.pages.sweep.state import SweepState
from views.state.fields import widget_of


def tab(**address: str) -> Tab:
    return Tab(ExploreState.of_address(address))


def test_a_state_that_was_settled_is_drawn_whole():
    page = tab(width="0.3")
    assert page.settle({"width": "0.2", "components": "3"}).address() == {
        "width": "0.2", "components": "3",
    }  # fmt: skip
    assert page.settle({}).address() == {}
    assert page.settle({"kernel": "polynomial", "degree": "3"}).kernel.values["degree"] == 3


def test_the_last_one_wins_and_the_same_one_again_changes_nothing():
    page = tab()
    page.settle({"width": "0.2"})
    sent = page.run.session_state["tools"]["settled"]
    page.show(ExploreState.of_address({"width": "0.9"}))
    assert page.send(sent) is None
    assert page.settle({"width": "0.4"}).address() == {"width": "0.4"}


def test_what_a_widget_got_meanwhile_is_kept():
    page = tab(width="0.3")
    (field,) = (one for one, _ in page.visit.state.settings if one.key == "components")
    page.run.session_state[widget_of(field)] = 4
    found = page.settle({"width": "0.2"})
    assert found.address() == {"width": "0.2", "components": "4"}


def test_what_is_locked_or_hidden_stays():
    page = tab(story="rings", degree="5", lock="degree", hide="data")
    fixed = page.visit.state.address()
    for address in ({}, {"story": "parabola"}, {**fixed, "degree": "3", "data": "parabola"}):
        assert page.settle(address).address() == fixed
    assert page.settle({**fixed, "components": "3"}).components == 3


def test_a_message_of_another_page_waits_there():
    page = tab()
    sweep = SweepState.of_address({})
    page.run.session_state[VISITED]["sweep"] = WidgetVisit(state=sweep)
    assert page.settle({"components": "3"}, page="sweep") is None
    known = page.run.session_state[VISITED]["sweep"]
    assert (known.state.components, known.address) == (3, {"components": "3"})
    assert (page.turned, page.settle({}, page="unknown")) == (None, None)
    assert NEXT not in page.run.session_state


def test_a_step_on_another_page_turns_to_it():
    page = tab(tour=WALK.packed, step="2")
    address = {"tour": WALK.packed, "step": "3"}
    assert page.settle(address, {"whole": True, "turn": True}, page="sweep") is None
    assert page.turned == ("sweep", address)
    assert page.run.session_state[VISITED]["sweep"].afresh


def test_a_session_that_knows_nothing_shows_its_address():
    page = tab()
    page.visit.state = None
    assert page.settle({"width": "0.2"}) is None
    assert page.newest > 0


def test_a_browser_tells_what_other_pages_showed():
    page = tab()
    session = page.run.session_state
    session["tools"] = {"pages": {"sweep": {"components": "3"}, "scale": 7, "explore": {}}}
    page.run.run()
    assert session[VISITED]["sweep"].address == {"components": "3"}
    assert "scale" not in session[VISITED]
    assert page.visit.state == ExploreState.of_address({})


def test_points_that_an_address_does_not_hold_yet_come_beside_it():
    page = tab(width="0.3")
    changes = [[0, 0.5, 0.5, 1], [1]]
    found = page.settle({"width": "0.2"}, {"changes": changes})
    assert dict(found.points.changes) == {0: (0.5, 0.5, 1), 1: None}
    assert found.kernel.values["width"] == 0.2
    assert page.settle(beside={"changes": changes}) == found, "twice is once"
    assert page.settle({"width": "0.2"}, {"changes": []}).points == found.points.__class__()
    for nonsense in (7, [[0, "x", 1, 1]], [7], [["a"]]):
        assert page.settle(beside={"changes": nonsense}).address() == {"width": "0.2"}
    locked = tab(lock="points")
    assert not locked.settle(beside={"changes": changes}).points
