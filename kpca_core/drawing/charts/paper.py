"""Experiments as Plotly figures: panels in the original's layout, feature space, bands over draws.

Every figure takes `template`, a key of `palette.PALETTES`; heights are made for `width` pixels.
"""

from __future__ import annotations

import math

import numpy as np

from kpca_core._support.arrays import Array, Labels
from kpca_core.drawing import layout
from kpca_core.drawing.canvas.look import LOOK
from kpca_core.drawing.canvas.sentences import group_names
from kpca_core.drawing.charts import eigenfunctions
from kpca_core.drawing.charts.blank import Figure, blank
from kpca_core.drawing.layout import Bars, Lift, Panel
from kpca_core.drawing.markers import colours_of, shape_of
from kpca_core.drawing.palette import palette_of
from kpca_core.grid import Grid
from kpca_core.reproduction.experiment import DECIMALS, Band, Result

RESOLUTION = 80
# Pixels of margins, between panels, of a panel's title, of tick labels and of a spectrum.
# Plotly centres numbers on their ticks: those of two neighbours need the gap.
LEFT, RIGHT, GAP, TITLE, TICKS, SPECTRUM = 34, 8, 20, 24, 26, 220
# Plotly has no other shapes in three dimensions that look like those of maps.
SHAPES_3D = {"square": "square", "triangle": "diamond", "diamond": "diamond"}
# Of titles over maps that are narrower than so many pixels.
NARROW, SMALL = 200, 11
# WebGL draws no transparent lines; this grey is visible on both backgrounds.
SPACE_AXIS = "#8a9099"


def of_result(
    result: Result, *, width: int = 1040, template: str = "plotly_white", marked: bool = True
) -> Figure:
    """Draw the figure of an experiment; `marked` says whether maps show the points."""
    if layout.has_lift(result):
        return _data_and_feature_space(result, width, template, marked)
    figure = _rows_and_columns(result, width, template, marked)
    spectrum = layout.negative_spectrum(result)
    if spectrum:
        _add_spectrum(figure, spectrum, template)
    return figure


def _rows_and_columns(result: Result, width: int, template: str, marked: bool) -> Figure:
    """Panels in their rows and columns, zooming together."""
    grid = layout.grid_of(result, RESOLUTION)
    laid_out = layout.panels(result, grid)
    rows, columns = 1 + max(p.row for p in laid_out), 1 + max(p.column for p in laid_out)
    (x0, x1), (y0, y1) = grid.region
    inner = width - LEFT - RIGHT
    side = (inner - (columns - 1) * GAP) / columns
    high = side * min(2.0, max(0.4, (y1 - y0) / (x1 - x0)))
    heading = 36 if any(p.heading for p in laid_out) else 0
    total = heading + rows * (TITLE + high)
    # Margins hold the labels. To find that out Plotly would take a quarter of the drawing's time.
    margin = {"l": LEFT, "r": RIGHT, "t": 0, "b": TICKS, "autoexpand": False}
    figure, _ = blank(template, total + TICKS, margin=margin, showlegend=False)
    size = SMALL if side < NARROW else LOOK["title"]["font"]
    for index, panel in enumerate(laid_out):
        left = panel.column * (side + GAP) / inner
        above = heading + panel.row * (TITLE + high) + TITLE
        across = [left, min(1.0, left + side / inner)]
        up = [max(0.0, 1 - (above + high) / total), 1 - above / total]
        below = any(p.row == panel.row + 1 and p.column == panel.column for p in laid_out)
        outer = not below, panel.column == 0
        axes = _add_panel(
            figure, result, panel, index, grid, (across, up), side, template, marked, outer
        )
        ends = "" if panel.field is None else eigenfunctions.ends_of(panel.levels)
        eigenfunctions.add_title(figure, axes, panel.title, ends, template, size=size)
        if panel.heading:
            # In one line the headings of narrow columns would touch.
            figure.add_annotation(
                text=f"<b>{panel.heading.replace(': ', '<br>')}</b>", showarrow=False, x=0,
                xref=f"{axes[0]} domain", xanchor="left", y=1, yref=f"{axes[1]} domain",
                yanchor="bottom", yshift=18, font_size=size, align="left",
            )  # fmt: skip
    return figure


