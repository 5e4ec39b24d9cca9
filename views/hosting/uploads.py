"""How much of readers' tables the server holds: of all sessions, on the way to it included.

Streamlit keeps each file that arrives until its session ends, also one that no page takes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Lock
from typing import Any, Protocol
from weakref import WeakSet

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime

from views.hosting.limits import LIMITS
from views.hosting.notes import note
from views.hosting.preloading import below_app

UPLOADS = below_app("_stcore/upload_file") + "/"

# Files of a session that Streamlit holds, and their bytes in tables as large as one may be: the
# page has a place for one, and a new one comes before the browser removes the old one. A request
# has a little more than its file.
FILES, TABLES, FRAME = 20, 2, 2**20

FULL = (
    "The server holds as much of its readers' tables as it may. Give a smaller one, or try again "
    "when others have left."
)
OWN_FULL = "This page holds as many files as it may. Load it again."


class Given(Protocol):
    """A table that a reader gave, and what was made of it, by keys that say of what."""

    content: bytes
    made: dict[Any, Any]


class Held:
    """The tables of all sessions, as long as these hold them.

    Parameters
    ----------
    most : float, bytes of all files, and as many of what was made of them
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
        """Note that what was expected is held, or did not come."""
        with self._lock:
            self._coming -= size

    def _total(self, more: dict[int, int]) -> int:
        tables = {id(one.content): len(one.content) for one in self._tables}
        files = {id(one.data): len(one.data) for one in _files()}
        return sum({**files, **tables, **more}.values()) + self._coming

    def weigh(self, table: Given) -> None:
        """Note that something was made of a table; what was made of others may go for it."""
        # Not above: the server would import NumPy, 70 ms, before it answers its first visitor.
        from views.hosting.cache import bytes_of

        size = bytes_of(list(table.made.values()))
        with self._lock:
            self._used[id(table)] = time.monotonic(), size
            known = {id(one): one for one in self._tables}
            self._used = {key: used for key, used in self._used.items() if key in known}
            total = sum(size for _, size in self._used.values())
            for key in sorted(self._used, key=lambda key: self._used[key][0]):
                if total <= self.most or key == id(table):
                    return
                total -= self._used.pop(key)[1]
                known[key].made.clear()

    def use(self, table: Given) -> None:
        """Note that what was made of a table is used."""
        with self._lock:
            if id(table) in self._used:
                self._used[id(table)] = time.monotonic(), self._used[id(table)][1]


def _files(session: str | None = None) -> Iterator[Any]:
    """The files that Streamlit holds, of one session or of all."""
    if runtime.exists():
        manager: Any = runtime.get_instance().uploaded_file_mgr
        with manager._lock:
            stored = manager.file_storage
            chosen = stored.values() if session is None else [stored.get(session, {})]
            yield from [one for files in chosen for one in files.values()]


HELD = Held(LIMITS.uploads)


class Uploads:
    """Refuses files for which there is no room, and what comes of them beyond it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or scope["method"] != "PUT" or not path.startswith(UPLOADS):
            await self.app(scope, receive, send)
            return
        session, came = path.removeprefix(UPLOADS).partition("/")[0], 0

        async def receiving() -> Message:
            nonlocal came
            message = await receive()
            size = len(message.get("body", b""))
            if size and not HELD.expect(size):
                note("a file was refused: there is no room for it")
                raise HTTPException(413, FULL)
            came += size
            return message

        mine = [len(one.data) for one in _files(session)]
        length = dict(scope["headers"]).get(b"content-length", b"")
        stated = float(length) if length.isdigit() else 0.0
        if len(mine) >= FILES or sum(mine) + stated > TABLES * LIMITS.upload + FRAME:
            note("a file was refused: its session has given too many")
            await PlainTextResponse(OWN_FULL, 413)(scope, receive, send)
            return
        try:
            await self.app(scope, receiving, send)
        finally:
            HELD.arrived(came)
            _remove_left(session)


def _remove_left(session: str) -> None:
    """Remove what came for a session that has ended meanwhile: nobody else would."""
    if runtime.exists():
        server: Any = runtime.get_instance()
        if server._session_mgr.get_session_info(session) is None:
            server.uploaded_file_mgr.remove_session_files(session)
