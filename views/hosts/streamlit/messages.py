"""What a reader sets in the browser reaches a page in one way: as the whole state, never as an act.

A message is the address that a page is to show, which of it was set since the page was drawn, and
beside them what no address holds. What was set goes on top of what the widgets hold. The last
message wins, and the same one again changes nothing: nothing is confirmed, recalled or replayed. A
session begins with the address that it was asked for. `messages.js` is the other side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from views.entrance import apply_message
from views.hosts.streamlit import tools
from views.hosts.streamlit.languages import in_language
from views.hosts.streamlit.private import moved_through_history
from views.hosts.streamlit.widgets import (
    DRAWN,
    EDITING,
    NEWEST,
    TROUBLE,
    WidgetVisit,
    draw_next,
    newest,
    set_now,
    visit_of,
    visits,
)
from views.state.settings import State
from views.visits import Message, Turn, texts_of


def follow_messages(pages: Mapping[str, Any], chosen: Any) -> None:
    """Let a page show what the browser has set, and turn to it where it is another one.

    Parameters
    ----------
    pages
        every `st.Page` by its name in `State.page`
    chosen
        that of this run
    """
    here = next(name for name, page in pages.items() if page == chosen)
    turned, address = take_messages(here) or (here, {})
    if turned != here and turned in pages:
        st.switch_page(pages[turned], query_params=in_language(address))


def take_messages(page: str) -> Turn | None:
    """Let a page show what the browser has settled; returns the page to turn to instead.

    Parameters
    ----------
    page
        that this run draws, by its name in `State.page`
    """
    sent = st.session_state.get(tools.KEY)
    sent = sent if isinstance(sent, Mapping) else {}
    pages = sent.get("pages")
    for name, address in pages.items() if isinstance(pages, Mapping) else ():
        if (texts := texts_of(address)) is not None:
            visits().setdefault(str(name), WidgetVisit(address=texts))
    message = Message.of(sent.get("settled"))
    if message is None or message.n == newest():
        return None
    st.session_state[NEWEST] = message.n
    if message.page != page and message.beside.get("turn"):
        return _turned(message.page, message.address)
    visit = visits().get(message.page)
    if visit is None or visit.state is None:
        return None
    return _settle(message, visit, visit.state, page)


def _turned(page: str, address: Mapping[str, str]) -> Turn:
    visits().setdefault(page, WidgetVisit()).afresh = True
    return page, address


def _settle(message: Message, visit: WidgetVisit, before: State, page: str) -> Turn | None:
    """Let a page show a message now, or when the reader comes back to it."""
    here = message.page == page == st.session_state.get(DRAWN)
    if (
        here
        and moved_through_history()
        and not before.is_alike(before.of_address(st.query_params.to_dict()))
    ):
        return None
    shown = set_now(visit, before) if here else before
    state = message.onto(shown)
    if "editing" in message.beside:
        st.session_state[EDITING] = message.beside["editing"] is True
    found, trouble = apply_message(message, visit, state)
    if trouble:
        st.session_state[TROUBLE] = trouble
    if isinstance(found, tuple):
        return _turned(*found)
    if here:
        draw_next(found)
    else:
        visit.state, visit.address = found, found.address()
    return None


def beside_of(page: type[State]) -> Mapping[str, Any]:
    """Return what came with the newest message besides an address, once."""
    visit = visit_of(page)
    beside, visit.beside = visit.beside, {}
    return beside
