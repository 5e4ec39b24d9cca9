"""Runs of pages take turns, as many at once as there are workers (`views.hosts.streamlit.work`).

Streamlit runs a thread for each session; more threads than cores delay each other and all other
answers. A session that asks again before its turn has its older question replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, local

import streamlit as st

from kpca_core._support.words import speak
from views.hosts.streamlit.languages import language_of_visit
from views.hosts.streamlit.sessions import session
from views.hosts.streamlit.work import LOOK, WORK, Turn

_own = local()


class _Turn:
    """A claim of this thread on a worker, which waits while the thread draws."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._over = Event()

    def take(self) -> None:
        """Wait for the turn; Streamlit may end the run meanwhile."""
        begun, over = Event(), Event()
        self._over = over

        def hold() -> None:
            begun.set()
            over.wait()

        WORK.ask(self.owner, "page", id(over), hold, Turn())
        while not begun.wait(LOOK):
            # Reading the session's state lets Streamlit end this run. Its place in the queue stays,
            # for the run that follows.
            _reads = "turn" in st.session_state

    def leave(self) -> None:
        self._over.set()


@contextmanager
def turn() -> Iterator[None]:
    """Draw in turn, in the language of the page.

    At once if this thread has its turn already or draws no page.
    """
    owner = "" if getattr(_own, "turn", None) else session()
    if not owner:
        yield
        return
    speak(language_of_visit())
    _own.turn = _Turn(owner)
    try:
        _own.turn.take()
        yield
    finally:
        _own.turn.leave()
        _own.turn = None


@contextmanager
def paused() -> Iterator[None]:
    """Give this thread's turn to others while it waits for something."""
    held: _Turn | None = getattr(_own, "turn", None)
    if held is None:
        yield
        return
    held.leave()
    try:
        yield
    except Exception:
        held.take()
        raise
    held.take()
