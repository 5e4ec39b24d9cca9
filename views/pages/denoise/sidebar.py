"""The sidebar of the page "Denoise"."""

from __future__ import annotations

import streamlit as st

from views.hosts.streamlit.loading import FILE, path_box
from views.hosts.streamlit.widgets import number_box, select
from views.pages.denoise.state import (
    DenoiseState,
    Images,
    Points,
)
from views.pages.explore.sidebar import draw_choice


def draw_sidebar(state: DenoiseState, suggested_width: float | None = None) -> None:
    """Draw the widgets that a reader sets the state with.

    Parameters
    ----------
    suggested_width
        what the width None of the images stands for
    """
    with st.sidebar:
        select(state, "shown")
        if state.points is not None:
            _points(state, state.points)
        if state.images is not None:
            _images(state, state.images, suggested_width)


def _points(state: DenoiseState, points: Points) -> None:
    select(state, points.field("data"))
    left, right = st.columns(2)
    number_box(state, points.field("n"), left)
    number_box(state, points.field("seed"), right)
    st.divider()
    draw_choice(state, points.kernel)
    st.divider()
    select(state, points.field("method"))
    select(state, points.field("start"))
    number_box(state, points.field("chosen"))


def _images(state: DenoiseState, images: Images, suggested_width: float | None) -> None:
    select(state, images.field("source"))
    if images.source == FILE:
        path_box(state)
    st.divider()
    select(state, images.field("kind"))
    number_box(state, images.field("strength"))
    number_box(state, images.field("seed"))
    st.divider()
    number_box(state, images.field("width"), step=1.0, suggested=suggested_width)
    number_box(state, images.field("image"))
