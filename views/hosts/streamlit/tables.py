"""The tables that readers gave: each belongs to one session, and outlives it for ten minutes.

A table is kept in the session's state under a secret name, which frames ask for and no address
holds. The browser's tab keeps the name: a session that shows it after a reload gets the table back.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock, Timer
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakSet, WeakValueDictionary

import streamlit as st

from kpca_core._support.progress import Cancelled, Progress
from kpca_core._support.words import N_, _, worded
from kpca_core.tables.limits import check_bytes
from views.given import SHELF, Shelf, Upload
from views.hosts.streamlit.cache import ask_and_wait
from views.hosts.streamlit.reading.reader import READER
from views.hosts.streamlit.uploads import FULL, HELD
from views.hosts.streamlit.work import Replaced
from views.limits import LIMITS
from views.pages.saying import message_of
from views.work import Estimate, at_work

R = TypeVar("R")

# Session entry: the tables of the session by their names, the newest last.
TABLES = "tables of this session"
# Session entry that tells whether the session still is.
HOLDER = "holder of tables"
# Tables of a session, and what is made of one, that undo can go back to.
MOST_KEPT = 8


class Holder:
    """Stands for a session, whose state alone holds it."""


@dataclass(eq=False)
class Kept(Upload):
    """What a reader gave, and who has it."""

    holders: WeakSet[Holder] = field(default_factory=WeakSet)


_known: WeakValueDictionary[str, Kept] = WeakValueDictionary()


class Waiting:
    """Tables by their secret names, for `session_seconds` after their last use."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._tables: OrderedDict[str, tuple[Kept, float]] = OrderedDict()
        self._clock: Timer | None = None

    def use(self, handle: str, table: Kept) -> None:
        """Keep a table from now on."""
        with self._lock:
            self._tables[handle] = table, monotonic()
            self._tables.move_to_end(handle)
            self._drop_old()

    def make_room(self) -> bool:
        """Drop the table, of those without a session, not used for longest; False if none is."""
        with self._lock:
            alone = (handle for handle, (table, _used) in self._tables.items() if not table.holders)
            return self._tables.pop(next(alone, ""), None) is not None

    def sweep(self) -> None:
        """Drop what was not used for so long."""
        with self._lock:
            self._clock = None
            self._drop_old()

    def _drop_old(self) -> None:
        end = monotonic() - LIMITS.session_seconds
        while self._tables and next(iter(self._tables.values()))[1] <= end:
            self._tables.popitem(last=False)
        if self._tables and self._clock is None:
            self._clock = Timer(LIMITS.session_seconds / 10, self.sweep)
            self._clock.daemon = True
            self._clock.start()


WAITING = Waiting()


class SessionShelf(Shelf):
    """The tables of the session that this thread draws; files are read by a process apart."""

    stays = N_(
        "No address and no other reader has the table. Loading this page again in the same tab "
        "keeps it; the server forgets it ten minutes after it was used last."
    )

    def keep(self, name: str, content: bytes) -> str:
        """Keep a table for this session, and return its secret name.

        Of one with more bytes than LIMITS.upload, or than there is room for, only the name is kept,
        and why.
        """
        handle = secrets.token_urlsafe(18)
        # The browser checks whole megabytes, and only where it is one.
        try:
            check_bytes(name, len(content), int(LIMITS.upload))
            upload = Kept(name, content)
            # Those that only wait for a reload give way; one that a session has stays for it.
            while not (held := HELD.add(upload)) and WAITING.make_room():
                pass
            if not held:
                upload = Kept(name, b"", _(FULL))
        except ValueError as error:
            upload = Kept(
                name, b"", _("{error} Keep fewer rows or columns.").format(error=worded(error))
            )
        _known[handle] = upload
        own = _give(handle, upload)
        while len(own) > 1 and (
            len(own) > MOST_KEPT or sum(len(one.content) for one in own.values()) > LIMITS.upload
        ):
            own.popitem(last=False)
        return handle

    def newest(self) -> str:
        own = st.session_state.get(TABLES)
        return next(reversed(own), "") if own else ""

    def known(self, handle: str) -> Kept | None:
        return _known.get(handle)

    def use(self, handle: str, upload: Upload) -> None:
        assert isinstance(upload, Kept)
        WAITING.use(handle, upload)

    def read(
        self, name: str, reads: Callable[..., R], *what: Any, progress: Progress | None, **how: Any
    ) -> R:
        made: R = READER.read(name, reads, *what, progress=progress, **how)
        return made

    def made(self, upload: Upload, key: Any, make: Callable[[], Any], cost: Estimate) -> Any:
        """Return the result of `make` for a table, kept under `key`, or raise its error.

        A result that is not kept yet is computed in the background, within the limits of work.
        """
        found = upload.made.get(key)
        if found is None:

            def tried() -> Any:
                try:
                    return make()
                except (Cancelled, Replaced):
                    raise
                except Exception as error:
                    expected = isinstance(error, ValueError | ImportError)
                    return error if expected else ValueError(message_of(error))

            line = f"table {key[0]}"
            # A newer choice of the same kind replaces the older one.
            found = tried() if at_work() else ask_and_wait(line, (id(upload), key), tried, cost)
            for old in [one for one in upload.made if one[0] == key[0]]:
                upload.made.pop(old, None)
            upload.made[key] = found
            HELD.weigh(upload)
        HELD.use(upload)
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found


def take_back(handle: str) -> bool:
    """Give this session the table that its tab knows from before a reload; False if it is gone."""
    found = _known.get(handle)
    if found is None:
        return False
    _give(handle, found)
    return True


def _give(handle: str, upload: Kept) -> OrderedDict[str, Kept]:
    """Put a table among those of this session, and return them."""
    own: OrderedDict[str, Kept] = st.session_state.setdefault(TABLES, OrderedDict())
    own[handle] = upload
    upload.holders.add(st.session_state.setdefault(HOLDER, Holder()))
    WAITING.use(handle, upload)
    return own


SHELF.by = SessionShelf()
