"""What a map looks like on every page, for figures that the canvas does not draw.

The numbers are those of ``assets/look.js``, which says what each of them is. Lengths are in CSS
pixels.
"""

from __future__ import annotations

import json
import math
from typing import Any

from kpca_core.drawing.canvas import ASSETS

_SOURCE = ASSETS.joinpath("look.js").read_text(encoding="utf-8")
LOOK: dict[str, Any] = json.loads(_SOURCE.partition(" = ")[2].rstrip("; \n"))

_MARKERS, _TICKS = LOOK["markers"], LOOK["ticks"]


def thinning(count: int) -> int:
    """Return of how many points one is drawn."""
    return max(1, -(-count // _MARKERS["most"]))


def crowding(count: int) -> float:
    """Return the factor by which the markers of so many points are smaller than those of a few."""
    crowd = max(0.0, math.log10(max(1, count) / _MARKERS["few"]))
    return float(1 - _MARKERS["crowding"] * crowd)


def marker_radius(count: int, width: float) -> float:
    """Return the radius of markers for a number of points that are drawn and a panel's width."""
    least, most = _MARKERS["radius"]
    return float(min(most, max(least, width * _MARKERS["share"] * crowding(count))))


def outline(radius: float) -> float:
    """Return the width of a marker's outline."""
    return float(min(_MARKERS["outline"], _MARKERS["outlineShare"] * radius))


def ticks(low: float, high: float, pixels: float, axis: str) -> int:
    """Return how many intervals Plotly has to be asked for so that its ticks are the canvas's.

    Plotly takes the smallest of 2, 5 and 10 times a power of ten that is at least the range by that
    number; the canvas the smallest of 1, 2 and 5 times one, of which two are to lie in the range.

    Parameters
    ----------
    low, high : the range
    pixels : the length of the axis
    axis : "across" or "up"
    """
    count = max(_TICKS["fewest"], min(_TICKS["most"], pixels / _TICKS[axis]))
    step = _step(low, high, count)
    return math.floor((high - low) / step * (1 + 1e-9)) + 1


def _step(low: float, high: float, count: float) -> float:
    """Return the distance of two ticks of the canvas, see `niceTicks` in ``assets/ticks.js``."""
    raw = (high - low) / count
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.9999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return _step(low, high, 2 * count) if last <= first and count < 8 else step
