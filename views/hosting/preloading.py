"""The files that a page draws with: what they are, and that the browser fetches them early."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kpca_core.drawing.canvas import streamlit as front

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
# Streamlit's modules for the elements of every page, and for formulas, without their versions.
ELEMENTS = (
    "BidiComponent", "Html", "PageLink", "Selectbox", "NumberInput", "Checkbox", "DownloadButton",
)  # fmt: skip
FORMULA = "rehype-katex"
WITHOUT_FORMULA = ("table", "compare")
FOREVER = "public, immutable, max-age=31536000"


def below_app(path: str) -> str:
    """Return the path on this server of what stands below the address of the app."""
    below = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{below}/{path}" if below else f"/{path}"


# Where Streamlit's scripts stand, what they are called, and bytes of one that are sent at once.
SCRIPTS = below_app("static/js/")
SCRIPT = re.compile(r"[\w.-]+\.js")
PART = 2**16


class Preloading:
    """Names the files that draw a page's picture in the `Link` header of that page.

    The browser fetches them while it waits for Streamlit; otherwise it would learn of them when the
    component is mounted at last.
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


class Scripts:
    """Answers with Streamlit's own scripts, a hundred files a page, in a third of its time.

    Streamlit asks a thread for every step with a file: whether it is there, opening, each part.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        script = _script(scope["path"]) if scope.get("method") == "GET" else None
        if script is None:
            return await self.app(scope, receive, send)
        size = {"content-length": str(script.stat().st_size)}
        start = Response(headers={"cache-control": FOREVER} | size, media_type="text/javascript")
        await send({"type": "http.response.start", "status": 200, "headers": start.raw_headers})
        with script.open("rb") as file:
            part, more = file.read(PART), True
            while more:
                following = file.read(PART)
                more = bool(following)
                # Returns when the reader has taken most of what was sent before.
                await send({"type": "http.response.body", "body": part, "more_body": more})
                part = following


def _script(path: str) -> Path | None:
    """Return the script of Streamlit at this path, None for any other path."""
    name = path.removeprefix(SCRIPTS)
    file = _static().joinpath("static", "js", name)
    known = path.startswith(SCRIPTS) and SCRIPT.fullmatch(name)
    return file if known and file.is_file() else None


def links_of(path: str) -> bytes:
    """Return the `Link` header of the page at this path."""
    page = path.removeprefix(below_app("")).strip("/")
    return _links(page if page in DRAWING else None)


@cache
def _links(page: str | None) -> bytes:
    """Return the header of a page of `DRAWING`, or of any other."""
    elements = ELEMENTS if page in WITHOUT_FORMULA else (*ELEMENTS, FORMULA)
    own, others = _scripts(elements)
    # First what Streamlit starts with: what the browser learns first takes the first connections.
    links = [f"<{one}>; rel=modulepreload; crossorigin" for one in own]
    styles: Sequence[str] = ()
    if page is not None:
        name, styles = DRAWING[page]
        others.insert(0, below_app(front.address(name)))
    folder = below_app("_stcore/bidi-components/kpca-core.live")
    links += [f"<{one}>; rel=modulepreload; fetchpriority=low" for one in others]
    links += [f"<{folder}/{style}>; rel=preload; as=style; fetchpriority=low" for style in styles]
    return ", ".join(links).encode()


def _scripts(elements: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return where the scripts are that Streamlit's index names, and others of its elements."""
    static = _static()
    folder = static / "static" / "js"
    with suppress(OSError):
        own = re.findall(r'"\./static/js/([\w.-]+\.js)"', (static / "index.html").read_text())
        every = sorted(os.listdir(folder))
        found = [name for one in elements for name in every if name.startswith(f"{one}.")]
        for name in found:
            imports = re.findall(r'(?:from|import)"\./([\w.-]+\.js)"', _start_of(folder / name))
            found += [one for one in imports if one not in own and one not in found]
        return [SCRIPTS + name for name in own], [SCRIPTS + name for name in found]
    return [], []


def _static() -> Path:
    return Path(st.__file__).parent / "static"


def _start_of(chunk: Path) -> str:
    """Return the beginning of a file, which holds its imports."""
    with chunk.open(encoding="utf-8") as file:
        return file.read(5000)


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
