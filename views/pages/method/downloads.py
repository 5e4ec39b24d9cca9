"""What a reader takes home from the page "Method": a work sheet and a notebook."""

from __future__ import annotations

import importlib.util
from functools import partial

import streamlit as st

from kpca_core._support.words import _, language, speaking
from kpca_core.drawing.printing.worksheet import MOST_POINTS, notebook, sheet_html, sheet_pdf
from views.pages.method.figures.scene import Scene
from views.pages.method.state import MethodState
from views.shared.printing import address_of, file_button, printable_language, said_of_fonts
from views.words.method import (
    NEEDS_MATPLOTLIB,
    NOTEBOOK,
    NOTEBOOK_HELP,
    SHEET,
    SHEET_HELP,
    TOO_MANY,
)


def draw_downloads(state: MethodState) -> None:
    """Draw a row of buttons. Nothing is computed before one is pressed."""
    scene, address = Scene(state), address_of(state)
    row = st.container(horizontal=True, gap="small", key="method-files")
    name = f"kpca-{state.data}-{state.kernel.kernel}"
    many = _(TOO_MANY).format(most=MOST_POINTS, n=state.n) if state.n > MOST_POINTS else ""
    drawn = importlib.util.find_spec("matplotlib") is not None
    file_button(
        row, f"{_(SHEET)}, HTML", partial(_sheet, scene, address), f"{name}-sheet.html",
        help=many or _(SHEET_HELP), disabled=bool(many),
    )  # fmt: skip
    label, note = f"{_(SHEET)}, PDF", _(NEEDS_MATPLOTLIB)
    if drawn:
        note = f"{_(SHEET_HELP)} {said_of_fonts()}".strip()
    with speaking(printable_language() if drawn else language()):
        file_button(
            row, label, partial(_pdf, scene, address), f"{name}-sheet.pdf",
            help=many or note, disabled=bool(many) or not drawn,
        )  # fmt: skip
    file_button(row, _(NOTEBOOK), partial(_notebook, scene), f"{name}.ipynb", help=_(NOTEBOOK_HELP))


def _sheet(scene: Scene, address: str) -> str:
    return sheet_html(scene.derivation, scene.x, address)


def _pdf(scene: Scene, address: str) -> bytes:
    return sheet_pdf(scene.derivation, scene.x, address)


def _notebook(scene: Scene) -> str:
    return notebook(scene.derivation, scene.x)
