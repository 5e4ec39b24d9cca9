"""Figures of the page "Scale": approximations beside the exact functions. Arrays in, figures out.

Functions wear the diverging colours of `figures`; errors are drawn on one logarithmic scale, the
same in every figure, so that equal colours mean equal errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from kpca_core.expansion import Grid
from kpca_core.figures.blank import blank
from kpca_core.figures.palette import Palette
from kpca_core.kernels.base import Array

# Errors as fractions of a function's range: what is smaller is drawn as the smallest.
SMALLEST_ERROR = 1e-8
ERROR_TICKS = {-8: "10⁻⁸", -4: "10⁻⁴", -2: "1 %", 0: "100 %"}
# More error is more ink on a light page and more light on a dark one.
ERROR_SCALE = {
    "plotly_white": ["#f6f2e8", "#f0d3a0", "#e39b57", "#bf5545", "#812a4c", "#3b1540"],
    "plotly_dark": ["#1c1b26", "#432152", "#86305f", "#c9524e", "#f09c55", "#fdeab0"],
}

# Curves end here: below it lies rounding.
LEAST = 1e-16

# After Okabe and Ito: told apart by colour-blind readers, and by their symbols.
METHOD_COLOURS = {
    "plotly_white": ("#0072b2", "#b35806", "#00805f", "#a8478a"),
    "plotly_dark": ("#56b4e9", "#f1a340", "#2fc79b", "#e29ac5"),
}
METHOD_SYMBOLS = ("circle", "square", "triangle-up", "diamond")

# Pixels of one panel and around it.
PANEL, GAP, EDGE = 150, 26, 6
MAP = {"showscale": False, "zsmooth": "best"}
HOVER = "x %{x:.3~g}<br>y %{y:.3~g}<br>"


def field_panel(
    field: Array,
    grid: Grid,
    reach: float,
    points: Array,
    *,
    height: int = PANEL,
    template: str = "plotly_white",
) -> go.Figure:
    """One function (ny, nx) in colours that end at ±reach, its zero line, and points (p, 2)."""
    figure, palette = _figure(height + 2 * EDGE, template)
    _draw_field(figure, field, grid, reach, points, palette)
    return _framed(figure, grid, palette, [("x", "y")])


def method_panels(
    field: Array,
    error: Array | None,
    grid: Grid,
    reach: float,
    points: Array,
    *,
    template: str = "plotly_white",
) -> go.Figure:
    """A function and, below it, the map of its error; without one, the scale of the errors.

    field (ny, nx) and error (ny, nx), a fraction of the function's range, on `grid`; the colours
    of the function end at ±reach; points (p, 2) are drawn on the function.
    """
    total = 2 * PANEL + GAP + 2 * EDGE
    figure, palette = _figure(total, template)
    share = PANEL / (2 * PANEL + GAP)
    figure.update_layout(
        yaxis_domain=[1 - share, 1], yaxis2={"domain": [0, share]}, xaxis2={"anchor": "y2"}
    )
    _draw_field(figure, field, grid, reach, points, palette)
    if error is None:
        return _with_error_scale(_framed(figure, grid, palette, [("x", "y")]), palette)
    figure.add_heatmap(
        x=grid.x, y=grid.y, z=log_error(error), xaxis="x2", yaxis="y2",
        zmin=np.log10(SMALLEST_ERROR), zmax=0, colorscale=ERROR_SCALE[template],
        customdata=error, hovertemplate=HOVER + "error %{customdata:.2~e}<extra></extra>", **MAP,
    )  # fmt: skip
    return _framed(figure, grid, palette, [("x", "y"), ("x2", "y2")])


def error_curves(
    counts: Array,
    errors: Mapping[str, Array],
    current: int,
    label: str,
    *,
    template: str = "plotly_white",
) -> go.Figure:
    """Errors against the number of landmarks or features, both logarithmic; `current` is marked.

    counts (s,); errors: a curve (s,) for each method, NaN where there is none.
    """
    figure, palette = _figure(300, template)
    for (method, values), colour, symbol in zip(
        errors.items(), METHOD_COLOURS[template], METHOD_SYMBOLS, strict=False
    ):
        shown = np.maximum(values, LEAST)
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
        tickvals=[2, 5, 10, 20, 50, 100, 200, 500, 1000],
    )  # fmt: skip
    drawn = [values[values > 0] for values in map(np.asarray, errors.values())]
    exponents = np.log10(np.maximum(np.concatenate([*drawn, [1e-1, 1.0]]), LEAST))
    low, high = np.floor(exponents.min()), np.ceil(exponents.max())
    figure.update_yaxes(
        grid, range=[low - 0.1, high + 0.1], tick0=0, dtick=np.ceil((high - low) / 6),
        exponentformat="power", automargin=True,
    )  # fmt: skip
    return figure.update_layout(
        title={"text": label, "x": 0.01, "y": 0.985, "yanchor": "top", "font_size": 14},
        margin={"l": 50, "r": 10, "t": 34, "b": 70},
        legend={"orientation": "h", "x": 0.5, "xanchor": "center", "y": -0.22, "yanchor": "top"},
        hovermode="closest",
    )


def log_error(error: Array) -> Array:
    """log₁₀ of errors, those below SMALLEST_ERROR raised to it."""
    return np.log10(np.maximum(error, SMALLEST_ERROR))


def _draw_field(
    figure: go.Figure, field: Array, grid: Grid, reach: float, points: Array, palette: Palette
) -> None:
    figure.add_heatmap(
        x=grid.x, y=grid.y, z=field, zmin=-reach, zmax=reach, colorscale=palette.scale(33),
        hovertemplate=HOVER + "f = %{z:.4~g}<extra></extra>", **MAP,
    )  # fmt: skip
    figure.add_contour(
        x=grid.x, y=grid.y, z=field, showscale=False, hoverinfo="skip", showlegend=False,
        contours={"type": "constraint", "operation": "=", "value": 0},
        line={"color": palette.zero, "width": 1.4},
    )  # fmt: skip
    figure.add_scatter(
        x=points[:, 0], y=points[:, 1], mode="markers", hoverinfo="skip",
        marker={
            "size": 4, "color": "#ffffff", "line": {"color": "#16181f", "width": 0.8},
        },
    )  # fmt: skip


def _with_error_scale(figure: go.Figure, palette: Palette) -> go.Figure:
    """The colours of the errors as a strip with its ticks, in the lower half."""
    levels = np.linspace(np.log10(SMALLEST_ERROR), 0, 65)
    figure.add_heatmap(
        x=levels, y=[0], z=levels[None, :], xaxis="x2", yaxis="y2", hoverinfo="skip",
        colorscale=ERROR_SCALE[palette.template], showscale=False,
    )  # fmt: skip
    half = PANEL / (2 * PANEL + GAP)
    figure.layout.xaxis2.update(
        domain=[0.06, 0.87], automargin=False, tickvals=list(ERROR_TICKS),
        ticktext=list(ERROR_TICKS.values()), tickangle=0, ticks="outside", ticklen=3,
        tickfont_size=11, tickcolor=palette.shade(0.38), fixedrange=True, showgrid=False,
    )  # fmt: skip
    figure.layout.yaxis2.update(
        domain=[half * 0.42, half * 0.56], visible=False, fixedrange=True, showgrid=False
    )
    return figure.add_annotation(
        text="error |f̂ − f| as a share<br>of the range of f", showarrow=False, font_size=12,
        xref="paper", x=0.5, xanchor="center", yref="paper", y=half * 0.62, yanchor="bottom",
    )  # fmt: skip


def _figure(height: int, template: str) -> tuple[go.Figure, Palette]:
    figure, palette = blank(template, height)
    margin = {"l": EDGE, "r": EDGE, "t": EDGE, "b": EDGE}
    return figure.update_layout(margin=margin, showlegend=True), palette


def _framed(
    figure: go.Figure, grid: Grid, palette: Palette, pairs: Sequence[tuple[str, str]]
) -> go.Figure:
    """Axes without ticks that keep the shape of the plane and zoom together."""
    across, up = grid.region
    frame = {
        "showline": True, "mirror": True, "linecolor": palette.shade(0.38), "showgrid": False,
        "showticklabels": False, "ticks": "", "zeroline": False, "constrain": "domain",
    }  # fmt: skip
    for x, y in pairs:
        horizontal = {**frame, "range": across, "matches": None if x == "x" else "x"}
        vertical = {**frame, "range": up, "scaleanchor": x if y == "y" else None}
        vertical["matches"] = None if y == "y" else "y"
        figure.update_layout({f"xaxis{x[1:]}": horizontal, f"yaxis{y[1:]}": vertical})
    return figure.update_layout(showlegend=False)
