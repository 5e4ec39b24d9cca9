"""Handwritten digits as Plotly figures: Table 1 as a heat map, rows of images.

Error rates are light where small and dark where large on a light page, the other way round on a
dark one; differences have the diverging colours. Every figure takes `template`, a key of
`palette.PALETTES`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kpca_core.arrays import Array
from kpca_core.extras import needed
from kpca_core.figures import approximations
from kpca_core.figures.blank import Figure, blank
from kpca_core.figures.mosaic import Mosaic, tiled
from kpca_core.figures.palette import Palette

with needed("Plotly", "draws figures for the screen and HTML", "figures"):
    from plotly.colors import sample_colorscale

# Pixels of a row of numbers, of the header and the footer, and of a row of images.
ROW, HEAD, FOOT, IMAGE = 34, 40, 42, 46
ERROR_COLOURS = {"plotly_white": "Blues", "plotly_dark": "Blues_r"}
GREYS = {"plotly_white": "gray_r", "plotly_dark": "gray"}

# Differences of this many percentage points have the full colour: the largest of Table 1 is 0.72.
REACH = 1.0


def error_table(
    errors: Mapping[tuple[int, int], float | None], degrees: Sequence[int],
    components: Sequence[int], title: str,
    *, span: tuple[float, float], rows: Sequence[int] = (), differences: bool = False,
    template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw the entries of a table by degree (columns) and components (rows), coloured by value.

    Parameters
    ----------
    errors : mapping (degree, components) → error in %, or difference in percentage points
        None is shown as N.A., and a missing entry, not computed yet, is left empty.
    degrees, components : sequence of int, columns and rows of the table
    span : (float, float), the errors with the lightest and with the darkest colour
    rows : sequence of int, where `components` stand among those of another table beside it
    differences : bool, whether the entries are differences, with signs and diverging colours
    """
    rows = rows or components
    figure, palette = _figure(template, HEAD + ROW * len(rows) + FOOT, title)
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
        x=x, y=y, z=values, text=text, showscale=False, xgap=2, ygap=2, hoverongaps=False,
        hovertemplate="degree %{x}, %{y} components<br>%{z:.2f}<extra></extra>", **colours,
    )  # fmt: skip
    # Plotly's own choice of the text's colour has a contrast of 3.4 on middle blues.
    numbered = np.argwhere(np.isfinite(values)).tolist()
    shares = [
        (values[j, i] - colours["zmin"]) / (colours["zmax"] - colours["zmin"]) for j, i in numbered
    ]
    scale = colours["colorscale"]
    stops = scale if isinstance(scale, str) else [*map(list, scale)]
    behind = sample_colorscale(stops, np.clip(shares, 0.0, 1.0), colortype="tuple")
    figure.add_scatter(
        x=[x[i] for _, i in numbered], y=[y[j] for j, _ in numbered],
        text=[text[j][i] for j, i in numbered], mode="text", hoverinfo="skip", showlegend=False,
        textfont_color=[_readable_on(colour) for colour in behind],
    )  # fmt: skip
    absent = {"text": "N.A.", "showarrow": False, "font_color": palette.shade(0.68)}
    for q in components:
        for i, d in enumerate(degrees):
            if errors.get((d, q), np.nan) is None:
                figure.add_annotation(x=i, y=rows.index(q), **absent)
    axis = {"showgrid": False, "zeroline": False, "type": "category", "fixedrange": True}
    figure.update_xaxes(axis, title={"text": "degree", "standoff": 4})
    return figure.update_yaxes(
        axis, title={"text": "components", "standoff": 4}, ticksuffix=" ",
        categoryorder="array", categoryarray=[f"{q:,}" for q in rows],
        range=[len(rows) - 0.5, -0.5],
    )  # fmt: skip


