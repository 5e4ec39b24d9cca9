"""The words of a frame about its points: a sentence for each map, and the names of the labels."""

from __future__ import annotations

import numpy as np

from kpca_core._support.words import _
from kpca_core.analysis.separation import separations
from kpca_core.drawing.canvas.overlays import closest_words
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.sentences import (
    ONE,
    Shape,
    concentrated,
    interchangeable,
    quoted,
    said_of,
    sentence,
)
from kpca_core.drawing.canvas.slices import agreement_words, slices_words


def words_of_points(picture: Picture) -> dict[str, object]:
    """Return a frame's entries: a sentence for each map, names of labels, a line above the maps."""
    words = () if picture.table is None else picture.table.words
    shape = Shape(np.asarray(picture.points, dtype=np.float64), np.asarray(picture.labels), words)
    if picture.table is None:
        found = picture.decomposition
        said = said_of(shape, found.scores[:, : len(picture.fields)], found.near_degenerate)
    else:
        said = of_table(picture)
    parts = zip(said, agreement_words(picture), closest_words(picture), strict=True)
    return {
        "sentences": [" ".join(filter(None, part)) for part in parts],
        "groups": shape.groups,
        "slices": slices_words(picture),
    }


def of_table(picture: Picture) -> list[str]:
    """Return a sentence for each map of a table, "" where nothing can be said of its scores."""
    return [sentence(one) for one in phrases(picture)]


def phrases(picture: Picture) -> list[list[str]]:
    """Return what can be said of the scores behind each map of a table, verbs first.

    Which classes the component keeps apart beyond chance, whether it follows single rows, and with
    which others it can be exchanged.
    """
    assert picture.table is not None
    count, names = len(picture.fields), picture.table.words
    scores = picture.decomposition.scores[:, :count]
    found: list[list[str]] = [[] for _ in range(count)]
    for one in separations(scores, picture.labels, picture.data):
        name = quoted(names[one.label]) if names else _(ONE["label"]).format(number=one.label)
        found[one.component].append(one.said(name))
    for j, text in enumerate(concentrated(scores)):
        found[j] += [text] if text else []
    for group in picture.decomposition.near_degenerate:
        for j in (one for one in group if one < count):
            found[j].append(interchangeable([i for i in group if i != j]))
    return found
