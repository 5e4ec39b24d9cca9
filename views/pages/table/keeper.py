"""A reload keeps the table: the browser's tab knows its secret name, and tells a new session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.modules import bundle
from views.hosts.streamlit.page import packed
from views.hosts.streamlit.widgets import draw_next
from views.pages.table.data import DATA, OWN
from views.pages.table.state import TableState
from views.pages.table.store import newest, take_back

KEY = "keeper"
ELEMENTS = Path(__file__).parents[2] / "hosts/streamlit"
# Session entries: the address that the page was opened with, and that the table is gone.
OPENED, GONE = "address of the table page when opened", "the table is gone"
GONE_SAID = N_(
    "The server no longer has the table of before: it keeps one for ten minutes after it was used "
    "last, as far as there is room. Give it once more."
)


@cache
def _component() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    js = bundle("keeper.js", ELEMENTS / "built")
    component: Callable[..., Any] = st.components.v2.component("explorer.keeper", js=js)
    return component


def note_address() -> None:
    """Remember how the page was opened, for a table that comes back; before it is read."""
    if OPENED not in st.session_state:
        st.session_state[OPENED] = st.query_params.to_dict()


def draw_keeper() -> None:
    """Let the tab keep the name of the newest table, or tell it where this session has none."""
    handle, gone = newest(), st.session_state.get(GONE, False)
    _component()(
        key=KEY, data=packed({"handle": handle, "gone": gone}), on_held_change=_restore, height=0
    )
    if gone and not handle:
        st.info(_(GONE_SAID), icon=":material/hourglass_disabled:")


def _restore() -> None:
    """Show the table that the tab held, with the settings of the address."""
    sent = st.session_state.get(KEY)
    handle = sent.get("held") if isinstance(sent, Mapping) else None
    if newest() or not isinstance(handle, str):
        return
    st.session_state[GONE] = not take_back(handle)
    if not st.session_state[GONE]:
        opened = st.session_state.get(OPENED, {})
        if opened.get(DATA.key, OWN) == OWN:
            draw_next(TableState.of_address(opened))
