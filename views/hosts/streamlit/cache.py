"""Results that pages remember (`views.remembered`) are computed as bounded work, see `work`."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import nullcontext
from threading import Lock
from typing import Any, TypeVar

import streamlit as st

from kpca_core._support.words import _
from views.hosts.streamlit.sessions import session
from views.hosts.streamlit.turns import paused
from views.hosts.streamlit.work import LOOK, WORK, Ticket
from views.remembered import ASKED, WEIGHTS
from views.work import Estimate

R = TypeVar("R")

# Seconds after which a page says that others' work comes first.
PATIENCE = 1.0

# The owner of work that no session asked for.
SERVER = "server"


def ask_and_wait(
    purpose: str,
    key: Hashable,
    compute: Callable[[], R],
    cost: Estimate,
    look: Callable[[], None] = lambda: None,
) -> R:
    """Ask for work as this session, and wait for the answer; see `Work.ask`.

    Meanwhile other pages may draw (see `turns`). The question is withdrawn when the page
    closes or its settings change. `look` is called ten times a second and draws the progress.
    """
    reader = session()
    ticket = WORK.ask(reader or SERVER, purpose, key, compute, cost)
    try:
        with paused():
            return _awaited(ticket, bool(reader), look)
    finally:
        WORK.drop(ticket)


def _awaited(ticket: Ticket[R], is_page: bool, look: Callable[[], None]) -> R:
    waited, note, said = 0.0, None, 0
    while True:
        try:
            return ticket.future.result(LOOK)
        except TimeoutError:
            # It may have come since, or have failed with an error of this kind itself.
            if ticket.future.done():
                return ticket.future.result()
        if not is_page:
            continue
        # Reading the session's state lets Streamlit end this run where another has been asked for,
        # or where the tab was closed.
        _reads = "work" in st.session_state
        look()
        waited += LOOK
        place = WORK.place(ticket)
        if waited > PATIENCE and place and place != said:
            said = place
            text = _("Waiting for the work of others: {place} before yours.").format(place=place)
            note = (note or st).toast(text, duration="long")


def _asked(
    purpose: str, key: Hashable, compute: Callable[[], Any], cost: Estimate, text: str
) -> Any:
    with st.spinner(_(text)) if text and session() else nullcontext():
        return ask_and_wait(purpose, key, compute, cost)


WEIGHTS.lock = Lock()
ASKED.by = _asked
