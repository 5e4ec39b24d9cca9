"""The entrance of a page as data: its words, stories and tours, and links of the settings.

``head.js`` draws it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from html import escape
from typing import Any, TypeVar

from kpca_core._support.words import _, worded
from kpca_core.drawing.canvas.words import readable
from views.named import PAGES, PRODUCT
from views.pages.page import page_of
from views.state.fields import Choice, Switch
from views.state.settings import Settings, State
from views.stories import TASKS, Story
from views.stories.goals import COMPARISONS, MOST, measures_of, told
from views.stories.tours import (
    MOST_IN_LINK,
    Tour,
    entries_of,
    tour_of,
    tour_of_file,
)
from views.visits import Message, Turn, Visit
from views.words import entrance as text

S = TypeVar("S", bound=State)
# A place in a story: the story, and the step from 1.
Place = tuple[Story, int]


def page_data(state: State, name: str, what: str, do: str) -> dict[str, Any]:
    """Return what follows from the state alone.

    Parameters
    ----------
    name, what, do
        as of `views.pages.page.Page.heading`
    """
    data = {
        "name": _(name),
        "words": [_(one) for one in ((what,) if state.assigned else (what, do))],
        "stories": offered(state),
        "story": story_data(state),
        "reset": dict(state.reset().whole()),
        "resetTitle": _(text.RESET_TO_STORY if state.story else text.RESET_TO_FIRST),
        "controls": [
            (one.key, _(one.label))
            for one, value in state.settings
            if one.label and not state.assigned
        ],
        "note": _assigned(state) if state.assigned else "",
        **text.entrance(),
    }
    if state.left_out:
        data["copied"] = text.copied(_(state.left_out))
    if state.tour and not state.tour.is_short:
        data["copied"] = _(text.COPIED_WITHOUT_TOUR)
    return data


def _assigned(state: State) -> str:
    labels = state.controls()
    named = dict.fromkeys((*state.lock, *state.hide))
    return text.assigned(
        [_(labels[key]) for key in state.lock if key in labels and key not in state.hide],
        [key for key in named if key not in labels],
    )


def notes_of(state: State, visit: Visit) -> Iterator[str]:
    """Yield what the address states that the page does not have."""
    wrong, instead = visit.misread
    if wrong and state == instead:
        yield text.misread(wrong)
    if wrong := state.misread_step():
        yield text.misread_step(state.step, wrong)


def shown_of(
    state: State, visits: Mapping[str, Visit], session: str, newest: int
) -> dict[str, Any]:
    """Return what ``messages.js`` hears of a page that was drawn.

    Parameters
    ----------
    session
        a name by which a browser notices that it talks to another session
    newest
        the number of the newest message that the session has had
    """
    return {
        "page": state.page,
        "session": session,
        "address": dict(state.whole()),
        "held": state.held,
        "n": newest,
        "pages": {name: dict(one.address_beside(None)) for name, one in visits.items()},
    }


def story_data(state: State) -> dict[str, Any] | None:
    """Return what is said of the step on screen, None if no story is open."""
    story, step = state.told, state.step
    if story is None or (state.assigned and not state.goals):
        return None
    places, shown = _way(state, story), story.steps[step - 1]
    if state.assigned:  # the link is to this step
        places = [(story, step)]
    at = places.index((story, step))
    away = shown.page != state.page
    own = replace(state, measured=())
    changed = text.away(_(PAGES[shown.page].title)) if away else _(text.CHANGED)
    task = {"goals": goals_data(state)} if shown.goals else {}
    return {
        **task,
        "name": story.name,
        "title": _word(story, shown.title) or text.step(step),
        "text": _word(story, shown.text).replace(" %", "\N{NO-BREAK SPACE}%"),
        "tour": _word(story, story.title) if _is_walk(story) and not state.assigned else None,
        "place": "" if state.assigned else f"{at + 1}/{len(places)}",
        "at": at,
        "steps": [_word(story, one.title) or text.step(k) for k, one in enumerate(story.steps, 1)],
        "way": [
            (one.steps[k - 1].page, _stepped(k) if _is_walk(one) else _named(one))
            for one, k in places
        ],
        "named": _named(story) if _is_walk(story) else {},
        "close": {} if state.assigned else dict(state.bare().whole()),
        "changed": changed if away or own != own.reset() else "",
        "away": away,
    }


def goals_data(state: State) -> dict[str, Any]:
    """Return what is said of the goals of the step on screen, measured where that takes no time.

    Where it does, the frame of the page's drawing has it.
    """
    page, found = page_of(state.page), None
    with suppress(ValueError, ArithmeticError, MemoryError):
        if state.goals and page.remaining(state).kind == "light":
            found = page.solve(state)
    data = told(state.goals, found, state.measured)
    return {"told": data, **text.goals(len(data))}


def offered(state: State) -> list[dict[str, Any]]:
    """Return the stories that the page offers, last the list of all tasks under its name.

    Within a tour or an assignment there are none.
    """
    if state.assigned or state.tour:
        return []
    tasks = {"group": _(text.TASKS), "stories": [_offered(one) for one in TASKS.values()]}
    return [*map(_offered, state.stories().values()), tasks]


def _offered(one: Story) -> dict[str, str]:
    return {
        "name": one.name,
        "title": _(one.title),
        "steps": text.steps(len(one.steps)),
        "page": one.page,
    }


def editor_data(
    state: State, lost: Mapping[str, str], is_open: bool, trouble: str
) -> dict[str, Any] | None:
    """Return what the editor of a tour needs; None where settings are assigned and it has none.

    Parameters
    ----------
    lost
        the address that named a tour which only a browser can know, {} for none
    is_open
        whether the reader is editing
    trouble
        why the tour that was sent last is none, or ""
    """
    if state.assigned:
        return None
    tour = state.tour
    story = state.told
    drafted = story if story and _is_walk(story) else None
    needed = is_open or (tour and not tour.is_short)
    shown = state.shown_step
    return {
        **({"goals": measures_data(shown.page)} if is_open and drafted and shown else {}),
        "open": is_open,
        "draft": entries_of(drafted) if drafted and needed else None,
        "name": tour.name if tour else "",
        "step": state.step,
        "portable": state.is_portable,
        "size": text.size(len(tour.packed), MOST_IN_LINK) if tour and needed else "",
        "short": tour is None or tour.is_short,
        "link": {"tour": tour.address} if tour and is_open else None,
        "pages": {name: _(one.title) for name, one in PAGES.items()},
        "trouble": trouble,
        "lost": lost.get("tour", ""),
    }


def measures_data(page: str) -> dict[str, Any]:
    """Return what goals of a step on a page can be made of."""
    measures = {
        name: {
            "label": one.said({field.name: "…" for field in one.arguments}),
            "arguments": [(f.name, _(f.label), f.default, f.low, f.high) for f in one.arguments],
        }
        for name, one in measures_of(page).items()
    }
    comparisons = {
        name: _(said).format(value="").strip() for name, (said, _holds) in COMPARISONS.items()
    }
    return {"measures": measures, "comparisons": comparisons, "most": MOST, **text.goal_editor()}


def edited(sent: object, state: S, lost: Mapping[str, str]) -> S | tuple[str, dict[str, str]]:
    """Return the state with the tour that a browser sent; ValueError if it sent none.

    Where that begins on another page it is the page's name and its address.

    Parameters
    ----------
    sent
        with "tour", what its JSON describes, or "file", its text; with "step"; and with "view"
        where the page's view is to become that step. A tour without steps is none, one from a file
        begins
    lost
        see `editor_data`
    """
    known = sent if isinstance(sent, Mapping) else {}
    tour = known.get("tour")
    if isinstance(tour, Mapping) and tour.get("steps") == []:
        return state.bare()
    if known.get("view"):
        _put_view(tour, known.get("step"), state)
    made = tour_of_file(str(known["file"])) if "file" in known else tour_of(tour)
    if lost and lost.get("tour") == made.name:
        # Only now is `lost` an address that can be read.
        return type(state).of_address({**lost, "tour": made.address})
    if "file" in known and made.steps[0].page != state.page:
        return made.steps[0].page, _named(made)
    if "file" in known:
        return type(state).of_address(_named(made))
    return state.at_step(made, _step(known, made))


def apply_message(message: Message, visit: Visit, state: S) -> tuple[S | Turn, str]:
    """Return what a message makes of its page's state, or where it turns, and what is wrong in it.

    The visit keeps what the message has besides an address.
    """
    trouble = ""
    if (sent := message.beside.get("tour")) is not None and not state.assigned:
        try:
            found = edited(sent, state, visit.lost)
        except ValueError as error:
            trouble, found = worded(error), state
        if isinstance(found, tuple):
            return found, trouble
        state = found
    visit.beside = message.beside
    if message.is_whole:
        visit.afresh |= state == state.reset()
    return state, trouble


def _put_view(sent: Any, step: Any, state: State) -> None:
    """Store the page's view in a step of a tour's JSON; ValueError if there is no such step."""
    try:
        sent["steps"][step - 1] |= {"page": state.page, "settings": state.bare().address()}
    except (TypeError, LookupError, AttributeError):
        raise ValueError(_("The tour has no step {step}.").format(step=f"{step!r:.20}")) from None


def _word(story: Story, own: str) -> str:
    """Return what a story says; a tour is said in its own words."""
    return own if isinstance(story, Tour) else _(own)


def _is_walk(story: Story) -> bool:
    """Whether Page Down leads to the story's next step; else it leads to the next story."""
    return len(story.steps) > 1 or isinstance(story, Tour)