def _readable_on(colour: tuple[float, ...]) -> str:
    """Black or white, whichever has more contrast (WCAG 2): at least 4.58."""
    channels = np.array(colour)
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    luminance = float(linear @ [0.2126, 0.7152, 0.0722])
    return "#000000" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "#ffffff"


def digit_rows(laid_out: Mosaic, *, template: str = "plotly_white") -> Figure:
    """Draw images in rows of two groups, see `mosaic.extremes`."""
    figure, _ = _figure(template, HEAD + IMAGE * len(laid_out.rows) + 8, "")
    (block,) = laid_out.blocks
    figure.add_heatmap(z=block.pixels, hoverinfo="skip", **greys(template))
    return _pictures(figure, laid_out)


def component_rows(
    laid_out: Mosaic, influence: Array, distances: Array, steps: Sequence[str],
    *, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw for each component the map of its influence and, to the right, what it looks like.

    Values of pictures beyond [-1, 1] have the colours of the ends.

    Parameters
    ----------
    laid_out : as `mosaic.components` returns
    influence : (q, side, side) array, shown on hover
    distances : (q, c) array, shown on hover
    steps : sequence of str, the names of the c pictures of each component

    Raises
    ------
    ValueError
        if the shapes differ; the message quotes them.
    """
    rows, step = laid_out.rows, laid_out.step
    if distances.shape != (len(rows), len(steps)):
        raise ValueError(
            f"Each picture needs its distance; got {distances.shape} for {len(rows)} rows of "
            f"{len(steps)} pictures."
        )
    figure, palette = _figure(template, HEAD + IMAGE * len(rows) + 8, "")
    # 0 has the colour of the page, and the largest is farthest from it.
    colours = [palette.background, *approximations.ERROR_COLOURS[template][1:]]
    notes = [
        [f"{row}, {at}<br>distance {distances[j, i]:.2f}" for i, at in enumerate(steps)]
        for j, row in enumerate(rows)
    ]
    maps, pictures = laid_out.blocks
    figure.add_heatmap(
        z=maps.pixels, customdata=tiled(influence[:, None]),
        zmin=0, zmax=1, colorscale=colours, showscale=False,
        hovertemplate="mean |∂f/∂pixel| = %{customdata:.3~g}<extra></extra>", hoverongaps=False,
    )  # fmt: skip
    figure.add_heatmap(
        z=pictures.pixels, x0=pictures.left, dx=1,
        text=np.repeat(np.repeat(notes, step, 0), step, 1),
        hovertemplate="%{text}<extra></extra>", hoverongaps=False, **greys(template),
    )  # fmt: skip
    return _pictures(figure, laid_out)


def greys(template: str) -> dict[str, Any]:
    """Return a heat map's properties for pixels in [-1, 1], -1 the background."""
    return {"zmin": -1, "zmax": 1, "colorscale": GREYS[template], "showscale": False}


def _pictures(figure: Figure, laid_out: Mosaic) -> Figure:
    """Write the names of columns and rows, and set axes for square pixels."""
    for x, text in laid_out.heads:
        figure.add_annotation(
            text=text, x=x, y=1, yref="paper", yanchor="bottom", showarrow=False, yshift=4
        )
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "constrain": "domain"}
    across, rows = [-0.5, laid_out.width - 0.5], laid_out.rows
    figure.update_xaxes(axis, showticklabels=False, range=across, constraintoward="left")
    return figure.update_yaxes(
        axis, range=[laid_out.height - 0.5, -0.5], scaleanchor="x", constraintoward="top",
        tickvals=[laid_out.middle(j) for j in range(len(rows))], ticktext=list(rows),
        ticksuffix=" ",
    )  # fmt: skip


def _figure(template: str, height: int, title: str) -> tuple[Figure, Palette]:
    title_at = {"text": title, "x": 0.01, "y": 1 - 16 / height, "font_size": 15}
    return blank(template, height, title=title_at, margin={"l": 8, "r": 8, "t": HEAD, "b": 8})


def _formatted(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form).replace("-", "−")
