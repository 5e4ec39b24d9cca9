"""Squared Euclidean and summed coordinate differences between all pairs of points."""

from collections.abc import Callable

import numpy as np

from kpca_core.arrays import Array

Finish = Callable[[Array], object]

# Up to so many coordinates squared differences are summed one by one, which is as fast as one
# matrix product there and cancels no digits.
FEW_COORDINATES = 8

# With more coordinates, pairs closer than this fraction of ‖x‖² + ‖y‖² about the median are summed
# one by one too: the difference of large numbers leaves others a relative error of ε/CLOSE = 4e-12.
CLOSE = 5e-5

# Rows of which the median is taken: it only has to lie among most points, wherever a few far ones
# are, which would move a mean away from all.
MEDIAN_ROWS = 128

# Pairs worked on at once: 256 KiB and a buffer of that size stay in a core's second-level cache.
BLOCK_PAIRS = 2**15


def squared_distances(X: Array, Y: Array, finish: Finish | None = None) -> Array:
    """‖X[i] − Y[j]‖², shape (n, m), never negative and 0 for equal points.

    Parameters
    ----------
    X, Y : (n, D) and (m, D) arrays
        With D > FEW_COORDINATES, ‖x‖² + ‖y‖² − 2 x·y about a median of Y, from one matrix product.
    finish : callable, optional, turns a block of squared distances into kernel values, in place
    """
    if X.shape[1] <= FEW_COORDINATES:
        return summed_differences(X, Y, np.square, finish)
    middle = np.median(Y[:: -(-len(Y) // MEDIAN_ROWS)], axis=0) if len(Y) else 0.0
    centred_Y = Y - middle
    # Where X is Y the result is symmetric to the last digit, and so is each step.
    centred_X = centred_Y if X is Y else X - middle
    norms, others = (np.einsum("ij,ij->i", Z, Z) for Z in (centred_X, centred_Y))
    total: Array = centred_X @ centred_Y.T
    total *= -2.0
    rows = max(1, BLOCK_PAIRS // max(1, len(Y)))
    for start in range(0, len(X), rows):
        block, sums = total[start : start + rows], np.add.outer(norms[start : start + rows], others)
        block += sums
        close = block < CLOSE * sums
        for i in np.flatnonzero(close.any(axis=1)):
            j = np.flatnonzero(close[i])
            block[i, j] = np.square(X[start + i] - Y[j]).sum(axis=1)
        if finish is not None:
            finish(block)
    return total


def summed_differences(X: Array, Y: Array, term: np.ufunc, finish: Finish | None = None) -> Array:
    """Σ_d term(X[i, d] − Y[j, d]), shape (n, m), block by block of rows within the cache.

    `finish` is that of `squared_distances`.
    """
    n, m = len(X), len(Y)
    total = np.empty((n, m))
    rows = max(1, BLOCK_PAIRS // max(1, m))
    buffer = np.empty((min(rows, n), m))
    # x·1 + 1·(−y) is rounded once, as x − y is, and a matrix product does it in half the time.
    left, right = np.ones((min(rows, n), 2)), np.ones((2, m))
    for start in range(0, n, rows):
        block = total[start : start + rows]
        part, ones_beside = buffer[: len(block)], left[: len(block)]
        for d in range(X.shape[1]):
            out = part if d else block
            ones_beside[:, 0] = X[start : start + rows, d]
            np.negative(Y[:, d], out=right[1])
            np.matmul(ones_beside, right, out=out)
            term(out, out=out)
            if d:
                block += part
        if finish is not None:
            finish(block)
    return total
