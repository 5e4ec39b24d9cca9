"""The points of a reduced set on their way over a map."""

from __future__ import annotations

import numpy as np

from kpca_core._support.arrays import Array, Field, Labels
from kpca_core.drawing.charts.approximations import BELOW, EDGE, METHOD_COLOURS, field_panel
from kpca_core.drawing.charts.blank import Figure
from kpca_core.drawing.palette import palette_of
from kpca_core.grid import Grid

# Pixels below the map: the numbers of the axis, the button and the legend.
FOOT = 76


def moving_points(
    field: Field, grid: Grid, reach: float, points: Array, path: Array,
    *, labels: Labels | None = None, template: str = "plotly_white", marked: bool = True,
) -> Figure:  # fmt: skip
    """Draw a function with the data, and the points of a reduced set from first to last place.

    A button plays their way.

    Parameters
    ----------
    field, grid, reach : as in `approximations.field_panel`
    points : (p, 2) array, the data, drawn if `marked`
    labels : (p,) array of int or None, as for `approximations.field_panel`
    path : (s, m, 2) array, s ≥ 1 places of each of m points
    """
    figure = field_panel(
        field, grid, reach, points, labels=labels, height=340, template=template, marked=marked
    )
    palette = palette_of(template)
    figure.update_traces(opacity=0.45, selector={"mode": "markers"})
    gap = np.full((1, *path.shape[1:]), np.nan)
    x, y = np.concatenate([path, gap]).transpose(1, 0, 2).reshape(-1, 2).T
    figure.add_scatter(
        x=x, y=y, mode="lines", hoverinfo="skip", name="way",
        line={"color": palette.shade(0.75), "width": 1.5},
    )  # fmt: skip
    for name, place, symbol, size in (
        ("landmarks", path[0], "circle-open", 7),
        ("moved points", path[-1], "circle", 9),
    ):
        colour = METHOD_COLOURS[template][0] if symbol == "circle" else palette.shade(0.9)
        figure.add_scatter(
            x=place[:, 0], y=place[:, 1], mode="markers", name=name,
            marker={"symbol": symbol, "size": size, "color": colour,
                    "line": {"color": palette.background if symbol == "circle" else colour,
                             "width": 1.5}},
            hovertemplate=name + "<br>x %{x:.3~g}<br>y %{y:.3~g}<extra></extra>",
        )  # fmt: skip
    moved = len(figure.data) - 1
    figure.frames = [
        {"data": [{"x": place[:, 0], "y": place[:, 1], "type": "scatter"}], "traces": [moved]}
        for place in path
    ]
    timing = {"frame": {"duration": 60, "redraw": False}, "transition": {"duration": 0}}
    # Below the numbers of the axis.
    place = {"y": -BELOW / (figure.layout.height - EDGE - FOOT), "yanchor": "top"}
    play = {"label": "▶ Play", "method": "animate", "args": [None, timing]}
    figure.update_layout(
        showlegend=True, margin_b=FOOT,
        legend={"orientation": "h", "x": 1, "xanchor": "right", **place,
                "bgcolor": "rgba(0,0,0,0)"},
        updatemenus=[{
            "type": "buttons", "buttons": [play], "showactive": False, "x": 0, "xanchor": "left",
            **place, "pad": {"t": 6}, "bgcolor": palette.background,
            "bordercolor": palette.shade(0.38), "font": {"color": f"rgb({palette.ink})"},
        }] if len(path) > 1 else [],
    )  # fmt: skip
    return figure.for_each_trace(
        lambda trace: trace.update(showlegend=trace.name in ("landmarks", "moved points"))
    )
