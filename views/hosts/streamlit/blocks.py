"""The blocks of a scene (`views.scene`) as elements of Streamlit, each at the present place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from kpca_core._support.words import _
from kpca_core.drawing.marks import with_inks
from views import scene
from views.hosts.streamlit import widgets
from views.hosts.streamlit.background import draw_work
from views.hosts.streamlit.drawing import beside, chart, reserved, scrolling
from views.hosts.streamlit.figures import draw_figure
from views.hosts.streamlit.front import draw
from views.hosts.streamlit.gift import draw_gift, draw_keeper
from views.hosts.streamlit.languages import in_language
from views.hosts.streamlit.page import guarded, in_callback, packed, theme
from views.hosts.streamlit.playing import draw_played
from views.hosts.streamlit.printing import (
    file_button,
    printed_button,
)
from views.pages.page import Page
from views.pages.saying import markdown_table
from views.state.fields import Choice, Number, Several, Switch, Text
from views.state.mark import Mark
from views.state.settings import State

# Session entries: the marks of pictures that links of the page drawn last lead to, and every
# `st.Page` by the name of the page.
ARRIVED = "marks of pictures that links lead to"
LINKED = "pages of Streamlit"


class Drawer:
    """Draws blocks of a page.

    Parameters
    ----------
    page, state
        the page, and what it shows
    drawing
        draws the page's picture that follows the pointer
    pictured
        is called when a picture was drawn
    """

    def __init__(
        self,
        page: Page[Any, Any],
        state: State,
        drawing: Callable[[scene.Drawing], None],
        pictured: Callable[[], None] = lambda: None,
    ) -> None:
        self.page, self.state, self.drawing, self.pictured = page, state, drawing, pictured
        self.marks: list[Mark[Any]] = []

    def draw(self, blocks: scene.Scene) -> None:
        """Draw blocks from the top down."""
        for block in blocks:
            DRAW[type(block)](self, block)

    @property
    def within(self) -> Drawer:
        """What draws blocks that change by themselves, in which nothing beside them is drawn."""
        return Drawer(self.page, self.state, self.drawing)


def _words(self: Drawer, block: scene.Words) -> None:
    text, help_ = block.text, block.help
    if block.kind == "title":
        st.header(text, anchor=block.anchor or False, help=help_)
    elif block.kind == "subtitle":
        st.subheader(text, anchor=block.anchor or False, help=help_)
    elif block.kind == "html":
        st.html(text)
    elif block.kind == "text":
        st.markdown(text, help=help_)
    elif block.kind == "caption":
        st.caption(text, help=help_)
    else:
        getattr(st, block.kind)(text, icon=block.icon)


def _formula(self: Drawer, block: scene.Formula) -> None:
    st.latex(with_inks(block.latex, theme()))


def _table(self: Drawer, block: scene.Table) -> None:
    st.markdown(markdown_table(block.header, block.rows))


def _code(self: Drawer, block: scene.Code) -> None:
    st.code(block.text, language="python")


def _divider(self: Drawer, block: scene.Divider) -> None:
    st.divider()


def _drawing(self: Drawer, block: scene.Drawing) -> None:
    self.drawing(block)
    self.pictured()


def _figure(self: Drawer, block: scene.Figure) -> None:
    draw_figure(block.key, block.sheets, block.text)
    self.pictured()


def _chart(self: Drawer, block: scene.Chart) -> None:
    chart(block.make, block.key, block.text)


def _component(self: Drawer, block: scene.Component) -> None:
    draw(block.kind, block.key, packed({**block.data, "n": widgets.newest()}))
    self.pictured()


def _control(self: Drawer, block: scene.Control) -> None:
    state = self.state
    one: Any = block.field(state)
    options = block.options
    if one.key in state.hide:
        return
    if isinstance(one, Choice) and block.slider:
        widgets.select_slider(state, one, tuple(options or one.options))
    elif isinstance(one, Choice):
        offered = {"options": None if options is None else tuple(options)}
        usual = {**offered, "help": block.help, "width": block.width}
        more = {name: value for name, value in usual.items() if value is not None}
        widgets.select(state, one, locked=block.locked, **more)
    elif isinstance(one, Switch):
        widgets.switch(state, one)
    elif isinstance(one, Number) and block.slider:
        widgets.number_slider(state, one)
    elif isinstance(one, Number) and options is None:
        widgets.number_box(
            state, one, step=block.step, suggested=block.suggested, locked=block.locked,
            help=block.help,
        )  # fmt: skip
    elif isinstance(one, Text) and options is None:
        widgets.text_box(state, one, help=block.help)
    else:
        _listed(state, one, block, dict(options or {}))


def _listed(state: State, one: Any, block: scene.Control, options: dict[Any, str]) -> None:
    if isinstance(one, Number):
        widgets.pick(state, one, options, block.suggested)
    elif isinstance(one, Several):
        named = any(str(key) != name for key, name in options.items())
        widgets.several(state, one, tuple(options), options.__getitem__ if named else None)
    elif isinstance(one, Text):
        widgets.choose_text(state, one, [*options], str(block.suggested))
    else:
        widgets.chosen(state, one, options, one.most)


def _action(self: Drawer, block: scene.Action) -> None:
    st.button(
        block.label, key=block.key or None, icon=block.icon, help=block.help,
        type="primary" if block.primary else "secondary", disabled=block.disabled,
        width=block.width, on_click=_act, args=(self.state, block.then),
    )  # fmt: skip


def _act(state: State, then: State | Callable[[], State | None]) -> None:
    """Let the page show another state, with what widgets were set to since it was drawn."""
    found = in_callback(then) if callable(then) else then
    if found is None:
        return
    if type(found) is type(state):
        now = widgets.set_now(widgets.visit_of(type(state)), state)
        if now != state:
            old, new = dict(state.whole()), dict(found.whole())
            changed = {key for key in {*old, *new} if old.get(key) != new.get(key)}
            kept = {key: text for key, text in now.whole().items() if key not in changed}
            found = state.of_whole(kept | {key: new[key] for key in changed if key in new})
    widgets.draw_next(found)


def _link(self: Drawer, block: scene.Link) -> None:
    if block.mark is not None:
        self.marks.append(block.mark)
        st.session_state[ARRIVED] = self.marks
    st.page_link(
        st.session_state[LINKED][block.page], label=block.label, icon=block.icon,
        query_params=in_language(block.address) or None,
    )  # fmt: skip


def _file(self: Drawer, block: scene.File) -> None:
    more: dict[str, Any] = {"key": block.key} if block.key else {}
    more |= {"help": block.help} if block.help else {}
    more |= {"disabled": True} if block.disabled else {}
    button = printed_button if block.name.rpartition(".")[2] in scene.PRINTED else file_button
    button(st, block.label, block.make, block.name, **more)


def _printed(self: Drawer, block: scene.Printed) -> None:
    # A page with several figures would else have many equal buttons.
    place: Any = st.popover(_("Print quality")) if block.is_menu else st
    for form in block.forms:
        name, key = f"{block.name}.{form}", f"{block.key or block.name}.{form}"
        printed_button(place, form.upper(), partial(block.make, form), name, key=key)


def _gift(self: Drawer, block: scene.Gift) -> None:
    draw_gift()


def _keeper(self: Drawer, block: scene.Keeper) -> None:
    draw_keeper(self.page)


def _work(self: Drawer, block: scene.Work) -> None:
    draw_work(block, self.within.draw)


def _played(self: Drawer, block: scene.Played) -> None:
    draw_played(block, self.state, self.within.draw)
    self.pictured()


def _places(self: Drawer, block: scene.Places) -> None:
    if block.least:
        columns = beside(len(block.places), block.least, block.key)
    else:
        columns = st.columns(list(block.widths) or len(block.places))
    for column, blocks in zip(columns, block.places, strict=True):
        with column:
            self.draw(blocks)


def _row(self: Drawer, block: scene.Row) -> None:
    with st.container(
        horizontal=True, gap=block.gap, vertical_alignment=block.align, key=block.key or None
    ):
        self.draw(block.blocks)


def _group(self: Drawer, block: scene.Group) -> None:
    if block.least:
        place = scrolling(block.key, block.least, block.most)
    elif block.height:
        place = reserved(block.key, block.height)
    else:
        place = st.container(
            key=block.key or None, gap=block.gap, width=block.width, horizontal=block.is_row
        )
    with place:
        self.draw(block.blocks)


def _folded(self: Drawer, block: scene.Folded) -> None:
    menu = partial(st.popover, block.label, icon=block.icon)
    with menu() if block.is_menu else st.expander(block.label, block.is_open, icon=block.icon):
        self.draw(block.blocks)


def _part(self: Drawer, block: scene.Part) -> None:
    guarded(lambda: self.draw(block.make()))()


DRAW: Mapping[type[scene.Block], Callable[[Drawer, Any], None]] = {
    scene.Words: _words, scene.Formula: _formula, scene.Table: _table, scene.Code: _code,
    scene.Divider: _divider, scene.Drawing: _drawing, scene.Figure: _figure, scene.Chart: _chart,
    scene.Component: _component, scene.Control: _control, scene.Action: _action,
    scene.Link: _link, scene.File: _file, scene.Printed: _printed, scene.Work: _work,
    scene.Played: _played,
    scene.Places: _places, scene.Row: _row, scene.Group: _group, scene.Folded: _folded,
    scene.Part: _part, scene.Gift: _gift, scene.Keeper: _keeper,
}  # fmt: skip
