"""Figures of the page "Digits": a table as a heat map, images of digits. Arrays in, figures out.

Error rates are drawn on one scale, light for few and dark for many on a light page and the other
way round on a dark one; differences wear the diverging colours of `figures`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from kpca_core.figures.blank import blank
from kpca_core.figures.palette import Palette
from kpca_core.kernels.base import Array

# Pixels of a row of numbers, of what is above and below, and of a row of images.
ROW, HEAD, FOOT, IMAGE = 34, 40, 42, 46
ERROR_SCALE = {"plotly_white": "Blues", "plotly_dark": "Blues_r"}

# Differences of so many points have the full colour.
REACH = 1.0

# Blank pixels between images, and images' widths between the two ends.
GAP, MIDDLE = 2, 1
GREYS = {"plotly_white": "gray_r", "plotly_dark": "gray"}


def error_table(
    errors: Mapping[tuple[int, int], float | None],
    degrees: Sequence[int],
    components: Sequence[int],
    title: str,
    *,
    span: tuple[float, float],
    differences: bool = False,
    template: str = "plotly_white",
) -> go.Figure:
    """Numbers by degree (columns) and components (rows), each written on its colour.

    errors (degree, components) → per cent, or points if `differences`; None is written N.A., and
    what is missing is not known yet. `span`: the errors with the lightest and the darkest colour.
    Raises ValueError for an unknown template.
    """
    figure, palette = _figure(template, HEAD + ROW * len(components) + FOOT, title)
    known = [[errors.get((d, q), np.nan) for d in degrees] for q in components]
    values = np.array(known, dtype=float)
    text = [
        [_written(errors, (d, q), "+.1f" if differences else ".1f") for d in degrees]
        for q in components
    ]
    colours: dict[str, Any] = (
        {"colorscale": palette.scale(33, 0.8), "zmin": -REACH, "zmax": REACH}
        if differences
        else {"colorscale": ERROR_SCALE[template], "zmin": span[0], "zmax": span[1]}
    )
    x, y = [str(d) for d in degrees], [f"{q:,}" for q in components]
    figure.add_heatmap(
        x=x, y=y, z=np.zeros(values.shape), showscale=False, hoverinfo="skip", xgap=2, ygap=2,
        colorscale=[(0, palette.shade(0.05)), (1, palette.shade(0.05))],
    )  # fmt: skip
    figure.add_heatmap(
        x=x, y=y, z=values, text=text,
        texttemplate="%{text}", showscale=False, xgap=2, ygap=2, hoverongaps=False,
        hovertemplate="degree %{x}, %{y} components<br>%{z:.2f}<extra></extra>", **colours,
    )  # fmt: skip
    for j, q in enumerate(components):
        for i, d in enumerate(degrees):
            if errors.get((d, q), np.nan) is None:
                figure.add_annotation(
                    x=i, y=j, text="N.A.", showarrow=False, font_color=palette.shade(0.6)
                )
    axis = {"showgrid": False, "zeroline": False, "type": "category", "fixedrange": True}
    figure.update_xaxes(axis, title={"text": "degree", "standoff": 4})
    return figure.update_yaxes(axis, autorange="reversed", ticksuffix=" ")


def digit_rows(
    left: Array, right: Array, rows: Sequence[str], heads: tuple[str, str],
    *, template: str = "plotly_white",
) -> go.Figure:  # fmt: skip
    """Images in rows: those at one end, a space, those at the other.

    left, right (q, c, side, side) in [-1, 1], -1 the background; q names of rows; two headings.
    """
    q, count, side, _ = left.shape
    if right.shape != left.shape or len(rows) != q:
        raise ValueError(
            f"Both ends need as many images and each row a name; got shapes {left.shape} and "
            f"{right.shape} with {len(rows)} names."
        )
    figure, _ = _figure(template, HEAD + IMAGE * q + 8, "")
    step = side + GAP
    mosaic = np.full((q * step, 2 * count * step + MIDDLE * side), np.nan)
    for end, start in ((left, 0), (right, count * step + MIDDLE * side)):
        for j, i in np.ndindex(q, count):
            row, column = j * step, start + i * step
            mosaic[row : row + side, column : column + side] = end[j, i]
    height, width = mosaic.shape
    figure.add_heatmap(
        z=mosaic, zmin=-1, zmax=1, colorscale=GREYS[template], showscale=False, hoverinfo="skip"
    )
    for text, x in zip(heads, (count * step / 2, width - count * step / 2), strict=True):
        figure.add_annotation(
            text=text, x=x, y=1, yref="paper", yanchor="bottom", showarrow=False, yshift=4
        )
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "constrain": "domain"}
    figure.update_xaxes(
        axis, showticklabels=False, range=[-0.5, width - 0.5], constraintoward="left"
    )
    return figure.update_yaxes(
        axis, range=[height - 0.5, -0.5], scaleanchor="x", constraintoward="top",
        tickvals=[j * step + side / 2 for j in range(q)], ticktext=list(rows), ticksuffix=" ",
    )  # fmt: skip


def _figure(template: str, height: int, title: str) -> tuple[go.Figure, Palette]:
    figure, palette = blank(template, height)
    figure.update_layout(
        title={"text": title, "x": 0.01, "y": 1 - 16 / height, "font_size": 15},
        margin={"l": 8, "r": 8, "t": HEAD, "b": 8},
    )
    return figure, palette


def _written(errors: Mapping[tuple[int, int], float | None], key: tuple[int, int], how: str) -> str:
    value = errors.get(key)
    return "" if value is None else format(value, how).replace("-", "−")
