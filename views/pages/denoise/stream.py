"""Frames of the page "Denoise" while a slider is dragged, see `explore.stream.serve`."""

from __future__ import annotations

import json
from dataclasses import dataclass

from views.hosting.work import Estimate
from views.pages.denoise.drawn import frame_of
from views.pages.denoise.solving import cost_of, solved
from views.pages.denoise.state import DenoiseState
from views.pages.explore.drawn import Detail, detail_of
from views.pages.explore.stream import UNREADABLE


@dataclass(frozen=True)
class DenoiseQuestion:
    """A question that a browser sent: JSON {"token", "request", "values", "samples", "deflate"}."""

    request: int
    settled: DenoiseState
    state: DenoiseState
    detail: Detail | None

    @property
    def cost(self) -> Estimate:
        """What an answer is expected to take."""
        return cost_of(self.state)


class DenoiseStream:
    """The frames of one browser tab.

    Attributes
    ----------
    request
        the number of the question that was answered last
    """

    def __init__(self) -> None:
        self.request = 0

    def read(self, question: str) -> DenoiseQuestion | None:
        """Read a question; None for an invalid one."""
        try:
            asked = json.loads(question)
            settled = DenoiseState.of_token(asked["token"])
            state = settled.with_values(asked["values"])
            request, detail = int(asked["request"]), detail_of(asked)
        except UNREADABLE:
            return None
        return None if state is None else DenoiseQuestion(request, settled, state, detail)

    def frame(self, asked: DenoiseQuestion) -> bytes | None:
        """Return the frame asked for, None where it raises an error."""
        try:
            found = solved(asked.state, asked.detail.samples if asked.detail else None)
            answer = frame_of(asked.state, asked.settled, asked.request, found, asked.detail)
        except (LookupError, ValueError, TypeError, AttributeError, MemoryError):
            return None
        self.request = asked.request
        return answer
