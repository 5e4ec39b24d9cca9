"""Kernel PCA: `fit`, and the solvers among which it chooses.

One solver a file, each an object with `applies(problem)` and `solve(problem)`. `choice` has the
whole rule of solver="auto", `problem` the types of problems and solvers, `linalg` the linear
algebra, which uses no kernel. Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Points, is_whole
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import KernelLike, as_kernel
from kpca_core.solvers.arguments import allowed_memory, check_arguments, checked_points, subset_rows
from kpca_core.solvers.choice import SOLVERS, solve
from kpca_core.solvers.problem import Problem, kernel_about_mean
from kpca_core.solvers.share import solve_share


def fit(
    kernel: KernelLike,
    X: Points,
    n_components: float | None = 8,
    *,
    centre: bool = True,
    solver: str = "auto",
    tol: float = 1e-14,
    subset: ArrayLike | None = None,
    progress: Progress | None = None,
    max_memory: float | None = None,
) -> Decomposition:
    """Kernel PCA of the rows of `X` ([S] section 4.1, [B] section 12.3).

    Parameters
    ----------
    kernel : Kernel, callable or str
        A callable is k(X, Y) -> (n, m); names are "linear" and "precomputed".
    X : (n, D) array
        Points; with "precomputed" the symmetric Gram matrix (n, n). A sparse matrix of SciPy, for
        kernels of dot products and distances, is never made dense.
    n_components : int, float or None
        q ≥ 1; a share 0 < s < 1 for the fewest components with that share of the trace of K̃, of an
        indefinite kernel of the sum of its positive eigenvalues; None for all with positive
        eigenvalue.
    centre : bool
        Subtract the mean in feature space; False diagonalises K itself, for teaching.
    solver : str
        "auto" takes the first rule that holds of `kpca_core.solvers.choice.RULES`. A name runs that
        solver or raises:

        - "explicit": PCA of the feature columns, such as those of linear and polynomial kernels;
        - "dense": the n×n Gram matrix;
        - "separable": products of features along the axes, for Gaussian kernels in one or two
          dimensions;
        - "low-rank": pivoted Cholesky of a psd kernel, L (n, r) in memory;
        - "streaming": the same with landmarks and passes over blocks of rows;
        - "iterative": Lanczos on products with K, made anew block by block, O(n q) memory; products
          take O(n log n) operations for a Laplacian in one or two dimensions.
    tol : float
        "low-rank" and "streaming" stop at trace(E) ≤ tol·trace(K̃), as far as rounding allows;
        "separable" at the smaller one of tol and 1e-14 times it.
    subset : int or array of int, optional
        Compute K from the first M rows, or from the rows with these indices, and the scores of all
        rows ([S] section 4.3: "an estimate of the matrix K, computed from a subset of M < ℓ
        examples, while still extracting principal components from all ℓ examples").
    progress : callable, optional
        Called as progress(done, total, what) by the solvers for large n; returning False stops the
        fit with `Cancelled`.
    max_memory : float, optional
        Bytes that a solver may hold at once, by default a quarter of what is free. "auto" holds the
        n×n Gram matrix where these are enough, and else forms its entries anew for each product. A
        named solver that would take more than is stated here raises; but "separable", which holds
        a few blocks of rows, does not look at it, and "streaming" takes fewer landmarks, with 8 MiB
        at least.

    Returns
    -------
    Decomposition
        With at most q components: one whose eigenvalue is negative, or is zero up to rounding, is
        not returned, and `message` says how many exist.

    Raises
    ------
    ValueError, TypeError
        for values that are not finite, too few points, arguments out of range, or a named solver
        that cannot solve the problem; the message quotes the value.

    Warns
    -----
    UserWarning
        where the certificate does not hold.

    Examples
    --------
    >>> import numpy as np
    >>> from kpca_core import Gaussian, fit
    >>> X = np.random.default_rng(0).standard_normal((300, 3))
    >>> found = fit(Gaussian(width=6.0), X, n_components=4)
    >>> found.eigenvalues.round(2)
    array([32.81, 30.54, 29.83, 14.72])
    >>> found.expansion(X[:2]).shape  # any rows: these are functions of a point
    (2, 4)
    >>> found.certificate.holds
    True
    """
    found = fit_silently(kernel, X, n_components, centre, solver, tol, subset, progress, max_memory)
    if not found.certificate.holds:
        warnings.warn(found.message, UserWarning, stacklevel=2)
    return found


def fit_silently(
    kernel: KernelLike, X: Any, n_components: float | None, centre: bool, solver: str, tol: float,
    subset: ArrayLike | None, progress: Progress | None, max_memory: float | None,
) -> Decomposition:  # fmt: skip
    """`fit` without its warning, for callers that say themselves how exact the result is."""
    kernel = as_kernel(kernel, X)
    X = points = checked_points(kernel, X)
    check_arguments(n_components, centre, tol)
    if max_memory is not None:
        allowed_memory(max_memory)
    if progress is not None and not callable(progress):
        said = E_("progress must be callable or None; got progress={progress!r}.")
        raise TypeError(said.format(progress=progress))
    if solver not in ("auto", *SOLVERS):
        said = E_("solver must be one of {solvers}; got solver={solver!r}.")
        raise ValueError(said.format(solvers=("auto", *SOLVERS), solver=solver))
    rows = subset_rows(subset, len(X))
    fitted = X
    if rows is not None:
        fitted = X[np.ix_(rows, rows)] if kernel.is_precomputed else X[rows]
    # Overflow shows up as values that are not finite, which every solver refuses by name.
    with np.errstate(over="ignore", invalid="ignore"):
        about_mean = kernel_about_mean(kernel, fitted, centre=centre)
        problem = Problem(about_mean, fitted, None, centre, tol, progress, max_memory=max_memory)
        found = _solved(problem, n_components, solver).canonical()
    if rows is None:
        return found
    return found.with_scores(found.expansion(points[:, rows] if kernel.is_precomputed else points))


def _solved(problem: Problem, n_components: float | None, solver: str) -> Decomposition:
    if n_components is not None and not is_whole(n_components):
        return solve_share(problem, float(n_components), solver)
    number = None if n_components is None else int(n_components)
    return solve(replace(problem, n_components=number), solver)
