"""The files that a page draws with: what they are, and that the browser fetches them early."""

from __future__ import annotations

import gzip
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from kpca_core.drawing.canvas.modules import file, files_of, parts
from views.hosts.streamlit import front, private
from views.named import FIRST, PAGES

# Style sheets of a page that always draws, those that one imports included.
STYLES = (
    "drawing.css", "base.css", "slider.css", "legend.css", "terms.css", "views.css", "tools.css",
    "scenes.css",
)  # fmt: skip
FOREVER = "public, immutable, max-age=31536000"


def tags(page: str) -> str:
    """Return the elements of HTML that name the files of the page at this place.

    The browser fetches them while it waits for Streamlit, not only when a component is mounted. In
    the document they cost no header, which proxies bound, and hold wherever the page is.
    """
    page = page or FIRST
    if page not in PAGES:
        return ""
    styles = STYLES if page == FIRST else ()
    files = front.addresses(PAGES[page].drawing, *PAGES[page].parts)
    sheets = f"{private.COMPONENTS}/kpca-core.live"
    return "".join(
        [
            f'<link rel="modulepreload" crossorigin fetchpriority="low" href="./{one}">'
            for one in files
        ]
        + [
            f'<link rel="preload" as="style" fetchpriority="low" href="./{sheets}/{one}">'
            for one in styles
        ]
    )


async def module(request: Request) -> Response:
    """Answer with a file of the front end; its name changes with what it holds.

    An older page may ask for one of another version: it says that it has to be loaded anew.
    """
    name = request.path_params["name"]
    if name not in served():
        return Response(status_code=404, headers={"cache-control": "no-store"})
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    content: str | bytes = file(name)
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = await run_in_threadpool(_packed, name), "gzip"
    return Response(content, media_type="text/javascript", headers=headers)


@cache
def served() -> frozenset[str]:
    """Return the names of all files of the front end."""
    return frozenset(files_of(*parts()))


@cache
def _packed(name: str) -> bytes:
    return gzip.compress(file(name).encode(), mtime=0)
