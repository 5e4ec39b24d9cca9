"""What takes a reader's table: a file, or lines that are pasted; a reload keeps it.

The browser's tab knows the secret name of the table, and tells it to a new session.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import streamlit as st

from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.modules import bundle
from views.given import SHELF
from views.hosts.streamlit.page import packed
from views.hosts.streamlit.reading.reader import READER
from views.hosts.streamlit.tables import take_back
from views.hosts.streamlit.uploads import PLACE, place
from views.hosts.streamlit.widgets import draw_next, visit_of
from views.limits import LIMITS
from views.pages.page import Page
from views.words.table import GIFT, TOO_LARGE

KEY, KEEPER = "gift", "keeper"
# Session entries: the addresses that pages with tables were opened with, by their names, and that
# the table is gone.
OPENED, GONE = "addresses of pages with tables when opened", "the table is gone"
GONE_SAID = N_(
    "The server no longer has the table of before: it keeps one for ten minutes after it was used "
    "last, as far as there is room. Give it once more."
)


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


@cache
def _keeper() -> Callable[..., Any]:
    """Declare the component; this needs a running Streamlit."""
    js = bundle("keeper.js", Path(__file__).parent / "built")
    component: Callable[..., Any] = st.components.v2.component("explorer.keeper", js=js)
    return component


def draw_gift() -> None:
    """Draw the component; the run after a table has arrived takes it."""
    # Its libraries load while a reader chooses a file.
    READER.warm()
    words = {key: _(one) for key, one in GIFT.items()}
    words["large"] = _(TOO_LARGE).format(most=LIMITS.upload / 2**20)
    data = {"address": place().address, "most": LIMITS.upload, "words": words}
    _component()(key=KEY, data=packed(data), on_given_change=lambda: None)


def take_gift(page: Page[Any, Any]) -> None:
    """Let a page that shows tables take one that has arrived, before its state is read.

    How such a page was opened is kept, for a table that comes back.
    """
    if type(page).given is Page.given:
        return
    opened = st.session_state.setdefault(OPENED, {})
    opened.setdefault(page.state.page, st.query_params.to_dict())
    arrived = st.session_state[PLACE].take() if PLACE in st.session_state else None
    if arrived is not None:
        before = visit_of(page.state).state
        SHELF.by.keep(arrived.name, arrived.content)
        draw_next(page.given(before if isinstance(before, page.state) else None))


def draw_keeper(page: Page[Any, Any]) -> None:
    """Let the tab keep the name of the newest table, or tell it where this session has none."""
    handle, gone = SHELF.by.newest(), st.session_state.get(GONE, False)
    _keeper()(
        key=KEEPER, data=packed({"handle": handle, "gone": gone}), height=0,
        on_held_change=partial(_restore, page),
    )  # fmt: skip
    if gone and not handle:
        st.info(_(GONE_SAID), icon=":material/hourglass_disabled:")


def _restore(page: Page[Any, Any]) -> None:
    """Show the table that the tab held, with the settings of the address."""
    sent = st.session_state.get(KEEPER)
    handle = sent.get("held") if isinstance(sent, Mapping) else None
    if SHELF.by.newest() or not isinstance(handle, str):
        return
    st.session_state[GONE] = not take_back(handle)
    if not st.session_state[GONE]:
        opened = st.session_state.get(OPENED, {})
        draw_next(page.given(None, opened.get(page.state.page, {})))
