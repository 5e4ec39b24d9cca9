"""The points that a reader has selected, in the session."""

from __future__ import annotations

import streamlit as st

from datasets.editing import numbers_of
from views.pages.explore.points import LAST, MOST_POINTS
from views.pages.explore.solving import dataset_of
from views.pages.explore.state import ExploreState

# Session entry: the data set's token, and the numbers of the points.
SELECTED = "selected points"


def selection_of(state: ExploreState) -> tuple[int, ...]:
    """Return the numbers of the points that are selected in this data set, ascending."""
    data, numbers = st.session_state.get(SELECTED, ("", ()))
    return numbers if data == state.data.token else ()


def select(state: ExploreState, sent: object) -> None:
    """Select the points whose numbers a browser sent; anything else is ignored."""
    st.session_state[SELECTED] = state.data.token, numbers_in(sent)


def numbers_in(sent: object) -> tuple[int, ...]:
    """Return the valid numbers of points that a browser sent, ascending."""
    if not isinstance(sent, list) or len(sent) > MOST_POINTS:
        return ()
    whole = (one for one in sent if isinstance(one, int) and not isinstance(one, bool))
    return tuple(sorted({one for one in whole if 0 <= one <= LAST}))


def rows_of(state: ExploreState) -> list[int]:
    """Return the rows of the selected points among those of the picture."""
    chosen = set(selection_of(state))
    numbers = numbers_of(dataset_of(state.data), dict(state.points.changes)).tolist()
    return [row for row, one in enumerate(numbers) if one in chosen]
