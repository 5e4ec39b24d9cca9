"""Buttons that download a page's files, and figures in print quality."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from kpca_core._support.words import ENGLISH, _, language, speaking
from views.hosts.streamlit.languages import in_language
from views.scene import FORMATS
from views.state.settings import State


def address_of(state: State) -> str:
    """Return the address of the page with these settings, "" where the server does not know it.

    Without the tour, which would take up to 6,000 characters of a figure's caption.
    """
    page = str(st.context.url or "").partition("?")[0]
    state = state.bare() if state.tour else state
    return f"{page}?{urlencode(in_language(state.address()))}".removesuffix("?") if page else ""


def file_button(row: Any, label: str, content: Any, name: str, **more: Any) -> None:
    """Draw a download button; a press does not run the page again.

    Parameters
    ----------
    row
        what it stands in
    content
        of the file, or what returns it when the button is pressed, in the language of the page
    name
        of the file; it ends with a key of FORMATS
    more
        arguments of `st.download_button`
    """
    mime = FORMATS[name.rpartition(".")[2]]
    if callable(content):
        content = partial(_in_language, language(), content)
    row.download_button(label, content, name, mime, on_click="ignore", **more)


def _in_language(name: str, make: Callable[[], Any]) -> Any:
    """Make a file where Streamlit asks for it, outside of any page."""
    with speaking(name):
        return make()


def printed_button(
    row: Any, label: str, content: Any, name: str, *, disabled: bool = False, help: str = "",
    **more: Any,
) -> None:  # fmt: skip
    """Draw a `file_button` for a file that Matplotlib makes, in a language that it can write."""
    spoken = printable_language()
    if not disabled and spoken != language():
        said = _("In English: the server has no font that can write this language.")
        help = f"{help} {said}".strip()
    with speaking(spoken):
        file_button(row, label, content, name, disabled=disabled, help=help or None, **more)


def printable_language() -> str:
    """Return the language of figures in print quality: the page's, if a font here can write it."""
    if language() == ENGLISH:
        return ENGLISH
    # Imported here: most readers need no Matplotlib.
    from kpca_core.drawing.printing.faces import printable_language

    return printable_language()
