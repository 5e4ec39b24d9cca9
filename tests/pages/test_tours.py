"""Tours: what a link or a file may hold, and what the pages make of it."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from support.frames import shown

from views.explore.state import ExploreState
from views.head.telling import TROUBLE
from views.stories import STORIES
from views.stories.tours import (
    CONTEXT,
    LONGEST_FILE,
    LONGEST_TEXT,
    MOST_IN_FILE,
    MOST_IN_LINK,
    MOST_STEPS,
    PAGES,
    entries_of,
    tour_of,
    tour_of_file,
    unpacked,
)
from views.sweep.state import SweepState
from views.table.state import TableState
from views.text.entrance import CHANGED
from views.widgets import NEXT, TURN, Visit
from views.widgets import PAGES as VISITED

ROOT = Path(__file__).resolve().parents[2]
EVIL = "<script>alert(1)</script> [x](javascript:alert(1)) $x^2$ ![i](http://x.y/z.png) {0} \\"


def step(page="explore", title="", text="", **settings):
    return {"page": page, "title": title, "text": text, "settings": settings}


def entries(*steps, title="", hidden=()):
    return {"tour": 1, "title": title, "hidden": [*hidden], "steps": [*steps]}


def made(*steps, **more):
    return tour_of(entries(*steps, **more))


WALK = made(
    step(title="Rings", text=EVIL, data="rings", kernel="polynomial", grid="25"),
    step(title="Wide", data="rings", width="2.0", grid="25"),
    step("sweep", title="A sweep"),
    title="A walk",
    hidden=("scale", "digits"),
)

texts = st.text(max_size=200)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
some_step = st.fixed_dictionaries(
    {
        "page": st.sampled_from([*PAGES]),
        "title": texts,
        "text": st.text(max_size=1200),
        "settings": st.dictionaries(st.sampled_from(["data", "width", "grid", *CONTEXT]), texts),
    }
)
some_entries = st.fixed_dictionaries(
    {
        "tour": st.just(1),
        "title": texts,
        "hidden": st.lists(st.sampled_from([*PAGES, "nowhere"])),
        "steps": st.lists(some_step, min_size=1, max_size=5),
    }
)


def too_long():
    """A tour of texts that cannot be made much shorter."""
    return made(*[step(text="".join(map(chr, range(k, k + 900)))) for k in range(200, 9000, 900)])


# Packing and reading


@given(some_entries)
@settings(deadline=None, max_examples=60)
def test_a_tour_survives_link_and_file(sent):
    tour = tour_of(sent)
    assert tour_of(entries_of(tour)) == tour
    for indent in (None, 2):
        assert tour_of_file(json.dumps(entries_of(tour), indent=indent)) == tour
    if tour.is_short:
        assert len(tour.address) == len(tour.packed) <= MOST_IN_LINK
        assert unpacked(tour.packed) == tour
        assert tour.packed.replace("-", "").replace("_", "").isalnum()
        assert tour.packed.isascii()
    else:
        with pytest.raises(ValueError, match="more than 6000 characters"):
            unpacked(tour.packed)
    assert len(tour.steps) == len(sent["steps"])
    for one in tour.steps:
        assert not set(one.settings) & set(CONTEXT)
        assert all(text.isprintable() for text in one.settings.values())
        assert len(one.text) <= LONGEST_TEXT
        assert one.title.encode() is not None


@given(json_values | st.fixed_dictionaries({"tour": st.just(1), "steps": st.lists(json_values)}))
@settings(deadline=None, max_examples=60)
def test_what_describes_no_tour_is_refused_and_never_an_error(sent):
    with suppress(ValueError):
        tour = tour_of(sent)
        assert tour_of(entries_of(tour)) == tour


@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda b: urlsafe_b64encode(b).decode()))
@settings(deadline=None, max_examples=60)
def test_hostile_text_in_a_link_is_refused(text):
    with pytest.raises(ValueError, match="cut off or damaged"):
        unpacked(text)
    state = ExploreState.of_address({"tour": text, "width": "0.2"})
    assert state.address() == {"width": "0.2"}
    said = ExploreState.misread({"tour": text, "width": "0.2"})
    assert len(said) == (1 if text else 0)


@given(st.integers(0, len(WALK.packed) - 1), st.characters(codec="ascii"))
@settings(deadline=None, max_examples=60)
def test_a_link_with_one_wrong_character_is_refused_or_the_same(place, character):
    damaged = WALK.packed[:place] + character + WALK.packed[place + 1 :]
    for text in (damaged, WALK.packed[:place]):
        with suppress(ValueError):
            assert unpacked(text) == WALK


def packed(data: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()


@pytest.mark.parametrize(
    "data",
    [b" " * 4_000_000, b"[" * 100_000, b"1" * 5000, b"\xff\xfe", b"null", b'{"tour":1}', b""],
    ids=["a bomb", "nested", "a long number", "no text", "null", "no steps", "nothing"],
)
def test_what_unpacks_to_something_else_is_refused(data):
    text = packed(data)
    assert len(text) <= MOST_IN_LINK
    with pytest.raises(ValueError, match="cut off or damaged"):
        unpacked(text)
    with pytest.raises(ValueError, match="more than 6000"):
        unpacked(WALK.packed + "A" * MOST_IN_LINK)
    with pytest.raises(ValueError, match="cut off or damaged"):
        unpacked(packed(WALK.json.encode()) + "AAAA")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"tour": 2, "steps": []}, "form 2; this version reads form 1"),
        ({"tour": 1, "steps": []}, f"1 to {MOST_STEPS} steps"),
        (entries(*[step()] * (MOST_STEPS + 1)), f"1 to {MOST_STEPS} steps"),
        (entries(step(), 7), "Step 2 of the tour is no step"),
        (entries({"page": ["explore"]}), "on no page of these: ['explore']"),
        (entries(step("admin")), "on no page of these: 'admin'"),
        (entries(*[step(text="☃" * 1000, points="x" * 4000)] * 20), f"at most {MOST_IN_FILE}"),
    ],
)
def test_a_refusal_says_why(sent, said):
    with pytest.raises(ValueError, match="tour") as error:
        tour_of(sent)
    assert said in str(error.value)


def test_a_file_that_is_too_long_is_not_read():
    with pytest.raises(ValueError, match=str(LONGEST_FILE)):
        tour_of_file(" " * (LONGEST_FILE + 1))


def test_texts_lose_what_cannot_be_shown_and_nothing_else():
    tour = made(step(title="a\nb\x00\x1b\ud800c", text=f"one\ntwo\r\t{EVIL}"), title=" T ")
    assert (tour.title, tour.steps[0].title) == ("T", "abc")
    assert tour.steps[0].text == f"one\ntwo{EVIL}"


def test_equal_tours_have_equal_names_and_others_have_others():
    again = tour_of(json.loads(WALK.json))
    assert again == WALK
    assert again.name == WALK.name
    assert made(*entries_of(WALK)["steps"]).name != WALK.name
    assert not set(STORIES) & {WALK.name}


# States


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
def test_a_token_names_the_tour_and_is_as_short_as_without(page):
    state = page.of_address({"tour": WALK.packed, "step": "2"})
    assert len(state.token) < len(state.bare().token) + 50
    known = page.of_token(state.token)
    assert known == state
    assert known.tour is None
    assert "tour" not in known.address()
    with pytest.raises(ValueError, match="names no state"):
        page.of_token(state.token.replace("step=2", "step=002"))


@pytest.mark.parametrize("number", ["0", "4", "-1", "1.5", "²", "x", "100", ""])
def test_a_step_that_there_is_not_is_quoted_and_the_first_is_shown(number):
    address = {"tour": WALK.packed, "step": number}
    state = ExploreState.of_address(address)
    assert state.step == 1
    assert state.address() == {"tour": WALK.packed}
    assert ExploreState.misread(address) == [f"step={number}"]


def test_what_a_step_misstates_is_quoted_and_falls_back():
    tour = made(step(width="0.10", kernel="nope", data="rings", strange="1", lock="width"))
    state = ExploreState.of_address({"tour": tour.packed})
    assert state.misread_step() == ["kernel=nope"]
    assert state.address() == {"tour": tour.packed}
    assert state.kernel.values == {"width": 0.1}
    assert not state.assigned


def test_a_tour_too_long_for_a_link_is_known_while_a_session_holds_it():
    long = made(
        *[step(text="".join(map(chr, range(33 + k, 900 + k)))) for k in range(0, 9000, 900)]
    )
    assert not long.is_short
    assert long.address == long.name
    state = ExploreState.of_address({"tour": long.address, "step": "2"})
    assert state.address() == {"tour": long.name, "step": "2"}
    name = long.name
    del long, state
    assert "open its file" in ExploreState.misread({"tour": name})[0]


def test_own_tables_and_many_points_are_no_steps():
    assert ExploreState.of_address({}).is_portable
    assert not TableState.of_address({}).is_portable
    assert TableState.of_address({"data": "iris"}).is_portable


# Pages


def opened(**query: str) -> AppTest:
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in query.items():
        page.query_params[key] = value
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
    assert (said["story"]["title"], said["story"]["place"], said["story"]["at"]) == (
        "Wide",
        "2/3",
        2,
    )
    assert (said["story"]["back"], said["story"]["next"], said["story"]["changed"]) == (
        True,
        True,
        "",
    )
    assert said["stories"] == []
    assert "Scale" not in links_of(page)
    assert "Digits" not in links_of(page)
    assert "Sweep" in links_of(page)
    assert not page.warning
    page.number_input(key="width").set_value(0.5).run()
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


def test_an_assignment_shows_no_tour():
    said = entrance_of(opened(tour=WALK.packed, lock="width"))
    assert (said["story"], said["editor"], said["stories"]) == (None, None, [])


def acting() -> AppTest:
    def act() -> None:
        from views.explore.state import ExploreState
        from views.head import _act

        _act(ExploreState)

    return AppTest.from_function(act)


class Hand:
    """A page Explore whose entrance sends acts."""

    def __init__(self, **address: str) -> None:
        self.run, self.count = acting(), 0
        state = ExploreState.of_address(address)
        visit = Visit(state=state)
        visit.history.settle(state)
        self.run.session_state[VISITED] = {"explore": visit}

    def __call__(self, *acts: dict) -> ExploreState | None:
        asked = [
            {**one, "page": "explore", "count": self.count + k} for k, one in enumerate(acts, 1)
        ]
        self.count += len(acts)
        self.run.session_state["entrance"] = {"act": {"acts": asked}}
        if NEXT in self.run.session_state:
            del self.run.session_state[NEXT]
        self.run.run()
        assert not self.run.exception
        state = self.known(NEXT)
        if state is not None:
            self.visit.state = state
            self.visit.history.settle(state)
        return state

    @property
    def visit(self) -> Visit:
        return self.run.session_state[VISITED]["explore"]

    @property
    def turn(self):
        return self.known(TURN)

    def known(self, name: str):
        session = self.run.session_state
        return session[name] if name in session else None  # noqa: SIM401


FORTH, BACK = {"do": "next"}, {"do": "back"}


def test_steps_lead_on_and_the_last_one_stays():
    hand = Hand(story="why-kernels")
    count = len(STORIES["why-kernels"].steps)
    assert count == 5
    for k in range(2, count + 1):
        assert hand(FORTH).address() == {"story": "why-kernels", "step": str(k)}
    assert hand(FORTH) is None
    assert hand(BACK).step == count - 1
    assert hand({"do": "step", "step": 2}).step == 2
    assert hand({"do": "step", "step": 99}).step == count
    assert hand({"do": "close"}).story == ""
    assert hand(FORTH) is None
    assert hand({"do": "story", "story": "why-kernels"}).step == 1
    assert hand(BACK) is None


def test_the_row_of_single_stories_goes_past_the_tour():
    names = [name for name, one in ExploreState.stories().items() if len(one.steps) == 1]
    assert next(iter(ExploreState.stories())) == "why-kernels"
    hand = Hand(story=names[0])
    assert hand(BACK) is None
    assert hand(FORTH).story == names[1]
    assert Hand(story=names[-1])(FORTH) is None


def test_a_step_on_another_page_turns_to_it():
    hand = Hand(tour=WALK.packed, step="2")
    assert hand(FORTH) is None
    assert hand.turn == ("sweep", {"tour": WALK.packed, "step": "3"})
    assert hand.run.session_state[VISITED]["sweep"].afresh
    assert hand(BACK).step == 2, "pressed before the page was turned"
    assert hand.turn is None
    state = Hand(tour=WALK.packed)(FORTH, FORTH, BACK)
    assert state.address() == {"tour": WALK.packed, "step": "2"}


def test_a_lecturer_makes_a_tour_step_by_step():
    hand = Hand(data="rings")
    first = entries(step(data="rings"))
    seen = {"do": "tour", "tour": entries({"title": ""}), "step": 1, "view": True}
    state = hand(seen)
    assert state.address() == {"tour": tour_of(first).packed}
    assert hand.visit.afresh, "as its readers will see it"
    second = entries(step(data="rings"), step(width="0.3"), title="T", hidden=["scale"])
    state = hand({"do": "tour", "tour": second, "step": 1})
    assert state.tour.hidden == ("scale",)
    assert hand(FORTH).kernel.values == {"width": 0.3}
    swapped = {**second, "steps": second["steps"][::-1]}
    state = hand({"do": "tour", "tour": swapped, "step": 1})
    assert state.kernel.values == {"width": 0.3}
    assert hand({"do": "undo"}).tour.steps[0].settings == {"data": "rings"}
    assert hand({"do": "redo"}).tour == tour_of(swapped)
    assert hand({"do": "tour", "tour": {**second, "steps": []}}).address() == {"width": "0.3"}
    hand.run.query_params["j"] = "3"
    assert hand(seen).tour.steps[0].settings == {"width": "0.3", "j": "3"}


def test_what_is_no_tour_changes_nothing_and_says_why():
    hand = Hand(width="0.3")
    for sent in (
        {"tour": 5},
        {"tour": {"tour": 9}},
        {"file": "{"},
        {"file": "[]"},
        {},
        {"view": 1},
    ):
        assert hand({"do": "tour", **sent}) is None
        assert hand.run.session_state[TROUBLE].startswith("Th")
    state = hand({"do": "tour", "file": WALK.json})
    assert state.address() == {"tour": WALK.packed}


def test_a_browser_gives_back_a_tour_that_no_link_holds():
    long = made(
        *[step(text="".join(map(chr, range(33 + k, 900 + k)))) for k in range(0, 9000, 900)]
    )
    name, sent = long.name, entries_of(long)
    del long
    page = opened(tour=name, step="2", width="0.3")
    assert entrance_of(page)["editor"]["lost"] == name
    hand = Hand(width="0.3")
    hand.visit.lost = {"tour": name, "step": "2", "width": "0.3"}
    state = hand({"do": "tour", "tour": sent, "step": 1})
    assert (state.tour.name, state.step) == (name, 2)
    assert state.address() == {"tour": name, "step": "2", "width": "0.3"}
