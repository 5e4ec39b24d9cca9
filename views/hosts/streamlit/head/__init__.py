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
from views.entrance import editor_data, notes_of, page_data, shown_of
from views.hosts.streamlit.page import once, packed, theme
from views.hosts.streamlit.widgets import EDITING, TROUBLE, newest, visit_of, visits
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
    session, visit = st.session_state, visit_of(type(state))
    said = partial(page_data, state, name, what, do)
    data = {
        "theme": theme(),
        "editor": editor_data(
            state, visit.lost, session.get(EDITING, False), session.pop(TROUBLE, "")
        ),
        "shown": shown_of(state, visits(), session.setdefault(SESSION, token_hex(8)), newest()),
        **(
            once("entrance", [state, state.tour, name, what, do], said)
            if state.is_closed
            else said()
        ),
    }
    if LIMITS.frame_ancestors == "'self'":
        data["embedding"] = {**data["embedding"], "only": _(text.ONLY_HERE)}
    _component()(key=KEY, data=packed(data))
    for note in notes_of(state, visit):
        st.warning(plain(note))
