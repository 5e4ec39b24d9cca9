"""Markers of data points, as the canvas draws them: both shape and fill show the label."""

from __future__ import annotations

import math
from typing import Any
from urllib.parse import quote

from kpca_core.drawing.canvas.look import LOOK, marker_radius, outline

_LOOK = LOOK["markers"]
# Plotly's name of a shape, and how far it reaches from its middle in radii; triangles of Plotly are
# lower than the canvas's, which have the area of these.
_PLOTLY = {
    "circle": ("circle", 1.0),
    "square": ("square", math.sqrt(2)),
    "triangle": ("triangle-up", 1.155),
    "diamond": ("diamond", 1.3),
    "down": ("triangle-down", 1.155),
    "hexagon": ("hexagon2", 1.0),
}


def marker_of(label: int, count: int, width: float) -> dict[str, Any]:
    """Return the marker of a label for Plotly.

    Parameters
    ----------
    label : int
    count : how many points are drawn
    width : of the map in pixels
    """
    radius = marker_radius(count, width)
    shape, (fill, edge) = shape_of(label), colours_of(label)
    _, _, reach = _LOOK["polygons"].get(shape, (0, 0, 1.0))
    symbol, own = _PLOTLY[shape]
    return {
        "symbol": symbol, "size": 2 * radius * reach / own,
        "color": fill, "line": {"color": edge, "width": outline(radius)},
    }  # fmt: skip


def shape_of(label: int) -> str:
    """Return the shape of a label's marker."""
    shapes = _LOOK["shapes"]
    return str(shapes[label % len(shapes)])


def colours_of(label: int) -> tuple[str, str]:
    """Return the fill and the outline of a label's marker."""
    fills = _LOOK["fills"]
    fill, edge = fills[label % len(fills)]
    return fill, edge


def drawing_of(label: int, radius: float) -> str:
    """Return the marker of a label as an HTML image, for a line of text; `radius` is in pixels."""
    shape, (fill, edge), width = shape_of(label), colours_of(label), outline(radius)
    side = math.ceil(2 * radius + 3)
    style = f'fill="{fill}" stroke="{edge}" stroke-width="{width}" stroke-linejoin="round"'
    if shape in _LOOK["polygons"]:
        count, turn, reach = _LOOK["polygons"][shape]
        reach *= radius
        angles = (math.radians(turn + 360 * i / count) for i in range(count))
        places = " ".join(f"{reach * math.cos(a):.2f},{reach * math.sin(a):.2f}" for a in angles)
        drawn = f'<polygon points="{places}" {style}/>'
    else:
        drawn = f'<circle r="{radius}" {style}/>'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
        f'viewBox="{-side / 2} {-side / 2} {side} {side}">{drawn}</svg>'
    )
    return f'<img alt="" src="data:image/svg+xml,{quote(svg)}">'
