"""Controls of several pages: of points of the plane, of a kernel, and sliders in drawings."""

from __future__ import annotations

from typing import Any

from kpca_core._support.words import _
from kpca_core.drawing.scene import Slider
from views.scene import Control, Formula, Places, Scene, Words
from views.state.catalogue import KernelSettings
from views.state.fields import Number
from views.state.settings import State
from views.words.entrance import not_the_papers_draw


def slider_of(state: State, p: Number, value: float, name: str = "") -> Slider:
    """Return the slider over a number's range, which calls it `name`; as Python does if empty."""
    locked = state.fixed(p)
    return Slider(name or p.name, _(p.label), value, p.low, p.high, p.log, p.integer, p.key, locked)


def points_controls(state: Any) -> Scene:
    """Yield what sets `state.data`, the data set itself apart."""
    data, family = state.data, state.data.family
    paper, is_bound = data.field("paper"), False
    if family.paper_draw:
        yield Control(paper)
        # The address locks the switch, which another value would turn off.
        is_bound = data.seed is None and state.fixed(paper)
        if data.values != family.defaults:
            usual = [(p.label.lower(), p.write(p.default)) for p in family.parameters]
            yield Words(not_the_papers_draw(usual), "caption")
    if data.seed is not None:
        yield Control(data.field("seed"))
    for start in range(0, len(family.parameters), 2):
        beside = family.parameters[start : start + 2]
        places = [[Control(p, locked=is_bound)] for p in beside]
        yield Places([*places, *[[]] * (2 - len(places))])


def kernel_controls(
    kernel: KernelSettings, *, notations: bool = False, locked: bool = False
) -> Scene:
    """Yield the choice of the kernel with its formula, and of which of its kind; no parameters.

    Parameters
    ----------
    notations
        whether the page offers the notations of a kernel that has several
    locked
        whether these cannot be changed
    """
    yield Control(kernel.choice)
    formula, _, where = kernel.family.formula.partition(r", \quad ")
    # In two lines a formula of r = … is as narrow as the others.
    yield Formula(rf"k = {formula}" if where else rf"k(\mathbf{{x}}, \mathbf{{y}}) = {formula}")
    if where:
        yield Formula(where)
    if kernel.form_choice is None:
        return
    if not kernel.has_notations:
        yield Control(kernel.form_choice)
    elif notations:
        yield Control(kernel.form_choice, locked=locked)
