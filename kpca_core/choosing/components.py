"""How many components stand out, and what they follow: a quick kernel parallel analysis.

Horn's parallel analysis (1965) keeps the components of PCA whose eigenvalues exceed those of data
without any relation between the columns; Jørgensen & Hansen (2012) do so with a kernel and with
columns that are shuffled, each by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import EPS, Array, ratio, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.words import _, plural
from kpca_core.choosing.plots import CHANCE, Axes, axes_or_new, coloured
from kpca_core.choosing.shuffling import compared, p_values, require_level, shuffleable, subset
from kpca_core.choosing.stability import MOST_RESAMPLED, RESAMPLES, stability, steady
from kpca_core.kernels import Kernel, KernelLike
from kpca_core.solvers import fit


@dataclass(frozen=True, eq=False)
class Standing:
    """The eigenvalues of a table beside those of the same table with its columns shuffled.

    Attributes
    ----------
    eigenvalues : (q,) array
        Of K̃, descending.
    shuffled : (B, q) array
        The same of each shuffled table; 0 for a component that it lacks.
    correlations : (q, D) array
        Spearman's rank correlation of each component's scores with each column; 0 for a constant
        column.
    chance : (B, q) array
        The largest |correlation| of each component of each shuffled table with a column of it.
    rows, of : int
        How many rows were analysed, and how many there are.
    turns : (k,) array
        In degrees, by how much the span of the first j of the k = `beyond` components turns at most
        in 95 % of resamples of the rows; None where they were not resampled: of a kernel that is
        not positive semidefinite, of K without centring, of fewer than four rows, and where k = 0.
    level : float
        Of the tests.
    """

    eigenvalues: Array
    shuffled: Array
    correlations: Array
    chance: Array
    rows: int
    of: int
    turns: Array | None = None
    level: float = 0.05

    __repr__ = in_one_line

    @property
    def count(self) -> int:
        """The number of components that stand out.

        The largest number of leading components that are `beyond` chance and whose span turns by
        less than 45° in 95 % of the resamples: what other rows would replace at random does not
        count. `Advice` counts alike.
        """
        return steady(self.turns, self.beyond)

    @property
    def p_values(self) -> Array:
        """The p-value of each component (q,), ascending: `WidthChoice.p_values` of one kernel."""
        values: Array = p_values(self.eigenvalues[None], self.shuffled[:, None], 1e3 * EPS)[0]
        return values

    @property
    def beyond(self) -> int:
        """The number of leading components whose p-value is at most `level`.

        With 20 shuffles at 5 % their eigenvalues exceed those of every shuffled table. The
        components are compared in their order, the j-th with the j-th, and counting ends with the
        first that does not: one below it does not count, whatever its eigenvalue.
        """
        return int((self.p_values <= self.level).sum())

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the eigenvalues as bars before the range of the shuffles; return the axes."""
        ax = axes_or_new(ax)
        places = np.arange(1, len(self.eigenvalues) + 1)
        ax.bar(places, self.eigenvalues, color=coloured(places <= self.count), width=0.6)
        low, high = self.shuffled.min(axis=0), self.shuffled.max(axis=0)
        ax.bar(places, high - low, bottom=low, color=CHANCE, width=0.9, alpha=0.6)
        ax.set(xlabel=_("component"), ylabel=_("eigenvalue, with the range of the shuffles"))
        return ax

    def __str__(self) -> str:
        shuffles, q = len(self.shuffled), len(self.eigenvalues)
        if not self.count:
            text = _(
                "None of the components stands out from the same table with its columns shuffled "
                "({shuffles} shuffles{subset}): what the maps show may be noise."
            )
        elif q == 1:
            text = _(
                "The only component stands out from the same table with its columns shuffled "
                "({shuffles} shuffles{subset})."
            )
        elif self.count == q:
            text = _(
                "All {q} components stand out from the same table with its columns shuffled "
                "({shuffles} shuffles{subset})."
            )
        else:
            text = plural(
                "{n} of {q} components stands out from the same table with its columns shuffled "
                "({shuffles} shuffles{subset}).",
                "{n} of {q} components stand out from the same table with its columns shuffled "
                "({shuffles} shuffles{subset}).",
                self.count,
            )
        some = subset(self.rows, self.of)
        said = text.format(n=self.count, q=q, shuffles=shuffles, subset=some)
        if self.beyond > self.count:
            more = plural(
                "{n} more has a larger eigenvalue than by chance, but other rows would give "
                "another one.",
                "{n} more have larger eigenvalues than by chance, but other rows would give "
                "others.",
                self.beyond - self.count,
            )
            said = f"{said} {more.format(n=self.beyond - self.count)}"
        return said