def _data_and_feature_space(result: Result, width: int, template: str, marked: bool) -> Figure:
    """Data space above feature space, one column a case, with the same contours in both."""
    grid = layout.grid_of(result, RESOLUTION)
    laid_out, lifted = layout.panels(result, grid), layout.lifts(result, grid)
    # The names of a scene's axes need all of its column; a map leaves its tick labels room.
    column = width / len(laid_out)
    side = column - LEFT - RIGHT
    total = TITLE + side + TICKS + TITLE + side
    figure, _ = blank(template, total, margin=dict.fromkeys("lrtb", 0), showlegend=False)
    size = 11 if width < 700 else 13
    maps, spaces = [1 - (TITLE + side) / total, 1 - TITLE / total], [0.0, side / total]
    for index, (panel, lift) in enumerate(zip(laid_out, lifted, strict=True)):
        start, end = index / len(laid_out), (index + 1) / len(laid_out)
        across = [start + LEFT / width, end - RIGHT / width]
        axes = _add_panel(
            figure, result, panel, index, grid, (across, maps), side, template, marked
        )
        eigenfunctions.add_title(
            figure, axes, panel.title, eigenfunctions.ends_of(panel.levels), template,
            before=f"k = {lift.formula},", size=size,
        )  # fmt: skip
        figure.add_annotation(
            text=lift.title, showarrow=False, x=across[0], xanchor="left", xref="paper",
            y=spaces[1], yref="paper", yanchor="bottom", font_size=size,
        )  # fmt: skip
        scene = "scene" if index == 0 else f"scene{index + 1}"
        _add_lift(figure, lift, scene, result.dataset.labels, panel.levels, template)
        figure.layout[scene].domain = {"x": [start, end], "y": spaces}
    return figure


def band_chart(band: Band, values: Array, *, template: str = "plotly_white") -> Figure:
    """Draw where the eigenvalues `values` (c,) of one draw lie among those of new draws.

    Each row has its own scale: a line from 2.5 % to 97.5 % of the draws, a bar from 25 % to 75 %, a
    tick at the median, a dot at the value and a diamond at the printed one.
    """
    names, quantiles = list(band.experiment.labels), band.quantiles
    low, q25, median, q75, high = quantiles
    # An eigenvalue that is 0 on every draw varies by rounding alone.
    spread = np.where(high - low > 1e-9, high - low, np.nan)
    rows = np.arange(len(names))

    def place(eigenvalues: Array) -> Array:
        return np.clip((eigenvalues - low) / spread, -0.12, 1.12)

    wide, height = 14 + 5.8 * max(map(len, names)), 78 + 26 * len(names)
    figure, palette = blank(
        template, height, margin={"l": wide, "r": 4, "t": 52, "b": 4},
        legend={"orientation": "h", "xref": "container", "x": 0, "yref": "container",
                "y": 1 - 2 / height, "yanchor": "top", "font_size": 11},
        showlegend=True,
    )  # fmt: skip
    for name, start, end, colour, thickness in (
        ("95 % of draws", low, high, palette.bars[1], 4),
        ("50 % of draws", q25, q75, palette.bars[0], 11),
    ):
        figure.add_scatter(
            x=np.column_stack([place(start), place(end), np.full(len(names), np.nan)]).ravel(),
            y=np.repeat(rows, 3), mode="lines", line={"color": colour, "width": thickness},
            name=name, hoverinfo="skip",
        )  # fmt: skip
    marks = [
        ("median", median, "line-ns", palette.background, 11),
        ("the draw above", values, "circle", palette.cumulative, 9),
    ]
    published = np.array(band.experiment.published)
    if len(published):
        marks.append((band.experiment.column, published, "diamond-open", f"rgb({palette.ink})", 11))
    for name, eigenvalues, symbol, colour, size in marks:
        figure.add_scatter(
            x=place(eigenvalues), y=rows, mode="markers", name=name, customdata=eigenvalues,
            marker={"symbol": symbol, "size": size, "color": colour,
                    "line": {"color": colour, "width": 2}},
            hovertemplate=f"{name} %{{customdata:.4g}}<extra></extra>",
            showlegend=name != "median",
        )  # fmt: skip
    for row in rows:
        first, last = f"{low[row]:.{DECIMALS}f}", f"{high[row]:.{DECIMALS}f}"
        ends = [(-0.15, first, "right"), (1.15, last, "left")]
        if math.isnan(spread[row]):
            ends = [(0.5, f"always {first}", "center")]
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


