"""A picture as the page "Compare" shows it: the bytes that the component draws."""

from __future__ import annotations

import numpy as np

from datasets import Dataset
from kpca_core._support.words import _
from kpca_core.drawing.canvas.pair_frame import Marked, pair_frame
from kpca_core.drawing.canvas.sentences import group_names
from views.pages.compare.downloads import file_name, name_of, origin_of
from views.pages.compare.solving import compared, points_of
from views.pages.compare.state import CompareState
from views.pages.explore.drawn import slider_of
from views.pages.explore.signs import Mark
from views.pages.explore.solving import dataset_of


def frame_of(mark: Mark[CompareState], request: int, *, read: int = 0) -> bytes:
    """Return the frame of the picture that `mark` names.

    Parameters
    ----------
    mark
        the picture with the signs of side A
    request
        the newest request of the browser that this frame answers
    read
        the number of the newest message that was read
    """
    state = mark.state
    dataset, texts = dataset_of(state.data), state.texts
    sides = (state.first, state.second)
    controls = [slider_of(state, p, float(texts[p.key]), p.key) for p in state.sliders]
    reply = {"request": request, "read": read, "mark": mark.text}
    reply |= {"page": state.page, "address": state.asked}
    return pair_frame(
        compared(state, mark.signs).pairing, (name_of(state.first), name_of(state.second)),
        (points_with(dataset, sides[0].outlier), points_with(dataset, sides[1].outlier)),
        dataset.region, controls, reply, origin=origin_of(state), file=file_name(state, "maps"),
    )  # fmt: skip


def points_with(dataset: Dataset, outlier: bool) -> Marked:
    """Return the points of a side; the additional one has a label of its own."""
    labels = np.asarray(dataset.labels)
    names = group_names(dataset.X, labels) or [_("data")]
    if outlier:
        labels, names = np.append(labels, labels.max() + 1), [*names, _("additional point")]
    return Marked(points_of(dataset, outlier), labels, names)
