"""The page "Scale": approximations beside the exact decomposition; a run on a million points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from kpca_core._support.words import _, plural
from kpca_core.drawing.canvas.figure_frame import Tile
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.screen import approximated, legend_of
from views.hosts.streamlit.drawing import beside, chart, reserved, template
from views.hosts.streamlit.figures import draw_figure, is_painted
from views.hosts.streamlit.head import draw_head
from views.hosts.streamlit.page import settings_on_paper
from views.hosts.streamlit.widgets import current, draw, number_box, select, select_slider
from views.pages.explore.sidebar import draw_choice
from views.pages.saying import indexed, markdown_table, scientific
from views.pages.scale.approximations import (
    METHODS,
    PANELS,
    ExactFit,
    MethodResult,
    applies,
    exact_of,
    generated,
    result_of,
)
from views.pages.scale.downloads import draw_approximations
from views.pages.scale.million import draw_long_run
from views.pages.scale.reduced import draw_reduced_sets
from views.pages.scale.state import COUNTS, ScaleState
from views.words.glossary import explained
from views.words.pages import SCALE


def page() -> None:
    state = current(ScaleState)
    draw_head(state, *SCALE)
    sidebar(state)
    st.header(
        _("Fewer landmarks, or features, than points"),
        anchor=False,
        help=explained("landmarks", "eigenfunction"),
    )
    exact, kernel = exact_of(state), state.kernel.build()
    if exact.decomposition.n_components == 0:
        st.info(_("All points are the same to this kernel: there is no component to approximate."))
    else:
        m, component = _controls(exact, state)
        if not is_painted():
            # The exact function first: the others take scikit-learn, which takes long to load.
            _panels(exact, {}, component, state)
            return
        results = {
            method: result_of(state, method, m) for method in METHODS if applies(method, kernel)
        }
        _panels(exact, results, component, state)
        draw_approximations(state, exact, results, component)
        _table(exact, results, component)
        _curves(state, exact, tuple(results), m, component)
        draw_reduced_sets(state, exact, m, component)
    st.divider()
    generate = partial(generated, state.data, seed=state.seed)
    draw_long_run(state, generate, state.said("data"))
    settings_on_paper(state)


def sidebar(state: ScaleState) -> None:
    """Draw the widgets that a reader sets points and kernel with."""
    with st.sidebar:
        draw(state, "data", ("n", "seed"))
        st.divider()
        draw_choice(state, state.kernel)
        for parameter in state.kernel.family.parameters:
            number_box(state, parameter)


def _controls(exact: ExactFit, state: ScaleState) -> tuple[int, int]:
    """Draw the widgets above the panels; return m and the component, counted from 0."""
    row = st.container(horizontal=True, gap="medium")
    counts = tuple(str(m) for m in COUNTS if m <= state.n)
    select_slider(state, "landmarks", counts, row)
    # How many components there are is known after the fit only.
    shown = [str(j + 1) for j in range(min(PANELS, exact.decomposition.n_components))]
    component = state.component if state.component in shown else shown[0]
    st.session_state["component"] = component
    select(state, "component", row, options=tuple(shown), width=130)
    return int(state.landmarks), int(component) - 1


def _panels(
    exact: ExactFit, results: Mapping[str, MethodResult], j: int, state: ScaleState
) -> None:
    """Draw the exact function and, beside it, each approximation with its error below."""
    value, field = exact.decomposition.eigenvalues[j], exact.fields[j]
    reach = float(np.abs(field).max()) or 1.0
    points = exact.dataset
    draw(state, "marked")
    said = f"{indexed('λ', j)} = {number(value)}"
    title = _("Exact eigenfunction {number}, {said}").format(number=j + 1, said=said)
    tiles = [Tile(_("exact"), title, field, sentence=said,
                  points=points.X, labels=points.labels)]  # fmt: skip
    errors: list[Any] = [None]
    for method in METHODS:
        result = results.get(method)
        if result is None:
            waits = applies(method, state.kernel.build())
            why = "" if waits else _("only Gaussian kernels")
            tiles.append(Tile(_(method), _(method), sentence=why))
            errors.append(None)
            continue
        known = j < len(result.eigenvalues)
        value = number(result.eigenvalues[j]) if known else _("none")
        said = f"{indexed('λ̂', j)} = {value}"
        landmarks = np.zeros(len(result.points), int)
        title = _("Eigenfunction {number} by {method}, {said}").format(
            number=j + 1, method=_(method), said=said
        )
        tiles.append(Tile(_(method), title, result.fields[j], sentence=said,
                          points=result.points, labels=landmarks))  # fmt: skip
        errors.append(result.errors[j])
    sheets = approximated(
        tiles, errors, exact.grid, reach, state.marked, legend_of(points.X, points.labels)
    )
    text = plural(
        "Eigenfunction {number}, exact and by {n} method.",
        "Eigenfunction {number}, exact and by {n} methods.",
        len(results),
    ).format(number=j + 1, n=len(results))
    draw_figure("methods", sheets, text)
    st.caption(
        _("Points are the data on the exact map and the landmarks on the others."),
        help=explained("λ", "K̃", *METHODS),
    )


def _table(exact: ExactFit, results: Mapping[str, MethodResult], j: int) -> None:
    """Draw a table of errors and costs, a row a method."""
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
    st.markdown(markdown_table(names, [[_cell(row.get(n)) for n in names] for row in rows]))
    st.caption(
        _(
            "Errors of λ are relative, errors of f shares of its range over the map; a group of "
            "near-degenerate functions is rotated onto the exact one first. Memory is that of the "
            "largest array a fit holds: its columns, one row a point."
        ),
        help=explained("columns", "near-degenerate"),
    )


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str | int):
        return str(value)
    return scientific(value)


def _curves(
    state: ScaleState, exact: ExactFit, methods: tuple[str, ...], m: int, component: int
) -> None:
    """Draw the errors against m for every method."""
    from kpca_core.drawing.charts.curves import error_curves

    # As high as `error_curves` makes them: the chart, and a row of its legend for each method.
    with reserved("curves", height=264 + 19.5 * len(methods)):
        place = st.empty()
    counts = [c for c in COUNTS if c <= len(exact.dataset.X)]
    results: dict[str, list[MethodResult]] = {method: [] for method in methods}
    for i, count in enumerate(counts):
        place.progress(i / len(counts), _("Error curves: m = {count}").format(count=count))
        for method in methods:
            results[method].append(result_of(state, method, count))
    curves = (
        (
            _("Relative error of {letter}").format(letter=indexed("λ", component)),
            "eigenvalue_errors",
        ),
        (
            _("Error of {letter}, rms over the map").format(letter=indexed("f", component)),
            "root_mean_square",
        ),
    )
    with place.container():
        for column, (label, name) in zip(beside(2, 320, "curves"), curves, strict=True):
            errors = {
                _(method): np.array([getattr(result, name)[component] for result in found])
                for method, found in results.items()
            }
            with column:
                figure = error_curves(np.array(counts), errors, m, label, template=template())
                said = _("{curve} against m for each method.").format(curve=label)
                chart(figure, name, said)
