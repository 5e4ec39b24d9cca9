"""Results that the server keeps, under the text of the state that they were computed from.

They are computed as bounded work (`work`), once for all readers, and belong to no session: no
visitor can clear what others wait for. The memory of the large ones is bounded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from threading import Lock
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import streamlit as st

from kpca_core._support.words import _, language
from views.hosts.streamlit.sessions import session
from views.hosts.streamlit.turns import paused
from views.hosts.streamlit.work import LOOK, WORK, Estimate, Ticket, at_work
from views.limits import LIMITS

R = TypeVar("R")

# Seconds after which a page says that others' work comes first.
PATIENCE = 1.0

# The owner of work that no session asked for.
SERVER = "server"

# Bytes below which results are not counted. Dictionaries that long runs add to are empty when they
# are kept, so they are never evicted in favour of images.
SMALL = 2**16


class HasToken(Protocol):
    @property
    def token(self) -> str: ...


S = TypeVar("S", bound=HasToken)


class Weights:
    """The sizes of large results of all caches in bytes, least recently used first.

    Callers hold `lock`.
    """

    def __init__(self, most: float) -> None:
        self.most, self.total, self.lock = most, 0, Lock()
        self._sizes: OrderedDict[tuple[ByToken[Any, Any], Hashable], int] = OrderedDict()

    def use(self, cache: ByToken[Any, Any], key: Hashable) -> None:
        """Note that a result was asked for."""
        if (cache, key) in self._sizes:
            self._sizes.move_to_end((cache, key))

    def add(self, cache: ByToken[Any, Any], key: Hashable, size: int) -> None:
        """Note a new result; the least recently used are dropped where all exceed `most` bytes."""
        self.drop(cache, key)
        if size < SMALL:
            return
        self._sizes[cache, key] = size
        self.total += size
        while self.total > self.most and len(self._sizes) > 1:
            first, oldest = next(iter(self._sizes))
            first.forget(oldest)

    def drop(self, cache: ByToken[Any, Any], key: Hashable) -> None:
        """Note that a result is not kept any more."""
        self.total -= self._sizes.pop((cache, key), 0)


WEIGHTS = Weights(LIMITS.cache)


def bytes_of(value: Any) -> int:
    """The bytes of all arrays and texts in a result, each counted once."""
    seen: set[int] = set()
    size, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, np.ndarray):
            while isinstance(one.base, np.ndarray):
                one = one.base
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray):
            size += one.nbytes
        elif isinstance(one, bytes | str):
            size += len(one)
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple | set | frozenset):
            waiting += one
        elif not isinstance(one, type | ModuleType):
            waiting += getattr(one, "__dict__", {}).values()
    return size


class ByToken(Generic[S, R]):
    """`compute(state, *more)`, remembered by `state.token` and `more`.

    Results of a state whose attribute `private` is true belong to a session and are not remembered.

    Parameters
    ----------
    compute
        the function; `more` are texts and numbers
    max_entries
        number of results that are kept; the least recently used is dropped first
    spinner
        text shown while a page waits, in English, "" for none
    cost
        its `Estimate`, from the same arguments; None where it takes no time
    in_words
        whether results hold words: they are remembered for each language
    """

    def __init__(
        self,
        compute: Callable[..., R],
        max_entries: int,
        spinner: str = "",
        cost: Callable[..., Estimate] | None = None,
        in_words: bool = False,
    ) -> None:
        self.compute, self.cost, self.in_words = compute, cost, in_words
        self.max_entries, self.spinner = max_entries, spinner
        self._known: OrderedDict[Hashable, R] = OrderedDict()

    def __call__(self, state: S, *more: Any) -> R:
        if getattr(state, "private", False):
            return self.compute(state, *more)
        key = self._key(state, *more)
        with WEIGHTS.lock:
            if key in self._known:
                self._known.move_to_end(key)
                WEIGHTS.use(self, key)
                return self._known[key]
        if self.cost is None or at_work():
            return self._keep(key, self.compute(state, *more))
        with st.spinner(_(self.spinner)) if self.spinner and session() else nullcontext():
            return asked(
                f"{id(self)} {key}",
                (id(self), key),
                lambda: self._keep(key, self.compute(state, *more)),
                self.cost(state, *more),
            )

    def known(self, state: S, *more: Any) -> R | None:
        """Return what is remembered, None if nothing is."""
        with WEIGHTS.lock:
            return self._known.get(self._key(state, *more))

    def keep(self, state: S, result: R) -> None:
        """Remember what was computed elsewhere."""
        self._keep(self._key(state), result)

    def clear(self) -> None:
        with WEIGHTS.lock:
            for key in list(self._known):
                self.forget(key)

    def forget(self, key: Hashable) -> None:
        """Drop a result; the caller holds `WEIGHTS.lock`."""
        del self._known[key]
        WEIGHTS.drop(self, key)

    def _key(self, state: S, *more: Any) -> Hashable:
        return (state.token, *more, language()) if self.in_words else (state.token, *more)

    def _keep(self, key: Hashable, result: R) -> R:
        size = bytes_of(result)
        with WEIGHTS.lock:
            self._known[key] = result
            WEIGHTS.add(self, key, size)
            while len(self._known) > self.max_entries:
                self.forget(next(iter(self._known)))
        return result


def asked(
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
