"""The entrance of a page: its words and stories, undo and redo, and links of the settings.

One element, because every element costs a run of the page time. `head.js` draws it; what a reader
does there it settles, see `messages.js`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from secrets import token_hex
from typing import Any

import streamlit as st

from kpca_core._support.words import _
from kpca_core.drawing.canvas.modules import bundle
from views.hosts.streamlit.head.telling import editor_data, offered, story_data
from views.hosts.streamlit.page import once, packed, theme
from views.hosts.streamlit.widgets import Visit, newest, visit_of, visits
from views.limits import LIMITS
from views.pages.saying import plain
from views.state.settings import State
from views.words import entrance as text

KEY = "entrance"
# Session entry: a name of the session, by which a browser notices that it talks to another one.
SESSION = "name of the session"
ELEMENTS = Path(__file__).parents[1]


@cache
def _component() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    component: Callable[..., Any] = st.components.v2.component(
        "explorer.entrance",
        js=bundle("head/head.js", ELEMENTS / "built"),
        css=ELEMENTS.joinpath("head/head.css").read_text(encoding="utf-8"),
    )
    return component


def draw_head(state: State, name: str, what: str, do: str) -> None:
    """Draw the entrance.

    Parameters
    ----------
    state
        what the page shows
    name
        the page's heading, in English
    what, do
        the sentences below, which can be folded away, in English: what the page shows, and what a
        reader can do there. An assignment says that itself
    """
    visit, said = visit_of(type(state)), partial(_said, state, name, what, do)
    data = {
        "theme": theme(),
        "editor": editor_data(state, visit.lost) if not state.assigned else None,
        "shown": _shown(state, visit),
        **(
            once("entrance", [state, state.tour, name, what, do], said)
            if state.is_closed
            else said()
        ),
    }
    _component()(key=KEY, data=packed(data))
    wrong, instead = visit.misread
    if wrong and state == instead:
        st.warning(plain(text.misread(wrong)))
    if wrong := state.misread_step():
        st.warning(plain(text.misread_step(state.step, wrong)))


def _said(state: State, name: str, what: str, do: str) -> dict[str, Any]:
    """Return what follows from the state alone."""
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
    if LIMITS.frame_ancestors == "'self'":
        data["embedding"]["only"] = _(text.ONLY_HERE)
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


def _shown(state: State, visit: Visit) -> dict[str, Any]:
    """Return what `messages.js` hears of a page that was drawn."""
    return {
        "page": state.page,
        "session": st.session_state.setdefault(SESSION, token_hex(8)),
        "address": dict(state.whole()),
        "held": state.held,
        "n": newest(),
        "pages": {name: dict(one.address_beside(None)) for name, one in visits().items()},
    }
