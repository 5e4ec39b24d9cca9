"""Frames of the page "Compare" while the pointer is down, see `views.hosts.streamlit.socket`."""

from __future__ import annotations

from functools import partial

from views.hosts.streamlit.socket import Asked, Question
from views.pages.compare.drawn import frame_of
from views.pages.compare.solving import cost_of, marked
from views.pages.compare.state import CompareState
from views.pages.explore.signs import Mark


class Stream:
    """The frames of one browser tab. The mark of the newest is kept: it precedes the next one."""

    def __init__(self) -> None:
        self._newest: tuple[int, Mark[CompareState]] | None = None

    def read(self, question: Question) -> Asked:
        """Return what answers a question; ValueError where nothing does."""
        state = CompareState.of_asked(question.address)
        return Asked(cost_of(state), partial(self._frame, question, state))

    def _frame(self, question: Question, state: CompareState) -> bytes:
        before = Mark.of_text(question.before, CompareState)
        if self._newest is not None and question.before == self._newest[0]:
            before = self._newest[1]
        mark = marked(state, before)
        answer = frame_of(mark, question.n)
        self._newest = question.n, mark
        return answer
