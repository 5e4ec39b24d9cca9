"""Approximations beside the exact eigenfunctions: functions, maps of their errors, error curves.

Errors have the same logarithmic colour scale in every figure, so that equal colours mean equal
errors. Every figure takes `template`, a key of `palette.PALETTES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kpca_core.arrays import Array, Field, Labels
from kpca_core.canvas.levels import even_levels
from kpca_core.figures.blank import Figure, blank
from kpca_core.figures.eigenfunctions import frame, traces
from kpca_core.figures.palette import Palette
from kpca_core.grid import Grid

# Errors are fractions of a function's range; smaller ones have the colour of this one.
SMALLEST_ERROR = 1e-8
ERROR_TICKS = {-8: "10⁻⁸", -4: "10⁻⁴", 0: "100 %"}
# The larger the error, the darker on a light page and the lighter on a dark one.
ERROR_COLOURS = {
    "plotly_white": ["#f6f2e8", "#f0d3a0", "#e39b57", "#bf5545", "#812a4c", "#3b1540"],
    "plotly_dark": ["#1c1b26", "#432152", "#86305f", "#c9524e", "#f09c55", "#fdeab0"],
}

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

# Pixels of one panel, between two, around them, and of the numbers left of and below them, which
# each column of panels has: they may stand below one another.
PANEL, GAP, EDGE, LEFT, BELOW = 150, 26, 6, 32, 22
HALF = PANEL / (2 * PANEL + GAP)  # one of two panels, as a share of their height
MARGIN = {"l": LEFT, "r": EDGE, "t": EDGE, "b": BELOW, "autoexpand": False}
HEATMAP = {"showscale": False, "zsmooth": "best"}
HOVER = "x %{x:.3~g}<br>y %{y:.3~g}<br>"


def width_of(grid: Grid, height: int = PANEL) -> int:
    """Pixels across a figure whose panels of this region are so many pixels high."""
    return round(_across(grid, height)) + LEFT + EDGE


def _across(grid: Grid, height: int) -> float:
    (left, right), (bottom, top) = grid.region
    return height * (right - left) / (top - bottom)


def field_panel(
    field: Field, grid: Grid, reach: float, points: Array,
    *, labels: Labels | None = None, height: int = PANEL, template: str = "plotly_white",
    marked: bool = True,
) -> Figure:  # fmt: skip
    """Draw a function as the upper panel of `method_panels` shows it, `height` pixels high."""
    figure, _ = blank(template, height + EDGE + BELOW, margin=MARGIN)
    across = _across(grid, height)
    figure.add_traces(_field_traces(field, grid, reach, points, labels, template, across, marked))
    return _framed(figure, grid, template, across)


def method_panels(
    field: Field, error: Field | None, grid: Grid, reach: float, points: Array,
    *, labels: Labels | None = None, groups: Sequence[str] = (), template: str = "plotly_white",
    marked: bool = True,
) -> Figure:  # fmt: skip
    """Draw a function and, below it, the map of its error, or the colour scale of all errors.

    Parameters
    ----------
    field : (ny, nx) array, the function on `grid`
    error : (ny, nx) array or None
        As fractions of the function's range; None draws the colour scale instead.
    reach : float, the colours of the function end at ±reach
    points : (p, 2) array, drawn on the function
    labels : (p,) array of int or None
        Give the points their markers; None gives all of them the first.
    groups : sequence of str, what labels 0, 1, … are called
    marked : bool
        Whether points are drawn.
    """
    figure, palette = blank(
        template, 2 * PANEL + GAP + EDGE + BELOW, margin=MARGIN, xaxis2={"anchor": "y2"},
        yaxis_domain=[1 - HALF, 1], yaxis2={"domain": [0, HALF]},
    )  # fmt: skip
    across = _across(grid, PANEL)
    figure.add_traces(
        _field_traces(field, grid, reach, points, labels, template, across, marked, groups)
    )
    if error is None:
        return _add_error_scale(_framed(figure, grid, template, across), palette)
    figure.add_heatmap(
        x=grid.x, y=grid.y, z=log_error(error), xaxis="x2", yaxis="y2",
        zmin=np.log10(SMALLEST_ERROR), zmax=0, colorscale=ERROR_COLOURS[template], **HEATMAP,
        customdata=error, hovertemplate=HOVER + "error %{customdata:.2~e}<extra></extra>",
    )  # fmt: skip
    return _framed(figure, grid, template, across, rows=2)


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


def log_error(error: Field) -> Field:
    """log₁₀ of the errors, at least that of `SMALLEST_ERROR`."""
    return np.log10(np.maximum(error, SMALLEST_ERROR))


def _field_traces(
    field: Field, grid: Grid, reach: float, points: Array, labels: Labels | None, template: str,
    across: float, marked: bool, groups: Sequence[str] = (),
) -> list[Any]:  # fmt: skip
    """Return a function with the bands, isolines and markers that every map has."""
    known = np.zeros(len(points), dtype=int) if labels is None else labels
    levels = even_levels(np.array([reach]))
    drawn = np.asarray(field, np.float32)
    return traces(
        drawn, grid, points, known, levels, template, groups=groups, width=across, marked=marked
    )


def _add_error_scale(figure: Figure, palette: Palette) -> Figure:
    """Add the colours of the errors as a strip with ticks in the lower half."""
    levels = np.linspace(np.log10(SMALLEST_ERROR), 0, 65)
    figure.add_heatmap(
        x=levels, y=[0], z=levels[None, :], xaxis="x2", yaxis="y2", hoverinfo="skip",
        colorscale=ERROR_COLOURS[palette.template], showscale=False,
    )  # fmt: skip
    figure.layout.xaxis2.update(
        domain=[0.06, 0.87], tickvals=list(ERROR_TICKS),
        ticktext=list(ERROR_TICKS.values()), tickangle=0, ticks="outside", ticklen=3,
        tickfont_size=11, tickcolor=palette.shade(0.38), fixedrange=True, showgrid=False,
    )  # fmt: skip
    domain = [HALF * 0.32, HALF * 0.46]
    figure.layout.yaxis2.update(domain=domain, visible=False, fixedrange=True, showgrid=False)
    return figure.add_annotation(
        text="error |f̂ − f| as a share<br>of the range of f", showarrow=False, font_size=11,
        xref="paper", x=0.5, xanchor="center", yref="paper", y=HALF * 0.48, yanchor="bottom",
    )  # fmt: skip


def _framed(figure: Figure, grid: Grid, template: str, across: float, rows: int = 1) -> Figure:
    """Set the axes of maps, which have one scale in x and y and zoom together."""
    x, y = frame(grid, template, across, (rows == 1, True))
    axes = {"xaxis": {**x, "constraintoward": "left"}, "yaxis": {**y, "scaleanchor": "x"}}
    if rows == 2:
        x, y = frame(grid, template, across)
        axes["xaxis2"] = {**x, "constraintoward": "left", "matches": "x"}
        axes["yaxis2"] = {**y, "matches": "y"}
    return figure.update_layout(axes, showlegend=False)
