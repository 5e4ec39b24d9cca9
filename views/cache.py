"""Results that the server keeps, under the text of the state that they were computed from.

They are computed as bounded work (`views.work`), once for all who ask, and belong to no session, so
that no visitor can clear what others wait for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from views.work import WORK, Cost, at_work

R = TypeVar("R")

# Seconds between two looks at whether a page that waits has been closed or set otherwise.
LOOK = 0.1

# Seconds after which a page says that it waits for others' work.
PATIENCE = 1.0

# The owner of work that no session asked for.
SERVER = "server"


class HasToken(Protocol):
    @property
    def token(self) -> str: ...


S = TypeVar("S", bound=HasToken)


class ByToken(Generic[S, R]):
    """`compute(state, *more)`, remembered by `state.token` and `more`.

    What a state with a true attribute `private` gives is not remembered here: it belongs to a
    session.

    Parameters
    ----------
    compute
        the function; `more` are texts and numbers
    max_entries
        how many results are kept; the one not used for longest goes first
    spinner
        text shown while a page waits, "" for none
    cost
        what it is expected to take, from the same arguments; None where it takes no time
    """

    def __init__(
        self,
        compute: Callable[..., R],
        max_entries: int,
        spinner: str = "",
        cost: Callable[..., Cost] | None = None,
    ) -> None:
        self.compute, self.cost = compute, cost
        self.max_entries, self.spinner = max_entries, spinner
        self._known: OrderedDict[Hashable, R] = OrderedDict()
        self._lock = Lock()

    def __call__(self, state: S, *more: Any) -> R:
        if getattr(state, "private", False):
            return self.compute(state, *more)
        key = state.token, *more
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        if self.cost is None or at_work():
            return self._keep(key, self.compute(state, *more))
        page = get_script_run_ctx(suppress_warning=True)
        with st.spinner(self.spinner) if self.spinner and page else nullcontext():
            return asked(
                f"{id(self)} {key}",
                (id(self), key),
                lambda: self._keep(key, self.compute(state, *more)),
                self.cost(state, *more),
            )

    def known(self, state: S, *more: Any) -> R | None:
        """Return what is remembered, None if nothing is."""
        with self._lock:
            return self._known.get((state.token, *more))

    def keep(self, state: S, result: R) -> None:
        """Remember what was computed elsewhere."""
        self._keep((state.token,), result)

    def clear(self) -> None:
        with self._lock:
            self._known.clear()

    def _keep(self, key: Hashable, result: R) -> R:
        with self._lock:
            self._known[key] = result
            while len(self._known) > self.max_entries:
                self._known.popitem(last=False)
        return result


def asked(
    line: str,
    key: Hashable,
    compute: Callable[[], R],
    cost: Cost,
    look: Callable[[], None] = lambda: None,
) -> R:
    """Ask for work as this session, and wait for the answer; see `views.work.Work.ask`.

    The claim is dropped where the page closes or is set otherwise. `look` is called ten times a
    second, to draw how far the work is.
    """
    context = get_script_run_ctx(suppress_warning=True)
    owner = SERVER if context is None else context.session_id
    ticket = WORK.ask(owner, line, key, compute, cost)
    waited, note, said = 0.0, None, 0
    try:
        while True:
            try:
                return ticket.future.result(LOOK)
            except TimeoutError:
                # It may have come since, or have failed with an error of this kind itself.
                if ticket.future.done():
                    return ticket.future.result()
            if context is None:
                continue
            # Reading the session's state lets Streamlit end this run where another has been asked
            # for, or where the tab was closed.
            _ = "work" in st.session_state
            look()
            waited += LOOK
            place = WORK.place(ticket)
            if waited > PATIENCE and place and place != said:
                said, text = place, f"Waiting for the work of others: {place} before yours."
                note = (note or st).toast(text, duration="long")
    finally:
        WORK.drop(ticket)
