"""What the server does besides running the pages: it loads early, and serves frames."""

from __future__ import annotations

import inspect
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib import import_module

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from views.hosts.streamlit.document import PREVIEW, Document, preview
from views.hosts.streamlit.front import PLACE
from views.hosts.streamlit.headers import Headers
from views.hosts.streamlit.languages import Languages
from views.hosts.streamlit.places import below_app, lead
from views.hosts.streamlit.preloading import module
from views.hosts.streamlit.uploads import upload
from views.named import FIRST

_warmed = threading.Event()
_importing = threading.Lock()

# What pages import besides their own modules.
SHARED = (f"views.pages.{FIRST}", "scipy.linalg")


@asynccontextmanager
async def warming(_: st.App) -> AsyncIterator[None]:
    """Do what the first page has to wait for while the browser still loads Streamlit's scripts."""
    threading.Thread(target=_warm, daemon=True).start()
    yield


@contextmanager
def importing() -> Iterator[None]:
    """Let one page at a time import its modules, after those that many of them share.

    Where one thread imports a package and another one a part of it, each can wait for the other;
    Python then raises an error in one of them.
    """
    with _importing:
        for name in SHARED:
            import_module(name)
        yield


def _warm() -> None:
    """Import what the first page needs, and compute its picture."""
    import_module(f"views.pages.{FIRST}")
    from views.answer import answer
    from views.hosts.streamlit.work import WORK
    from views.work import Estimate

    WORK.ask("server", "", "first view", partial(answer, FIRST, {}), Estimate()).future.result()
    _warmed.set()
    # Streamlit asks for it at the first element, and the first answer reads every module's path.
    inspect.stack()


async def frames(socket: WebSocket) -> None:
    """Answer questions for frames, see `views.hosts.streamlit.socket`."""
    from views.hosts.streamlit.socket import serve

    await serve(socket)


async def thumbnail(request: Request) -> Response:
    """Answer with the picture of a story, see `views.stories.thumbnails`."""
    from views.stories.thumbnails import thumbnail

    try:
        picture = await run_in_threadpool(thumbnail, **request.path_params)
    except KeyError:
        return Response(status_code=404)
    return Response(picture, media_type="image/png", headers={"cache-control": "max-age=3600"})


async def first_page(request: Request) -> Response:
    """Lead to "Explore", which has no name in its address as the other pages have."""
    return lead(f"./?{request.url.query}".removesuffix("?"))


async def ready(request: Request) -> PlainTextResponse:
    """Whether a proxy may send readers here: the first picture is there, and few wait."""
    from views.hosts.streamlit.work import WORK

    if not _warmed.is_set():
        return PlainTextResponse("starting", 503)
    if WORK.busy:
        return PlainTextResponse("busy", 503)
    return PlainTextResponse("ready")


def entrances() -> list[Route]:
    """Return what leads to an app below a path: from the root, or without its last slash."""
    below = below_app("").strip("/")

    def leading(name: str) -> Callable[[Request], Awaitable[Response]]:
        async def led(request: Request) -> Response:
            return lead(f"./{name}/?{request.url.query}".removesuffix("?"))

        return led

    places = {"/": below, f"/{below}": below.rpartition("/")[2]}
    return [Route(path, leading(name)) for path, name in places.items() if below]


ROUTES = [
    *entrances(),
    WebSocketRoute(below_app("frames"), frames),
    Route(below_app(f"{PLACE}/{{name}}"), module),
    Route(below_app("ready"), ready),
    Route(below_app(PREVIEW), preview),
    Route(below_app("explore"), first_page),
    Route(below_app("uploads/{key}"), upload, methods=["PUT"]),
    Route(below_app("stories/{theme}/{name}.png"), thumbnail),
]
MIDDLEWARE = [
    Middleware(
        TrustedHostMiddleware, www_redirect=False,
        allowed_hosts=st.get_option("server.allowedHosts") or ["*"],
    ),
    *(Middleware(one) for one in (Headers, Languages, Document)),
]  # fmt: skip
