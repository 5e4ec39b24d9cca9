"""The figures of the page "Method": pure functions from a scene to sheets, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from kpca_core._support.words import _
from kpca_core.drawing.canvas.figure_frame import Sheet, figure_frame
from views.pages.method.figures import answers
from views.pages.method.figures.functions import classify_figure, contours_figure, point_figure
from views.pages.method.figures.matrices import (
    centre_figure,
    dot_figure,
    gram_figure,
    kernels_figure,
    length_figure,
)
from views.pages.method.figures.plane import back_figure, lift_figure, line_figure
from views.pages.method.figures.properties import properties_figure, spectrum_figure
from views.pages.method.figures.scene import Scene
from views.pages.method.state import MethodState
from views.pages.method.steps import STEPS

FIGURES: Mapping[str, Callable[[Scene], list[Sheet]]] = {
    "line": line_figure,
    "lift": lift_figure,
    "dot": dot_figure,
    "gram": gram_figure,
    "centre": centre_figure,
    "length": length_figure,
    "point": point_figure,
    "contours": contours_figure,
    "spectrum": spectrum_figure,
    "properties": properties_figure,
    "kernels": kernels_figure,
    "classify": classify_figure,
    "back": back_figure,
}
ANSWERS: Mapping[str, Callable[[Scene], str]] = {name: getattr(answers, name) for name in FIGURES}


def frame_of(state: MethodState, step: str) -> bytes:
    """Return the figure of a step as bytes that name the state's address."""
    sheets = FIGURES[STEPS[step].figure](Scene(state))
    said = "; ".join(
        str(sheet.header.get("title") or sheet.header.get("label") or "") for sheet in sheets
    )
    return figure_frame(sheets, f"{_(STEPS[step].title)}: {said}", urlencode(state.address()))


def answer_of(state: MethodState, step: str) -> str:
    """Return the measured answer to the question of a step."""
    return ANSWERS[STEPS[step].figure](Scene(state))
