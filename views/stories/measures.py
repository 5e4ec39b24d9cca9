"""What the goals of tasks measure: functions of what a page finds, each registered once.

A page offers the measures that name it. What they give does not depend on the signs of components,
and takes no longer than a frame under the pointer may. Components, rows and columns count from 1.
Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _
from kpca_core.analysis import measures
from views.state.fields import Number

# Points, and classes, of which every pair is looked at; and numbers of a table that is decomposed.
MOST_POINTS, MOST_CLASSES, MOST_NUMBERS = 1000, 16, 200_000


@dataclass(frozen=True)
class Measure:
    """A number that a page can measure.

    Parameters
    ----------
    label
        what it is, with its arguments in braces
    pages
        that find what it takes
    find
        gives it of what a page finds, with its arguments by name; ValueError says why it cannot
    arguments
        with their ranges
    unit
        that follows the number
    """

    label: str
    pages: tuple[str, ...]
    find: Callable[..., float]
    arguments: tuple[Number, ...] = ()
    unit: str = ""

    def said(self, arguments: Mapping[str, float | str]) -> str:
        """Return what is measured, in words."""
        return _(self.label).format(**arguments)


# By their names in stories and tours.
MEASURES: dict[str, Measure] = {}


def measure(
    pages: str, label: str, *arguments: Number, unit: str = ""
) -> Callable[[Callable[..., float]], Callable[..., float]]:
    """Register a function under its name; see `Measure`."""

    def registered(find: Callable[..., float]) -> Callable[..., float]:
        MEASURES[find.__name__] = Measure(label, tuple(pages.split()), find, arguments, unit)
        return find

    return registered


def whole(name: str, label: str, default: int = 1, high: int = 16) -> Number:
    """Return an argument that counts from 1."""
    return Number(name, label, default, 1, high, integer=True)


# Pages that find a spectrum and scores.
SPECTRA = "explore table method"
PER_CENT = "\N{NO-BREAK SPACE}%"
J = whole("component", N_("component"))
FIRST, LAST = whole("first", N_("first component")), whole("last", N_("last component"), 2)
# Above a lower share there could be more eigenvalues than are computed.
SHARE = Number("percent", N_("percent"), 10, 7, 100)


# Spectrum


@measure(SPECTRA, N_("share of component {component}"), J, unit=PER_CENT)
def share(found: Any, component: int) -> float:
    """λⱼ of the sum of the positive eigenvalues, in percent."""
    return float(_shares(found, component)[component - 1])


@measure(SPECTRA, N_("share of the first {component} components together"), J, unit=PER_CENT)
def cumulative_share(found: Any, component: int) -> float:
    return float(_shares(found, component)[:component].sum())


@measure(SPECTRA, N_("number of eigenvalues above {percent} % of their sum"), SHARE)
def above_share(found: Any, percent: float) -> float:
    return float((_shares(found) > percent).sum())


@measure(SPECTRA, N_("number of negative eigenvalues"))
def negative_eigenvalues(found: Any) -> float:
    return len(_fitted(found).negative)


# Classes


@measure(
    SPECTRA, N_("arc of lines that separate each pair of classes in scores {first} and {last}"),
    FIRST, LAST, unit="°",
)  # fmt: skip
def separating_arc(found: Any, first: int = 1, last: int = 2) -> float:
    """The narrowest over all pairs of classes; 0° or less where no line separates a pair."""
    plane = np.hstack([scores(found, first), scores(found, last)])
    return float(measures.separating_arcs(plane, _labels(found, MOST_POINTS, MOST_CLASSES)).min())


@measure(SPECTRA, N_("gap between the two classes along component {component}"), J, unit=PER_CENT)
def gap(found: Any, component: int) -> float:
    """In percent of the range; negative where the scores of the classes overlap."""
    labels, values = _labels(found), scores(found, component)[:, 0]
    if len(np.unique(labels)) != 2:
        raise ValueError(_("this needs points of two classes"))
    return 100 * measures.gap(values, labels) / _range(values)


@measure(
    SPECTRA, N_("widest gap between the two classes along one of the components {first} to {last}"),
    FIRST, LAST, unit=PER_CENT,
)  # fmt: skip
def widest_gap(found: Any, first: int, last: int) -> float:
    """In percent of the range, of those of the components that there are."""
    low, high = sorted((first, last))
    count = _fitted(found).scores.shape[1]
    _require(low, count)
    return max(gap(found, j) for j in range(low, min(high, count) + 1))


@measure(
    SPECTRA, N_("share of component {component} inside the cluster that has most of it"),
    J, unit=PER_CENT,
)  # fmt: skip
def inside(found: Any, component: int) -> float:
    """Of its sum of squares, see `kpca_core.analysis.measures.cluster_shares`."""
    return 100 * float(_inside(found, component).max())


@measure(
    SPECTRA,
    N_("smaller part into which component {component} splits the cluster that has most of it"),
    J, unit=PER_CENT,
)  # fmt: skip
def smaller_part(found: Any, component: int) -> float:
    """In percent of the cluster's points, by the sign of the scores."""
    sides = measures.smaller_parts(scores(found, component), _labels(found))
    return 100 * float(sides[_inside(found, component).argmax(), 0])


# Functions of the data


@measure(
    SPECTRA, N_("size of the correlation of score {component} with column {column} of the data"),
    J, whole("column", N_("column"), high=64),
)  # fmt: skip
def correlation(found: Any, component: int, column: int) -> float:
    X = _data(found)
    if column > X.shape[1]:
        raise ValueError(_("the data have {count} columns").format(count=X.shape[1]))
    return _correlation(X[:, column - 1], found, component)


