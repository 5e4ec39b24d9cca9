"""What one connection may take of the server, whatever it carries: time, memory, attention.

Uvicorn asks a new connection for nothing and waits for ever, keeps what a browser does not read
for as long as the browser likes, and reads frames of sockets by the quarter of a megabyte. Its
protocols are extended here: each of its connections is `Guarded`.
"""

from __future__ import annotations

import asyncio
import resource
from contextlib import suppress
from typing import Any

import uvicorn

from views.hosting.notes import note

# Seconds that a request, its next part or a reader of an answer may take. A line of 50 kB/s takes
# 17 s for the third of a sending buffer of 2.5 MB, before which the kernel takes no more.
REQUEST, PART, READER = 20.0, 60.0, 60.0

# Bytes of answers that wait in all for browsers to read them: those of a hundred complete frames
# of 16 components on 200 × 200.
UNREAD = 2**28

# Frames of a socket in a second, and parts of a message. A hand sends 60 questions a second, and
# Chromium cuts 5 MiB into 40 parts. Reading a thousand frames takes 10 ms.
FRAMES, PARTS = 1000, 1000

# Bytes of frames that are read at once, so that FRAMES is noticed soon.
SLICE = 4096

# Seconds between two looks at all connections.
LOOK = 1.0

# Files that the process may open: what it asks for, what it needs besides connections, and the part
# for those that asyncio accepts in one turn, before any of them is known here.
MOST_FILES, OTHER_FILES, AT_ONCE = 65536, 128, 1 / 8

# Methods of a protocol for sockets that are extended; Uvicorn has protocols without them, too.
EXTENDED = ("handle_events", "handle_parser_exception", "send_receive_event_to_app")

NO_SOCKET = b"No socket opens with this request: its headers are too long or broken.\n"
REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(NO_SOCKET), NO_SOCKET)
)


def open_files() -> int:
    """How many files the process may have open, after asking for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


class Connections:
    """All connections of a server.

    Parameters
    ----------
    most : int, how many may be open

    Attributes
    ----------
    open
        all of them
    waiting
        since when a request of a connection is awaited
    unread
        those that have more to be read than a connection should
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: set[Any] = set()
        self.waiting: dict[Any, float] = {}
        self.unread: set[Any] = set()

    def take(self, one: Any) -> None:
        """Take a new connection; where there are too many, the oldest that says nothing goes."""
        self.open.add(one)
        self.waiting[one] = asyncio.get_running_loop().time()
        if len(self.open) > self.most:
            self.end(next(iter(self.waiting)), "there are too many")

    def leave(self, one: Any) -> None:
        self.open.discard(one)
        self.unread.discard(one)
        self.waiting.pop(one, None)

    def end(self, one: Any, why: str) -> None:
        """End a connection at once, with what it has not read."""
        note(f"a connection was closed: {why}")
        self.leave(one)
        one.transport.abort()

    def look(self) -> None:
        """End connections that have been silent, or have not been read, for too long."""
        now = asyncio.get_running_loop().time()
        for one, since in list(self.waiting.items()):
            if now - since < REQUEST:
                break
            self.end(one, "no request came")
        for one in list(self.open):
            if one.is_awaited and now - one.heard > PART:
                self.end(one, "the rest of a request did not come")
            elif one.unread_for(now) > READER:
                self.end(one, "it is not read")

    def make_room(self) -> None:
        """End those that have not been read for longest while more than UNREAD bytes wait."""
        now = asyncio.get_running_loop().time()
        sizes = {one: one.transport.get_write_buffer_size() for one in self.unread}
        total = sum(sizes.values())
        if total <= UNREAD:
            return
        for one in sorted(sizes, key=lambda one: (one.unread_for(now), sizes[one]), reverse=True):
            self.end(one, "it is not read")
            total -= sizes[one]
            if total <= UNREAD:
                return

    async def watch(self) -> None:
        """Look at all connections every second, for ever."""
        while True:
            await asyncio.sleep(LOOK)
            self.look()


