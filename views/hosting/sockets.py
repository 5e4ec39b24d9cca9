"""How many sockets an address may open, and what of Streamlit's own socket reaches Streamlit."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg

from views.hosting.limits import LIMITS
from views.hosting.notes import note
from views.hosting.preloading import below_app

STREAM = below_app("_stcore/stream")

# All addresses together may open so many times what one may.
ADDRESSES = 4

# Names of files for which a browser asks places at once: a page takes one. Streamlit answers
# 2,000,000 names, 4 MB, in 60 s and 1.3 GB, and nothing else meanwhile.
NAMES = 100

# Widgets in a message: a page has fewer than 100.
WIDGETS = 2000

# Prefix of the names that Streamlit gives to widgets and to the events of components. It looks any
# other name up in the state of the session in every later run, and fails.
WIDGET = "$$"

# Files made at a press of a button that one socket may ask for in so many seconds.
FILES, FILES_SECONDS = 30, 10.0

# Seconds after which who does not read gets no more pages: what Streamlit wants to send waits.
UNREAD = 2.0

TOO_MANY = b"This address has too many pages open. Close some and load the page again."

# What this app's pages send. Other messages would tell a visitor of the server's git, or change it.
KINDS = (
    "rerun_script", "stop_script", "clear_cache", "app_heartbeat", "file_urls_request",
    "backend_operation_request",
)  # fmt: skip


class Sockets:
    """Counts sockets by address, and guards those to Streamlit."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        source = source_of(scope.get("client"))
        if self.open[source] >= LIMITS.sockets or self.open.total() >= ADDRESSES * LIMITS.sockets:
            note("a socket was refused: its address has too many")
            await _refuse(scope, send)
            return
        self.open[source] += 1
        try:
            if scope["path"] == STREAM:
                guard = Guard(receive, send)
                receive, send = guard.receive, guard.send
            await self.app(scope, receive, send)
        finally:
            self.open[source] -= 1
            if not self.open[source]:
                del self.open[source]


def source_of(client: Any) -> str:
    """Return who is counted for a connection: its address, of IPv6 the network of a household.

    Parameters
    ----------
    client
        (host, port), None where there is none
    """
    host = str(client[0]) if client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))


async def _refuse(scope: Scope, send: Send) -> None:
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1013})
        return
    headers = [(b"content-type", b"text/plain"), (b"retry-after", b"60")]
    await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": TOO_MANY})


class Guard:
    """What a browser sends to Streamlit, and what it is sent, message by message.

    What Streamlit would answer with a traceback in its log closes the socket; what no page of this
    app sends is left out.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._closed = False
        self._free = asyncio.Event()
        self._free.set()
        self._files: list[float] = []

    async def receive(self) -> Message:
        """The next message that Streamlit understands."""
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            await self._until_read()
            sent, code, why = read(message)
            if code:
                note(f"a socket was closed: {why}")
                await self.send({"type": "websocket.close", "code": code})
                self._closed = True
                return {"type": "websocket.disconnect", "code": code}
            if sent is not None and self._is_wanted(sent):
                return message
            note("a message was left out: no page sends it")

    async def send(self, message: Message) -> None:
        """Send, unless the socket has been closed here."""
        if self._closed:
            raise WebSocketDisconnect(1006)
        self._free.clear()
        try:
            await self._send(message)
        finally:
            self._free.set()

    async def _until_read(self) -> None:
        """Wait while the browser does not read what it has been sent."""
        try:
            async with asyncio.timeout(UNREAD):
                await self._free.wait()
        except TimeoutError:
            note("a browser that does not read waits for its pages")
            await self._free.wait()

    def _is_wanted(self, sent: BackMsg) -> bool:
        kind = sent.WhichOneof("type")
        if kind != "backend_operation_request":
            return kind in KINDS
        now = time.monotonic()
        self._files = [one for one in self._files if now - one < FILES_SECONDS]
        if not sent.backend_operation_request.HasField("deferred_file"):
            return False
        self._files.append(now)
        return len(self._files) <= FILES


def read(message: Mapping[str, Any]) -> tuple[BackMsg | None, int, str]:
    """Read what a browser sent to Streamlit.

    Returns
    -------
    the message, the code to close the socket with or 0, and why
    """
    data = message.get("bytes")
    if data is None:
        return None, 1003, "text instead of a message"
    try:
        sent = BackMsg.FromString(data)
    except DecodeError:
        return None, 1002, "bytes that are no message"
    if len(sent.file_urls_request.file_names) > NAMES:
        return None, 1009, "names of too many files"
    if len(sent.rerun_script.widget_states.widgets) > WIDGETS:
        return None, 1009, "too many widgets"
    for one in sent.rerun_script.widget_states.widgets:
        if not one.id.startswith(WIDGET):
            return None, 1008, "a value for an unknown widget"
        if not (_is_json(one.json_value) and _is_json(one.json_trigger_value)):
            return None, 1007, "a value that is not JSON"
    return sent, 0, ""


def _is_json(text: str) -> bool:
    """Whether a text is empty or can be read as JSON; Streamlit reads it in every later run."""
    try:
        json.loads(text or "null")
    except (ValueError, RecursionError):
        return False
    return True
