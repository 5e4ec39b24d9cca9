"""Buttons that download figures in print quality."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any

# Formats, with their media types.
PRINTED = {"svg": "image/svg+xml", "pdf": "application/pdf"}


def print_button(row: Any, form: str, mime: str, make: Callable[[], bytes], name: str) -> None:
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
    """
    missing = importlib.util.find_spec("matplotlib") is None
    row.download_button(
        form.upper(), make, f"{name}.{form}", mime, on_click="ignore", key=f"{name}.{form}",
        disabled=missing,
        help="Needs Matplotlib: pip install 'kpca-core[figures]'" if missing else None,
    )  # fmt: skip
