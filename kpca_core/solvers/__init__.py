"""The solvers: one route a file, and `fit`, which chooses among them."""

from __future__ import annotations

from typing import Any

import numpy as np

from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Precomputed, as_kernel
from kpca_core.kernels.base import Array, Kernel
from kpca_core.progress import Progress
from kpca_core.solvers.arguments import check_arguments, checked_points, subset_rows
from kpca_core.solvers.dense import solve_dense
from kpca_core.solvers.explicit import solve_explicit
from kpca_core.solvers.iterative import solve_iterative
from kpca_core.solvers.lanczos import basis_columns
from kpca_core.solvers.separable import is_separable, solve_separable
from kpca_core.threads import few_threads

# Up to here the dense route is the fastest for any kernel …
SMALL = 400

# … and up to here for one that multiplies with K in few operations.
SMALL_FOR_PRODUCTS = 1_000

# Up to here the explicit route holds the feature columns.
MAX_FEATURES = 2_500

# Up to here "auto" holds an n×n Gram matrix, 200 MB and its centred eigenvectors.
DENSE_LIMIT = 5_000

# Up to here the low-rank route holds L (n, r) in memory; streaming is as fast beyond.
LOW_RANK_LIMIT = 20_000

LOW_RANK_VALUES = 2**27  # of L: 1 GiB

# Up to here a kernel of high rank is worth O(n²) kernel values for each product with K.
ITERATIVE_LIMIT = 50_000


def fit(
    kernel: Any,
    X: Any,
    n_components: int | None = 8,
    *,
    centre: bool = True,
    solver: str = "auto",
    tol: float = 1e-14,
    subset: Any = None,
    progress: Progress | None = None,
) -> Decomposition:
    """Kernel PCA of the rows of `X` (S section 4.1, B 12.3).

    kernel        a `Kernel`, a callable k(X, Y) -> (n, m), "linear" or "precomputed"
    X             (n, D) points; with "precomputed" the symmetric Gram matrix (n, n)
    n_components  q ≥ 1, or None for all with positive eigenvalue
    centre        subtract the mean in feature space; False diagonalises K itself, for teaching
    solver        "auto", or the name of a route:
                  explicit   PCA of the feature columns of linear and polynomial kernels
                  dense      the n×n Gram matrix
                  separable  products of features along the axes, for a Gaussian kernel in one or
                             two dimensions
                  low-rank   pivoted Cholesky of a positive kernel, L (n, r) in memory
                  streaming  the same with landmarks and one pass over blocks of rows
                  iterative  Lanczos on products with K, made anew block by block: O(n q) memory;
                             O(n log n) operations each for a Laplacian in one or two dimensions
    tol           separable, low-rank and streaming stop at trace(E) ≤ tol·trace(K̃), as far as
                  rounding allows
    subset        S section 4.3, "an estimate of the matrix K computed from a subset of M < ℓ
                  examples, while still extracting principal components from all ℓ": the number M of
                  first rows, or the indices of the rows, that K is computed from; the scores are
                  those of all rows
    progress      called as progress(done, total, what) by the routes for large n; returning False
                  stops the fit with `Cancelled`

    "auto" takes the first that fits:
      explicit   if the kernel has a feature map of at most n/2 columns, and of at most 2,500;
      dense      if n ≤ 400;
      separable  if the kernel is Gaussian and D ≤ 2, while at most 2n and at most 5,000 products of
                 features stand for it on the rectangle around the points, and the eigenvalues asked
                 for exceed 1e-6 of the trace;
      iterative  if the kernel is a Laplacian and D ≤ 2 and n > 1,000 and at least 48 (q + 2), while
                 the points spread over 0.001 of its widths at least, and over 1,000 at most in one
                 of the coordinates;
      low-rank   if the kernel is positive and n ≤ 20,000, while its rank stays below n/2;
      streaming  if the kernel is positive, while trace(E) can be brought below its limit;
      dense      if n ≤ 5,000, or if all components are asked for;
      iterative  if the kernel is not known to be positive, or n ≤ 50,000;
      streaming  otherwise, and the certificate says how far E is from its limit.
    So an n×n array is held only for n ≤ 5,000, for all components, or where asked for by
    solver="dense" or a precomputed Gram matrix.

    Returns a `Decomposition` with at most q components: one whose eigenvalue cannot be told from
    zero or is negative is not returned, and `message` says how many exist.

    Raises ValueError or TypeError for values that are not finite, too few points, or arguments
    out of range; the message quotes the value.
    """
    kernel = as_kernel(kernel)
    X = checked_points(kernel, X)
    check_arguments(n_components, centre, solver, tol)
    rows = subset_rows(subset, len(X))
    fitted = X
    if rows is not None:
        fitted = X[np.ix_(rows, rows)] if isinstance(kernel, Precomputed) else X[rows]
    found: Decomposition | None = None
    # Overflow shows up as values that are not finite, which every route refuses by name.
    with np.errstate(over="ignore", invalid="ignore"):
        for route in _routes(solver, kernel, fitted, n_components):
            answer = _solve(route, kernel, fitted, n_components, centre, tol, progress)
            found = found if answer is None else answer
            if found is not None and found.certificate.holds:
                break
    assert found is not None
    found, answer = found.canonical(), None  # only one of them in memory
    if rows is None:
        return found
    return found.with_scores(found.expansion(X[:, rows] if isinstance(kernel, Precomputed) else X))


