"""What sets points and kernel, on every page that has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from views.scene import Control, Formula, Places, Scene, Words
from views.state.catalogue import KernelSettings
from views.words.entrance import not_the_papers_draw


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
    kernel: KernelSettings, convention: Mapping[str, Any] | None = None, boxes: bool = True
) -> Scene:
    """Yield the choice of a kernel with its formula, and of which of its kind.

    Parameters
    ----------
    convention
        arguments of the box for a kernel's notations, None where the page offers one only
    boxes
        whether the kernel's parameters have boxes here, as where no drawing has their sliders
    """
    yield Control(kernel.choice)
    formula, _, where = kernel.family.formula.partition(r", \quad ")
    # In two lines a formula of r = … is as narrow as the others.
    yield Formula(rf"k = {formula}" if where else rf"k(\mathbf{{x}}, \mathbf{{y}}) = {formula}")
    if where:
        yield Formula(where)
    if kernel.form_choice is not None and not kernel.has_notations:
        yield Control(kernel.form_choice)
    elif kernel.form_choice is not None and convention is not None:
        yield Control(kernel.form_choice, **convention)
    for parameter in kernel.family.parameters if boxes else ():
        yield Control(parameter)
