"""The sidebar of the page "Explore"."""

from __future__ import annotations

import streamlit as st

from views.catalogue import (
    CONVENTION,
    DATA_CHOICE,
    GAUSSIAN,
    GAUSSIANS,
    MATERN,
    PAPER_DRAW,
    SEED,
    SMOOTHNESS,
    DataSettings,
)
from views.explore.state import CENTRED, COMPONENTS, KERNEL, RESOLUTION, SCALE, ExploreState
from views.widgets import number_box, select, switch


def draw_sidebar(state: ExploreState) -> None:
    """Draw the widgets that a reader sets the state with."""
    kernel = state.kernel
    with st.sidebar:
        st.title("Kernel PCA explorer", anchor=False)
        select(DATA_CHOICE)
        _points(state.data)
        st.divider()
        select(KERNEL)
        st.latex(rf"k(\mathbf{{x}}, \mathbf{{y}}) = {kernel.family.formula}")
        if kernel.kernel == GAUSSIAN:
            select(CONVENTION, on_change=_convert_width, args=(state,))
        if kernel.kernel == MATERN:
            select(SMOOTHNESS)
        for parameter in kernel.family.parameters:
            number_box(parameter)
        st.divider()
        left, right = st.columns(2)
        number_box(COMPONENTS, left)
        select(RESOLUTION, right)
        select(SCALE)
        switch(CENTRED)


def _points(data: DataSettings) -> None:
    if data.family.paper_draw:
        switch(PAPER_DRAW)
    if data.seed is not None:
        number_box(SEED)
    parameters = data.family.parameters
    for start in range(0, len(parameters), 2):
        columns = st.columns(2)
        for column, parameter in zip(columns, parameters[start : start + 2], strict=False):
            number_box(parameter, column)


def _convert_width(before: ExploreState) -> None:
    """Set the new convention's parameter so that the kernel stays the same."""
    convention = st.session_state[CONVENTION.key]
    (parameter,) = GAUSSIANS[convention].parameters
    value = float(f"{getattr(before.kernel.build(), parameter.name):.4g}")
    st.session_state[parameter.key] = min(max(value, parameter.low), parameter.high)
