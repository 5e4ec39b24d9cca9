"""Buttons that download figures in print quality."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
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
