"""Arrows of gradients and crosses at closest inputs, as the live panels draw them over a map.

See `kpca_core.drawing.canvas.overlays` for what they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core.drawing.canvas.overlays import lattice
from kpca_core.grid import Region

if TYPE_CHECKING:
    from kpca_core.drawing.charts.blank import Figure

# Length of the longest arrow in cells of the lattice; of its head, in parts of an arrow, with the
# angle in radians between shaft and each side.
ARROW, HEAD, HEAD_ANGLE = 1.25, 0.36, 0.45


def arrow_lines(slopes: Array, region: Region) -> Array:
    """Return the arrows of gradients (g, g, 2) as lines (6·n, 2) in units of the data.

    Six points an arrow: shaft, one side of the head, the tip, the other side, and NaN, which ends
    the line.
    """
    places, flat = lattice(region), slopes.reshape(-1, 2)
    cell = min(high - low for low, high in region) / len(slopes)
    steepest = float(np.hypot(*flat.T).max(initial=0.0))
    if not steepest:
        return np.empty((0, 2))
    half = flat * (0.5 * ARROW * cell / steepest)
    tip, turned = places + half, []
    for angle in (HEAD_ANGLE, -HEAD_ANGLE):
        c, s = np.cos(angle), np.sin(angle)
        turned.append(tip - 2 * HEAD * half @ np.array([[c, s], [-s, c]]))
    gap = np.full_like(tip, np.nan)
    return np.stack([places - half, tip, turned[0], tip, turned[1], gap], axis=1).reshape(-1, 2)


def add_overlay(
    figure: Figure, slopes: Array | None, closest: Array | None, region: Region, **more: Any
) -> None:
    """Add to a map the arrows of gradients (g, g, 2) and the cross (x, y, cosine).

    `more` are further properties of the traces, such as their axes.
    """
    ink, paper = figure.layout.font.color, figure.layout.paper_bgcolor
    if slopes is not None:
        x, y = arrow_lines(slopes, region).T
        for colour, width in ((paper, 3.2), (ink, 1.2)):
            figure.add_scatter(
                x=x, y=y, mode="lines", hoverinfo="skip", name="∇f",
                line={"color": colour, "width": width}, **{"showlegend": colour == ink, **more},
            )  # fmt: skip
    if closest is not None:
        x, y, cosine = closest.tolist()
        figure.add_scatter(
            x=[x], y=[y], mode="lines+markers", name="closest input",
            marker={"symbol": "x", "size": 12, "color": ink,
                    "line": {"color": paper, "width": 1.5}},
            hovertemplate=f"closest input, cosine {cosine:.2f}<br>x %{{x:.4~g}}<br>y %{{y:.4~g}}"
            "<extra></extra>", **more,
        )  # fmt: skip
