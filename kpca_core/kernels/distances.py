"""Squared Euclidean and summed coordinate differences between all pairs of points."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kpca_core._support.arrays import EPS, Array
from kpca_core._support.threads import ROWS, row_slices, rows_held
from kpca_core.kernels.base import UNIT_ROUNDOFF
from kpca_core.kernels.rows import SparseRows

Finish = Callable[[Array], object]

# Up to this number of coordinates squared differences are summed, which cancels no digits.
FEW_COORDINATES = 8

# Pairs closer than the fraction CLOSE of ‖x‖² + ‖y‖² are summed one by one, or EQUAL where that sum
# is below `product_reach`, so that no distance is negative and that of equal points 0.
CLOSE = 0.1
EQUAL = math.sqrt(EPS)

# Values of smooth kernels may err by this number of units of roundoff, where FAR times the scale
# does not allow more.
FAR, ROUNDINGS = 4.0, 128

# Up to this number of rows of X summing is faster; and rows that a median is taken of, which only
# has to lie among most points.
FEW_ROWS = 16

# A pair that is summed alone takes as long as 9 to 54 of a block in which all are.
PAIRS_FOR_ONE = 16

# Pairs worked on at once, which stay in a core's second-level cache.
BLOCK_PAIRS = 2**15


def squared_distances(
    X: Array,
    Y: Array,
    finish: Finish | None = None,
    scale: float = np.inf,
    *,
    smooth: bool = False,
) -> Array:
    """‖X[i] − Y[j]‖², shape (n, m), never negative and 0 for equal points.

    Parameters
    ----------
    X, Y : (n, D) and (m, D) arrays, or SparseRows
        With D > FEW_COORDINATES, ‖x‖² + ‖y‖² − 2 x·y about a median of Y, from one matrix product;
        close pairs one by one; so for sparse rows, about 0.
    finish : callable, optional
        Turns a block of squared distances into kernel values, in place.
    scale : float
        The squared distance over which the kernel changes by its own size.
    smooth : bool
        It changes by no more than δ/scale with a change δ of the squared distance.
    """
    if isinstance(X, SparseRows):
        return _of_sparse(X, Y, finish, scale, smooth=smooth)
    if X.shape[1] <= FEW_COORDINATES or len(X) <= FEW_ROWS:
        return summed_differences(X, Y, "sqeuclidean", finish)
    middle = middle_of(Y)
    right, others = _differences(Y, middle)
    left, norms = (right.copy(), others) if X is Y else _differences(X, middle)
    left[:, :-2] *= -2.0
    left[:, -2], left[:, -1] = norms, 1.0
    right[:, -2], right[:, -1] = 1.0, others
    squares = np.empty((len(X), len(Y)))
    reach = product_reach(X.shape[1], scale, smooth=smooth)
    largest = float(others.max(initial=0.0))
    for rows in row_slices(len(X), max(1, BLOCK_PAIRS // max(1, len(Y)))):
        block = np.matmul(left[rows], right.T, out=squares[rows])
        if X is Y:
            np.fill_diagonal(block[:, rows.start :], np.inf)
        _mend(block, X[rows], Y, norms[rows], others, largest, reach)
        if X is Y:
            np.fill_diagonal(block[:, rows.start :], 0.0)
        if finish is not None:
            finish(block)
    return squares


def _mend(
    block: Array, X: Array, Y: Array, norms: Array, others: Array, largest: float, reach: float
) -> None:
    """Compute the squares (n, m) of pairs that are too close for one matrix product anew."""
    farthest = float(norms.max()) + largest
    least = float(close_fraction(farthest, reach)) * farthest
    if block.min(initial=np.inf) >= least:
        return
    found = np.flatnonzero(~(block >= least))
    i, j = np.divmod(found, len(Y))
    sums = norms[i] + others[j]
    close = ~(block.ravel()[found] >= close_fraction(sums, reach) * sums)
    i, j = i[close], j[close]
    if PAIRS_FOR_ONE * len(i) > block.size:
        _fill_by_pair(block, X, Y, "sqeuclidean")
        return
    for some in row_slices(len(i), rows_held(X.shape[1])):
        block[i[some], j[some]] = np.square(X[i[some]] - Y[j[some]]).sum(axis=1)


def _of_sparse(
    X: SparseRows, Y: Any, finish: Finish | None, scale: float, *, smooth: bool
) -> Array:
    values, exact = X.dots(Y), X.whole and Y.whole
    reach = product_reach(max(X.terms, Y.terms), scale, smooth=smooth)
    for rows in row_slices(len(X), max(1, BLOCK_PAIRS // max(1, len(Y)))):
        block, sums = values[rows], np.add.outer(X.squares[rows], Y.squares)
        block *= -2.0
        block += sums
        if not exact:
            found = np.argwhere(~(block >= close_fraction(sums, reach) * sums))
            for some in row_slices(len(found), ROWS):
                i, j = found[some].T
                block[i, j] = X[rows][i].squared_differences(Y[j])
        np.maximum(block, 0.0, out=block)
        if finish is not None:
            finish(block)
    return values


def close_fraction(sums: Any, reach: float) -> Any:
    """The fractions of ‖x‖² + ‖y‖² down to which ‖x‖² + ‖y‖² − 2 x·y is right enough.

    Parameters
    ----------
    sums : array
        ‖x‖² + ‖y‖² of pairs.
    reach : float
        That of `product_reach`.
    """
    return np.where(sums > reach, CLOSE, EQUAL)


def product_reach(dimension: int, scale: float, *, smooth: bool) -> float:
    """The sums ‖x‖² + ‖y‖² up to which errors of one matrix product are below those of a kernel."""
    return max(FAR, ROUNDINGS / (math.sqrt(dimension) + 3.0)) * scale if smooth else 0.0


def middle_of(Y: Array) -> Array:
    """The upper median (D,) of some rows of Y (m, D), 0 without any."""
    some = Y[:: max(1, -(-len(Y) // FEW_ROWS))]
    # A third of the time of np.median.
    return np.sort(some, axis=0)[len(some) // 2] if len(some) else np.zeros(Y.shape[1])


def _differences(X: Array, middle: Array) -> tuple[Array, Array]:
    """X − middle (n, D), followed by two free columns, and the squared norms of its rows (n,)."""
    found = np.empty((len(X), X.shape[1] + 2))
    centred = np.subtract(X, middle, out=found[:, :-2])
    return found, np.einsum("ij,ij->i", centred, centred)


def product_sizes(X: Any) -> tuple[int, float]:
    """How many products `squared_distances` sums for a pair of rows of X, and their largest size.

    The size is ‖x‖² + ‖y‖² about the point that the rows are taken about; 0 where no product is
    taken.
    """
    if isinstance(X, SparseRows):
        return max(X.terms, FEW_COORDINATES + 1), 2.0 * float(X.squares.max(initial=0.0))
    if X.shape[1] <= FEW_COORDINATES:
        return X.shape[1], 0.0
    centred = X - middle_of(X)
    return X.shape[1], 2.0 * float(np.einsum("ij,ij->i", centred, centred).max(initial=0.0))


def distance_rounding(
    dimension: int, farthest: float, scale: float, *, smooth: bool = True
) -> float:
    """Bound of the error of squared distances in units of `scale`, where it matters.

    A kernel that falls off on the length `scale` changes less by the errors of larger distances.

    Parameters
    ----------
    farthest : float
        The largest ‖x‖² + ‖y‖², as `product_sizes`.
    """
    if dimension <= FEW_COORDINATES:
        return UNIT_ROUNDOFF * (dimension / 2 + 2)
    most = product_reach(dimension, 1.0, smooth=True) if smooth else FAR
    units = 1.0 + min(farthest / scale, most)
    return UNIT_ROUNDOFF * (math.sqrt(dimension) + 3.0) * units


def summed_differences(X: Array, Y: Array, metric: str, finish: Finish | None = None) -> Array:
    """Σ_d (X[i, d] − Y[j, d])² or Σ_d |X[i, d] − Y[j, d]|, shape (n, m), in blocks of rows.

    Parameters
    ----------
    metric : str, "sqeuclidean" or "cityblock"
    finish : callable, optional
        That of `squared_distances`.
    """
    fill = _fill_by_coordinate if X.shape[1] <= 2 else _fill_by_pair
    total = np.empty((len(X), len(Y)))
    rows = max(1, BLOCK_PAIRS // max(1, len(Y)))
    for start in range(0, len(X), rows):
        block = total[start : start + rows]
        fill(block, X[start : start + rows], Y, metric)
        if finish is not None:
            finish(block)
    return total


def _fill_by_pair(block: Array, X: Array, Y: Array, metric: str) -> None:
    # Importing SciPy here keeps the explorer's first page, which is in the plane, fast.
    from scipy.spatial import distance

    distance.cdist(X, Y, metric, out=block)


def _fill_by_coordinate(block: Array, X: Array, Y: Array, metric: str) -> None:
    term = np.square if metric == "sqeuclidean" else np.abs
    buffer = np.empty(block.shape)
    # x·1 + 1·(−y) is rounded once, as x − y is, and a matrix product does it in half the time.
    left, right = np.ones((len(X), 2)), np.ones((2, len(Y)))
    for d in range(X.shape[1]):
        out = buffer if d else block
        left[:, 0] = X[:, d]
        np.negative(Y[:, d], out=right[1])
        np.matmul(left, right, out=out)
        term(out, out=out)
        if d:
            block += buffer
