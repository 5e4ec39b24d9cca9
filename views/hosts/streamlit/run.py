"""Runs pages (`views.pages.page`) in Streamlit: address, head, picture, controls, and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

import streamlit as st

from kpca_core._support.words import N_, _
from views import scene
from views.answer import frame_of
from views.hosts.streamlit.background import INTERVAL, draw_work
from views.hosts.streamlit.blocks import ARRIVED, LINKED, Drawer
from views.hosts.streamlit.figures import is_painted
from views.hosts.streamlit.front import draw
from views.hosts.streamlit.gift import take_gift
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.messages import beside_of, follow_messages
from views.hosts.streamlit.page import (
    ICON,
    forget,
    guarded,
    let_picture_arrive,
    once,
    packed,
    settings_on_paper,
    theme,
)
from views.hosts.streamlit.printing import address_of
from views.hosts.streamlit.server import importing
from views.hosts.streamlit.tools import draw_tools
from views.hosts.streamlit.widgets import (
    PageLinks,
    begins_afresh,
    current,
    newest,
    take_early_changes,
    visits,
)
from views.named import FIRST, PAGES, PRODUCT
from views.pages.page import Asked, Page, Seen, Shown, page_of
from views.remembered import bytes_of
from views.state.settings import State
from views.visits import Pictures

# Session entries: `Pictures`, and what was kept of what came besides addresses by the page's name.
PICTURES, KEPT = "pictures of pages", "kept beside addresses"
# Session entry: the picture drawn last, of a page that `lasts`, for a run in which nothing changes.
# No bound on the memory of results counts it: a larger one is not kept.
PICTURE = "picture drawn"
LARGE = 2**22
# The work that finds what a page shows, with the name of the page; the name of its button, and what
# is said where it was stopped.
SOLVING, SOLVE = "solve {page}", N_("Solve")
STOPPED = N_("Stopped. Nothing is shown of what is not complete.")


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
    # The first page needs nothing that others share.
    with nullcontext() if name == FIRST else importing():
        page = page_of(name)
    asked = st.query_params.to_dict()
    take_gift(page)
    state = current(page.state)
    draw_head(state, *page.heading(state))
    _draw_scene(page, state, asked)
    settings_on_paper(state)


def _draw_scene(page: Page[Any, Any], state: State, address: Mapping[str, str]) -> None:
    """Draw the scene; the controls after its first picture."""
    sent = beside_of(page.state)
    kept = st.session_state.setdefault(KEPT, {})
    kept[state.page] = page.keep(state, sent, kept.get(state.page, {}))
    waiting = [True]

    def controls() -> None:
        if waiting:
            waiting.clear()
            with st.sidebar:
                drawer.draw(_blocks(page.lasts, page.controls, page, state, seen))

    def draw_picture(block: scene.Drawing) -> None:
        if block.given is not None:
            _draw_asking(block, state)
            return
        whole = Asked(newest(), None, kept[state.page])
        pack = partial(frame_of, page, shown, whole)
        frame = once("frame", [shown, whole], pack) if PICTURE in st.session_state else pack()
        draw(block.kind, block.key, frame)
        let_picture_arrive()

    arrived = [one for one in st.session_state.get(ARRIVED, ()) if one.state.page == state.page]
    if arrived:
        del st.session_state[ARRIVED]
    drawer = Drawer(page, state, draw_picture, controls)
    lasting = _lasting(state)
    others = {name: visit.state for name, visit in visits().items() if visit.state}
    seen = Seen(address_of(state), address, others, kept[state.page], not is_painted())
    try:
        if lasting is None and page.remaining(state).kind != "light":
            controls()  # a reader can change a setting instead of waiting
            if page.results is not None and not _is_found(page, state, drawer):
                return
        pictures = st.session_state.setdefault(PICTURES, Pictures())
        afresh = page.follows and begins_afresh(page.state)
        shown = pictures.after(page, state, sent, afresh=afresh, arrived=arrived, kept=lasting)
        if page.lasts and (shown is lasting or bytes_of(shown) < LARGE):
            st.session_state[PICTURE] = shown
        drawer.draw(_blocks(PICTURE in st.session_state, page.scene, page, shown, seen))
    except Exception:
        controls()  # whatever is wrong, so that the reader can choose something else
        raise
    controls()


def _lasting(state: State) -> Shown[Any, Any] | None:
    """Return the picture drawn last where it is that of this state, else forget it."""
    last = st.session_state.pop(PICTURE, None)
    if last is not None and last.state is state:
        found: Shown[Any, Any] = last
        return found
    forget("frame", "scene")
    return None


def _blocks(lasts: bool, make: Callable[..., scene.Scene], page: Any, *of: Any) -> scene.Scene:
    """Return a scene; `lasts`: that of the run before where what it follows from is the same."""
    if not lasts:
        return make(*of)
    return iter(once(make.__name__, [page, *of], lambda: [*make(*of)]))


def _is_found(page: Page[Any, Any], state: State, drawer: Drawer) -> bool:
    """Whether what the page shows is found; else its progress is drawn, or why it ended."""
    results = page.results
    assert results is not None
    work = scene.Work(
        SOLVING.format(page=state.page), state.problem.token, page.cost(state),
        lambda _found, _report: results(state.problem), start=_(SOLVE), stopped=STOPPED,
        primary=True, at_once=True, is_remembered=True,
    )  # fmt: skip
    draw_work(work, drawer.within.draw, INTERVAL)
    return results.known(state.problem) is not None


def _draw_asking(block: scene.Drawing, state: State) -> None:
    """Draw a picture whose front end asks for its frame."""
    data = {
        **(block.given or {}),
        "address": state.problem.query,
        "n": newest(),
        "theme": theme(),
    }
    draw(block.kind, block.key, packed(data))
