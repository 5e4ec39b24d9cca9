"""Results as Plotly figures: arrays in, `go.Figure` out. No statistics are computed here.

Colours, markers and the tones between isolines are those of the canvas (`canvas/assets`), so that
what opens large or is downloaded looks like the live panels. Every figure takes `template`, one of
`PALETTES`: "plotly_white" for light pages, "plotly_dark" for dark ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from kpca_core.expansion import Grid
from kpca_core.figures.blank import blank
from kpca_core.figures.palette import FILLS, SYMBOLS, Palette
from kpca_core.kernels.base import Array

COLUMNS, WIDTH = 4, 1200
SVG_MARKERS = 1500
DEGENERATE = "near-degenerate: any rotation within the group is equally valid"
HOVER = "x %{x:.4~g}<br>y %{y:.4~g}"


def eigenfunction(
    field: Array, grid: Grid, points: Array, labels: Array, levels: Array, title: str,
    *, template: str = "plotly_white",
) -> go.Figure:  # fmt: skip
    """One eigenfunction: bands of colour between isolines, a heavy zero line, the data on top.

    field (ny, nx) on `grid`; points (n, 2) in the grid's units; labels (n,) integers; levels (L,)
    of the isolines in the field's units, equally spaced, symmetric, with 0 in the middle.
    Raises ValueError, quoting shapes or levels.
    """
    points, labels, levels = np.asarray(points), np.asarray(labels), np.asarray(levels, float)
    n = len(points)
    _expect(field=(field, (len(grid.y), len(grid.x))), points=(points, (n, 2)))
    _expect(labels=(labels, (n,)))
    largest, step = _even(levels)
    count, middle = len(levels), len(levels) // 2
    every = math.ceil(middle / 2)
    figure, palette = _figure(template, title, height=640, top=44, bottom=100)
    # Where the window is narrow, a legend of several rows grows into the space below the plot.
    figure.update_layout(title={"x": 0.5, "xref": "paper"}, legend={"x": 0.5, "xanchor": "center"})
    figure.update_layout(legend={"yref": "container", "y": 0.09})
    figure.add_contour(
        x=grid.x, y=grid.y, z=field, hovertemplate=HOVER + "<br>f = %{z:.4g}<extra></extra>",
        # One colour a band: Plotly spreads a scale over the middles of the bands.
        colorscale=palette.scale(count + 1, count / (count - 1)),
        zmin=-largest - step / 2, zmax=largest + step / 2,
        autocontour=False, contours={"start": -largest, "end": largest, "size": step},
        line={"color": palette.isoline, "width": 0.8, "smoothing": 0},
        colorbar={
            "orientation": "h", "yref": "container", "y": 0.02, "yanchor": "bottom", "len": 0.62,
            "thickness": 12, "outlinewidth": 0, "tickangle": 0,
            "tickformat": ".3~g", "tickvals": levels[middle % every :: every],
        },
    )  # fmt: skip
    figure.add_contour(
        x=grid.x, y=grid.y, z=field, name="f = 0", showscale=False, hoverinfo="skip",
        contours={"type": "constraint", "operation": "=", "value": 0},
        line={"color": palette.zero, "width": 2, "smoothing": 0},
    )  # fmt: skip
    add_points = figure.add_scattergl if n > SVG_MARKERS else figure.add_scatter
    for label in np.unique(labels).tolist():
        members = np.flatnonzero(labels == label)
        fill, edge = FILLS[label % len(FILLS)]
        add_points(
            x=points[members, 0], y=points[members, 1], customdata=members,
            mode="markers", name=f"label {label}", marker_symbol=SYMBOLS[label % len(SYMBOLS)],
            marker={"size": 8.4, "color": fill, "line": {"color": edge, "width": 0.9}},
            hovertemplate=f"point %{{customdata}}, label {label}<br>{HOVER}<extra></extra>",
        )  # fmt: skip
    frame = {
        "showline": True, "mirror": True, "linecolor": palette.shade(0.38), "showgrid": False,
        "ticks": "outside", "ticklen": 4, "tickcolor": palette.shade(0.38), "nticks": 6,
        "zeroline": False, "constrain": "domain",
    }  # fmt: skip
    across, up = grid.region
    figure.update_xaxes(frame, range=across)
    return figure.update_yaxes(frame, range=up, scaleanchor="x", constraintoward="top")


def spectrum(
    eigenvalues: Array, cumulative: Array, negative: Array, groups: Iterable[Sequence[int]],
    shown: int, label: str, *, template: str = "plotly_white",
) -> go.Figure:  # fmt: skip
    """Eigenvalues as bars, their cumulative share on a right axis with the same zero.

    eigenvalues (r,) descending, the first `shown` strong, in the unit that `label` names;
    cumulative (r,) fractions of the trace, or (0,) for none; negative (p,) eigenvalues in the same
    unit; groups of 0-based neighbours that are near-degenerate get a bracket below their bars.
    """
    values, shares, below = map(np.asarray, (eigenvalues, cumulative, negative))
    r, p = values.size, below.size
    _expect(eigenvalues=(values, (r,)), cumulative=(shares, (r if shares.size else 0,)))
    _expect(negative=(below, (p,)))
    figure, palette = _figure(template, label, height=360, top=66, bottom=34)
    number, slots = np.arange(1, r + 1), r + 1.5 + np.arange(p)
    first, further, under = palette.bars
    for name, x, y, colour, what in (
        (f"first {min(shown, r)}", number[:shown], values[:shown], first, "component %{x}"),
        ("further", number[shown:], values[shown:], further, "component %{x}"),
        ("negative", slots, below, under, "negative eigenvalue"),
    ):
        if len(y):
            marker = {"color": colour, "line": {"color": colour, "width": 1}}
            hover = what + "<br>λ = %{y:.5g}<extra></extra>"
            figure.add_bar(x=x, y=y, name=name, width=0.62, marker=marker, hovertemplate=hover)
    top = float(np.fmax.reduce(values, initial=0.0)) or 1.0
    bottom = float(np.fmin.reduce(below, initial=0.0))
    tall = (top - bottom) / 25
    ends = [(min(group) + 0.69, max(group) + 1.31) for group in groups if len(group) > 1]
    if ends:
        figure.add_scatter(
            x=np.ravel([(a, a, (a + b) / 2, b, b, np.nan) for a, b in ends]),
            y=np.tile([-tall, -2 * tall, -2 * tall, -2 * tall, -tall, np.nan], len(ends)),
            text=["", "", "≈", "", "", ""] * len(ends), mode="lines+text", textfont_size=15,
            textposition="bottom center", line={"color": palette.shade(0.68), "width": 1.2},
            name="≈ near-degenerate", hovertemplate=DEGENERATE + "<extra></extra>",
        )  # fmt: skip
        bottom = min(bottom, -6 * tall)
    extent = np.array([1.04 * bottom, 1.06 * top])
    if len(shares):
        figure.add_scatter(
            x=number, y=shares, yaxis="y2", mode="lines+markers", name="cumulative share of trace",
            line={"color": palette.cumulative, "width": 1.5},
            marker={"size": 8, "line": {"color": palette.background, "width": 1.5}},
            hovertemplate="components 1 to %{x}<br>%{y:.1%} of the trace<extra></extra>",
        )  # fmt: skip
        figure.layout.yaxis2 = {
            "overlaying": "y", "side": "right", "tickvals": [0, 0.5, 1], "tickformat": ".0%",
            "range": extent / top * np.fmax.reduce(shares, initial=1.0),
            "tickfont_color": palette.cumulative, "showgrid": False, "zeroline": False,
        }  # fmt: skip
    ticks = number[:: math.ceil((r + p + 1) / 32)].tolist()
    figure.update_xaxes(
        range=[0.4, max(8, r + p + (p > 0) / 2) + 0.6], showgrid=False, zeroline=False,
        tickvals=[*ticks, *([slots.mean()] if p else [])],
        ticktext=[*map(str, ticks), *(["negative"] if p else [])],
    )  # fmt: skip
    figure.layout.yaxis.update(
        range=extent, nticks=6, tickformat=".3~g", gridcolor=palette.shade(0.12),
        zerolinecolor=palette.shade(0.38), zerolinewidth=1,
    )  # fmt: skip
    return figure


def panels(
    fields: Array, grid: Grid, points: Array, labels: Array, levels: Array, titles: Sequence[str],
    *, template: str = "plotly_white", **spectrum_arguments: Any,
) -> go.Figure:  # fmt: skip
    """The spectrum and, in rows of four below it, q eigenfunctions that zoom together.

    fields (q, ny, nx), kept as float32; levels (q, L); q titles; grid, points and labels as in
    `eigenfunction`; the arguments of `spectrum` by name. Made for a width of about 1200 pixels.
    """
    q = len(fields)
    _expect(fields=(fields, (q, len(grid.y), len(grid.x))), titles=(titles, (q,)))
    _expect(levels=(levels, (q, *np.shape(levels)[1:2])))
    figure = spectrum(**spectrum_arguments, template=template)
    # In pixels; axes are placed in fractions of `inner` and `total`, the space within the margins.
    columns, bars, gap, head, inner = max(1, min(q, COLUMNS)), 150, 30, 30, WIDTH - 108
    width = (inner - (columns - 1) * gap) / columns
    (x0, x1), (y0, y1) = grid.region
    height = min(420.0, max(120.0, width * (y1 - y0) / (x1 - x0)))
    total = bars + 24 + math.ceil(q / columns) * (head + height)
    figure.update_layout(height=total + 100, title_y=1 - 20 / (total + 100))
    figure.layout.yaxis.domain = [1 - bars / total, 1]
    crowd = 1 - 0.32 * max(0.0, math.log10(max(1, len(points)) / 60))
    radius = min(3.6, max(1.3, width / 80 * crowd))
    marker = {"size": 2 * radius, "line_width": min(0.9, 0.3 * radius)}
    for j in range(q):
        field = np.asarray(fields[j], dtype=np.float32)
        panel = eigenfunction(field, grid, points, labels, levels[j], "", template=template)
        x, y = f"x{j + 2}", f"y{j + 3}"
        panel.update_traces(xaxis=x, yaxis=y, showlegend=False)
        panel.update_traces(showscale=False, selector={"type": "contour"})
        panel.update_traces(marker=marker, selector={"mode": "markers"})
        figure.add_traces(panel.data)
        row, column = divmod(j, columns)
        left, above = column * (width + gap), bars + 24 + row * (head + height) + head
        across, up = panel.layout.xaxis, panel.layout.yaxis
        across.update(anchor=y, domain=[left / inner, min(1, (left + width) / inner)])
        up.update(anchor=x, domain=[max(0, 1 - (above + height) / total), 1 - above / total])
        across.update(showticklabels=j + columns >= q, matches="x2" if j else None)
        up.update(showticklabels=column == 0, matches="y3" if j else None)
        up.scaleanchor = None if j else x
        figure.update_layout({f"xaxis{x[1:]}": across, f"yaxis{y[1:]}": up})
        figure.add_annotation(
            text=f"<b>{j + 1}</b>  {titles[j]}", showarrow=False, x=0, xref=f"{x} domain",
            xanchor="left", y=1, yref=f"{y} domain", yanchor="bottom",
        )  # fmt: skip
    return figure


def _figure(
    template: str, title: str, height: int, top: int, bottom: int
) -> tuple[go.Figure, Palette]:
    figure, palette = blank(template, height)
    figure.update_layout(
        title={"text": title, "x": 0.01, "y": 1 - 20 / height, "font_size": 16},
        margin={"l": 52, "r": 56, "t": top, "b": bottom}, legend_bgcolor="rgba(0,0,0,0)",
        legend={"orientation": "h", "x": 1, "xanchor": "right", "y": 1.01, "yanchor": "bottom"},
    )  # fmt: skip
    return figure, palette


def _even(levels: Array) -> tuple[float, float]:
    """The largest level and the step, if the levels are what `eigenfunction` asks for."""
    count, largest = levels.size, float(levels.max(initial=0.0))
    even = np.linspace(-largest, largest, count)
    _expect(levels=(levels, (count,)))
    if not (largest > 0 and count % 2 and np.allclose(levels, even, 0, 1e-5 * largest)):
        need = "levels (L,) must be equally spaced and symmetric with 0 in the middle, L >= 3"
        raise ValueError(f"{need}; got shape {levels.shape}: {levels.tolist()}")
    return largest, 2 * largest / (count - 1)


def _expect(**arguments: tuple[Any, tuple[int, ...]]) -> None:
    for name, (values, shape) in arguments.items():
        if np.shape(values) != shape:
            raise ValueError(f"{name} must have shape {shape}; got shape {np.shape(values)}")
