"""The files that a page draws with: what they are, and that the browser fetches them early."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from functools import cache

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kpca_core.drawing.canvas import streamlit as front
from views.hosting import private

# What a page draws with, by its place below the address of the app: a module of
# `canvas.streamlit`, and style sheets, those that one imports included, of a page that
# always draws.
DRAWING: Mapping[str, tuple[str, Sequence[str]]] = {
    "": (
        "drawing",
        (
            *("drawing.css", "slider.css", "legend.css", "terms.css", "views.css", "tools.css"),
            "denoise/denoise.css",
        ),
    ),
    "table": ("drawing", ()),
    "denoise": ("drawing", ()),
    "method": ("method", ()),
    "sweep": ("sweep", ()),
    "compare": ("compare", ()),
    "neighbours": ("figure", ()),
    "paper": ("figure", ()),
    "digits": ("figure", ()),
    "scale": ("figure", ()),
}
WITHOUT_FORMULA = ("table", "compare")
FOREVER = "public, immutable, max-age=31536000"


def below_app(path: str) -> str:
    """Return the path on this server of what stands below the address of the app."""
    below = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{below}/{path}" if below else f"/{path}"


class Preloading:
    """Names the files that draw a page's picture in the `Link` header of that page.

    The browser fetches them while it waits for Streamlit, not only when the component is mounted.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", []))
                if any(k.lower() == b"content-type" and b"text/html" in v for k, v in headers):
                    link = (b"link", links_of(scope.get("path", "")))
                    message = {**message, "headers": [*headers, link]}
            await send(message)

        await self.app(scope, receive, sending if scope["type"] == "http" else send)


def links_of(path: str) -> bytes:
    """Return the `Link` header of the page at this path."""
    page = path.removeprefix(below_app("")).strip("/")
    return _links(page if page in DRAWING else None)


@cache
def _links(page: str | None) -> bytes:
    """Return the header of a page of `DRAWING`, or of any other."""
    formula = () if page in WITHOUT_FORMULA else (private.FORMULA,)
    own, others = (
        [below_app(f"{private.SCRIPTS}/{name}") for name in names]
        for names in private.scripts((*private.ELEMENTS, *formula))
    )
    # First what Streamlit starts with: what the browser learns first takes the first connections.
    links = [f"<{one}>; rel=modulepreload; crossorigin" for one in own]
    styles: Sequence[str] = ()
    if page is not None:
        name, styles = DRAWING[page]
        others.insert(0, below_app(front.address(name)))
    folder = below_app(f"{private.COMPONENTS}/kpca-core.live")
    links += [f"<{one}>; rel=modulepreload; fetchpriority=low" for one in others]
    links += [f"<{folder}/{style}>; rel=preload; as=style; fetchpriority=low" for style in styles]
    return ", ".join(links).encode()


async def module(request: Request) -> Response:
    """Answer with a module of `kpca_core.drawing.canvas.streamlit`."""
    name = request.path_params["name"]
    if name not in front.NAMES:
        return Response(status_code=404)
    # Of another version of the app, which a proxy may have asked for: not to be kept.
    known = request.url.query == front.version(name)
    headers = {"cache-control": FOREVER if known else "no-store", "vary": "accept-encoding"}
    content: str | bytes = front.module(name)
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = await run_in_threadpool(_packed, name), "gzip"
    return Response(content, media_type="text/javascript", headers=headers)


@cache
def _packed(name: str) -> bytes:
    return gzip.compress(front.module(name).encode(), mtime=0)
