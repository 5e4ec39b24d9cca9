"""What the entrance says of stories and tours, and where their steps lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from views.shared.widgets import EDITING, turn_to, turned_to
from views.state.settings import State
from views.stories import Story
from views.stories.tours import (
    MOST_IN_LINK,
    PAGES,
    Tour,
    entries_of,
    tour_of,
    tour_of_file,
)
from views.words import entrance as text

# Session entry: why the tour that was sent last is none.
TROUBLE = "trouble of the tour"
# A place in a story: the story, and the step from 1.
Place = tuple[Story, int]


def story_data(state: State) -> dict[str, Any] | None:
    """Return what is said of the step on screen, None if no story is open."""
    here = _place_of(state)
    if here is None or state.assigned:
        return None
    story, step = here
    places, shown = _way(state, story), story.steps[step - 1]
    at = places.index(here)
    away = shown.page != state.page
    changed = text.away(PAGES[shown.page]) if away else text.CHANGED
    return {
        "name": story.name,
        "title": shown.title or text.step(step),
        "text": shown.text.replace(" %", "\N{NO-BREAK SPACE}%"),
        "tour": story.title if _is_walk(story) else None,
        "place": f"{at + 1}/{len(places)}",
        "at": step,
        "steps": [one.title or text.step(k) for k, one in enumerate(story.steps, 1)],
        "back": at > 0,
        "next": at + 1 < len(places),
        "changed": changed if away or state != state.reset() else "",
        "away": away,
    }


def offered(state: State) -> list[dict[str, str]]:
    """Return the stories that the page offers: none within a tour, or an assignment."""
    if state.assigned or state.tour:
        return []
    return [
        {"name": name, "title": one.title, "steps": text.steps(len(one.steps))}
        for name, one in state.stories().items()
    ]


def editor_data(state: State, lost: Mapping[str, str]) -> dict[str, Any]:
    """Return what the editor of a tour needs.

    Parameters
    ----------
    lost
        the address that named a tour which only a browser can know, {} for none
    """
    open_, tour = st.session_state.get(EDITING, False), state.tour
    story = state.told
    drafted = story if story and _is_walk(story) else None
    needed = open_ or (tour and not tour.is_short)
    return {
        "open": open_,
        "draft": entries_of(drafted) if drafted and needed else None,
        "name": tour.name if tour else "",
        "step": state.step,
        "portable": state.is_portable,
        "size": text.size(len(tour.packed), MOST_IN_LINK) if tour and needed else "",
        "short": tour is None or tour.is_short,
        "link": {"tour": tour.address} if tour and open_ else None,
        "pages": PAGES,
        "trouble": st.session_state.pop(TROUBLE, ""),
        "lost": lost.get("tour", ""),
    }


def edited(act: Mapping[str, Any], state: State, lost: Mapping[str, str]) -> State | None:
    """Return the state with the tour that a browser sent, None where that leads to another page.

    Parameters
    ----------
    act
        with "tour", what its JSON describes, or "file", its text; with "step"; and with "view"
        where the page's view is to become that step. A tour without steps is none, one from a file
        begins
    lost
        see `editor_data`
    """
    sent = act.get("tour")
    if isinstance(sent, Mapping) and sent.get("steps") == []:
        return state.bare()
    try:
        if act.get("view"):
            _put_view(sent, act.get("step"), state)
        tour = tour_of_file(str(act["file"])) if "file" in act else tour_of(sent)
    except ValueError as error:
        st.session_state[TROUBLE] = str(error)
        return None
    if lost and lost.get("tour") == tour.name:
        # Only now is `lost` an address that can be read.
        return type(state).of_address({**lost, "tour": tour.address})
    if "file" in act:
        return _to(state, (tour, 1))
    return state.at_step(tour, _step(act, tour))


def _put_view(sent: Any, step: Any, state: State) -> None:
    """Put the page's view into a step of what describes a tour; ValueError where it has none."""
    try:
        sent["steps"][step - 1] |= {"page": state.page, "settings": state.bare().address()}
    except (TypeError, LookupError, AttributeError):
        raise ValueError(f"The tour has no step {step!r:.20}.") from None


def led(act: Mapping[str, Any], state: State) -> State | None:
    """Return the state that a step leads to, None where it is on another page, or there is none."""
    action, here = act.get("do"), _place_of(state)
    if action == "story":
        story = state.stories().get(str(act.get("story")))
        return _to(state, (story, 1)) if story else None
    if here is None:
        return None
    if action == "step":
        return _to(state, (here[0], _step(act, here[0])))
    places = _way(state, here[0])
    at = places.index(here) + {"back": -1, "next": 1}.get(str(action), 0)
    return _to(state, places[at]) if 0 <= at < len(places) and places[at] != here else None


def _place_of(state: State) -> Place | None:
    """Return where the reader stands, or is on the way to."""
    story, turned = state.told, turned_to()
    return (story, int(turned.get("step", "1")) if turned else state.step) if story else None


def _is_walk(story: Story) -> bool:
    """Whether Page Down goes through its steps, not on to the next story of the row."""
    return len(story.steps) > 1 or isinstance(story, Tour)


def _way(state: State, story: Story) -> Sequence[Place]:
    """Return the places that Page Down leads through.

    They are the steps of a story that has several, and else all stories of the page with one.
    """
    if _is_walk(story):
        return [(story, step) for step in range(1, len(story.steps) + 1)]
    return [(one, 1) for one in state.stories().values() if len(one.steps) == 1]


def _to(state: State, place: Place) -> State | None:
    """Return the state of a place, and None where the page has to be turned for it."""
    story, step = place
    named = {"tour": story.address} if isinstance(story, Tour) else {"story": story.name}
    address = {**named, "step": str(step)} if step > 1 else named
    page = story.steps[step - 1].page
    turn_to(page, address if page != state.page else None)
    return type(state).of_address(address) if page == state.page else None


def _step(act: Mapping[str, Any], story: Story) -> int:
    """Return the step that an act names, the last one at most, or 1."""
    step = act.get("step")
    return min(max(step, 1), len(story.steps)) if type(step) is int else 1
