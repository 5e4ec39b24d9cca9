"""Measures of components: pure functions of points, labels and scores.

Labels are integers (n,), one class a value; k classes or clusters are in the order of their labels.
Sources: docs/notation.md.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Labels, power_of_two, ratio

# A component belongs to the cluster, or to the noise, that has more than this share of its sum of
# squares.
MAJORITY = 0.5
# The smaller part of a cluster that counts as cut into halves. On the paper's points the smaller
# parts are 0.4 to 0.5; a cut at random would leave 1/3 or more in one of three cases.
MIN_SPLIT_FRACTION = Fraction(1, 3)
# The least share of a component inside each cluster that it splits.
MIN_SHARE = 0.1


def separating_arc(A: Array, B: Array) -> float:
    """The width, in degrees, of the arc of normals of lines that separate A (n, 2) from B (m, 2).

    A normal w separates the sets where w·(a − b) > 0 for all pairs. Such normals exist if and only
    if the directions of the a − b leave a gap of more than 180°, and they fill what exceeds 180°;
    the width is 0 or negative if no line separates.
    """
    differences = (A[:, None, :] - B[None, :, :]).reshape(-1, 2)
    if not differences.any(axis=1).all():
        return -180.0
    angles = np.sort(np.arctan2(differences[:, 1], differences[:, 0]))
    gaps = np.diff(angles, append=angles[0] + 2 * np.pi)
    return float(np.degrees(gaps.max())) - 180.0


def separating_arcs(points: Array, labels: Labels) -> Array:
    """`separating_arc` of every pair of classes of the points (n, 2); (0,) for a single class."""
    return np.array([separating_arc(a, b) for a, b in combinations(_classes(points, labels), 2)])


def cluster_shares(scores: Array, labels: Labels) -> Array:
    """Return the share of each component's sum of squares that lies inside each cluster, (k, q).

    Σ over the cluster of (f_j − its mean there)² / Σ over all points of f_j². A component that
    splits one cluster evenly and is 0 elsewhere has share 1 in it; one that is constant in each
    cluster has share 0 in all.
    """
    total = (scores**2).sum(axis=0)
    inside = np.array([((c - c.mean(axis=0)) ** 2).sum(axis=0) for c in _classes(scores, labels)])
    return ratio(inside, total)


def smaller_parts(scores: Array, labels: Labels) -> Array:
    """The smaller of the two parts into which the sign of f_j cuts each cluster, (k, q)."""
    positive = np.array([(c > 0).mean(axis=0) for c in _classes(scores, labels)])
    values: Array = np.minimum(positive, 1 - positive)
    return values


def slope(X: Array, values: Array) -> Array:
    """The gradient (2,) of the linear function of X (n, 2) that is closest to `values` (n,)."""
    design = np.column_stack([np.ones(len(X)), X])
    return np.asarray(np.linalg.lstsq(design, values, rcond=None)[0][1:], dtype=np.float64)


def direction(degrees: float) -> Array:
    """Return the unit vector (2,) in this direction."""
    return np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])


def variance(X: Array, degrees: float) -> float:
    """Return 1/n Σ (v · (xᵢ − x̄))² of points X (n, 2) and the direction v ([S] eq. 2.1)."""
    return float(np.mean(((X - X.mean(axis=0)) @ direction(degrees)) ** 2))


def squared_error(X: Array, degrees: float) -> float:
    """Return the mean squared distance of points X (n, 2) from the line through their mean."""
    v, centred = direction(degrees), X - X.mean(axis=0)
    return float(np.mean(np.sum((centred - np.outer(centred @ v, v)) ** 2, axis=1)))


def angle(u: Array, v: Array) -> float:
    """The angle between two lines of these directions, 0 to 90 degrees; 0 if one has none."""
    lengths = float(np.linalg.norm(u) * np.linalg.norm(v))
    if lengths == 0:
        return 0.0
    return float(np.degrees(np.arccos(min(1.0, abs(float(u @ v)) / lengths))))


def parts(scores: Array, labels: Labels) -> NDArray[np.int64]:
    """Count the parts into which each cluster is divided, (k,).

    A component divides the cluster that has most of it (`cluster_shares`), by its sign; two points
    are in one part if they agree in the signs of all components that divide their cluster.
    """
    owner = cluster_shares(scores, labels).argmax(axis=0)
    classes = enumerate(_classes(scores, labels))
    return np.array([sign_patterns(c[:, owner == k]) for k, c in classes])


def sign_patterns(scores: Array) -> int:
    """The number of different patterns of signs that the points have over all components."""
    return len(np.unique(scores > 0, axis=0))


def backward_share(values: Array) -> float:
    """The share of all steps from value to value, by length, against the main direction: 0 to 1/2.

    It is 1/2 for values that do not change.
    """
    steps = np.diff(values)
    up, down = float(steps[steps > 0].sum()), float(-steps[steps < 0].sum())
    return min(up, down) / (up + down) if up + down > 0 else 0.5


def unexplained_by_a_plane(X: Array, values: Array) -> float:
    """The share of the variance of `values` (n,) that no linear function of X (n, 2) explains."""
    centred = values - values.mean()
    rest = centred - (X - X.mean(axis=0)) @ slope(X, values)
    total = float(centred @ centred)
    return float(rest @ rest) / total if total > 0 else 0.0


def gap(values: Array, labels: Labels) -> float:
    """The distance between the intervals of values of two classes; negative if they overlap."""
    first, second = _classes(values, labels)
    return float(max(first.min() - second.max(), second.min() - first.max()))


def class_ranges(values: Array, labels: Labels) -> Array:
    """The smallest and the largest of the values (n, q) in each class, (k, 2, q)."""
    return np.array([(c.min(axis=0), c.max(axis=0)) for c in _classes(values, labels)])


def ordered_groups(ranges: Array) -> list[list[int]]:
    """Classes in ascending groups: all values of a group lie above those of the group before.

    `ranges` (k, 2) are those of one component, see `class_ranges`; classes are numbered from 0 in
    the order of their labels. One group means that no threshold separates any of them.
    """
    ends = ranges.tolist()
    groups: list[list[int]] = []
    reach = -math.inf
    for k in sorted(range(len(ends)), key=ends.__getitem__):
        low, high = ends[k]
        if low > reach:
            groups.append([])
        groups[-1].append(k)
        reach = max(reach, high)
    return groups


def explained(design: Array, values: Array) -> Array:
    """The share (q,) of the sum of squares of `values` (n, q) that lies in the span of `design`.

    `design` (n, p) has few columns of similar size; they may be dependent.
    """
    products = design.T @ values
    inside = (products * np.linalg.lstsq(design.T @ design, products)[0]).sum(axis=0)
    total = (values**2).sum(axis=0)
    return ratio(inside, total)


def between_classes(values: Array, labels: Labels) -> float:
    """The share of the sum of squares of `values` (n, D) about their mean that class means explain.

    Of a random labelling it is (k − 1)/(n − 1) on average; 0 if all values are equal.
    """
    centred = values - values.mean(axis=0)
    means = [(len(c), c.mean(axis=0)) for c in _classes(centred, labels)]
    total = float((centred**2).sum())
    return float(sum(m * (mean @ mean) for m, mean in means)) / total if total > 0 else 0.0


def order_surprise(sizes: Sequence[float]) -> float:
    """−log of the probability that a random labelling leaves groups of these sizes in some order.

    log(n! / Π mᵢ!) − log(g!) for g groups of m₁ + … + m_g = n points, of which no two are equal.
    """
    arrangements = math.lgamma(sum(sizes) + 1) - sum(math.lgamma(m + 1) for m in sizes)
    return arrangements - math.lgamma(len(sizes) + 1)


def share_surprise(share: float, n: float, k: int) -> float:
    """−log of the chance that k random classes explain such a share of n points, an estimate.

    (1 − share)^((n − k)/2): the tail of `between_classes` for three classes of normally distributed
    points on a line. For two it is smaller; for more classes it is larger, and so is the error
    unless n ≫ k.
    """
    # A share of 1 has no logarithm of what is left.
    return 0.5 * max(0.0, n - k) * -math.log(max(1.0 - share, 1e-300))


def _classes(values: Array, labels: Labels) -> list[Array]:
    """The rows of `values` of each class."""
    return [values[labels == label] for label in np.unique(labels)]


def _scaled(values: Array) -> Array:
    """The values over a power of two of their size, so that squares stay within float64."""
    return values / power_of_two(float(np.abs(values).max(initial=0.0)))


def effective_rank(gram: Array) -> float:
    """(tr K)² / ‖K‖²_F of a symmetric matrix K (n, n): m where m eigenvalues are equal, the rest 0.

    It is also m cos² of the angle between K and a projection of rank m with the same trace, so that
    a centred K has n − 1 if and only if it is the centred identity times a number. 0 for K = 0.
    """
    gram = _scaled(gram)
    size = float((gram**2).sum())
    return float(np.trace(gram)) ** 2 / size if size > 0 else 0.0


def linear_alignment(gram: Array, X: Array) -> float:
    """The cosine ⟨K, XXᵀ⟩_F / (‖K‖_F ‖XXᵀ‖_F) of a symmetric K (n, n) and rows X (n, D), −1 to 1.

    Where it is 1 kernel PCA with K is PCA of X. Centre both, or neither. 0 if one of them is 0.

    References
    ----------
    Cortes, Mohri & Rostamizadeh 2012, "centred kernel alignment".
    """
    gram, X = _scaled(gram), _scaled(X)
    sizes = float(np.linalg.norm(gram) * np.linalg.norm(X.T @ X))
    return float(((gram @ X) * X).sum()) / sizes if sizes > 0 else 0.0
