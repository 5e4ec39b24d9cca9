"""Values of the swept parameter, for the comparison of `views.hosts.streamlit.choosing`."""

from __future__ import annotations

from kpca_core._support.arrays import evenly_spread
from kpca_core._support.words import _
from kpca_core.choosing import Advice
from views.hosts.streamlit.choosing import MANY, Family, draw_comparison
from views.hosts.streamlit.widgets import remember
from views.pages.explore.solving import dataset_of
from views.pages.sweep.state import SweepState
from views.words.choosing import SHOW_VALUE


def draw_compared(state: SweepState) -> None:
    """Draw the comparison of the parameter's values; of K̃ alone, since shuffles are centred."""
    if not state.centred:
        return
    chosen = evenly_spread(int(state.values), MANY)
    values = state.grid[chosen].tolist()
    swept = state.swept
    family = Family(
        state.problem.token, lambda: [state.kernel_at(value) for value in values], values,
        _(swept.label), swept.log,
    )  # fmt: skip

    def take(compared: Family, found: Advice) -> None:
        if not state.fixed(state.field("at")):
            remember(SweepState, {state.field("at"): int(chosen[found.chosen]) + 1})

    draw_comparison(family, dataset_of(state.data).X, SHOW_VALUE, take)
