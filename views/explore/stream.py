"""Frames while a slider is dragged: from the core to the component without a rerun of the page.

The server keeps nothing between two questions that it could not compute again: the browser sends
the token of the settings and the mark of the picture before (see `views.explore.signs`).
"""

from __future__ import annotations

import json
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from kpca_core.canvas.picture import Picture
from views.explore.drawn import frame_of
from views.explore.signs import Mark, marked
from views.explore.solving import picture_of, solved
from views.explore.state import ExploreState


async def serve(socket: WebSocket) -> None:
    """Answer each question, JSON {"token", "request", "values", "mark"}, with a frame.

    A question that gets no frame is sent back as text; the component then sends it through
    Streamlit (`views.explore.live`), whose rerun draws the picture or shows the error. A frame is
    what `kpca_core.canvas.frame` packs. The release of a slider does not come here but to
    `views.explore.live`.
    """
    if urlsplit(socket.headers.get("origin", "")).netloc != socket.headers.get("host"):
        await socket.close(1008)
        return
    await socket.accept()
    stream = FrameStream()
    # A page may close while its frame is being made.
    with suppress(WebSocketDisconnect):
        async for question in socket.iter_text():
            answer = await run_in_threadpool(stream.answer, question)
            await (socket.send_text(question) if answer is None else socket.send_bytes(answer))


class FrameStream:
    """The frames of one browser tab. Its newest picture is kept: it precedes the next one."""

    def __init__(self) -> None:
        self._newest: tuple[ExploreState, Picture] | None = None

    def answer(self, question: str) -> bytes | None:
        """Return the frame asked for; None for an invalid question or one that raises an error."""
        try:
            asked = json.loads(question)
            settled = ExploreState.of_token(asked["token"])
            state = settled.with_values(asked["values"])
            if state is None:
                return None
            current = state, solved(state)

            def find(wanted: ExploreState) -> Picture:
                for known in (current, self._newest):
                    if known is not None and known[0] == wanted:
                        return known[1]
                return picture_of(wanted)

            mark = marked(state, Mark.of_text(asked.get("mark")), find)
            answer = frame_of(mark, settled, int(asked["request"]), find)
        except (LookupError, ValueError, TypeError, AttributeError, MemoryError):
            return None
        self._newest = current
        return answer
