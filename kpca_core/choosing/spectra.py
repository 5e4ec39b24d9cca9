"""Leading eigenvalues of one table along a family of kernels, sharing what does not change.

All functions of ‖x − y‖² share one matrix of squared distances, and the eigenvectors at one width
start those at the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from kpca_core._support.arrays import EPS, Array
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import require_finite_gram
from kpca_core.kernels.distances import squared_distances
from kpca_core.kernels.stationary import is_radial
from kpca_core.solvers import fit
from kpca_core.solvers.linalg.lanczos import REFINED_BLOCKS, refined_eigenpairs

# Up to so many rows Gram matrices are held, 128 MiB each; of more the solvers of `fit` choose.
MOST_HELD = 4000
# Relative residuals of eigenpairs: the eigenvalues, which err by their squares over a gap, were
# right to 3e-4 in 30 widths of clusters and noise, and shuffles differ by some hundredths.
RESIDUAL = 1e-3


def spectra(family: Sequence[Kernel], X: Array, q: int) -> tuple[Array, Array]:
    """Return the q largest eigenvalues of K̃ for each kernel, and the traces of K̃.

    Parameters
    ----------
    family
        m kernels, any; neighbours should be close.
    X : (n, D) array

    Returns
    -------
    eigenvalues : (m, q) array, descending, to RESIDUAL of each; 0 for a component that is lacking
    traces : (m,) array
    """
    values, traces = np.zeros((len(family), q)), np.empty(len(family))
    wanted = min(q, len(X) - 1)
    if len(X) > MOST_HELD:
        for i, kernel in enumerate(family):
            # Of three clusters of 20,000 rows in ten columns, with four times the squared median
            # distance, the tenth eigenvalue is then 4e-5 of itself too small.
            found = fit(kernel, X, wanted, tol=1e-3)
            values[i, : found.n_components], traces[i] = found.eigenvalues, found.trace
        return values, traces
    start = np.random.default_rng(0).standard_normal((len(X), wanted + 6))
    for i, K in _grams(family, X):
        largest, start = _leading(K, wanted, start)
        size = float(np.trace(K))
        traces[i] = size - float(K.sum()) / len(X)
        floor = 10 * len(X) * EPS * abs(size)
        values[i, :wanted] = np.where(largest > floor, largest, 0.0)
    return values, traces


def _grams(family: Sequence[Kernel], X: Array) -> Iterator[tuple[int, Array]]:
    """The index of each kernel and its Gram matrix, widest first."""
    radial = [kernel for kernel in family if is_radial(kernel)]
    squares = np.empty((0, 0))
    if radial:
        scale = min(kernel.squared_scale for kernel in radial)
        smooth = all(kernel.smooth for kernel in radial)
        squares = squared_distances(X, X, None, scale, smooth=smooth)
    for i, kernel in reversed([*enumerate(family)]):
        if is_radial(kernel):
            K = squares.copy()
            kernel.finish(K)
        else:
            K = kernel.gram_matrix(X)
        require_finite_gram(kernel, K)
        yield i, K


def _leading(K: Array, wanted: int, start: Array) -> tuple[Array, Array]:
    """The largest eigenvalues of K̃ (wanted,), and vectors (n, p) to start its neighbour with.

    Of up to 160 rows LAPACK's whole spectrum takes no longer than Lanczos.
    """
    n = len(K)
    average = np.full(n, 1 / n)  # a product with it takes a third of the time of `mean`

    def multiply(V: Array) -> Array:
        product = K @ (V - average @ V)
        return product - average @ product

    if n <= max(160, REFINED_BLOCKS * start.shape[1]):
        whole = multiply(np.eye(n))
        values = np.linalg.eigvalsh((whole + whole.T) / 2)[::-1]
    else:
        values, start = refined_eigenpairs(
            multiply, start, wanted, tol=RESIDUAL, entry_scale=float(np.abs(K.diagonal()).max())
        )
    return np.asarray(values[:wanted], dtype=np.float64), start
