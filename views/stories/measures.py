"""What the goals of tasks measure: functions of what a page finds, each registered once.

A page offers the measures that name it. What they give does not depend on the signs of components,
and takes no longer than a frame under the pointer may. Components, rows and columns count from 1.
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

# Points up to which every pair of points of two classes is looked at.
MOST_PAIRED = 1000
# Pages that find a spectrum and scores.
SPECTRA = ("explore", "table", "method")
PER_CENT = "\N{NO-BREAK SPACE}%"


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
    label: str, pages: tuple[str, ...], *arguments: Number, unit: str = ""
) -> Callable[[Callable[..., float]], Callable[..., float]]:
    """Register a function under its name; see `Measure`."""

    def registered(find: Callable[..., float]) -> Callable[..., float]:
        MEASURES[find.__name__] = Measure(label, pages, find, arguments, unit)
        return find

    return registered


def whole(name: str, label: str, default: int = 1, high: int = 16) -> Number:
    """Return an argument that counts from 1."""
    return Number(name, label, default, 1, high, integer=True)


COMPONENT = whole("component", N_("component"))
FIRST, LAST = whole("first", N_("first component")), whole("last", N_("last component"), 2)
# Above a lower one there could be more eigenvalues than are computed.
PERCENT = Number("percent", N_("percent"), 10, 7, 100)


# Spectrum


@measure(N_("share of component {component}"), SPECTRA, COMPONENT, unit=PER_CENT)
def share(found: Any, component: int) -> float:
    """λⱼ of the sum of the positive eigenvalues, in percent."""
    return float(_shares(found, component)[component - 1])


@measure(
    N_("share of the first {component} components together"), SPECTRA, COMPONENT, unit=PER_CENT
)
def cumulative_share(found: Any, component: int) -> float:
    return float(_shares(found, component)[:component].sum())


@measure(N_("number of eigenvalues above {percent} % of their sum"), SPECTRA, PERCENT)
def above_share(found: Any, percent: float) -> float:
    return float((_shares(found) > percent).sum())


@measure(N_("number of negative eigenvalues"), SPECTRA)
def negative_eigenvalues(found: Any) -> float:
    return len(_fitted(found).negative)


@measure(N_("number of components with an eigenvalue above 0"), ("method",))
def rank(found: Any) -> float:
    return float(found.derivation.rank)


# Classes


@measure(
    N_("arc of lines that separate every pair of classes in the scores {first} and {last}"),
    SPECTRA, FIRST, LAST, unit="°",
)  # fmt: skip
def separating_arc(found: Any, first: int = 1, last: int = 2) -> float:
    """The narrowest over all pairs of classes; 0° or less where no line separates a pair."""
    plane = np.hstack([scores(found, first), scores(found, last)])
    labels = _labels(found, MOST_PAIRED)
    return float(measures.separating_arcs(plane, labels).min())


@measure(
    N_("gap between the two classes along component {component}, in percent of the range"),
    SPECTRA, COMPONENT, unit=PER_CENT,
)  # fmt: skip
def gap(found: Any, component: int) -> float:
    """Negative where the scores of the classes overlap."""
    labels, values = _labels(found), scores(found, component)[:, 0]
    if len(np.unique(labels)) != 2:
        raise ValueError(_("this needs points of two classes"))
    return 100 * measures.gap(values, labels) / float(np.ptp(values))


@measure(
    N_("widest gap between the two classes along one of the components {first} to {last}"),
    SPECTRA, FIRST, LAST, unit=PER_CENT,
)  # fmt: skip
def widest_gap(found: Any, first: int, last: int) -> float:
    """In percent of the range, of those of the components that there are."""
    last = min(last, _scores(found).shape[1])
    return max((gap(found, j) for j in range(first, last + 1)), default=-100.0)


@measure(
    N_("share of component {component} inside the cluster that has most of it"),
    SPECTRA, COMPONENT, unit=PER_CENT,
)  # fmt: skip
def inside(found: Any, component: int) -> float:
    """Of its sum of squares, see `kpca_core.analysis.measures.cluster_shares`."""
    return 100 * float(_inside(found, component).max())


@measure(
    N_("smaller part into which component {component} splits the cluster that has most of it"),
    SPECTRA, COMPONENT, unit=PER_CENT,
)  # fmt: skip
def smaller_part(found: Any, component: int) -> float:
    """In percent of the cluster's points, by the sign of the scores."""
    sides = measures.smaller_parts(scores(found, component), _labels(found))
    return 100 * float(sides[_inside(found, component).argmax(), 0])


# Functions of the data


@measure(
    N_("size of the correlation of score {component} with column {column} of the data"),
    SPECTRA, COMPONENT, whole("column", N_("column"), high=64),
)  # fmt: skip
def correlation(found: Any, component: int, column: int) -> float:
    X = _data(found)
    if column > X.shape[1]:
        raise ValueError(_("the data have {count} columns").format(count=X.shape[1]))
    return _correlation(X[:, column - 1], scores(found, component)[:, 0])


