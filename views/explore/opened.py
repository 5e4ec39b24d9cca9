"""One eigenfunction opened large: Plotly, with zoom and hover."""

from __future__ import annotations

from html import escape

import streamlit as st

from kpca_core.canvas.levels import even_levels
from kpca_core.canvas.sentences import words_of_points
from kpca_core.canvas.words import titles
from views.explore.drawn import MOST_DRAWN
from views.explore.signs import Mark, painted
from views.explore.solving import dataset_of, picture_of
from views.page import guarded, plain

# Pixels around the map: numbers, and below it the colour bar and a legend of several rows.
MARGIN = {"l": 44, "r": 14, "t": 32, "b": 132}
# Pixels between the map and the colour bar.
TICKS = 30
# The dialog takes the window, on a phone the whole of it; the figure takes what its frame and the
# sentence above it leave, but no more than the map as wide as the dialog needs.
FRAME = "10.5rem"
# Pixels of the figure in a low window, where the dialog scrolls.
LEAST = 440
STYLE = f"""
<style>
  div:has(> [role=dialog] .st-key-opened) {{
    --across: 96vw;
    --aside: 3rem;
    position: fixed; inset: 0; margin: auto;
    width: var(--across); max-width: none; height: fit-content; max-height: 94dvh; overflow-y: auto;
  }}
  .st-key-opened, .st-key-opened [data-testid=stPlotlyChart] {{
    height: min(
      max(94dvh - {FRAME}, {LEAST}px),
      (var(--across) - var(--aside) - {MARGIN["l"] + MARGIN["r"]}px) * {{rise}}
        + {MARGIN["t"] + MARGIN["b"]}px
    );
  }}
  @media (max-width: 640px) {{
    div:has(> [role=dialog] .st-key-opened) {{
      --across: 100vw;
      --aside: 1rem;
      height: 100dvh; max-height: none; border-radius: 0;
    }}
    /* A map that is wider than high leaves room: half of it above, half below. */
    [role=dialog]:has(.st-key-opened) {{ flex: 1; }}
    [role=dialog]:has(.st-key-opened) > div:last-child {{ margin-block: auto; }}
    .st-key-opened {{
      width: calc(100% + 2rem) !important; max-width: none; margin-inline: -1rem;
    }}
  }}
</style>
"""


def open_panel(mark: Mark, panel: int) -> None:
    """Open a dialog with eigenfunction `panel` (0-based) of the picture that `mark` names."""

    @st.dialog(f"Eigenfunction {panel + 1}", width="large")
    @guarded
    def dialog() -> None:
        from views.drawing import template  # isort: skip
        from kpca_core.figures import eigenfunctions as figures
        from kpca_core.figures.overlays import add_overlay

        picture, state = painted(mark, picture_of).thinned(MOST_DRAWN), mark.state
        if not 0 <= panel < len(picture.fields):
            raise ValueError(f"There is no eigenfunction {panel + 1} with these settings.")
        field = picture.fields[panel]
        title = titles(picture, state.scale)[panel]
        words = words_of_points(picture)
        said = words["sentences"][panel]
        figure = figures.eigenfunction(
            field,
            state.grid(dataset_of(state.data)),
            picture.points,
            picture.labels,
            even_levels(field),
            "",
            groups=[escape(name) for name in words["groups"]],
            template=template(),
        )
        add_overlay(figure, *picture.overlay(panel), picture.region)
        # Each from an edge of its own: places within the height would meet in a low window.
        figure.update_layout(height=None, autosize=True, margin=MARGIN, legend_y=0)
        figure.data[0].colorbar.update(yref="paper", y=0, yanchor="top", ypad=TICKS)
        (left, right), (low, high) = picture.region
        st.html(STYLE.replace("{rise}", f"{(high - low) / (right - left):.4f}"))
        st.markdown(plain(f"{title}. {said}"))
        with st.container(key="opened"):
            st.plotly_chart(
                figure, width="stretch", height="stretch", theme=None, key="opened figure",
                alt=f"Eigenfunction {panel + 1}, {title}. {said}",
            )  # fmt: skip

    dialog()
