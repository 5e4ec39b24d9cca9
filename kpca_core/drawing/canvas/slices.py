"""Maps of a table: slices through the data, whose rows lie beside them and have own scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.analysis.projection import Agreement, agreement
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import readable
from kpca_core.grid import Grid


def is_sliced(picture: Picture) -> bool:
    """Whether the maps show a plane in a space of more columns than two."""
    return picture.table is not None and picture.plane is not None and picture.data.shape[1] > 2


def own_scores(picture: Picture, heights: Array) -> NDArray[np.int8] | None:
    """Return each row's own score for each map (p, n).

    In units of the map's outermost isoline, of which `heights` (p, L) has the values; larger ones
    are cut. None where maps are no slices: there a row has the colour of its place.
    """
    if not is_sliced(picture):
        return None
    ends = np.abs(heights).max(axis=1, initial=0.0)
    scores = picture.decomposition.scores[:, : len(picture.fields)].T
    shares = scores / np.where(ends > 0, ends, 1.0)[:, None]
    # Whole steps, 1 being the end of the map's colours.
    return np.rint(np.iinfo(np.int8).max * np.clip(shares, -1.0, 1.0)).astype(np.int8)


def agreement_of(picture: Picture) -> Agreement:
    """Return how far the maps agree with the rows' scores; interpolated between the samples."""
    (x0, x1), (y0, y1) = picture.region
    _, ny, nx = picture.fields.shape
    grid = Grid(np.linspace(x0, x1, nx), np.linspace(y0, y1, ny))
    scores = picture.decomposition.scores[:, : len(picture.fields)]
    return agreement(grid.at(picture.fields, picture.points), scores)


def unlike(picture: Picture) -> list[int]:
    """Return which maps, from 0, are slices that mislead about the rows' scores."""
    if not is_sliced(picture):
        return []
    return [int(j) for j in np.flatnonzero(agreement_of(picture).low)]


def agreement_words(picture: Picture) -> list[str]:
    """Return for each map how far the slice agrees with the scores, "" where it is no slice."""
    if not is_sliced(picture):
        return [""] * len(picture.fields)
    found = agreement_of(picture)
    parts = zip(found.correlation.tolist(), found.different.tolist(), found.low, strict=True)
    return [_words(*part) for part in parts]


def _words(correlation: float, different: float, low: bool) -> str:
    text = (
        _(
            "\N{WARNING SIGN} Slice unlike the scores: correlation {correlation}, sign differs for "
            "{share}% of rows."
        )
        if low
        else _(
            "Slice like the scores: correlation {correlation}, sign differs for {share}% of rows."
        )
    )
    said = text.format(correlation=f"{correlation:.2f}", share=f"{100 * different:.0f}")
    return readable(said)


def slices_words(picture: Picture) -> str:
    """Return the line above maps that are slices, "" above others."""
    if not is_sliced(picture):
        return ""
    return _(
        "Slices: each map shows one component on {plane}. "
        "Rows stand where they are projected and have the colour of their own score; where it "
        "differs from the map around it, the row lies away from the slice."
    ).format(plane=picture.plane_words)
