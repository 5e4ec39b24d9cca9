"""The files that a page draws with: what they are, and that the browser fetches them early."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from kpca_core.drawing.canvas import streamlit as front
from views.hosts.streamlit import private

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


def tags(page: str) -> str:
    """Return the elements of HTML that name the files of the page at this place.

    The browser fetches them while it waits for Streamlit, not only when a component is mounted. In
    the document they cost no header, which proxies bound, and hold wherever the page is.
    """
    return _tags(page if page in DRAWING else None)


@cache
def _tags(page: str | None) -> str:
    """Return those of a page of `DRAWING`, or of any other."""
    formula = () if page in WITHOUT_FORMULA else (private.FORMULA,)
    modules = [
        f"{private.SCRIPTS}/{name}" for name in private.scripts((*private.ELEMENTS, *formula))
    ]
    styles: Sequence[str] = ()
    if page is not None:
        name, styles = DRAWING[page]
        modules.insert(0, front.address(name))
    folder = f"{private.COMPONENTS}/kpca-core.live"
    return "".join(
        [
            f'<link rel="modulepreload" crossorigin fetchpriority="low" href="./{one}">'
            for one in modules
        ]
        + [
            f'<link rel="preload" as="style" fetchpriority="low" href="./{folder}/{one}">'
            for one in styles
        ]
    )


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
