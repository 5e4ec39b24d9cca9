"""Frames of the pages "Explore" and "Own data" while the pointer is down.

Each follows the picture before it, see `views.pages.explore.signs`.
"""

from __future__ import annotations

from functools import partial

from kpca_core.drawing.canvas.picture import Picture
from views.answer import Answer
from views.hosts.streamlit.socket import Question
from views.pages.explore.drawn import frame_of
from views.pages.explore.signs import marked
from views.pages.explore.solving import cost_of, dataset_of, is_followed, picture_of, solved
from views.pages.explore.state import ExploreState
from views.state.mark import Mark


class Stream:
    """The frames of one browser tab. Its newest picture is kept: it precedes the next one."""

    def __init__(self) -> None:
        self._newest: tuple[int, Picture, Mark[ExploreState]] | None = None

    def read(self, question: Question) -> Answer:
        """Return what answers a question; ValueError where nothing does."""
        page = ExploreState.kinds.get(question.page, ExploreState)
        state = page.of_asked(question.address)
        before = Mark.of_text(question.before, page)
        state = state.with_changes(question.changes, dataset_of)
        if not is_followed(state):
            raise ValueError("This takes too long to follow the pointer.")
        return Answer(cost_of(state), partial(self._frame, question, state, before))

    def _frame(
        self, question: Question, state: ExploreState, before: Mark[ExploreState] | None
    ) -> bytes:
        """Return a moving frame, or where no detail is asked for a complete one."""
        newest = self._newest
        current = solved(state, question.detail.samples if question.detail else None)

        def find(wanted: ExploreState) -> Picture:
            if wanted == state:
                return current
            if newest is not None and newest[2].state == wanted:
                return newest[1]
            return picture_of(wanted)

        if newest is not None and question.before == newest[0]:
            before = newest[2]
        mark = marked(state, before, find)
        moved = bool(question.changes)
        answer = frame_of(mark, question.n, find, question.detail, moved=moved)
        self._newest = question.n, current, mark
        return answer
