"""The solvers: one route a file, and `fit`, which chooses among them."""

from __future__ import annotations

from typing import Any

import numpy as np

from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Precomputed, as_kernel
from kpca_core.kernels.base import Array, Kernel, as_points, is_finite
from kpca_core.solvers.dense import solve_dense
from kpca_core.solvers.explicit import solve_explicit
from kpca_core.threads import few_threads

SOLVERS = ("auto", "dense", "low-rank", "explicit")

# Up to here the dense route is the fastest for any kernel.
SMALL = 400


def fit(
    kernel: Any,
    X: Any,
    n_components: int | None = 8,
    *,
    centre: bool = True,
    solver: str = "auto",
    tol: float = 1e-14,
) -> Decomposition:
    """Kernel PCA of the rows of `X` (S section 4.1, B 12.3).

    kernel        a `Kernel`, a callable k(X, Y) -> (n, m), "linear" or "precomputed"
    X             (n, D) points; with "precomputed" the symmetric Gram matrix (n, n)
    n_components  q ≥ 1, or None for all with positive eigenvalue
    centre        subtract the mean in feature space; False diagonalises K itself, for teaching
    solver        "dense", "low-rank", "explicit", or "auto", which takes the first that fits:
                  explicit  if the kernel has a feature map of at most n/2 columns;
                  dense     if n ≤ 400, if the kernel is not known to be positive, or for None
                            components of a kernel without a feature map;
                  low-rank  otherwise, handing over to dense where the rank exceeds n/2
    tol           the low-rank route stops at trace(E) ≤ tol·trace(K̃), as far as rounding allows

    Returns a `Decomposition` with at most q components: one whose eigenvalue cannot be told from
    zero or is negative is not returned, and `message` says how many exist.

    Raises ValueError or TypeError for values that are not finite, too few points, or arguments
    out of range; the message quotes the value.
    """
    kernel = as_kernel(kernel)
    X = _checked_points(kernel, X)
    _check_arguments(n_components, centre, solver, tol)
    n, dimension = X.shape
    if solver == "auto":
        solver = _route(kernel, n, dimension, n_components)
    # Overflow shows up as values that are not finite, which every route refuses by name.
    with np.errstate(over="ignore", invalid="ignore"):
        return _solve(solver, kernel, X, n_components, centre, tol).canonical()


def _solve(
    solver: str, kernel: Kernel, X: Array, q: int | None, centre: bool, tol: float
) -> Decomposition:
    n, dimension = X.shape
    if solver == "explicit":
        M = kernel.feature_dimension(dimension)
        if not np.isfinite(M):
            raise ValueError(f"{kernel!r} has no finite feature map; use solver='auto'.")
        with few_threads(n * M**2):
            return solve_explicit(kernel, X, q, centre=centre)
    if solver == "low-rank":
        if not kernel.positive:
            raise ValueError(
                f"{kernel!r} is not known to be positive, which solver='low-rank' needs; "
                "use solver='dense'."
            )
        # The only route that needs SciPy, whose import would delay the explorer's first page.
        from kpca_core.solvers.low_rank import solve_low_rank

        with few_threads(n * 250.0**2):
            found = solve_low_rank(kernel, X, q, centre=centre, tol=tol, max_rank=max(1, n // 2))
        if found is not None:
            return found
    with few_threads(n**3 / 3):
        return solve_dense(kernel, X, q, centre=centre)


def _route(kernel: Kernel, n: int, dimension: int, n_components: int | None) -> str:
    if isinstance(kernel, Precomputed) or not kernel.positive:
        return "dense"
    if kernel.feature_dimension(dimension) <= n / 2:
        return "explicit"
    return "dense" if n <= SMALL or n_components is None else "low-rank"


def _checked_points(kernel: Kernel, X: Any) -> Array:
    X = as_points(X, "X").copy()  # the expansion keeps the points
    n, dimension = X.shape
    if n < 1 or dimension < 1:
        raise ValueError(f"X has shape {X.shape}; kernel PCA needs at least 1 point and 1 column.")
    finite = np.isfinite(X)
    if not finite.all():
        row, column = np.argwhere(~finite)[0]
        raise ValueError(
            f"X contains NaN or infinity (first at row {row}, column {column}: {X[row, column]}); "
            "remove or impute such rows first."
        )
    if isinstance(kernel, Precomputed):
        if n != dimension:
            raise ValueError(f"A precomputed Gram matrix is square; got shape {X.shape}.")
        if not np.allclose(X, X.T, rtol=1e-8, atol=1e-10 * np.abs(X).max()):
            raise ValueError("A precomputed Gram matrix is symmetric; this one is not.")
    return X


def _check_arguments(n_components: int | None, centre: bool, solver: str, tol: float) -> None:
    if n_components is not None and (
        isinstance(n_components, (bool, np.bool_))
        or not isinstance(n_components, (int, np.integer))
        or n_components < 1
    ):
        raise ValueError(
            f"n_components must be a whole number >= 1 or None; got n_components={n_components!r}."
        )
    if not isinstance(centre, (bool, np.bool_)):
        raise TypeError(f"centre must be True or False; got centre={centre!r}.")
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {SOLVERS}; got solver={solver!r}.")
    if not (is_finite(tol) and 0 < tol < 1):
        raise ValueError(f"tol must lie between 0 and 1; got tol={tol!r}.")