@measure(SPECTRA, N_("size of the correlation of score {component} with that of linear PCA"), J)
def linear_agreement(found: Any, component: int) -> float:
    """Correlate the scores of a component with those of the same component of linear PCA."""
    X = _small(_data(found))
    X = X - X.mean(axis=0)
    vectors = np.linalg.svd(X, full_matrices=False)[2]
    _require(component, len(vectors))
    return _correlation(X @ vectors[component - 1], found, component)


@measure(
    SPECTRA, N_("variance of score {component} that no linear function of the data explains"),
    J, unit=PER_CENT,
)  # fmt: skip
def unexplained(found: Any, component: int) -> float:
    return 100 * measures.unexplained_by_a_plane(
        _small(_data(found)), scores(found, component)[:, 0]
    )


# Method


@measure("method", N_("squared error of the line, in percent of the least"), unit=PER_CENT)
def line_error(found: Any) -> float:
    """The mean squared distance from the line, over the smallest eigenvalue of C."""
    least = float(np.linalg.eigvalsh(np.cov(found.X.T, bias=True))[0])
    if least <= 1e-12 * float(found.X.var()):
        raise ValueError(_("all points lie on one line"))
    return 100 * measures.squared_error(found.X, found.state.angle) / least


@measure(
    "method", N_("entry of K in row {row} and column {column}"),
    whole("row", N_("row"), high=200), whole("column", N_("column"), 2, 200),
)  # fmt: skip
def gram_entry(found: Any, row: int, column: int) -> float:
    K = found.derivation.gram
    if max(row, column) > len(K):
        raise ValueError(_("K has {count} rows").format(count=len(K)))
    return float(K[row - 1, column - 1])


@measure(
    "method", N_("distance of the new point from the mean along components {first} and {last}"),
    FIRST, LAST,
)  # fmt: skip
def distance_from_mean(found: Any, first: int, last: int) -> float:
    """The length of (fᵢ(x), fⱼ(x)) in feature space."""
    _require(max(first, last), found.derivation.rank)
    return float(np.hypot(*found.new.values[[first - 1, last - 1]]))


@measure("method", N_("difference of both sides of K̃a = λa"), unit=PER_CENT)
def plain_difference(found: Any) -> float:
    """For a = α + tβ with K̃β = 0, in percent of the length of K̃a ([B] eq. 12.80)."""
    return 100 * float(found.shifted.plain)


@measure("method", N_("largest difference in K̃²a = λK̃a and in the projections"), unit=PER_CENT)
def squared_difference(found: Any) -> float:
    """For the same a ([B] eq. 12.79 and 12.82)."""
    return 100 * float(max(found.shifted.squared, found.shifted.projection))


# Denoise and Compare


@measure(
    "denoise",
    N_("squared error of the pre-images, in percent of that of the noisy points"),
    unit=PER_CENT,
)
def preimage_error(found: Any) -> float:
    """The mean squared distance from the points without noise."""
    if not found.before.clean:
        raise ValueError(_("there is no noise"))
    return 100 * float(found.after.clean / found.before.clean) ** 2


@measure(
    "denoise", N_("distance of the chosen point's pre-image from ({x}, {y})"),
    Number("x", "x", 0, -10, 10), Number("y", "y", 0, -10, 10),
)  # fmt: skip
def preimage_distance(found: Any, x: float, y: float) -> float:
    return float(np.linalg.norm(found.images.points[found.chosen] - (x, y)))


@measure(
    "compare", N_("largest angle between the first {component} components of both sides"), J,
    unit="°",
)  # fmt: skip
def principal_angle(found: Any, component: int) -> float:
    angles = found.pairing.angles
    _require(component, len(angles))
    return float(angles[component - 1][0])


# What several of them take


def scores(found: Any, component: int) -> Array:
    """Return the scores (n, 1) of a component."""
    every: Array = _fitted(found).scores
    _require(component, every.shape[1])
    return every[:, component - 1 : component]


def _require(component: int, count: int) -> None:
    if component > count:
        raise ValueError(_("with these settings there are {count} components").format(count=count))


def _fitted(found: Any) -> Any:
    return getattr(found, "decomposition", None) or found.derivation


def _data(found: Any) -> Array:
    X: Array = found.data if hasattr(found, "decomposition") else found.X
    return X


def _small(X: Array) -> Array:
    _few(X.size, MOST_NUMBERS)
    return X


def _few(count: int, most: float) -> None:
    if count > most:
        raise ValueError(_("there are too many data to measure this while they are drawn"))


def _labels(found: Any, points: float = np.inf, classes: float = np.inf) -> Any:
    """Return the labels of two classes at least, and of at most so many points and classes."""
    labels, count = found.labels, len(np.unique(found.labels))
    if count < 2:
        raise ValueError(_("this needs points of several classes"))
    _few(len(labels), points)
    _few(count, classes)
    return labels


def _shares(found: Any, component: int = 0) -> Array:
    """Return the shares (q,) of the sum of the positive eigenvalues, in percent."""
    fitted = _fitted(found)
    values = fitted.eigenvalues[: fitted.scores.shape[1]]
    _require(component, len(values))
    total = getattr(fitted, "positive_trace", values.sum())
    if not total:
        raise ValueError(_("the sum of the positive eigenvalues is not known"))
    return np.asarray(100 * values / total)


def _inside(found: Any, component: int) -> Array:
    """Return the share of a component inside each cluster (k,)."""
    return measures.cluster_shares(scores(found, component), _labels(found))[:, 0]


def _correlation(values: Array, found: Any, component: int) -> float:
    score = scores(found, component)[:, 0]
    for one in (values, score):
        _range(one)
    return float(abs(np.corrcoef(values, score)[0, 1]))


def _range(values: Array) -> float:
    if not (size := float(np.ptp(values))):
        raise ValueError(_("all values are equal"))
    return size
