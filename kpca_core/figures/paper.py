"""Experiments as Plotly figures: panels in the original's layout, feature space, bands over draws.

Like `eigenfunctions`, whose colours and symbols these have: arrays in, `go.Figure` out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from kpca_core.expansion import Grid
from kpca_core.experiments.experiment import DIGITS, Band, Result
from kpca_core.figures import eigenfunctions
from kpca_core.figures.blank import blank
from kpca_core.figures.layout import Lift, Panel, grid_of, has_lift, lifts, panels
from kpca_core.figures.palette import FILLS, LIGHT, PALETTES
from kpca_core.kernels.base import Array

RESOLUTION = 80
LEFT, RIGHT, GAP, TITLE, TICKS, SPECTRUM = 34, 8, 12, 24, 26, 220
SYMBOLS_3D = ("circle", "square", "diamond")
# WebGL knows no transparent lines; this grey is visible on both backgrounds.
SPACE_AXIS = "#8a9099"


def of_result(result: Result, *, width: int = 1040, template: str = LIGHT.template) -> go.Figure:
    """The figure of an experiment; `width` in pixels is what its heights are made for."""
    grid = grid_of(result, RESOLUTION)
    X, labels, laid_out = result.dataset.X, result.dataset.labels, panels(result, grid)
    if has_lift(result):
        return data_and_feature_space(
            laid_out, lifts(result, grid), grid, X, labels, width=width, template=template
        )
    figure = rows_and_columns(laid_out, grid, X, labels, width=width, template=template)
    negative = result.decompositions[0].negative
    if len(negative):
        _add_spectrum(figure, result.decompositions[0].eigenvalues[:8], negative[:8], template)
    return figure


def rows_and_columns(
    laid_out: Sequence[Panel], grid: Grid, points: Array, labels: Array,
    *, width: int = 1040, template: str = LIGHT.template,
) -> go.Figure:  # fmt: skip
    """Panels in their rows and columns, zooming together; points (n, 2), labels (n,)."""
    rows, columns = 1 + max(p.row for p in laid_out), 1 + max(p.column for p in laid_out)
    (x0, x1), (y0, y1) = grid.region
    inner = width - LEFT - RIGHT
    side = (inner - (columns - 1) * GAP) / columns
    high = side * min(2.0, max(0.4, (y1 - y0) / (x1 - x0)))
    heading = 22 if any(p.heading for p in laid_out) else 0
    total = heading + rows * (TITLE + high)
    figure, _ = blank(template, total + TICKS)
    figure.update_layout(margin={"l": LEFT, "r": RIGHT, "t": 0, "b": TICKS}, showlegend=False)
    size = 11 if side < 200 else 13
    for index, panel in enumerate(laid_out):
        left = panel.column * (side + GAP) / inner
        above = heading + panel.row * (TITLE + high) + TITLE
        domain = {
            "x": [left, min(1.0, left + side / inner)],
            "y": [max(0.0, 1 - (above + high) / total), 1 - above / total],
        }
        below = any(p.row == panel.row + 1 and p.column == panel.column for p in laid_out)
        _add_panel(figure, panel, index, domain, grid, points, labels, template, side, below)
        x, y = f"{_axis('x', index)} domain", f"{_axis('y', index)} domain"
        for text, shift in ((panel.title, 0), (f"<b>{panel.heading}</b>", 18)):
            if text != "<b></b>":
                figure.add_annotation(
                    text=text, showarrow=False, x=0, xref=x, xanchor="left", y=1, yref=y,
                    yanchor="bottom", yshift=shift, font_size=size,
                )  # fmt: skip
    return figure


def data_and_feature_space(
    laid_out: Sequence[Panel], lifted: Sequence[Lift], grid: Grid, points: Array, labels: Array,
    *, width: int = 1040, template: str = LIGHT.template,
) -> go.Figure:  # fmt: skip
    """Rows of data space and feature space with the contours of the first component in both."""
    side = min(430.0, 0.42 * width)
    inner, row = width - LEFT - RIGHT, side + TITLE + TICKS + 8
    total = len(laid_out) * row
    figure, _ = blank(template, total)
    figure.update_layout(margin={"l": LEFT, "r": RIGHT, "t": 0, "b": 0}, showlegend=False)
    size = 11 if width < 700 else 13
    for index, (panel, lift) in enumerate(zip(laid_out, lifted, strict=True)):
        top, bottom = 1 - (index * row + TITLE) / total, 1 - (index * row + TITLE + side) / total
        domain = {"x": [0.0, side / inner], "y": [bottom, top]}
        _add_panel(figure, panel, index, domain, grid, points, labels, template, side, False)
        figure.add_annotation(
            text=f"k = {lift.formula}, {panel.title}", showarrow=False, x=0, xanchor="left",
            xref="paper", y=top, yref="paper", yanchor="bottom", font_size=size,
        )  # fmt: skip
        figure.add_annotation(
            text=lift.title, showarrow=False, x=1.06 * side / inner, xanchor="left",
            xref="paper", y=top, yref="paper", yanchor="bottom", font_size=size,
        )  # fmt: skip
        scene = "scene" if index == 0 else f"scene{index + 1}"
        _add_lift(figure, lift, scene, labels, panel.levels, template)
        figure.layout[scene].domain = {
            "x": [1.03 * side / inner, 1.0],
            "y": [max(0.0, bottom - TICKS / total), top],
        }
    return figure


def band_chart(band: Band, values: Array, *, template: str = LIGHT.template) -> go.Figure:
    """Where each eigenvalue lies among those of new draws, each row in its own scale.

    From 2.5 % to 97.5 % a line, from 25 % to 75 % a bar, the median a tick; `values` (c,) of the
    draw that is shown as dots, published ones as diamonds.
    """
    names, quantiles = list(band.experiment.labels), band.quantiles
    low, q25, median, q75, high = quantiles
    spread = np.where(high - low > 1e-9, high - low, np.nan)
    rows = np.arange(len(names))

    def place(these: Array) -> Array:
        return np.clip((these - low) / spread, -0.12, 1.12)

    figure, palette = blank(template, 78 + 26 * len(names))
    wide = 14 + 6.5 * max(map(len, names))
    figure.update_layout(margin={"l": wide, "r": 4, "t": 52, "b": 4}, showlegend=True)
    figure.update_layout(
        legend={"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "font_size": 11}
    )
    figure.add_scatter(
        x=np.ravel([(a, b, np.nan) for a, b in zip(place(low), place(high), strict=True)]),
        y=np.repeat(rows, 3), mode="lines", line={"color": palette.bars[1], "width": 4},
        name="95 % of draws", hoverinfo="skip",
    )  # fmt: skip
    figure.add_scatter(
        x=np.ravel([(a, b, np.nan) for a, b in zip(place(q25), place(q75), strict=True)]),
        y=np.repeat(rows, 3), mode="lines", line={"color": palette.bars[0], "width": 11},
        name="50 % of draws", hoverinfo="skip",
    )  # fmt: skip
    shown = [("median", median, "line-ns", palette.background, 11)]
    shown.append(("the draw above", values, "circle", palette.cumulative, 9))
    published = np.array(band.experiment.published)
    if len(published):
        shown.append(("published", published, "diamond-open", f"rgb({palette.ink})", 11))
    for name, these, symbol, colour, size in shown:
        figure.add_scatter(
            x=place(these), y=rows, mode="markers", name=name, customdata=these,
            marker={"symbol": symbol, "size": size, "color": colour,
                    "line": {"color": colour, "width": 2}},
            hovertemplate=f"{name} %{{customdata:.4g}}<extra></extra>",
            showlegend=name != "median",
        )  # fmt: skip
    for row in rows:
        still = math.isnan(spread[row])
        ends = [(0.5, f"always {low[row]:.{DIGITS}f}", "center")] if still else [
            (-0.15, f"{low[row]:.{DIGITS}f}", "right"), (1.15, f"{high[row]:.{DIGITS}f}", "left"),
        ]  # fmt: skip
        for x, text, anchor in ends:
            figure.add_annotation(
                x=x, y=row, text=text, showarrow=False, xanchor=anchor, font_size=11,
                font_color=palette.shade(0.68),
            )  # fmt: skip
    figure.update_xaxes(range=[-0.55, 1.5], visible=False, fixedrange=True)
    figure.update_yaxes(
        range=[len(names) - 0.5, -0.5], tickvals=rows, ticktext=names, tickfont_size=12,
        showgrid=False, zeroline=False, fixedrange=True,
    )  # fmt: skip
    return figure


def _axis(letter: str, index: int) -> str:
    """Plotly's name of the axis with that 0-based index."""
    return letter if index == 0 else f"{letter}{index + 1}"


