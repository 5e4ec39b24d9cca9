"""What the methods beside kernel PCA have in common: one base class, and what a fit returns.

Sources: docs/notation.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, finite_points, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, N_
from kpca_core.spectrum import NEAR_DEGENERATE, RANK_TOLERANCE

Map: TypeAlias = Callable[[Array], Array]

# On how many of ten draws of the parabola, of the rings and of the clusters a sentence holds.
ALL = (10, 10, 10)
# Points of the polyline that stands for a curve.
CURVE_POINTS = 200
# What `Stage.value` of several methods is.
FROM_RECONSTRUCTIONS = N_("mean squared distance from the reconstructions")
IN_FEATURE_SPACE = N_("mean squared distance in feature space")
LEFT_OUT = N_("sum of the eigenvalues that are left out")

# Without an activation, where the end is known, what has converged has an `unrest` of at most 0.03
# on planes, normal points and Iris, and features 8° or more away 0.1 to 0.4; but on Wine, where
# few passes move the later features at all, 0.02.
STILL = 0.05
# Degrees from the end.
AWAY = 2.0

# Iterations 1, 2, 3, … 10, 12, 14, … that are kept as stages: a tenth more each time.
_KEPT = frozenset(round(1.1**k) for k in range(200))


def is_kept(step: int) -> bool:
    """Whether a fit keeps the state after `step` iterations as a `Stage`."""
    return step in _KEPT


class Sentence(NamedTuple):
    """A sentence of [S] in our words.

    Parameters
    ----------
    place : str
        Its section, "" where it is ours.
    text : str
        What it says.
    claim : str
        Its name in `benchmarks.neighbours`; "" where nothing is measured.
    counts : tuple[int, int, int]
        On how many draws it holds, as `ALL`.
    """

    place: str
    text: str
    claim: str = ""
    counts: tuple[int, int, int] = ALL


@dataclass(frozen=True)
class Offer:
    """One method of a class.

    Parameters
    ----------
    identity : str
        In addresses.
    label : str
        What readers call it in few words, in English.
    sentences : tuple of Sentence
        What is said of it.
    arguments
        Of its class.
    seconds : float
        Of a fit for each of up to 400 points, within a factor of about three.
    is_heavy : bool
        Whether it runs only on request.
    has_functions : bool
        Whether it has features of new points; else scores of the data alone.
    module : str
        Of the library of an extra that it needs; "" for none.
    """

    identity: str
    label: str
    sentences: tuple[Sentence, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 3e-4
    is_heavy: bool = False
    has_functions: bool = True
    module: str = ""

    @property
    def is_installed(self) -> bool:
        """Whether what it needs can be imported; nothing is imported for the answer."""
        return not self.module or find_spec(self.module) is not None


@dataclass(frozen=True, eq=False)
class Stage:
    """What a method has found after `step` iterations.

    Parameters
    ----------
    step : int
        Iterations up to here.
    value : float
        Of `Neighbour.objective`.
    scores : (n, q) array
        The features of the data.
    functions : Map or None
        Points (m, D) → features (m, q); None where they do not extend to new points.
    reconstruct : Map or None
        Points (m, D) → (m, D), the way there and back; None where there is none.
    curves : tuple of array
        Arrays (p, D), the curve or the lines that the reconstructions lie on.
    """

    step: int
    value: float
    scores: Array
    functions: Map | None = None
    reconstruct: Map | None = None
    curves: tuple[Array, ...] = ()

    __repr__ = in_one_line

    @classmethod
    def there_and_back(
        cls, step: int, X: Array, functions: Map, reconstruct: Map, curves: Sequence[Array] = ()
    ) -> Stage:
        """Return the stage that is valued by FROM_RECONSTRUCTIONS; `curves` are those of q = 1."""
        error, scores = float(np.square(X - reconstruct(X)).sum(axis=1).mean()), functions(X)
        own = tuple(curves) if scores.shape[1] == 1 else ()
        return cls(step, error, scores, functions, reconstruct, own)


@dataclass(frozen=True, eq=False)
class Neighbour:
    """A fitted method.

    Parameters
    ----------
    stages : tuple of Stage
        At least one, the last one is the result; the others show how it was reached.
    objective : str
        What `Stage.value` is, in English.
    unrest : float
        How far a Hebbian network with an activation is from standing still: of the feature that
        moves most, the mean change of its weights in one step as a share of that of Hebb's rule
        alone; 0 for other methods.
    away : float
        Degrees between the weights of other Hebbian networks and the components that their rule
        ends at, as of `degrees_away`; 0 for other methods.
    """

    stages: tuple[Stage, ...]
    objective: str
    unrest: float = 0.0
    away: float = 0.0

    __repr__ = in_one_line

    @property
    def converged(self) -> bool:
        """Whether `unrest` is at most 0.05 and `away` at most 2°; other methods are not judged."""
        return self.unrest <= STILL and self.away <= AWAY

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


@dataclass(frozen=True)
class Method(ABC):
    """One way to q features of the points X (n, D); classes of methods extend it.

    Attributes
    ----------
    name
        For a reader, in English.
    start
        How the result depends on where the iterations start: "none" where there is no start or the
        end is the same, "sign" where features may have the other sign, "end" where it may be
        another one.
    offers
        What pages, commands and documents offer of it.
    """

    name: ClassVar[str]
    start: ClassVar[str] = "none"
    offers: ClassVar[tuple[Offer, ...]] = ()

    def most(self, n: int, dimension: int) -> int:
        """Return how many features n points of so many columns have at most."""
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        """Find q features.

        Parameters
        ----------
        X : (n, D) array
            Points.
        q : int
            Int ≥ 1; what decomposes K̃ returns fewer where K̃ has fewer eigenvalues above rounding.
        seed : int
            Of all that is random: start, order of the points.
        progress : Progress or None
            As for `kpca_core.fit`.

        Raises
        ------
        TypeError, ValueError
            for what is no finite table, fewer than 3 points or all of them equal, or more
            features than there can be
        Cancelled
            where `progress` returns False
        """
        points = finite_points(X, "X")
        name = E_(self.name)
        if len(points) < 3:
            said = E_("{method} needs at least 3 points; got {n}.")
            raise ValueError(said.format(method=name, n=len(points)))
        if (points[0] == points).all():
            said = E_("{method} needs points that differ; all are {point}.")
            raise ValueError(said.format(method=name, point=points[0].tolist()))
        require_count("q", q)
        n, columns = points.shape
        if q > (most := self.most(n, columns)):
            said = E_(
                "{method} finds at most {most} features of {n:,} points in {columns} columns; got "
                "{q}."
            )
            raise ValueError(
                said.format(method=name, most=most, n=n, columns=columns, q=f"q={q!r}")
            )
        return self._find(points, q, seed, progress)

    @abstractmethod
    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        """Find q features as `fit`, which has checked the points and q."""


def centred_and_scaled(X: Array) -> tuple[Array, Array, float]:
    """Return points with mean 0 and a mean square of 1, and the mean and the scale they had."""
    middle = X.mean(axis=0)
    scale = float(np.sqrt(np.square(X - middle).sum(axis=1).mean())) or 1.0
    return (X - middle) / scale, middle, scale


def degrees_away(weights: Array, eigenvalues: Array, span: bool = False) -> float:
    """Return the largest angle of weights (q, M) from leading eigenvectors, in degrees.

    Row i has the coordinates along orthonormal eigenvectors, whose eigenvalues (M,) descend. Those
    that differ by at most NEAR_DEGENERATE are one space. With `span` only the rows' span counts.
    """
    own = eigenvalues[len(weights) - 1] if span else eigenvalues[: len(weights), None]
    gaps = own - eigenvalues if span else np.abs(own - eigenvalues)
    outside = gaps > NEAR_DEGENERATE * own + RANK_TOLERANCE * eigenvalues[0]
    if span:
        sine = float(np.linalg.norm(np.linalg.qr(weights.T)[0].T * outside, 2))
    else:
        shares = np.linalg.norm(weights * outside, axis=1) / np.linalg.norm(weights, axis=1)
        sine = float(shares.max())
    return float(np.degrees(np.arcsin(min(sine, 1.0))))


def starts(
    method: Method, X: ArrayLike, q: int, seeds: Sequence[int], progress: Progress | None = None
) -> tuple[Neighbour, ...]:
    """Fit the same points from several starts."""
    return tuple(method.fit(X, q, seed, progress) for seed in seeds)
