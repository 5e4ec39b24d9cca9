"""The page "Compare": two settings on the same data, matched, with differences and angles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from datasets import Dataset
from kpca_core.canvas import ASSETS
from kpca_core.canvas.frame import Slider
from kpca_core.canvas.pair_frame import Marked, pair_frame
from views.catalogue import DATA_CHOICE, MATERN, SMOOTHNESS
from views.compare.downloads import angles_csv, name_of
from views.compare.solving import compared, points_of
from views.compare.state import (
    CENTRED,
    COMPONENTS,
    FITTED,
    KERNELS,
    ONE,
    OUTLIER,
    CompareState,
    SideSettings,
    own,
)
from views.explore.sidebar import draw_points
from views.explore.solving import dataset_of
from views.head import draw_head
from views.page import guarded, settings_on_paper
from views.printing import address_of
from views.text.compare import DO, NAME, SCALES, WHAT
from views.text.glossary import explained
from views.widgets import NEXT, current, draw_next, number_box, select, switch

KEY = "pairs"


def page() -> None:
    state = current(CompareState)
    draw_head(state, NAME, (WHAT,) if state.assigned else (WHAT, DO))
    sidebar(state)
    draw_pairs(state)
    st.caption(SCALES, help=explained("identity of a function", "principal angles"))
    st.download_button(
        "Angles and partners CSV", partial(angles_csv, state, address_of(state)),
        "kpca-comparison.csv", "text/csv", on_click="ignore",
    )  # fmt: skip
    settings_on_paper(state)


def sidebar(state: CompareState) -> None:
    """Draw the widgets that a reader sets the state with."""
    with st.sidebar:
        select(state, DATA_CHOICE)
        draw_points(state)
        for side in (state.first, state.second):
            st.divider()
            _side(state, side)
        st.divider()
        number_box(state, COMPONENTS)
        switch(state, ONE)


def _side(state: CompareState, side: SideSettings) -> None:
    mine = partial(own, side.side)
    select(state, mine(KERNELS[side.side]))
    if side.kernel.kernel == MATERN:
        select(state, mine(SMOOTHNESS))
    if not (state.linked and side is state.second):
        for parameter in side.kernel.family.parameters:
            number_box(state, mine(parameter))
    select(state, mine(FITTED))
    switch(state, mine(CENTRED))
    switch(state, mine(OUTLIER))


@cache
def _component() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    js, css = (
        path.read_text(encoding="utf-8")
        for path in (Path(__file__).with_name("pairs.js"), ASSETS / "sweep" / "sweep.css")
    )
    component: Callable[..., Any] = st.components.v2.component("explorer.pairs", css=css, js=js)
    return component


@st.fragment
@guarded
def draw_pairs(state: CompareState) -> None:
    """Draw sliders, both sides, differences and angles."""
    if NEXT in st.session_state:
        st.rerun()
    found, dataset = compared(state), dataset_of(state.data)
    data = (marked(dataset, state.first.outlier), marked(dataset, state.second.outlier))
    values = state.texts
    controls = [
        Slider(p.key, p.label, float(values[p.key]), p.low, p.high, p.log, p.integer, p.key)
        for p in state.sliders
    ]
    names = (name_of(state.first), name_of(state.second))
    frame = pair_frame(found.pairing, names, data, dataset.region, controls)
    _component()(key=KEY, data=frame, on_release_change=partial(_release, state))
    st.caption(" · ".join(f"{n}: {c}" for n, c in zip("AB", found.certificates, strict=True)))


def marked(dataset: Dataset, outlier: bool) -> Marked:
    """Return the points of a side; the additional one has a label of its own."""
    labels = np.asarray(dataset.labels)
    if outlier:
        labels = np.append(labels, labels.max() + 1)
    return Marked(points_of(dataset, outlier), labels)


def _release(state: CompareState) -> None:
    sent: Any = (st.session_state[KEY] or {}).get("release") or {}
    released = state.with_values(sent.get("values") or {})
    if released is not None:
        draw_next(released)
