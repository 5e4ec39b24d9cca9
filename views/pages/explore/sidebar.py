"""The sidebar of the page "Explore"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from views.hosts.streamlit.widgets import draw, number_box, select, switch
from views.pages.explore.points import MOST_IN_ADDRESS
from views.pages.explore.solving import dataset_of
from views.pages.explore.state import ExploreState
from views.state.catalogue import (
    KernelSettings,
)
from views.state.settings import State
from views.words.entrance import edited_points, not_the_papers_draw


def draw_sidebar(state: ExploreState) -> None:
    """Draw the widgets that a reader sets the state with."""
    with st.sidebar:
        select(state, state.data.field("data"))
        if state.points:
            words = state.points.words(len(dataset_of(state.data).X))
            st.caption(edited_points(words, len(state.points) > MOST_IN_ADDRESS, MOST_IN_ADDRESS))
        draw_points(state)
    draw_kernel(state)
    with st.sidebar:
        draw(state, "arrows", "closest", "chance")


def draw_kernel(state: ExploreState, boxes: bool = False) -> None:
    """Draw the widgets of the kernel, and of what is drawn.

    Parameters
    ----------
    boxes
        whether the kernel's parameters have boxes here, as where there is no drawing with sliders
    """
    kernel = state.kernel
    with st.sidebar:
        st.divider()
        # A change of convention would replace a locked parameter by one that is not locked.
        locked = any(state.fixed(parameter) for parameter in kernel.family.parameters)
        convention = {"locked": locked}
        draw_choice(state, kernel, convention)
        for parameter in kernel.family.parameters if boxes else ():
            number_box(state, parameter)
        st.divider()
        draw(state, ("components", "resolution"), "scale", "centred")


def draw_choice(
    state: State, kernel: KernelSettings, convention: Mapping[str, Any] | None = None
) -> None:
    """Draw the choice of the kernel with its formula, and of which of its kind; no parameters.

    Parameters
    ----------
    convention
        arguments of the box for a kernel's notations, None where the page offers one only
    """
    select(state, kernel.choice)
    formula, _, where = kernel.family.formula.partition(r", \quad ")
    # In two lines a formula of r = … is as narrow as the others.
    st.latex(rf"k = {formula}" if where else rf"k(\mathbf{{x}}, \mathbf{{y}}) = {formula}")
    if where:
        st.latex(where)
    if kernel.form_choice is not None and not kernel.has_notations:
        select(state, kernel.form_choice)
    elif kernel.form_choice is not None and convention is not None:
        select(state, kernel.form_choice, **convention)


def draw_points(state: Any) -> None:
    """Draw the widgets of `state.data`, the data set itself apart."""
    data, family = state.data, state.data.family
    paper, bound = data.field("paper"), False
    if family.paper_draw:
        switch(state, paper)
        # The address locks the switch, which another value would turn off.
        bound = data.seed is None and state.fixed(paper)
        if data.values != family.defaults:
            usual = [(p.label.lower(), p.write(p.default)) for p in family.parameters]
            st.caption(not_the_papers_draw(usual))
    if data.seed is not None:
        number_box(state, data.field("seed"))
    parameters = family.parameters
    for start in range(0, len(parameters), 2):
        columns = st.columns(2)
        for column, parameter in zip(columns, parameters[start : start + 2], strict=False):
            number_box(state, parameter, column, locked=bound)
