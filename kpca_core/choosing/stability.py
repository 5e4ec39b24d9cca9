"""How stable components are: bands of their eigenvalues, and angles between their subspaces.

All scores of a fit are coordinates in feature space, so that kernel PCA of some of its rows, each
as often as it was drawn, is PCA of rows of scores; no kernel value is computed again.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, N_, _, plural
from kpca_core.choosing.plots import CHANCE, CHOSEN, FOUND, Axes, axes_or_new
from kpca_core.choosing.shuffling import require_level, rows_of, some_rows
from kpca_core.kernels import KernelLike, as_kernel
from kpca_core.solvers import fit
from kpca_core.solvers.linalg.lapack import largest_eigenpairs

# In degrees: a span that turns by more in the share `level` of the samples is called random.
RANDOM = 45.0
# Resamples, and rows of each at most, where it is only asked whether a span is random.
RESAMPLES, MOST_RESAMPLED = 50, 500
METHODS = {"bootstrap": N_("resamples of the rows"), "halves": N_("pairs of halves")}


@dataclass(frozen=True, eq=False)
class Stability:
    """How eigenvalues and leading subspaces vary between samples of the rows.

    Attributes
    ----------
    variances : (q,) array
        λ/n of K̃, descending.
    samples : (B, q) array
        λ/n of each of the B samples.
    angles : (B, q) array
        Largest principal angle in degrees between the span of the first j components of all rows
        and that of a sample; for halves, between the spans of the two halves.
    method
        "bootstrap" or "halves".
    level : float
        Confidence level of the bands, between 0 and 1.
    left_out : float
        The share of the trace beyond the coordinates that were used.
    """

    variances: Array
    samples: Array
    angles: Array
    method: str
    level: float
    left_out: float

    __repr__ = in_one_line

    @property
    def bands(self) -> Array:
        """Between which values the variances of the population lie (2, q), at `level` for each.

        On either side of log λ the normal quantile times the root mean square of log λ* − log λ
        over the samples λ*: their spread and their bias together, since the bias of a sample is
        too uncertain to be taken away. Half the rows, drawn without repetition from n, vary as n
        rows do. docs/measured.md says how often such bands hold the population's values.
        """
        tiny = np.finfo(np.float64).tiny
        logs = np.log(np.maximum(self.samples, tiny))
        own = np.log(np.maximum(self.variances, tiny))
        deviation = np.sqrt(np.square(logs - own).mean(axis=0))
        reach = NormalDist().inv_cdf((1 + self.level) / 2) * deviation
        found: Array = np.exp(np.stack([own - reach, own + reach]))
        return found

    @property
    def turns(self) -> Array:
        """In degrees, by how much the span of the first j components turns at most (q,).

        In the share `level` of the samples.
        """
        return np.asarray(np.quantile(self.angles, self.level, axis=0))

    @property
    def stable(self) -> int:
        """The largest j for which the share `level` of the angles is below 45 degrees; or 0."""
        return steady(self.turns, len(self.turns))

    def __str__(self) -> str:
        how, n = _(METHODS[self.method]), len(self.angles)
        if not self.stable:
            text = _("No leading components keep their span over {n} {samples}.")
            return text.format(n=n, samples=how)
        at = self.turns[self.stable - 1]
        text = plural(
            "The first {j:,} component keeps its direction: {share:g} % of {n} {samples} turn by "
            "less than {angle:.0f}°.",
            "The first {j:,} components keep their span: {share:g} % of {n} {samples} turn by less "
            "than {angle:.0f}°.",
            self.stable,
        )
        return text.format(j=self.stable, share=100 * self.level, n=n, samples=how, angle=at)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the variances with their bands; return the axes."""
        ax = axes_or_new(ax)
        j = np.arange(1, len(self.variances) + 1)
        low, high = self.bands
        ax.vlines(j, low, high, color=CHANCE, linewidth=4)
        ax.plot(j, self.variances, color=FOUND, marker="o", linestyle="")
        if self.stable:
            ax.axvline(self.stable + 0.5, color=CHOSEN, linewidth=1)
        bands = _("λ/n, with bands of {share:g} %").format(share=100 * self.level)
        ax.set(yscale="log", xlabel=_("component"), ylabel=bands)
        return ax


