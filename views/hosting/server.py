"""What the server does besides running the pages: it loads early, and serves frames."""

from __future__ import annotations

import asyncio
import ctypes
import inspect
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from socket import IPPROTO_TCP, TCP_NODELAY

import streamlit as st
import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from streamlit import net_util, runtime

from kpca_core.drawing.canvas.streamlit import PLACE
from views.hosting.connections import Connections, guard
from views.hosting.document import PREVIEW, Document, preview
from views.hosting.headers import Headers
from views.hosting.notes import quieten
from views.hosting.preloading import Preloading, Scripts, below_app, module
from views.hosting.sockets import Sockets
from views.hosting.uploads import Uploads

_warmed = threading.Event()
_importing = threading.Lock()

# Seconds for what is under way when the server stops; frames take less, and a proxy waits for it.
GRACE = 3

# What pages import besides their own modules.
SHARED = ("views.pages.explore", "scipy.linalg")

# Bytes of a message from a browser. The largest is what a reader pastes on "Own data": a million
# characters, 3,000,376 bytes where each takes three, and at most four. Others took up to 1,332
# bytes, and an address with 300 edited points adds 10,000.
LARGEST_MESSAGE = 5 * 2**20

# What glibc's allocator keeps, by the numbers that `malloc.h` gives these settings: arenas, bytes
# from which an array has pages of its own, which return at once, and free bytes at an arena's end.
ARENAS, OWN_PAGES, FREE_END = (-8, 2), (-3, 2**22), (-1, 2**24)


@asynccontextmanager
async def warming(_: st.App) -> AsyncIterator[None]:
    """Do what the first page has to wait for while the browser still loads Streamlit's scripts."""
    return_memory()
    ask_nobody()
    quieten()
    # The server has put a method of its own in charge of the signal.
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    watching = asyncio.create_task(watch(server)) if isinstance(server, uvicorn.Server) else None
    threading.Thread(target=_warm, daemon=True).start()
    yield
    if watching:
        watching.cancel()


def return_memory() -> None:
    """Let the allocator return what departed sessions held; without glibc nothing is set.

    By itself it has an arena for each thread, up to eight times the number of cores, and arrays of
    up to 32 MiB in them: free memory between others' stays with the process.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        for name, value in (ARENAS, OWN_PAGES, FREE_END):
            library.mallopt(name, value)


def ask_nobody() -> None:
    """Keep Streamlit from asking another server for the outer address of this one.

    It does so for each socket whose origin it does not know, and the event loop waits for the
    answer: 30 such sockets took 10 s. A page that was loaded from that address does not need it,
    since its origin equals the host that it asks.
    """
    net_util.get_external_ip = lambda: None


async def watch(server: uvicorn.Server) -> None:
    """Set the server up, and watch its connections for ever."""
    connections = await set_up(server)
    await connections.watch()


async def set_up(server: uvicorn.Server) -> Connections:
    """Set what Streamlit has no settings for: how the server stops and how its connections work.

    It waits GRACE seconds for what is open, not for ever: a socket that is opened while it stops is
    not told of it. Connections send what they have, however small (`TCP_NODELAY`). asyncio sees to
    that for sockets that name their protocol, and Streamlit's does not: an answer of two parts,
    headers and content, would wait up to 40 ms for the browser to confirm the first. A message
    beyond LARGEST_MESSAGE closes its socket while it arrives; Streamlit's setting of 200 MB is also
    the bound of what it sends, and stays. Its connections are guarded, see `hosting.connections`.
    """
    server.config.timeout_graceful_shutdown = GRACE
    server.config.ws_max_size = LARGEST_MESSAGE
    connections = guard(server.config)
    while not server.started:
        await asyncio.sleep(0.01)
    for listener in (one for each in server.servers for one in each.sockets):
        # A connection has the options of the socket that accepted it.
        listener.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
    return connections


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
    from views.hosting.metrics import AppStats

    runtime.get_instance().stats_mgr.register_provider(AppStats())
    import_module("views.pages.explore")
    from views.pages.explore.live import frame_of_first_view

    frame_of_first_view()
    _warmed.set()
    # Streamlit asks for it at the first element, and the first answer reads every module's path.
    inspect.stack()


async def frames(socket: WebSocket) -> None:
    """Answer questions of a slider that is dragged, see `views.pages.explore.stream`."""
    from views.pages.explore.stream import serve

    await serve(socket)


async def denoised_frames(socket: WebSocket) -> None:
    """Answer questions of the page "Denoise", see `views.pages.denoise.stream`."""
    from views.pages.denoise.stream import DenoiseStream
    from views.pages.explore.stream import serve

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
    """Answer with the maps of a sweep, see `views.pages.sweep.played`."""
    from views.pages.sweep.played import frames

    return await frames(request)


async def method_frames(request: Request) -> Response:
    """Answer with a figure of the page "Method", see `views.pages.method.drawing`."""
    from views.pages.method.drawing import frames

    return await frames(request)


async def first_page(request: Request) -> Response:
    """Lead to "Explore", which has no name in its address as the other pages have."""
    return RedirectResponse(f"./?{request.url.query}".removesuffix("?"))


async def ready(request: Request) -> PlainTextResponse:
    """Whether a proxy may send readers here: the first picture is there, and few wait."""
    from views.hosting.work import WORK

    if not _warmed.is_set():
        return PlainTextResponse("starting", 503)
    if WORK.busy:
        return PlainTextResponse("busy", 503)
    return PlainTextResponse("ready")


ROUTES = [
    WebSocketRoute(below_app("frames"), frames),
    WebSocketRoute(below_app("frames/denoise"), denoised_frames),
    Route(below_app(f"{PLACE}/{{name}}.js"), module),
    Route(below_app("ready"), ready),
    Route(below_app(PREVIEW), preview),
    Route(below_app("explore"), first_page),
    Route(below_app("sweep-frames"), sweep_frames),
    Route(below_app("method-frames/{step}"), method_frames),
    Route(below_app("stories/{theme}/{name}.png"), thumbnail),
]
MIDDLEWARE = [Middleware(one) for one in (Headers, Sockets, Uploads, Preloading, Document, Scripts)]
