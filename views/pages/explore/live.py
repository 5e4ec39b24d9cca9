"""The picture on the page "Explore": follows a slider that is dragged, and its release."""

from __future__ import annotations

import streamlit as st

from kpca_core.drawing.canvas.streamlit import drawing
from views.hosting.turns import turn
from views.pages.explore.drawn import frame_of
from views.pages.explore.selected import select, selection_of
from views.pages.explore.signs import ARRIVED, Mark, marked
from views.pages.explore.solving import asked_for, is_followed, picture_of
from views.pages.explore.state import ExploreState
from views.shared.page import guarded
from views.shared.widgets import NEXT, begins_afresh, draw_next, visit_of
from views.state.questions import Questions

# Session entries: the component's state, and the mark of the picture that was drawn last.
KEY, MARK = "panels", "mark of the picture"

QUESTIONS = Questions(KEY)


@st.fragment
@turn()
@guarded
def draw_live(state: ExploreState) -> None:
    """Draw sliders, spectrum and eigenfunctions of `state`.

    While a slider is dragged the component takes its frames from `explore.stream`. Where
    that does not answer it sends its question as state "live", and this fragment reruns for every
    frame. A release moves the values to the sidebar.
    """
    if NEXT in st.session_state:
        st.rerun()
    request, question = QUESTIONS.newest(state.token)
    dragged_to = asked_for(state, question) if question else None
    if dragged_to is not None and not is_followed(dragged_to):
        dragged_to = None
    before = Mark.of_text(question.get("mark")) or st.session_state.get(MARK)
    arrived = st.session_state.pop(ARRIVED, ())
    if before is None or before.state != state:
        before = next((mark for mark in arrived if mark.state == state), before)
    if begins_afresh(type(state)):
        before = None
    mark = marked(dragged_to or state, before, picture_of)
    released, selected = QUESTIONS.over, selection_of(state)
    taken = visit_of(type(state)).taken
    frame = frame_of(
        mark, state, request, picture_of, released=released, selected=selected, taken=taken
    )
    st.session_state[MARK] = mark  # not where there is no picture: the next would follow it
    drawing(KEY, frame, lambda: _release(state), lambda: _choose(state), lambda: _select(state))


def frame_of_first_view() -> bytes:
    """Return the frame of the page without an address; computing it fills the caches."""
    state = ExploreState.of_address({})
    return frame_of(Mark(state), state, 0, picture_of)


def mark_of(state: ExploreState) -> Mark:
    """Return the mark of this state's picture with the signs that the reader sees."""
    mark = st.session_state.get(MARK)
    return mark if mark is not None and mark.state == state else Mark(state)


def _choose(state: ExploreState) -> None:
    draw_next(state.with_choices(QUESTIONS.sent("choose")))


def _select(state: ExploreState) -> None:
    select(state, QUESTIONS.sent("select"))
    # The list of the selected points stands outside of the fragment.
    draw_next(state)


def _release(state: ExploreState) -> None:
    sent = QUESTIONS.released(state.token)
    mark = Mark.of_text(sent.get("mark"))
    if mark is not None:
        st.session_state[MARK] = mark
    draw_next(asked_for(state, sent))
