"""A picture as the page "Explore" shows it: its display, and the bytes that the component draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from datasets.editing import numbers_of
from kpca_core._support.markup import in_unicode
from kpca_core._support.words import _
from kpca_core.drawing.canvas.aspects import View
from kpca_core.drawing.canvas.frame import frame, moving_frame
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import Display
from views.pages.controls import slider_of
from views.pages.explore.origin import file_name, origin_of
from views.pages.explore.points import MOST_POINTS, decimals_of
from views.pages.explore.signs import painted
from views.pages.explore.solving import dataset_of
from views.pages.explore.state import CHOICES, POINTS, ExploreState
from views.pages.page import Detail
from views.state.mark import Mark


def display_of(state: ExploreState) -> Display:
    """Return how pictures of this state are shown."""
    label, subject = state.said("scale"), _(state.data.family.label).lower()
    return Display(
        subject=_("{data}, edited").format(data=subject) if state.points else subject,
        panels=state.components,
        scale=state.scale,
        label=label if state.centred else label.replace("K̃", "K"),
    )


# Points of a frame; of more, as many evenly spread ones are drawn and described.
MOST_DRAWN = 4000


def frame_of(
    mark: Mark[ExploreState],
    request: int,
    find: Callable[[ExploreState], Picture],
    detail: Detail | None = None,
    *,
    moved: bool = False,
    read: int = 0,
    selected: Sequence[int] = (),
    taken: int = 0,
) -> bytes:
    """Return the frame of the picture that `mark` names.

    Parameters
    ----------
    mark
        the picture with its signs
    request
        the newest request of the browser that this frame answers
    find
        gives the picture of a state with canonical signs
    detail
        of a moving frame, None for a complete one
    moved
        whether points have moved since the complete one
    read
        the number of the newest message that was read
    selected
        numbers of the points that are marked
    taken
        when the server last decided on the sliders' values, see `Visit`
    """
    state, picture = mark.state, painted(mark, find).thinned(MOST_DRAWN)
    reply: dict[str, Any] = {"request": request, "mark": mark.text}
    values, display = state.kernel.values, display_of(state)
    view = View(state.view, state.i, state.j or 1)
    numbers = picture.numbers
    if state.points:
        numbers = numbers_of(dataset_of(state.data), dict(state.points.changes))
    if detail is not None:
        sent = {p.name: values[p.name] for p in state.sliders}
        return moving_frame(
            picture, display, sent, reply, view=view, deflate=detail.deflate,
            words=detail.words,
            numbers=numbers if moved else None,
        )  # fmt: skip
    sliders = [slider_of(state, p, values[p.name]) for p in state.sliders]
    reply |= {"read": read, "page": state.page, "address": state.asked, "stage": on_stage(state)}
    reply |= {"caption": origin_of(state, picture).caption, "file": file_name(state, "picture")}
    reply |= {"edit": None if state.fixed(POINTS) else edit_of(state)}
    reply |= choices_of(state)
    reply |= {"taken": taken}
    reply |= {"selected": {"data": state.data.token, "numbers": selected}}
    return frame(picture, display, sliders, reply, view=view, numbers=numbers)


def on_stage(state: ExploreState) -> tuple[str, str, str]:
    """Return what a class reads in one line: data, kernel and formula; sliders have the values."""
    family = state.kernel.family
    return _(state.data.family.label), _(family.label), f"k(x, y) = {in_unicode(family.formula)}"


def choices_of(state: ExploreState) -> Mapping[str, Any]:
    """Return what is switched within the drawing, and what of it a reader cannot set or see."""
    return {
        "choices": {key: state.texts[key] for key in CHOICES},
        "locked": [key for key in state.lock if key in CHOICES],
        "hidden": [key for key in state.hide if key in CHOICES],
        "usual": {key: state.usual[key] for key in state.held},
    }


def edit_of(state: ExploreState) -> Mapping[str, Any]:
    """Return what a browser needs for changing points: whose they are, and the next number."""
    data, numbers = dataset_of(state.data), dict(state.points.changes)
    return {
        "data": state.data.token,
        "decimals": decimals_of(data),
        "next": max([len(data.X) - 1, *numbers]) + 1,
        "most": MOST_POINTS,
        "edited": bool(numbers),
    }
