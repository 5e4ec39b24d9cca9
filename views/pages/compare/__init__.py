"""The page "Compare": two settings on the same data, matched, with differences and angles."""

from __future__ import annotations

from functools import partial

import streamlit as st

from kpca_core._support.words import _
from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.standalone import STYLES
from kpca_core.drawing.canvas.streamlit import component
from kpca_core.drawing.canvas.words import readable
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.messages import answered, beside_of
from views.hosts.streamlit.page import guarded, settings_on_paper
from views.hosts.streamlit.printing import address_of, file_button
from views.hosts.streamlit.widgets import (
    READ,
    begins_afresh,
    current,
    draw,
    select,
    switch,
)
from views.pages.compare.downloads import angles_csv, file_name
from views.pages.compare.drawn import frame_of
from views.pages.compare.solving import compared, marked
from views.pages.compare.state import (
    CompareState,
    SideSettings,
)
from views.pages.explore.sidebar import draw_points
from views.pages.explore.signs import Mark
from views.words.compare import COMPUTED, DO, NAME, NOTHING, SCALES, WHAT
from views.words.glossary import explained

# Session entries: the component's state, and the mark of the picture that was drawn last.
KEY, MARK = "pairs", "mark of the pairs"


def page() -> None:
    state = current(CompareState)
    draw_head(state, NAME, WHAT, DO)
    sidebar(state)
    draw_pairs(state)
    st.caption(
        _(SCALES), help=explained("eigenfunction", "identity of a function", "principal angles")
    )
    table = partial(angles_csv, state, address_of(state))
    file_button(st, _("Angles and partners CSV"), table, f"{file_name(state, 'angles')}.csv")
    settings_on_paper(state)


def sidebar(state: CompareState) -> None:
    """Draw the widgets that a reader sets the state with."""
    with st.sidebar:
        select(state, state.data.field("data"))
        draw_points(state)
        for side in (state.first, state.second):
            st.divider()
            _side(state, side)
        st.divider()
        draw(state, "components", "one")


def _side(state: CompareState, side: SideSettings) -> None:
    select(state, side.own(side.kernel.field("kernel")))
    if side.kernel.form_choice is not None and not side.kernel.has_notations:
        select(state, side.own(side.kernel.field("form")))
    select(state, side.field("fitted"))
    switch(state, side.field("centred"))
    switch(state, side.field("outlier"))


@guarded
def draw_pairs(state: CompareState) -> None:
    """Draw sliders, both sides, differences and angles."""
    sent = beside_of(CompareState)
    before = Mark.of_text(sent.get("mark"), CompareState) or st.session_state.get(MARK)
    mark = marked(state, None if begins_afresh(CompareState) else before)
    st.session_state[MARK] = mark
    found = compared(state, mark.signs)
    if not found.pairing.angles:
        st.info(_(NOTHING))
    frame = frame_of(mark, answered(sent), read=st.session_state.get(READ, 0))
    component("compare", styles(*STYLES))(key=KEY, data=frame)
    said = (f"{n}: {c}" for n, c in zip("AB", found.certificates, strict=True))
    # What does not hold stands in sight.
    certain = found.certified
    place = st.expander(_(COMPUTED)) if certain else st
    place.caption(readable(" · ".join(said)))
