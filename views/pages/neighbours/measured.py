"""What is measured on the page "Neighbours" when a reader asks for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _
from kpca_core.drawing.canvas.words import readable
from kpca_core.neighbours import (
    OFFERS,
    ClassifierErrors,
    Method,
    Neighbour,
    classifier_errors,
    measures,
)
from views.costs import COSTS
from views.pages.neighbours.solving import LONGEST, Problem, limited, points_of
from views.pages.neighbours.state import NeighboursState
from views.pages.saying import percent
from views.remembered import Remembered
from views.scene import Folded, Run, Scene, Table, Words, Work
from views.words import neighbours as words
from views.work import Estimate

# Components that the linear machine sees.
COUNTS = (1, 2, 4, 8, 16, 32)


@dataclass(frozen=True)
class Measured:
    """What is measured of one method; NaN where it does not apply or took too long.

    Parameters
    ----------
    number : `number_difference`
    starts, compared : `start_difference`, and the number of starts that it compares
    features : `features_found` where four are asked for
    rotation : `rotation_difference`
    fitted, held : `held_out_errors`
    """

    number: float
    starts: float
    compared: int
    features: float
    rotation: float
    fitted: float
    held: float


def measuring(state: NeighboursState) -> Work:
    """Return the measures of all methods of a state: a row each."""
    n = len(points_of(state).X)
    return Work(
        "measuring of neighbours", f"{state.problem.token} {state.methods}",
        Estimate(LONGEST, COSTS.neighbour_pair_bytes * n**2), partial(measure, state), _rows,
        start=_(words.MEASURE), again=True,
    )  # fmt: skip


def measure(state: NeighboursState, found: dict[str, Any], ask: Progress) -> None:
    """Measure the methods of a state; `found` gets a `Measured` for each key."""

    def report_of(name: str, _done: int, _total: int, what: str) -> object:
        return ask(len(found), len(state.methods), f"{name}: {what}")

    for key in filter(lambda key: OFFERS[key].is_installed, state.methods):
        problem = Problem(state, key)
        found[key] = _measured(problem, partial(report_of, _(problem.method.name)))


def _measured(problem: Problem, further: Progress) -> Measured:
    method, seed, X = problem.method, problem.state.start, points_of(problem.state).X
    q = problem.features(len(X))

    def given() -> tuple[Method, Array, int, int, Progress]:
        return method, X, q, seed, limited(further)

    number = _or_nan(lambda: measures.number_difference(*given()))
    rotation = _or_nan(lambda: measures.rotation_difference(*given()))
    # More than the plane has columns, to see whether the method finds them.
    features = _or_nan(lambda: measures.features_found(method, X, 4, seed, limited(further)))
    try:
        fitted, held = measures.held_out_errors(*given())
    except ValueError:
        fitted, held = float("nan"), float("nan")
    fits = _starts(method, X, q, limited(further))
    other = measures.start_difference(fits) if len(fits) > 1 else float("nan")
    return Measured(number, other, len(fits), features, rotation, fitted, held)


def _starts(method: Method, X: Array, q: int, end: Progress, most: int = 10) -> list[Neighbour]:
    """Return as many fits from other starts as there is time for, at most `most`."""
    found: list[Neighbour] = []
    try:
        for seed in range(most):
            report(end, 0, 1, _("start {number}").format(number=seed + 1))
            found.append(method.fit(X, q, seed, end))
    except ValueError:
        pass
    return found


def _or_nan(measure: Callable[[], float]) -> float:
    """Return the measure, NaN where it does not apply or takes too long."""
    try:
        return measure()
    except ValueError:
        return float("nan")


def _rows(run: Run | None) -> Scene:
    if run is not None and (known := [*run.found.items()]):
        rows = [[_(OFFERS[key].label), *_cells(one)] for key, one in known]
        yield Table([_(head) for head in words.HEADS], rows)
        yield Words(_(words.MEASURED), "caption")


def _cells(one: Measured) -> list[str]:
    starts = _("{change} of {n}").format(change=_difference(one.starts), n=one.compared)
    features = "–" if np.isnan(one.features) else f"{one.features:.0f}"
    errors = ("–" if np.isnan(e) else percent(e, 1) for e in (one.fitted, one.held))
    return [_difference(one.number), starts, features, _difference(one.rotation), *errors]


def _difference(value: float) -> str:
    if np.isnan(value):
        return "–"
    return "0" if value < 1e-6 else readable(f"{value:.2g}")


def _classified(state: NeighboursState, further: Progress | None = None) -> ClassifierErrors:
    fitted = points_of(state)
    other = replace(state, data=replace(state.data, seed=(state.data.seed or 0) + 1))
    held = points_of(replace(other, points=type(state.points)()))
    kernel = state.kernel.build()
    return classifier_errors(
        kernel, fitted.X, fitted.labels, held.X, held.labels, COUNTS, progress=limited(further)
    )


_COST = Estimate(1.0, 2e7)
classified: Remembered[NeighboursState, ClassifierErrors] = Remembered(
    _classified, max_entries=32, cost=lambda state: _COST
)


def classifying(state: NeighboursState) -> Scene:
    """Yield the errors of both machines when they are asked for, where the points have labels."""
    if len(np.unique(points_of(state).labels)) < 2:
        return

    def classify(_found: dict[str, Any], ask: Progress) -> None:
        classified.keep(state.problem, _classified(state.problem, ask))

    def errors(_run: Run | None) -> Scene:
        if (found := classified.known(state.problem)) is not None:
            heads = [_("components"), *map(str, found.counts), _("nonlinear machine")]
            wrong = [percent(error, 1) for error in (*found.components, found.machine)]
            yield Table(heads, [[_("wrong"), *wrong]])

    start = _(words.MEASURE)
    work = Work(
        "classifiers of neighbours", state.problem.token, _COST, classify, errors, start,
        is_remembered=True,
    )  # fmt: skip
    said = Words(_(words.CLASSIFIED), "caption")
    known = classified.known(state.problem) is not None
    yield Folded(_(words.CLASSIFIER), [said, *(errors(None) if known else [work])])
