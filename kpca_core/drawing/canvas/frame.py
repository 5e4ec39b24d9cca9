"""Frames: what the browser draws, packed as bytes.

A frame at rest is complete. While a slider is dragged a frame says what has changed since the frame
at rest that the browser asked from: its fields have BITS bits and as many samples as panels have
use for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.drawing.canvas.aspects import Aspect, View, telling
from kpca_core.drawing.canvas.indefinite import note
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.overlays import overlay_arrays, overlay_legend
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.said import words_of_points
from kpca_core.drawing.canvas.slices import drawn_beside, unlike
from kpca_core.drawing.canvas.steps import BITS, quantised
from kpca_core.drawing.canvas.wire import deflated, encode
from kpca_core.drawing.canvas.words import (
    Display,
    bars,
    description,
    facts,
    leading,
    shortfall,
    spectrum,
    titles,
)
from kpca_core.drawing.scene import Slider


def frame(
    picture: Picture,
    display: Display | None = None,
    sliders: Sequence[Slider] = (),
    reply: Mapping[str, Any] | None = None,
    *,
    view: View | None = None,
    numbers: NDArray[Any] | None = None,
) -> bytes:
    """Pack a picture into the bytes that ``assets/drawing.js`` draws.

    Parameters
    ----------
    picture, display : what is drawn, and how
    sliders : above the spectrum, none for a picture that stands still
    reply
        how this frame answers the browser: ``n`` is the largest number that it takes into account
        (an integer, 0 if none was sent, see ``assets/numbers.js``), ``page`` and ``address`` name
        the settings that the sliders belong to, ``address`` and ``signs`` this very picture; the
        browser returns them with its next question
    view : what is shown beside the maps; None offers no choice of it
    numbers : (n,) by which the browser names the points that a reader changes
    """
    return encode(*parts(picture, display, sliders, reply, view=view, numbers=numbers))


def parts(
    picture: Picture,
    display: Display | None = None,
    sliders: Sequence[Slider] = (),
    reply: Mapping[str, Any] | None = None,
    *,
    view: View | None = None,
    numbers: NDArray[Any] | None = None,
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the arrays of `frame`, which takes the same."""
    display = display or Display(panels=len(picture.fields))
    fields, heights = picture.fields, levels(picture.fields)
    aspect = view.of(picture) if view else None
    header = {
        "n": 0,
        **(reply or {}),
        "spectrum": spectrum(picture, display),
        **_beside(view, aspect),
        **_words(picture, display),
        **_tint(picture)[0],
        "telling": telling(picture),
        "unlike": unlike(picture),
        "controls": [asdict(slider) for slider in sliders],
        "region": picture.region,
        "description": description(picture, display),
    }
    arrays = {
        "fields": fields.astype(np.float32),
        "levels": heights.astype(np.float32),
        **_points(picture, numbers),
        **_tint(picture)[1],
        **drawn_beside(picture, heights),
        **overlay_arrays(picture),
        **(aspect.arrays if aspect else {}),
    }
    return header, arrays


def moving_frame(
    picture: Picture,
    display: Display,
    values: Mapping[str, float],
    reply: Mapping[str, Any],
    *,
    view: View | None = None,
    deflate: bool = False,
    words: bool = True,
    numbers: NDArray[Any] | None = None,
) -> bytes:
    """Pack what changes while a slider is dragged; the browser has the rest from `frame`.

    The fields are `steps.quantised`.

    Parameters
    ----------
    picture, display, reply, view
        as for `frame`; the browser holds the complete frame from which it asked
    values : of the sliders, by name
    deflate : whether the connection is slow: the bytes are then deflated
    words : whether the frame has titles, sentences and facts; the browser keeps its own otherwise
    numbers : as for `frame`; None where the points are those of the complete frame
    """
    fields, heights = picture.fields, levels(picture.fields)
    steps, scales = quantised(fields, BITS)
    aspect = view.of(picture, moving=True) if view else None
    header = {
        "n": 0,
        **(reply or {}),
        "spectrum": spectrum(picture, display) if words else bars(picture, display.scale),
        **_beside(view, aspect),
        **(_words(picture, display) if words else {}),
        "moving": True,
        "values": values,
    }
    packed = encode(
        header,
        {
            "steps": steps,
            "scales": scales,
            "levels": heights.astype(np.float32),
            **({} if numbers is None else _points(picture, numbers)),
            **drawn_beside(picture, heights),
            **overlay_arrays(picture),
            **(aspect.arrays if aspect else {}),
        },
    )
    return deflated(packed) if deflate else packed


def _points(picture: Picture, numbers: NDArray[Any] | None) -> dict[str, NDArray[Any]]:
    named = {} if numbers is None else {"numbers": numbers.astype(np.uint32)}
    return {
        "points": picture.points.astype(np.float32),
        "labels": picture.labels.astype(np.uint8),
        **named,
    }


def _tint(picture: Picture) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return what the scatter of the scores is coloured by: name and range, and a byte a point."""
    if picture.tint is None:
        return {}, {}
    values = picture.tint.values
    low, high = float(values.min()), float(values.max())
    shares = (values - low) / ((high - low) or 1.0)
    header = {"name": picture.tint.name, "low": low, "high": high}
    return {"tint": header}, {"tint": np.rint(255 * shares).astype(np.uint8)}


def _words(picture: Picture, display: Display) -> dict[str, Any]:
    """Return what a reader reads on the maps and beside them."""
    legend = (shortfall(picture, display), overlay_legend(picture), note(picture.decomposition))
    return {
        "titles": titles(picture, display.scale),
        **words_of_points(picture),
        "facts": facts(picture),
        "leading": leading(picture),
        "legend": " ".join(filter(None, legend)) or None,
    }


def _beside(view: View | None, aspect: Aspect | None) -> dict[str, Any]:
    """Return the header of the view beside the maps."""
    return {
        "view": view.name if view else None,
        "aspect": aspect.header if aspect else None,
    }
