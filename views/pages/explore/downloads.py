"""Downloads: tables, arrays, figures for screen and print, and a Python snippet.

Every file says what it was computed from, see `views.pages.explore.origin`.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

import numpy as np

from kpca_core import Grid
from kpca_core.drawing.canvas.indefinite import note
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import Display
from kpca_core.tables.writing import csv_text, scores_text
from views.pages.explore.drawn import MOST_DRAWN, display_of
from views.pages.explore.live import mark_of
from views.pages.explore.origin import file_name, origin_of
from views.pages.explore.signs import Mark, painted
from views.pages.explore.snippet import snippet, with_scikit_learn
from views.pages.explore.solving import dataset_of, picture_of
from views.pages.explore.state import ExploreState
from views.shared.printing import address_of, draw_files


def draw_downloads(state: ExploreState) -> None:
    """Draw a row of buttons. Nothing is computed before one is pressed.

    Every file has the signs that the panels have, see `views.pages.explore.signs`.
    """
    mark, address = mark_of(state), address_of(state)
    files = (
        ("Eigenvalues CSV", eigenvalues_csv, "eigenvalues", "csv"),
        ("Scores CSV", scores_csv, "scores", "csv"),
        ("All arrays NPZ", arrays_npz, "arrays", "npz"),
        ("Interactive HTML", figure_html, "figure", "html"),
    )
    draw_files(
        ((label, partial(make, mark, address), what, form) for label, make, what, form in files),
        lambda form: figure_printed(mark, form, address),
        partial(file_name, state),
        "download figure",
        snippet(state),
        with_scikit_learn(state),
    )


def eigenvalues_csv(mark: Mark, address: str = "") -> str:
    """Return one line an eigenvalue: number, λ, λ/n, its share, and shares added up.

    Negative ones are the last, with neither number nor share. Lines before the header start with
    "#" and say what the shares are of.
    """
    picture = painted(mark, picture_of)
    d = picture.decomposition
    cumulative = np.cumsum(d.shares)
    rows: list[list[Any]] = [
        [j + 1, value, value / d.n_samples, d.shares[j], cumulative[j]]
        for j, value in enumerate(d.eigenvalues)
    ]
    rows += [["", value, value / d.n_samples, "", ""] for value in d.negative]
    notes = [f"Trace: {float(d.trace)!r}", note(d)]
    if len(d.negative):
        notes.append("Lines without a component are the negative eigenvalues that were found.")
    header = ["component", "eigenvalue", "variance", "fraction", "cumulative"]
    comments = origin_of(mark.state, picture, address).comments
    return comments + "".join(f"# {one}\n" for one in notes if one) + csv_text(header, rows)


def scores_csv(mark: Mark, address: str = "", chosen: Collection[int] | None = None) -> str:
    """Return one line a point: index, label, x, y and its scores on the components drawn.

    Of a table: the line in the file, what the label stands for, and the scores.

    Parameters
    ----------
    chosen
        rows of the points; None for all
    """
    picture = painted(mark, picture_of)
    scores = picture.decomposition.scores[:, : len(picture.fields)]
    comments = origin_of(mark.state, picture, address).comments
    if picture.table is not None:
        kept = np.array(range(len(scores)) if chosen is None else sorted(chosen), dtype=np.intp)
        return comments + scores_text(picture.table.some(kept), scores[kept])
    header = ["point", "label", "x", "y", *(f"score{j + 1}" for j in range(scores.shape[1]))]
    rows = [
        [i, int(label), *point, *own]
        for i, (label, point, own) in enumerate(
            zip(picture.labels, picture.points, scores, strict=True)
        )
        if chosen is None or i in chosen
    ]
    return comments + csv_text(header, rows)


def arrays_npz(mark: Mark, address: str = "") -> bytes:
    """Return every array of the page under its name; "origin" holds lines of text.

    Where they are drawn, "slopes" are the gradients at the arrows, `canvas.overlays.lattice`, and
    "closest" has x, y and cosine of the closest inputs.
    """
    picture, grid = painted(mark, picture_of), _grid(mark)
    d = picture.decomposition
    origin = origin_of(mark.state, picture, address)
    return origin.npz(
        X=picture.data,
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
        **{
            name: values
            for name in ("slopes", "closest")
            if (values := getattr(picture, name)) is not None
        },
    )


def figure_html(mark: Mark, address: str = "") -> str:
    """Return spectrum and panels as one interactive page that needs no network."""
    from kpca_core.drawing.canvas.standalone import picture_page

    picture, _, display, origin = _drawn(mark, address)
    return picture_page(picture, display, origin)


def figure_printed(mark: Mark, form: str, address: str = "") -> bytes:
    """Return spectrum and panels in print quality, in a format of `shared.printing.PRINTED`."""
    from kpca_core.drawing.printing.figures import print_picture

    return print_picture(*_drawn(mark, address), form)


def _drawn(mark: Mark, address: str) -> tuple[Picture, Grid, Display, Origin]:
    """What a figure of the page shows, and where it comes from."""
    picture, state = painted(mark, picture_of).thinned(MOST_DRAWN), mark.state
    return picture, _grid(mark), display_of(state), origin_of(state, picture, address)


def _grid(mark: Mark) -> Grid:
    return mark.state.grid(dataset_of(mark.state.data))
