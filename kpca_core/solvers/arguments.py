"""Checks of the arguments of `fit`; every message quotes the value."""

from numbers import Real
from typing import Any

import numpy as np

from kpca_core._support.arrays import Indices, as_points, is_finite, is_whole, require_finite_points
from kpca_core._support.memory import free_memory
from kpca_core._support.words import E_
from kpca_core.kernels.base import Kernel, require_takes_sparse
from kpca_core.kernels.foreign import require_symmetric
from kpca_core.kernels.rows import SparseRows, as_rows, is_sparse

# The part of the free memory that a fit takes without being asked: so much that the data, the
# scores and two further fits at the same time find room.
FREE_SHARE = 0.25


def checked_points(kernel: Kernel, X: Any) -> Any:
    """Return `X` as finite float64 (n, D), a copy; of a sparse matrix `SparseRows`.

    Raises
    ------
    TypeError, ValueError
        if it is no table of finite points, or no symmetric Gram matrix for a precomputed kernel.
    """
    X = as_rows(X, "X") if is_sparse(X) else as_points(X, "X").copy()  # the expansion keeps them
    if min(X.shape) < 1:
        said = E_("X has shape {shape}; kernel PCA needs at least 1 point and 1 column.")
        raise ValueError(said.format(shape=X.shape))
    if isinstance(X, SparseRows):
        require_takes_sparse(kernel)
        return X
    require_finite_points(X, "X")
    if kernel.is_precomputed:
        if X.shape[0] != X.shape[1]:
            said = E_("A precomputed Gram matrix is square; got shape {shape}.")
            raise ValueError(said.format(shape=X.shape))
        require_symmetric(X, E_("A precomputed Gram matrix"))
    return X


def check_arguments(n_components: float | None, centre: bool, tol: float) -> None:
    """Raise ValueError or TypeError for values out of range."""
    number = is_whole(n_components) and n_components >= 1  # type: ignore[operator]
    share = is_finite(n_components) and 0 < n_components < 1  # type: ignore[operator]
    if not (n_components is None or number or share):
        said = E_(
            "n_components must be a whole number >= 1, a share of the trace between 0 "
            "and 1, or None for all; got n_components={n_components!r}."
        )
        raise ValueError(said.format(n_components=n_components))
    if not isinstance(centre, (bool, np.bool_)):
        said = E_("centre must be True or False; got centre={centre!r}.")
        raise TypeError(said.format(centre=centre))
    if not (is_finite(tol) and 0 < tol < 1):
        raise ValueError(E_("tol must lie between 0 and 1; got tol={tol!r}.").format(tol=tol))


def allowed_memory(max_memory: float | None) -> float:
    """The bytes that a solver may hold at once: `max_memory`, or for None a part of what is free.

    Raises
    ------
    ValueError
        unless it is None or a number above zero; infinity is no limit.
    """
    if max_memory is None:
        return free_memory() * FREE_SHARE
    if isinstance(max_memory, Real) and not isinstance(max_memory, bool) and max_memory > 0:
        return float(max_memory)
    said = E_(
        "max_memory must be a number of bytes > 0, or None for a quarter of what is "
        "free; got max_memory={max_memory!r}."
    )
    raise ValueError(said.format(max_memory=max_memory))


def subset_rows(subset: Any, n: int) -> Indices | None:
    """The row indices (M,) of `fit(subset=…)` for n rows; None for all.

    Raises
    ------
    ValueError
        unless `subset` is a number of first rows or distinct indices of rows.
    """
    if subset is None:
        return None
    message = E_(
        "subset must be a whole number M of first rows, 1 <= M <= {n}, or distinct "
        "indices of rows below {n}; got subset={subset!r}."
    ).format(n=n, subset=subset)
    if is_whole(subset):
        if not 1 <= subset <= n:
            raise ValueError(message)
        return np.arange(int(subset))
    try:
        rows = np.asarray(subset)
    except ValueError:
        raise ValueError(message) from None
    if (
        np.ma.is_masked(subset)
        or rows.ndim != 1
        or len(rows) == 0
        or rows.dtype.kind not in "iu"
        or rows.min() < 0
        or rows.max() >= n
        or len(np.unique(rows)) != len(rows)
    ):
        raise ValueError(message)
    return rows.astype(np.intp)
