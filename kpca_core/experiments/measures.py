"""What the claims of the captions come down to: pure functions of points, labels and scores."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from kpca_core.kernels.base import Array


def separating_arc(A: Array, B: Array) -> float:
    """How freely a line separates two sets of points of the plane, in degrees.

    A (n, 2), B (m, 2). A normal w separates them where w·(a − b) > 0 for all pairs; such normals
    exist if and only if the directions of the a − b leave a gap of more than 180°, and they fill
    the excess. Positive: separable, by as many degrees of directions; else 0 or negative.
    """
    differences = (A[:, None, :] - B[None, :, :]).reshape(-1, 2)
    if not differences.any(axis=1).all():
        return -180.0
    angles = np.sort(np.arctan2(differences[:, 1], differences[:, 0]))
    gaps = np.diff(angles, append=angles[0] + 2 * np.pi)
    return float(np.degrees(gaps.max())) - 180.0


def separating_arcs(plane: Array, labels: Array) -> Array:
    """`separating_arc` of every pair of classes in the plane (n, 2); (0,) for a single class."""
    classes = [plane[labels == label] for label in np.unique(labels)]
    return np.array([separating_arc(a, b) for a, b in combinations(classes, 2)])


def cluster_shares(scores: Array, labels: Array) -> Array:
    """How much of each component happens inside each cluster, shape (k, q).

    Σ over the cluster of (f_j − its mean there)² / Σ over all points of f_j². A component that
    splits one cluster and is flat elsewhere has share 1 in it; one that only tells clusters apart
    has share 0 in all.
    """
    total = (scores**2).sum(axis=0)
    inside = np.array([((c - c.mean(axis=0)) ** 2).sum(axis=0) for c in _clusters(scores, labels)])
    return np.divide(inside, total, out=np.zeros_like(inside), where=total > 0)


def smaller_parts(scores: Array, labels: Array) -> Array:
    """The smaller of the two parts into which the sign of f_j cuts each cluster, shape (k, q)."""
    positive = np.array([(c > 0).mean(axis=0) for c in _clusters(scores, labels)])
    return np.minimum(positive, 1 - positive)


def slope(X: Array, values: Array) -> Array:
    """The gradient (2,) of the linear function of X (n, 2) that is closest to `values` (n,)."""
    design = np.column_stack([np.ones(len(X)), X])
    gradient: Array = np.linalg.lstsq(design, values, rcond=None)[0][1:]
    return gradient


def angle(u: Array, v: Array) -> float:
    """The angle between two lines of these directions, 0 to 90 degrees; 0 if one has none."""
    lengths = float(np.linalg.norm(u) * np.linalg.norm(v))
    if lengths == 0:
        return 0.0
    return float(np.degrees(np.arccos(min(1.0, abs(float(u @ v)) / lengths))))


def parts(scores: Array, labels: Array) -> Array:
    """Into how many parts each cluster is divided (k,).

    A component divides the cluster in which most of it happens (`cluster_shares`), by its sign;
    two points are in one part if they agree in the signs of all components of their cluster.
    """
    owner = cluster_shares(scores, labels).argmax(axis=0)
    return np.array(
        [
            len(np.unique(c[:, owner == k] > 0, axis=0))
            for k, c in enumerate(_clusters(scores, labels))
        ]
    )


def sign_patterns(scores: Array) -> int:
    """How many different patterns of signs the points show over all components."""
    return len(np.unique(scores > 0, axis=0))


def backward_share(values: Array) -> float:
    """How much of the way along `values` (n,) goes against its main direction: 0 to 1/2.

    Values that do not change go nowhere: 1/2.
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


def gap(values: Array, labels: Array) -> float:
    """The distance between the intervals that two classes occupy; negative if they overlap."""
    first, second = _clusters(values, labels)
    return float(max(first.min() - second.max(), second.min() - first.max()))


def _clusters(values: Array, labels: Array) -> list[Array]:
    return [values[labels == label] for label in np.unique(labels)]
