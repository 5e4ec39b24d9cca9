"""Noisy points, their pre-images and the objective of one of them as a scene."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _, plural
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.words import number
from kpca_core.drawing.scene import Scene, Sheet, Slider, array, still, words
from kpca_core.drawing.sheets import Facts, Maps, Tile
from kpca_core.feature_space.preimage import PreImages
from kpca_core.feature_space.preimage.path import Way
from kpca_core.grid import Region


@dataclass(frozen=True, eq=False)
class Errors:
    """Root mean square distances of points.

    Parameters
    ----------
    curve, clean : float
        From the curve, ring or centre that each belongs to, and from the point without noise.
    """

    curve: float
    clean: float


@dataclass(frozen=True, eq=False)
class Denoising:
    """What a frame shows.

    Parameters
    ----------
    points, linear
        (n, 2) arrays, the noisy points, and what linear PCA makes of them.
    images : PreImages
        Of all points.
    labels : (n,) array of int
    curves
        Sequence of (k, 2) arrays, what is under the noise; a single place for k = 1.
    region
        ((x₀, x₁), (y₀, y₁)).
    objective : (ny, nx) array or None
        ‖φ(y) − P φ(x)‖² over the region for the chosen point x; None for an indefinite kernel,
        which has no such distance.
    chosen : int
        Its index.
    picked : bool
        Whether a reader chose it: only then the objective is drawn.
    ways
        Mapping of the methods' names to their ways from it.
    method : str
        The one that the images come from.
    d : int
        Components kept.
    eigenvalues : (d,) array
        Theirs.
    before, after, without_kernel : Errors
        Of points, images and linear.
    milliseconds : float
        That all of this took.
    """

    points: Array
    linear: Array
    images: PreImages
    labels: NDArray[np.int64]
    curves: Sequence[Array]
    region: Region
    objective: Array | None
    chosen: int
    picked: bool
    ways: Mapping[str, Way]
    method: str
    d: int
    eigenvalues: Array
    before: Errors
    after: Errors
    without_kernel: Errors
    milliseconds: float

    @property
    def stuck(self) -> int:
        """How many of the images have not converged."""
        return int(np.count_nonzero(~self.images.converged))


@dataclass(frozen=True, eq=False)
class NoisyMaps(Maps):
    """Maps whose points follow the noise, with the curves that these come from.

    Parameters
    ----------
    curve, starts
        (v, 2) and (c + 1,) arrays, the vertices of the curves, one after the other, and where each
        begins.
    """

    region: Region
    _: KW_ONLY
    points: Array | None = array(np.float32, default=None)
    curve: Array = array(np.float32, still=True)
    starts: Array = array(np.uint32, still=True)


@dataclass(frozen=True, eq=False)
class Ways(Sheet):
    """The chosen point, and the ways of the methods from it.

    Parameters
    ----------
    chosen, picked, method
        As of `Denoising`.
    methods
        ``name``, ``label``, and ``why`` one cannot be chosen, "" where it can.
    fixed
        Keys of what a reader cannot choose, of "point" and "method".
    low
        The smallest value of the objective, which is drawn as its difference from this.
    path : (v, 2) array
        The vertices of all legs.
    starts, owners
        (l + 1,) and (l,) arrays, where each leg begins, and the place of its method.
    objectives, iterations, converged
        (n,) arrays, of the images of all points.
    ends
        a row of the table for each method.
    """

    kind = "ways"
    chosen: int
    picked: bool
    method: str
    low: float
    methods: Sequence[Mapping[str, Any]] = words()
    fixed: Sequence[str] = still()
    path: Array = array(np.float32)
    starts: Array = array(np.uint32)
    owners: Array = array(np.uint8)
    objectives: Array = array(np.float32)
    iterations: Array = array(np.uint16)
    converged: NDArray[np.bool_] = array(np.uint8)
    ends: Sequence[Mapping[str, Any]] = words()


def denoising_scene(
    found: Denoising,
    sliders: Sequence[Slider],
    methods: Sequence[Mapping[str, Any]],
    *,
    fixed: Sequence[str] = (),
    notes: Sequence[str] = (),
    truth: str = N_("the true curve"),
    caption: str = "",
    file: str = "",
) -> Scene:
    """Return what ``assets/denoise/scene.js`` draws.

    Parameters
    ----------
    found
        What is shown.
    sliders
        Above the maps.
    methods, fixed
        As for `Ways`.
    notes
        Sentences on what differs from what was asked for.
    truth
        What the distances are from, in words.
    caption, file
        As for `Scene`.
    """
    truth, images = _(truth), found.images
    low = 0.0 if found.objective is None else float(found.objective.min())
    # Negative, in blue: arrows and points stand out from it.
    fields = None if found.objective is None else (low - found.objective)[None]
    curves = [np.asarray(curve) for curve in found.curves]
    far = _("{title} from {truth}")
    tiles = [
        Tile(far.format(title=title, truth=truth), short=title, images=one)
        for title, one in zip(_titles(found), (images.points, found.linear), strict=True)
    ]
    maps = NoisyMaps(
        tiles, found.region, fields, None if fields is None else levels(fields),
        points=found.points, labels=found.labels, curve=np.concatenate(curves),
        starts=np.cumsum([0, *map(len, curves)]),
    )  # fmt: skip
    path, starts, owners = _paths(found, methods)
    ways = Ways(
        found.chosen, found.picked, found.method, low, methods, fixed, path, starts, owners,
        images.objective, np.minimum(images.iterations, 65535), images.converged,
        [_end(found, one) for one in methods if one["name"] in found.ways],
    )  # fmt: skip
    said = facts(found, truth)
    # The technical ones are folded, unless some points have no pre-image that was converged to.
    summary = Facts(said, len(said) if found.stuck else 2, " ".join(notes))
    return Scene(
        [maps, ways, summary], sliders, "denoise", description(found, truth), caption=caption,
        file=file,
    )  # fmt: skip


def facts(found: Denoising, truth: str) -> list[str]:
    """Return what was computed and how it went, in short phrases; see `description` for `truth`."""
    images, n = found.images, len(found.points)
    steps = int(images.iterations.max(initial=0))
    mean = _("mean objective {value}").format(value=number(float(images.objective.mean())))
    most = _("{done} of {n} converged, {steps} steps at most")
    converged = most if steps else _("{done} of {n} converged")
    cleaned = _("from the points without noise: {before} → {after}, by linear PCA {linear}")
    return [
        f"n = {n}",
        _("above the maps: root mean square distance from {truth}, before → after").format(
            truth=truth
        ),
        plural("{n} component", "{n} components", found.d).format(n=f"{found.d:,}"),
        converged.format(done=n - found.stuck, n=n, steps=steps),
        *([] if found.objective is None else [mean]),
        cleaned.format(
            before=number(found.before.clean), after=number(found.after.clean),
            linear=number(found.without_kernel.clean),
        ),
        f"{found.milliseconds:.0f} ms",
    ]  # fmt: skip


def description(found: Denoising, truth: str) -> str:
    """Return the text alternative of the picture."""
    said = _(
        "{n} noisy points with their pre-images from {d} components by the method {method}. Root "
        "mean square distance from {truth}: {before} before, {after} after, {linear} by linear "
        "PCA. "
    ).format(
        n=len(found.points), d=found.d, method=found.method, truth=truth,
        before=number(found.before.curve), after=number(found.after.curve),
        linear=number(found.without_kernel.curve),
    )  # fmt: skip
    if found.stuck:
        return said + _("{n} points have not converged.").format(n=found.stuck)
    return said + _("All points have converged.")


def _titles(found: Denoising) -> list[str]:
    before = number(found.before.curve)
    pairs = ((_("Kernel PCA"), found.after), (_("Linear PCA"), found.without_kernel))
    return [f"{name}: {before} → {number(errors.curve)}" for name, errors in pairs]


def _end(found: Denoising, method: Mapping[str, Any]) -> dict[str, Any]:
    """Return how one method came out for the chosen point, as a row of the table."""
    way = found.ways[method["name"]].found
    return {
        "name": method["name"],
        "label": method["label"],
        "objective": "–" if found.objective is None else number(float(way.objective[0])),
        "steps": int(way.iterations[0]),
        "converged": bool(way.converged[0]),
    }


def _paths(found: Denoising, methods: Sequence[Mapping[str, Any]]) -> tuple[Array, Array, Array]:
    """Return the vertices of all legs, where each begins, and the place of its method."""
    legs: list[Array] = []
    owners: list[int] = []
    for place, method in enumerate(methods):
        way = found.ways.get(method["name"])
        passed = (leg[np.isfinite(leg).all(axis=1)] for leg in (way.legs if way else ()))
        # A descent of more steps moves by less than a pixel in the end.
        legs += [leg[:200] for leg in passed if len(leg)]
        owners += [place] * (len(legs) - len(owners))
    vertices = np.concatenate([np.empty((0, 2)), *legs])
    return vertices, np.cumsum([0, *map(len, legs)]), np.array(owners, dtype=float)
