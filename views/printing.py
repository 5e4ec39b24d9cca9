"""Buttons that download a page's files, and figures in print quality."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from views.state import State

# Formats, with their media types.
PRINTED = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}


def address_of(state: State) -> str:
    """Return the address of the page with these settings, "" where the server does not know it."""
    page = str(st.context.url or "").partition("?")[0]
    return f"{page}?{urlencode(state.address())}".removesuffix("?") if page else ""


def draw_files(
    files: Iterable[tuple[str, Callable[[], Any], str, str, str]],
    printed: Callable[[str], bytes],
    named: Callable[[str], str],
    key: str,
    code: str,
) -> None:
    """Draw a row of buttons for a page's files. Nothing is computed before one is pressed.

    Parameters
    ----------
    files
        of each: label, what returns its content, what it holds, extension, media type
    printed
        returns the page's figure in a format of PRINTED
    named
        returns a file's name without extension from what it holds
    key
        of the figure's buttons
    code
        Python that computes and draws the same
    """
    row = st.container(horizontal=True, gap="small")
    for label, make, what, form, mime in files:
        row.download_button(
            label, make, f"{named(what)}.{form}", mime,
            on_click="ignore", key=f"download {what}",
        )  # fmt: skip
    for form, mime in PRINTED.items():
        print_button(row, form, mime, partial(printed, form), named("figure"), key)
    with row.popover("Python"):
        st.code(code, language="python")


def print_button(
    row: Any, form: str, mime: str, make: Callable[[], bytes], name: str, key: str = ""
) -> None:
    """Draw a download button for a figure in print quality; disabled without Matplotlib.

    Parameters
    ----------
    row
        the container that it stands in
    form
        a key of PRINTED
    make
        returns the file's bytes, called when the button is pressed
    name
        of the file, without its extension
    key
        of the button; the name if empty
    """
    missing = importlib.util.find_spec("matplotlib") is None
    row.download_button(
        form.upper(), make, f"{name}.{form}", mime, on_click="ignore", key=f"{key or name}.{form}",
        disabled=missing,
        help="Needs Matplotlib: pip install 'kpca-core[figures]'" if missing else None,
    )  # fmt: skip
