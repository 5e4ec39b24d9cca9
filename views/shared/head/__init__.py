"""The entrance of a page: its words and stories, undo and redo, and links of the settings.

One element, because every element costs a run of the page time. `head.js` draws it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from secrets import token_hex
from typing import Any

import streamlit as st

from kpca_core.drawing.canvas.modules import bundle
from views.shared.head.telling import edited, editor_data, led, offered, story_data
from views.shared.page import packed, plain, theme
from views.shared.widgets import EDITING, Visit, draw_next, visit_of, visits
from views.state.history import MOST, History
from views.state.questions import Questions
from views.state.settings import State
from views.words import entrance as text

KEY = "entrance"
QUESTIONS = Questions(KEY)
# Session entry: a name of the session, by which a browser notices that it talks to another one.
SESSION = "name of the session"
# Session entry: the count of the newest act that was carried out.
DONE = "count of the newest act"
# Acts that are done of one message. A reader presses a few before a run; 30 take at most 0.2 s.
MOST_ACTS = 30
FOLDER = Path(__file__).parent


@cache
def _component() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    component: Callable[..., Any] = st.components.v2.component(
        "explorer.entrance",
        js=bundle("head.js", FOLDER),
        css=FOLDER.joinpath("head.css").read_text(encoding="utf-8"),
    )
    return component


def draw_head(state: State, name: str, what: str, do: str) -> None:
    """Draw the entrance.

    Parameters
    ----------
    state
        what the page shows
    name
        the page's heading
    what, do
        the sentences below, which can be folded away: what the page shows, and what a reader can do
        there. An assignment says that itself
    """
    page = type(state)
    visit = visit_of(page)
    data = {
        "name": name,
        "words": (what,) if state.assigned else (what, do),
        "theme": theme(),
        "stories": offered(state),
        "story": story_data(state),
        "editor": editor_data(state, visit.lost) if not state.assigned else None,
        "past": _past(page, visit),
        "done": st.session_state.get(DONE, 0),
        "undo": visit.history.earlier is not None,
        "redo": visit.history.later is not None,
        "reset": text.RESET_TO_STORY if state.story else text.RESET_TO_FIRST,
        "controls": [(o.key, o.label) for o, _ in state.settings if o.label and not state.assigned],
        "pages": {name: one.address_beside(None) for name, one in visits().items()},
        "note": _assigned(state) if state.assigned else "",
        **text.ENTRANCE,
    }
    if state.left_out:
        data["copied"] = text.copied(state.left_out)
    if state.tour and not state.tour.is_short:
        data["copied"] = text.COPIED_WITHOUT_TOUR
    _component()(key=KEY, data=packed(data), on_act_change=partial(_act, page))
    wrong, instead = visit.misread
    if wrong and state == instead:
        st.warning(plain(text.misread(wrong)))
    if wrong := state.misread_step():
        st.warning(plain(text.misread_step(state.step, wrong)))


def _assigned(state: State) -> str:
    labels = state.controls()
    named = dict.fromkeys((*state.lock, *state.hide))
    return text.assigned(
        [labels[key] for key in state.lock if key in labels and key not in state.hide],
        [key for key in named if key not in labels],
    )


def _act(page: type[State]) -> None:
    """Do what the reader asked for, in order; what was done before may be sent again."""
    acts = QUESTIONS.sent("act").get("acts")
    visit, pending = visit_of(page), False
    state = visit.state
    for act in acts[-MOST_ACTS:] if isinstance(acts, list) else ():
        if state is None or not _is_new(act, page):
            continue
        if pending:
            # As the run between them would have done.
            visit.history.settle(state, alike=State.is_alike)
        else:
            # What is in the hand only the browser's address knows: Streamlit sends its own copy.
            state = state.with_hand_of(_address_of(act))
        st.session_state[DONE] = act["count"]
        changed = _carried_out(act, visit, state)
        if changed is not None:
            visit.take_hand()
        draw_next(changed)
        state, pending = changed or state, True


def _address_of(act: Mapping[str, Any]) -> dict[str, str]:
    """Return the browser's address at an act: texts by key."""
    sent = act.get("address")
    known = sent if isinstance(sent, Mapping) else st.query_params.to_dict()
    return {str(key): text for key, text in known.items() if isinstance(text, str)}


def _is_new(act: Any, page: type[State]) -> bool:
    """Return whether a reader asked this of the page, and it was not done yet."""
    if not isinstance(act, Mapping) or act.get("page") != page.page:
        return False
    count = act.get("count")
    return type(count) is int and count > st.session_state.get(DONE, 0)


def _carried_out(act: Mapping[str, Any], visit: Visit, state: State) -> State | None:
    """Return the state that an act leads to from `state`, None if it changes none."""
    page, action = type(state), act.get("do")
    if action == "recall":
        _recall(act.get("pages"))
        visit.history = recalled(page, act.get("past"), visit.history)
    elif action in ("undo", "redo"):
        found = visit.history.undo() if action == "undo" else visit.history.redo()
        return found and found.with_hand_of(_address_of(act))
    elif action == "reset":
        visit.afresh = True
        return state.reset()
    elif not state.assigned:
        return _told(act, visit, state)
    return None


def _told(act: Mapping[str, Any], visit: Visit, state: State) -> State | None:
    """Return the state that an act of stories or tours leads to, None if it changes none."""
    action = act.get("do")
    if action == "close":
        return state.bare()
    if action == "edit":
        st.session_state[EDITING] = act.get("open") is True
    changed = edited(act, state, visit.lost) if action == "tour" else led(act, state)
    # Whoever comes to a step sees it in the same colours.
    visit.afresh |= changed is not None and changed == changed.reset()
    return changed


def _past(page: type[State], visit: Visit) -> dict[str, Any]:
    """Return where the page stands in the session's history; the browser keeps the addresses."""
    history = visit.history
    return {
        "page": page.page,
        "session": st.session_state.setdefault(SESSION, token_hex(8)),
        "address": {key: text for key, text in visit.address.items() if key not in page.held},
        "position": history.gone + history.position,
        "length": history.gone + len(history.states),
    }


def recalled(page: type[State], sent: Any, history: History[State]) -> History[State]:
    """Return the history that a browser kept, if it leads to the state that the page shows."""
    try:
        states = [page.of_address(dict(address)) for address in sent["addresses"][-MOST:]]
        position = int(sent["position"])
        (present,) = history.states
        fits = position >= 0 and present.is_alike(states[position])
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        return history
    if not fits:
        return history
    states[position] = present
    return History(states, position)


def _recall(pages: Any) -> None:
    """Take from the browser what a session knew of other pages before it ended."""
    for name, address in pages.items() if isinstance(pages, dict) else ():
        texts = address.items() if isinstance(address, dict) else [(None, None)]
        if all(isinstance(key, str) and isinstance(text, str) for key, text in texts):
            visits().setdefault(str(name), Visit(address=address))
