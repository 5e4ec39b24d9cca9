"""The page "Scale": approximations beside the exact decomposition; a run on a million points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from kpca_core.drawing.canvas.figure_frame import Tile
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.screen import approximated, legend_of
from views.pages.explore.sidebar import draw_choice
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
from views.pages.scale.state import COMPONENT, COUNTS, LANDMARKS, POINTS, ScaleState
from views.shared.drawing import (
    beside,
    chart,
    indexed,
    markdown_table,
    reserved,
    scientific,
    template,
)
from views.shared.figures import draw_figure, is_painted
from views.shared.head import draw_head
from views.shared.page import settings_on_paper
from views.shared.widgets import current, number_box, select, select_slider, switch
from views.state.catalogue import DATA, DATA_CHOICE, MARKED, SEED
from views.words.glossary import explained
from views.words.pages import SCALE


def page() -> None:
    state = current(ScaleState)
    draw_head(state, *SCALE)
    sidebar(state)
    st.header(
        "Fewer landmarks, or features, than points",
        anchor=False,
        help=explained("landmarks", "eigenfunction"),
    )
    exact, kernel = exact_of(state), state.kernel.build()
    if exact.decomposition.n_components == 0:
        st.info("All points are the same to this kernel: there is no component to approximate.")
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
    draw_long_run(state, generate, DATA[state.data].label)
    settings_on_paper(state)


def sidebar(state: ScaleState) -> None:
    """Draw the widgets that a reader sets points and kernel with."""
    with st.sidebar:
        select(state, DATA_CHOICE)
        left, right = st.columns(2)
        number_box(state, POINTS, left)
        number_box(state, SEED, right)
        st.divider()
        draw_choice(state, state.kernel)
        for parameter in state.kernel.family.parameters:
            number_box(state, parameter)


def _controls(exact: ExactFit, state: ScaleState) -> tuple[int, int]:
    """Draw the widgets above the panels; return m and the component, counted from 0."""
    row = st.container(horizontal=True, gap="medium")
    counts = tuple(str(m) for m in COUNTS if m <= state.n)
    select_slider(state, LANDMARKS, counts, row)
    # How many components there are is known after the fit only.
    shown = [str(j + 1) for j in range(min(PANELS, exact.decomposition.n_components))]
    component = state.component if state.component in shown else COMPONENT.default
    st.session_state[COMPONENT.key] = component
    select(state, COMPONENT, row, options=tuple(shown), width=130)
    return int(state.landmarks), int(component) - 1


def _panels(
    exact: ExactFit, results: Mapping[str, MethodResult], j: int, state: ScaleState
) -> None:
    """Draw the exact function and, beside it, each approximation with its error below."""
    value, field = exact.decomposition.eigenvalues[j], exact.fields[j]
    reach = float(np.abs(field).max()) or 1.0
    points = exact.dataset
    switch(state, MARKED)
    said = f"{indexed('λ', j)} = {number(value)}"
    tiles = [Tile("exact", f"Exact eigenfunction {j + 1}, {said}", field, sentence=said,
                  points=points.X, labels=points.labels)]  # fmt: skip
    errors: list[Any] = [None]
    for method in METHODS:
        result = results.get(method)
        if result is None:
            waits = applies(method, state.kernel.build())
            tiles.append(Tile(method, method, sentence="" if waits else "only Gaussian kernels"))
            errors.append(None)
            continue
        known = j < len(result.eigenvalues)
        said = f"{indexed('λ̂', j)} = {number(result.eigenvalues[j]) if known else 'none'}"
        landmarks = np.zeros(len(result.points), int)
        tiles.append(Tile(method, f"Eigenfunction {j + 1} by {method}, {said}", result.fields[j],
                          sentence=said, points=result.points, labels=landmarks))  # fmt: skip
        errors.append(result.errors[j])
    sheets = approximated(
        tiles, errors, exact.grid, reach, state.marked, legend_of(points.X, points.labels)
    )
    draw_figure("methods", sheets, f"Eigenfunction {j + 1}, exact and by {len(results)} methods.")
    st.caption(
        "Points are the data on the exact map and the landmarks on the others.",
        help=explained("λ", "K̃", *METHODS),
    )


def _table(exact: ExactFit, results: Mapping[str, MethodResult], j: int) -> None:
    """Draw a table of errors and costs, a row a method."""
    rows = [
        {
            "method": "exact",
            "columns": exact.columns,
            "time, s": exact.seconds,
            "memory, MB": exact.held_bytes / 1e6,
        }
    ]
    for method, result in results.items():
        rows.append(
            {
                "method": method,
                "columns": result.columns,
                f"error of {indexed('λ', j)}": result.eigenvalue_errors[j],
                f"worst of λ₁ … {indexed('λ', len(result.eigenvalue_errors) - 1)}": (
                    result.eigenvalue_errors.max()
                ),
                f"error of {indexed('f', j)}, rms": result.root_mean_square[j],
                "at worst": result.largest[j],
                "proven: λ − λ̂ ≤": result.bound,
                "time, s": result.seconds,
                "memory, MB": result.held_bytes / 1e6,
            }
        )
    names = list(dict.fromkeys(name for row in reversed(rows) for name in row))
    st.markdown(markdown_table(names, [[_cell(n, row.get(n)) for n in names] for row in rows]))
    st.caption(
        "Errors of λ are relative, errors of f shares of its range over the map; a group of "
        "near-degenerate functions is rotated onto the exact one first. Memory is that of the "
        "largest array a fit holds: its columns, one row a point.",
        help=explained("columns", "near-degenerate"),
    )


def _cell(name: str, value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str | int):
        return str(value)
    if name == "time, s":
        return f"{value:.3f}"
    return f"{value:.2f}" if name == "memory, MB" else scientific(value)


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
        place.progress(i / len(counts), f"Error curves: m = {count}")
        for method in methods:
            results[method].append(result_of(state, method, count))
    curves = (
        (f"Relative error of {indexed('λ', component)}", "eigenvalue_errors"),
        (f"Error of {indexed('f', component)}, rms over the map", "root_mean_square"),
    )
    with place.container():
        for column, (label, name) in zip(beside(2, 320, "curves"), curves, strict=True):
            errors = {
                method: np.array([getattr(result, name)[component] for result in found])
                for method, found in results.items()
            }
            with column:
                figure = error_curves(np.array(counts), errors, m, label, template=template())
                chart(figure, name, f"{label} against m for each method.")
