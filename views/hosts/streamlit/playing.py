"""What is played of a scene: buttons, a slider, and blocks that change by themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from kpca_core._support.words import _
from views.hosts.streamlit.page import guarded
from views.hosts.streamlit.widgets import NEXT, draw_next, select_slider
from views.scene import Played, Scene
from views.state.settings import State

# Session entry: the name of the page that plays, and the place of the option to be shown next.
PLAYED = "what is played"


def draw_played(block: Played, state: State, draw: Callable[[Scene], None]) -> None:
    """Draw the buttons, the slider, and the blocks of an option; `draw` draws blocks."""
    options = tuple(state.field(block.one).options)
    k = options.index(block.at)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        go = partial(_go, state, block.one, options)
        st.button(_("Restart"), icon=":material/replay:", on_click=go, args=(0,))
        st.button(_("Step"), icon=":material/skip_next:", on_click=go, args=(k + 1,))
        if is_playing(state):
            st.button(_("Pause"), icon=":material/pause:", on_click=go, args=(None,))
        else:
            begin = 0 if k == len(options) - 1 else k
            st.button(
                _("Play"), icon=":material/play_arrow:", on_click=_play, args=(state.page, begin)
            )
        draw(block.place)
        if (one := state.field(block.one)).key not in state.hide:
            select_slider(state, one, options)
    beat = block.beat if is_playing(state) else None
    st.fragment(guarded(_draw_option), run_every=beat)(block, state, options, draw)


def is_playing(state: State) -> bool:
    """Return whether something of this page is played."""
    return bool(st.session_state.get(PLAYED, ("",))[0] == state.page)


def _go(state: State, one: str, options: tuple[str, ...], k: int | None) -> None:
    """Stop, and set an option by its place; None: the one that was to be played next."""
    _page, next_one = st.session_state.pop(PLAYED, (state.page, len(options) - 1))
    place = min(next_one if k is None else k, len(options) - 1)
    changed: Any = {one: options[place]}
    draw_next(replace(state, **changed))


def _play(page: str, k: int) -> None:
    st.session_state[PLAYED] = page, k


def _draw_option(
    block: Played, state: State, options: tuple[str, ...], draw: Callable[[Scene], None]
) -> None:
    """Draw the option that is set, or the one that is played."""
    if NEXT in st.session_state:
        st.rerun()
    at = block.at
    if is_playing(state):
        k = st.session_state[PLAYED][1]
        if k >= len(options) - 1:
            _go(state, block.one, options, k)
            st.rerun()
        at = options[k]
        _play(state.page, k + 1)
    draw(block.show(at))