def _way(state: State, story: Story) -> Sequence[Place]:
    """Return the places that Page Down leads through.

    They are the steps of a story that has several, and else all stories of the page with one; of a
    task all tasks.
    """
    if _is_walk(story):
        return [(story, step) for step in range(1, len(story.steps) + 1)]
    others = TASKS if story.is_task else state.stories()
    return [(one, 1) for one in others.values() if len(one.steps) == 1]


def _named(story: Story) -> dict[str, str]:
    """Return what an address says of the story: texts by key."""
    return {"tour": story.address} if isinstance(story, Tour) else {"story": story.name}


def _stepped(step: int) -> dict[str, str]:
    return {"step": str(step)} if step > 1 else {}


def _step(sent: Mapping[str, Any], story: Story) -> int:
    """Return the step that a browser sent, the last one at most, or 1."""
    step = sent.get("step")
    return min(max(step, 1), len(story.steps)) if type(step) is int else 1


def on_paper(state: Settings) -> str:
    """Return the settings as HTML for the printed page."""
    said = [_in_words(*one) for one in state.settings if one[0].label and one[1] is not None]
    name, settings = _(PRODUCT), "; ".join(said)
    return f'<p class="on-paper">{escape(f"{name}. {settings}.")}</p>'


def _in_words(field: Any, value: Any) -> str:
    if isinstance(field, Choice):
        value = _(field.options[value])
    elif isinstance(field, Switch):
        value = _("yes") if value else _("no")
    elif isinstance(value, tuple):
        value = ", ".join(map(str, value))
    elif isinstance(value, float):
        value = readable(f"{value:g}")
    return f"{_(field.label)}: {value}"
