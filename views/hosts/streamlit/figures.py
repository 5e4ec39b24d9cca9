"""Static figures drawn by the canvas. Plotly charts are sent after them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kpca_core.drawing.scene import Scene, Sheet, pack
from views.hosts.streamlit.front import draw
from views.hosts.streamlit.page import let_picture_arrive

# Session entry: whether the browser has painted a figure.
PAINTED = "a figure was painted"


def draw_figure(key: str, sheets: Sequence[Sheet], text: str) -> None:
    """Draw a figure; `text` is for readers who cannot see it."""
    frame = pack(Scene(sheets, description=text), level=1)
    draw("figure", key, frame, on_painted_change=_painted)
    let_picture_arrive()


def _painted() -> None:
    st.session_state[PAINTED] = True


def is_painted() -> bool:
    """Whether the browser has painted the first figure; before that, nothing may delay it."""
    return PAINTED in st.session_state
