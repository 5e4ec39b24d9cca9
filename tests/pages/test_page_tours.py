"""Tours on the pages: what is told, where steps lead, and what a lecturer changes."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest
from support.frames import shown
from support.messages import Tab
from support.tours import EVIL, WALK, entries, made, packed, step

from views.entrance import story_data
from views.hosts.streamlit.widgets import EDITING, TROUBLE
from views.pages.explore.state import ExploreState
from views.pages.sweep.state import SweepState
from views.stories import STORIES
from views.stories.tours import entries_of, tour_of
from views.words.entrance import CHANGED

ROOT = Path(__file__).resolve().parents[2]


def test_an_address_within_a_tour_says_what_differs_from_the_step():
    address = {"tour": WALK.packed, "step": "2"}
    state = ExploreState.of_address(address)
    assert state.kernel.values == {"width": 2.0}
    assert (state.data.data, state.address(), state.told) == ("rings", address, WALK)
    changed = ExploreState.of_address({**address, "width": "0.1"})
    assert changed.address() == {**address, "width": "0.1"}
    assert changed.reset() == state != changed
    assert changed.bare().address() == {"data": "rings", "grid": "25"}
    assert ExploreState.of_address({"tour": WALK.packed}).address() == {"tour": WALK.packed}


def test_a_tour_keeps_its_place_on_other_pages():
    address = {"tour": WALK.packed, "step": "3"}
    away = ExploreState.of_address({**address, "width": "0.3"})
    assert away.address() == {**address, "width": "0.3"}
    assert away.preset == {}
    there = SweepState.of_address(address)
    assert there.address() == address
    assert there.shown_step.title == "A sweep"


@pytest.mark.parametrize("page", [ExploreState, SweepState])
def test_a_picture_is_asked_for_without_its_tour(page):
    state = page.of_address({"tour": WALK.packed, "step": "2"})
    assert len(state.token) < len(state.bare().token) + 50
    assert state.query == state.bare().query
    assert page.of_query(dict(parse_qsl(state.query))) == state.bare()


@pytest.mark.parametrize("number", ["0", "4", "-1", "1.5", "²", "x", "100", ""])
def test_a_step_that_there_is_not_is_quoted_and_the_first_is_shown(number):
    address = {"tour": WALK.packed, "step": number}
    state = ExploreState.of_address(address)
    assert state.step == 1
    assert state.address() == {"tour": WALK.packed}
    assert ExploreState.misread(address) == [f"step={number}"]


def long_tour():
    texts = ("".join(map(chr, range(33 + k, 900 + k))) for k in range(0, 9000, 900))
    return made(*[step(text=text) for text in texts])


def test_a_tour_too_long_for_a_link_is_known_while_a_session_holds_it():
    long = long_tour()
    assert not long.is_short
    assert long.address == long.name
    state = ExploreState.of_address({"tour": long.address, "step": "2"})
    assert state.address() == {"tour": long.name, "step": "2"}
    name = long.name
    del long, state
    assert "open its file" in ExploreState.misread({"tour": name})[0]


def opened(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.query_params |= query
    page.run()
    assert not page.exception
    assert not page.error
    return page


def entrance_of(page: AppTest) -> dict:
    (found,) = [
        one.proto.bytes
        for one in page.get("bidi_component")
        if one.proto.component_name == "explorer.entrance"
    ]
    return json.loads(found)


def links_of(page: AppTest) -> list[str]:
    return [one.proto.label for one in page.get("page_link")]


def test_a_tour_is_told_and_hides_pages():
    page = opened(tour=WALK.packed, step="2")
    said = entrance_of(page)
    assert said["story"]["steps"] == ["Rings", "Wide", "A sweep"]
    assert [said["story"][key] for key in ("title", "place", "at")] == ["Wide", "2/3", 1]
    assert (len(said["story"]["way"]), said["story"]["changed"]) == (3, "")
    assert said["stories"] == []
    assert "Scale" not in links_of(page)
    assert "Digits" not in links_of(page)
    assert "Sweep" in links_of(page)
    assert not page.warning
    page.session_state["width"] = 0.5
    page.run()
    assert entrance_of(page)["story"]["changed"] == CHANGED
    assert page.query_params["tour"] in (WALK.packed, [WALK.packed])
    assert shown(page)[0]["titles"] != []


def test_its_text_reaches_the_page_as_data_alone():
    page = opened(tour=WALK.packed)
    assert entrance_of(page)["story"]["text"] == EVIL
    elsewhere = [one.value for kind in (page.markdown, page.warning, page.caption) for one in kind]
    assert not [text for text in elsewhere if "javascript" in text]


@pytest.mark.parametrize(
    ("tour", "said"),
    [
        ("x", "cut off or damaged"),
        ("A" * 7000, "more than 6000 characters"),
        ("<script>alert(1)</script>", "cut off or damaged"),
        ("~0123456789abcdef", "open its file"),
        (packed(json.dumps(entries(step("admin"))).encode()), "cut off or damaged"),
    ],
)
def test_a_broken_tour_is_a_message(tour, said):
    page = opened(tour=tour)
    (warning,) = page.warning
    assert said in warning.value.replace("\\", "")
    assert entrance_of(page)["story"] is None
    assert "Scale" in links_of(page)


def test_a_step_with_unknown_values_is_a_message():
    tour = made(step(kernel="n*pe", points="1.bad"))
    page = opened(tour=tour.packed)
    warnings = [one.value.replace("\\", "").replace("\N{WORD JOINER}", "") for one in page.warning]
    assert any(text.startswith("Step 1 has kernel=n*pe: unknown") for text in warnings), warnings
    assert any(text.startswith("The edited points") for text in warnings), warnings


def led(**address: str) -> tuple[int, list]:
    """Where the story on screen stands, and the addresses that its steps lead to."""
    story = story_data(ExploreState.of_address(address))
    return story["at"], [[one, {**story["named"], **place}] for one, place in story["way"]]


def test_the_steps_of_a_story_lead_through_it():
    address = {"story": "why-kernels", "step": "2"}
    at, way = led(**address)
    assert (at, len(way)) == (1, len(STORIES["why-kernels"].steps))
    assert way[0] == ["explore", {"story": "why-kernels"}]
    assert way[2] == ["explore", {"story": "why-kernels", "step": "3"}]
    state = ExploreState.of_address(address)
    assert story_data(state)["close"] == state.bare().address()
    at, way = led(tour=WALK.packed, step="2")
    assert (at, way[2]) == (1, ["sweep", {"tour": WALK.packed, "step": "3"}])


def test_the_row_of_single_stories_goes_past_the_tour():
    names = [name for name, one in ExploreState.stories().items() if len(one.steps) == 1]
    for at in (0, 1, len(names) - 1):
        assert led(story=names[at]) == (at, [["explore", {"story": name}] for name in names])


class Lecturer(Tab):
    """Whoever changes the tour of a page Explore."""

    def __init__(self, **address: str) -> None:
        super().__init__(ExploreState.of_address(address))

    def edit(self, **tour: object) -> ExploreState:
        state = self.settle(beside={"tour": tour})
        assert isinstance(state, ExploreState)
        return state


def test_a_lecturer_makes_a_tour_step_by_step():
    hand = Lecturer(data="rings")
    first = entries(step(data="rings"))
    seen = {"tour": entries({"title": ""}), "step": 1, "view": True}
    state = hand.edit(**seen)
    assert state.address() == {"tour": tour_of(first).packed}
    assert hand.visit.afresh, "as its readers will see it"
    second = entries(step(data="rings"), step(width="0.3"), title="T", hidden=["scale"])
    state = hand.edit(tour=second, step=1)
    assert state.tour.hidden == ("scale",)
    assert hand.settle({**state.address(), "step": "2"}).kernel.values == {"width": 0.3}
    swapped = {**second, "steps": second["steps"][::-1]}
    assert hand.edit(tour=swapped, step=1).kernel.values == {"width": 0.3}
    assert hand.settle(state.address()).tour.steps[0].settings == {"data": "rings"}
    hand.settle({**state.address(), "step": "2"})
    assert hand.edit(tour={**second, "steps": []}).address() == {"width": "0.3"}
    hand.settle({"width": "0.3", "j": "3"})
    seen = {"tour": entries({"title": ""}), "step": 1, "view": True}
    assert hand.edit(**seen).tour.steps[0].settings == {"width": "0.3", "j": "3"}
    assert hand.settle(beside={"editing": True}) == hand.visit.state
    assert hand.run.session_state[EDITING]


def test_what_is_no_tour_changes_nothing_and_says_why():
    hand = Lecturer(width="0.3")
    wrong = ({"tour": 5}, {"tour": {"tour": 9}}, {"file": "{"}, {"file": "[]"}, {"step": 1})
    for sent in (*wrong, {"view": 1}):
        assert hand.edit(**sent).address() == {"width": "0.3"}
        assert hand.run.session_state[TROUBLE].startswith("Th")
    assert hand.edit(file=WALK.json).address() == {"tour": WALK.packed}


def test_a_browser_gives_back_a_tour_that_no_link_holds():
    long = long_tour()
    name, sent = long.name, entries_of(long)
    del long
    page = opened(tour=name, step="2", width="0.3")
    assert entrance_of(page)["editor"]["lost"] == name
    hand = Lecturer(width="0.3")
    hand.visit.lost = {"tour": name, "step": "2", "width": "0.3"}
    state = hand.edit(tour=sent, step=1)
    assert (state.tour.name, state.step) == (name, 2)
    assert state.address() == {"tour": name, "step": "2", "width": "0.3"}
