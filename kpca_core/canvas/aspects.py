"""What stands beside the maps: scores, feature space and Gram matrices, packed for a frame.

Each aspect has a bounded number of bytes, a line that says how to read it, the equation that it
shows, and a note where it does not show every point. Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import Array, Indices, evenly_spread
from kpca_core.canvas.indefinite import said_of, whole_of
from kpca_core.canvas.picture import Picture
from kpca_core.centring import centre_gram
from kpca_core.decomposition import Decomposition
from kpca_core.grid import Grid
from kpca_core.kernels import Cosine, Kernel, Linear, Polynomial, Product, Scaled, Sum

# Points that are drawn, at rest and while a slider is dragged: 48 kB and 12 kB of coordinates.
MOST_POINTS, MOST_MOVING = 4000, 1000
# Rows of a Gram matrix, likewise: two images of 160 kB in all, and of 20 kB.
MOST_ROWS, MOST_MOVING_ROWS = 200, 100
# Nodes an axis of the sheet, the image of the plane in feature space: 10 kB.
SHEET = 25
# The sheet reaches this share of the data's extent beyond the data: far from them the features of a
# polynomial grow so large that the points would be a speck.
SHEET_MARGIN = 0.05


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


def scores(picture: Picture, i: int, j: int, moving: bool) -> Aspect:
    """Return the points (n', 2) by their scores on two components, counted from 1."""
    found = picture.decomposition
    chosen, note = _chosen(len(picture.points), MOST_MOVING if moving else MOST_POINTS)
    pair = [_part(found.scores.T, k)[chosen] for k in (i, j)]
    centred, is_psd = _centred(found), found.expansion.kernel.is_psd
    projection = f"vⱼ · (Φ(x){' − Φ̄' if centred else ''}) = " if is_psd else ""
    return Aspect(
        {
            "name": "scores",
            "pair": [i, j],
            "components": found.n_components,
            "how": f"Each point stands where components {i} and {j} put it: points with similar "
            "scores on both lie together.",
            "equation": f"fⱼ(x) = {projection}Σₚ aₚⱼ k(x, xₚ){' + bⱼ' if centred else ''}",
            "note": note,
        },
        {"scores": np.column_stack(pair).astype(np.float32), "drawn": chosen.astype(np.uint32)},
    )


def space(picture: Picture, i: int, j: int, moving: bool) -> Aspect:
    """Return points and sheet in feature space; their first three scores where it has more axes.

    So of an indefinite kernel, too, which has no feature space.

    The sheet (ny, nx, 3) is the image of the rectangle around the data, with the values (ny, nx) of
    component i; where the kernel's features are drawn, `axis` (2, 3) holds v_i from the smallest
    score to the largest.
    """
    found, kernel = picture.decomposition, picture.decomposition.expansion.kernel
    chosen, note = _chosen(len(picture.points), MOST_MOVING if moving else MOST_POINTS)
    grid = _around(picture)
    dimension = kernel.feature_dimension(picture.data.shape[1])
    values = found.expansion.first(max(3, i)).on_grid(grid)
    if dimension <= 3:
        points, sheet = kernel.features(picture.data), kernel.features(grid.rows)
        names = feature_names(kernel, picture.data.shape[1])
        how = "Each point stands at its feature vector Φ(x)"
        kernel_is = "k(x, x′) = Φ(x) · Φ(x′)"
        point = "x, y" if picture.table is None else "x"
        equation = f"Φ({point}) = ({', '.join(names)}), {kernel_is}"
        axis = principal_axis(found, picture.data, i - 1) if i <= len(values) else None
    else:
        points, sheet = found.scores[:, :3], values[:3].reshape(min(3, len(values)), -1).T
        axis = None
        names = tuple(f"f{'₁₂₃'[k]}" for k in range(points.shape[1]))
        how = _by_scores(found, picture.data.shape[1])
        equation = f"x ↦ ({', '.join(f'{name}(x)' for name in names)})"
    how += f". The sheet is the image of the plane, coloured by component {i}"
    how += "; the arrow is its axis v" + "." if axis is not None else "."
    return Aspect(
        {
            "name": "space",
            "component": i,
            "names": list(names) + [""] * (3 - len(names)),
            "axis": None if axis is None else _padded(axis),
            "what": "The data in feature space" if kernel.is_psd else "The data by their scores",
            "how": how,
            "equation": equation,
            "note": note,
        },
        {
            "space": _padded(points[chosen]).astype(np.float32),
            "drawn": chosen.astype(np.uint32),
            "sheet": _padded(sheet).reshape(len(grid.y), len(grid.x), 3).astype(np.float32),
            "shades": _part(values, i).astype(np.float32),
        },
    )


def _by_scores(found: Decomposition, columns: int) -> str:
    """Say what the points stand at where feature space has more than three dimensions, or none."""
    axes = min(3, found.n_components)
    share = float(found.shares[:3].sum())
    whole = whole_of(found.expansion.kernel)
    held = f", {100 * share:.1f} % of the {whole}" if np.isfinite(share) else ""
    if said := said_of(found):
        first = "component" if axes == 1 else f"{axes} components"
        return f"{said} Each point stands at its scores on the first {first}{held}"
    first = "principal axis" if axes == 1 else f"{axes} principal axes"
    return (
        f"Feature space has {feature_count(found.expansion.kernel, columns)}; each point stands at "
        f"its coordinates along the first {first}{held}"
    )


def feature_count(kernel: Kernel, columns: int) -> str:
    """Return how many dimensions the feature space of points with so many columns has, in words.

    Such as "10,424,128 dimensions", "at most 12 dimensions" for sums and products, whose columns
    may depend on each other, and "infinitely many dimensions".
    """
    dimension = kernel.feature_dimension(columns)
    if dimension == math.inf:
        return "infinitely many dimensions"
    while isinstance(kernel, Scaled):
        kernel = kernel.kernel
    return f"{'at most ' * isinstance(kernel, Sum | Product)}{dimension:,} dimensions"


def gram(picture: Picture, i: int, j: int, moving: bool) -> Aspect:
    """Return K and K̃ (r, r) of points sorted by label, each a whole number of steps from `low`."""
    kernel = picture.decomposition.expansion.kernel
    by_label = np.argsort(picture.labels, kind="stable")
    rows, note = _chosen(len(by_label), MOST_MOVING_ROWS if moving else MOST_ROWS)
    order = by_label[rows]
    K = kernel.gram_matrix(picture.data[order])
    matrices = {"gram": K, "centred": centre_gram(K.copy())}
    if note:
        note += "; K̃ is centred over these"
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
            "how": "The pixel in row i and column j compares the points i and j, sorted by label: "
            "a square on the diagonal is a group of points that are alike to the kernel.",
            "equation": "K[i, j] = k(xᵢ, xⱼ),  K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ",
            "note": note,
        },
        {**packed, "order": order.astype(np.uint32)},
    )


