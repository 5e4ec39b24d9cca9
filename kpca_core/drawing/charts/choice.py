"""What speaks for each kernel of a family, as curves over one parameter with the choice marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kpca_core._support.words import _, plural
from kpca_core.choosing import Advice
from kpca_core.drawing.charts.blank import Figure, blank

# Pixels of a curve.
HEIGHT = 150


def components(n: int) -> str:
    """Return a number of components in words."""
    return plural("{n} component", "{n} components", n).format(n=f"{n:,}")


def advice_curves(
    found: Advice, values: Sequence[float], axis: str, template: str = "plotly_white",
    *, is_log: bool = True,
) -> Figure:  # fmt: skip
    """Draw structure beyond chance, held-out error and angle, one above the other.

    Parameters
    ----------
    values
        (m,), of the parameter that differs from kernel to kernel.
    axis
        Title of the axis.
    is_log
        Whether it is logarithmic.
    """
    choice, k = found.choice, components(found.components)
    counts = [
        _("{components}<br>{share} % of the variance").format(
            components=components(int(count)), share=f"{100 * kept:.1f}"
        )
        for count, kept in zip(found.counts, choice.kept_by(found.counts), strict=True)
    ]
    held_out = _("held-out error, {components}").format(components=k)
    angle = _("angle in degrees, {components}").format(components=k)
    curves = [
        (_("structure beyond chance"), found.scores, counts),
        (held_out, found.errors, [f"{one:.3g}" for one in found.errors]),
        (angle, found.angles, [f"{one:.0f}°" for one in found.angles]),
    ]
    curves = [one for one in curves if np.isfinite(one[1]).any()]
    rows = len(curves)
    figure, palette = blank(template, HEIGHT * rows + 70, showlegend=False)
    colours = palette.methods
    ring = {"size": 11, "color": palette.background, "line": {"color": colours[0], "width": 2}}
    for row, (name, heights, said) in enumerate(curves):
        own, is_error = "" if row == 0 else str(row + 1), name == held_out
        figure.add_scatter(
            x=list(values), y=heights, mode="lines+markers", text=said, name=name,
            yaxis=f"y{own}", line={"color": colours[0], "width": 1.5}, marker={"size": 5},
            hovertemplate="%{x:.3~g}<br>%{text}<extra></extra>",
        )  # fmt: skip
        if is_error:
            best = found.held_out.chosen[0]
            figure.add_scatter(
                x=[values[best]], y=[heights[best]], yaxis=f"y{own}", mode="markers", marker=ring,
                name=_("least error"), hoverinfo="skip",
            )  # fmt: skip
        if found.count:
            figure.add_scatter(
                x=[values[found.chosen]], y=[heights[found.chosen]], yaxis=f"y{own}",
                mode="markers", name=_("chosen"), hoverinfo="skip",
                marker={"size": 9, "color": colours[1]},
            )  # fmt: skip
        figure.layout[f"yaxis{own}"] = {
            "domain": [1 - (row + 0.84) / rows, 1 - row / rows], "anchor": "x", "nticks": 4,
            "rangemode": "normal" if is_error else "tozero", "gridcolor": palette.shade(0.12),
            "tickformat": ".3~g",
        }  # fmt: skip
        figure.add_annotation(
            text=name, x=0, xref="paper", xanchor="left", y=1 - row / rows, yref="paper",
            yanchor="bottom", showarrow=False, font_size=12,
        )  # fmt: skip
    if found.count:
        at = values[found.chosen]
        line = {"color": colours[1], "width": 1}
        figure.add_shape(type="line", x0=at, x1=at, y0=0, y1=1, yref="paper", line=line)
    figure.update_layout(
        margin={"l": 56, "r": 16, "t": 28, "b": 44},
        xaxis={
            "title": axis, "anchor": f"y{rows}",
            **(log_axis(min(values), max(values)) if is_log else {"type": "linear"}),
        },
    )  # fmt: skip
    return figure


def log_axis(low: float, high: float) -> dict[str, Any]:
    """Return a logarithmic axis whose ticks read by themselves: 0.1, 0.3, 1, 3 and so on.

    Of a short axis 1, 2 and 5 of each decade, of a long one whole decades, at most eight in all.
    """
    decades = np.log10(high / low)
    each = (1, 2, 5) if decades < 1.5 else (1, 3) if decades < 3.5 else (1,)
    step = max(1, int(np.ceil(decades / 8)))
    first, last = int(np.floor(np.log10(low))), int(np.ceil(np.log10(high)))
    every = [float(f"{m}e{k}") for k in range(first, last + 1, step) for m in each]
    ticks = [one for one in every if low / 1.1 <= one <= high * 1.1]
    texts = [f"{one:g}" for one in ticks]
    return {"type": "log", "tickvals": ticks, "ticktext": texts, "tickangle": 0}
