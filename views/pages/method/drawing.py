"""The figures of the page "Method" as components, and the route of their frames."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kpca_core._support.words import _, language
from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.frame import Slider
from kpca_core.drawing.canvas.streamlit import component
from views.hosting.answering import answered
from views.hosting.work import Estimate
from views.pages.method.figures import frame_of
from views.pages.method.state import MOST, MethodState
from views.pages.method.steps import STEPS
from views.shared.page import packed
from views.state.fields import Number

# Below the address of the app.
PLACE = "method-frames"
STYLES = (
    "slider.css",
    "legend.css",
    "terms.css",
    "views.css",
    "sweep/sweep.css",
    "method/method.css",
)
# The sliders of steps besides the kernel's.
SLIDERS = {
    "line": ("angle",),
    "length": ("component",),
    "point": ("component",),
    "contours": ("component", "terms"),
    "properties": ("component", "turn"),
    "classify": ("component",),
}
# What a browser sends of a moved point: its grip and its new position.
GRIP, MOVE = "grip", ("at", "x", "y")


def draw_bar(state: MethodState) -> None:
    """Draw the sliders of the kernel."""
    _draw(state, "bar", state.sliders, figure=False)


def draw_figure(state: MethodState, step: str) -> None:
    """Draw the figure of a step with its own sliders."""
    _draw(state, step, tuple(map(state.field, SLIDERS.get(STEPS[step].figure, ()))), figure=True)


def _draw(state: MethodState, name: str, numbers: tuple[Number, ...], figure: bool) -> None:
    data = {
        "place": f"{PLACE}/{name}",
        "address": urlencode(state.address()),
        "figure": figure,
        "controls": [asdict(_slider(state, one)) for one in numbers if one.key not in state.hide],
    }
    component("method", styles(*STYLES))(key=f"method-{name}", data=packed(data))


def _slider(state: MethodState, one: Number) -> Slider:
    """Return the slider of a setting; those that count points end with the last one."""
    high = min(one.high, state.n) if one.high == MOST else one.high
    value = float(state.texts[one.key])
    return Slider(
        one.key, _(one.label), min(value, high), one.low, high, one.log, one.integer,
        locked=state.fixed(one),
    )  # fmt: skip


def asked_for(query: str) -> MethodState:
    """Return the state that a question names: an address, and what the pointer moves.

    Raises
    ------
    ValueError
        for a place that is no number
    """
    texts = dict(parse_qsl(query))
    grip = texts.pop(GRIP, "")
    at, x, y = (texts.pop(f"{GRIP}_{name}", "0") for name in MOVE)
    state = MethodState.of_address(texts)
    return state.moved_by(grip, int(float(at)), float(x), float(y)) if grip else state


async def frames(request: Request) -> Response:
    """Answer with the figure of a step as bounded work; `asked_for` reads the query."""
    step = request.path_params["step"]
    try:
        if step not in STEPS:
            raise ValueError(_("There is no step {step}.").format(step=repr(step[:40])))
        state = asked_for(request.url.query)
    except (ValueError, OverflowError) as error:
        return PlainTextResponse(str(error), 400)
    work: Any = partial(frame_of, state, step)
    key = step, state.token, language()
    found = await answered(request, "method", key, work, Estimate(0.05, 2e7))
    if isinstance(found, Response):
        return found
    headers = {"cache-control": "no-store"}
    return Response(found, media_type="application/octet-stream", headers=headers)
