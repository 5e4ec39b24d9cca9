"""Visitors of the running app without a browser: sessions, sockets, files and states."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from views.named import PAGES
from views.pages.explore.state import ExploreState
from views.state.fields import Choice, Field, Number, Several, Switch
from views.state.settings import State

# Fitting and drawing it takes seconds: the kernel has no structure, the grid is the finest.
HEAVIEST = {
    "data": "parabola",
    "n": "3000",
    "noise": "0.3",
    "kernel": "matern",
    "components": "16",
    "grid": "200",
}


def every_page() -> dict[str, type[State]]:
    """The states of all pages that there are, by the names of the pages."""
    for name in PAGES:
        import_module(f"views.pages.{name}.state")
    found = {page.page: page for page in State.__subclasses__() if hasattr(page, "page")}
    return dict(sorted(found.items()))


def some_state(
    page: type[State], random: Random, usual: float = 0.5, largest: float | None = None
) -> State:
    """A state that a reader could set.

    Parameters
    ----------
    usual
        the chance of each setting's default
    largest
        whole number; None for no limit but the settings' own
    """

    def value(one: Field) -> Any:
        if random.random() < usual and one.default is not None:
            return one.default
        if isinstance(one, Choice):
            return random.choice(list(one.options))
        if isinstance(one, Switch):
            return random.random() < 0.5
        if isinstance(one, Several):
            return None
        if isinstance(one, Number):
            low, high = one.low, one.high
            if one.integer and largest is not None:
                high = max(low, min(high, largest))
            share = random.random()
            scaled = low * (high / low) ** share if one.log else low + share * (high - low)
            return round(scaled) if one.integer else min(high, max(low, scaled))
        return one.default

    return page.of(value)


@dataclass
class Seen:
    """What one session, or one observer, has seen: seconds of each answer, and refusals."""

    delays: list[float] = field(default_factory=list)
    refused: int = 0


def question(state: ExploreState, request: int, value: float) -> str:
    """What a page asks while the first slider of its kernel is dragged."""
    parameter = next(iter(state.kernel.dragged))
    moved = replace(state, kernel=state.kernel.with_value(parameter.key, value))
    asked = {"n": request, "page": state.page, "address": moved.query}
    return json.dumps({**asked, "detail": {"samples": 90}})


@asynccontextmanager
async def line(url: str) -> Any:
    """A socket for frames, as a page opens it."""
    address = url.replace("http", "ws")
    async with websockets.connect(f"{address}/frames", origin=url, max_size=None) as socket:
        yield socket


async def answer(socket: Any, seen: Seen, text: str) -> None:
    """Ask, and wait for the frame or the refusal."""
    start = time.perf_counter()
    await socket.send(text)
    while True:
        message = await socket.recv()
        if isinstance(message, bytes):
            seen.delays.append(time.perf_counter() - start)
            return
        if message == "refused":
            seen.refused += 1
            return


class Session:
    """A session of Streamlit's, as a browser holds it.

    Attributes
    ----------
    name
        what Streamlit calls it
    errors
        messages of errors that the page showed in its last run
    exceptions
        those that Streamlit caught in place of the page
    texts
        paragraphs of Markdown of its last run
    components
        the widgets of the components that it drew
    widgets
        what each widget is that it drew
    place
        the address where "Own data" takes a table
    """

    def __init__(self, socket: Any) -> None:
        self.socket, self.name = socket, ""
        self.errors: list[str] = []
        self.exceptions: list[str] = []
        self.texts: list[str] = []
        self.components: set[str] = set()
        self.widgets: dict[str, str] = {}
        self.place = ""

    async def rerun(self, address: Mapping[str, str], page: str = "") -> float:
        """Seconds of one run of a page at an address."""
        message = BackMsg()
        message.rerun_script.query_string = urlencode(address)
        message.rerun_script.page_name = page
        # Else the page would go by its widgets, which here nobody has set.
        message.rerun_script.is_history_navigation = True
        return await self.send(message)

    async def send(self, message: BackMsg) -> float:
        """Seconds of the run that a message asks for."""
        start = time.perf_counter()
        self.errors, self.exceptions, self.texts = [], [], []
        await self.socket.send(message.SerializeToString())
        while True:
            found = ForwardMsg.FromString(await self.socket.recv())
            kind = found.WhichOneof("type")
            if kind == "new_session":
                self.name = found.new_session.initialize.session_id
            if kind == "delta" and found.delta.WhichOneof("type") == "new_element":
                self._note(found.delta.new_element)
            if kind == "script_finished" and found.script_finished in FINISHED:
                return time.perf_counter() - start

    def _note(self, element: Any) -> None:
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.exceptions.append(element.exception.message)
        elif kind == "alert":
            self.errors.append(element.alert.body)
        elif kind == "markdown":
            self.texts.append(element.markdown.body)
        elif kind == "bidi_component":
            self.components.add(element.bidi_component.id)
            if element.bidi_component.component_name == "explorer.gift":
                self.place = json.loads(element.bidi_component.bytes)["address"]
        if name := getattr(getattr(element, kind), "id", ""):
            self.widgets[name] = kind


FINISHED = (
    ForwardMsg.ScriptFinishedStatus.FINISHED_SUCCESSFULLY,
    ForwardMsg.ScriptFinishedStatus.FINISHED_WITH_COMPILE_ERROR,
)


@asynccontextmanager
async def session(url: str) -> Any:
    address = url.replace("http", "ws")
    async with websockets.connect(
        f"{address}/_stcore/stream", origin=url, subprotocols=["streamlit"], max_size=None
    ) as socket:
        yield Session(socket)


def put(url: str, place: str, content: bytes, file: str = "a.csv", **more: str) -> tuple[int, str]:
    """Give a file as the browser does; return the status and text of the answer.

    Parameters
    ----------
    place : the address that the page has for it, below `url`
    file : its name
    more : headers
    """
    app = urlsplit(url)
    path = f"{app.path.rstrip('/')}/{place}"
    line = http.client.HTTPConnection(app.netloc, timeout=30)
    chunked = "Transfer-Encoding" in more
    line.request(
        "PUT", f"{path}?{urlencode({'name': file})}", iter([content]) if chunked else content,
        {"Origin": url, **more}, encode_chunked=chunked,
    )  # fmt: skip
    with line.getresponse() as found:
        return found.status, found.read().decode()


async def give(url: str, drawn: Session, content: bytes, name: str) -> float:
    """Give the page "Own data", which `drawn` shows, a file; return the seconds of its run."""
    status, text = await asyncio.to_thread(put, url, drawn.place, content, name)
    if status != 204:
        raise RuntimeError(f"The file was refused: {status}, {text}")
    message = BackMsg()
    message.rerun_script.page_name = "table"
    return await drawn.send(message)
