"""The page "Method": kernel PCA derived step by step, on points that a reader moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from kpca_core._support.words import N_, _
from kpca_core.drawing.scene import Detail, Slider, pack
from views.pages.controls import kernel_controls
from views.pages.method.downloads import downloads
from views.pages.method.figures import scene_of
from views.pages.method.figures.example import Example
from views.pages.method.state import MOST, MethodState
from views.pages.method.steps import STEPS, MethodStep
from views.pages.page import Asked, Page, Seen, Shown
from views.pages.saying import plain
from views.scene import (
    Action,
    Block,
    Component,
    Control,
    Divider,
    Formula,
    Group,
    Link,
    Part,
    Places,
    Row,
    Scene,
    Words,
)
from views.state.fields import Number
from views.state.settings import State
from views.words.method import ALONE, DO, MOVED_BACK, NAME, PREDICT, WHAT
from views.words.sources import explain_letters
from views.work import Estimate

# As a formula: that of the kernel.
KERNEL_FORMULA = "KERNEL"
# What the component's number is called where it says how many there are.
HOW_MANY = N_("number of components q")
# The sliders of figures besides the kernel's: names of settings, with labels where others fit.
SLIDERS: Mapping[str, Mapping[str, str]] = {
    "line": {"angle": ""},
    "square": {"null": "", "component": ""},
    "length": {"component": ""},
    "point": {"component": ""},
    "contours": {"component": "", "terms": ""},
    "properties": {"component": HOW_MANY, "turn": ""},
    "limit": {"many": "", "component": ""},
    "classify": {"component": HOW_MANY},
}

# Settings of a figure that stand above it.
CHOICES: Mapping[str, str] = {"limit": "law", "classify": "task"}


class MethodPage(Page[MethodState, Example]):
    """The steps of the derivation.

    A frame is the figure of one step. Beside the address a browser names the `step`, what it moves
    by its `grip`, with the number `at` and the new place `x`, `y`, and whether the answer to the
    step's question is `asked` for.
    """

    state, words = MethodState, (NAME, WHAT, DO)
    asks = True

    def state_of(self, address: Mapping[str, str], beside: Mapping[str, Any]) -> MethodState:
        state = MethodState.of_query(address)
        if (step := beside.get("step")) and str(step) not in STEPS:
            raise ValueError(_("There is no step {step}.").format(step=repr(str(step)[:40])))
        if not beside.get("grip"):
            return state
        at, x, y = (float(beside.get(name, 0)) for name in ("at", "x", "y"))
        return state.moved_by(str(beside["grip"]), int(at), x, y)

    def cost(self, state: MethodState) -> Estimate:
        return Estimate(0.05, 2e7)

    def solve(self, state: MethodState, detail: Detail | None = None) -> Example:
        return Example(state)

    def frame(self, shown: Shown[MethodState, Example], asked: Asked) -> bytes:
        state = shown.state
        step = asked.beside.get("step") or state.show or state.steps[0]
        scene = scene_of(state, str(step), bool(asked.beside.get("asked")))
        # The figures of a page write it down as a whole: a tour goes on.
        reply = {**asked.reply, "address": urlencode(state.address())}
        return pack(scene, reply, asked.detail, level=1)

    def controls(self, state: MethodState, seen: Seen) -> Scene:
        yield Control("data")
        yield Places([[Control("n")], [Control("seed")]])
        if state.moved:
            back = replace(state, moved=())
            yield Action(_(MOVED_BACK), back, disabled="moved" in state.lock)
        yield Divider()
        yield from kernel_controls(state.kernel)
        yield Divider()
        yield Control("answers")

    def scene(self, shown: Shown[MethodState, Example], seen: Seen) -> Scene:
        state = shown.state
        yield Part(partial(downloads, shown.found, seen.address))
        yield bar(state)
        letters = set[str]()
        for number, name in enumerate(state.steps, 1):
            if name == state.show or state.show not in state.steps:
                yield Part(partial(step_blocks, state, STEPS[name], number, seen, letters))


def step_blocks(
    state: MethodState, step: MethodStep, number: int, seen: Seen, letters: set[str]
) -> Scene:
    """Yield a step with its figure, which has the rest of the row, or a row of its own.

    Parameters
    ----------
    letters
        those of sources that are explained already, to which the step's are added
    """
    chosen = CHOICES.get(step.figure)
    figure: list[Block] = [Control(chosen)] if chosen else []
    sliders = sliders_of(state, step.name)
    figure.append(part_of(state, "figure", step.name, step.name, sliders))
    words = Group(
        [*_told(state, step, seen, letters)], f"method-words-{step.name}", width=410, gap="xsmall"
    )
    beside = Row([words, Group(figure, f"method-figure-{step.name}")], f"method-row-{step.name}",
                 gap="medium")  # fmt: skip
    title = Words(f"{number}. {_(step.title)}", "title", anchor=step.name)
    yield Group([title, beside], f"method-step-{step.name}")


def _told(state: MethodState, step: MethodStep, seen: Seen, letters: set[str]) -> Iterator[Block]:
    """Yield the words of a step."""
    yield Group([Words(_(step.text))], f"method-text-{step.name}")
    yield from _cited(f"{step.name}-text", "", explain_letters(step.text, letters))
    for k, formula in enumerate(step.formulas):
        latex = formula.latex
        yield Formula(state.kernel.family.formula if latex == KERNEL_FORMULA else latex)
        meaning = explain_letters(formula.source, letters)
        yield from _cited(f"{step.name}-{k}", plain(_(formula.source)), meaning)
    yield Words(f"**{_(PREDICT)}** {_(step.question)}")
    yield part_of(state, "answer", f"answer-{step.name}", step.name, (), open=state.answers)
    below: list[Block] = []
    if not state.show:
        below.append(Action(_(ALONE), replace(state, show=step.name), f"alone {step.name}"))
    if step.link:
        page = step.link["page"]
        there = {key: text for key, text in step.link.items() if key not in ("page", "label")}
        there = {**address_there(state, seen.others, page), **there}
        below.append(Link(_(step.link["label"]), page, there))
    yield Row(below, f"method-below-{step.name}")


def _cited(key: str, source: str, meaning: str) -> Iterator[Block]:
    """Yield where a text or a formula comes from, with the meaning of letters that are new."""
    if said := "  \n".join(filter(None, (source, meaning))):
        yield Group([Words(said, "caption")], f"method-source-{key}")


def address_there(state: MethodState, others: Mapping[str, State], page: str) -> Mapping[str, str]:
    """Return the address of the page that a step leads to: the same kernel where it has that."""
    kernel = {one.key: one.write(value) for one, value in state.kernel.settings}
    known = others[page].address() if page in others else {}
    return {**known, **(kernel if page == "explore" else {})}


def bar(state: MethodState) -> Component:
    """Return the kernel's sliders, its choice on the stage, and the way from step to step."""
    kernel = state.kernel.choice
    return part_of(
        state, "bar", "bar", "bar", state.sliders,
        steps=state.steps, show=state.show, fixed=state.fixed(state.field("show")),
        kernel=None if kernel.key in state.hide else {
            "label": _(kernel.label), "value": state.kernel.kernel, "locked": state.fixed(kernel),
            "options": [(name, _(label)) for name, label in kernel.options.items()],
        },
    )  # fmt: skip


def part_of(
    state: MethodState, kind: str, key: str, step: str, numbers: tuple[Number, ...], **more: object
) -> Component:
    """Return a part of the page that its front end draws, with sliders of some settings."""
    data = {
        "kind": kind,
        "step": step,
        "address": urlencode(state.address()),
        "controls": [asdict(_slider(state, one)) for one in numbers if one.key not in state.hide],
        **more,
    }
    return Component("method", f"method-{key}", data)


def sliders_of(state: MethodState, step: str) -> tuple[Number, ...]:
    """Return the settings for which a step has a slider, as it calls them."""
    known = SLIDERS.get(STEPS[step].figure, {})
    fields = {name: state.field(name) for name in known}
    return tuple(replace(one, label=known[name] or one.label) for name, one in fields.items())


def _slider(state: MethodState, one: Number) -> Slider:
    """Return the slider of a setting; those that count points end with the last one."""
    high = min(one.high, state.n) if one.high == MOST else one.high
    value = float(state.texts[one.key])
    return Slider(
        one.key, _(one.label), min(value, high), one.low, high, one.log, one.integer,
        locked=state.fixed(one),
    )  # fmt: skip


PAGE = MethodPage()
