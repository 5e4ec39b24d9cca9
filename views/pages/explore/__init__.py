"""The page "Explore": choose data and kernel, see the spectrum and the eigenfunctions."""

from __future__ import annotations

import streamlit as st

from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.page import let_picture_arrive, settings_on_paper
from views.hosts.streamlit.widgets import current
from views.pages.explore.downloads import draw_downloads
from views.pages.explore.listed import draw_selected
from views.pages.explore.live import draw_live
from views.pages.explore.points import trouble_of
from views.pages.explore.sidebar import draw_sidebar
from views.pages.explore.state import POINTS, ExploreState
from views.pages.saying import plain
from views.words.entrance import DO, NAME, WHAT


def page() -> None:
    asked = st.query_params.get(POINTS.key, "")
    state = current(ExploreState)
    if state.shown_step:
        asked = asked or state.shown_step.settings_on(state.page).get(POINTS.key, "")
    draw_head(state, NAME, WHAT, DO)
    if trouble := trouble_of(asked):
        st.warning(plain(trouble))
    draw_live(state)
    let_picture_arrive()
    draw_selected(state)
    draw_sidebar(state)
    draw_downloads(state)
    settings_on_paper(state)
