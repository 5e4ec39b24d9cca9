"""The figures of the page "Method": pure functions from an example to sheets, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kpca_core._support.words import _
from kpca_core.drawing.marks import Hidden
from kpca_core.drawing.scene import Scene, words
from views.pages.method.figures import answers
from views.pages.method.figures.example import Example, Figure
from views.pages.method.figures.functions import classify_figure, contours_figure, point_figure
from views.pages.method.figures.limit import limit_figure
from views.pages.method.figures.matrices import (
    centre_figure,
    dot_figure,
    gram_figure,
    kernels_figure,
    length_figure,
    square_figure,
)
from views.pages.method.figures.plane import back_figure, lift_figure, line_figure
from views.pages.method.figures.properties import properties_figure, spectrum_figure
from views.pages.method.state import MethodState
from views.pages.method.steps import STEPS, MethodStep

FIGURES: Mapping[str, Callable[[Example], Figure]] = {
    "line": line_figure,
    "lift": lift_figure,
    "dot": dot_figure,
    "gram": gram_figure,
    "centre": centre_figure,
    "square": square_figure,
    "length": length_figure,
    "point": point_figure,
    "contours": contours_figure,
    "spectrum": spectrum_figure,
    "properties": properties_figure,
    "limit": limit_figure,
    "kernels": kernels_figure,
    "classify": classify_figure,
    "back": back_figure,
}
ANSWERS: Mapping[str, Callable[[Example], str]] = {name: getattr(answers, name) for name in FIGURES}


@dataclass(frozen=True, eq=False)
class StepScene(Scene):
    """The figure of a step.

    Parameters
    ----------
    pictures : those that the stage shows one at a time, as rows of numbers of sheets
    answer : to the step's question, "" where it is not asked for
    """

    pictures: Sequence[Sequence[Sequence[int]]] = ()
    answer: str = words(default="")


def scene_of(state: MethodState, step: str, asked: bool = False) -> StepScene:
    """Return the figure of a step.

    Parameters
    ----------
    asked : whether the answer to the step's question is wanted, in words and in the figure
    """
    one, asked = STEPS[step], asked or state.answers
    drawn = FIGURES[one.figure](Example(state, asked))
    unasked = () if asked else one.answer
    sheets = {
        name: Hidden(share=sheet.share, least=sheet.least) if name in unasked else sheet
        for name, sheet in drawn.items()
    }
    said = "; ".join(
        getattr(sheet, "title", "") or getattr(sheet, "label", "") for sheet in sheets.values()
    )
    return StepScene(
        [*sheets.values()],
        description=f"{_(one.title)}: {said}",
        pictures=_pictures(one, list(sheets)),
        answer=f"{answer_of(state, step)} {_(one.because)}" if asked else "",
    )


def _pictures(step: MethodStep, names: list[str]) -> list[list[list[int]]]:
    """Return the stage's pictures as rows of numbers of sheets; a sheet may be missing."""
    found = [
        [[names.index(name) for name in row.split() if name in names] for row in picture.split("/")]
        for picture in step.pictures
    ]
    return [rows for rows in ([row for row in one if row] for one in found) if rows]


def answer_of(state: MethodState, step: str) -> str:
    """Return the measured answer to the question of a step."""
    return ANSWERS[STEPS[step].figure](Example(state))
