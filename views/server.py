"""What the server does besides running the pages: it loads early, and serves frames."""

from __future__ import annotations

import inspect
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

import streamlit as st
import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from streamlit import runtime

from kpca_core.canvas.streamlit import PLACE
from views.headers import Headers
from views.preloading import Preloading, below_app, module

_warmed = threading.Event()

# Seconds for what is under way when the server stops; frames take less, and a proxy waits for it.
GRACE = 3


@asynccontextmanager
async def warming(_: st.App) -> AsyncIterator[None]:
    """Do what the first page has to wait for while the browser still loads Streamlit's scripts."""
    limit_stopping()
    threading.Thread(target=_warm, daemon=True).start()
    yield


def limit_stopping() -> None:
    """Let the server that a signal ends wait GRACE seconds for what is open, not for ever.

    A socket that is opened while it stops is not told of it. Streamlit has no setting for this; by
    now the server has put its own method in charge of the signal.
    """
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    if isinstance(server, uvicorn.Server):
        server.config.timeout_graceful_shutdown = GRACE


def _warm() -> None:
    """Import what the first page needs, and compute its picture."""
    from views.metrics import AppStats

    runtime.get_instance().stats_mgr.register_provider(AppStats())
    import_module("views.explore")
    from views.explore.live import frame_of_first_view

    frame_of_first_view()
    _warmed.set()
    import_module("PIL.ImageFile")  # with which Streamlit reads the page's icon
    # Streamlit asks for it at the first element, and the first answer reads every module's path.
    inspect.stack()


async def frames(socket: WebSocket) -> None:
    """Answer questions of a slider that is dragged, see `views.explore.stream`."""
    from views.explore.stream import serve

    await serve(socket)


async def denoised_frames(socket: WebSocket) -> None:
    """Answer questions of the page "Denoise", see `views.denoise.stream`."""
    from views.denoise.stream import DenoiseStream
    from views.explore.stream import serve

    await serve(socket, DenoiseStream)


async def thumbnail(request: Request) -> Response:
    """Answer with the picture of a story, see `views.stories.thumbnails`."""
    from views.stories.thumbnails import thumbnail

    try:
        picture = await run_in_threadpool(thumbnail, **request.path_params)
    except KeyError:
        return Response(status_code=404)
    return Response(picture, media_type="image/png", headers={"cache-control": "max-age=3600"})


async def sweep_frames(request: Request) -> Response:
    """Answer with the maps of a sweep, see `views.sweep.played`."""
    from views.sweep.played import frames

    return await frames(request)


async def ready(request: Request) -> PlainTextResponse:
    """Whether a proxy may send readers here: the first picture is there, and few wait."""
    from views.work import MOST_WAITING, WORK

    if not _warmed.is_set():
        return PlainTextResponse("starting", 503)
    if WORK.counts[1] > MOST_WAITING / 2:
        return PlainTextResponse("busy", 503)
    return PlainTextResponse("ready")


ROUTES = [
    WebSocketRoute(below_app("frames"), frames),
    WebSocketRoute(below_app("frames/denoise"), denoised_frames),
    Route(below_app(f"{PLACE}/{{name}}.js"), module),
    Route(below_app("ready"), ready),
    Route(below_app("sweep-frames"), sweep_frames),
    Route(below_app("stories/{theme}/{name}.png"), thumbnail),
]
MIDDLEWARE = [Middleware(Headers), Middleware(Preloading)]
