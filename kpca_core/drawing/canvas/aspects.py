"""What stands beside the maps: scores, feature space and Gram matrices, packed for a frame.

Each aspect has a bounded number of bytes, a line that says how to read it, the equation that it
shows, and a note where it does not show every point. Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Indices, evenly_spread
from kpca_core._support.words import _
from kpca_core.analysis.measures import explained
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.indefinite import said_of, whole_of
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from kpca_core.solvers.centring import centre_gram


@dataclass(frozen=True)
class Detail:
    """How much is drawn.

    Parameters
    ----------
    points : at most, with 12 bytes of coordinates each
    rows : of a Gram matrix, at most: two images of rows² bytes each
    nodes : an axis of the sheet, the image of the plane in feature space: 4 bytes a component each
    """

    points: int
    rows: int
    nodes: int


RESTING, MOVING = Detail(4000, 200, 25), Detail(1000, 100, 17)


@dataclass(frozen=True, eq=False)
class Aspect:
    """One view of a picture besides its maps.

    Parameters
    ----------
    header
        JSON-compatible: ``name``, ``how`` to read it, ``equation``, ``note``, and what the view's
        own JavaScript module reads
    arrays : by the names under which a frame holds them
    """

    header: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]


def scores(picture: Picture, view: View, moving: bool) -> Aspect:
    """Return the points by their scores (n', c) on the components `columns`, counted from 1."""
    found = picture.decomposition
    chosen, note = _chosen(len(picture.points), (MOVING if moving else RESTING).points)
    columns = view.columns(found, view.pair, moving)
    centred, is_psd = _centred(found), found.expansion.kernel.is_psd
    projection = f"vⱼ · (Φ(x){' − Φ̄' if centred else ''}) = " if is_psd else ""
    return Aspect(
        {
            "name": "scores",
            "columns": columns,
            "components": found.n_components,
            "how": _(
                "Each point stands where components {i} and {j} put it: points with similar "
                "scores on both lie together."
            ),
            "equation": f"fⱼ(x) = {projection}Σₚ aₚⱼ k(x, xₚ){' + bⱼ' if centred else ''}",
            "note": note,
        },
        {"scores": _parts(found.scores[chosen], columns), "drawn": chosen.astype(np.uint32)},
    )


def space(picture: Picture, view: View, moving: bool) -> Aspect:
    """Return points and sheet in feature space, the sheet with the values of components.

    The sheet is the image of the rectangle around the data; `values` (c, ny, nx) are those of the
    components `columns` at its nodes. Where the kernel has at most three features they place points
    `space` (n', 3) and nodes `sheet` (ny, nx, 3), and `axes` (c, 2, 3) hold each v from the
    smallest score to the largest; `cut` is that of `flat_cut`, where there is one. Elsewhere scores
    and values do, those of the first two components and of the third or the selected one.
    """
    found, kernel = picture.decomposition, picture.decomposition.expansion.kernel
    chosen, note = _chosen(len(picture.points), (MOVING if moving else RESTING).points)
    grid = _around(picture, (MOVING if moving else RESTING).nodes)
    dimension = kernel.feature_dimension(picture.data.shape[1])
    flat = dimension <= 3
    columns = view.columns(found, (view.j,) if flat else (1, 2, max(3, view.j)), moving)
    values = found.expansion.first(max(columns)).on_grid(grid)
    header: dict[str, Any] = {
        "name": "space",
        "what": _("The data in feature space") if kernel.is_psd else _("The data by their scores"),
        "columns": columns,
        "components": found.n_components,
        "note": note,
    }
    arrays = {
        "drawn": chosen.astype(np.uint32),
        "values": np.stack([_part(values, k) for k in columns]).astype(np.float32),
    }
    sheet = _("The sheet is the image of the plane, coloured by component {j}")
    if flat:
        names = kernel.feature_names(picture.data.shape[1])
        point = "x, y" if picture.table is None else "x"
        header |= {
            "names": list(names) + [""] * (3 - len(names)),
            "how": _(
                "Each point stands at its feature vector Φ(x). {sheet}; the arrow is its axis v."
            ).replace("{sheet}", sheet),
            "equation": f"Φ({point}) = ({', '.join(names)}), k(x, x′) = Φ(x) · Φ(x′)",
        }
        axes = [
            _padded(principal_axis(found, picture.data, k - 1))
            if k <= found.n_components
            else np.zeros((2, 3))
            for k in columns
        ]
        nodes = _padded(kernel.features(grid.rows)).reshape(len(grid.y), len(grid.x), 3)
        features = kernel.features(picture.data)
        cut = flat_cut(_padded(features), picture.labels)
        if cut is not None:
            said = _("The green plane is a flat cut between the two groups.")
            header["how"] = f"{header['how']} {said}"
            arrays["cut"] = cut.astype(np.float32)
        arrays |= {
            "space": _padded(features[chosen]).astype(np.float32),
            "sheet": nodes.astype(np.float32),
            "axes": np.stack(axes).astype(np.float32),
        }
    else:
        shares = found.shares
        header |= {
            "shares": shares.tolist() if np.isfinite(shares).all() else [],
            "whole": _(whole_of(kernel)),
            "how": _("{points}. {sheet}; the arrow is its axis.")
            .replace("{points}", _by_scores(found, picture.data.shape[1]))
            .replace("{sheet}", sheet),
            "equation": "x ↦ ({functions})",
        }
        arrays["scores"] = _parts(found.scores[chosen], columns)
    return Aspect(header, arrays)


def _by_scores(found: Decomposition, columns: int) -> str:
    """Say what the points stand at where feature space has more than three dimensions, or none."""
    if said := said_of(found):
        return _("{kernel} Each point stands at its scores on the components {axes}").replace(
            "{kernel}", said
        )
    return _(
        "Feature space has {dimensions}; each point stands at its coordinates along the principal "
        "axes {axes}"
    ).replace("{dimensions}", feature_count(found.expansion.kernel, columns))


def feature_count(kernel: Kernel, columns: int) -> str:
    """Return how many dimensions the feature space of points with so many columns has, in words.

    Such as "10,424,128 dimensions", "at most 12 dimensions" for sums and products, whose columns
    may depend on each other, and "infinitely many dimensions".
    """
    dimension = kernel.feature_dimension(columns)
    if dimension == math.inf:
        return _("infinitely many dimensions")
    if kernel.features_depend:
        return _("at most {n} dimensions").format(n=f"{dimension:,}")
    return _("{n} dimensions").format(n=f"{dimension:,}")


def gram(picture: Picture, view: View, moving: bool) -> Aspect:
    """Return K and K̃ (r, r) of points sorted by label, each a whole number of steps from `low`."""
    kernel = picture.decomposition.expansion.kernel
    by_label = np.argsort(picture.labels, kind="stable")
    rows, note = _chosen(len(by_label), (MOVING if moving else RESTING).rows)
    order = by_label[rows]
    K = kernel.gram_matrix(picture.data[order])
    matrices = {"gram": K, "centred": centre_gram(K.copy())}
    if note:
        note = _("{note}; K̃ is centred over these").format(note=note)
    dtype = np.uint8 if moving else np.uint16
    scales, packed = {}, {}
    for name, matrix in matrices.items():
        low, step = float(matrix.min()), float(np.ptp(matrix)) / np.iinfo(dtype).max or 1.0
        scales[name] = [low, step]
        packed[name] = np.rint((matrix - low) / step).astype(dtype)
    return Aspect(
        {
            "name": "gram",
            "scales": scales,
            "how": _(
                "The pixel in row i and column j compares the points i and j, sorted by label: a "
                "square on the diagonal is a group of points that are alike to the kernel."
            ),
            "equation": "K[i, j] = k(xᵢ, xⱼ),  K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ",
            "note": note,
        },
        {**packed, "order": order.astype(np.uint32)},
    )


Make = Callable[[Picture, "View", bool], Aspect]
ASPECTS: Mapping[str, Make] = {"scores": scores, "space": space, "gram": gram}


@dataclass(frozen=True)
class View:
    """The view that stands beside the maps.

    Parameters
    ----------
    name : a key of ASPECTS, or "maps" for the maps alone
    i
        the component across in the scatter, counted from 1; None for the first, or where that is
        selected the second
    j : the selected component
    """

    name: str = "maps"
    i: int | None = None
    j: int = 1

    def of(self, picture: Picture, moving: bool = False) -> Aspect | None:
        """Return what this view shows of a picture, None for the maps alone or no component."""
        shown = picture.decomposition.n_components and len(picture.points)
        make = ASPECTS.get(self.name) if shown else None
        return make(picture, self, moving) if make else None

    @property
    def pair(self) -> tuple[int, int]:
        """The components of the scatter, across and up: in their order unless `i` says another."""
        if self.i in (None, self.j):
            return (1, max(2, self.j))
        return (self.i or 1, self.j)

    @staticmethod
    def columns(found: Decomposition, needed: Iterable[int], moving: bool) -> list[int]:
        """Return which components a frame holds: at rest the first 16, which can be selected."""
        every = () if moving else range(1, min(found.n_components, 16) + 1)
        return sorted({*every, *needed})


def telling(picture: Picture) -> int:
    """Return the component, counted from 1, that the labels explain best.

    Measured by the share of the scores' sum of squares that the means of the labels explain, over
    the components that have a map; where they explain less than half of each it is the first.
    """
    scores = picture.decomposition.scores[:, : len(picture.fields)]
    if not scores.size:
        return 1
    design = (picture.labels[:, None] == np.unique(picture.labels)).astype(float)
    shares = explained(design, scores - scores.mean(axis=0))
    best = int(np.argmax(shares))
    # Labels that explain less than half of a component do not say which one to look at.
    return 1 + best if shares[best] >= 0.5 else 1


def principal_axis(found: Decomposition, X: Array, j: int) -> Array:
    """Return principal axis `j` (0-based) from the smallest score to the largest, (2, M).

    v combines the feature vectors with the coefficients of the expansion ([S] eq. 2.8); the axis
    passes their mean, or the origin where they are not centred.
    """
    expansion = found.expansion
    v = expansion.kernel.features(expansion.points).T @ expansion.coefficients[:, j]
    zero = expansion.kernel.features(X).mean(axis=0) if _centred(found) else np.zeros(len(v))
    own = found.scores[:, j]
    return zero + np.outer([own.min(), own.max()], v)


def flat_cut(points: Array, labels: NDArray[Any], nodes: int = 25) -> Array | None:
    """Return nodes (nodes, nodes, 3) of a plane that separates two groups of points (n, 3).

    It stands at right angles to Fisher's discriminant, in the middle of the gap between the groups;
    None where that direction leaves no gap, or there are not two labels.
    """
    known = np.unique(labels)
    if len(known) != 2 or np.ptp(points, axis=0).min() == 0:
        return None
    groups = [points[labels == one] for one in known]
    means = [group.mean(axis=0) for group in groups]
    within = np.sum([(g - m).T @ (g - m) for g, m in zip(groups, means, strict=True)], axis=0)
    normal = np.linalg.lstsq(within, means[1] - means[0], rcond=None)[0]
    normal /= np.linalg.norm(normal) or 1.0
    low, high = float((groups[0] @ normal).max()), float((groups[1] @ normal).min())
    if not low < high:
        return None
    plane = np.linalg.svd(normal[None])[2][1:]
    across = points @ plane.T
    a, b = (np.linspace(*ends, nodes) for ends in zip(across.min(0), across.max(0), strict=True))
    u, v = np.meshgrid(a, b)
    return np.asarray((low + high) / 2 * normal + u[..., None] * plane[0] + v[..., None] * plane[1])


def _centred(found: Decomposition) -> bool:
    return bool(found.expansion.offsets.any())


def _chosen(n: int, most: int) -> tuple[Indices, str]:
    """Return at most `most` of n indices, evenly spread, and a note if they are not all."""
    if n <= most:
        return evenly_spread(n, most), ""
    said = _("{drawn} of {n} points, evenly spread").format(drawn=f"{most:,}", n=f"{n:,}")
    return evenly_spread(n, most), said


def _parts(scores: Array, columns: Sequence[int]) -> NDArray[np.float32]:
    """Return the scores (n, c) on these components."""
    return np.column_stack([_part(scores.T, k) for k in columns]).astype(np.float32)


def _part(values: Array, k: int) -> Array:
    """Return values[k − 1]; zeros for a component that does not exist."""
    return values[k - 1] if k <= len(values) else np.zeros(values.shape[1:])


def _padded(points: Array) -> Array:
    """Return points in three coordinates: missing ones are 0."""
    return np.pad(points, ((0, 0), (0, 3 - points.shape[1])))


def _around(picture: Picture, nodes: int) -> Grid:
    """Return the nodes of the sheet."""
    low, high = picture.points.min(axis=0), picture.points.max(axis=0)
    extent = high - low
    if not (extent > 0).all():
        return Grid.over(picture.region, nodes, picture.plane)
    # Farther from the data the features of a polynomial grow so large that points would be a speck.
    low, high = low - 0.05 * extent, high + 0.05 * extent
    return Grid.over(((low[0], high[0]), (low[1], high[1])), nodes, picture.plane)
