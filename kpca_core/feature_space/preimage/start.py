"""Descents to pre-images: where they start, and what they are compared with."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, require_count, require_number
from kpca_core._support.threads import row_slices
from kpca_core.feature_space.preimage.descent import Objective, minimise
from kpca_core.feature_space.preimage.ridge import Map, Ridge
from kpca_core.feature_space.preimage.target import Method, PreImages, Solve, Subspace, Targets
from kpca_core.kernels.distances import BLOCK_PAIRS

# Points of the ridge map.
POINTS = 300


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


@dataclass(frozen=True)
class Iteration(Method):
    """A descent from the ridge map's or the nearest points.

    Parameters
    ----------
    tol : float
        Length of the last step in units of `spread_of` the points.
    max_iterations : int
    restarts : int
        Further starts for those that have not converged.
    """

    tol: float = 1e-10
    max_iterations: int = 500
    restarts: int = 3

    def __post_init__(self) -> None:
        require_number("tol", self.tol, above=0)
        require_count("max_iterations", self.max_iterations)
        require_count("restarts", self.restarts, least=0)

    def objective(self, targets: Targets) -> Objective:
        """‖φ(y) − t‖² of these targets and its derivatives, as `minimise` takes it."""
        raise NotImplementedError

    def first_steps(self, targets: Targets, values: Array, gradients: Array) -> Array:
        """Lengths (n,) of the first steps of all targets."""
        return np.full(len(values), 0.1 * targets.subspace.spread)

    def unit(self, subspace: Subspace) -> float:
        """Return the unit of length in which `minimise` measures steps."""
        return subspace.spread

    def corrected(self, targets: Targets, found: PreImages) -> PreImages:
        """With objectives that are as accurate as the kernel's."""
        return found

    def solver(self, subspace: Subspace) -> Solve:
        """The descent from the start that the targets bring, or from the better one of both here.

        Unconverged targets are tried again from up to `restarts` further starts: first the start
        not yet used, then the points of the expansion nearest to the target.
        """
        ridge = Start.of(subspace).ridge

        def solve(targets: Targets) -> PreImages:
            objective = self.objective(targets)
            points = others = ridge(targets)
            if targets.start is not None:
                points = targets.start
            parts = objective(np.arange(len(targets)), points)
            if targets.start is None:
                nearest = _nearest(targets)
                better = (parts[0] <= nearest.objective) | np.isnan(nearest.objective)
                closer = np.flatnonzero(~better)
                points, others = points.copy(), nearest.points.copy()
                points[closer], others[closer] = others[closer], points[closer]
                for part, values in zip(parts, objective(closer, points[closer]), strict=True):
                    part[closer] = values
            found = self._descended(targets, objective, points, parts)
            for number in range(self.restarts):
                left = np.flatnonzero(~found.converged)
                if len(left) == 0:
                    break
                some = targets[left]
                points = others[left]
                if number > 0:
                    # Without a start of the caller's the nearest one has been tried.
                    order = nearest_points(some, number + (targets.start is None))
                    points = subspace.points[order[:, -1]]
                objective = self.objective(some)
                parts = objective(np.arange(len(some)), points)
                found = found.replaced(left, self._descended(some, objective, points, parts))
            return self.corrected(targets, found)

        return solve

    def _descended(
        self, targets: Targets, objective: Objective, points: Array, parts: tuple[Array, ...]
    ) -> PreImages:
        """Where the descent ended, or the start where that has a lower objective."""
        targets.begin(points)
        none = np.zeros(len(points), np.int64)
        start = PreImages(points, parts[0].copy(), none, np.isfinite(parts[0]))
        minima = minimise(
            objective,
            points,
            found=parts,
            first=lambda values, gradients: self.first_steps(targets, values, gradients),
            tol=self.tol * targets.subspace.spread,
            rounding=lambda rows, X: targets.rounding(X, rows),
            unit=self.unit(targets.subspace),
            max_iterations=self.max_iterations,
            visit=targets.visit,
        )
        found = PreImages(*minima)
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
