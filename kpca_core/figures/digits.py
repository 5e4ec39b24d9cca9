"""Handwritten digits as Plotly figures: Table 1 as a heat map, rows of images.

Error rates are light where small and dark where large on a light page, the other way round on a
dark one; differences have the diverging colours. Every figure takes `template`, a key of
`palette.PALETTES`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kpca_core.arrays import Array
from kpca_core.figures.blank import Figure, blank
from kpca_core.figures.palette import Palette

# Pixels of a row of numbers, of the header and the footer, and of a row of images.
ROW, HEAD, FOOT, IMAGE = 34, 40, 42, 46
ERROR_COLOURS = {"plotly_white": "Blues", "plotly_dark": "Blues_r"}
GREYS = {"plotly_white": "gray_r", "plotly_dark": "gray"}

# Differences of this many percentage points have the full colour: the largest of Table 1 is 0.72.
REACH = 1.0


def error_table(
    errors: Mapping[tuple[int, int], float | None], degrees: Sequence[int],
    components: Sequence[int], title: str,
    *, span: tuple[float, float], differences: bool = False, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw the entries of a table by degree (columns) and components (rows), coloured by value.

    Parameters
    ----------
    errors : mapping (degree, components) → error in %, or difference in percentage points
        None is shown as N.A., and a missing entry, not computed yet, is left empty.
    degrees, components : sequence of int, columns and rows
    span : (float, float), the errors with the lightest and with the darkest colour
    differences : bool, whether the entries are differences, with signs and diverging colours
    """
    figure, palette = _figure(template, HEAD + ROW * len(components) + FOOT, title)
    known = [[errors.get((d, q), np.nan) for d in degrees] for q in components]
    values = np.array(known, dtype=float)
    form = "+.1f" if differences else ".1f"
    text = [[_formatted(errors.get((d, q)), form) for d in degrees] for q in components]
    colours: dict[str, Any] = (
        {"colorscale": palette.diverging_scale(33, 0.8), "zmin": -REACH, "zmax": REACH}
        if differences
        else {"colorscale": ERROR_COLOURS[template], "zmin": span[0], "zmax": span[1]}
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
    absent = {"text": "N.A.", "showarrow": False, "font_color": palette.shade(0.6)}
    for j, q in enumerate(components):
        for i, d in enumerate(degrees):
            if errors.get((d, q), np.nan) is None:
                figure.add_annotation(x=i, y=j, **absent)
    axis = {"showgrid": False, "zeroline": False, "type": "category", "fixedrange": True}
    figure.update_xaxes(axis, title={"text": "degree", "standoff": 4})
    return figure.update_yaxes(axis, autorange="reversed", ticksuffix=" ")


def digit_rows(
    left: Array, right: Array, rows: Sequence[str], heads: tuple[str, str],
    *, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw images in rows of two groups.

    Parameters
    ----------
    left, right : (q, c, side, side) array, pixels in [-1, 1], -1 the background
    rows, heads : sequence of str, the names of the q rows and of the two groups

    Raises
    ------
    ValueError
        if shapes or the number of names differ; the message quotes them.
    """
    q, count, side, _ = left.shape
    if right.shape != left.shape or len(rows) != q:
        raise ValueError(
            f"Both groups need as many images and each row a name; got shapes {left.shape} and "
            f"{right.shape} with {len(rows)} names."
        )
    figure, _ = _figure(template, HEAD + IMAGE * q + 8, "")
    step = side + 2
    mosaic = np.full((q * step, 2 * count * step + side), np.nan)
    for images, start in ((left, 0), (right, count * step + side)):
        for j, i in np.ndindex(q, count):
            row, column = j * step, start + i * step
            mosaic[row : row + side, column : column + side] = images[j, i]
    height, width = mosaic.shape
    figure.add_heatmap(
        z=mosaic, zmin=-1, zmax=1, colorscale=GREYS[template], showscale=False, hoverinfo="skip"
    )
    for text, x in zip(heads, (count * step / 2, width - count * step / 2), strict=True):
        figure.add_annotation(
            text=text, x=x, y=1, yref="paper", yanchor="bottom", showarrow=False, yshift=4
        )
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "constrain": "domain"}
    across = [-0.5, width - 0.5]
    figure.update_xaxes(axis, showticklabels=False, range=across, constraintoward="left")
    return figure.update_yaxes(
        axis, range=[height - 0.5, -0.5], scaleanchor="x", constraintoward="top",
        tickvals=[j * step + side / 2 for j in range(q)], ticktext=list(rows), ticksuffix=" ",
    )  # fmt: skip


def _figure(template: str, height: int, title: str) -> tuple[Figure, Palette]:
    title_at = {"text": title, "x": 0.01, "y": 1 - 16 / height, "font_size": 15}
    return blank(template, height, title=title_at, margin={"l": 8, "r": 8, "t": HEAD, "b": 8})


def _formatted(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form).replace("-", "−")
