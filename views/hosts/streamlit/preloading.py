"""The files that a page draws with: what they are, and that the browser fetches them early."""

from __future__ import annotations

import gzip
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

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
    module, sheets = front.address(PAGES[page].drawing), f"{private.COMPONENTS}/kpca-core.live"
    return "".join(
        [f'<link rel="modulepreload" crossorigin fetchpriority="low" href="./{module}">']
        + [
            f'<link rel="preload" as="style" fetchpriority="low" href="./{sheets}/{one}">'
            for one in styles
        ]
    )


async def module(request: Request) -> Response:
    """Answer with a module of `views.hosts.streamlit.front`."""
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
