"""What the methods beside kernel PCA have in common: one protocol, and what a fit returns.

Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, finite_points, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.words import _

Map: TypeAlias = Callable[[Array], Array]

# Points of the polyline that stands for a curve.
CURVE_POINTS = 200

# On planes, normal points and Iris what has converged has an `unrest` of at most 0.03; features of
# Sanger's rule that are 8° or more away from an axis have 0.1 to 0.4.
STILL = 0.05

# Iterations 1, 2, 3, … 10, 12, 14, … that are kept as stages: a tenth more each time.
_KEPT = frozenset(round(1.1**k) for k in range(200))


def is_kept(step: int) -> bool:
    """Whether a fit keeps the state after `step` iterations as a `Stage`."""
    return step in _KEPT


@dataclass(frozen=True, eq=False)
class Stage:
    """What a method has found after `step` iterations.

    Parameters
    ----------
    step : int, iterations up to here
    value : float, of `Neighbour.objective`
    scores : (n, q) array, the features of the data
    functions : points (m, D) → features (m, q); None where they do not extend to new points
    reconstruct : points (m, D) → (m, D), the way there and back; None where there is none
    curves : arrays (p, D), the curve or the lines that the reconstructions lie on
    """

    step: int
    value: float
    scores: Array
    functions: Map | None = None
    reconstruct: Map | None = None
    curves: tuple[Array, ...] = ()

    __repr__ = in_one_line


@dataclass(frozen=True, eq=False)
class Neighbour:
    """A fitted method.

    Parameters
    ----------
    stages : at least one, the last one is the result; the others show how it was reached
    objective : what `Stage.value` is, in English
    unrest
        how far the iteration is from standing still: of the feature that moves most, the mean
        change of its weights in one step as a share of that of Hebb's rule alone; 0 for other
        methods
    """

    stages: tuple[Stage, ...]
    objective: str
    unrest: float = 0.0

    __repr__ = in_one_line

    @property
    def converged(self) -> bool:
        """Whether the iteration stands still, as far as `unrest` says."""
        return self.unrest <= STILL

    @property
    def last(self) -> Stage:
        return self.stages[-1]

    @property
    def scores(self) -> Array:
        """The features of the data (n, q)."""
        return self.last.scores

    @property
    def functions(self) -> Map | None:
        return self.last.functions

    @property
    def reconstruct(self) -> Map | None:
        return self.last.reconstruct


@runtime_checkable
class Method(Protocol):
    """One way to q features of the points X (n, D).

    Attributes
    ----------
    name : for a reader, in English
    start
        how the result depends on where the iterations start: "none" where there is no start or the
        end is the same, "sign" where features may have the other sign, "end" where it may be
        another one
    """

    name: ClassVar[str]
    start: ClassVar[str]

    def most(self, n: int, dimension: int) -> int:
        """Return how many features n points of so many columns have at most."""

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        """Find q features.

        Parameters
        ----------
        X : (n, D) array, points
        q : int ≥ 1
        seed : of all that is random: start, order of the points
        progress : as for `kpca_core.fit`

        Raises
        ------
        TypeError, ValueError
            for what is no finite table, fewer than 3 points or all of them equal, or more
            features than there can be
        Cancelled
            where `progress` returns False
        """


def checked(method: Method, X: ArrayLike, q: int) -> Array:
    """Return the points (n, D), or raise as `Method.fit`."""
    points = finite_points(X, "X")
    name = _(method.name)
    if len(points) < 3:
        raise ValueError(
            _("{method} needs at least 3 points; got {n}.").format(method=name, n=len(points))
        )
    if (points[0] == points).all():
        raise ValueError(
            _("{method} needs points that differ; all are {point}.").format(
                method=name, point=points[0].tolist()
            )
        )
    require_count("q", q)
    most = method.most(*points.shape)
    if q > most:
        raise ValueError(
            _(
                "{method} finds at most {most} features of {n:,} points in {columns} columns; got "
                "{q}."
            ).format(method=name, most=most, n=len(points), columns=points.shape[1], q=f"q={q!r}")
        )
    return points


def starts(
    method: Method, X: ArrayLike, q: int, seeds: Sequence[int], progress: Progress | None = None
) -> tuple[Neighbour, ...]:
    """Fit the same points from several starts."""
    return tuple(method.fit(X, q, seed, progress) for seed in seeds)
