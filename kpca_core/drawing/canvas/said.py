"""What is said of the points of a picture: a sentence for each map, and the names of labels."""

from __future__ import annotations

import numpy as np

from kpca_core._support.words import _
from kpca_core.analysis.separation import separations
from kpca_core.drawing.canvas.overlays import closest_words, limit_words
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.sentences import (
    ONE,
    Shape,
    concentrated,
    describe_functions,
    interchangeable,
    quoted,
    sentence,
)
from kpca_core.drawing.canvas.slices import agreement_words


def shape_of(picture: Picture) -> Shape:
    """Return the points of a picture for what can be said of them."""
    words = () if picture.table is None else picture.table.words
    return Shape(np.asarray(picture.points, dtype=np.float64), np.asarray(picture.labels), words)


def sentences_of(picture: Picture, shape: Shape) -> list[str]:
    """Return a sentence for each map, "" where nothing can be said of it; see `shape_of`."""
    if picture.table is None:
        found, count = picture.decomposition, len(picture.fields)
        said = describe_functions(shape, found.scores[:, :count], found.near_degenerate)
    else:
        said = [sentence(one) for one in phrases(picture)]
    over = closest_words(picture), limit_words(picture)
    parts = zip(said, agreement_words(picture), *over, strict=True)
    return [" ".join(filter(None, part)) for part in parts]


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
