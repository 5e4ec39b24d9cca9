"""Frames while a slider is dragged: from the core to the component without a rerun of the page.

The server keeps nothing between two questions that it could not compute again: the browser sends
the token of the settings and the mark of the picture before (see `views.pages.explore.signs`).
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from kpca_core.drawing.canvas.picture import Picture
from views.hosting import metrics
from views.hosting.headers import is_own
from views.hosting.notes import note
from views.hosting.work import WORK, Estimate, Replaced, TooMuch
from views.pages.explore.drawn import Detail, detail_of, frame_of
from views.pages.explore.signs import Mark, marked
from views.pages.explore.solving import asked_for, cost_of, is_followed, picture_of, solved
from views.pages.explore.state import ExploreState

# Questions that may wait for their turn: the browser asks no more than four at once.
WAITING = 64

# Characters of a question: token and mark take 700 each without edited points and 2,800 with the
# 300 that an address holds; as many changes that have not settled take 10,000.
LONGEST = 16384

# Seconds that a browser may take to read a frame; a slow connection needs one.
READING = 20.0

REFUSED = "refused"

# What reading a question can raise that is none.
UNREADABLE = (
    LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError,
)  # fmt: skip


class Stream(Protocol):
    """Reads the questions of one browser tab, and answers them one after the other."""

    request: int  # the number of the question that was answered last

    def read(self, question: str) -> Any:
        """Return the question, with its expected `cost`; None for an invalid one."""

    def frame(self, asked: Any) -> bytes | None:
        """Return the frame asked for, None where it raises an error."""


async def serve(socket: WebSocket, stream: Callable[[], Stream] | None = None) -> None:
    """Answer each question, JSON {"token", "request", "values", "mark", …}, with a frame.

    Answers come in the order of the questions. Before each frame the number of its request and
    the milliseconds of work are sent as text: what passes from there to the frame is what the line
    takes to carry it. A question that gets no frame is answered by "refused"; the component then
    sends it through Streamlit (`explore.live`), whose rerun draws the picture or shows the
    error. "ping" is answered by "pong" at once, whatever is being computed. Anything else closes
    the socket. The release of a slider does not come here but to `views.pages.explore.live`.
    """
    if not is_own(socket.headers):
        await socket.close(1008)
        return
    await socket.accept()
    questions: asyncio.Queue[str] = asyncio.Queue(WAITING)
    answering = asyncio.create_task(_answer(socket, questions, (stream or FrameStream)()))
    # A page may close while its frame is being made, or never read it.
    with suppress(WebSocketDisconnect, RuntimeError):
        await _take(socket, questions)
    if not answering.done():
        answering.cancel()
    with suppress(asyncio.CancelledError, WebSocketDisconnect, TimeoutError, RuntimeError):
        await answering


async def _take(socket: WebSocket, questions: asyncio.Queue[str]) -> None:
    """Put questions into the queue until the socket closes, or has to be closed."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        text = message.get("text")
        if text == "ping":
            await socket.send_text("pong")
            continue
        if text is None or len(text) > LONGEST or questions.full():
            note("a socket was closed: " + ("binary data" if text is None else "too much text"))
            await socket.close(1008)
            return
        questions.put_nowait(text)


async def _answer(socket: WebSocket, questions: asyncio.Queue[str], stream: Stream) -> None:
    """Answer questions in turn."""
    owner, address = f"frames {id(socket)}", socket.client.host if socket.client else ""
    try:
        for number in count():
            question = await questions.get()
            start, asked, answer = time.perf_counter(), stream.read(question), None
            if asked is None:
                note("a question was refused")
            else:
                with suppress(Replaced, TooMuch):
                    ticket = WORK.ask(
                        owner, str(number), (owner, number), partial(stream.frame, asked),
                        asked.cost, source=address,
                    )  # fmt: skip
                    answer = await asyncio.wrap_future(ticket.future)
            async with asyncio.timeout(READING):
                worked = round(1e3 * (time.perf_counter() - start))
                if answer is None:
                    metrics.count("kpca_refusals")
                    await socket.send_text(REFUSED)
                else:
                    metrics.count("kpca_frames")
                    metrics.count("kpca_frame_milliseconds", worked)
                    if _is_measured(number):
                        await socket.send_text(f"{stream.request} {worked}")
                    await socket.send_bytes(answer)
    except TimeoutError:
        note("a socket was closed: its frames are not read")
        async with asyncio.timeout(1):
            await socket.close(1008)
    finally:
        WORK.leave(owner)


def _is_measured(number: int) -> bool:
    """Whether a frame is announced, so that its way can be measured: the first, and some later.

    Not all: on a busy page a message of its own waits as long as a frame takes to be painted.
    """
    return number < 4 or number % 8 == 0


class FrameStream:
    """The frames of one browser tab. Its newest picture is kept: it precedes the next one.

    Attributes
    ----------
    request
        the number of the question that was answered last
    """

    def __init__(self) -> None:
        self.request = 0
        self._newest: tuple[ExploreState, Picture, Mark] | None = None

    def read(self, question: str) -> ExploreQuestion | None:
        """Read a question; None for an invalid one."""
        return ExploreQuestion.of(question)

    def answer(self, question: str) -> bytes | None:
        """Return the frame asked for; None for an invalid question or one that raises an error."""
        asked = ExploreQuestion.of(question)
        return None if asked is None else self.frame(asked)

    def frame(self, asked: ExploreQuestion) -> bytes | None:
        """Return the frame asked for, None where it raises an error.

        A question with "samples" gets a moving frame (see `drawn.Detail`), another
        one a complete frame. Where "after" names the question answered last, that answer is the
        picture before this one, else the picture that "mark" names. "changes" are all changes of
        points since the settings of the token (see `Edits.with_changes`): none is lost with a
        question that is left out.
        """
        state, detail = asked.state, asked.detail
        try:
            current = solved(state, detail.samples if detail else None)

            def find(wanted: ExploreState) -> Picture:
                if wanted == state:
                    return current
                if self._newest is not None and self._newest[0] == wanted:
                    return self._newest[1]
                return picture_of(wanted)

            before = asked.before
            if self._newest is not None and asked.after == self.request:
                before = self._newest[2]
            mark = marked(state, before, find)
            answer = frame_of(mark, asked.settled, asked.request, find, detail)
        except (LookupError, ValueError, TypeError, AttributeError, MemoryError):
            return None
        self.request, self._newest = asked.request, (state, current, mark)
        return answer


@dataclass(frozen=True)
class ExploreQuestion:
    """A question that a browser sent."""

    request: int
    after: object
    settled: ExploreState
    state: ExploreState
    before: Mark | None
    detail: Detail | None

    @property
    def cost(self) -> Estimate:
        """What an answer is expected to take."""
        return cost_of(self.state)

    @classmethod
    def of(cls, text: str) -> ExploreQuestion | None:
        """Read a question; None for an invalid one."""
        try:
            asked = json.loads(text)
            settled = ExploreState.of_token(asked["token"])
            state = asked_for(settled, asked)
            if state is None or not is_followed(state):
                return None
            before = Mark.of_text(asked.get("mark"))
            request, detail = int(asked["request"]), detail_of(asked)
        except UNREADABLE:
            return None
        return cls(request, asked.get("after"), settled, state, before, detail)
