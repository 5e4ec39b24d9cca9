"""Runs pages (`views.pages.page`) in Streamlit: address, head, picture, controls, and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from importlib import import_module
from typing import Any

import streamlit as st

from kpca_core._support.words import _
from kpca_core.drawing.canvas import STYLES, styles
from kpca_core.drawing.canvas.streamlit import component, drawing
from views import scene
from views.answer import frame_of
from views.hosts.streamlit.blocks import ARRIVED, LINKED, Drawer
from views.hosts.streamlit.document import PRODUCT
from views.hosts.streamlit.figures import is_painted
from views.hosts.streamlit.gift import take_gift
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.messages import answered, beside_of, follow_messages
from views.hosts.streamlit.page import ICON, guarded, let_picture_arrive, settings_on_paper
from views.hosts.streamlit.printing import address_of
from views.hosts.streamlit.server import importing
from views.hosts.streamlit.tools import draw_tools
from views.hosts.streamlit.widgets import (
    READ,
    PageLinks,
    begins_afresh,
    current,
    take_early_changes,
    visit_of,
    visits,
)
from views.named import FIRST, PAGES
from views.pages.page import Asked, Page, Seen, Shown, page_of, shown_after
from views.state.mark import Mark
from views.state.settings import State

# Session entries, each by the name of the page: the mark of the picture that was drawn last, and
# what was kept of what came besides addresses.
MARKS, KEPT = "marks of pictures", "kept beside addresses"


def draw_app() -> None:
    """Draw the page that is asked for, with the links to all."""
    known = {
        name: st.Page(partial(draw_page, name), title=_(one.title), url_path=name, default=not k)
        for k, (name, one) in enumerate(PAGES.items())
    }
    sections: dict[str, dict[str, Any]] = {}
    for name, one in PAGES.items():
        sections.setdefault(one.section, {})[name] = known[name]
    chosen = st.navigation([*known.values()], position="hidden")
    st.set_page_config(page_title=f"{chosen.title} · {_(PRODUCT)}", page_icon=ICON, layout="wide")
    st.session_state[LINKED] = known
    draw_tools()
    follow_messages(known, chosen)
    links = PageLinks(sections)
    # At once, for a page may take long; and again with the settings of the page that was drawn.
    links.draw()
    chosen.run()
    take_early_changes()
    links.draw()


@guarded
def draw_page(name: str) -> None:
    """Draw a page."""
    # The first page waits for no library of others.
    with nullcontext() if name == FIRST else importing():
        module = import_module(f"views.pages.{name}")
    if not hasattr(module, "PAGE"):
        given = {"paper": (st.session_state.get(LINKED, {"explore": None})["explore"],)}
        module.page(*given.get(name, ()))
        return
    page = page_of(name)
    asked = st.query_params.to_dict()
    take_gift(page)
    state = current(page.state)
    draw_head(state, *page.said(state))
    _draw_scene(page, state, asked)
    settings_on_paper(state)


def _draw_scene(page: Page[Any, Any], state: State, address: Mapping[str, str]) -> None:
    """Draw the scene; the controls after its first picture."""
    sent = beside_of(page.state)
    kept = st.session_state.setdefault(KEPT, {})
    kept[state.page] = page.kept(state, sent, kept.get(state.page, {}))
    waiting = [True]

    def controls() -> None:
        if waiting:
            waiting.clear()
            with st.sidebar:
                drawer.draw(page.controls(state, seen))

    def draw_picture(block: scene.Drawing) -> None:
        asked = {"request": answered(sent), "read": st.session_state.get(READ, 0)}
        asked |= {"taken": visit_of(page.state).taken}
        _draw_frame(block, frame_of(page, shown, Asked(None, asked, kept[state.page])))
        let_picture_arrive()
        controls()

    drawer = Drawer(page, state, draw_picture)
    others = {name: visit.state for name, visit in visits().items() if visit.state}
    seen = Seen(address_of(state), address, others, kept[state.page], not is_painted())
    try:
        shown = _shown(page, state, sent)
        for block in page.scene(shown, seen):
            drawer.one(block)
            if isinstance(block, scene.Figure | scene.Component | scene.Played):
                controls()
    finally:
        # Drawn whatever is wrong, so that the reader can choose something else.
        controls()


def _draw_frame(block: scene.Drawing, frame: bytes) -> None:
    if block.kind == "drawing":
        drawing(block.key, frame)
    else:
        component(block.kind, styles(*STYLES))(key=block.key, data=frame)


def _shown(page: Page[Any, Any], state: State, sent: Any) -> Shown[Any, Any]:
    """Return the picture after the one that the reader sees."""
    if not page.follows:
        return shown_after(page, state)
    marks = st.session_state.setdefault(MARKS, {})
    before = Mark.of_text(sent.get("mark"), page.state) or marks.get(state.page)
    arrived = [one for one in st.session_state.pop(ARRIVED, ()) if one.state == state]
    if arrived and (before is None or before.state != state):
        before = arrived[0]
    if begins_afresh(page.state):
        before = None
    shown = shown_after(page, state, before)
    if shown.found is not None:  # else the next picture would follow none
        marks[state.page] = shown.mark
    return shown
