"""What takes a reader's table on "Own data": a file, or lines that are pasted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from kpca_core._support.words import _
from views.hosts.streamlit.page import packed
from views.hosts.streamlit.uploads import PLACE, TOO_LARGE, place
from views.hosts.streamlit.widgets import draw_next, visit_of
from views.limits import LIMITS
from views.pages.table.data import OWN
from views.pages.table.state import TableState
from views.pages.table.store import keep
from views.words.table import GIFT

KEY = "gift"


@cache
def _component() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    html, css, js = (
        Path(__file__).with_suffix(suffix).read_text(encoding="utf-8")
        for suffix in (".html", ".css", ".js")
    )
    component: Callable[..., Any] = st.components.v2.component(
        "explorer.gift", html=html, css=css, js=js
    )
    return component


def draw_gift() -> None:
    """Draw the component; the run after a table has arrived takes it."""
    words = {key: _(one) for key, one in GIFT.items()}
    words["large"] = _(TOO_LARGE).format(most=LIMITS.upload / 2**20)
    data = {"address": place().address, "most": LIMITS.upload, "words": words}
    _component()(key=KEY, data=packed(data), on_given_change=lambda: None)


def take_gift() -> None:
    """Show a table that has arrived, with the settings of the page.

    But for those of the table before it. To be called before the page's state is read.
    """
    arrived = st.session_state[PLACE].take() if PLACE in st.session_state else None
    if arrived is None:
        return
    state = visit_of(TableState).state
    settings = dict(state.address()) if isinstance(state, TableState) else {}
    if isinstance(state, TableState) and state.data.file:
        bound = {*state.data.texts, *(p.key for p in state.sliders)} - {"data"}
        settings = {key: text for key, text in settings.items() if key not in bound}
    keep(arrived.name, arrived.content)
    draw_next(TableState.of_address({**settings, "data": OWN}))
