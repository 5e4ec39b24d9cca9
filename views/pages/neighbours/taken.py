"""Points taken over from other pages: those of "Explore", and two columns of "Own data"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from kpca_core.datasets.dataset import LARGEST_LABEL

from kpca_core._support.arrays import evenly_spread
from kpca_core._support.words import _
from views.pages.explore.points import DECIMALS, MOST_IN_ADDRESS, Edits
from views.pages.explore.state import POINTS
from views.pages.neighbours.state import NeighboursState
from views.scene import Action, Scene
from views.state.settings import State
from views.words import neighbours as words


def taking(state: NeighboursState, others: Mapping[str, State]) -> Scene:
    """Yield a button for each page that was visited and whose points fit here."""
    pages: tuple[tuple[str, str, str, Callable[[Any], dict[str, str]]], ...] = (
        ("explore", words.FROM_EXPLORE, "", _of_explore),
        ("table", words.FROM_TABLE, words.TAKEN, _of_table),
    )
    for page, label, about, take in pages:
        if page in others and not state.fixed(POINTS):
            then = partial(_with_points, state, others[page], take)
            yield Action(_(label), then, help=(about and _(about)) or None, width="stretch")


def _with_points(
    state: NeighboursState, other: State, take: Callable[[Any], dict[str, str]]
) -> NeighboursState:
    """Return the state with another page's points; ValueError or ImportError if they do not fit."""
    own = {one.key for one, _value in state.data.settings} | {POINTS.key}
    kept = {key: text for key, text in state.texts.items() if key not in own}
    return NeighboursState.of_address({**kept, **take(other)}).in_context_of(state)


def _of_explore(other: Any) -> dict[str, str]:
    return {**other.data.texts, POINTS.key: POINTS.write(other.points)}


def _of_table(other: Any) -> dict[str, str]:
    """Take two columns as a data set all of whose points were moved."""
    shown = other.data.build()
    if shown.X.shape[1] != 2:
        raise ValueError(words.two_columns(shown.X.shape[1]))
    some = evenly_spread(len(shown.X), MOST_IN_ADDRESS)
    X, labels = shown.X[some], np.minimum(shown.labels[some], LARGEST_LABEL)
    low, high = X.min(axis=0), X.max(axis=0)
    # Into the square from −1 to 1, which the region of the rings contains.
    X = (2 * X - low - high) / (float((high - low).max()) or 1.0)
    placed = zip(X.round(DECIMALS).tolist(), labels.tolist(), strict=True)
    edits = Edits(tuple((i, (x, y, label)) for i, ((x, y), label) in enumerate(placed)))
    return {"data": "rings", "ring_n": str(len(X)), POINTS.key: POINTS.write(edits)}
