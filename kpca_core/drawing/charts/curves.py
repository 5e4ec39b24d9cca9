"""Curves of errors as Plotly figures: by landmarks or features, and by components.

Every figure takes `template`, a key of `palette.PALETTES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.charts.blank import Figure, blank
from kpca_core.drawing.palette import Palette

# Smaller errors of a curve are rounding; 0 has no place on a logarithmic axis.
CURVE_FLOOR = 1e-16

METHOD_SYMBOLS = ("circle", "square", "triangle-up", "diamond")


def error_curves(
    counts: Array, errors: Mapping[str, Array], current: int, label: str,
    *, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw errors against the number of landmarks or features, both on logarithmic axes.

    Parameters
    ----------
    counts : (s,) array
        The numbers of landmarks or features.
    errors
        Mapping, a curve (s,) for each method, NaN where it has no error.
    current : int
        The number that is marked.
    label : str
        Title of the figure.
    """
    figure, palette = blank_curves(
        template, len(errors), {"l": 50, "r": 10, "t": 34}, hovermode="closest",
        title={"text": label, "x": 0.01, "y": 0.985, "yanchor": "top", "font_size": 14},
    )  # fmt: skip
    for (method, values), colour, symbol in zip(
        errors.items(), palette.methods, METHOD_SYMBOLS, strict=False
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
        grid, title={"text": _("landmarks or features m"), "standoff": 6},
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
    rows = 19.5 * entries
    below = 46 + rows
    height = margin["t"] + 184 + below
    legend = {
        "orientation": "h", "xref": "container", "x": 0, "yref": "container", "y": rows / height,
        "yanchor": "top",
    }  # fmt: skip
    outside = {**margin, "b": below}
    return blank(template, height, margin=outside, legend=legend, showlegend=True, **layout)


def denoising_curves(
    counts: Sequence[int], curves: Mapping[str, Sequence[float | None]],
    levels: Mapping[str, float], label: str,
    *, logarithmic: bool = False, template: str = "plotly_white",
) -> Figure:  # fmt: skip
    """Draw errors by the number of components.

    Parameters
    ----------
    counts : sequence of int
    curves
        Mapping of names to an error for each count, None where there is none.
    levels
        Mapping of names to errors that do not depend on the count, drawn as dashed lines.
    label : str
        Of the axis of errors.
    logarithmic : bool
        Whether counts are on a logarithmic axis.
    """
    margin = {"l": 58, "r": 14, "t": 16}
    figure, palette = blank_curves(template, len(curves) + len(levels), margin)
    colours = palette.methods
    for k, (name, errors) in enumerate(curves.items()):
        mark = {"symbol": METHOD_SYMBOLS[k % len(METHOD_SYMBOLS)], "size": 7}
        line = {"width": 2, "dash": "solid" if k < len(colours) else "dot"}
        figure.add_scatter(
            x=list(counts), y=list(errors), name=name, mode="lines+markers", marker=mark,
            line={**line, "color": (*colours, palette.shade(0.85))[k % (len(colours) + 1)]},
            hovertemplate=_("{name}<br>{number} components<br>{error}<extra></extra>").format(
                name=name, number="%{x}", error="%{y:.4f}"
            ),
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
    # On an axis of a phone's width numbers of more than ten counts collide.
    every = -(-len(counts) // 10)
    # Plotly's own ranges leave out part of a line where the window has changed its width.
    low, high = (np.log10(ends) if logarithmic else np.array(ends, float)).tolist()
    aside = 0.03 * (high - low) or 0.4
    figure.update_xaxes(
        axis, title={"text": _("components d"), "standoff": 6}, tickangle=0, tickfont_size=11,
        tickvals=list(counts)[::every], range=[low - aside, high + aside],
        type="log" if logarithmic else "linear",
    )  # fmt: skip
    known = [error for errors in curves.values() for error in errors if error is not None]
    top = 1.08 * max((*known, *levels.values()), default=0.0) or 1.0
    return figure.update_yaxes(
        axis, title={"text": label, "standoff": 6}, range=[0, top], automargin=False
    )
