"""The figures of the page "Method" as components, and the route of their frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kpca_core._support.words import N_, _, language
from kpca_core.drawing.canvas import styles
from kpca_core.drawing.canvas.frame import Slider
from kpca_core.drawing.canvas.streamlit import component
from views.hosts.streamlit.answering import answered
from views.hosts.streamlit.page import packed
from views.pages.method.figures import frame_of
from views.pages.method.state import MOST, MethodState
from views.pages.method.steps import STEPS
from views.state.fields import Number
from views.work import Estimate

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
# What the component's number is called where it says how many there are.
HOW_MANY = N_("number of components q")
# The sliders of steps besides the kernel's: names of settings, with labels where others fit.
SLIDERS: Mapping[str, Mapping[str, str]] = {
    "line": {"angle": ""},
    "length": {"component": ""},
    "point": {"component": ""},
    "contours": {"component": "", "terms": ""},
    "properties": {"component": HOW_MANY, "turn": ""},
    "classify": {"component": HOW_MANY},
}
# What a browser sends of a moved point: its grip and its new position.
GRIP, MOVE = "grip", ("at", "x", "y")
# With what value it asks for the answer.
ASKED, YES = "asked", "1"


def draw_bar(state: MethodState) -> None:
    """Draw the sliders of the kernel, its choice on the stage, and the way from step to step."""
    kernel = state.kernel.choice
    _draw(
        "bar", "bar", state, state.sliders,
        steps=state.steps, show=state.show, fixed=state.fixed(state.field("show")),
        kernel=None if kernel.key in state.hide else {
            "label": _(kernel.label), "value": state.kernel.kernel, "locked": state.fixed(kernel),
            "options": [(name, _(label)) for name, label in kernel.options.items()],
        },
    )  # fmt: skip


def draw_figure(state: MethodState, step: str) -> None:
    """Draw the figure of a step with its own sliders."""
    _draw("figure", step, state, sliders_of(state, step), place=f"{PLACE}/{step}")


def sliders_of(state: MethodState, step: str) -> tuple[Number, ...]:
    """Return the settings for which a step has a slider, as it calls them."""
    known = SLIDERS.get(STEPS[step].figure, {})
    fields = {name: state.field(name) for name in known}
    return tuple(replace(one, label=known[name] or one.label) for name, one in fields.items())


def draw_answer(state: MethodState, step: str) -> None:
    """Draw the button that asks for the answer to a step's question, and the answer."""
    _draw("answer", f"answer-{step}", state, (), open=state.answers)


def _draw(
    kind: str, name: str, state: MethodState, numbers: tuple[Number, ...], **more: object
) -> None:
    data = {
        "kind": kind,
        "step": name.removeprefix("answer-"),
        "address": urlencode(state.address()),
        "controls": [asdict(_slider(state, one)) for one in numbers if one.key not in state.hide],
        **more,
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


def asked_for(query: str) -> tuple[MethodState, bool]:
    """Return the state that a question names, and whether it wants the answer of the step.

    A question is an address, with what the pointer moves.

    Raises
    ------
    ValueError
        for a place that is no number
    """
    texts = dict(parse_qsl(query))
    grip, asked = texts.pop(GRIP, ""), texts.pop(ASKED, "") == YES
    at, x, y = (texts.pop(f"{GRIP}_{name}", "0") for name in MOVE)
    state = MethodState.of_address(texts)
    if grip:
        state = state.moved_by(grip, int(float(at)), float(x), float(y))
    return state, asked


async def frames(request: Request) -> Response:
    """Answer with the figure of a step as bounded work; `asked_for` reads the query."""
    step = request.path_params["step"]
    try:
        if step not in STEPS:
            raise ValueError(_("There is no step {step}.").format(step=repr(step[:40])))
        state, asked = asked_for(request.url.query)
    except (ValueError, OverflowError) as error:
        return PlainTextResponse(str(error), 400)
    work: Any = partial(frame_of, state, step, asked)
    key = step, state.token, asked, language()
    found = await answered(request, "method", key, work, Estimate(0.05, 2e7))
    if isinstance(found, Response):
        return found
    headers = {"cache-control": "no-store"}
    return Response(found, media_type="application/octet-stream", headers=headers)