Make = Callable[[Picture, int, int, bool], Aspect]
ASPECTS: Mapping[str, Make] = {"scores": scores, "space": space, "gram": gram}


@dataclass(frozen=True)
class View:
    """The view that stands beside the maps.

    Parameters
    ----------
    name : a key of ASPECTS, or "maps" for the maps alone
    i, j : the components of the scatter, counted from 1; feature space is coloured by the first
    """

    name: str = "maps"
    i: int = 1
    j: int = 2

    def of(self, picture: Picture, moving: bool = False) -> Aspect | None:
        """Return what this view shows of a picture, None for the maps alone or no component."""
        shown = picture.decomposition.n_components and len(picture.points)
        make = ASPECTS.get(self.name) if shown else None
        return make(picture, self.i, self.j, moving) if make else None


def feature_names(kernel: Kernel, dimension: int = 2) -> tuple[str, ...]:
    """Return the names of the columns of `kernel.features` for points (n, D), at most three."""
    if dimension == 2:
        if isinstance(kernel, Linear) or kernel == Polynomial(1):
            return ("x", "y")
        if isinstance(kernel, Cosine):
            return ("x/‖x‖", "y/‖x‖")
        if kernel == Polynomial(2):
            return ("x²", "√2 x y", "y²")
        if isinstance(kernel, Polynomial) and kernel.degree == 1:
            return ("x", "y", "√θ")
    return tuple(f"Φ{'₁₂₃'[k]}" for k in range(int(kernel.feature_dimension(dimension))))


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


def _centred(found: Decomposition) -> bool:
    return bool(found.expansion.offsets.any())


def _chosen(n: int, most: int) -> tuple[Indices, str]:
    """Return at most `most` of n indices, evenly spread, and a note if they are not all."""
    note = f"{most:,} of {n:,} points, evenly spread" if n > most else ""
    return evenly_spread(n, most), note


def _part(values: Array, k: int) -> Array:
    """Return values[k − 1]; zeros for a component that does not exist."""
    return values[k - 1] if k <= len(values) else np.zeros(values.shape[1:])


def _padded(points: Array) -> Array:
    """Return points in three coordinates: missing ones are 0."""
    return np.pad(points, ((0, 0), (0, 3 - points.shape[1])))


def _around(picture: Picture) -> Grid:
    """Return the nodes of the sheet."""
    low, high = picture.points.min(axis=0), picture.points.max(axis=0)
    extent = high - low
    if not (extent > 0).all():
        return Grid.over(picture.region, SHEET, picture.plane)
    low, high = low - SHEET_MARGIN * extent, high + SHEET_MARGIN * extent
    return Grid.over(((low[0], high[0]), (low[1], high[1])), SHEET, picture.plane)
