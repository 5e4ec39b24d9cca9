"""A picture as the page "Explore" shows it: its display, and the bytes that the component draws."""

from __future__ import annotations

from collections.abc import Callable

from kpca_core.canvas.frame import Slider, frame
from kpca_core.canvas.picture import Picture
from kpca_core.canvas.words import Display
from views.explore.signs import Mark, painted
from views.explore.state import SCALE, ExploreState


def display_of(state: ExploreState) -> Display:
    """Return how pictures of this state are shown."""
    label = SCALE.options[state.scale]
    return Display(
        subject=state.data.family.label.lower(),
        panels=state.components,
        scale=state.scale,
        label=label if state.centred else label.replace("K̃", "K"),
    )


def frame_of(
    mark: Mark,
    settled: ExploreState,
    request: int,
    find: Callable[[ExploreState], Picture],
) -> bytes:
    """Return the frame of the picture that `mark` names.

    Parameters
    ----------
    mark
        the picture with its signs
    settled
        the state of the sidebar: another one than the mark's while a slider is dragged
    request
        the newest request of the browser that this frame answers
    find
        gives the picture of a state with canonical signs
    """
    state = mark.state
    sliders = [
        Slider(p.name, p.label, state.kernel.values[p.name], p.low, p.high, p.log, p.integer)
        for p in state.sliders
    ]
    reply = {"request": request, "token": settled.token, "mark": mark.text}
    moving = state != settled
    return frame(painted(mark, find), display_of(state), sliders, reply, moving=moving)
