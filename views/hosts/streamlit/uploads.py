"""The route for uploaded tables, and the bound on the memory of all tables.

Each session has a `Place` for one table at a secret address, to which the browser sends the bytes.
Place and bytes are dropped with the session, or when the page takes them.
"""

from __future__ import annotations

import secrets
import time
from threading import Lock
from typing import Any, Protocol
from weakref import WeakSet, WeakValueDictionary

import streamlit as st
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from kpca_core._support.words import N_, _
from views.hosts.streamlit.headers import LONGEST_NAME, is_own
from views.hosts.streamlit.notes import note
from views.limits import LIMITS
from views.words.table import TOO_LARGE

# Session entry: the place of this session.
PLACE = "place for a table"

FULL = N_(
    "The server holds as much of its readers' tables as it may. Give a smaller one, or try again "
    "when others have left."
)
FOREIGN = N_(
    "The server takes files from its own pages alone, and this page has another address. Whoever "
    "runs it must let the proxy pass the header Host on, or name this address in "
    "server.corsAllowedOrigins."
)
GONE = N_("This page is no longer known to the server. Load it again.")
BUSY = N_("A table of this page is on its way already.")


class Given(Protocol):
    """An uploaded table, and results derived from it by their keys."""

    content: bytes
    made: dict[Any, Any]


class Held:
    """The tables of all sessions, as long as these hold them.

    Parameters
    ----------
    most : float, bytes of all files, and bytes of all that is derived from them
    """

    def __init__(self, most: float) -> None:
        self.most = most
        self._lock = Lock()
        self._tables: WeakSet[Any] = WeakSet()
        self._used: dict[int, tuple[float, int]] = {}
        self._coming = 0

    def add(self, table: Given) -> bool:
        """Hold a table; False if there is no room for its bytes."""
        with self._lock:
            if self._total({id(table.content): len(table.content)}) > self.most:
                return False
            self._tables.add(table)
            return True

    def expect(self, size: int) -> bool:
        """Hold bytes on their way, until they have `arrived`; False if there is no room."""
        with self._lock:
            if self._total({}) + size > self.most:
                return False
            self._coming += size
            return True

    def arrived(self, size: int) -> None:
        """Note that expected bytes are held now, or did not come."""
        with self._lock:
            self._coming -= size

    def _total(self, more: dict[int, int]) -> int:
        tables = {id(one.content): len(one.content) for one in self._tables}
        return sum({**tables, **more}.values()) + self._coming

    def weigh(self, table: Given) -> None:
        """Note a result derived from a table; older results of others are dropped for it."""
        # Imported here: NumPy's 70 ms would delay the answer to the first visitor.
        from views.remembered import bytes_of

        size = bytes_of(list(table.made.values()))
        with self._lock:
            self._used[id(table)] = time.monotonic(), size
            known = {id(one): one for one in self._tables}
            self._used = {key: used for key, used in self._used.items() if key in known}
            total = sum(size for _when, size in self._used.values())
            for key in sorted(self._used, key=lambda key: self._used[key][0]):
                if total <= self.most or key == id(table):
                    return
                total -= self._used.pop(key)[1]
                known[key].made.clear()

    def use(self, table: Given) -> None:
        """Note that results derived from a table are used."""
        with self._lock:
            if id(table) in self._used:
                self._used[id(table)] = time.monotonic(), self._used[id(table)][1]


HELD = Held(LIMITS.uploads)


class Arrived:
    """A table that no page has taken yet."""

    def __init__(self, name: str, content: bytes) -> None:
        self.name, self.content = name, content
        self.made: dict[Any, Any] = {}


class Place:
    """Where one session's next table arrives; the session's state alone holds it."""

    def __init__(self) -> None:
        self.key = secrets.token_urlsafe(18)
        self.is_coming = False
        self._arrived: Arrived | None = None
        _places[self.key] = self

    @property
    def address(self) -> str:
        """Where the browser sends a table: its bytes, and its name as the query's `name`.

        Below the address of the app, right below which the page stands, too.
        """
        return f"uploads/{self.key}"

    def put(self, name: str, content: bytes) -> bool:
        """Let a table wait for its page; False if there is no room."""
        self._arrived = None
        arrived = Arrived(name[-LONGEST_NAME:] or "table", content)
        if not HELD.add(arrived):
            return False
        self._arrived = arrived
        return True

    def take(self) -> Arrived | None:
        """Return the table that has arrived, once; None for none."""
        arrived, self._arrived = self._arrived, None
        return arrived


_places: WeakValueDictionary[str, Place] = WeakValueDictionary()


def place() -> Place:
    """Return the place of this session."""
    found: Place = st.session_state.setdefault(PLACE, Place())
    return found


async def upload(request: Request) -> Response:
    """Take a table that a browser sends, part by part up to the bounds, and say what is wrong."""
    waiting = _places.get(request.path_params["key"])
    if not is_own(request.headers):
        return _refusal(_(FOREIGN), 403)
    if waiting is None:
        return _refusal(_(GONE), 404)
    if waiting.is_coming:
        return _refusal(_(BUSY), 429)
    content = bytearray()
    waiting.is_coming = True
    try:
        async for part in request.stream():
            if len(content) + len(part) > LIMITS.upload:
                return _refusal(_(TOO_LARGE).format(most=LIMITS.upload / 2**20), 413)
            if not HELD.expect(len(part)):
                return _full()
            content += part
    except ClientDisconnect:
        return Response(status_code=400)
    finally:
        waiting.is_coming = False
        HELD.arrived(len(content))
    given = bytes(content)
    if not waiting.put(request.query_params.get("name", ""), given):
        return _full()
    return Response(status_code=204)


def _full() -> Response:
    note("a table was refused: there is no room for it")
    return _refusal(_(FULL), 413)


def _refusal(why: str, status: int) -> Response:
    """Say why in a form that no proxy's page has; `gift.js` shows nothing else as our words."""
    return JSONResponse({"refusal": why}, status)
