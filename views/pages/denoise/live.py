"""The points on the page "Denoise": they follow sliders that are dragged."""

from __future__ import annotations

import streamlit as st

from kpca_core.drawing.canvas.streamlit import drawing
from views.hosting.turns import turn
from views.pages.denoise.drawn import frame_of
from views.pages.denoise.solving import picture_of
from views.pages.denoise.state import DenoiseState
from views.shared.messages import answered, asked_by, beside_of
from views.shared.page import guarded
from views.shared.widgets import READ

KEY = "denoising"


@st.fragment
@turn()
@guarded
def draw_live(state: DenoiseState) -> None:
    """Draw sliders, points, pre-images and the objective.

    While a slider is dragged the component takes its frames from `denoise.stream`, or by
    reruns of this fragment where that does not answer.
    """
    sent, question = beside_of(type(state)), asked_by(KEY, state.token)
    request = answered(question, sent)
    dragged_to = state.with_values(question.get("values")) if question else None
    shown = dragged_to or state
    read = st.session_state.get(READ, 0)
    drawing(KEY, frame_of(shown, state, request, picture_of(shown), read=read))
