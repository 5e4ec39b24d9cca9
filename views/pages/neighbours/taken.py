"""Points taken over from other pages: those of "Explore", and two columns of "Own data"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import streamlit as st

from datasets.dataset import LARGEST_LABEL
from kpca_core._support.arrays import evenly_spread
from kpca_core._support.words import _
from views.hosts.streamlit.widgets import draw_next, visits
from views.pages.explore.points import DECIMALS, MOST_IN_ADDRESS, Edits
from views.pages.explore.state import POINTS, ExploreState
from views.pages.neighbours.state import NeighboursState
from views.pages.table.state import TableState
from views.words import neighbours as words

# Draws the state with the other's points next.
Taking: TypeAlias = Callable[[NeighboursState, ExploreState], None]
# Session entry: the state whose points were asked for and do not fit.
REFUSED = "points that were not taken"


def draw_taken(state: NeighboursState) -> None:
    """Draw a button for each page that this session has visited and whose points fit here."""
    refused = st.session_state.pop(REFUSED, None)
    if refused is not None:
        try:
            _two_columns(refused)
        except (ValueError, ImportError) as error:
            st.toast(str(error))
    taking: tuple[tuple[type[ExploreState], str, Taking], ...] = (
        (ExploreState, _(words.FROM_EXPLORE), _of_explore),
        (TableState, _(words.FROM_TABLE), _of_table),
    )
    for page, label, take in taking:
        visit = visits().get(page.page)
        if visit is not None and type(visit.state) is page and not state.fixed(POINTS):
            about = _(words.TAKEN) if page is TableState else None
            st.button(label, on_click=take, args=(state, visit.state), help=about, width="stretch")


def _of_explore(state: NeighboursState, other: ExploreState) -> None:
    _draw_with(state, {**other.data.texts, POINTS.key: POINTS.write(other.points)})


def _two_columns(other: ExploreState) -> Any:
    """Return what is shown of a table; ValueError or ImportError if that has not two columns."""
    shown = other.data.build()
    if shown.X.shape[1] != 2:
        raise ValueError(words.two_columns(shown.X.shape[1]))
    return shown


def _of_table(state: NeighboursState, other: ExploreState) -> None:
    """Take two columns as a data set all of whose points were moved."""
    try:
        shown = _two_columns(other)
    except (ValueError, ImportError):
        # Streamlit calls this before the page, whose language is not known yet.
        st.session_state[REFUSED] = other
        return
    some = evenly_spread(len(shown.X), MOST_IN_ADDRESS)
    X, labels = shown.X[some], np.minimum(shown.labels[some], LARGEST_LABEL)
    low, high = X.min(axis=0), X.max(axis=0)
    # Into the square from −1 to 1, which the region of the rings contains.
    X = (2 * X - low - high) / (float((high - low).max()) or 1.0)
    placed = zip(X.round(DECIMALS).tolist(), labels.tolist(), strict=True)
    edits = Edits(tuple((i, (x, y, label)) for i, ((x, y), label) in enumerate(placed)))
    _draw_with(state, {"data": "rings", "ring_n": str(len(X)), POINTS.key: POINTS.write(edits)})


def _draw_with(state: NeighboursState, data: dict[str, str]) -> None:
    """Draw the state with other data and points next."""
    own = {one.key for one, _value in state.data.settings} | {POINTS.key}
    kept = {key: text for key, text in state.texts.items() if key not in own}
    draw_next(NeighboursState.of_address({**kept, **data}).in_context_of(state))
