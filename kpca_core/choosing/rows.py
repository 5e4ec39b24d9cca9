"""Which rows a model describes worst: the reconstruction error in feature space."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, Indices, require_count
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import row_slices, rows_held
from kpca_core._support.words import _
from kpca_core.choosing.family import of_table
from kpca_core.choosing.plots import Axes, axes_or_new, coloured
from kpca_core.choosing.shuffling import rows_of, some_rows
from kpca_core.expansion import Expansion
from kpca_core.kernels import KernelLike
from kpca_core.solvers import fit


@dataclass(frozen=True, eq=False)
class Farthest:
    """The squared reconstruction error of each row in feature space.

    Attributes
    ----------
    errors : (n,) array
        ‖φ(x) − its projection on mean and components‖², of the size of k(x, x).
    far : (m,) array
        The rows (0-based) that are far out, the farthest first; often none.
    rows : int
        How many rows the model was made of.
    """

    errors: Array
    far: Indices
    rows: int

    __repr__ = in_one_line

    @property
    def ranking(self) -> Indices:
        """The rows (0-based), the farthest first."""
        return np.argsort(-self.errors, kind="stable")

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the error of each row, those far out in their own colour; return the axes."""
        ax = axes_or_new(ax)
        rows = np.arange(len(self.errors))
        ax.scatter(rows, self.errors, c=coloured(np.isin(rows, self.far)), s=8)
        ax.set(xlabel=_("row"), ylabel=_("squared error in feature space"))
        return ax


def farthest_rows(
    kernel: KernelLike,
    X: ArrayLike,
    count: int,
    *,
    most_rows: int = 2000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Farthest:
    """Measure how far each row of X (n, D) is from kernel PCA's model of the table.

    e(x) = k(x, x) − 2·mean k(x, xᵢ) + mean k(xᵢ, xⱼ) − Σ_{j ≤ count} f_j(x)², the squared distance
    in feature space between φ(x) and the model: the mean and the first `count` components. Take the
    components that stand out: an outlier that a further component follows has no error there. With
    none it is the distance from the mean, for a Gaussian kernel Parzen's density turned round.

    Parameters
    ----------
    kernel
        As of `kpca_core.fit`, not precomputed.
    count : int
        Int ≥ 0, components of the model; fewer where fewer exist.
    most_rows : int
        The model is made of as many rows drawn at random; all rows get their error.
    seed, progress
        As of `parallel_analysis`.

    Raises
    ------
    TypeError, ValueError
        for a precomputed kernel, a negative `count`, and as `kpca_core.fit`

    References
    ----------
    Hoffmann 2007.
    """
    kernel = of_table(kernel)
    if count:
        require_count("count", count)
    X = rows_of(X, 2)
    P = X[some_rows(len(X), most_rows, seed)]
    found = fit(kernel, P, max(1, count))
    first = found.expansion.first(min(count, found.n_components))
    errors, _scores, mean = squared_errors(first, P, X, progress)
    return Farthest(errors, _far(_stretched(errors, kernel.diagonal(X), mean)), len(P))


def squared_errors(
    expansion: Expansion, P: Array, X: Array, progress: Progress | None = None
) -> tuple[Array, Array, float]:
    """Return ‖φ(x) − its projection on mean and components‖² (n,), scores (n, q) of X, and ‖μ‖².

    The components are those of a fit to the rows of P, whose mean in feature space is μ.
    """
    kernel, blocks = expansion.kernel, row_slices(len(P), rows_held(len(P)))
    mean = float(sum(kernel.gram(P[part], P).sum() for part in blocks)) / len(P) ** 2
    errors, scores = np.empty(len(X)), np.empty((len(X), len(expansion.offsets)))
    size = kernel.diagonal(X)
    for part in row_slices(len(X), rows_held(2 * len(P))):
        values = kernel.gram(X[part], P)
        scores[part] = expansion(X[part])
        explained = np.square(scores[part]).sum(axis=1)
        errors[part] = size[part] - 2 * values.mean(axis=1) + mean - explained
        report(progress, part.stop or len(X), len(X), _("distances from the model"))
    return np.maximum(errors, 0.0), scores, mean


def _stretched(errors: Array, size: Array, mean: float) -> Array:
    """Errors on a scale without an upper end.

    Of a kernel that falls off to 0, k(x, x) = s, no error exceeds s + mean k(xᵢ, xⱼ): far rows
    crowd there, so the logarithm of what is left is taken. Other kernels' errors have no such end.
    """
    top = size + mean
    if np.ptp(size) > 1e-9 * float(size.max()) or not (errors <= top * (1 + 1e-9)).all():
        return errors
    left = np.maximum(top - errors, 1e-12 * top)
    return -np.log(left / top)


def _far(values: Array) -> Indices:
    """The indices of values beyond the end of an exponential tail, largest first.

    The tail has the slope from the median to the 90th percentile; beyond its end 0.02 rows of the
    whole table are expected.
    """
    low, high = np.quantile(values, [0.5, 0.9])
    end = low + (high - low) / math.log(5) * math.log(0.5 * len(values) / 0.02)
    far = np.flatnonzero(values > end * (1 + 1e-9))
    return far[np.argsort(-values[far], kind="stable")]
