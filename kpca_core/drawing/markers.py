"""Markers of data points, as the canvas draws them: both shape and fill show the label."""

from __future__ import annotations

import math
from urllib.parse import quote

from kpca_core.drawing.canvas.look import LOOK, outline

_LOOK = LOOK["markers"]


def shape_of(label: int) -> str:
    """Return the shape of a label's marker."""
    shapes = _LOOK["shapes"]
    return str(shapes[label % len(shapes)])


def colours_of(label: int) -> tuple[str, str]:
    """Return the fill and the outline of a label's marker."""
    fills = _LOOK["fills"]
    fill, edge = fills[label % len(fills)]
    return fill, edge


def drawing_of(label: int) -> str:
    """Return the marker of a label as an HTML image, for a line of text."""
    shape, (fill, edge), radius = shape_of(label), colours_of(label), _LOOK["legend"]
    side = math.ceil(2 * radius + 3)
    style = (
        f'fill="{fill}" stroke="{edge}" stroke-width="{outline(radius)}" stroke-linejoin="round"'
    )
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
