"""Frames: what the browser draws, packed as bytes.

A frame at rest is complete. While a slider is dragged a frame says what has changed since the frame
at rest with the same token: its fields have 8 bits and as many samples as panels have use for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import Array
from kpca_core.canvas.aspects import Aspect, View
from kpca_core.canvas.isolines import differences, isolines
from kpca_core.canvas.levels import levels
from kpca_core.canvas.picture import Picture
from kpca_core.canvas.sentences import words_of_points
from kpca_core.canvas.wire import deflated, encode
from kpca_core.canvas.words import Display, description, facts, shortfall, spectrum, titles

# Samples an axis that isolines are traced on while a slider is dragged: eight fields of 100² then
# take 1.6 ms instead of 12 ms, and lines move by less than 0.4 % of the panel's width.
MOVING_SAMPLES = 40
# The same over a slow line: isolines then have 7 kB instead of 10, of frames of 16 kB.
SLOW_SAMPLES = 28
# Steps of a moving field on either side of zero: 8 bits, and the largest value is in the last one.
# A band of colour has 21 of them.
_STEPS = 128 * (1 - 1e-9)


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
    key
        by which an address names the value; the name if empty
    """

    name: str
    label: str
    value: float
    min: float
    max: float
    log: bool = False
    integer: bool = False
    key: str = ""


def frame(
    picture: Picture,
    display: Display | None = None,
    sliders: Sequence[Slider] = (),
    reply: Mapping[str, Any] | None = None,
    *,
    view: View | None = None,
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
    view
        what is shown beside the maps; None offers no choice of it
    moving
        whether a slider is being dragged: isolines are then traced on fewer samples
    """
    display = display or Display(panels=len(picture.fields))
    fields, heights = picture.fields, levels(picture.fields)
    aspect = view.of(picture, moving) if view else None
    header = {
        **_said(picture, display, reply),
        **_beside(picture, view, aspect),
        "controls": [asdict(slider) for slider in sliders],
        "region": picture.region,
        "description": description(picture, display),
    }
    return encode(
        header,
        {
            "fields": fields.astype(np.float32),
            "levels": heights.astype(np.float32),
            "points": picture.points.astype(np.float32),
            "labels": picture.labels.astype(np.uint8),
            **isolines(fields, heights, samples=MOVING_SAMPLES if moving else None),
            **(aspect.arrays if aspect else {}),
        },
    )


def moving_frame(
    picture: Picture,
    display: Display,
    values: Mapping[str, float],
    reply: Mapping[str, Any],
    *,
    view: View | None = None,
    deflate: bool = False,
) -> bytes:
    """Pack what changes while a slider is dragged; the browser has the rest from `frame`.

    The fields are those of `field_steps`. Isolines are traced from the fields as they were.

    Parameters
    ----------
    picture, display, reply, view
        as for `frame`; ``reply["token"]`` is that of a complete frame which the browser holds
    values
        of the sliders, by name
    deflate
        whether the line is slow: isolines are traced on fewer samples, and the bytes deflated
    """
    fields, heights = picture.fields, levels(picture.fields)
    steps, scales = field_steps(fields)
    samples = SLOW_SAMPLES if deflate else MOVING_SAMPLES
    lines = isolines(fields, heights, samples)
    traced, unit = differences(lines, fields.shape[1:], samples)
    aspect = view.of(picture, moving=True) if view else None
    said = {**_said(picture, display, reply), **_beside(picture, view, aspect)}
    packed = encode(
        {**said, "moving": True, "values": values, "unit": unit},
        {
            "steps": steps,
            "scales": scales.astype(np.float32),
            "levels": heights.astype(np.float32),
            **traced,
            **(aspect.arrays if aspect else {}),
        },
    )
    return deflated(packed) if deflate else packed


def field_steps(fields: Array) -> tuple[NDArray[np.int8], Array]:
    """Return fields (p, ny, nx) in 8 bits, and the scales (p,).

    They become whole numbers s from -128 to 127 which stand for ``(s + 1/2) scales[j]``, so that no
    value loses its sign, however small. What is returned are their differences along both axes,
    modulo 256, which deflate well.
    """
    scales = np.abs(fields).max(axis=(1, 2), initial=0.0) / _STEPS
    scales[scales == 0] = 1.0
    steps = np.floor(fields / scales[:, None, None]).astype(np.int8)
    for axis in (1, 2):
        steps = np.diff(steps, axis=axis, prepend=np.int8(0))
    return steps, scales


def _said(picture: Picture, display: Display, reply: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the words and numbers that every frame has."""
    return {
        "request": 0,
        "token": "",
        "mark": "",
        **(reply or {}),
        "titles": titles(picture, display.scale),
        "spectrum": spectrum(picture, display),
        "facts": facts(picture),
        "legend": shortfall(picture, display) or None,
    }


def _beside(picture: Picture, view: View | None, aspect: Aspect | None) -> dict[str, Any]:
    """Return the sentences, and what is said of the view beside the maps."""
    return {
        **words_of_points(picture),
        "view": view.name if view else None,
        "aspect": aspect.header if aspect else None,
    }
