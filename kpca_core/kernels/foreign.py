"""Kernels given from outside: any callable, or a Gram matrix computed beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, Indices, Points, as_points
from kpca_core._support.progress import Progress
from kpca_core._support.threads import COLUMNS, row_slices, rows_held
from kpca_core._support.words import E_, counting, joined
from kpca_core.kernels.base import Kernel
from kpca_core.kernels.tiles import TILE_ROWS


@dataclass(frozen=True)
class CallableKernel(Kernel):
    """A kernel given by a function of two tables of points, such as scikit-learn's GP kernels.

    It counts as indefinite, since it is not known to be psd. A Gram matrix takes one of K[i, j] and
    K[j, i]; `rounding` evaluates both, beyond 2 TILE_ROWS points for each with COLUMNS others, and
    what they differ by there counts as the error of all entries.

    Parameters
    ----------
    function : callable
        (X (n, D), Y (m, D)) -> kernel values (n, m), symmetric where X is Y. X and Y are copies,
        which it may write to. A function of one pair of points, as scikit-learn calls its kernels,
        is refused.
    """

    function: Callable[[Array, Array], Any]

    formula = r"k(\mathbf{x}, \mathbf{y})"
    is_psd = False

    def _validate(self) -> None:
        if not callable(self.function):
            said = E_("CallableKernel wraps a function k(X, Y); got {function!r}.")
            raise TypeError(said.format(function=self.function))

    def gram(self, X: Array, Y: Array) -> Array:
        if len(Y) == X.shape[1]:
            # There X @ Y, of a function of one pair of points, has the right shape too.
            _called(self.function, X[:1], np.concatenate([Y, Y[:1]]))
        K = _called(self.function, X, Y)
        finite = np.isfinite(K)
        if not finite.all():
            i, j = np.argwhere(~finite)[0]
            said = E_(
                "The kernel function is not finite on these points: it returned {k} for "
                "x = {x} and y = {y}."
            )
            raise ValueError(said.format(k=K[i, j], x=X[i], y=Y[j]))
        if X is Y:
            require_symmetric(K, E_("The Gram matrix of the kernel function"))
        return K

    def diagonal(self, X: Array) -> Array:
        return np.array([self.gram(x[None, :], x[None, :])[0, 0] for x in X])

    def largest(self, X: Array) -> float:
        # The values of a kernel that need not be psd may be largest off the diagonal.
        blocks = (self.gram(X[rows], X) for rows in row_slices(len(X), rows_held(len(X))))
        return max((float(np.abs(block).max()) for block in blocks), default=0.0)

    def rounding(self, X: Array) -> float:
        if len(X) <= 2 * TILE_ROWS:
            return asymmetry(self.gram(X, X))
        rows = np.sort(np.random.default_rng(0).permutation(len(X))[:COLUMNS])
        K, mirrored = self.gram(X[rows], X), self.gram(X, X[rows]).T
        require_equal(K, mirrored, E_("The Gram matrix of the kernel function"), rows)
        return float(np.abs(K - mirrored).max(initial=0.0))


def _called(function: Callable[[Array, Array], Any], X: Array, Y: Array) -> Array:
    """What the function returns for copies of X (n, D) and Y (m, D), if its shape is (n, m).

    Raises
    ------
    ValueError
        for another shape; and what the function raises, with a note on functions of one pair.
    """
    of_pairs = E_(
        "A kernel function is called with whole tables, k(X, Y) -> (n, m). If k takes one pair of "
        "points, as scikit-learn's callables do, write "
        "kernel=lambda X, Y: sklearn.metrics.pairwise_kernels(X, Y, metric=k), or k for all pairs "
        "at once, which is faster."
    )
    try:
        K = _real_values(_on_copies(function, X, Y))
    except Exception as error:
        error.add_note(of_pairs)
        raise
    if K.shape == (len(X), len(Y)):
        return K
    said = E_(
        "The kernel function {function!r} returned shape {returned} for X of shape {X} and Y of "
        "shape {Y}; it must return one value for every pair of rows, shape {expected}."
    ).format(function=function, returned=K.shape, X=X.shape, Y=Y.shape, expected=(len(X), len(Y)))
    raise ValueError(joined([said, of_pairs]))


def _on_copies(function: Callable[[Array, Array], Any], X: Array, Y: Array) -> Any:
    points = X.copy()
    if X is not Y:
        return function(points, Y.copy())
    # Some take k(x, x) from `X is Y`; one that writes to X has then written to Y as well.
    returned = function(points, points)
    return returned if np.array_equal(points, X) else function(X.copy(), Y.copy())


def _real_values(returned: Any) -> Array:
    """A copy of what the function returned, refused where float64 would lose a part of it.

    The function may keep what it returned; a solver overwrites its copy.
    """
    masked = np.ma.is_masked(returned)
    values = np.asarray(returned)
    if masked or values.dtype.kind not in "fiub":
        what = E_("masked values") if masked else f"dtype {values.dtype}"
        said = E_(
            "The kernel function returned {what} of type {kind}; it must return an array "
            "of real numbers without gaps."
        )
        raise TypeError(said.format(what=what, kind=type(returned).__name__))
    return np.array(values, dtype=np.float64)


@dataclass(frozen=True)
class Precomputed(Kernel):
    """Kernel values instead of points: row i holds k(xᵢ, pⱼ) for the m points pⱼ of the fit."""

    formula = r"K_{ij}"
    is_psd = False
    is_precomputed = True

    def gram(self, X: Array, Y: Array) -> Array:
        if X.shape[1] != len(Y):
            raise ValueError(
                E_(
                    "Precomputed kernel values have {columns}; expected one for each point "
                    "of the fit, {n:,}."
                ).format(columns=counting(X.shape[1], "{n} column", "{n} columns"), n=len(Y))
            )
        return X

    def gram_matrix(self, X: Array, progress: Progress | None = None) -> Array:
        """X itself where it is symmetric, else its mean with its transpose."""
        if asymmetry(X) == 0.0:
            return X
        # The mean: the smaller of both would lower all values by what the caller's rounding is.
        mean: Array = X + X.T
        mean *= 0.5
        return mean

    lower_gram = gram_matrix

    def __call__(self, X: Points, Y: Points | None = None) -> Array:
        points = as_points(X, "X")
        return points if Y is None else self.gram(points, as_points(Y, "Y"))

    def diagonal(self, X: Array) -> Array:
        return np.diagonal(X).copy()

    def rounding(self, X: Array) -> float:
        # Which of K[i, j] and K[j, i] is meant is not known; the mean is at most so far from both.
        return 0.5 * asymmetry(X)


def asymmetry(K: Array) -> float:
    """max |K[i, j] − K[j, i]| of K (n, n), tile by tile, which a cache holds in both directions."""
    starts, largest = range(0, len(K), TILE_ROWS), 0.0
    for a in starts:
        rows = slice(a, a + TILE_ROWS)
        for b in starts[: a // TILE_ROWS + 1]:
            columns = slice(b, b + TILE_ROWS)
            difference = K[rows, columns] - K[columns, rows].T
            largest = max(largest, float(difference.max()), -float(difference.min()))
    return largest


def require_symmetric(K: Array, name: str) -> None:
    """Raise ValueError, quoting the entries that differ most, unless K (n, n) is symmetric."""
    if asymmetry(K) != 0.0:
        require_equal(K, K.T, name, np.arange(len(K)))


def require_equal(K: Array, mirrored: Array, name: str, rows: Indices) -> None:
    """The same for some rows K (r, n), given what should be the same entries of the columns.

    A relative difference of 1e-8 is taken for rounding.
    """
    if np.allclose(K, mirrored, rtol=1e-8, atol=1e-10 * np.abs(K).max(initial=0.0)):
        return
    i, j = np.unravel_index(np.argmax(np.abs(K - mirrored)), K.shape)
    row = rows[i]
    said = E_(
        "{name} must be symmetric; got {k} in row {row}, column {j}, but {mirrored} in "
        "row {j}, column {row}. Give (K + K.T) / 2 if that is rounding."
    )
    raise ValueError(said.format(name=name, k=K[i, j], row=row, j=j, mirrored=mirrored[i, j]))
