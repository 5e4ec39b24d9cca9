"""A browser that settles states, without a page that draws them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from streamlit.testing.v1 import AppTest

from views.hosts.streamlit.widgets import DRAWN, NEWEST, NEXT, WidgetVisit
from views.hosts.streamlit.widgets import PAGES as VISITED
from views.state.fields import widget_of
from views.state.settings import State

NUMBERS = count(1)


def taking() -> None:
    import streamlit as st

    from views.hosts.streamlit.messages import take_messages

    st.session_state["turned"] = take_messages(st.session_state["page on screen"])


class Tab:
    """A page that shows a state, and hears what is settled there."""

    def __init__(self, state: State) -> None:
        self.run, self.page = AppTest.from_function(taking), state.page
        self.run.session_state[VISITED] = {state.page: WidgetVisit()}
        self.run.session_state[DRAWN] = self.run.session_state["page on screen"] = state.page
        self.show(state)

    def show(self, state: State) -> None:
        """As a run of the page would do."""
        self.visit.state, self.visit.address = state, state.address()
        self.visit.values |= {widget_of(one): value for one, value in state.settings}

    @property
    def visit(self) -> WidgetVisit:
        return self.run.session_state[VISITED][self.page]

    @property
    def turned(self) -> tuple[str, Mapping[str, str]] | None:
        return self.run.session_state["turned"]

    def settle(
        self,
        address: Mapping[str, str] | None = None,
        beside: Mapping[str, Any] | None = None,
        **other: Any,
    ) -> State | None:
        """Return the state that is to be drawn, None if nothing was told."""
        shown = dict(self.visit.state.whole()) if self.visit.state else {}
        address = shown if address is None else address
        keys = [key for key in {**shown, **address} if shown.get(key) != address.get(key)]
        sent = {"n": next(NUMBERS), "page": self.page, "address": address, "keys": keys}
        return self.send({**sent, "beside": beside or {}, **other})

    def send(self, sent: Any) -> State | None:
        session = self.run.session_state
        session["tools"] = {"settled": sent}
        if NEXT in session:
            del session[NEXT]
        self.run.run()
        assert not self.run.exception
        found = session[NEXT] if NEXT in session else None  # noqa: SIM401
        if found is not None:
            self.show(found)
        return found

    @property
    def newest(self) -> int:
        return self.run.session_state[NEWEST]
