"""Controls of several pages: of points of the plane, of a kernel, and sliders in drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kpca_core._support.words import _
from kpca_core.drawing.scene import Slider
from views.scene import Control, Formula, Places, Scene, Words
from views.state.catalogue import SECOND, KernelSettings
from views.state.fields import Number
from views.state.settings import State
from views.words.entrance import not_the_papers_draw


def slider_of(state: State, p: Number, value: float, name: str = "") -> Slider:
    """Return the slider over a number's range, which calls it `name`; as Python does if empty.

    That of a second kernel has the name of its key: the first one may have the same parameter.
    """
    locked = state.fixed(p)
    name = name or (p.key if p.key.startswith(SECOND) else p.name)
    return Slider(name, _(p.label), value, p.low, p.high, p.log, p.integer, p.key, locked)


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


def kernel_controls(kernel: KernelSettings, fixed: Callable[[Number], bool] | None = None) -> Scene:
    """Yield the choice of the kernel with its formula, and of which of its kind; no parameters.

    Parameters
    ----------
    fixed
        whether the reader cannot change a parameter; None where the page offers no notations of a
        kernel that has several
    """
    yield Control(kernel.choice)
    formula, _, where = kernel.family.formula.partition(r", \quad ")
    letter = "k_2" if kernel.is_second else "k" if kernel.second is None else "k_1"
    # In two lines a formula of r = … is as narrow as the others.
    both = "" if where else r"(\mathbf{x}, \mathbf{y})"
    yield Formula(f"{letter}{both} = {formula}")
    if where:
        yield Formula(where)
    if kernel.form_choice is not None and not kernel.has_notations:
        yield Control(kernel.form_choice)
    elif kernel.form_choice is not None and fixed is not None:
        # A change of convention would replace a locked parameter by one that is not locked.
        yield Control(kernel.form_choice, locked=any(map(fixed, kernel.family.parameters)))
    if kernel.combines:
        yield Control(kernel.field("combined"))
    if kernel.second is not None:
        yield from kernel_controls(kernel.second, fixed)
