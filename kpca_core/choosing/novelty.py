"""`NoveltyDetector`: rows unlike those it was fitted to, as an outlier detector of scikit-learn."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import cKDTree
from sklearn.base import BaseEstimator, OutlierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from kpca_core._support.arrays import (
    Array,
    Indices,
    ratio,
    require_count,
    require_finite_points,
    require_number,
)
from kpca_core._support.one_line import joined
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import E_, _
from kpca_core.choosing.family import of_table
from kpca_core.choosing.rows import squared_errors
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Gaussian, Kernel, KernelLike
from kpca_core.solvers import fit_silently
from kpca_core.widths import median_distance

MEASURES = ("error", "hotelling", "both")
# A row is one of the fitted rows if no coordinate differs by more than this share of the largest of
# its column: a pipeline may compute the same row twice with other rounding.
SAME = 1e-9


class NoveltyDetector(OutlierMixin, BaseEstimator):
    """Novelty by the reconstruction error in feature space, or by Hotelling's T².

    The error is e(x) = k̃(x, x) − Σⱼ f_j(x)², the squared distance of φ(x) from the mean and the
    components (Hoffmann 2007); T²(x) = Σⱼ f_j(x)²/(λⱼ/n) is the distance from the mean within
    them, in standard deviations (Hotelling 1931).

    A component can follow a single fitted row, whose error is then next to nothing, however far it
    is from all others. Fitted rows are therefore judged as new ones are, by a fit without them: the
    rows are parted into `folds`, and s_i is the score of row i by the fit to the other parts; equal
    rows have the mean of theirs. `score_samples` is −s_i for a row of the fit, and minus the score
    by the fit to all rows for any other. With r = ⌈(1 − `false_alarms`)(n + 1)⌉, what is not below
    the r-th smallest s_i is novel: without ties n + 1 − r of the fitted rows, none where r > n, and
    about the share `false_alarms` of new rows like them: 2.7 to 5.2 % of 5 % with the usual kernel,
    0 % with a Gaussian far narrower than the distances between rows (docs/measured.md).

    Parameters
    ----------
    kernel : Kernel, str, callable or None
        As of `kpca_core.fit`, positive semidefinite and not precomputed. None: a Gaussian whose
        width is the squared median distance of the rows.
    n_components : int or float
        q, or the share of the trace that the components have.
    measure : str, "error"
        "hotelling" or "both": their sum, each over its mean.
    false_alarms : float
        The share of rows like the fitted ones that are called novel.
    folds : int
        ≥ 2, parts of the rows that are held out in turn.
    random_state : int
        Of the parts.
    progress : callable
        As of `kpca_core.fit`; returning False stops with `Cancelled`.

    Attributes
    ----------
    kernel_ : Kernel
    decomposition_ : Decomposition
        Of all rows.
    points_ : (n, D) array
        The rows.
    held_out_ : (n, 2) array
        Error and T² of each row by the fit without its part.
    scales_ : (2,) array
        Their means.
    offset_ : float
        `score_samples` below it are called novel.
    """

    def __init__(
        self,
        kernel: KernelLike | None = None,
        n_components: float = 0.95,
        *,
        measure: str = "error",
        false_alarms: float = 0.05,
        folds: int = 5,
        random_state: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.kernel = kernel
        self.n_components = n_components
        self.measure = measure
        self.false_alarms = false_alarms
        self.folds = folds
        self.random_state = random_state
        self.progress = progress

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Fit to the rows of X (n, D), at least 3, and find the threshold.

        Raises
        ------
        TypeError, ValueError
            for a kernel that is precomputed or not positive semidefinite, arguments out of range,
            and as `kpca_core.fit`
        """
        self._check()
        X = self._points(X, reset=True)
        self.kernel_ = self._kernel(X)
        n = len(X)
        folds = np.random.default_rng(self.random_state).permutation(n) % min(self.folds, n)
        held = np.empty((n, 2))
        for k in range(int(folds.max()) + 1):
            inside, outside = X[folds != k], X[folds == k]
            held[folds == k] = _distances(self._decompose(inside), inside, outside)
            report(self.progress, k + 1, int(folds.max()) + 2, _("rows held out"))
        self.decomposition_, self.points_ = self._decompose(X), X
        self._keep(X, held)
        self.scales_ = self.held_out_.mean(axis=0)
        self.offset_ = -_threshold(np.sort(self._combined(self.held_out_)), self.false_alarms)
        return self

    def distances(self, X: ArrayLike) -> Array:
        """The error and T² of each row of X (n, D), shape (n, 2); of fitted rows, `held_out_`."""
        check_is_fitted(self)
        X = self._points(X)
        found = _distances(self.decomposition_, self.points_, X)
        place = self._places.query(X / self._sizes, p=np.inf, distance_upper_bound=SAME)[1]
        fitted = place < len(self._held)
        found[fitted] = self._held[place[fitted]]
        return found

    def score_samples(self, X: ArrayLike) -> Array:
        """Minus the score (n,): the lower, the more novel."""
        return -self._combined(self.distances(X))

    def decision_function(self, X: ArrayLike) -> Array:
        """`score_samples` above the threshold (n,): negative for novel rows."""
        return self.score_samples(X) - self.offset_

    def predict(self, X: ArrayLike) -> Indices:
        """−1 for novel rows and 1 for others (n,)."""
        return np.where(self.decision_function(X) < 0, -1, 1)

    def _keep(self, X: Array, held: Array) -> None:
        """Keep what rows have where they are held out, equal rows their mean."""
        rows, copy, count = np.unique(X, axis=0, return_inverse=True, return_counts=True)
        copy = copy.ravel()
        self._held = np.zeros((len(rows), 2))
        np.add.at(self._held, copy, held)
        self._held /= count[:, None]
        self.held_out_ = self._held[copy]
        largest = np.abs(X).max(axis=0)
        self._sizes = np.where(largest > 0, largest, 1.0)
        self._places = cKDTree(rows / self._sizes, balanced_tree=False)

    def _combined(self, distances: Array) -> Array:
        parts = ratio(distances, np.broadcast_to(self.scales_, distances.shape))
        combined: dict[str, Array] = {
            "error": parts[:, 0], "hotelling": parts[:, 1], "both": parts.sum(axis=1)
        }  # fmt: skip
        return combined[self.measure]

    def __repr__(self, N_CHAR_MAX: int = 700) -> str:
        return joined(super().__repr__(N_CHAR_MAX))

    def _check(self) -> None:
        if self.measure not in MEASURES:
            said = E_("measure must be one of {allowed}; got measure={value}.")
            raise ValueError(said.format(allowed=MEASURES, value=repr(self.measure)))
        require_number("false_alarms", self.false_alarms, above=0, below=1)
        require_count("folds", self.folds, least=2)

    def _kernel(self, X: Array) -> Kernel:
        if self.kernel is None:
            return Gaussian(median_distance(X) ** 2)
        kernel = of_table(self.kernel)
        if not kernel.is_psd:
            said = E_("{kernel} has no feature space in which rows have distances.")
            raise ValueError(said.format(kernel=repr(kernel)))
        return kernel

    def _points(self, X: Any, *, reset: bool = False) -> Array:
        X = validate_data(
            self, X, dtype=np.float64, ensure_min_samples=3 if reset else 1, reset=reset,
            ensure_all_finite=False,
        )  # fmt: skip
        require_finite_points(X, "X")
        return np.asarray(X)

    def _decompose(self, X: Array) -> Decomposition:
        return fit_silently(
            self.kernel_, X, self.n_components, True, "auto", 1e-14, None, None, None
        )


def _threshold(scores: Array, share: float) -> float:
    """Return the threshold above which a score is novel, from n scores in ascending order.

    If a new row is drawn like the n rows, its rank among the n + 1 scores is uniform: at most the
    given share of such rows lies above the threshold.
    """
    n = len(scores)
    rank = int(np.ceil((1 - share) * (n + 1)))
    last = float(scores[min(rank, n) - 1])
    # Equal scores are called alike: not novel, where that would be more than the share.
    novel = rank <= n and np.count_nonzero(scores >= last) <= n + 1 - rank
    return float(np.nextafter(last, -np.inf)) if novel else last


def _distances(found: Decomposition, P: Array, X: Array) -> Array:
    """Error and T² of each row of X (n, 2), by the fit to the rows of P."""
    errors, scores, _ = squared_errors(found.expansion, P, X)
    hotelling = ratio(np.square(scores), np.broadcast_to(found.variances, scores.shape))
    return np.column_stack([errors, hotelling.sum(axis=1)])
