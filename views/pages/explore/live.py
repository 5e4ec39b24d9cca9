"""The picture on the page "Explore" with settled settings."""

from __future__ import annotations

import streamlit as st

from kpca_core.drawing.canvas.streamlit import drawing
from views.hosts.streamlit.messages import answered, beside_of
from views.hosts.streamlit.page import guarded
from views.hosts.streamlit.widgets import READ, begins_afresh, visit_of
from views.pages.explore.drawn import frame_of
from views.pages.explore.selected import select, selection_of
from views.pages.explore.signs import ARRIVED, marked
from views.pages.explore.solving import picture_of
from views.pages.explore.state import ExploreState
from views.state.mark import Mark

# Session entries: the component's state, and the mark of the picture that was drawn last.
KEY, MARK = "panels", "mark of the picture"


@guarded
def draw_live(state: ExploreState) -> None:
    """Draw sliders, spectrum and eigenfunctions of `state`.

    While the pointer is down the component takes its frames from `explore.stream`; what is released
    is settled, see `views.hosts.streamlit.messages`.
    """
    sent = beside_of(type(state))
    if "selected" in sent:
        select(state, sent["selected"])
    before = Mark.of_text(sent.get("mark"), type(state)) or st.session_state.get(MARK)
    arrived = st.session_state.pop(ARRIVED, ())
    if before is None or before.state != state:
        before = next((mark for mark in arrived if mark.state == state), before)
    if begins_afresh(type(state)):
        before = None
    mark = marked(state, before, picture_of)
    read, taken = st.session_state.get(READ, 0), visit_of(type(state)).taken
    request, selected = answered(sent), selection_of(state)
    frame = frame_of(mark, request, picture_of, read=read, selected=selected, taken=taken)
    st.session_state[MARK] = mark  # not where there is no picture: the next would follow it
    drawing(KEY, frame)


def frame_of_first_view() -> bytes:
    """Return the frame of the page without an address; computing it fills the caches."""
    state = ExploreState.of_address({})
    return frame_of(Mark(state), 0, picture_of)


def mark_of(state: ExploreState) -> Mark[ExploreState]:
    """Return the mark of this state's picture with the signs that the reader sees."""
    mark = st.session_state.get(MARK)
    return mark if mark is not None and mark.state == state else Mark(state)
