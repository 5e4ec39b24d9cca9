"""Error curves of approximations, and a function alone.

Every figure takes `template`, a key of `palette.PALETTES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, Field, Labels
from kpca_core.drawing.canvas.levels import even_levels
from kpca_core.drawing.charts.blank import Figure, blank
from kpca_core.drawing.charts.eigenfunctions import frame, traces
from kpca_core.drawing.palette import Palette
from kpca_core.grid import Grid

# Smaller errors of a curve are rounding; 0 has no place on a logarithmic axis.
CURVE_FLOOR = 1e-16

# After Okabe and Ito, whose colours colour-blind readers can distinguish.
METHOD_COLOURS = {
    "plotly_white": ("#0072b2", "#b35806", "#00805f", "#a8478a"),
    "plotly_dark": ("#56b4e9", "#f1a340", "#2fc79b", "#e29ac5"),
}
METHOD_SYMBOLS = ("circle", "square", "triangle-up", "diamond")

# Curves in pixels: their plot, the axis below it, and a row of the legend below that.
PLOT, AXIS, ENTRY = 184, 46, 19.5

# Pixels around a panel, and of the numbers left of and below it.
EDGE, LEFT, BELOW = 6, 32, 22
MARGIN = {"l": LEFT, "r": EDGE, "t": EDGE, "b": BELOW, "autoexpand": False}


def _across(grid: Grid, height: int) -> float:
    (left, right), (bottom, top) = grid.region
    return height * (right - left) / (top - bottom)


def field_panel(
    field: Field, grid: Grid, reach: float, points: Array,
    *, labels: Labels | None = None, height: int, template: str = "plotly_white",
    marked: bool = True,
) -> Figure:  # fmt: skip
    """Draw a function, `height` pixels high.

    Parameters
    ----------
    field : (ny, nx) array, the function on `grid`
    reach : float, the colours of the function end at ±reach
    points : (p, 2) array, drawn on the function
    labels : (p,) array of int or None
        Give the points their markers; None gives all of them the first.
    marked : bool
        Whether points are drawn.
    """
    figure, _ = blank(template, height + EDGE + BELOW, margin=MARGIN)
    across = _across(grid, height)
    known = np.zeros(len(points), dtype=int) if labels is None else labels
    levels, drawn = even_levels(np.array([reach])), np.asarray(field, np.float32)
    figure.add_traces(
        traces(drawn, grid, points, known, levels, template, width=across, marked=marked)
    )
    x, y = frame(grid, template, across)
    axes = {"xaxis": {**x, "constraintoward": "left"}, "yaxis": {**y, "scaleanchor": "x"}}
    return figure.update_layout(axes, showlegend=False)


def error_curves(
    counts: Array, errors: Mapping[str, Array], current: int, label: str,
    *, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw errors against the number of landmarks or features, both on logarithmic axes.

    Parameters
    ----------
    counts : (s,) array, the numbers of landmarks or features
    errors : mapping, a curve (s,) for each method, NaN where it has no error
    current : int, the number that is marked
    label : str, title of the figure
    """
    figure, palette = blank_curves(
        template, len(errors), {"l": 50, "r": 10, "t": 34}, hovermode="closest",
        title={"text": label, "x": 0.01, "y": 0.985, "yanchor": "top", "font_size": 14},
    )  # fmt: skip
    for (method, values), colour, symbol in zip(
        errors.items(), METHOD_COLOURS[template], METHOD_SYMBOLS, strict=False
    ):
        shown = np.maximum(values, CURVE_FLOOR)
        here = np.asarray(counts) == current
        figure.add_scatter(
            x=counts, y=shown, name=method, mode="lines+markers",
            line={"color": colour, "width": 2},
            marker={"symbol": symbol, "size": np.where(here, 13, 7), "color": colour},
            hovertemplate=f"{method}<br>m = %{{x}}<br>%{{y:.2~e}}<extra></extra>",
        )  # fmt: skip
    figure.add_vline(x=current, line={"color": palette.shade(0.45), "width": 1, "dash": "dot"})
    grid = {"gridcolor": palette.shade(0.12), "zeroline": False, "type": "log"}
    figure.update_xaxes(
        grid, title={"text": "landmarks or features m", "standoff": 6},
        tickvals=[2, 5, 20, 50, 200, 500], tickangle=0,
    )  # fmt: skip
    positive = [values[values > 0] for values in map(np.asarray, errors.values())]
    exponents = np.log10(np.maximum(np.concatenate([*positive, [1e-1, 1.0]]), CURVE_FLOOR))
    low, high = np.floor(exponents.min()), np.ceil(exponents.max())
    return figure.update_yaxes(
        grid, range=[low - 0.1, high + 0.1], tick0=0, dtick=np.ceil((high - low) / 6),
        exponentformat="power", automargin=True,
    )  # fmt: skip


def blank_curves(
    template: str, entries: int, margin: Mapping[str, float], **layout: Any
) -> tuple[Figure, Palette]:
    """Return an empty figure with a legend below the axis's title, and its palette.

    The legend has the room that its `entries` take on a phone, a row each, so that Plotly never
    moves the plot for it.
    """
    rows = ENTRY * entries
    below = AXIS + rows
    height = margin["t"] + PLOT + below
    legend = {
        "orientation": "h", "xref": "container", "x": 0, "yref": "container", "y": rows / height,
        "yanchor": "top",
    }  # fmt: skip
    outside = {**margin, "b": below}
    return blank(template, height, margin=outside, legend=legend, showlegend=True, **layout)
