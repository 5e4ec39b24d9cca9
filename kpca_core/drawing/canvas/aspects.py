"""What stands beside the maps: scores, feature space and Gram matrices, packed for a frame.

Each aspect has a bounded number of bytes, a line that says how to read it, the equation that it
shows, and a note where it does not show every point. Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Indices, evenly_spread
from kpca_core._support.words import N_, _
from kpca_core.analysis.measures import explained
from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.indefinite import describe_indefinite, whole_of
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.scene import Made, Sheet, array, still, words
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from kpca_core.solvers.centring import centre_gram


@dataclass(frozen=True)
class Detail:
    """How much is drawn.

    Parameters
    ----------
    points
        At most, with 12 bytes of coordinates each.
    rows
        Of a Gram matrix, at most: two images of rows² bytes each.
    nodes
        An axis of the sheet, the image of the plane in feature space: 4 bytes a component each.
    """

    points: int
    rows: int
    nodes: int


RESTING, MOVING = Detail(4000, 200, 25), Detail(1000, 100, 17)
# Points that are asked for an arrow, half as many while something moves.
ARROWED = 200
ARROWS = N_(
    "Arrows point where the scores {where} move as {column} alone grows (Reverter et al. 2014). "
    "Each is as long as the rate of change per {unit} of the column, times {step}; {drawn} of "
    "{all} are drawn."
)
KINKS = N_(
    "{missing} of {tried} arrows are left out: {kernel} has no derivative there along the column, "
    "so scores move one way as it grows and another way as it falls."
)
NO_GRADIENT = N_("No arrow is drawn: the gradient of {kernel} is not known.")
SHEET = N_("The sheet is the image of the plane, coloured by component {j}")


@dataclass(frozen=True, eq=False)
class Aspect(Sheet):
    """A view besides the maps: how to read it, what it shows, and what it leaves out."""

    how: Made[str] = words(default="")
    equation: Made[str] = words(default="")
    note: Made[str] = words(default="")


@dataclass(frozen=True, eq=False)
class Scores(Aspect):
    """The points by their scores.

    Parameters
    ----------
    columns
        Which of so many `components` a frame has, from 1.
    drawn
        (n',) rows of the points.
    scores
        (n', c), those on the `columns`.
    variables, variable
        Names of the input variables by number, and that of the chosen one, 0 for all at the mean
        row; None for none.
    origins, arrows, tangents
        (1 or a, c) and (a, c) on the `columns`, NaN at kinks, and what they are; None for none.
    """

    kind: ClassVar[str] = "scores"

    columns: Sequence[int] = ()
    components: int = 0
    drawn: Indices | None = array(np.uint32, default=None)
    scores: Array | None = array(np.float32, default=None)
    variables: Mapping[int, str] | None = still(default=None)
    variable: int | None = still(default=None)
    tangents: Made[str] | None = words(default=None)
    origins: Array | None = array(np.float32, default=None)
    arrows: Array | None = array(np.float32, default=None)


@dataclass(frozen=True, eq=False)
class Space(Aspect):
    """Points and sheet in feature space, the sheet with the values of components.

    The sheet is the image of the rectangle around the data under the feature map φ. A kernel with
    at most three features places points and nodes of the sheet by these features. Any other kernel
    places them by their scores on the first two components and the third or the selected one.

    Parameters
    ----------
    columns
        Which of so many `components` a frame has, from 1.
    drawn
        (n',) rows of the points.
    values
        (c, ny, nx), those of the `columns` at the nodes of the sheet.
    space, sheet, axes
        Features of points (n', 3) and nodes (ny, nx, 3), and each v (c, 2, 3) from the smallest
        score to the largest.
    scores
        (n', c), those on the `columns`.
    cut
        That of `flat_cut`, where there is one.
    names, letter
        Of the axes and of the arrow; empty where components name them.
    shares
        Of all components; empty where they are not known.
    what, whole
        What is shown, and what shares are of.
    """

    kind: ClassVar[str] = "space"

    columns: Sequence[int] = (1,)
    components: int = 1
    drawn: Indices | None = array(np.uint32, default=None)
    values: Array | None = array(np.float32, default=None)
    space: Array | None = array(np.float32, default=None)
    sheet: Array | None = array(np.float32, default=None)
    axes: Array | None = array(np.float32, default=None)
    scores: Array | None = array(np.float32, default=None)
    cut: Array | None = array(np.float32, default=None)
    names: Sequence[str] = ()
    letter: str = still(default="")
    shares: Sequence[float] = ()
    what: Made[str] = words(default="")
    whole: Made[str] = words(default="")


@dataclass(frozen=True, eq=False)
class Gram(Aspect):
    """K and K̃ of points sorted by label.

    Parameters
    ----------
    scales
        Of `gram` and `centred` the least entry, and that of a step.
    gram, centred
        (r, r), each a whole number of steps from the least entry.
    order
        (r,) rows of the points.
    """

    kind: ClassVar[str] = "gram"

    scales: Mapping[str, tuple[float, float]] | None = None
    gram: NDArray[Any] | None = array(None, default=None)
    centred: NDArray[Any] | None = array(None, default=None)
    order: Indices | None = array(np.uint32, default=None)


def scores(picture: Picture, view: View, moving: bool) -> Scores:
    """Return the points by their scores on the components of the scatter."""
    found = picture.decomposition
    chosen, note = _chosen(len(picture.points), (MOVING if moving else RESTING).points)
    columns = view.columns(found, view.pair, moving)
    centred, is_psd = _centred(found), found.expansion.kernel.is_psd
    derivative = "" if view.variable is None else ",  ∂fⱼ/∂x = Σₚ aₚⱼ ∂k(x, xₚ)/∂x"
    projection = f"vⱼ · (Φ(x){' − Φ̄' if centred else ''}) = " if is_psd else ""
    return Scores(
        lambda: _(
            "Each point stands where components {i} and {j} put it: points with similar "
            "scores on both lie together."
        ),
        f"fⱼ(x) = {projection}Σₚ aₚⱼ k(x, xₚ){' + bⱼ' if centred else ''}{derivative}",
        note, columns, found.n_components, chosen, _parts(found.scores[chosen], columns),
        **_arrows(picture, view, columns, ARROWED // (1 + moving)),
    )  # fmt: skip


def arrows_of(
    picture: Picture, place: int | None, count: int, most: int | None = None
) -> tuple[Array, Array]:
    """Return scores of points (a or 1, q), q ≤ `count`, and how they move as a column grows (a, q).

    As the column with this number from 0 does at `most` points, all without; as each at the mean
    row, without `place`. NaN where the kernel has a kink.
    """
    from kpca_core.feature_space.sensitivity import tangents

    expansion, n = picture.decomposition.expansion.first(count), len(picture.data)
    if place is None:
        X = picture.centre[None]
        return expansion(X), tangents(expansion, X, np.arange(X.shape[1]))[0].T
    X = picture.data[evenly_spread(n, most or n)]
    return expansion(X), tangents(expansion, X, np.array([place]))[..., 0]


def _arrows(picture: Picture, view: View, columns: Sequence[int], most: int) -> dict[str, Any]:
    """Return what `Scores` has of input variables: how scores move as one of them grows."""
    chosen, names = view.variable, view.variables or {}
    kernel = picture.decomposition.expansion.kernel
    if chosen is None or (chosen and chosen not in names):
        return {"variables": names or None}
    if not kernel.has_gradient:
        unknown = lambda: _(NO_GRADIENT).format(kernel=repr(kernel))  # noqa: E731
        return {"variables": names, "variable": chosen, "tangents": unknown}
    place = [*names].index(chosen) if chosen else None
    origins, arrows = arrows_of(picture, place, max(columns), most)
    tried, missing = len(arrows), int(np.isnan(arrows[:, 0]).sum())

    def said() -> str:
        is_scaled = picture.table is not None and picture.table.scales is not None
        text = _(ARROWS).replace("{where}", _("of a point") if chosen else _("of the mean row"))
        text = text.replace("{unit}", _("standard deviation") if is_scaled else _("unit"))
        every = (picture.total or len(picture.data)) if chosen else tried
        text = text.replace("{all}", f"{every:,}") if missing < tried else ""
        counts = {"missing": f"{missing:,}", "tried": f"{tried:,}", "kernel": repr(kernel)}
        return f"{text} {_(KINKS).format(**counts) if missing else ''}".strip()

    return {
        "variables": names, "variable": chosen, "tangents": said,
        "origins": _parts(origins, columns), "arrows": _parts(arrows, columns),
    }  # fmt: skip


def space(picture: Picture, view: View, moving: bool = False) -> Space:
    """Return points and sheet in feature space."""
    found, kernel = picture.decomposition, picture.decomposition.expansion.kernel
    chosen, note = _chosen(len(picture.points), (MOVING if moving else RESTING).points)
    grid = _around(picture, (MOVING if moving else RESTING).nodes)
    flat = kernel.feature_dimension(picture.data.shape[1]) <= 3
    columns = view.columns(found, (view.j,) if flat else (1, 2, max(3, view.j)), moving)
    values = found.expansion.first(max(columns)).on_grid(grid)
    shown = Space(
        note=note, columns=columns, components=found.n_components, drawn=chosen,
        values=np.stack([_part(values, k) for k in columns]),
        what=lambda: _("The data in feature space") if kernel.is_psd else _(
            "The data by their scores"
        ),
    )  # fmt: skip
    place = _by_features if flat else _by_scores
    return replace(shown, **place(picture, grid, columns, chosen))


def _by_features(
    picture: Picture, grid: Grid, columns: Sequence[int], chosen: Indices
) -> dict[str, Any]:
    """Return what `Space` has where the kernel has at most three features."""
    found, kernel = picture.decomposition, picture.decomposition.expansion.kernel
    names = kernel.feature_names(picture.data.shape[1])
    point = "x, y" if picture.table is None else "x"
    features = _padded(kernel.features(picture.data))
    cut = flat_cut(features, picture.labels)
    axes = [
        _padded(principal_axis(found, picture.data, k - 1))
        if k <= found.n_components
        else np.zeros((2, 3))
        for k in columns
    ]

    def how() -> str:
        said = _(
            "Each point stands at its feature vector Φ(x). {sheet}; the arrow is its axis v."
        ).replace("{sheet}", _(SHEET))
        if _centred(found):
            said += " " + _("Linear PCA of these vectors is kernel PCA of the points.")
        plane = _("The green plane is a flat cut between the two groups.")
        return said if cut is None else f"{said} {plane}"

    return {
        "names": [*names, *[""] * (3 - len(names))],
        "how": how,
        "equation": f"Φ({point}) = ({', '.join(names)}), k(x, x′) = Φ(x) · Φ(x′)",
        "cut": cut,
        "space": features[chosen],
        "sheet": _padded(kernel.features(grid.rows)).reshape(len(grid.y), len(grid.x), 3),
        "axes": np.stack(axes),
    }


def _by_scores(
    picture: Picture, grid: Grid, columns: Sequence[int], chosen: Indices
) -> dict[str, Any]:
    """Return what `Space` has where feature space has more than three dimensions, or none."""
    found, dimension = picture.decomposition, picture.data.shape[1]
    kernel = found.expansion.kernel

    def how() -> str:
        return (
            _("{points}. {sheet}; the arrow is its axis.")
            .replace("{points}", _axes_in_words(found, dimension))
            .replace("{sheet}", _(SHEET))
        )

    return {
        "shares": found.shares if np.isfinite(found.shares).all() else (),
        "whole": lambda: _(whole_of(kernel)),
        "how": how,
        "equation": "x ↦ ({functions})",
        "scores": _parts(found.scores[chosen], columns),
    }


def _axes_in_words(found: Decomposition, columns: int) -> str:
    """Describe the axes when feature space has more than three dimensions, or does not exist."""
    if said := describe_indefinite(found):
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


def gram(picture: Picture, view: View, moving: bool) -> Gram:
    """Return K and K̃ of points sorted by label."""
    kernel = picture.decomposition.expansion.kernel
    by_label = np.argsort(picture.labels, kind="stable")
    rows, note = _chosen(len(by_label), (MOVING if moving else RESTING).rows)
    order = by_label[rows]
    K = kernel.gram_matrix(picture.data[order])
    dtype = np.uint8 if moving else np.uint16
    scales, packed = {}, {}
    for name, matrix in (("gram", K), ("centred", centre_gram(K.copy()))):
        low, step = float(matrix.min()), float(np.ptp(matrix)) / np.iinfo(dtype).max or 1.0
        scales[name] = (low, step)
        packed[name] = np.rint((matrix - low) / step).astype(dtype)
    return Gram(
        lambda: _(
            "The pixel in row i and column j compares the points i and j, sorted by label: a "
            "square on the diagonal is a group of points that are alike to the kernel."
        ),
        "K[i, j] = k(xᵢ, xⱼ),  K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ",
        lambda: _("{note}; K̃ is centred over these").format(note=note()) if note() else "",
        scales, **packed, order=order,
    )  # fmt: skip


Make = Callable[[Picture, "View", bool], Aspect]
ASPECTS: Mapping[str, Make] = {"scores": scores, "space": space, "gram": gram}


@dataclass(frozen=True)
class View:
    """The view that stands beside the maps.

    Parameters
    ----------
    name
        a key of ASPECTS, or "maps" for the maps alone.
    i
        The component across in the scatter, counted from 1; None for the first, or where that is
        selected the second.
    j
        The selected component.
    variable, variables
        The number of the input variable whose arrows the scatter has, 0 for all of them at the mean
        row, None for none; and the names of those that there are, by number.
    """

    name: str = "maps"
    i: int | None = None
    j: int = 1
    variable: int | None = None
    variables: Mapping[int, str] | None = None

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


def flat_cut(points: Array, labels: NDArray[Any]) -> Array | None:
    """Return nodes (25, 25, 3) of a plane that separates two groups of points (n, 3).

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
    a, b = (np.linspace(*ends, 25) for ends in zip(across.min(0), across.max(0), strict=True))
    u, v = np.meshgrid(a, b)
    return np.asarray((low + high) / 2 * normal + u[..., None] * plane[0] + v[..., None] * plane[1])


def _centred(found: Decomposition) -> bool:
    return bool(found.expansion.offsets.any())


def _chosen(n: int, most: int) -> tuple[Indices, Callable[[], str]]:
    """Return at most `most` of n indices, evenly spread, and a note if they are not all."""

    def note() -> str:
        said = _("{drawn} of {n} points, evenly spread").format(drawn=f"{most:,}", n=f"{n:,}")
        return said if n > most else ""

    return evenly_spread(n, most), note


def _parts(scores: Array, columns: Sequence[int]) -> Array:
    """Return the scores (n, c) on these components."""
    return np.column_stack([_part(scores.T, k) for k in columns])


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
