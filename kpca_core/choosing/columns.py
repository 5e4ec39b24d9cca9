"""Which columns carry the components: eigenvalues and influence where one is shuffled alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kpca_core._support.arrays import Array, Indices, finite_points, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import _
from kpca_core.choosing.plots import CHANCE, Axes, axes_or_new, coloured
from kpca_core.choosing.shuffling import require_level, shuffleable
from kpca_core.choosing.tasks import Submits, computed
from kpca_core.feature_space.sensitivity import influence
from kpca_core.kernels import Kernel, KernelLike
from kpca_core.solvers import fit

# Columns that are tested, those of largest influence first.
MOST_COLUMNS = 64
# Standard deviations by which the eigenvalues exceed the mean of the shuffles of a column that
# matters. Above 20 shuffles alone lies one in 21 columns that have nothing to do with the others.
MARGIN = 3.0


@dataclass(frozen=True, eq=False)
class Columns:
    """What each column contributes to the leading components.

    Attributes
    ----------
    loss : (D,) array
        the share of the k leading eigenvalues' sum that goes when the column alone is shuffled, on
        average; NaN where it was not tested
    margin : (D,) array
        by how many standard deviations of the shuffles the sum exceeds their mean
    influence : (D,) array
        the mean of ‖∂f/∂x_d‖ over the rows, see `kpca_core.influence`; NaN of a kernel
        whose gradient is not known
    matter : (D,) bool
        the sum exceeds that of every shuffle, by MARGIN standard deviations at least
    rows, of : int, how many rows were analysed, and how many there are
    """

    loss: Array
    margin: Array
    influence: Array
    matter: NDArray[np.bool_]
    rows: int
    of: int

    __repr__ = in_one_line

    @property
    def ranking(self) -> Indices:
        """The columns (0-based), those that the components need most first."""
        return np.argsort(-np.nan_to_num(self.loss, nan=-np.inf), kind="stable")

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the loss of each column, those that matter in their own colour; return the axes."""
        ax = axes_or_new(ax)
        loss = np.nan_to_num(self.loss)
        ax.bar(np.arange(len(loss)), loss, color=coloured(self.matter))
        ax.set(xlabel=_("column"), ylabel=_("loss when shuffled"))
        return ax


def columns_that_matter(
    kernel: KernelLike,
    X: ArrayLike,
    count: int,
    *,
    shuffles: int = 20,
    most_rows: int = 500,
    seed: int = 0,
    progress: Progress | None = None,
) -> Columns:
    """Shuffle each column of X (n, D) alone, and see what the first `count` components lose.

    A column that is independent of all others can be exchanged for its shuffle: the sum of the k
    leading eigenvalues of K̃ then exceeds those of B shuffles with probability 1/(B + 1). A column
    to which a component owes its eigenvalue loses it. The influence alone does not tell the two
    apart: it is a size without a null value.

    Parameters
    ----------
    kernel, X, shuffles, seed, progress : as of `parallel_analysis`
    most_rows : int, likewise; of more than 20 columns fewer, so that the fits take no longer
    count : int, k ≥ 1, the components that stand out, `Standing.count`

    Raises
    ------
    TypeError, ValueError
        as `parallel_analysis`
    """
    require_count("count", count)
    require_count("shuffles", shuffles)
    X = finite_points(X, "X")
    columns = X.shape[1]
    fewer = math.sqrt(min(1.0, 20 / max(1, min(columns, MOST_COLUMNS))))
    kernel, some, n = shuffleable(kernel, X, max(2, int(fewer * most_rows)), seed)
    found = fit(kernel, some, count)
    k = found.n_components
    sizes = np.full(columns, np.nan)
    if kernel.has_gradient:
        sizes = influence(found.expansion, some).total
    own = float(found.eigenvalues.sum())
    vary = np.flatnonzero((some[1:] != some[:1]).any(axis=0))
    tested = vary[np.argsort(-np.nan_to_num(sizes[vary]), kind="stable")][:MOST_COLUMNS]
    rng = np.random.default_rng(seed)
    loss, margin, matter = np.full(columns, np.nan), np.zeros(columns), np.zeros(columns, bool)
    for i, d in enumerate(tested.tolist()):
        others = (_shuffled_alone(some, d, rng) for _ in range(shuffles))
        sums = np.array([fit(kernel, other, k).eigenvalues.sum() for other in others])
        loss[d] = 1 - float(sums.mean()) / own
        spread = float(sums.std(ddof=1)) if shuffles > 1 else 0.0
        margin[d] = (own - float(sums.mean())) / max(spread, 1e-12 * own)
        matter[d] = own > sums.max() and margin[d] >= MARGIN
        report(progress, i + 1, len(tested), _("shuffles of single columns"))
    return Columns(loss, margin, sizes, matter, len(some), n)