def parallel_analysis(
    kernel: KernelLike,
    X: ArrayLike,
    n_components: int = 8,
    *,
    centre: bool = True,
    shuffles: int = 20,
    level: float = 0.05,
    most_rows: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Standing:
    """Compare the eigenvalues of K̃ with those of tables whose columns are shuffled independently.

    In a table of independent columns the leading eigenvalue exceeds those of B shuffles with
    probability 1/(B + 1): all B + 1 tables are then drawn alike. Columns that repeat one another
    stand out, since shuffling parts them; constant columns change nothing. The rows are resampled
    to see which spans other rows would give, too.

    Parameters
    ----------
    kernel
        As of `kpca_core.fit`, with parameters that suit the table itself.
    X : (n, D) array
        At least two columns that vary.
    n_components : int
        How many leading components are compared; fewer where fewer exist.
    centre, seed, progress
        As of `kpca_core.fit`; `seed` is of the shuffles and of the rows.
    shuffles : int
        B; p-values are multiples of 1/(B + 1).
    level : float
        Probability of calling noise structure.
    most_rows : int
        Of more rows as many are drawn at random, and `Standing` says so.

    Raises
    ------
    TypeError, ValueError
        for a precomputed kernel, fewer than two columns that vary, too few shuffles for the level,
        and as `kpca_core.fit`

    References
    ----------
    Horn 1965; Jørgensen & Hansen 2012.
    """
    require_count("n_components", n_components)
    require_count("shuffles", shuffles)
    require_level(level, shuffles)
    kernel, some, n = shuffleable(kernel, X, most_rows, seed)
    measure = partial(_related, kernel, n_components, centre)
    found = compared(measure, [some, ranks(some)], shuffles, seed, progress=progress)
    values, related = (np.array(part) for part in zip(*found, strict=True))
    q = int((values[0] > 0).sum())
    standing = Standing(
        values[0, :q], values[1:, :q], related[0, :q], np.abs(related[1:, :q]).max(axis=2),
        len(some), n, level=float(level),
    )  # fmt: skip
    if not (standing.beyond and centre and kernel.is_psd and len(some) >= 4):
        return standing
    resampled = stability(
        kernel, X, standing.beyond, samples=RESAMPLES, most_rows=MOST_RESAMPLED, seed=seed,
        progress=progress,
    )  # fmt: skip
    return replace(standing, turns=resampled.turns)


def _related(kernel: Kernel, q: int, centre: bool, X: Array, ordered: Array) -> tuple[Array, Array]:
    """Eigenvalues (q,) of X and rank correlations (q, D) with its columns, 0 for what is lacking.

    `ordered` has the ranks of X.
    """
    found = fit(kernel, X, q, centre=centre)
    values, related = np.zeros(q), np.zeros((q, X.shape[1]))
    values[: found.n_components] = found.eigenvalues
    related[: found.n_components] = rank_correlations(found.scores, ordered)
    return values, related


@dataclass(frozen=True)
class Followed:
    """A column that a component follows: Spearman's rank correlation of the two."""

    component: int
    column: int
    correlation: float


def followed(
    correlations: Array, chance: Array, count: int, most: int = 3, least: float = 0.5
) -> list[Followed]:
    """Return the columns that each of the first `count` components follows beyond shuffles.

    A component of a shuffled table is made of its columns, too, and correlates with them: a column
    counts where its |rank correlation| exceeds that of any column with the same component in every
    shuffled table, and `least`.

    Parameters
    ----------
    correlations, chance : array
        Those of `Standing`.
    most : int
        Columns of one component, those of the largest |correlation|.
    """
    found = []
    for j in range(min(count, len(correlations))):
        own = correlations[j]
        limit = max(least, float(chance[:, j].max()))
        best = np.argsort(-np.abs(own), kind="stable")[:most]
        found += [Followed(j, int(d), float(own[d])) for d in best if abs(own[d]) > limit]
    return found


def ranks(X: Array) -> Array:
    """Return the ranks of the values of each column (n, D), equal ones sharing their mean rank."""
    found = np.empty(X.shape)
    for d, column in enumerate(X.T):
        _, place, counts = np.unique(column, return_inverse=True, return_counts=True)
        last = np.cumsum(counts)
        found[:, d] = (last - (counts - 1) / 2)[place]
    return found


def rank_correlations(scores: Array, ordered: Array) -> Array:
    """Spearman's rank correlation of scores (n, q) with columns given by their ranks (n, D)."""
    own = _unit(ranks(scores))
    return np.asarray(own.T @ _unit(ordered), dtype=np.float64)


def _unit(values: Array) -> Array:
    """Columns of mean 0 and length 1; 0 where they are constant."""
    centred = values - values.mean(axis=0)
    return ratio(centred, np.broadcast_to(np.linalg.norm(centred, axis=0), centred.shape))
