"""Downloads: tables, arrays, figures for screen and print, and a Python snippet."""

from __future__ import annotations

import io
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from kpca_core import Grid
from kpca_core.arrays import Array
from kpca_core.canvas.levels import levels
from kpca_core.canvas.picture import Picture
from kpca_core.canvas.words import spectrum, titles
from views.explore.drawn import display_of
from views.explore.live import mark_of
from views.explore.signs import Mark, painted
from views.explore.snippet import snippet
from views.explore.solving import dataset_of, picture_of
from views.explore.state import ExploreState
from views.printing import PRINTED, print_button


def draw_downloads(state: ExploreState) -> None:
    """Draw a row of buttons. Nothing is computed before one is pressed.

    Every file has the signs that the panels have, see `views.explore.signs`.
    """
    mark = mark_of(state)
    row = st.container(horizontal=True, gap="small")
    files = (
        ("Eigenvalues CSV", eigenvalues_csv, "eigenvalues.csv", "text/csv"),
        ("Scores CSV", scores_csv, "scores.csv", "text/csv"),
        ("All arrays NPZ", arrays_npz, "kernel-pca.npz", "application/octet-stream"),
        ("Interactive HTML", figure_html, "kernel-pca.html", "text/html"),
    )
    for label, make, name, mime in files:
        row.download_button(label, partial(make, mark), name, mime, on_click="ignore", key=name)
    for form, mime in PRINTED.items():
        print_button(row, form, mime, partial(figure_printed, mark, form), "kernel-pca")
    with row.popover("Python"):
        st.code(snippet(state), language="python")


def eigenvalues_csv(mark: Mark) -> str:
    """Return one line an eigenvalue: number, λ of K̃, λ/n, fraction of the trace, cumulative."""
    d = painted(mark, picture_of).decomposition
    table = np.column_stack(
        [
            np.arange(1, d.n_components + 1),
            d.eigenvalues,
            d.variances,
            d.variance_ratio,
            np.cumsum(d.variance_ratio),
        ]
    )
    return _csv("component,eigenvalue,variance,fraction,cumulative", table, integers=1)


def scores_csv(mark: Mark) -> str:
    """Return one line a point: index, label, x, y and its score on every component."""
    picture = painted(mark, picture_of)
    d = picture.decomposition
    header = ",".join(
        ["point", "label", "x", "y", *(f"score{j + 1}" for j in range(d.n_components))]
    )
    table = np.column_stack(
        [np.arange(len(picture.points)), picture.labels, picture.points, d.scores]
    )
    return _csv(header, table, integers=2)


def arrays_npz(mark: Mark) -> bytes:
    """Return every array of the page under its name."""
    picture, grid = painted(mark, picture_of), _grid(mark)
    d = picture.decomposition
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        X=picture.points,
        labels=picture.labels,
        eigenvalues=d.eigenvalues,
        negative=d.negative,
        trace=d.trace,
        scores=d.scores,
        points=d.expansion.points,
        coefficients=d.expansion.coefficients,
        offsets=d.expansion.offsets,
        x=grid.x,
        y=grid.y,
        fields=picture.fields,
        kernel=repr(d.expansion.kernel),
    )
    return buffer.getvalue()


def figure_html(mark: Mark) -> str:
    """Return spectrum and panels as one interactive Plotly page that needs no network."""
    import views.drawing  # noqa: F401  before Plotly
    from kpca_core.figures import eigenfunctions as figures

    picture, state = painted(mark, picture_of), mark.state
    figure = figures.panels(
        picture.fields,
        _grid(mark),
        picture.points,
        picture.labels,
        levels(picture.fields),
        titles(picture, state.scale),
        **_spectrum_arguments(picture, state),
    )
    html: str = figure.to_html(include_plotlyjs=True, full_html=True)
    return html


def figure_printed(mark: Mark, form: str) -> bytes:
    """Return spectrum and panels in print quality, as SVG or PDF."""
    from kpca_core.figures.layout import Panel
    from kpca_core.figures.printing import Bars, print_panels

    picture, state = painted(mark, picture_of), mark.state
    columns = min(len(picture.fields), 4)
    laid_out = [
        Panel(*divmod(j, columns), title, field, heights)
        for j, (title, field, heights) in enumerate(
            zip(titles(picture, state.scale), picture.fields, levels(picture.fields), strict=True)
        )
    ]
    drawn = spectrum(picture, display_of(state))
    bars = Bars(
        np.asarray(drawn["values"]), np.asarray(drawn["negative"]), drawn["shown"], drawn["label"]
    )
    return print_panels(laid_out, _grid(mark), picture.points, picture.labels, bars, form)


def _grid(mark: Mark) -> Grid:
    return mark.state.grid(dataset_of(mark.state.data))


def _spectrum_arguments(picture: Picture, state: ExploreState) -> dict[str, Any]:
    drawn = spectrum(picture, display_of(state))
    return {
        "eigenvalues": np.asarray(drawn.pop("values")),
        "cumulative": np.asarray(drawn.pop("cumulative")),
        "negative": np.asarray(drawn.pop("negative")),
        **drawn,
    }


def _csv(header: str, table: Array, integers: int) -> str:
    rows = (
        ",".join(
            [*(str(int(v)) for v in row[:integers]), *(repr(float(v)) for v in row[integers:])]
        )
        for row in table
    )
    return "\n".join([header, *rows]) + "\n"
