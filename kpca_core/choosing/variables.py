"""Which variables carry the components: their influence beside that of shuffled columns.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Indices, require_count
from kpca_core._support.progress import Progress
from kpca_core.choosing.plots import CHANCE, CHOSEN, FOUND, axes_or_new
from kpca_core.choosing.shuffling import checked, require_level, some_rows
from kpca_core.choosing.tasks import computed
from kpca_core.feature_space.sensitivity import influence
from kpca_core.kernels import Kernel
from kpca_core.solvers import fit


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

    def plot(self, *, ax: Any = None, names: Any = None) -> Any:
        """Draw the influence of each column above its band; return the axes."""
        ax = axes_or_new(ax)
        places = np.arange(len(self.influence))
        ax.vlines(places, *self.band, color=CHANCE, linewidth=6)
        colours = np.where(self.matter, CHOSEN, FOUND)
        ax.scatter(places, self.influence, c=colours.tolist(), zorder=3)
        if names is not None:
            ax.set_xticks(places, list(names), rotation=90 if len(places) > 8 else 0)
        ax.set_xlabel("column")
        ax.set_ylabel("influence")
        return ax


def influence_band(
    kernel: Any,
    X: Any,
    count: int,
    *,
    shuffles: int = 40,
    level: float = 0.05,
    most_rows: int = 500,
    seed: int = 0,
    client: Any = None,
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
    kernel, X = checked(kernel, X)
    kernel, some = checked(kernel, X[some_rows(len(X), most_rows, seed)])
    tasks = [(kernel, some, count, None), *((kernel, some, count, (seed, b))
             for b in range(shuffles))]  # fmt: skip
    own, *others = computed(_influences, tasks, client, progress, "shuffles of single columns")
    return InfluenceBand(own, np.array(others), float(level), len(some), len(X))


def _influences(kernel: Kernel, X: Array, count: int, seed: tuple[int, int] | None) -> Array:
    """The influence of every column; with a seed, of each in the table where it is shuffled."""
    if seed is None:
        return influence(fit(kernel, X, count).expansion, X).total
    rng, found = np.random.default_rng(seed), np.empty(X.shape[1])
    for d in range(X.shape[1]):
        other = X.copy()
        other[:, d] = rng.permutation(X[:, d])
        found[d] = influence(fit(kernel, other, count).expansion, other).total[d]
    return found
