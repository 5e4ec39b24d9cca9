"""Structure beyond chance over the width, with the number of components and the choice marked."""

from __future__ import annotations

from collections.abc import Sequence

from kpca_core._support.arrays import counted
from kpca_core.choosing import WidthChoice
from kpca_core.drawing.charts.blank import Figure, blank


def width_curve(
    found: WidthChoice, lengths: Sequence[float], template: str = "plotly_white"
) -> Figure:
    """Draw what `WidthChoice.scores` are over the kernels' lengths (m,)."""
    said = [
        f"{counted(int(count), 'component')}<br>{100 * kept:.1f} % of the variance"
        for count, kept in zip(found.counts, found.kept, strict=True)
    ]
    figure, palette = blank(template, 240, showlegend=False)
    colours = palette.methods
    figure.add_scatter(
        x=list(lengths), y=found.scores, mode="lines+markers", text=said, name="widths",
        line={"color": colours[0], "width": 1.5}, marker={"size": 5},
        hovertemplate="length %{x:.3~g}<br>%{text}<extra></extra>",
    )  # fmt: skip
    best = found.chosen
    figure.add_scatter(
        x=[lengths[best]], y=[found.scores[best]], mode="markers+text", name="chosen",
        text=[counted(found.count, "component")], textposition="top center", hoverinfo="skip",
        marker={"size": 11, "color": colours[1], "line": {"color": palette.background, "width": 1}},
    )  # fmt: skip
    figure.update_layout(
        margin={"l": 56, "r": 16, "t": 24, "b": 44},
        xaxis={"type": "log", "title": "distance at which the kernel falls off"},
        yaxis={"title": "structure beyond chance", "rangemode": "tozero"},
    )  # fmt: skip
    return figure