def _add_panel(
    figure: go.Figure, panel: Panel, index: int, domain: dict[str, list[float]], grid: Grid,
    points: Array, labels: Array, template: str, side: float, below: bool,
) -> None:  # fmt: skip
    x, y = _axis("x", index), _axis("y", index)
    field = np.zeros((len(grid.y), len(grid.x))) if panel.field is None else panel.field
    drawn = eigenfunctions.eigenfunction(
        field.astype(np.float32), grid, points, labels, panel.levels, "", template=template
    )
    across, up = drawn.layout.xaxis, drawn.layout.yaxis
    if panel.field is None:
        figure.add_scatter(x=[], y=[], xaxis=x, yaxis=y)
        figure.add_annotation(
            text="no such<br>component", showarrow=False, x=0.5, y=0.5, font_size=11,
            xref=f"{x} domain", yref=f"{y} domain", opacity=0.68,
        )  # fmt: skip
    else:
        drawn.update_traces(xaxis=x, yaxis=y)
        drawn.update_traces(showscale=False, selector={"type": "contour"})
        radius = min(3.6, max(1.2, side / 90))
        drawn.update_traces(marker={"size": 2 * radius, "line_width": 0.22 * radius},
                            selector={"mode": "markers"})  # fmt: skip
        figure.add_traces(drawn.data)
    across.update(anchor=y, domain=domain["x"], showticklabels=not below, nticks=6)
    across.ticklabeloverflow = "hide past domain"  # or neighbours' numbers run into each other
    up.update(anchor=x, domain=domain["y"], showticklabels=domain["x"][0] == 0)
    across.update(matches="x" if index else None, tickfont_size=10)
    up.update(matches="y" if index else None, tickfont_size=10)
    up.scaleanchor = None if index else x
    figure.update_layout({f"xaxis{index + 1}": across, f"yaxis{index + 1}": up})


