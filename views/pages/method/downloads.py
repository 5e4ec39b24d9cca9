"""What a reader takes home from the page "Method": a work sheet, its solutions, a notebook."""

from __future__ import annotations

import importlib.util
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from kpca_core._support.words import _, language, speaking
from kpca_core.drawing.printing.notebook import notebook
from kpca_core.drawing.printing.worksheet import MOST_POINTS
from kpca_core.drawing.printing.worksheet_files import sheet_html, sheet_pdf
from views.hosts.streamlit.printing import (
    address_of,
    file_button,
    printable_language,
    said_of_fonts,
)
from views.pages.method.figures.scene import Scene
from views.pages.method.state import MethodState
from views.words.method import (
    FILES,
    NEEDS_MATPLOTLIB,
    NOTEBOOK,
    NOTEBOOK_HELP,
    SHEET,
    SHEET_HELP,
    SOLUTIONS,
    SOLUTIONS_HELP,
    TOO_MANY,
)


def draw_downloads(state: MethodState) -> None:
    """Draw a menu of files. Nothing is computed before one is pressed."""
    name = f"kpca-{state.data}-{state.kernel.kernel}"
    place = st.container(key="method-files").popover(_(FILES), icon=":material/download:")
    _draw_sheets(place, state, name)
    make = partial(_notebook, Scene(state))
    file_button(place, _(NOTEBOOK), make, f"{name}.ipynb", help=_(NOTEBOOK_HELP))


def _draw_sheets(place: Any, state: MethodState, name: str) -> None:
    """Draw the buttons of the sheet and of its solutions, PDF and HTML."""
    scene, address = Scene(state), public(address_of(state))
    many = _(TOO_MANY).format(most=MOST_POINTS, n=state.n) if state.n > MOST_POINTS else ""
    drawn = importlib.util.find_spec("matplotlib") is not None
    said = {"sheet": (SHEET, SHEET_HELP, False), "solutions": (SOLUTIONS, SOLUTIONS_HELP, True)}
    for what, (title, note, solved) in said.items():
        label, printed = f"{_(title)}, PDF", _(NEEDS_MATPLOTLIB)
        if drawn:
            printed = f"{_(note)} {said_of_fonts()}".strip()
        with speaking(printable_language() if drawn else language()):
            file_button(
                place, label, partial(_pdf, scene, address, solved), f"{name}-{what}.pdf",
                help=many or printed, disabled=bool(many) or not drawn,
            )  # fmt: skip
        file_button(
            place, f"{_(title)}, HTML", partial(_html, scene, address, solved),
            f"{name}-{what}.html", help=many or _(note), disabled=bool(many),
        )  # fmt: skip


def public(address: str) -> str:
    """Return an address that others can open, else ""."""
    host = urlsplit(address).hostname or ""
    try:
        near = ip_address(host).is_loopback
    except ValueError:
        near = host in ("", "localhost") or host.endswith(".localhost")
    return "" if near else address


def _html(scene: Scene, address: str, solved: bool) -> str:
    return sheet_html(scene.derivation, scene.x, address, solved=solved)


def _pdf(scene: Scene, address: str, solved: bool) -> bytes:
    return sheet_pdf(scene.derivation, scene.x, address, solved=solved)


def _notebook(scene: Scene) -> str:
    return notebook(scene.derivation, scene.x)
