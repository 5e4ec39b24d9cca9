"""What a map looks like wherever it is drawn: ``assets/look.json``, which the canvas reads, too.

Lengths are in CSS pixels, those of ``print`` in inches.

themes
    background, and ink of the text as "r,g,b"; diverging colours in CIE LCh: ``lightness`` from the
    middle to the ends, then hue in degrees and chroma of either of the ``arms``; isolines and the
    zero line; bars of eigenvalues that are shown, further ones and negative ones; ``identities``,
    hues that stand out from the background by 3:1 and more, and carry letters in it by 4.5:1;
    ``errors`` from the smallest to the largest; ``methods`` of charts, after Okabe and Ito
srgb
    white point and matrix of sRGB (IEC 61966-2-1)
diverging
    powers of |t| that lightness and chroma grow with: both change fastest next to the middle,
    chroma more, so that the lowest bands show their sign, too
sequential
    every eighth part of viridis (Smith & van der Walt 2015)
errors
    log₁₀ at both ends of the scale, and the words of its ends and its middle
ink
    how much of the text's colour secondary text, faint lines and frames have
lines
    isolines on either side of zero, widths of isolines and of the zero line, line and gap of
    negative isolines
markers
    by label: shapes, and fills with their outlines. Regular polygons of about a circle's area:
    corners, turn in degrees, and how many radii they reach. A radius is a share of the panel's
    width within limits, smaller for more points than ``few``; of more than ``most`` points a part
    is drawn; ``legend`` is the radius in a line of text
arrows
    of gradients: the longest in cells of the lattice, its head in parts of an arrow, and the angle
    in radians between shaft and head
ticks
    pixels of an axis for each tick, fewest and most of them, length, size of numbers
title
    sizes of a map's title and of the ± beside it
numbers
    powers of ten stand below the smallest and from the largest number on
"""

from __future__ import annotations

import json
import math
from typing import Any

from kpca_core.drawing.canvas import ASSETS

LOOK: dict[str, Any] = json.loads(ASSETS.joinpath("look.json").read_text(encoding="utf-8"))


def crowding(count: int) -> float:
    """Return the factor by which the markers of so many points are smaller than those of a few."""
    look = LOOK["markers"]
    crowd = max(0.0, math.log10(max(1, count) / look["few"]))
    return float(1 - look["crowding"] * crowd)