def _add_lift(
    figure: go.Figure, lift: Lift, scene: str, labels: Array, levels: Array, template: str
) -> None:
    palette = PALETTES[template]
    for level in levels:
        lines = [line for value, line in lift.contours if value == level]
        if not lines:
            continue
        broken = np.vstack([part for line in lines for part in (line, np.full((1, 3), np.nan))])
        zero = level == levels[len(levels) // 2]
        colour = palette.zero if zero else palette.diverging(1.25 * level / levels[-1])
        figure.add_scatter3d(
            x=broken[:, 0], y=broken[:, 1], z=broken[:, 2], mode="lines", scene=scene,
            line={"color": colour, "width": 5 if zero else 3.5},
            hovertemplate=f"f₁ = {level:.3g}<extra></extra>",
        )  # fmt: skip
    for label in np.unique(labels).tolist():
        fill, edge = FILLS[label % len(FILLS)]
        x, y, z = lift.points[labels == label].T
        figure.add_scatter3d(
            x=x, y=y, z=z, mode="markers", scene=scene, hoverinfo="skip",
            marker={
                "symbol": SYMBOLS_3D[label % len(SYMBOLS_3D)], "size": 2.6, "color": fill,
                "line": {"color": edge, "width": 1},
            },
        )  # fmt: skip
    colour = palette.bars[0]
    figure.add_scatter3d(
        x=lift.axis[:, 0], y=lift.axis[:, 1], z=lift.axis[:, 2], mode="lines+text", scene=scene,
        line={"color": colour, "width": 8}, text=["", "v₁"], hoverinfo="skip",
        textfont={"color": colour, "size": 16}, textposition="top right",
    )  # fmt: skip
    length = np.linalg.norm(lift.axis[1] - lift.axis[0])
    tip, way = lift.axis[1], (lift.axis[1] - lift.axis[0]) / length
    figure.add_cone(
        x=[tip[0]], y=[tip[1]], z=[tip[2]], u=[way[0]], v=[way[1]], w=[way[2]], anchor="tip",
        sizemode="absolute", sizeref=0.1 * length, colorscale=[(0, colour), (1, colour)],
        showscale=False, scene=scene, hoverinfo="skip",
    )  # fmt: skip
    named = {
        f"{which}axis": {"title": {"text": name, "font_size": 12}, "showbackground": False,
                         "showgrid": False, "zeroline": False, "showline": True,
                         "linecolor": SPACE_AXIS, "nticks": 5, "tickfont_size": 10}
        for which, name in zip("xyz", lift.names, strict=True)
    }  # fmt: skip
    figure.layout[scene] = {
        **named, "aspectmode": "manual", "aspectratio": {"x": 1, "y": 1, "z": 0.85},
        "camera": {"eye": {"x": 0.86, "y": -1.38, "z": 0.42}, "center": {"z": -0.1}},
    }  # fmt: skip


def _add_spectrum(figure: go.Figure, values: Array, negative: Array, template: str) -> None:
    """A row of bars under the panels."""
    bars = eigenfunctions.spectrum(
        values, np.empty(0), negative, (), 3, "eigenvalues of K̃", template=template
    )
    above = figure.layout.height
    total = above + SPECTRUM
    inner = total - TICKS
    for axes in list(figure.select_yaxes()):
        axes.domain = [1 - (1 - end) * (above - TICKS) / inner for end in axes.domain]
    bars.update_traces(xaxis="x90", yaxis="y90")
    figure.add_traces(bars.data)
    x, y = bars.layout.xaxis, bars.layout.yaxis
    x.update(anchor="y90", domain=[0, 1])
    y.update(anchor="x90", domain=[0, (SPECTRUM - TICKS - 40) / inner], tickfont_size=10)
    figure.update_layout(height=total, xaxis90=x, yaxis90=y)
    figure.add_annotation(
        text="eigenvalues of K̃, the negative ones too", showarrow=False, x=0, xref="paper",
        xanchor="left", y=(SPECTRUM - TICKS - 38) / inner, yref="paper", yanchor="bottom",
    )  # fmt: skip
