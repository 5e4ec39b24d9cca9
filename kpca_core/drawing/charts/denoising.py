"""Denoising as Plotly figures: errors by the number of components, and images beside each other.

Every figure takes `template`, a key of `palette.PALETTES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core.drawing.charts.approximations import METHOD_COLOURS, METHOD_SYMBOLS, blank_curves
from kpca_core.drawing.charts.blank import Figure, blank

GREYS = {"plotly_white": "gray_r", "plotly_dark": "gray"}

# On an axis of a phone's width numbers of more counts collide.
NUMBERED = 10


def denoising_curves(
    counts: Sequence[int], curves: Mapping[str, Sequence[float | None]],
    levels: Mapping[str, float], label: str,
    *, logarithmic: bool = False, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw errors by the number of components.

    Parameters
    ----------
    counts : sequence of int
    curves : mapping of names to an error for each count, None where there is none
    levels : mapping of names to errors that do not depend on the count, drawn as dashed lines
    label : str, of the axis of errors
    logarithmic : bool, whether counts are on a logarithmic axis
    """
    margin = {"l": 58, "r": 14, "t": 16}
    figure, palette = blank_curves(template, len(curves) + len(levels), margin)
    colours = METHOD_COLOURS[template]
    for k, (name, errors) in enumerate(curves.items()):
        mark = {"symbol": METHOD_SYMBOLS[k % len(METHOD_SYMBOLS)], "size": 7}
        line = {"width": 2, "dash": "solid" if k < len(colours) else "dot"}
        figure.add_scatter(
            x=list(counts), y=list(errors), name=name, mode="lines+markers", marker=mark,
            line={**line, "color": (*colours, palette.shade(0.85))[k % (len(colours) + 1)]},
            hovertemplate=f"{name}<br>%{{x}} components<br>%{{y:.4f}}<extra></extra>",
        )  # fmt: skip
    ends = [min(counts), max(counts)]
    for k, (name, level) in enumerate(levels.items()):
        figure.add_scatter(
            x=ends, y=[level, level], name=name, mode="lines",
            line={"width": 1.6, "dash": ("dash", "dot", "longdash")[k % 3],
                  "color": palette.shade(0.7)},
            hovertemplate=f"{name}<br>%{{y:.4f}}<extra></extra>",
        )  # fmt: skip
    axis = {"gridcolor": palette.shade(0.12), "zeroline": False, "fixedrange": True}
    # Plotly's own ranges leave out part of a line where the window has changed its width.
    low, high = (np.log10(ends) if logarithmic else np.array(ends, float)).tolist()
    aside = 0.03 * (high - low) or 0.4
    figure.update_xaxes(
        axis, title={"text": "components d", "standoff": 6}, tickangle=0, tickfont_size=11,
        tickvals=list(counts)[:: -(-len(counts) // NUMBERED)], range=[low - aside, high + aside],
        type="log" if logarithmic else "linear",
    )  # fmt: skip
    known = [error for errors in curves.values() for error in errors if error is not None]
    top = 1.08 * max((*known, *levels.values()), default=0.0) or 1.0
    return figure.update_yaxes(
        axis, title={"text": label, "standoff": 6}, range=[0, top], automargin=False
    )


def image_table(
    images: Sequence[Sequence[Array | None]], numbers: Sequence[Sequence[float | None]],
    rows: Sequence[str], columns: Sequence[str], width: float,
    *, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw square images in rows and columns, with a number under each.

    Parameters
    ----------
    images : rows of (side, side) arrays, pixels in [−1, 1], −1 the background; None leaves a gap
    numbers : rows of numbers, None for no number
    rows, columns : sequence of str, names of rows and columns
    width : float, of the figure in pixels, for which its height makes pixels of images square
    """
    side = next(len(image) for row in images for image in row if image is not None)
    # Pixels between two images, and below one for its number.
    gap, below = max(1, round(0.12 * side)), max(2, round(0.34 * side))
    wide, high = side + gap, side + below
    mosaic = np.full((len(rows) * high, len(columns) * wide), np.nan)
    margin = {"l": 92, "r": 8, "t": 30, "b": 6}
    pixel = (width - margin["l"] - margin["r"]) / mosaic.shape[1]
    figure, _ = blank(template, margin["t"] + pixel * mosaic.shape[0] + margin["b"], margin=margin)
    for i, j in np.ndindex(len(rows), len(columns)):
        image, value = images[i][j], numbers[i][j]
        if image is not None:
            place = (slice(i * high, i * high + side), slice(j * wide, j * wide + side))
            mosaic[place] = np.clip(image, -1, 1)
        if value is not None:
            figure.add_annotation(
                text=f"{value:.3f}", x=j * wide + (side - 1) / 2, y=i * high + side - 0.3,
                yanchor="top", showarrow=False, font={"size": 11},
            )  # fmt: skip
    figure.add_heatmap(z=mosaic, hoverinfo="skip", zmin=-1, zmax=1, colorscale=GREYS[template],
        showscale=False,
    )  # fmt: skip
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticklabelstandoff": 5}
    figure.update_xaxes(
        axis, side="top", constrain="domain", constraintoward="left",
        range=[-0.5, mosaic.shape[1] - 0.5],
        tickvals=[j * wide + (side - 1) / 2 for j in range(len(columns))], ticktext=list(columns),
    )  # fmt: skip
    return figure.update_yaxes(
        axis, scaleanchor="x", constrain="domain", constraintoward="top",
        range=[mosaic.shape[0] - 0.5, -0.5],
        tickvals=[i * high + (side - 1) / 2 for i in range(len(rows))], ticktext=list(rows),
    )  # fmt: skip
