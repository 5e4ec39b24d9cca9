"""A picture as a scene: spectrum, maps, facts, and one view of scores, features or kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.canvas.aspects import Scores, View, telling
from kpca_core.drawing.canvas.back import Place, placed
from kpca_core.drawing.canvas.indefinite import note, whole_of
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.overlays import in_steps, overlay_legend
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.said import sentences_of, shape_of
from kpca_core.drawing.canvas.slices import own_scores, slices_words, unlike
from kpca_core.drawing.canvas.words import (
    Display,
    description,
    facts,
    leading,
    scaled,
    shortfall,
    titles,
)
from kpca_core.drawing.scene import Made, Scene, Sheet, Slider, array, still, words
from kpca_core.drawing.sheets import Facts, Spectrum
from kpca_core.grid import Region


@dataclass(frozen=True, eq=False)
class Panels(Sheet):
    """The first eigenfunctions over the plane of the data, a map each.

    Parameters
    ----------
    fields, levels
        (p, ny, nx), and the values (p, L) of their isolines.
    points, labels
        (n, 2) and (n,).
    numbers
        (n,) by which a browser names the points; None for their rows.
    tint, tinted
        Of the column that colours the points in the scatter of the scores, see `picture.Tint`; None
        where their labels do.
    own
        (p, n), see `slices.own_scores`; None where maps are no slices.
    arrows, steepest, closest, limits
        Over the maps, see `overlays` and `picture.Picture`; None where there are none.
    region
        That the maps cover.
    telling
        The component that the labels explain best, from 1.
    unlike
        The maps that mislead about the scores, from 0.
    edit
        What a browser needs for changing points; None where a reader cannot.
    selected
        Numbers of the selected points; None where a reader cannot select any.
    titles, sentences
        Of each map.
    groups
        Names of the labels.
    slices
        Above maps that are slices.
    """

    kind: ClassVar[str] = "panels"

    fields: Array = array(np.float32, fine=True)
    levels: Array = array(np.float32)
    points: Array = array(np.float32, still=True)
    labels: NDArray[Any] = array(np.uint8, still=True)
    numbers: NDArray[Any] | None = array(np.uint32, still=True, default=None)
    tint: Made[NDArray[Any]] | None = array(np.uint8, still=True, default=None)
    tinted: Made[Mapping[str, Any]] | None = still(default=None)
    own: NDArray[Any] | None = array(np.int8, default=None)
    arrows: NDArray[Any] | None = array(np.int8, default=None)
    steepest: Array | None = array(np.float32, default=None)
    closest: Array | None = array(np.float32, default=None)
    limits: Array | None = array(np.float32, default=None)
    region: Region | None = still(default=None)
    telling: Made[int] = still(default=1)
    unlike: Made[Sequence[int]] = still(default=())
    edit: Made[Mapping[str, Any] | None] = still(default=None)
    selected: Made[Sequence[int] | None] = still(default=None)
    titles: Made[Sequence[str]] = words(default=())
    sentences: Made[Sequence[str]] = words(default=())
    groups: Made[Sequence[str]] = words(default=())
    slices: Made[str] = words(default="")


@dataclass(frozen=True, eq=False)
class Edited(Panels):
    """Maps whose points are being changed: a frame under the pointer has them, too."""

    points: Array = array(np.float32)
    labels: NDArray[Any] = array(np.uint8)
    numbers: NDArray[Any] | None = array(np.uint32, default=None)


def scene_of(
    picture: Picture,
    display: Display | None = None,
    sliders: Sequence[Slider] = (),
    *,
    view: View | None = None,
    moving: bool = False,
    edited: bool = False,
    place: Place | None = None,
    caption: Made[str] = "",
    file: Made[str] = "",
    **points: Any,
) -> Scene:
    """Return what ``assets/maps.js`` draws of a picture.

    Parameters
    ----------
    picture, display
        What is drawn, and how.
    sliders
        Above the spectrum, none for a picture that stands still.
    view
        What stands beside the maps; None for nothing.
    moving
        Whether something is dragged: the view then has fewer points.
    edited
        Whether points were changed since the frame at rest.
    place
        Of the scatter of the scores, with its pre-image; None for none.
    caption, file
        As for `Scene`.
    points
        ``numbers``, ``edit`` and ``selected`` of `Panels`.
    """
    display = display or Display(panels=len(picture.fields))
    heights, tint = levels(picture.fields), picture.tint
    arrows, steepest = in_steps(picture.slopes)
    shape = cache(partial(shape_of, picture))
    panels = (Edited if edited else Panels)(
        picture.fields, heights, picture.points, picture.labels,
        tint=tint.shares if tint else None, tinted=tint.scale if tint else None,
        own=own_scores(picture, heights),
        arrows=arrows, steepest=steepest, closest=picture.closest, limits=picture.limits,
        region=picture.region,
        telling=partial(telling, picture), unlike=partial(unlike, picture),
        titles=partial(titles, picture, display.scale),
        sentences=lambda: sentences_of(picture, shape()), groups=lambda: shape().groups,
        slices=partial(slices_words, picture), **points,
    )  # fmt: skip
    said = Facts(
        partial(facts, picture), partial(leading, picture), partial(_legend, picture, display)
    )
    beside = view.of(picture, moving) if view else None
    if place is not None and isinstance(beside, Scores):
        beside = placed(beside, picture, place)
    sheets = [
        spectrum_of(picture, display, moving=moving),
        panels,
        said,
        *([beside] if beside else []),
    ]
    return Scene(
        sheets, sliders, "explore", partial(description, picture, display),
        caption=caption, file=file,
    )  # fmt: skip


def spectrum_of(picture: Picture, display: Display, *, moving: bool = False) -> Spectrum:
    """Return the eigenvalues for drawing, to eight digits while something is dragged."""
    found, standing = picture.decomposition, picture.standing

    def listed(values: Array) -> list[float]:
        numbers: list[float] = values.tolist()
        return [float(f"{one:.8g}") for one in numbers] if moving else numbers

    def in_scale(values: Array) -> list[float]:
        return listed(scaled(found, values, display.scale))

    shuffled = [] if standing is None else [standing.shuffled.min(0), standing.shuffled.max(0)]
    cumulative = np.cumsum(found.shares)
    return Spectrum(
        in_scale(found.eigenvalues), in_scale(found.negative[:8]), len(picture.fields),
        partial(axis_label, picture, display),
        cumulative=listed(cumulative) if np.isfinite(cumulative).all() else (),
        groups=found.near_degenerate,
        chance=[in_scale(ends) for ends in shuffled],
        limit=listed(limit_in_scale(picture, display.scale)),
        whole=lambda: _(whole_of(found.expansion.kernel)),
    )  # fmt: skip


def limit_in_scale(picture: Picture, scale: str) -> Array:
    """Return the limit's eigenvalues as those of the picture are shown, none without a limit."""
    if picture.beside is None:
        return np.empty(0)
    limit = picture.beside.limit
    values = limit.eigenvalues[: len(picture.beside.errors)]
    factors = {"eigenvalue": float(picture.decomposition.n_samples), "fraction": 1 / limit.trace}
    return values * factors.get(scale, 1.0)


def axis_label(picture: Picture, display: Display) -> str:
    """Return what the axis of the eigenvalues is called."""
    if display.scale != "fraction":
        return _(display.label)
    whole = _(whole_of(picture.decomposition.expansion.kernel))
    return _("fraction of the {whole}").format(whole=whole)


def _legend(picture: Picture, display: Display) -> str:
    said = (shortfall(picture, display), overlay_legend(picture), note(picture.decomposition))
    return " ".join(filter(None, said))
