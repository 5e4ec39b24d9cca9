"""Which columns the components need: those whose shuffle takes eigenvalues away."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Indices, require_count
from kpca_core._support.progress import Progress, report
from kpca_core.choosing.plots import CHOSEN, FOUND, axes_or_new
from kpca_core.choosing.shuffling import checked, some_rows
from kpca_core.feature_space.sensitivity import influence
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

    @property
    def ranking(self) -> Indices:
        """The columns (0-based), those that the components need most first."""
        return np.argsort(-np.nan_to_num(self.loss, nan=-np.inf), kind="stable")

    def plot(self, *, ax: Any = None) -> Any:
        """Draw the loss of each column, those that matter in their own colour; return the axes."""
        ax = axes_or_new(ax)
        colours = np.where(self.matter, CHOSEN, FOUND).tolist()
        ax.bar(np.arange(len(self.loss)), np.nan_to_num(self.loss), color=colours)
        ax.set_xlabel("column")
        ax.set_ylabel("loss when shuffled")
        return ax


def columns_that_matter(
    kernel: Any,
    X: Any,
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
    kernel, X = checked(kernel, X)
    columns = X.shape[1]
    fewer = math.sqrt(min(1.0, 20 / min(columns, MOST_COLUMNS)))
    some = X[some_rows(len(X), max(2, int(fewer * most_rows)), seed)]
    kernel, some = checked(kernel, some)
    found = fit(kernel, some, count)
    k = found.n_components
    sizes = np.full(columns, np.nan)
    if kernel.has_gradient:
        sizes = influence(found.expansion, some).total
    own = float(found.eigenvalues.sum())
    vary = np.flatnonzero((some[1:] != some[:1]).any(axis=0))
    tested = vary[np.argsort(-np.nan_to_num(sizes[vary]), kind="stable")][:MOST_COLUMNS]
    rng = np.random.default_rng(seed)
    loss, margin = np.full(columns, np.nan), np.zeros(columns)
    matter = np.zeros(columns, dtype=bool)
    for i, d in enumerate(tested.tolist()):
        sums = _sums(kernel, some, d, k, shuffles, rng)
        loss[d] = 1 - float(sums.mean()) / own
        spread = float(sums.std(ddof=1)) if shuffles > 1 else 0.0
        margin[d] = (own - float(sums.mean())) / max(spread, 1e-12 * own)
        matter[d] = own > sums.max() and margin[d] >= MARGIN
        report(progress, i + 1, len(tested), "shuffles of single columns")
    return Columns(loss, margin, sizes, matter, len(some), len(X))


def _sums(kernel: Any, X: Array, d: int, k: int, shuffles: int, rng: np.random.Generator) -> Array:
    """The sum of the k leading eigenvalues for each shuffle of column d."""
    other, sums = X.copy(), np.empty(shuffles)
    for b in range(shuffles):
        other[:, d] = rng.permutation(X[:, d])
        sums[b] = fit(kernel, other, k).eigenvalues.sum()
    return sums