def _routes(solver: str, kernel: Kernel, X: Array, q: int | None) -> list[str]:
    """The routes to try in this order; the last one answers whatever it finds."""
    n, dimension = X.shape
    if solver not in ("auto", "separable", "low-rank"):
        return [solver]
    routes = [] if solver == "auto" else [solver]
    if solver == "separable":
        routes.append("low-rank")
    if solver == "auto":
        if isinstance(kernel, Precomputed):
            return ["dense"]
        if kernel.feature_dimension(dimension) <= min(n / 2, MAX_FEATURES):
            return ["explicit"]
        if n <= SMALL or (n <= DENSE_LIMIT and q is None):
            return ["dense"]
        if is_separable(kernel, dimension):
            routes.append("separable")
        few = q is not None and 4 * basis_columns(q) <= n
        if few and n > SMALL_FOR_PRODUCTS and kernel.multiplier(X) is not None:
            routes.append("iterative")
        if kernel.positive:
            routes.append("low-rank" if n <= LOW_RANK_LIMIT else "streaming")
    if n <= DENSE_LIMIT or q is None:
        routes.append("dense")
    elif "iterative" not in routes and (not kernel.positive or n <= ITERATIVE_LIMIT):
        routes.append("iterative")
    return routes


def _solve(
    route: str,
    kernel: Kernel,
    X: Array,
    q: int | None,
    centre: bool,
    tol: float,
    progress: Progress | None,
) -> Decomposition | None:
    """One route; None where the rank of the low-rank or separable route grows too high."""
    n, dimension = X.shape
    if route == "dense":
        with few_threads(n**3 / 3):
            return solve_dense(kernel, X, q, centre=centre)
    if route == "explicit":
        M = kernel.feature_dimension(dimension)
        if not np.isfinite(M):
            raise ValueError(f"{kernel!r} has no finite feature map; use solver='auto'.")
        with few_threads(n * M**2):
            return solve_explicit(kernel, X, q, centre=centre)
    if route == "iterative":
        if q is None or isinstance(kernel, Precomputed):
            raise ValueError(
                "solver='iterative' needs a number of components and a kernel on points; got "
                f"n_components={q!r} and {kernel!r}. Use solver='dense'."
            )
        return solve_iterative(kernel, X, q, centre=centre, progress=progress)
    if route == "separable":
        if not is_separable(kernel, dimension):
            raise ValueError(
                "solver='separable' needs a Gaussian kernel and points with one or two columns; "
                f"got {kernel!r} and {dimension} columns. Use solver='auto'."
            )
        with few_threads(n * 250.0**2):
            return solve_separable(kernel, X, q, centre=centre, tol=tol, progress=progress)
    if not kernel.positive:
        raise ValueError(
            f"{kernel!r} is not known to be positive, which solver={route!r} needs; "
            "use solver='auto'."
        )
    # Only these routes need SciPy, whose import would delay the explorer's first page.
    if route == "streaming":
        from kpca_core.solvers.streaming import solve_streaming

        return solve_streaming(kernel, X, q, centre=centre, tol=tol, progress=progress)
    from kpca_core.solvers.low_rank import solve_low_rank

    max_rank = max(1, min(n // 2, LOW_RANK_VALUES // n))
    with few_threads(n * 250.0**2):
        return solve_low_rank(kernel, X, q, centre=centre, tol=tol, max_rank=max_rank)
