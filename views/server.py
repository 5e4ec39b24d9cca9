"""What the server does besides running the pages: early loading, and the address of the frames."""

from __future__ import annotations

import inspect
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

ASSETS = Path(__file__).resolve().parents[1] / "kpca_core" / "canvas" / "assets"


def _address(path: str) -> str:
    below = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{below}/{path}" if below else f"/{path}"


@asynccontextmanager
async def warming(_: st.App) -> AsyncIterator[None]:
    """Do what the first page has to wait for while the browser still loads Streamlit's scripts."""
    threading.Thread(target=_warm, daemon=True).start()
    yield


def _warm() -> None:
    import_module("views.explore")
    with suppress(ImportError):
        import_module("streamlit.emojis")  # for the page's icon
    # Streamlit asks for it at the first element, and the first answer reads every module's path.
    inspect.stack()


class Preloading:
    """Names the component's modules in the `Link` header of every page.

    The browser fetches them while it waits for Streamlit; otherwise it would learn of one after
    the other when the component is mounted at last.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        folder = _address("_stcore/bidi-components/kpca-core.live")
        links = (f"<{folder}/{file.name}>" for file in sorted(ASSETS.glob("*.js")))
        self.header = ", ".join(f"{link}; rel=modulepreload; fetchpriority=low" for link in links)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                if any(k.lower() == b"content-type" and b"text/html" in v for k, v in headers):
                    message = {**message, "headers": [*headers, (b"link", self.header.encode())]}
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


async def frames(socket: WebSocket) -> None:
    """Frames for a moving hand, see `views.stream`."""
    from views.stream import serve

    await serve(socket)


ROUTES = [WebSocketRoute(_address("frames"), frames)]
MIDDLEWARE = [Middleware(Preloading)]
