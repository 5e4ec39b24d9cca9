"""Principal curves ([S] section 6.3.3; Hastie & Stuetzle 1989), by SciPy's splines.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _
from kpca_core.neighbours.neighbour import CURVE_POINTS, Method, Neighbour, Offer, Sentence, Stage

if TYPE_CHECKING:
    from scipy.interpolate import BSpline


_MEANS = N_("The curve seeks to be the mean of the points that project on it.")
_OPTIMISED = Sentence("6.3.3", N_("Its optimisation is nonlinear."))


@dataclass(frozen=True)
class PrincipalCurve(Method):
    """A curve that seeks to be, at each of its points, the mean of the data that project there.

    Project all points on the curve, which gives each its arc length s; then take for each
    coordinate the least-squares cubic spline in s with knots at quantiles; repeat. It starts from
    the first principal line, or from a circle about the mean where it is closed. With seed 0 that
    is the whole start; others turn it by a random angle in the plane of the first two components.

    Parameters
    ----------
    closed : bool
        Whether the curve has no ends.
    knots : int
        Int ≥ 0, inner knots of the spline.
    tol : float
        Ends where the mean squared distance changes by no more than that share.
    iterations : int
        At most.
    reach : float
        By which share of its length an open curve is extended at its ends.

    References
    ----------
    Hastie & Stuetzle 1989; Banfield & Raftery 1992, closed curves.
    """

    closed: bool = False
    knots: int = 4
    tol: float = 1e-4
    iterations: int = 60
    reach: float = 0.05

    name: ClassVar[str] = N_("Principal curve")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "curve",
            N_("Principal curve"),
            (
                Sentence("6.3.3", N_("It captures the structure of the data.")),
                Sentence("", N_("Its squared error is smaller than a line's here."), "structure"),
                Sentence("6.3.3", N_("A point is mapped to the closest of the curve."), "closest"),
                # A curve made of few splines is smoother than the means of the points that project
                # on it.
                Sentence("6.3.3", _MEANS, "averages", (7, 1, 2)),
                Sentence(
                    "6.3.3",
                    N_("The only straight lines with that property are principal axes."),
                    "straight lines",
                ),
                _OPTIMISED,
                Sentence("", N_("From other starts it ends elsewhere here."), "curves"),
                Sentence("6.3.3", N_("The number of features is fixed before: a curve has one.")),
            ),
        ),
        # What is measured are curves with two ends.
        Offer(
            "closed-curve", N_("Closed curve"), (Sentence("6.3.3", _MEANS), _OPTIMISED),
            {"closed": True, "knots": 8},
        ),
    )  # fmt: skip

    def most(self, n: int, dimension: int) -> int:
        return 1

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        stages = [_stage(0, self._first(X, seed), X, self.closed)]
        for step in range(1, self.iterations + 1):
            s = stages[-1].scores[:, 0]
            stages.append(_stage(step, self._smoothed(X, s), X, self.closed))
            report(progress, step, self.iterations, _("iterations of the curve"))
            before, now = stages[-2].value, stages[-1].value
            if abs(before - now) <= self.tol * before:
                break
        return Neighbour(tuple(stages), N_("mean squared distance from the curve"))

    def _first(self, X: Array, seed: int) -> Array:
        middle = X.mean(axis=0)
        axes = np.linalg.svd(X - middle, full_matrices=False)[2]
        angle = np.random.default_rng(seed).uniform(0, np.pi) if seed else 0.0
        if self.closed:
            radius = float(np.linalg.norm(X - middle, axis=1).mean())
            t = np.linspace(0, 2 * np.pi, CURVE_POINTS) + angle
            found: Array = middle + radius * np.column_stack([np.cos(t), np.sin(t)]) @ axes[:2]
            return found
        turn = np.array([np.cos(angle), np.sin(angle)])
        direction = turn[: len(axes)] @ axes[:2]
        along = (X - middle) @ direction
        values: Array = (
            middle + np.linspace(along.min(), along.max(), CURVE_POINTS)[:, None] * direction
        )
        return values

    def _smoothed(self, X: Array, s: Array) -> Array:
        order = np.argsort(s, kind="stable")
        s, X = s[order], X[order]
        if self.closed:
            # Three rounds: the spline of the middle one meets itself.
            turn = _length(X, s)
            rounds = np.concatenate([s - turn, s, s + turn])
            fitted = _spline(rounds, np.vstack([X, X, X]), 3 * self.knots + 6)
            found: Array = fitted(np.linspace(0, turn, CURVE_POINTS))
            found[-1] = found[0]
            return found
        found = _spline(s, X, self.knots)(np.linspace(s[0], s[-1], CURVE_POINTS))
        # The ends reach beyond the last points that project there, or the curve would shrink.
        ends = found[[0, -1]] + self.reach * CURVE_POINTS * (found[[0, -1]] - found[[1, -2]])
        return np.vstack([ends[:1], found, ends[1:]])


def _length(X: Array, s: Array) -> float:
    """Return the arc length of one round: beyond the last point as far as a usual step."""
    return float(s[-1] + (s[-1] - s[0]) / max(1, len(s) - 1)) or 1.0


def _spline(s: Array, X: Array, knots: int) -> BSpline:
    """Least squares; of the splines that fit equally well the one with the smallest coefficients,
    which few distinct s leave open."""
    from scipy.interpolate import BSpline

    inner = np.quantile(np.unique(s), np.linspace(0, 1, knots + 2)[1:-1])
    t = np.concatenate([[s[0]] * 4, inner, [s[-1]] * 4])  # cubic
    design = BSpline.design_matrix(s, t, k=3).toarray()
    middle = X.mean(axis=0)
    return BSpline(t, middle + np.linalg.lstsq(design, X - middle, rcond=None)[0], k=3)


def _stage(step: int, curve: Array, X: Array, closed: bool) -> Stage:
    def nearest(points: Array) -> tuple[Array, Array]:
        return projected(points, curve)

    return Stage.there_and_back(
        step, X, lambda points: nearest(points)[0][:, None], lambda points: nearest(points)[1],
        [curve],
    )  # fmt: skip


def projected(points: Array, curve: Array) -> tuple[Array, Array]:
    """Return arc lengths (m,) and feet (m, D) of points (m, D) on a polyline (p, D)."""
    steps = np.diff(curve, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    squares = np.where(lengths > 0, lengths, 1.0) ** 2
    shares = np.einsum("mpd,pd->mp", points[:, None] - curve[:-1], steps) / squares
    shares = np.clip(shares, 0.0, 1.0)
    feet = curve[:-1] + shares[..., None] * steps
    distances = np.square(points[:, None] - feet).sum(axis=2)
    best, rows = distances.argmin(axis=1), np.arange(len(points))
    before = np.concatenate([[0.0], np.cumsum(lengths)])
    return before[best] + shares[rows, best] * lengths[best], feet[rows, best]