def steady(turns: Array | None, count: int) -> int:
    """Return the largest number of components up to `count` whose span is not RANDOM; or 0.

    Parameters
    ----------
    turns
        (q,) `Stability.turns`; None where rows were not resampled: all of them then.
    """
    if turns is None:
        return count
    return int(np.flatnonzero(turns[:count] < RANDOM).max(initial=-1)) + 1


def stability(
    kernel: KernelLike,
    X: ArrayLike,
    n_components: int = 8,
    *,
    method: str = "bootstrap",
    samples: int = 200,
    level: float = 0.95,
    most_rows: int = 2000,
    coordinates: int = 100,
    seed: int = 0,
    progress: Progress | None = None,
) -> Stability:
    """Vary the rows, and see how eigenvalues and leading subspaces of kernel PCA change.

    Parameters
    ----------
    kernel, X
        As of `kpca_core.fit`; a Gram matrix if precomputed; positive semidefinite.
    n_components : int
        q; fewer where fewer exist.
    method : str
        "bootstrap" draws n rows with repetition; "halves" parts the rows at random in two, which
        share no row, and compares their subspaces.
    samples : int, B
        Resamples or pairs of halves.
    level : float
        Confidence level of the bands, between 0 and 1.
    most_rows : int
        Of more rows as many are drawn at random.
    coordinates : int
        At most as many in feature space, those of the largest eigenvalues; `Stability.left_out` is
        the share of the trace beyond them.
    seed : int
        Of the resamples.
    progress : callable
        As of `kpca_core.fit`; returning False stops with `Cancelled`.

    Raises
    ------
    TypeError, ValueError
        for a kernel that is not positive semidefinite, fewer than 4 rows, arguments out of range,
        and as `kpca_core.fit`

    References
    ----------
    Björck & Golub 1973, of principal angles; Efron & Tibshirani 1993, of the bootstrap.
    """
    require_count("n_components", n_components)
    require_count("samples", samples)
    require_count("coordinates", coordinates)
    if method not in METHODS:
        said = E_("method must be one of {allowed}; got method={value}.")
        raise ValueError(said.format(allowed=tuple(METHODS), value=repr(method)))
    require_level(level)
    kernel = as_kernel(kernel)
    matrix = kernel.is_precomputed
    if not (kernel.is_psd or matrix):
        said = E_("{kernel} has no feature space in which subspaces have angles.")
        raise ValueError(said.format(kernel=repr(kernel)))
    X = rows_of(X, 4)
    rows = some_rows(len(X), most_rows, seed)
    some = X[np.ix_(rows, rows)] if matrix else X[rows]
    found = fit(kernel, some, min(len(some), coordinates))
    if len(found.negative):
        raise ValueError(
            E_(
                "The Gram matrix has negative eigenvalues, from {value:.3g}: there is no feature "
                "space in which subspaces have angles."
            ).format(value=found.negative[0])
        )
    scores, n = found.scores, len(some)
    q = min(n_components, found.n_components)
    rng = np.random.default_rng(seed)
    spectra, angles = np.zeros((samples, q)), np.zeros((samples, q))
    with few_threads(n * scores.shape[1] ** 2):
        for b in range(samples):
            if method == "halves":
                order = rng.permutation(n)
                spectra[b], first = _components(scores[order[: n // 2]], q)
                second = _components(scores[order[n // 2 :]], q)[1]
            else:
                spectra[b], first = _components(scores[rng.integers(0, n, n)], q)
                second = np.eye(scores.shape[1])[:, :q]
            angles[b] = _largest_angles(first.T @ second)
            report(progress, b + 1, samples, _("samples of the rows"))
    left = max(0.0, 1 - float(found.eigenvalues.sum()) / found.trace) if found.trace > 0 else 0.0
    return Stability(found.variances[:q], spectra, angles, method, float(level), left)


def _components(scores: Array, q: int) -> tuple[Array, Array]:
    """The q largest variances of some rows of scores (n, r), and their directions (r, q)."""
    centred = scores - scores.mean(axis=0)
    values, vectors = largest_eigenpairs(centred.T @ centred / len(centred), q)
    return np.maximum(values[:q], 0.0), vectors[:, :q]


def _largest_angles(cosines: Array) -> Array:
    """In degrees for each j the largest principal angle of the first j columns on either side."""
    least = [
        np.linalg.svd(cosines[:j, :j], compute_uv=False)[-1] for j in range(1, len(cosines) + 1)
    ]
    values: Array = np.degrees(np.arccos(np.clip(least, 0.0, 1.0)))
    return values
