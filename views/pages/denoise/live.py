"""The points on the page "Denoise": they follow sliders that are dragged, and their release."""

from __future__ import annotations

import streamlit as st

from kpca_core.drawing.canvas.streamlit import drawing
from views.hosting.turns import turn
from views.pages.denoise.drawn import frame_of
from views.pages.denoise.solving import picture_of
from views.pages.denoise.state import DenoiseState
from views.shared.page import guarded
from views.shared.widgets import NEXT, draw_next
from views.state.questions import Questions

KEY = "denoising"
QUESTIONS = Questions(KEY)


@st.fragment
@turn()
@guarded
def draw_live(state: DenoiseState) -> None:
    """Draw sliders, points, pre-images and the objective.

    While a slider is dragged the component takes its frames from `denoise.stream`, or by
    reruns of this fragment where that does not answer.
    """
    if NEXT in st.session_state:
        st.rerun()
    request, question = QUESTIONS.newest(state.token)
    dragged_to = state.with_values(question.get("values")) if question else None
    shown = dragged_to or state
    frame = frame_of(shown, state, request, picture_of(shown), released=QUESTIONS.over)
    drawing(KEY, frame, lambda: _release(state), lambda: _choose(state), lambda: None)


def _release(state: DenoiseState) -> None:
    draw_next(state.with_values(QUESTIONS.released(state.token).get("values")))


def _choose(state: DenoiseState) -> None:
    draw_next(state.with_choice(QUESTIONS.sent("choose")))
