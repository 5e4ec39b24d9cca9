"""Downloads: tables, arrays, figures for screen and print, and a Python snippet.

Every file says what it was computed from, see `views.pages.explore.origin`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from kpca_core import Grid
from kpca_core._support.words import N_, _
from kpca_core.drawing.canvas.indefinite import note
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.subject import FACTOR
from kpca_core.drawing.canvas.words import Display, short
from kpca_core.tables.writing import csv_text, scores_text
from views.hosts.streamlit.printing import address_of, draw_files
from views.pages.controls import slider_of
from views.pages.explore.drawn import MOST_DRAWN, display_of
from views.pages.explore.live import mark_of
from views.pages.explore.origin import file_name, origin_of
from views.pages.explore.signs import painted
from views.pages.explore.snippet import snippet, with_scikit_learn
from views.pages.explore.solving import cost_of, dataset_of, picture_of, solved
from views.pages.explore.state import ExploreState
from views.remembered import Remembered
from views.state.mark import Mark
from views.work import Estimate

# Fits of a file with a slider, seconds that each takes besides, the most in all, and bytes held.
FITS, EACH, LONGEST, HELD = 122, 0.05, 60.0, 1.5e8
# What is said of one value alone.
AT_ONE_VALUE = N_("Eigenvalues"), N_("Solver")


def draw_downloads(state: ExploreState) -> None:
    """Draw a row of buttons. Nothing is computed before one is pressed.

    The components in every file have the signs of the panels, see `views.pages.explore.signs`.
    """
    mark, address = mark_of(state), address_of(state)
    files = (
        (_("Eigenvalues CSV"), eigenvalues_csv, "eigenvalues", "csv"),
        (_("Scores CSV"), scores_csv, "scores", "csv"),
        (_("All arrays NPZ"), arrays_npz, "arrays", "npz"),
        (_("Interactive HTML"), figure_html, "figure", "html"),
        *([(_("HTML to drag"), explored_html, "explored", "html")] if is_draggable(state) else []),
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
    """Return a row for each eigenvalue: number, λ, λ/n, its share, and the cumulative share.

    Negative eigenvalues come last, without number and share. With the band of shuffled columns
    each has the least and the largest of theirs. Lines before the header start with "#" and say
    what the shares are of.
    """
    picture = painted(mark, picture_of)
    d = picture.decomposition
    cumulative = np.cumsum(d.shares)
    rows: list[list[Any]] = [
        [j + 1, value, value / d.n_samples, d.shares[j], cumulative[j]]
        for j, value in enumerate(d.eigenvalues)
    ]
    rows += [["", value, value / d.n_samples, "", ""] for value in d.negative]
    notes = [_("Trace: {value}").format(value=repr(float(d.trace))), note(d)]
    if len(d.negative):
        notes.append(_("Lines without a component are the negative eigenvalues that were found."))
    header = ["component", "eigenvalue", "variance", "fraction", "cumulative"]
    if picture.standing is not None:
        header += ["shuffled_least", "shuffled_largest"]
        ends = (picture.standing.shuffled.min(axis=0), picture.standing.shuffled.max(axis=0))
        for row, least, largest in zip(rows, *ends, strict=False):
            row += [least, largest]
        for row in rows[d.n_components :]:
            row += ["", ""]
    comments = origin_of(mark.state, picture, address).comments
    return comments + "".join(f"# {one}\n" for one in notes if one) + csv_text(header, rows)


def scores_csv(mark: Mark, address: str = "", chosen: Collection[int] | None = None) -> str:
    """Return a row for each point: index, label, x, y and its scores on the components drawn.

    For a table: the line in the file, the label's word, and the scores.

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
        **({} if picture.standing is None else {"shuffled": picture.standing.shuffled}),
        **{
            name: values
            for name in ("slopes", "closest")
            if (values := getattr(picture, name)) is not None
        },
    )


def figure_html(mark: Mark, address: str = "") -> str:
    """Return spectrum and panels as one interactive page that needs no network."""
    from kpca_core.drawing.canvas.standalone import picture_page

    picture, _grid_drawn, display, origin = _drawn(mark, address)
    return picture_page(picture, display, origin)


def is_draggable(state: ExploreState) -> bool:
    """Whether a file can have a slider: the kernel has one, and its values take no minutes."""
    free = any(not state.fixed(p) for p in state.sliders)
    return free and cost_of(state).seconds <= LONGEST / FITS


def explored_html(mark: Mark, address: str = "") -> str:
    """Return a page on which the kernel's first parameter is dragged without a server."""
    return _explored(mark.state.without_overlays, mark.text, address)


def _explore(state: ExploreState, text: str, address: str) -> str:
    from kpca_core.drawing.canvas.explored import explored
    from kpca_core.drawing.canvas.standalone import explored_page

    p = next(p for p in state.sliders if not state.fixed(p))
    value, tint = state.kernel.values[p.name], picture_of(state).tint
    mark = Mark.of_text(text, type(state))
    assert mark is not None
    picture = painted(mark, picture_of)

    def solve(values: Mapping[str, float], samples: int) -> Picture:
        kernel = replace(state.kernel, values={**state.kernel.values, **values})
        return replace(solved(replace(state, kernel=kernel), samples), tint=tint)

    slider = slider_of(state, p, value)
    if p.log:
        low, high = max(p.low, value / FACTOR), min(p.high, value * FACTOR)
        slider = replace(slider, min=low, max=high)
    origin = origin_of(state, picture, address)
    alone = [_(name) for name in AT_ONE_VALUE]
    facts = {name: text for name, text in origin.facts.items() if name not in alone}
    facts[_("Kernel")] = _("{kernel}, {parameter} from {low} to {high}").format(
        kernel=facts[_("Kernel")], parameter=_(p.label), low=short(slider.min),
        high=short(slider.max),
    )  # fmt: skip
    origin = replace(origin, facts=facts)
    shown = explored(
        solve, slider, display=display_of(state), origin=origin, file=file_name(state, "picture"),
        like=picture,
    )  # fmt: skip
    return explored_page(shown, origin)


def _cost(state: ExploreState, text: str, address: str) -> Estimate:
    one = cost_of(state)
    return replace(one, seconds=FITS * one.seconds + EACH * FITS, bytes=one.bytes + HELD)


_explored: Remembered[ExploreState, str] = Remembered(
    _explore, max_entries=4, cost=_cost, in_words=True
)


def figure_printed(mark: Mark, form: str, address: str = "") -> bytes:
    """Return spectrum and panels in print quality, in a format of PRINTED."""
    from kpca_core.drawing.printing.figures import print_picture

    return print_picture(*_drawn(mark, address), form)


def _drawn(mark: Mark, address: str) -> tuple[Picture, Grid, Display, Origin]:
    """What a figure of the page shows, and where it comes from."""
    picture, state = painted(mark, picture_of).thinned(MOST_DRAWN), mark.state
    return picture, _grid(mark), display_of(state), origin_of(state, picture, address)


def _grid(mark: Mark) -> Grid:
    return mark.state.grid(dataset_of(mark.state.data))