def _add_panel(
    figure: Figure, result: Result, panel: Panel, index: int, grid: Grid,
    domains: tuple[list[float], list[float]], side: float, template: str, marked: bool,
    outer: tuple[bool, bool] = (True, True),
) -> tuple[str, str]:  # fmt: skip
    """Add a panel and return its axes; `outer` as for `eigenfunctions.frame`."""
    number = "" if index == 0 else str(index + 1)
    x, y = axes = f"x{number}", f"y{number}"
    if panel.field is None:
        figure.add_scatter(x=[], y=[], xaxis=x, yaxis=y)
        figure.add_annotation(
            text="no such<br>component", showarrow=False, x=0.5, y=0.5, font_size=11,
            xref=f"{x} domain", yref=f"{y} domain", opacity=0.68,
        )  # fmt: skip
    else:
        X, labels = result.dataset.X, result.dataset.labels
        figure.add_traces(eigenfunctions.traces(
            panel.field.astype(np.float32), grid, X, labels, panel.levels, template,
            groups=group_names(X, labels), width=side, marked=marked, xaxis=x, yaxis=y,
        ))  # fmt: skip
    figure.update_layout(
        eigenfunctions.panel_axes(grid, template, axes, ("x", "y"), domains, side, outer)
    )
    return axes


def _add_lift(
    figure: Figure, lift: Lift, scene: str, labels: Labels, levels: Array, template: str
) -> None:
    """Add feature space: contours, points and the first principal axis."""
    palette = palette_of(template)
    for level in levels:
        lines = [line for value, line in lift.contours if value == level]
        if not lines:
            continue
        # Rows of NaN interrupt the line.
        line = np.vstack([part for line in lines for part in (line, np.full((1, 3), np.nan))])
        zero = level == levels[len(levels) // 2]
        colour = palette.zero if zero else palette.diverging(1.25 * level / levels[-1])
        figure.add_scatter3d(
            x=line[:, 0], y=line[:, 1], z=line[:, 2], mode="lines", scene=scene,
            line={"color": colour, "width": 5 if zero else 3.5},
            hovertemplate=f"f₁ = {level:.3g}<extra></extra>",
        )  # fmt: skip
    for label in np.unique(labels).tolist():
        fill, edge = colours_of(label)
        x, y, z = lift.points[labels == label].T
        figure.add_scatter3d(
            x=x, y=y, z=z, mode="markers", scene=scene, hoverinfo="skip",
            marker={"symbol": SHAPES_3D.get(shape_of(label), "circle"), "size": 2.6, "color": fill,
                    "line": {"color": edge, "width": 1}},
        )  # fmt: skip
    colour = palette.bars[0]
    figure.add_scatter3d(
        x=lift.axis[:, 0], y=lift.axis[:, 1], z=lift.axis[:, 2], mode="lines+text", scene=scene,
        line={"color": colour, "width": 8}, text=["", "v₁"], hoverinfo="skip",
        textfont={"color": colour, "size": 16}, textposition="top right",
    )  # fmt: skip
    start, tip = lift.axis
    length = np.linalg.norm(tip - start)
    direction = (tip - start) / length
    figure.add_cone(
        x=[tip[0]], y=[tip[1]], z=[tip[2]], u=[direction[0]], v=[direction[1]],
        w=[direction[2]], anchor="tip", sizemode="absolute", sizeref=0.1 * length,
        colorscale=[(0, colour), (1, colour)], showscale=False, scene=scene, hoverinfo="skip",
    )  # fmt: skip
    axes = {
        f"{which}axis": {"title": {"text": name, "font_size": 11}, "showbackground": False,
                         "showgrid": False, "zeroline": False, "showline": True,
                         "linecolor": SPACE_AXIS, "dtick": 2, "tickfont_size": 10}
        for which, name in zip("xyz", lift.names, strict=True)
    }  # fmt: skip
    # Parallel lines stay parallel: what is near needs no more room than what is far, so that axes,
    # ticks and names are inside a square scene of 200 pixels.
    figure.layout[scene] = {
        **axes, "aspectmode": "manual", "aspectratio": {"x": 1, "y": 1, "z": 1},
        "camera": {"eye": {"x": 0.9, "y": -1.4, "z": 0.5}, "center": {"z": -0.08},
                   "projection_type": "orthographic"},
    }  # fmt: skip


def _add_spectrum(figure: Figure, spectrum: Bars, template: str) -> None:
    """Add the spectrum with negative eigenvalues under the panels."""
    bars = eigenfunctions.spectrum(
        cumulative=np.empty(0), groups=(), template=template, **vars(spectrum)
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
