"""What [S] section 6.3 says of the methods, as numbers for any of them on any points.

Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core.neighbours.neighbour import Method, Neighbour, starts
from kpca_core.spectrum import RANK_TOLERANCE

# A feature counts where its part that the features before it do not explain linearly has this share
# of its variance.
INDEPENDENT = math.sqrt(RANK_TOLERANCE)


def difference(first: Array, second: Array) -> float:
    """Return 1 − |correlation| of two features (n,): 0 for the same one but for sign and scale.

    1 where one of them is constant.
    """
    a, b = first - first.mean(), second - second.mean()
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return 1.0 - min(1.0, abs(float(a @ b)) / size) if size > 0 else 1.0


def number_difference(
    method: Method, X: Array, q: int, seed: int = 0, progress: Progress | None = None
) -> float:
    """Return by how much the first q features change where q + 1 are asked for, the largest change.

    0 for a method that need not know the number beforehand; NaN where there are no more features.
    """
    if q + 1 > method.most(*X.shape):
        return float("nan")
    few, more = (method.fit(X, k, seed, progress).scores for k in (q, q + 1))
    return max(difference(few[:, j], more[:, j]) for j in range(q))


def start_difference(fits: Sequence[Neighbour]) -> float:
    """Return by how much the first feature of fits from other starts differs, the largest."""
    first, *others = (one.scores[:, 0] for one in fits)
    return max(difference(first, other) for other in others)


def spread(
    method: Method, X: Array, q: int, seeds: Sequence[int], progress: Progress | None = None
) -> tuple[float, float, float]:
    """Return `start_difference` of these starts, the least and the largest final objective."""
    fits = starts(method, X, q, seeds, progress)
    values = [one.last.value for one in fits]
    return start_difference(fits), min(values), max(values)


def features_found(
    method: Method, X: Array, q: int, seed: int = 0, progress: Progress | None = None
) -> int:
    """Return how many of q features are not linear in those before; fewer where fewer can be."""
    q = min(q, method.most(*X.shape))
    scores = method.fit(X, q, seed, progress).scores
    Z = scores - scores.mean(axis=0)
    Z = Z / np.where(Z.any(axis=0), np.linalg.norm(Z, axis=0), 1.0)
    return int(np.count_nonzero(np.abs(np.diagonal(np.linalg.qr(Z)[1])) ** 2 > INDEPENDENT))


def turned(X: Array, degrees: float = 40.0) -> Array:
    """Return the points turned in the plane of their first two columns.

    By an angle that by default no symmetry of the toy data sets has.
    """
    angle = np.radians(degrees)
    Y = X.copy()
    Y[:, 0] = np.cos(angle) * X[:, 0] - np.sin(angle) * X[:, 1]
    Y[:, 1] = np.sin(angle) * X[:, 0] + np.cos(angle) * X[:, 1]
    return Y


def rotation_difference(
    method: Method, X: Array, q: int, seed: int = 0, progress: Progress | None = None
) -> float:
    """Return by how much the first feature changes where the points are `turned`."""
    fits = [method.fit(points, q, seed, progress) for points in (X, turned(X))]
    return start_difference(fits)


def held_out_errors(
    method: Method, X: Array, q: int, seed: int = 0, progress: Progress | None = None
) -> tuple[float, float]:
    """Return ‖x − x̂‖² / ‖x − x̄‖², averaged over a half that is fitted and over the other half.

    NaN twice for a method without a way back.
    """
    order = np.random.default_rng([seed, len(X)]).permutation(len(X))
    halves = X[order[::2]], X[order[1::2]]
    found = method.fit(halves[0], q, seed, progress)
    if found.reconstruct is None:
        return float("nan"), float("nan")
    size = float(np.square(halves[0] - halves[0].mean(axis=0)).sum(axis=1).mean())
    fitted, held = (
        float(np.square(P - found.reconstruct(P)).sum(axis=1).mean()) / size for P in halves
    )
    return fitted, held
