"""Security headers of every response, and routes of Streamlit that are closed.

The app sets these headers and closes these routes itself, for `make app` has no proxy: proxies need
not do either.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from views.hosts.streamlit.places import below_app
from views.hosts.streamlit.private import CLOSED
from views.limits import LIMITS

# What the root answers, too, where the app is below a path: who asks on the computer itself, a
# container's health check for instance, need not know that path.
EVERYWHERE = ("_stcore/health", "ready")
# This computer, with or without a port.
LOCAL = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?")
# Bytes of a name in a path, and of a path: the other half is left to the folder that it is below.
LONGEST_NAME, LONGEST_PATH = os.pathconf("/", "PC_NAME_MAX"), os.pathconf("/", "PC_PATH_MAX") // 2


class Headers:
    """Adds headers that keep other sites from embedding the pages or guessing their types."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = {
            "content-security-policy": f"frame-ancestors {LIMITS.frame_ancestors}",
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self.headers)
            await send(message)

        app = self.app
        if scope["type"] in ("http", "websocket") and (trouble := trouble_of(scope)):
            socket = scope["type"] == "websocket"
            app = WebSocketClose(1008) if socket else PlainTextResponse(trouble, 400)
        if scope["type"] == "http" and CLOSED.search(scope["path"]):
            app = PlainTextResponse("Not found", 404)
        if scope["type"] == "http" and (name := scope["path"].removeprefix("/")) in EVERYWHERE:
            scope = {**scope, "path": below_app(name)}
        await app(scope, receive, sending if scope["type"] == "http" else send)


def trouble_of(scope: Scope) -> str:
    """Return why Streamlit would raise an error for a request, "" where it would not."""
    path = scope["path"].encode(errors="replace")
    if len(path) > LONGEST_PATH or max(map(len, path.split(b"/"))) > LONGEST_NAME:
        return "The path of this request is too long for a file."
    try:
        for name, value in scope["headers"]:
            if name == b"origin":
                urlsplit(value.decode("latin-1"))
    except ValueError:
        return "The header Origin of this request is no address."
    return ""


def is_own(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page of this server, or of an origin that is allowed.

    On one computer the port does not matter, as it does not for Streamlit's own socket: proxies
    there name themselves as host unless they are told not to.
    """
    origin, host = headers.get("origin", ""), headers.get("host", "")
    place = urlsplit(origin).netloc
    own = bool(host) and (place == host or (_is_local(place) and _is_local(host)))
    return own or origin in st.get_option("server.corsAllowedOrigins")


def _is_local(host: str) -> bool:
    return bool(LOCAL.fullmatch(host))
