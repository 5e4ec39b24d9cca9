"""The points that a reader has selected, in the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from datasets.editing import numbers_of
from views.explore.points import LAST, MOST_POINTS
from views.explore.solving import dataset_of
from views.explore.state import ExploreState

# Session entry: the data set's token, and the numbers of the points.
SELECTED = "selected points"


def selection_of(state: ExploreState) -> tuple[int, ...]:
    """Return the numbers of the points that are selected in this data set, ascending."""
    data, numbers = st.session_state.get(SELECTED, ("", ()))
    return numbers if data == state.data.token else ()


def select(state: ExploreState, sent: Mapping[str, Any]) -> None:
    """Select the points that a browser sent; nothing for what are no numbers of points."""
    numbers = sent.get("numbers")
    if isinstance(numbers, list) and len(numbers) <= MOST_POINTS:
        whole = (one for one in numbers if isinstance(one, int) and 0 <= one <= LAST)
        st.session_state[SELECTED] = state.data.token, tuple(sorted(set(whole)))


def rows_of(state: ExploreState) -> list[int]:
    """Return the rows of the selected points among those of the picture."""
    chosen = set(selection_of(state))
    numbers = numbers_of(dataset_of(state.data), dict(state.points.changes)).tolist()
    return [row for row, one in enumerate(numbers) if one in chosen]
