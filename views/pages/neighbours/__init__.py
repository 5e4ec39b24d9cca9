"""The page "Neighbours": kernel PCA and what it is compared with, on the same points.

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _, plural
from kpca_core.drawing.canvas.indefinite import INDEFINITE
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.scene import Detail, Sheet
from kpca_core.drawing.sheets import Maps, Scatter, Scatters, Tile, polylines
from kpca_core.neighbours import METHODS, OFFERS
from kpca_core.neighbours.neighbour import ALL, Offer, Sentence
from kpca_core.spectrum import aligned_signs
from views.pages.controls import kernel_controls, points_controls
from views.pages.explore.points import MOST_IN_ADDRESS
from views.pages.explore.solving import dataset_of
from views.pages.neighbours.measured import classifying, measuring
from views.pages.neighbours.solving import (
    Drawn,
    Fitted,
    Problem,
    cost_of,
    drawn_at,
    fits,
    points_of,
    run_heavy,
    seconds_of,
    waiting_of,
)
from views.pages.neighbours.state import NeighboursState
from views.pages.neighbours.taken import taking
from views.pages.page import Page, Seen, Shown
from views.pages.saying import plain
from views.scene import Action, Control, Divider, Figure, Places, Played, Scene, Words, Work
from views.words import neighbours as texts
from views.words.entrance import edited_points
from views.work import Estimate

# The fits that there are, by the keys of the methods.
Known = Mapping[str, Fitted]


class NeighboursPage(Page[NeighboursState, Known]):
    """Methods of [S] section 6.3 beside kernel PCA; what is heavy runs when it is asked for."""

    state, words = NeighboursState, (texts.NAME, texts.WHAT, texts.DO)

    def cost(self, state: NeighboursState) -> Estimate:
        return cost_of(state)

    def solve(self, state: NeighboursState, detail: Detail | None = None) -> Known:
        waiting = waiting_of(state)
        return {key: fits(Problem(state, key)) for key in state.methods if key not in waiting}

    def controls(self, state: NeighboursState, seen: Seen) -> Scene:
        yield Control("methods", {key: _offered(one) for key, one in OFFERS.items()})
        yield Places([[Control("features")], [Control("start")]])
        if state.features > 1:
            yield Control("feature")
        yield Divider()
        yield Control(state.data.field("data"))
        if state.points:
            said = state.points.words(len(dataset_of(state.data).X))
            many = len(state.points) > MOST_IN_ADDRESS
            yield Words(edited_points(said, many, MOST_IN_ADDRESS), "caption")
        yield from points_controls(state)
        yield from taking(state, seen.others)
        yield Divider()
        yield from kernel_controls(state.kernel)
        yield from map(Control, state.kernel.family.parameters)
        yield Divider()
        yield Control("arrows")

    def scene(self, shown: Shown[NeighboursState, Known], seen: Seen) -> Scene:
        state, known = shown.state, shown.found
        if waiting := [key for key in state.methods if key not in known]:
            names = _(" and ").join(_(OFFERS[key].label) for key in waiting)
            yield Work(
                "training of neighbours", state.problem.token, seconds_of(state),
                partial(run_heavy, state), start=_(texts.TRAIN).format(names=names),
                is_remembered=True,
                stopped=texts.STOPPED, primary=True, note=_(texts.HEAVY),
            )  # fmt: skip
        if not state.kernel.build().is_psd:
            yield Words(_(INDEFINITE), "caption")
        data = points_of(state)
        if (total := len(state.points.applied(dataset_of(state.data)).X)) > len(data.X):
            yield Words(texts.some(len(data.X), total), "caption")
        yield Control("marked")
        anew = replace(state, start=(state.start + 1) % (int(state.field("start").high) + 1))
        start = Action(
            _("Another start"), anew, icon=":material/casino:",
            disabled=state.fixed(state.field("start")),
        )  # fmt: skip
        yield Played("training", state.training, lambda at: figures(state, known, int(at)), [start])
        yield from sentences(state, known)
        yield measuring(state)
        yield from classifying(state)


def _offered(one: Offer) -> str:
    label = _(one.label)
    return label if one.is_installed else _("{name} (not installed)").format(name=label)


def figures(state: NeighboursState, known: Known, at: int) -> Scene:
    """Yield maps and scatters of the methods at a step of their training."""
    drawn = {
        key: drawn_at(Problem(state, key), at, state.feature)
        for key, one in known.items()
        if one.found is not None
    }
    sheets = [*_sheets(state, known, drawn)]
    if sheets:
        said = ", ".join(_(OFFERS[key].label) for key in drawn)
        text = _("Feature {number} of {names}.").format(number=state.feature, names=said)
        yield Figure("neighbours", sheets, text)
    for key, one in known.items():
        if one.trouble:
            yield Words(plain(f"{_(OFFERS[key].label)}: {one.trouble}"), "warning")


def _sheets(state: NeighboursState, known: Known, drawn: Mapping[str, Drawn]) -> Iterator[Sheet]:
    """Yield the maps of features, and the scatters of scores that have two."""
    data = points_of(state)
    signs = _signs(known)
    mapped = {key: one for key, one in drawn.items() if one.field is not None}
    if mapped:
        columns = min(3, len(mapped)) if len(mapped) != 4 else 4
        fields = np.array([
            signs[key][min(state.feature, len(signs[key])) - 1] * one.field
            for key, one in mapped.items()
        ])  # fmt: skip
        yield Maps(
            [_tile(state, key, one) for key, one in mapped.items()], data.region, fields,
            levels(fields), columns=columns, label=_("Features"), points=data.X,
            labels=data.labels, shows_points=state.marked, groups=group_names(data.X, data.labels),
        )  # fmt: skip
    two = [
        Scatter(_("{name}: scores").format(name=_(OFFERS[key].label)),
                one.scores[:, :2] * signs[key][:2])
        for key, one in drawn.items() if one.scores.shape[1] > 1
    ]  # fmt: skip
    if two:
        yield Scatters(two, data.labels)


def _signs(known: Known) -> dict[str, Array]:
    """Return the signs with which features agree with those of the first method (q,)."""
    ends = {key: one.found.scores for key, one in known.items() if one.found is not None}
    centred = {key: values - values.mean(axis=0) for key, values in ends.items()}
    first = next(iter(centred.values()), np.zeros((0, 1)))
    return {key: aligned_signs(values, first) for key, values in centred.items()}


def _tile(state: NeighboursState, key: str, drawn: Drawn) -> Tile:
    return Tile(
        _(OFFERS[key].label),
        _("Feature {number} by {method}").format(number=state.feature, method=_(METHODS[key].name)),
        images=drawn.images if state.arrows else None,
        **polylines(drawn.curves),
    )


def sentences(state: NeighboursState, known: Known) -> Scene:
    """Yield under each method what it took, and what the paper says of it."""
    yield Words(_(texts.SAID), "title")
    yield Places([[*_describe(key, known.get(key))] for key in state.methods], "said", 250)
    yield Words(_(texts.COUNTED), "caption")


def _describe(key: str, one: Fitted | None) -> Scene:
    yield Words(f"**{_(METHODS[key].name)}**")
    if one is not None and one.found is not None:
        last = one.found.last
        objective = f"{_(one.found.objective)}: {number(last.value)}"
        said = plural(
            "{n:,} iteration, {seconds:.2f} s; {objective}",
            "{n:,} iterations, {seconds:.2f} s; {objective}",
            last.step,
        )
        if not last.step:
            said = _("{seconds:.2f} s; {objective}")
        said = said.format(n=last.step, seconds=one.seconds, objective=objective)
        yield Words(said, "caption")
        if not one.found.converged:
            angle, share = one.found.away, 100 * one.found.unrest
            text = texts.AWAY if angle else texts.NOT_CONVERGED
            yield Words(_(text).format(angle=angle, share=share), "warning")
    yield Words("\n".join(map(line, OFFERS[key].sentences)))


def line(sentence: Sentence) -> str:
    """Return a sentence with its place, and on how many draws it holds, as Markdown."""
    place = f" [S] {sentence.place}" if sentence.place else ""
    return f"- {_(sentence.text)}{place}{_held(sentence.counts) if sentence.claim else ''}"


def _held(counts: tuple[int, int, int]) -> str:
    if counts == ALL:
        return " " + _("(all)")
    said = ",\N{NO-BREAK SPACE}".join(map(str, counts))
    return f" ({said})" if any(counts) else " " + _("(none)")


PAGE = NeighboursPage()
