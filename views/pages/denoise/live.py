"""The points on the page "Denoise" with settled settings."""

from __future__ import annotations

import streamlit as st

from kpca_core.drawing.canvas.streamlit import drawing
from views.hosts.streamlit.messages import answered, beside_of
from views.hosts.streamlit.page import guarded
from views.hosts.streamlit.widgets import READ
from views.pages.denoise.drawn import frame_of
from views.pages.denoise.solving import picture_of
from views.pages.denoise.state import DenoiseState

KEY = "denoising"


@guarded
def draw_live(state: DenoiseState) -> None:
    """Draw sliders, points, pre-images and the objective.

    While the pointer is down the component takes its frames from `denoise.stream`.
    """
    request, read = answered(beside_of(type(state))), st.session_state.get(READ, 0)
    drawing(KEY, frame_of(state, request, picture_of(state), read=read))
