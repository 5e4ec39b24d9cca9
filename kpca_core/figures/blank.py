"""The empty sheet that every Plotly figure starts from."""

from __future__ import annotations

import math

import plotly.graph_objects as go

from kpca_core.figures.palette import PALETTES, Palette


def blank(template: str, height: float) -> tuple[go.Figure, Palette]:
    """A figure of that height in pixels in the colours of `template`, and its palette.

    Raises ValueError for a template that is none of PALETTES.
    """
    if template not in PALETTES:
        raise ValueError(f"template must be one of {sorted(PALETTES)}; got {template!r}")
    palette = PALETTES[template]
    figure = go.Figure(layout={"template": template, "height": math.ceil(height)})
    figure.update_layout(
        paper_bgcolor=palette.background, plot_bgcolor=palette.background,
        font={"color": f"rgb({palette.ink})", "family": "system-ui, sans-serif"},
    )  # fmt: skip
    return figure, palette
