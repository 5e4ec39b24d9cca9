"""What a reader takes home: tables, arrays, figures for screen and print, a Python snippet."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from views.frame import levels, spectrum, titles
from views.settings import Settings
from views.snippet import snippet
from views.solving import Picture, dataset, picture_of

PRINTED = {"svg": "image/svg+xml", "pdf": "application/pdf"}


def downloads(settings: Settings) -> None:
    """A row of buttons. Nothing is computed before one is pressed."""
    row = st.container(horizontal=True, gap="small")
    files = (
        ("Eigenvalues CSV", eigenvalues_csv, "eigenvalues.csv", "text/csv"),
        ("Scores CSV", scores_csv, "scores.csv", "text/csv"),
        ("All arrays NPZ", arrays_npz, "kernel-pca.npz", "application/octet-stream"),
        ("Interactive HTML", figure_html, "kernel-pca.html", "text/html"),
    )
    for label, make, name, mime in files:
        row.download_button(label, partial(make, settings), name, mime, on_click="ignore", key=name)
    for form, mime in PRINTED.items():
        print_button(row, form, mime, partial(figure_printed, settings, form), "kernel-pca")
    with row.popover("Python"):
        st.code(snippet(settings), language="python")


def print_button(row: Any, form: str, mime: str, make: Callable[[], bytes], name: str) -> None:
    """A button for a figure in print quality, off with a word why where Matplotlib is missing."""
    missing = importlib.util.find_spec("matplotlib") is None
    row.download_button(
        form.upper(), make, f"{name}.{form}", mime, on_click="ignore", key=f"{name}.{form}",
        disabled=missing,
        help="Needs Matplotlib: pip install 'kpca-core[figures]'" if missing else None,
    )  # fmt: skip


def eigenvalues_csv(settings: Settings) -> str:
    """One line an eigenvalue: number, λ of K̃, λ/n, fraction of the trace, cumulative."""
    d = picture_of(settings).decomposition
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


def scores_csv(settings: Settings) -> str:
    """One line a point: index, label, x, y and its score on every component."""
    data, d = dataset(settings.data_token, settings), picture_of(settings).decomposition
    header = ",".join(
        ["point", "label", "x", "y", *(f"score{j + 1}" for j in range(d.n_components))]
    )
    table = np.column_stack([np.arange(len(data.X)), data.labels, data.X, d.scores])
    return _csv(header, table, integers=2)


def arrays_npz(settings: Settings) -> bytes:
    """Every array of the page under its name."""
    data, picture = dataset(settings.data_token, settings), picture_of(settings)
    d, grid = picture.decomposition, settings.grid(data)
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        X=data.X,
        labels=data.labels,
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


def figure_html(settings: Settings) -> str:
    """Spectrum and panels as one interactive Plotly page that needs no network."""
    from kpca_core.figures import eigenfunctions as figures

    data, picture = dataset(settings.data_token, settings), picture_of(settings)
    figure = figures.panels(
        picture.fields,
        settings.grid(data),
        data.X,
        data.labels,
        levels(picture.fields),
        titles(picture, settings),
        **_spectrum_arguments(picture, settings),
    )
    html: str = figure.to_html(include_plotlyjs=True, full_html=True)
    return html


def figure_printed(settings: Settings, form: str) -> bytes:
    """Spectrum and panels in print quality, as SVG or PDF."""
    from kpca_core.figures.layout import Panel
    from kpca_core.figures.printing import Bars, print_panels

    data, picture = dataset(settings.data_token, settings), picture_of(settings)
    columns = min(len(picture.fields), 4)
    laid_out = [
        Panel(*divmod(j, columns), title, field, heights)
        for j, (title, field, heights) in enumerate(
            zip(titles(picture, settings), picture.fields, levels(picture.fields), strict=True)
        )
    ]
    drawn = spectrum(picture, settings)
    bars = Bars(
        np.asarray(drawn["values"]), np.asarray(drawn["negative"]), drawn["shown"], drawn["label"]
    )
    return print_panels(laid_out, settings.grid(data), data.X, data.labels, bars, form)


def _spectrum_arguments(picture: Picture, settings: Settings) -> dict[str, Any]:
    drawn = spectrum(picture, settings)
    return {
        "eigenvalues": np.asarray(drawn.pop("values")),
        "cumulative": np.asarray(drawn.pop("cumulative")),
        "negative": np.asarray(drawn.pop("negative")),
        **drawn,
    }


def _csv(header: str, table: np.ndarray, integers: int) -> str:
    rows = (
        ",".join(
            [*(str(int(v)) for v in row[:integers]), *(repr(float(v)) for v in row[integers:])]
        )
        for row in table
    )
    return "\n".join([header, *rows]) + "\n"
