"""One frame: everything that the browser draws, packed as bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kpca_core.canvas.isolines import isolines
from kpca_core.canvas.levels import levels
from kpca_core.canvas.picture import Picture
from kpca_core.canvas.wire import encode
from kpca_core.canvas.words import Display, description, facts, shortfall, spectrum, titles

# Samples an axis that isolines are traced on while a slider is dragged: eight fields of 100² then
# take 1.6 ms instead of 12 ms, and lines move by less than 0.4 % of the panel's width.
MOVING_SAMPLES = 40


@dataclass(frozen=True)
class Slider:
    """A parameter that a reader can drag.

    Parameters
    ----------
    name
        by which the browser sends its value
    label
        before the slider
    value, min, max
        where it stands, and its ends
    log, integer
        whether its positions are logarithmic, and whether its values are integers
    """

    name: str
    label: str
    value: float
    min: float
    max: float
    log: bool = False
    integer: bool = False


def frame(
    picture: Picture,
    display: Display | None = None,
    sliders: Sequence[Slider] = (),
    reply: Mapping[str, Any] | None = None,
    *,
    moving: bool = False,
) -> bytes:
    """Pack a picture into the bytes that ``assets/drawing.js`` draws.

    Parameters
    ----------
    picture, display
        what is drawn, and how
    sliders
        above the spectrum, none for a picture that stands still
    reply
        how this frame answers the browser: ``request`` is the newest request that it answers
        (an integer, 0 if none was made), ``token`` names the settings that the sliders belong to,
        ``mark`` this very picture; the browser returns the last two with its next request
    moving
        whether a slider is being dragged: isolines are then traced on fewer samples
    """
    display = display or Display(panels=len(picture.fields))
    fields, heights = picture.fields, levels(picture.fields)
    header = {
        "request": 0,
        "token": "",
        "mark": "",
        **(reply or {}),
        "controls": [asdict(slider) for slider in sliders],
        "region": picture.region,
        "titles": titles(picture, display.scale),
        "spectrum": spectrum(picture, display),
        "facts": facts(picture),
        "description": description(picture, display),
        "legend": shortfall(picture, display) or None,
    }
    return encode(
        header,
        {
            "fields": fields.astype(np.float32),
            "levels": heights.astype(np.float32),
            "points": picture.points.astype(np.float32),
            "labels": picture.labels.astype(np.uint8),
            **isolines(fields, heights, samples=MOVING_SAMPLES if moving else None),
        },
    )
