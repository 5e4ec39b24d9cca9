"""The sidebar of the page "Denoise"."""

from __future__ import annotations

import streamlit as st

from views.catalogue import MATERN, SMOOTHNESS
from views.denoise.state import (
    CHOSEN,
    DATA,
    DRAW,
    FILE,
    IMAGE,
    KEPT,
    KERNEL,
    KIND,
    METHOD,
    NOISE,
    PATH,
    POINTS,
    SEED,
    SHOWN,
    SOURCES,
    START,
    STRENGTH,
    WIDTH,
    DenoiseState,
    Images,
    Points,
)
from views.widgets import number_box, select, text_box


def draw_sidebar(state: DenoiseState, suggested_width: float | None = None) -> None:
    """Draw the widgets that a reader sets the state with.

    Parameters
    ----------
    suggested_width
        what the width None of the images stands for
    """
    with st.sidebar:
        select(state, SHOWN)
        if state.points is not None:
            _points(state, state.points)
        if state.images is not None:
            _images(state, state.images, suggested_width)


def _points(state: DenoiseState, points: Points) -> None:
    select(state, DATA)
    left, right = st.columns(2)
    number_box(state, POINTS, left)
    number_box(state, NOISE[points.data], right)
    number_box(state, SEED)
    st.divider()
    select(state, KERNEL)
    st.latex(rf"k(\mathbf{{x}}, \mathbf{{y}}) = {points.kernel.family.formula}")
    if points.kernel.kernel == MATERN:
        select(state, SMOOTHNESS)
    for parameter in points.kernel.family.parameters:
        number_box(state, parameter)
    st.divider()
    number_box(state, KEPT[points.data])
    select(state, METHOD)
    select(state, START)
    number_box(state, CHOSEN)


def _images(state: DenoiseState, images: Images, suggested_width: float | None) -> None:
    select(state, SOURCES)
    if images.source == FILE:
        text_box(
            state, PATH,
            help="A directory or a file: .npz, .h5, zip.train.gz beside zip.test.gz, or LIBSVM's "
            "usps.bz2 beside usps.t.bz2.",
        )  # fmt: skip
    st.divider()
    select(state, KIND)
    number_box(state, STRENGTH[images.kind])
    number_box(state, DRAW)
    st.divider()
    number_box(state, WIDTH, step=1.0, suggested=suggested_width)
    number_box(state, IMAGE)
