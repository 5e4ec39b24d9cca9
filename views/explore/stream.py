"""Frames while a slider is dragged: from the core to the component without a rerun of the page.

The server keeps nothing between two questions that it could not compute again: the browser sends
the token of the settings and the mark of the picture before (see `views.explore.signs`).
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from kpca_core.canvas.picture import Picture
from views.explore.drawn import detail_of, frame_of
from views.explore.signs import Mark, marked
from views.explore.solving import picture_of, solved
from views.explore.state import ExploreState

# Questions that may wait for their turn: the browser asks no more than three at once.
WAITING = 64


async def serve(socket: WebSocket) -> None:
    """Answer each question, JSON {"token", "request", "values", "mark", …}, with a frame.

    Answers come in the order of the questions. Before each frame the number of its request and
    the milliseconds of work are sent as text: what passes from there to the frame is what the line
    takes to carry it. A question that
    gets no frame is sent back as text; the component then sends it through Streamlit
    (`views.explore.live`), whose rerun draws the picture or shows the error. "ping" is answered by
    "pong" at once, whatever is being computed. The release of a slider does not come here but to
    `views.explore.live`.
    """
    if urlsplit(socket.headers.get("origin", "")).netloc != socket.headers.get("host"):
        await socket.close(1008)
        return
    await socket.accept()
    questions: asyncio.Queue[str | None] = asyncio.Queue(WAITING)
    answering = asyncio.create_task(_answer(socket, questions))
    try:
        async for text in socket.iter_text():
            if text == "ping":
                await socket.send_text("pong")
            else:
                questions.put_nowait(text)
        await questions.put(None)
        await answering
    except asyncio.QueueFull:
        await socket.close(1008)
    except WebSocketDisconnect:
        pass  # A page may close while its frame is being made.
    finally:
        answering.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await answering


async def _answer(socket: WebSocket, questions: asyncio.Queue[str | None]) -> None:
    """Answer questions in turn until there is None."""
    stream = FrameStream()
    while (question := await questions.get()) is not None:
        start = time.perf_counter()
        answer = await run_in_threadpool(stream.answer, question)
        if answer is None:
            await socket.send_text(question)
        else:
            worked = round(1e3 * (time.perf_counter() - start))
            await socket.send_text(f"{stream.request} {worked}")
            await socket.send_bytes(answer)


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

    def answer(self, question: str) -> bytes | None:
        """Return the frame asked for; None for an invalid question or one that raises an error.

        A question with "samples" gets a moving frame (see `views.explore.drawn.Detail`), another
        one a complete frame. Where "after" names the question answered last, that answer is the
        picture before this one, else the picture that "mark" names.
        """
        try:
            asked = json.loads(question)
            request, detail = int(asked["request"]), detail_of(asked)
            settled = ExploreState.of_token(asked["token"])
            state = settled.with_values(asked["values"])
            if state is None:
                return None
            current = solved(state, detail.samples if detail else None)

            def find(wanted: ExploreState) -> Picture:
                if wanted == state:
                    return current
                if self._newest is not None and self._newest[0] == wanted:
                    return self._newest[1]
                return picture_of(wanted)

            before = Mark.of_text(asked.get("mark"))
            if self._newest is not None and asked.get("after") == self.request:
                before = self._newest[2]
            mark = marked(state, before, find)
            answer = frame_of(mark, settled, request, find, detail)
        except (LookupError, ValueError, TypeError, AttributeError, MemoryError):
            return None
        self.request, self._newest = request, (state, current, mark)
        return answer
