"""One eigenfunction opened large: Plotly, with zoom and hover."""

from __future__ import annotations

import streamlit as st

from kpca_core.canvas.levels import even_levels
from kpca_core.canvas.words import titles
from views.explore.signs import Mark, painted
from views.explore.solving import dataset_of, picture_of
from views.page import guarded

# Pixels: with the dialog's own frame it still fits a projector of 1280×720.
HEIGHT = 510


def open_panel(mark: Mark, panel: int) -> None:
    """Open a dialog with eigenfunction `panel` (0-based) of the picture that `mark` names."""

    @st.dialog(f"Eigenfunction {panel + 1}", width="large")
    @guarded
    def dialog() -> None:
        from views.drawing import template  # isort: skip
        from kpca_core.figures import eigenfunctions as figures

        picture, state = painted(mark, picture_of), mark.state
        if not 0 <= panel < len(picture.fields):
            raise ValueError(f"There is no eigenfunction {panel + 1} with these settings.")
        field = picture.fields[panel]
        figure = figures.eigenfunction(
            field,
            state.grid(dataset_of(state.data)),
            picture.points,
            picture.labels,
            even_levels(field),
            titles(picture, state.scale)[panel],
            template=template(),
        )
        figure.update_layout(height=HEIGHT)
        st.plotly_chart(figure, width="stretch", theme=None, key="opened")

    dialog()
