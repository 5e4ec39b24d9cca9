"""Bounds the open sockets of an address, and reads nothing from a client that does not read."""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from views.hosts.streamlit.notes import note
from views.limits import LIMITS


class Sockets:
    """Counts sockets by address. A client that does not read what it is sent is not read from."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        source = source_of(scope.get("client"))
        if self.open[source] >= LIMITS.sockets or self.open.total() >= LIMITS.all_sockets:
            note("a socket was refused: its address has too many")
            await WebSocketClose(1013)(scope, receive, send)
            return
        self.open[source] += 1
        try:
            await self.app(scope, *in_step(receive, send))
        finally:
            self.open[source] -= 1
            if not self.open[source]:
                del self.open[source]


def in_step(receive: Receive, send: Send) -> tuple[Receive, Send]:
    """Return `receive` and `send`, where `receive` waits while a `send` is blocked."""
    free = asyncio.Event()
    free.set()

    async def receiving() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive":
            await free.wait()
        return message

    async def sending(message: Message) -> None:
        free.clear()
        try:
            await send(message)
        finally:
            free.set()

    return receiving, sending


def source_of(client: Any) -> str:
    """Return what a connection counts for: its address, of IPv6 the /64 network.

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
