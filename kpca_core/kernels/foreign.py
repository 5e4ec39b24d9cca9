"""Kernels given from outside: any callable, or a Gram matrix computed beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, Indices, as_points
from kpca_core._support.progress import Progress
from kpca_core._support.threads import COLUMNS, row_slices, rows_held
from kpca_core._support.words import E_, _, counted, joined
from kpca_core.kernels.base import Kernel
from kpca_core.kernels.dot_product import Linear
from kpca_core.kernels.stationary import Gaussian
from kpca_core.kernels.tiles import TILE_ROWS

# scikit-learn's (gamma x·y + coef0)^degree.
POLYNOMIAL = "gamma**degree * Polynomial(degree, coef0 / gamma)"
# What kernels are here by scikit-learn's names, and by a name that is often tried.
IN_SKLEARN = {
    "rbf": "Gaussian.from_gamma(gamma)", "gaussian": "Gaussian(width)", "poly": POLYNOMIAL,
    "polynomial": POLYNOMIAL, "sigmoid": "Sigmoid(gamma, coef0)",
    "laplacian": "Laplacian(1 / gamma)", "linear": "Linear()", "cosine": "Cosine()",
}  # fmt: skip


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
            raise TypeError(
                _("CallableKernel wraps a function k(X, Y); got {function!r}.").format(
                    function=self.function
                )
            )

    def gram(self, X: Array, Y: Array) -> Array:
        if len(Y) == X.shape[1]:
            # There X @ Y, of a function of one pair of points, has the right shape too.
            _called(self.function, X[:1], np.concatenate([Y, Y[:1]]))
        K = _called(self.function, X, Y)
        finite = np.isfinite(K)
        if not finite.all():
            i, j = np.argwhere(~finite)[0]
            raise ValueError(
                _(
                    "The kernel function is not finite on these points: it returned {k} for "
                    "x = {x} and y = {y}."
                ).format(k=K[i, j], x=X[i], y=Y[j])
            )
        if X is Y:
            require_symmetric(K, _("The Gram matrix of the kernel function"))
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
        require_equal(K, mirrored, _("The Gram matrix of the kernel function"), rows)
        return float(np.abs(K - mirrored).max(initial=0.0))


def _called(function: Callable[[Array, Array], Any], X: Array, Y: Array) -> Array:
    """What the function returns for copies of X (n, D) and Y (m, D), if its shape is (n, m).

    Raises
    ------
    ValueError
        for another shape, and a function of one pair of points; what the function raises.
    """
    try:
        K = _real_values(_on_copies(function, X, Y))
    except Exception as error:
        if advice := _on_one_pair(function, X, Y):
            raise ValueError(*advice) from error
        raise
    if K.shape == (len(X), len(Y)):
        return K
    said = E_(
        "The kernel function returned shape {returned} for X of shape {X} and Y of shape {Y}; it "
        "must return one value for every pair of rows, shape {needed}."
    ).format(returned=K.shape, X=X.shape, Y=Y.shape, needed=(len(X), len(Y)))
    raise ValueError(joined([said, *_on_one_pair(function, X, Y)]))


def _on_copies(function: Callable[[Array, Array], Any], X: Array, Y: Array) -> Any:
    points = X.copy()
    if X is not Y:
        return function(points, Y.copy())
    # Some take k(x, x) from `X is Y`; one that writes to X has then written to Y as well.
    returned = function(points, points)
    return returned if np.array_equal(points, X) else function(X.copy(), Y.copy())


def _on_one_pair(function: Callable[[Array, Array], Any], X: Array, Y: Array) -> list[str]:
    """What to write if the function returns one number for two points (D,); else nothing."""
    try:
        returned = np.asarray(function(X[0].copy(), Y[0].copy()))
    except Exception:
        return []
    if returned.size != 1 or returned.dtype.kind not in "fiub":
        return []
    said = E_(
        "The kernel function {function!r} takes one pair of points, as scikit-learn's "
        "callables do; here it is called with whole tables, k(X, Y) -> (n, m). Write "
        "kernel=lambda X, Y: sklearn.metrics.pairwise_kernels(X, Y, metric=k), or k for "
        "all pairs at once, which is faster."
    )
    return [said.format(function=function)]


def _real_values(returned: Any) -> Array:
    """A copy of what the function returned, refused where float64 would lose a part of it.

    The function may keep what it returned; a solver overwrites its copy.
    """
    masked = np.ma.is_masked(returned)
    values = np.asarray(returned)
    if masked or values.dtype.kind not in "fiub":
        what = _("masked values") if masked else f"dtype {values.dtype}"
        raise TypeError(
            _(
                "The kernel function returned {what} of type {kind}; it must return an array "
                "of real numbers without gaps."
            ).format(what=what, kind=type(returned).__name__)
        )
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
                _(
                    "Precomputed kernel values have {columns}; expected one for each point "
                    "of the fit, {n:,}."
                ).format(columns=counted(X.shape[1], "{n} column", "{n} columns"), n=len(Y))
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

    def __call__(self, X: ArrayLike, Y: ArrayLike | None = None) -> Array:
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
    raise ValueError(
        _(
            "{name} must be symmetric; got {k} in row {row}, column {j}, but {mirrored} in "
            "row {j}, column {row}. Give (K + K.T) / 2 if that is rounding."
        ).format(name=name, k=K[i, j], row=row, j=j, mirrored=mirrored[i, j])
    )


def as_kernel(kernel: object, second: object = None) -> Kernel:
    """Turn a `Kernel`, a callable k(X, Y), "linear" or "precomputed" into a `Kernel`.

    Parameters
    ----------
    second : object
        The argument after it, which is the kernel where the two are swapped.

    Raises
    ------
    TypeError, ValueError
        for anything else; the message says what to give instead.
    """
    if isinstance(kernel, Kernel):
        return kernel
    if isinstance(kernel, str):
        return _named(kernel)
    if callable(kernel) and not isinstance(kernel, type):
        return CallableKernel(kernel)
    if hasattr(kernel, "shape") or isinstance(kernel, list | tuple):
        meant = second if isinstance(second, Kernel | str) else Gaussian(0.1)
        raise TypeError(
            _(
                "The kernel comes before the points: write fit({kernel!r}, X) or "
                "KernelPCA({kernel!r}).fit(X). Got {kind} as kernel."
            ).format(kernel=meant, kind=type(kernel).__name__)
        )
    raise TypeError(
        _(
            "kernel={kernel!r} is not a kernel; give one such as Gaussian(width=0.1), a "
            "callable k(X, Y) or 'precomputed'."
        ).format(kernel=kernel)
    )


def _named(name: str) -> Kernel:
    known: dict[str, Kernel] = {"linear": Linear(), "precomputed": Precomputed()}
    if name in known:
        return known[name]
    hint = IN_SKLEARN.get(name, _("a kernel such as Gaussian(width=0.1)"))
    raise ValueError(
        _(
            "kernel={name!r} carries no parameters; give {hint} from kpca_core, or "
            "scikit-learn's names with gamma, degree and coef0 to KernelPCA."
        ).format(name=name, hint=hint)
    )
