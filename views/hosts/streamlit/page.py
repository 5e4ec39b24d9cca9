"""Shared by every page: the handling of errors, and the settings on printed pages."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import streamlit as st

from kpca_core._support.words import language, speaking
from views.entrance import on_paper
from views.hosts.streamlit.languages import language_of_visit
from views.hosts.streamlit.turns import paused, turn
from views.pages.saying import message_of, plain
from views.state.settings import Settings

P = ParamSpec("P")
R = TypeVar("R")

ICON = Path(__file__).parent / "style" / "icon.svg"

# Seconds from a session's first picture to the rest of the page: a browser draws together what
# arrives together. docs/decisions/102-first-picture.md has the measurement.
FIRST_LOOK = 0.2
# Session entry: whether a picture was drawn.
SEEN = "first picture"
# Session entry: what `once` keeps, by its name, with what it was made of.
MADE = "made in runs before"


def guarded(draw: Callable[P, None]) -> Callable[P, None]:
    """Return `draw` with every error shown as a message, never as a traceback."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            with turn():
                draw(*args, **kwargs)
        except Exception as error:
            st.error(plain(message_of(error)))

    return drawn


def in_callback(act: Callable[[], R]) -> R | None:
    """Do what a widget's callback does, in the language of the page; an error is said in a toast.

    Streamlit calls it before the page, which else says its language and its errors.
    """
    with speaking(language_of_visit()):
        try:
            return act()
        except Exception as error:
            st.toast(plain(message_of(error)))
            return None


def let_picture_arrive() -> None:
    """Wait FIRST_LOOK seconds, once in a session: else the sidebar delays the first picture."""
    if SEEN not in st.session_state:
        st.session_state[SEEN] = True
        with paused():
            time.sleep(FIRST_LOOK)


def theme() -> str:
    """Return "dark" or "light": what the reader sees."""
    return "dark" if st.context.theme.type == "dark" else "light"


def packed(data: Mapping[str, Any]) -> bytes:
    """Return data for a component as bytes.

    With other data Streamlit imports pandas, to look for tables, which takes long.
    """
    return json.dumps(data, ensure_ascii=False).encode()


def once(what: str, of: Sequence[object], make: Callable[[], R]) -> R:
    """Return what `make` returns, or what it returned in a run before, of the same in this session.

    Parameters
    ----------
    what
        its name; the newest under a name is kept
    of
        all that it follows from, but for the language; equal values count as the same
    """
    made, key = st.session_state.setdefault(MADE, {}), (language(), *of)
    if what not in made or made[what][0] != key:
        made[what] = key, make()
    found: R = made[what][1]
    return found


def forget(*names: str) -> None:
    """Forget what `once` keeps under these names."""
    for name in names:
        st.session_state.get(MADE, {}).pop(name, None)


def settings_on_paper(state: Settings) -> None:
    """Add the settings to the printed page; they are hidden on the screen."""
    st.html(once("settings on paper", [state], partial(on_paper, state)))
