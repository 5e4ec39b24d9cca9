"""The page "Compare": two settings on the same data, matched, with differences and angles."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from datasets import Dataset
from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.pair_frame import Marked, pair_frame
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.canvas.standalone import STYLES
from kpca_core.drawing.canvas.streamlit import component
from kpca_core.drawing.canvas.words import readable
from views.hosting.turns import turn
from views.pages.compare.downloads import angles_csv, file_name, name_of, origin_of
from views.pages.compare.solving import compared, points_of
from views.pages.compare.state import (
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
from views.pages.explore.drawn import slider_of
from views.pages.explore.sidebar import draw_points
from views.pages.explore.solving import dataset_of
from views.shared.head import draw_head
from views.shared.messages import answered, asked_by, beside_of
from views.shared.page import guarded, settings_on_paper
from views.shared.printing import address_of, file_button
from views.shared.widgets import READ, begins_afresh, current, number_box, select, switch
from views.state.catalogue import DATA_CHOICE, MATERN, SMOOTHNESS
from views.words.compare import COMPUTED, DO, NAME, NOTHING, SCALES, WHAT
from views.words.glossary import explained

# Session entry: the component's state.
KEY = "pairs"
# Session entry: the scores of side A that was drawn last; the next one has its signs.
BEFORE = "pairs before"


def page() -> None:
    state = current(CompareState)
    draw_head(state, NAME, WHAT, DO)
    sidebar(state)
    draw_pairs(state)
    st.caption(SCALES, help=explained("identity of a function", "principal angles"))
    table = partial(angles_csv, state, address_of(state))
    file_button(st, "Angles and partners CSV", table, f"{file_name(state, 'angles')}.csv")
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
    select(state, mine(FITTED))
    switch(state, mine(CENTRED))
    switch(state, mine(OUTLIER))


@st.fragment
@turn()
@guarded
def draw_pairs(state: CompareState) -> None:
    """Draw sliders, both sides, differences and angles; they follow a slider that is dragged."""
    sent, question = beside_of(CompareState), asked_by(KEY, state.token)
    settled = state
    state = settled.with_values(question.get("values")) or settled
    reply = {"request": answered(question, sent), "token": settled.token}
    reply |= {"read": st.session_state.get(READ, 0)}
    before = None if begins_afresh(CompareState) else st.session_state.get(BEFORE)
    found, dataset = compared(state, before), dataset_of(state.data)
    st.session_state[BEFORE] = found.pairing.first.scores
    data = (marked(dataset, state.first.outlier), marked(dataset, state.second.outlier))
    texts = state.texts
    controls = [slider_of(state, p, float(texts[p.key]), p.key) for p in state.sliders]
    names = (name_of(state.first), name_of(state.second))
    if not found.pairing.angles:
        st.info(NOTHING)
    frame = pair_frame(
        found.pairing, names, data, dataset.region, controls, reply,
        origin=origin_of(state), file=file_name(state, "maps"),
    )  # fmt: skip
    component("compare", styles(*STYLES))(
        key=KEY,
        data=frame,
        on_live_change=lambda: None,
    )
    said = (f"{n}: {c}" for n, c in zip("AB", found.certificates, strict=True))
    # What does not hold stands in sight.
    certain = all(": certified" in one for one in found.certificates)
    place = st.expander(COMPUTED) if certain else st
    place.caption(readable(" · ".join(said)))


def marked(dataset: Dataset, outlier: bool) -> Marked:
    """Return the points of a side; the additional one has a label of its own."""
    labels = np.asarray(dataset.labels)
    names = group_names(dataset.X, labels) or ["data"]
    if outlier:
        labels, names = np.append(labels, labels.max() + 1), [*names, "additional point"]
    return Marked(points_of(dataset, outlier), labels, names)
