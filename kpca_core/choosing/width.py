"""The width, and how many components: kernel parallel analysis along a family of kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, Indices, ratio, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.words import _, plural
from kpca_core.choosing.family import as_family
from kpca_core.choosing.plots import CHANCE, CHOSEN, FOUND, Axes, over_lengths
from kpca_core.choosing.shuffling import compared, p_values, require_level, shuffleable, subset
from kpca_core.choosing.spectra import RESIDUAL, spectra
from kpca_core.choosing.tasks import Submits
from kpca_core.kernels import Kernel, KernelLike


@dataclass(frozen=True, eq=False)
class WidthChoice:
    """The eigenvalues along a family of kernels beside those of shuffled tables.

    Attributes
    ----------
    kernels
        Tuple of m kernels.
    eigenvalues : (m, q) array
        Of K̃, descending; 0 for a component that is lacking.
    shuffled : (B, m, q) array
        The same of each shuffled table.
    traces, sizes
        (m,) arrays, trace K̃ and Σ |k(x, x)|.
    level : float
        Of the tests and of the quantile.
    rows, of : int
        How many rows were analysed, and how many there are.
    """

    kernels: tuple[Kernel, ...]
    eigenvalues: Array
    shuffled: Array
    traces: Array
    sizes: Array
    level: float
    rows: int
    of: int

    __repr__ = in_one_line

    @property
    def thresholds(self) -> Array:
        """The 1 − level quantile of the shuffles' eigenvalues (m, q)."""
        return np.quantile(self.shuffled, 1 - self.level, axis=0)

    @cached_property
    def every_p_value(self) -> Array:
        """`p_values` of each kernel (m, q); the search is that over all of them."""
        return p_values(self.eigenvalues, self.shuffled, RESIDUAL)

    @property
    def counts(self) -> Indices:
        """The number of components of each kernel whose p-value is at most `level` (m,)."""
        counts: Indices = (self.every_p_value <= self.level).sum(axis=1)
        return counts

    @property
    def kept(self) -> Array:
        """Σ (λⱼ − threshold)/trace K̃ over the components counted (m,).

        The share of the variance in feature space that is beyond chance.
        """
        return self.kept_by(self.counts)

    def kept_by(self, counts: Indices) -> Array:
        """`kept` (m,) of other numbers of leading components (m,)."""
        excess = self.eigenvalues - self.thresholds
        inside = np.arange(excess.shape[1]) < counts[:, None]
        sums = np.where(inside, excess, 0.0).sum(axis=1)
        return ratio(sums, np.maximum(self.traces, self.eigenvalues.sum(axis=1)))

    @property
    def scores(self) -> Array:
        """What is maximised (m,): the share `kept`, times √(trace K̃/Σ k(x, x)).

        It is the geometric mean of two criteria: the share of the variance beyond chance, which is
        largest for the widest kernels, and the energy Σ (λⱼ − threshold) for k(x, x) = 1, which
        narrow kernels raise by parting clusters.
        """
        return self.scores_by(self.counts)

    def scores_by(self, counts: Indices) -> Array:
        """`scores` (m,) of other numbers of leading components (m,)."""
        return self.kept_by(counts) * np.sqrt(np.maximum(ratio(self.traces, self.sizes), 0.0))

    @property
    def chosen(self) -> int:
        """The index of the kernel with the largest score; of equal ones the last."""
        return last_largest(self.scores)

    @property
    def kernel(self) -> Kernel:
        """The kernel chosen."""
        return self.kernels[self.chosen]

    @property
    def p_values(self) -> Array:
        """The p-value of each component (q,) of the kernel chosen, ascending.

        The eigenvalue, in standard deviations of all B + 1 tables about their mean, is compared
        with the largest such figure of each shuffled table over all widths: the search is repeated
        for every shuffle. p = (1 + how many reach it)/(B + 1). The components are tested in their
        order, and each has the largest p-value up to its own, so that of components without
        structure any is called structure with probability `level` at most.
        """
        values: Array = self.every_p_value[self.chosen]
        return values

    @property
    def resolution(self) -> float:
        """The least p-value that so many shuffles can give, 1/(B + 1)."""
        return 1 / (1 + len(self.shuffled))

    @property
    def count(self) -> int:
        """The number of components of the kernel chosen whose p-value is at most `level`."""
        return int(self.counts[self.chosen])

    def __str__(self) -> str:
        m, shuffles = len(self.kernels), len(self.shuffled)
        some = subset(self.rows, self.of)
        how = _("({shuffles} of the columns{subset}; the search over {kernels} repeated in each)")
        how = how.format(
            shuffles=plural("{n:,} shuffle", "{n:,} shuffles", shuffles).format(n=shuffles),
            subset=some,
            kernels=plural("{n:,} kernel", "{n:,} kernels", m).format(n=m),
        )
        if not self.count:
            text = _(
                "No component stands out at any width, p ≥ {p:.2g} {how}: what the maps show may "
                "be noise."
            )
            return text.format(p=self.p_values[0], how=how)
        text = plural(
            "{kernel} has the highest score: {share:.0f} % of the variance in feature space is "
            "beyond chance; {n:,} component stands out, p ≤ {p:.2g} {how}.",
            "{kernel} has the highest score: {share:.0f} % of the variance in feature space is "
            "beyond chance; {n:,} components stand out, p ≤ {p:.2g} {how}.",
            self.count,
        )
        said = [
            text.format(
                kernel=repr(self.kernel), share=100 * self.kept[self.chosen], n=self.count,
                p=self.p_values[self.count - 1], how=how,
            )
        ]  # fmt: skip
        if m > 1 and self.chosen == m - 1:
            said.append(_("It is the widest: a linear kernel may do as well."))
        elif m > 1 and self.chosen == 0:
            said.append(_("It is the narrowest: try narrower ones."))
        if self.count == len(self.p_values):
            said.append(_("All that were computed stand out; there may be more."))
        return " ".join(said)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the score of each width, with the number of components; return the axes."""
        ax, where = over_lengths(ax, self.kernels)
        scores = self.scores
        ax.plot(where, scores, color=FOUND, marker="o", markersize=3)
        for x, y, count in zip(where, scores, self.counts, strict=True):
            ax.annotate(str(count), (x, y), (0, 4), textcoords="offset points", ha="center",
                        fontsize=7, color=CHANCE)  # fmt: skip
        ax.plot([where[self.chosen]], [scores[self.chosen]], color=CHOSEN, marker="o", linestyle="")
        ax.set_ylabel(_("structure beyond chance"))
        title = plural(
            "{n:,} component at the width marked",
            "{n:,} components at the width marked",
            self.count,
        )
        ax.set_title(title.format(n=self.count), fontsize=10)
        return ax


def last_largest(scores: Array) -> int:
    """Return the index of the largest score; of equal ones the last."""
    return int(len(scores) - 1 - np.argmax(scores[::-1]))


def choose_width(
    kernels: KernelLike | Sequence[KernelLike],
    X: ArrayLike,
    n_components: int = 10,
    *,
    shuffles: int = 50,
    level: float = 0.05,
    most_rows: int = 1000,
    seed: int = 0,
    client: Submits | None = None,
    progress: Progress | None = None,
) -> WidthChoice:
    """Choose among kernels, and count the components that stand out, by parallel analysis.

    Every column is shuffled by itself, B times, which takes away what the columns have in common
    and nothing else. The kernel is chosen whose variance beyond the shuffles' eigenvalues has the
    largest of `WidthChoice.scores`; its components are tested with the search repeated for every
    shuffle.

    Parameters
    ----------
    kernels
        a kernel, or a sequence of them such as `dilations`, narrow ones first.
    X : (n, D) array
        At least two columns that vary.
    n_components : int
        q, how many leading components are compared.
    shuffles : int
        B; p-values are multiples of 1/(B + 1).
    level : float
        Probability of calling noise structure.
    most_rows : int
        Of more rows as many are drawn at random; up to 4,000 Gram matrices are held, of more the
        solvers of `fit` for many rows are used.
    seed : int
        Of the shuffles and of the rows.
    client
        Optional, a Dask client whose workers take the shuffles as tasks, or an executor.
    progress : callable
        As of `kpca_core.fit`; returning False stops with `Cancelled`.

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
    family = as_family(kernels)
    _kernel, some, n = shuffleable(family[0], X, most_rows, seed)
    q = min(n_components, len(some) - 1)
    found = compared(partial(spectra, family, q=q), [some], shuffles, seed, client, progress)
    (own, traces), *others = found
    sizes = np.array([np.abs(kernel.diagonal(some)).sum() for kernel in family])
    return WidthChoice(
        family, own, np.array([one[0] for one in others]), traces, sizes, float(level),
        len(some), n,
    )  # fmt: skip
