"""Frames of the page "Denoise" while the pointer is down, see `views.hosts.streamlit.socket`."""

from __future__ import annotations

from functools import partial

from views.answer import Answer
from views.hosts.streamlit.socket import Question
from views.pages.denoise.drawn import frame_of
from views.pages.denoise.solving import cost_of, solved
from views.pages.denoise.state import DenoiseState


class Stream:
    """The frames of one browser tab."""

    def read(self, question: Question) -> Answer:
        """Return what answers a question; ValueError where nothing does."""
        state = DenoiseState.of_asked(question.address)
        return Answer(cost_of(state), partial(self._frame, question, state))

    def _frame(self, question: Question, state: DenoiseState) -> bytes:
        detail = question.detail
        found = solved(state, detail.samples if detail else None)
        return frame_of(state, question.n, found, detail)