@measure(N_("size of the correlation of score {component} with ‖x‖²"), SPECTRA, COMPONENT)
def correlation_with_squared_radius(found: Any, component: int) -> float:
    return _correlation((_data(found) ** 2).sum(axis=1), scores(found, component)[:, 0])


@measure(
    N_("size of the correlation of score {component} with that of linear PCA"),
    SPECTRA, COMPONENT,
)  # fmt: skip
def linear_agreement(found: Any, component: int) -> float:
    """With the score of the same number of PCA of the data as they are."""
    X = _data(found) - _data(found).mean(axis=0)
    vectors = np.linalg.svd(X, full_matrices=False)[2]
    if component > len(vectors):
        raise ValueError(_("linear PCA has {count} components here").format(count=len(vectors)))
    return _correlation(X @ vectors[component - 1], scores(found, component)[:, 0])


@measure(
    N_("variance of score {component} that no linear function of the data explains"),
    SPECTRA, COMPONENT, unit=PER_CENT,
)  # fmt: skip
def unexplained(found: Any, component: int) -> float:
    X, values = _data(found), scores(found, component)[:, 0]
    return 100 * measures.unexplained_by_a_plane(X, values)


# Method


@measure(N_("squared error of the line, in percent of the least"), ("method",), unit=PER_CENT)
def line_error(found: Any) -> float:
    """The mean squared distance from the line, over the smallest eigenvalue of C."""
    least = float(np.linalg.eigvalsh(np.cov(found.X.T, bias=True))[0])
    if least <= 1e-12 * float(found.X.var()):
        raise ValueError(_("all points lie on one line"))
    return 100 * measures.squared_error(found.X, found.state.angle) / least


@measure(
    N_("entry of K in row {row} and column {column}"),
    ("method",), whole("row", N_("row"), high=200), whole("column", N_("column"), 2, 200),
)  # fmt: skip
def gram_entry(found: Any, row: int, column: int) -> float:
    K = found.derivation.gram
    if max(row, column) > len(K):
        raise ValueError(_("K has {count} rows").format(count=len(K)))
    return float(K[row - 1, column - 1])


@measure(
    N_("distance of the new point's image from the mean along components {first} and {last}"),
    ("method",), FIRST, LAST,
)  # fmt: skip
def distance_from_mean(found: Any, first: int, last: int) -> float:
    """The length of (fᵢ(x), fⱼ(x)) in feature space."""
    scores(found, max(first, last))
    values = found.new.values
    return float(np.hypot(values[first - 1], values[last - 1]))


# Denoise and Compare


@measure(
    N_("squared error of the pre-images, in percent of the noisy points'"),
    ("denoise",),
    unit=PER_CENT,
)
def preimage_error(found: Any) -> float:
    """The mean squared distance from the points without noise."""
    if not found.before.clean:
        raise ValueError(_("there is no noise"))
    return 100 * float(found.after.clean / found.before.clean) ** 2


@measure(
    N_("distance of the chosen point's pre-image from ({x}, {y})"),
    ("denoise",), Number("x", "x", 0, -10, 10), Number("y", "y", 0, -10, 10),
)  # fmt: skip
def preimage_distance(found: Any, x: float, y: float) -> float:
    return float(np.linalg.norm(found.images.points[found.chosen] - (x, y)))


@measure(
    N_("largest principal angle between the first {components} components of both sides"),
    ("compare",), whole("components", N_("number of components")), unit="°",
)  # fmt: skip
def angle(found: Any, components: int) -> float:
    angles = found.pairing.angles
    _require(components, len(angles))
    return float(angles[components - 1][0])


# What several of them take


def scores(found: Any, component: int) -> Array:
    """Return the scores (n, 1) of a component."""
    every = _scores(found)
    _require(component, every.shape[1])
    return every[:, component - 1 : component]


def _scores(found: Any) -> Array:
    every: Array = _fitted(found).scores
    return every


def _require(component: int, count: int) -> None:
    if component > count:
        raise ValueError(_("with these settings there are {count} components").format(count=count))


def _fitted(found: Any) -> Any:
    return getattr(found, "decomposition", None) or found.derivation


def _data(found: Any) -> Array:
    X: Array = found.data if hasattr(found, "decomposition") else found.X
    return X


def _labels(found: Any, most: float = np.inf) -> Any:
    """Return the labels of at least two classes of at most so many points."""
    labels = found.labels
    if len(np.unique(labels)) < 2:
        raise ValueError(_("this needs points of several classes"))
    if len(labels) > most:
        raise ValueError(_("this is measured for {most:,} points at most").format(most=most))
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


def _correlation(first: Array, second: Array) -> float:
    if not (np.ptp(first) and np.ptp(second)):
        raise ValueError(_("all values are equal"))
    return float(abs(np.corrcoef(first, second)[0, 1]))