def _shuffled_alone(X: Array, d: int, rng: np.random.Generator) -> Array:
    """X with column d shuffled."""
    other = X.copy()
    other[:, d] = rng.permutation(X[:, d])
    return other


@dataclass(frozen=True, eq=False)
class InfluenceBand:
    """The influence of each column, and what it is where the column is shuffled.

    Attributes
    ----------
    influence : (D,) array, of each column on the first components together
    shuffled : (B, D) array, that of column d in tables where column d alone was shuffled
    level : float, of the band and the tests
    rows, of : int, how many rows were analysed, and how many there are
    """

    influence: Array
    shuffled: Array
    level: float
    rows: int
    of: int

    __repr__ = in_one_line

    @property
    def band(self) -> Array:
        """The quantiles of the shuffles (2, D) that hold the share 1 − level."""
        return np.quantile(self.shuffled, [self.level / 2, 1 - self.level / 2], axis=0)

    @property
    def p_values(self) -> Array:
        """(1 + how many shuffles reach the influence)/(B + 1), of each column by itself (D,)."""
        reached = (self.shuffled >= self.influence * (1 - 1e-9)).sum(axis=0)
        return np.asarray((1 + reached) / (1 + len(self.shuffled)))

    @property
    def matter(self) -> NDArray[np.bool_]:
        """Whether a column's p-value is at most `level` (D,)."""
        return self.p_values <= self.level

    @property
    def ranking(self) -> Indices:
        """The columns (0-based), the one farthest above its shuffles' mean first."""
        return np.argsort(-(self.influence / self.shuffled.mean(axis=0)), kind="stable")

    def plot(self, *, ax: Axes | None = None, names: Sequence[str] | None = None) -> Axes:
        """Draw the influence of each column above its band; return the axes."""
        ax = axes_or_new(ax)
        places = np.arange(len(self.influence))
        ax.vlines(places, *self.band, color=CHANCE, linewidth=6)
        ax.scatter(places, self.influence, c=coloured(self.matter), zorder=3)
        if names is not None:
            ax.set_xticks(places, list(names), rotation=90 if len(places) > 8 else 0)
        ax.set(xlabel=_("column"), ylabel=_("influence"))
        return ax


def influence_band(
    kernel: KernelLike,
    X: ArrayLike,
    count: int,
    *,
    shuffles: int = 40,
    level: float = 0.05,
    most_rows: int = 500,
    seed: int = 0,
    client: Submits | None = None,
    progress: Progress | None = None,
) -> InfluenceBand:
    """Compare the influence of each column with that of the column shuffled.

    A column that is independent of all others can be exchanged for its shuffle, so its influence
    on the leading components exceeds those of B shuffles with probability 1/(B + 1).

    Parameters
    ----------
    kernel, X, shuffles, level, most_rows, seed, client, progress : as of `choose_width`; a kernel
        with a known gradient
    count : int ≥ 1, how many leading components

    Raises
    ------
    TypeError, ValueError
        as `choose_width`, and as `kpca_core.influence` for a kernel without a gradient

    References
    ----------
    Briscik et al. 2023, of the influence.
    """
    require_count("count", count)
    require_count("shuffles", shuffles)
    require_level(level, shuffles)
    kernel, some, n = shuffleable(kernel, X, most_rows, seed)
    own = _influences(kernel, some, count)
    tasks = [(kernel, some, count, seed, b) for b in range(shuffles)]
    others = computed(
        _influences_shuffled, tasks, client, progress, _("shuffles of single columns")
    )
    return InfluenceBand(own, np.array(others), float(level), len(some), n)


def _influences(kernel: Kernel, X: Array, count: int) -> Array:
    return influence(fit(kernel, X, count).expansion, X).total


def _influences_shuffled(kernel: Kernel, X: Array, count: int, *seed: int) -> Array:
    """The influence of each column in the table where it alone is shuffled (D,)."""
    rng = np.random.default_rng(seed)
    others = (_shuffled_alone(X, d, rng) for d in range(X.shape[1]))
    return np.array([_influences(kernel, other, count)[d] for d, other in enumerate(others)])
