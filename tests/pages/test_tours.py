"""Tours: what a link or a file may hold."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.tours import EVIL, WALK, entries, made, packed, step

from views.pages.explore.state import ExploreState
from views.stories import STORIES
from views.stories.tours import (
    CONTEXT,
    LONGEST_TEXT,
    MOST_IN_FILE,
    MOST_IN_LINK,
    PAGES,
    entries_of,
    tour_of,
    tour_of_file,
    unpacked,
)

ROOT = Path(__file__).resolve().parents[2]
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
        ({"tour": 1, "steps": []}, "one or more steps"),
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
    with pytest.raises(ValueError, match=str(4 * MOST_IN_FILE)):
        tour_of_file(" " * (4 * MOST_IN_FILE + 1))


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
