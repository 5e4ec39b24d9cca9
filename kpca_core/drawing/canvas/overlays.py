"""What is drawn over the maps: arrows, the closest inputs, the functions of a limit.

The gradients are those of the functions, at the centres of the cells of a lattice. The closest
input is the point x whose image φ(x) has the largest |cosine| with the eigenvector v ([S] section
4.4). Sources: docs/notation.md.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import short
from kpca_core.grid import Region

# Arrows an axis: on a panel of 170 pixels, those of a phone, the longest are as long as wide bands.
ARROWS = 11


def lattice(region: Region) -> Array:
    """Return the points (ARROWS², 2) where arrows stand, row by row from the smallest y."""
    x, y = (low + (np.arange(ARROWS) + 0.5) / ARROWS * (high - low) for low, high in region)
    return np.column_stack([np.tile(x, ARROWS), np.repeat(y, ARROWS)])


def in_steps(slopes: Array | None) -> tuple[NDArray[np.int8] | None, Array | None]:
    """Return gradients (p, g, g, 2) as whole numbers of steps, and the largest |∇f| (p,).

    That of each panel has 127 steps. None and None for no gradients.
    """
    if slopes is None:
        return None, None
    steepest = np.hypot(slopes[..., 0], slopes[..., 1]).max(axis=(1, 2), initial=0.0)
    units = np.where(steepest > 0, steepest, 1.0)[:, None, None, None] / np.iinfo(np.int8).max
    return np.rint(slopes / units).astype(np.int8), steepest


def overlay_legend(picture: Picture) -> str:
    """Return what the arrows, the crosses and the band are, "" where there are none."""
    said = []
    if picture.slopes is not None:
        said.append(_("Arrows: the gradients ∇fⱼ, in each panel relative to the longest."))
    if picture.closest is not None:
        said.append(
            _("Crosses: the inputs whose images are closest in direction to the eigenvectors.")
        )
    if picture.standing is not None:
        said.append(
            _("Band over the eigenvalues: those of shuffled columns. {result}").format(
                result=picture.standing
            )
        )
    if picture.beside is not None:
        said.append(
            _(
                "Dashed lines, and marks at the bars: functions and eigenvalues of infinitely many "
                "points. A map's sentence, at the pointer too, names its function; the difference "
                "is the root mean square over the points, in parts of √λ."
            )
        )
    return " ".join(filter(None, [*said, picture.remark]))


def limit_words(picture: Picture) -> list[str]:
    """Return a text for each panel: the limit's function, and how far the sample's is from it."""
    said, beside = [""] * len(picture.fields), picture.beside
    if beside is None:
        return said
    for group in beside.limit.groups:
        names = _(", ").join(beside.limit.names[k] for k in group)
        what = _("Limit: a rotation of {names}") if len(group) > 1 else _("Limit: {names}")
        for j in (k for k in group if k < len(beside.errors)):
            value, error = short(beside.limit.eigenvalues[j]), short(beside.errors[j], 2)
            limit = what.format(names=names)
            said[j] = _("{limit}, with λ = {value}; difference {error}.").format(
                limit=limit, value=value, error=error
            )
    return said


def closest_words(picture: Picture) -> list[str]:
    """Return a text for each panel: its closest input and the cosine, "" without one."""
    if picture.closest is None:
        return [""] * len(picture.fields)
    return [_words(*row, region=picture.region) for row in picture.closest.tolist()]


def _words(x: float, y: float, cosine: float, *, region: Region) -> str:
    (x0, x1), (y0, y1) = region
    place = f"({x:.3g}, {y:.3g})".replace("-", "\N{MINUS SIGN}")
    said = f"{cosine:.2f}".replace("-", "\N{MINUS SIGN}")
    if x0 <= x <= x1 and y0 <= y <= y1:
        return _("Closest input {place}, cosine {cosine}.").format(place=place, cosine=said)
    return _("Closest input {place}, outside the map, cosine {cosine}.").format(
        place=place, cosine=said
    )
