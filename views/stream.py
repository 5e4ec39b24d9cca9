"""Frames for a moving hand: from the core to the component, past a rerun of the page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from datasets import Dataset
from views.frame import frame
from views.settings import Settings
from views.solving import Picture, solved

MOST_OFFERS = 32
_offers: dict[str, tuple[Settings, Dataset, Picture]] = {}


def offer(settings: Settings, dataset: Dataset, picture: Picture) -> None:
    """Let pages that show `picture` ask for frames of `settings` with other kernel parameters."""
    _offers.pop(settings.token, None)
    _offers[settings.token] = (settings, dataset, picture)
    while len(_offers) > MOST_OFFERS:
        _offers.pop(next(iter(_offers)), None)


def values_under_hand(settings: Settings, sent: Mapping[str, Any]) -> dict[str, float] | None:
    """The kernel parameters that a browser sent, or None unless all are there and in range."""
    values = {p.name: p.accepted(sent.get(p.name)) for p in settings.choice.parameters}
    return None if None in values.values() else values  # type: ignore[return-value]


async def serve(socket: WebSocket) -> None:
    """Answer each question, JSON {"token", "request", "values"}, with a frame.

    What cannot be answered is sent back as text: the page then asks Streamlit, which can say why.
    """
    if urlsplit(socket.headers.get("origin", "")).netloc != socket.headers.get("host"):
        await socket.close(1008)
        return
    await socket.accept()
    stream = Stream()
    # A page may close while its frame is being made.
    with suppress(WebSocketDisconnect):
        async for question in socket.iter_text():
            answer = await run_in_threadpool(stream.answer, question)
            await (socket.send_text(question) if answer is None else socket.send_bytes(answer))


class Stream:
    """One page's frames: each with the signs of the one before."""

    def __init__(self) -> None:
        self.token = ""
        self.before: Picture | None = None

    def answer(self, question: str) -> bytes | None:
        """The frame asked for, or None if the settings or the values are not to be had."""
        try:
            asked = json.loads(question)
            settings, dataset, shown = _offers[asked["token"]]
            values = values_under_hand(settings, asked["values"])
            if values is None:
                return None
            picture = solved(
                settings.built_kernel(values),
                dataset,
                settings.components,
                settings.resolution,
                settings.centre,
            ).aligned_to(self.before if self.token == settings.token and self.before else shown)
            answer = frame(picture, dataset, settings, values, int(asked["request"]), moving=True)
        except (LookupError, ValueError, TypeError, AttributeError, MemoryError):
            return None
        self.token, self.before = settings.token, picture
        return answer