def guard(config: uvicorn.Config) -> Connections:
    """Extend the protocols of a server, before it listens; all its connections are guarded.

    Sockets of a protocol that is not known here stay as they are.

    Returns
    -------
    Connections
        whose `watch` has to be awaited beside the server
    """
    if not config.loaded:
        config.load()
    files = open_files()
    config.backlog = min(config.backlog, int(AT_ONCE * files))
    everyone = Connections(max(files - config.backlog - OTHER_FILES, files // 2))
    asyncio.get_running_loop().set_exception_handler(_told)
    requests: Any = config.http_protocol_class
    sockets: Any = config.ws_protocol_class
    config.http_protocol_class = _requests(requests, everyone)
    if all(hasattr(sockets, name) for name in EXTENDED):
        config.ws_protocol_class = _frames(sockets, everyone)
    return everyone


def _told(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Say in a line that no connection can be accepted: asyncio does with a traceback for each."""
    if isinstance(context.get("exception"), OSError) and "accept" in context["message"]:
        note("no connection could be accepted: too many files are open")
    else:
        loop.default_exception_handler(context)


def _guarded(base: Any, everyone: Connections) -> Any:
    class Guarded(base):
        """A connection that is known to `everyone`.

        Attributes
        ----------
        heard
            when the other side sent something last
        """

        heard = 0.0
        # When less than before was left to be read, and how much it was.
        _read = (0.0, 0)

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.heard = asyncio.get_running_loop().time()
            everyone.take(self)

        def connection_lost(self, reason: Exception | None) -> None:
            everyone.leave(self)
            super().connection_lost(reason)

        def pause_writing(self) -> None:
            super().pause_writing()
            everyone.unread.add(self)
            everyone.make_room()

        def resume_writing(self) -> None:
            everyone.unread.discard(self)
            super().resume_writing()

        def unread_for(self, now: float) -> float:
            """Seconds for which nothing of what waits to be read has been read."""
            size = self.transport.get_write_buffer_size()
            since, before = self._read
            if not size or not before or size < before:
                self._read = now, size
                return 0.0
            return now - since

    return Guarded


def _requests(base: Any, everyone: Connections) -> Any:
    class Requests(_guarded(base, everyone)):  # type: ignore[misc]
        """A connection for requests: the next one comes soon, and so do its parts."""

        @property
        def is_awaited(self) -> bool:
            """Whether the rest of a request is."""
            cycle = self.cycle
            return cycle is not None and cycle.more_body and not cycle.response_started

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self.heard = asyncio.get_running_loop().time()
            if self.transport.get_protocol() is not self:  # it has become a socket
                everyone.leave(self)
            elif self.cycle is not None and not self.cycle.response_complete:
                everyone.waiting.pop(self, None)
            elif self in everyone.open:
                everyone.waiting.setdefault(self, self.heard)

    return Requests


def _frames(base: Any, everyone: Connections) -> Any:
    class Frames(_guarded(base, everyone)):  # type: ignore[misc]
        """A socket: it opens or is refused, and few frames come at once."""

        is_awaited = False
        _second, _count = 0, 0

        def data_received(self, data: bytes) -> None:
            for start in range(0, len(data), SLICE):
                super().data_received(data[start : start + SLICE])
                if self.transport.is_closing():
                    return
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                note("a socket was refused: its headers are too long or broken")
                self.transport.write(REFUSAL)
                self.transport.close()

        def handle_events(self) -> None:
            second = int(asyncio.get_running_loop().time())
            self._count = len(self.conn.events) + (self._count if second == self._second else 0)
            self._second = second
            if self._count > FRAMES:
                self._fail(1008, "too many frames")
                return
            super().handle_events()
            if self.handshake_initiated:
                everyone.waiting.pop(self, None)
            if len(self.frames) > PARTS:
                self._fail(1009, "too many parts of a message")

        def send_receive_event_to_app(self) -> None:
            if self.curr_msg_data_type == "text":
                try:
                    b"".join(self.frames).decode()
                except UnicodeDecodeError:
                    self._fail(1007, "text that is not UTF-8")
                    return
            super().send_receive_event_to_app()

        def _fail(self, code: int, why: str) -> None:
            """Close the socket for what came."""
            note(f"a socket was closed: {why}")
            self.frames: list[bytes] = []
            if not self.close_sent:
                self.conn.fail(code, why)
                self.handle_parser_exception()

    return Frames
