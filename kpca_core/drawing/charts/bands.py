"""Where the eigenvalues of a draw lie among those of new draws, as a Plotly figure."""

from __future__ import annotations

import math

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.charts.blank import Figure, blank
from kpca_core.reproduction.experiment import DECIMALS, Band


def label_width(band: Band) -> float:
    """Return the width of the labels of `band_chart`, in pixels."""
    return 14 + 5.8 * max(map(len, band.experiment.labels))


def band_chart(band: Band, values: Array, *, template: str = "plotly_white") -> Figure:
    """Draw where the eigenvalues `values` (c,) of one draw lie among those of new draws.

    Each row has its own scale: a line from 2.5 % to 97.5 % of the draws, a bar from 25 % to 75 %, a
    tick at the median, a dot at the value and a diamond at that of the original.
    """
    names, quantiles = list(band.experiment.labels), band.quantiles
    low, q25, median, q75, high = quantiles
    # An eigenvalue that is 0 on every draw varies by rounding alone.
    spread = np.where(high - low > 1e-9, high - low, np.nan)
    rows = np.arange(len(names))

    def place(eigenvalues: Array) -> Array:
        values: Array = np.clip((eigenvalues - low) / spread, -0.12, 1.12)
        return values

    # Plotly lets a legend scroll that is higher than the axes: in a narrow chart it has three rows.
    wide, height = label_width(band), 78 + 26 * max(3, len(names))
    figure, palette = blank(
        template, height, margin={"l": wide, "r": 4, "t": 52, "b": 4},
        legend={"orientation": "h", "xref": "container", "x": 0, "yref": "container",
                "y": 1 - 2 / height, "yanchor": "top", "font_size": 11},
        showlegend=True,
    )  # fmt: skip
    for name, start, end, colour, thickness in (
        (_("95 % of draws"), low, high, palette.bars[1], 4),
        (_("50 % of draws"), q25, q75, palette.bars[0], 11),
    ):
        figure.add_scatter(
            x=np.column_stack([place(start), place(end), np.full(len(names), np.nan)]).ravel(),
            y=np.repeat(rows, 3), mode="lines", line={"color": colour, "width": thickness},
            name=name, hoverinfo="skip",
        )  # fmt: skip
    middle = _("median")
    marks = [
        (middle, median, "line-ns", palette.background, 11),
        (_("the draw above"), values, "circle", palette.cumulative, 9),
    ]
    published = np.array(band.experiment.published)
    if len(published):
        marks.append(
            (_(band.experiment.column), published, "diamond-open", f"rgb({palette.ink})", 11)
        )
    for name, eigenvalues, symbol, colour, size in marks:
        figure.add_scatter(
            x=place(eigenvalues), y=rows, mode="markers", name=name, customdata=eigenvalues,
            marker={"symbol": symbol, "size": size, "color": colour,
                    "line": {"color": colour, "width": 2}},
            hovertemplate=f"{name} %{{customdata:.4g}}<extra></extra>",
            showlegend=name != middle,
        )  # fmt: skip
    for row in rows:
        first, last = f"{low[row]:.{DECIMALS}f}", f"{high[row]:.{DECIMALS}f}"
        ends = [(-0.15, first, "right"), (1.15, last, "left")]
        if math.isnan(spread[row]):
            ends = [(0.5, _("always {value}").format(value=first), "center")]
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
