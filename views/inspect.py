"""One eigenfunction opened large: Plotly, with zoom and hover."""

from __future__ import annotations

import streamlit as st

from views.drawing import template
from views.frame import levels, titles
from views.page import guarded
from views.settings import Settings
from views.solving import dataset, picture_of

# Pixels: with the dialog's own frame it still fits a projector of 1280×720.
HEIGHT = 510


def inspect(settings: Settings, panel: int) -> None:
    """Open a dialog with eigenfunction `panel` (0-based)."""

    @st.dialog(f"Eigenfunction {panel + 1}", width="large")
    @guarded
    def opened() -> None:
        from kpca_core.figures import eigenfunctions as figures

        data, picture = dataset(settings.data_token, settings), picture_of(settings)
        if not 0 <= panel < len(picture.fields):
            raise ValueError(f"There is no eigenfunction {panel + 1} with these settings.")
        field = picture.fields[panel]
        figure = figures.eigenfunction(
            field,
            settings.grid(data),
            data.X,
            data.labels,
            levels(picture.fields)[panel],
            titles(picture, settings)[panel],
            template=template(),
        )
        figure.update_layout(height=HEIGHT)
        st.plotly_chart(figure, width="stretch", theme=None, key="opened")

    opened()
