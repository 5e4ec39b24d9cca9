"""The page "Scale": approximations beside the exact decomposition; a run on a million points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from views.approximations import (
    COUNTS,
    METHODS,
    PANELS,
    Chosen,
    Exact,
    Result,
    applies,
    exact_of,
    generated,
    result_of,
)
from views.catalogue import CONVENTIONS, DATA, SMOOTHNESS, kernel_choice
from views.drawing import chart, indexed, markdown_table, scientific, template
from views.frame import number
from views.million import million
from views.settings import number_box, select

# Landmarks need a positive kernel; a linear one is exact with two of them.
KERNELS = ("Gaussian", "Laplacian", "Matérn", "Rational quadratic", "Polynomial")
FEWEST, MOST = 30, 3000

# Of more data points than these a part is drawn.
DRAWN = 400


def page() -> None:
    chosen = sidebar()
    st.markdown("#### Fewer landmarks, or features, than points")
    exact = exact_of(chosen)
    if exact.decomposition.n_components == 0:
        st.info("All points are the same to this kernel: there is no component to approximate.")
    else:
        m, component = _controls(exact)
        results = {
            method: result_of(chosen, method, m)
            for method in METHODS
            if applies(method, chosen.kernel)
        }
        _panels(exact, results, component)
        _table(exact, results, component)
        _curves(chosen, exact, tuple(results), m, component)
    st.divider()
    million(chosen.kernel, partial(generated, chosen.data, seed=chosen.seed), chosen.data)


def sidebar() -> Chosen:
    """Draw the sidebar and read it."""
    with st.sidebar:
        st.markdown("#### Kernel PCA at scale")
        data = select("Data", tuple(DATA), "data")
        left, right = st.columns(2)
        n = left.number_input(
            "Points", FEWEST, MOST, value=900, step=100, key="points", bind="query-params"
        )
        seed = right.number_input(
            "Seed", 0, 2**31 - 1, value=0, step=1, key="seed", bind="query-params"
        )
        st.divider()
        kernel = select("Kernel", KERNELS, "kernel")
        formula = st.empty()
        smoothness = ""
        if kernel == "Matérn":
            smoothness = select("Smoothness ν", tuple(SMOOTHNESS), "nu", index=1)
        choice = kernel_choice(kernel, CONVENTIONS[0], smoothness)
        formula.latex(rf"k(\mathbf{{x}}, \mathbf{{y}}) = {choice.formula}")
        values = {p.name: number_box(p) for p in choice.parameters}
    return Chosen(data, int(n), int(seed), choice.build(**values))


def _controls(exact: Exact) -> tuple[int, int]:
    """The number of landmarks m and the component (0-based), above the panels they move."""
    left, right = st.columns([4, 1], gap="medium")
    counts = [m for m in COUNTS if m <= exact.decomposition.n_samples]
    m = left.select_slider(
        "Landmarks, or features, m", counts, value=20, key="m", bind="query-params"
    )
    shown = range(1, min(PANELS, exact.decomposition.n_components) + 1)
    component = right.selectbox("Eigenfunction", shown, key="component", bind="query-params")
    return int(m), int(component) - 1


def _panels(exact: Exact, results: Mapping[str, Result], j: int) -> None:
    """The exact function and, beside it, each approximation with its error below."""
    from kpca_core.figures import scale as figures

    value, field = exact.decomposition.eigenvalues[j], exact.fields[j]
    reach = float(np.abs(field).max()) or 1.0
    draw = partial(figures.method_panels, grid=exact.grid, reach=reach, template=template())
    step = -(-len(exact.dataset.X) // DRAWN)
    columns = st.columns(1 + len(METHODS), gap="small")
    with columns[0]:
        st.markdown(f"**exact**  \n{indexed('λ', j)} = {number(value)}")
        chart(
            draw(field, None, points=exact.dataset.X[::step]),
            "exact",
            f"Exact eigenfunction {j + 1} and the colour scale of the errors.",
        )
    for column, method in zip(columns[1:], METHODS, strict=True):
        with column:
            if method not in results:
                st.markdown(f"**{method}**  \nonly for the Gaussian kernel")
                continue
            result = results[method]
            found = number(result.eigenvalues[j]) if j < len(result.eigenvalues) else "none"
            st.markdown(f"**{method}**  \n{indexed('λ̂', j)} = {found}")
            chart(
                draw(result.fields[j], result.errors[j], points=result.points),
                f"panel {method}",
                f"Eigenfunction {j + 1} by {method} and the map of its error.",
            )


def _table(exact: Exact, results: Mapping[str, Result], j: int) -> None:
    """Error beside cost, method by method."""
    rows = [
        {
            "method": "exact",
            "columns": exact.columns,
            "seconds": exact.seconds,
            "holds MB": exact.held_bytes / 1e6,
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
                "seconds": result.seconds,
                "holds MB": result.held_bytes / 1e6,
            }
        )
    names = list(dict.fromkeys(name for row in reversed(rows) for name in row))
    st.markdown(markdown_table(names, [[_cell(n, row.get(n)) for n in names] for row in rows]))
    st.caption(
        "Errors of λ are relative, errors of f shares of its range over the map; a group of "
        "near-degenerate functions is rotated onto the exact one first. Memory is that of the "
        "largest array a fit holds: its columns, one row a point. "
        "White points are the landmarks and, on the exact panel, data."
    )


def _cell(name: str, value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, str | int):
        return str(value)
    if name == "seconds":
        return f"{value:.3f}"
    return f"{value:.2f}" if name == "holds MB" else scientific(value)


def _curves(chosen: Chosen, exact: Exact, methods: tuple[str, ...], m: int, component: int) -> None:
    """Errors against m for every method, computed point by point."""
    from kpca_core.figures import scale as figures

    place = st.empty()
    counts = [c for c in COUNTS if c <= len(exact.dataset.X)]
    results: dict[str, list[Result]] = {method: [] for method in methods}
    for i, count in enumerate(counts):
        place.progress(i / len(counts), f"Error curves: m = {count}")
        for method in methods:
            results[method].append(result_of(chosen, method, count))
    curves = (
        (f"Relative error of {indexed('λ', component)}", "eigenvalue_errors"),
        (f"Error of {indexed('f', component)}, rms over the map", "root_mean_square"),
    )
    with place.container():
        for column, (label, name) in zip(st.columns(2), curves, strict=True):
            errors = {
                method: np.array([getattr(result, name)[component] for result in found])
                for method, found in results.items()
            }
            with column:
                figure = figures.error_curves(
                    np.array(counts), errors, m, label, template=template()
                )
                chart(figure, name, f"{label} against m for each method.")
