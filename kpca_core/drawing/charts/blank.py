"""The empty Plotly figure that all others start from."""

import math
from typing import Any

from kpca_core._support.extras import needed
from kpca_core.drawing.palette import PALETTES, Palette

with needed("Plotly", "draws charts", "app"):
    from plotly.graph_objects import Figure as Figure

# The typeface of the pages; a reader who does not have it, outside of them, sees the system's.
FONT = "Source Sans, system-ui, sans-serif"


def blank(template: str, height: float, **layout: Any) -> tuple[Figure, Palette]:
    """Return an empty figure in the colours of `template`, and its palette.

    Parameters
    ----------
    template : str
        A key of `PALETTES`: "plotly_white" for light pages, "plotly_dark" for dark ones.
    height : float
        In pixels.
    **layout
        Further properties of Plotly's layout.
    """
    palette = PALETTES[template]
    figure = Figure(layout={"template": template, "height": math.ceil(height)})
    figure.update_layout(
        paper_bgcolor=palette.background, plot_bgcolor=palette.background,
        font={"color": f"rgb({palette.ink})", "family": FONT}, **layout,
    )  # fmt: skip
    return figure, palette
