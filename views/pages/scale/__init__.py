"""The page "Scale": approximations beside the exact decomposition; a run on a million points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _, plural
from kpca_core.drawing.scene import Detail
from views.pages.controls import kernel_controls
from views.pages.page import Page, Seen, Shown
from views.pages.saying import indexed, scientific
from views.pages.scale.approximations import (
    METHODS,
    PANELS,
    ExactFit,
    MethodResult,
    applies,
    cost_of,
    exact_is_known,
    exact_of,
    known_result,
    result_of,
)
from views.pages.scale.downloads import approximations_printed, file_name, maps_of
from views.pages.scale.million import long_run
from views.pages.scale.reduced import reduced_sets
from views.pages.scale.state import COUNTS, ScaleState
from views.scene import (
    Block,
    Chart,
    Control,
    Divider,
    Figure,
    Group,
    Places,
    Printed,
    Row,
    Run,
    Scene,
    Table,
    Words,
    Work,
)
from views.words.glossary import explained
from views.words.pages import SCALE
from views.work import Estimate

CURVES = "error curves"
SAME = N_("All points are the same to this kernel: there is no component to approximate.")


class ScalePage(Page[ScaleState, ExactFit]):
    """The exact decomposition, approximations of it, reduced sets, and a long run."""

    state, words = ScaleState, SCALE

    def cost(self, state: ScaleState) -> Estimate:
        return cost_of(state)

    def remaining(self, state: ScaleState) -> Estimate:
        return Estimate() if exact_is_known(state) else self.cost(state)

    def solve(self, state: ScaleState, detail: Detail | None = None) -> ExactFit:
        return exact_of(state)

    def controls(self, state: ScaleState, seen: Seen) -> Scene:
        yield Control("data")
        yield Places([[Control("n")], [Control("seed")]])
        yield Divider()
        yield from kernel_controls(state.kernel)
        yield from map(Control, state.kernel.family.parameters)

    def scene(self, shown: Shown[ScaleState, ExactFit], seen: Seen) -> Scene:
        state, exact = shown.state, shown.found
        terms = explained("landmarks", "eigenfunction")
        yield Words(_("Fewer landmarks, or features, than points"), "title", help=terms)
        if exact.decomposition.n_components == 0:
            yield Words(_(SAME), "info")
        else:
            yield from _approximate(state, exact, seen)
            if seen.is_first:
                return
        yield Divider()
        yield from long_run(state, seen.address)


def _approximate(state: ScaleState, exact: ExactFit, seen: Seen) -> Scene:
    """Yield the panels with their widgets, the errors, and reduced sets."""
    counts = {str(m): str(m) for m in COUNTS if m <= state.n}
    # How many components there are is known after the fit only.
    components = [str(j + 1) for j in range(min(PANELS, exact.decomposition.n_components))]
    component = state.component if state.component in components else components[0]
    offered = {one: one for one in components}
    yield Row(
        [Control("landmarks", counts, slider=True), Control("component", offered, width=130)],
        gap="medium",
    )
    m, j = int(state.landmarks), int(component) - 1
    if seen.is_first:
        # The exact function first: the others take scikit-learn, which takes long to load.
        yield from _panels(exact, {}, j, state)
        return
    methods = [method for method in METHODS if applies(method, state.kernel.build())]
    results = {method: result_of(state, method, m) for method in methods}
    yield from _panels(exact, results, j, state)
    printed = partial(approximations_printed, state, exact, results, j, address=seen.address)
    name = file_name(state, state.n, "m", state.landmarks, f"component-{j + 1}")
    yield Row([Printed(name, printed)])
    yield from _table(exact, results, j)
    # As high as `error_curves` makes them: the chart, and a row of its legend for each method.
    yield Group([_curves(state, methods, m, j)], "curves", height=264 + 19.5 * len(methods))
    yield from reduced_sets(state, exact, m, j, seen.address)


def _panels(
    exact: ExactFit, results: Mapping[str, MethodResult], j: int, state: ScaleState
) -> Scene:
    """Yield the exact function and, beside it, each approximation with its error below."""
    yield Control("marked")
    text = plural(
        "Eigenfunction {number}, exact and by {n} method.",
        "Eigenfunction {number}, exact and by {n} methods.",
        len(results),
    ).format(number=j + 1, n=len(results))
    yield Figure("methods", maps_of(state, exact, results, j), text)
    yield Words(
        _("Points are the data on the exact map and the landmarks on the others."),
        "caption",
        help=explained("λ", "K̃", *METHODS),
    )


def _table(exact: ExactFit, results: Mapping[str, MethodResult], j: int) -> Scene:
    """Yield a table of errors and costs, a row a method."""
    rows: list[dict[str, Any]] = [
        {
            _("method"): _("exact"),
            _("columns"): exact.columns,
            _("time, s"): f"{exact.seconds:.3f}",
            _("memory, MB"): f"{exact.held_bytes / 1e6:.2f}",
        }
    ]
    for method, result in results.items():
        rows.append(
            {
                _("method"): _(method),
                _("columns"): result.columns,
                _("error of {letter}").format(letter=indexed("λ", j)): result.eigenvalue_errors[j],
                _("worst of {letters}").format(
                    letters=f"λ₁ … {indexed('λ', len(result.eigenvalue_errors) - 1)}"
                ): result.eigenvalue_errors.max(),
                _("error of {letter}, rms").format(letter=indexed("f", j)): (
                    result.root_mean_square[j]
                ),
                _("at worst"): result.largest[j],
                _("proven: {bound}").format(bound="λ − λ̂ ≤"): result.bound,
                _("time, s"): f"{result.seconds:.3f}",
                _("memory, MB"): f"{result.held_bytes / 1e6:.2f}",
            }
        )
    names = list(dict.fromkeys(name for row in reversed(rows) for name in row))
    yield Table(names, [[_cell(row.get(n)) for n in names] for row in rows])
    yield Words(
        _(
            "Errors of λ are relative, errors of f shares of its range over the map; a group of "
            "near-degenerate functions is rotated onto the exact one first. Memory is that of the "
            "largest array a fit holds: its columns, one row a point."
        ),
        "caption",
        help=explained("columns", "near-degenerate"),
    )


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str | int):
        return str(value)
    return scientific(value)


def _curves(state: ScaleState, methods: list[str], m: int, component: int) -> Block:
    """Return the errors against m for every method, or the work that finds them."""
    counts = [c for c in COUNTS if c <= state.n]

    def known() -> list[int]:
        found = (all(known_result(state, one, c) for one in methods) for c in counts)
        return [c for c, holds in zip(counts, found, strict=True) if holds]

    def find(_found: dict[str, Any], ask: Progress) -> None:
        for i, count in enumerate(counts):
            text = _("Error curves: m = {count}").format(count=count)
            report(ask, i, len(counts), text)
            for method in methods:
                result_of(state, method, count)

    def charts(run: Run | None) -> Scene:
        if run is not None and not run.is_running and (found := known()):
            yield _charts(state, methods, found, m, component)

    if len(known()) == len(counts):
        return _charts(state, methods, counts, m, component)
    seconds = cost_of(state).seconds * len(counts) * len(methods)
    cost = Estimate(seconds, cost_of(state).bytes)
    # Begins by itself; where it was stopped, the button goes on.
    return Work(
        CURVES, state.problem.token, cost, find, charts, _("Go on"), at_once=True,
        is_remembered=True,
    )  # fmt: skip


def _charts(
    state: ScaleState, methods: list[str], counts: list[int], m: int, component: int
) -> Places:
    """Return the curves of the eigenvalue's error and of the function's, beside each other."""
    of_value = _("Relative error of {letter}").format(letter=indexed("λ", component))
    of_function = _("Error of {letter}, rms over the map").format(letter=indexed("f", component))
    curves = {"eigenvalue_errors": of_value, "root_mean_square": of_function}
    places = []
    for name, label in curves.items():
        errors = {
            _(method): np.array(
                [getattr(result_of(state, method, c), name)[component] for c in counts]
            )
            for method in methods
        }
        text = _("{curve} against m for each method.").format(curve=label)
        places.append([Chart(name, partial(_chart, counts, errors, m, label), text)])
    return Places(places, "curves", 320)


def _chart(
    counts: list[int], errors: Mapping[str, Array], m: int, label: str, template: str
) -> Any:
    from kpca_core.drawing.charts.curves import error_curves

    return error_curves(np.array(counts), errors, m, label, template=template)


PAGE = ScalePage()
