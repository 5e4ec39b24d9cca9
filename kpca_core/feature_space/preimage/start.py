"""Where the other methods start, and what they are compared with: the ridge map's points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Indices
from kpca_core._support.threads import row_slices
from kpca_core.feature_space.preimage.lbfgs import Minima
from kpca_core.feature_space.preimage.ridge import Map, Ridge
from kpca_core.feature_space.preimage.target import PreImages, Subspace, Targets
from kpca_core.kernels.distances import BLOCK_PAIRS

# Points of the ridge map.
POINTS = 300


class Descent(Protocol):
    """A descent to the pre-images of n targets."""

    def at(self, rows: Indices, Y: Array) -> tuple[Array, ...]:
        """Objectives (r,) at Y (r, D) of the targets with these indices, and their derivatives."""

    def minima(self, Y: Array, found: tuple[Array, ...]) -> Minima:
        """Descend from Y (n, D), where `at` has found what is given."""


@dataclass(frozen=True, eq=False)
class Start:
    """The ridge map's points, and the points of the expansion nearest to the targets."""

    ridge: Map

    @classmethod
    def of(cls, subspace: Subspace) -> Start:
        """Learn the map, once for each subspace."""
        found = _known.get(subspace)
        if found is None:
            found = _known[subspace] = cls(Ridge(points=POINTS).learned(subspace))
        return found

    def guarded(self, targets: Targets, points: Array) -> PreImages:
        """The points (n, D), or where these have a lower objective the ridge map's or nearest."""
        found = PreImages.of(targets, points).better(PreImages.of(targets, self.ridge(targets)))
        return found.better(_nearest(targets))

    def descend(
        self, targets: Targets, descent_of: Callable[[Targets], Descent], restarts: int
    ) -> PreImages:
        """Descend from the start that the targets bring, or from the better one of both here.

        Up to `restarts` further starts, of these the other one or the ridge map's first, then
        points of the expansion nearest to the target, are tried for those that have not converged.
        """
        descent = descent_of(targets)
        points = others = self.ridge(targets)
        if targets.start is not None:
            points = targets.start
        parts = descent.at(np.arange(len(targets)), points)
        if targets.start is None:
            nearest = _nearest(targets)
            better = (parts[0] <= nearest.objective) | np.isnan(nearest.objective)
            closer = np.flatnonzero(~better)
            points, others = points.copy(), nearest.points.copy()
            points[closer], others[closer] = others[closer], points[closer]
            for part, values in zip(parts, descent.at(closer, points[closer]), strict=True):
                part[closer] = values
        found = _descended(targets, descent, points, parts)
        for number in range(restarts):
            left = np.flatnonzero(~found.converged)
            if len(left) == 0:
                break
            some = targets[left]
            points = others[left]
            if number > 0:
                # Without a start of the caller's the nearest one has been tried.
                order = nearest_points(some, number + (targets.start is None))
                points = some.subspace.points[order[:, -1]]
            descent = descent_of(some)
            parts = descent.at(np.arange(len(some)), points)
            found = found.replaced(left, _descended(some, descent, points, parts))
        return found


def _descended(
    targets: Targets, descent: Descent, points: Array, parts: tuple[Array, ...]
) -> PreImages:
    """Where the descent ended, or the start where that has a lower objective."""
    targets.begin(points)
    none = np.zeros(len(points), np.int64)
    start = PreImages(points, parts[0].copy(), none, np.isfinite(parts[0]))
    found = PreImages(*descent.minima(points, parts))
    better = found.better(start)
    kept = found.objective <= start.objective + targets.rounding(points)
    return PreImages(better.points, better.objective, found.iterations, found.converged & kept)


def _nearest(targets: Targets) -> PreImages:
    """The points of the expansion with the least objectives."""
    n, subspace = len(targets), targets.subspace
    # ‖φ(p)‖² − 2 ⟨φ(p), t⟩ in one product, few rows at a time, which stay in the cache.
    coordinates = np.column_stack([targets.coordinates, np.ones(n)])
    columns = np.column_stack([-2.0 * subspace.sections, subspace.diagonal]).T
    nearest, objective = np.empty(n, np.intp), np.empty(n)
    for rows in row_slices(n, max(1, BLOCK_PAIRS // columns.shape[1])):
        distances = coordinates[rows] @ columns
        distances.argmin(axis=1, out=nearest[rows])
        distances.min(axis=1, out=objective[rows])
    points = subspace.points[nearest]
    return PreImages(points, objective + targets.norms, np.zeros(n, np.int64), np.ones(n, bool))


_known: WeakKeyDictionary[Subspace, Start] = WeakKeyDictionary()


def nearest_points(targets: Targets, count: int) -> NDArray[np.intp]:
    """Indices (n, count) of the points with the least objectives, in their order; fewer of few."""
    distances = targets.subspace.diagonal - 2.0 * targets.at_points()
    count = min(count, distances.shape[1])
    some = np.argpartition(distances, count - 1, axis=1)[:, :count]
    order = np.argsort(np.take_along_axis(distances, some, axis=1), axis=1, kind="stable")
    return np.take_along_axis(some, order, axis=1)
