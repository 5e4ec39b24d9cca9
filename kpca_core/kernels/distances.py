"""Squared Euclidean and summed coordinate differences between all pairs of points."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, Indices
from kpca_core.kernels.base import UNIT_ROUNDOFF
from kpca_core.kernels.split import SplitRows, least_fraction

Finish = Callable[[Array], object]

# Up to so many coordinates squared differences are summed one by one, which cancels no digits and
# takes 2.8 ns a pair at 8; from one matrix product it takes 1.5 at 10.
FEW_COORDINATES = 8

# Up to so many coordinates a pass of NumPy for each is as fast as SciPy's `cdist`: 1.7 ns a pair in
# the plane where that takes 1.2, but 4.5 for 2.0 in five dimensions.
PLANE = 2

# Squared distances from one matrix product about a median err in proportion to ‖x‖² + ‖y‖². Pairs
# closer than the fraction CLOSE of that sum are computed otherwise; where the sum exceeds `_far`
# times the kernel's `scale`, all pairs closer than the fraction NEAR. Among 3,000 standard normal
# rows in ten dimensions no pair is closer than CLOSE and 1 in 30,000 than NEAR. Where the sum is
# below the `scale` of a smooth kernel such errors are below the rounding of its values, and only
# what is closer than the fraction EQUAL is summed, so that no distance is negative and that of
# equal points 0: for six clusters in 256 dimensions a fifth of the time.
CLOSE, NEAR, EQUAL = 1e-2, 0.1, 1e-8

# Values of smooth kernels may err by so many units of roundoff before NEAR holds, where FAR times
# the scale does not allow more: a quarter of what a certificate accepts. With FAR alone 10,000 rows
# of six clusters against 1,500, D = 10, width a quarter of the median square, took 97 ms, with
# ROUNDINGS 82.
FAR, ROUNDINGS = 4.0, 128

# Rows of which the median is taken: it only has to lie among most points, wherever a few far ones
# are, which would move a mean away from all. In 256 columns that of 64 takes 0.08 ms, of 128 0.19.
MEDIAN_ROWS = 64

# Up to so many rows of X summing is faster, since it needs no ‖y‖²: 16 rows against 3,000 take 0.17
# ms and 0.43 in 10 columns, 14 and 19 in 784; 32 rows 0.34 and 0.24, 27 and 19.
FEW_ROWS = 16

# Pairs worked on at once: 256 KiB and a buffer of that size stay in a core's second-level cache.
BLOCK_PAIRS = 2**15

# Share of a block's pairs beyond which close ones are taken from split coordinates, and what is
# too close for these from SciPy: a pair that is summed here takes as long as 40 by splitting in 10
# columns, as 14 in 256, where tiles of a Gram matrix have to be split each.
CROWDED = 1 / 16

# Numbers held at once where coordinates are split: with 2**18 3,000 × 10 takes 1.1 times as long,
# 1,000 rows against 3,000 in 256 columns 1.1 times, with 2**21 5,000 rows against 300 1.3 times.
CHUNK_VALUES = 2**20

# Pairs summed one by one whose differences are held at once. In units of the time of 2**12, 3,000
# rows of six clusters in 256 columns take 0.64, 1,800 in 784 0.86 to 0.99, with 2**13 1.5 to 1.8.
# 800 rows in 784 columns hold 19 MB at the peak, with 2**12 67.
GATHERED = 2**8


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
    X, Y : (n, D) and (m, D) arrays
        With D > FEW_COORDINATES, ‖x‖² + ‖y‖² − 2 x·y about a median of Y, from one matrix product;
        close pairs one by one, or many of them as in `split`.
    finish : callable, optional, turns a block of squared distances into kernel values, in place
    scale : float, the squared distance over which the kernel changes by its own size
    smooth : bool, it changes by no more than δ/scale with a change δ of the squared distance
    """
    if X.shape[1] <= FEW_COORDINATES or len(X) <= FEW_ROWS:
        return summed_differences(X, Y, "sqeuclidean", finish)
    pairs = _Pairs(X, Y, scale, smooth)
    rows = max(1, BLOCK_PAIRS // max(1, len(Y)))
    chunk = rows * max(1, CHUNK_VALUES // (rows * (len(Y) + 5 * X.shape[1])))
    for first in range(0, len(X), chunk):
        until = min(first + chunk, len(X))
        pairs.multiply(slice(first, until))
        for start in range(first, until, rows):
            block = pairs.mended(slice(start, min(start + rows, until)), until)
            if finish is not None:
                finish(block)
    return pairs.squares


class _Pairs:
    """Squared distances of the rows of X and Y from matrix products, in `squares` (n, m)."""

    def __init__(self, X: Array, Y: Array, scale: float, smooth: bool) -> None:
        self.X, self.Y, self.scale, self.smooth = X, Y, scale, smooth
        self.middle = _median(Y)
        right, others = _differences(Y, self.middle)
        left, norms = (right.copy(), others) if X is Y else _differences(X, self.middle)
        left[:, :-2] *= -2.0
        left[:, -2], left[:, -1] = norms, 1.0
        right[:, -2], right[:, -1] = 1.0, others
        self.left, self.right, self.norms, self.others = left, right, norms, others
        self.largest = others.max(initial=0.0)
        self.squares = np.empty((len(X), len(Y)))
        self.split: SplitRows | None = None
        self.equal: tuple[Indices, Indices] | None = None

    def multiply(self, rows: slice) -> None:
        """Compute the squares of some rows, without care for close pairs unless they are split."""
        if self.split is None:
            np.matmul(self.left[rows], self.right.T, out=self.squares[rows])
        else:
            SplitRows.of(self.X[rows], self.middle).distances(self.split, self.squares[rows])
        if self.X is self.Y:
            np.fill_diagonal(self.squares[rows, rows.start :], np.inf)

    def mended(self, rows: slice, until: int) -> Array:
        """The squares of some rows, those of close pairs computed anew.

        Where too many are close, coordinates are split from here on, up to `until` at once.
        """
        block, X = self.squares[rows], self.X[rows]
        if self.split is None:
            found = self._close(rows)
            if _is_crowded(block, found):
                self.split = SplitRows.of(self.Y, self.middle)
                self.multiply(slice(rows.start, until))
        if self.split is not None:
            found = self._close(rows)
        if _is_crowded(block, found):
            _fill_by_pair(block, X, self.Y, "sqeuclidean")
            found = found[:0]
        for first in range(0, len(found), GATHERED):
            i, j = np.divmod(found[first : first + GATHERED], len(self.Y))
            block[i, j] = np.square(X[i] - self.Y[j]).sum(axis=1)
        if self.X is self.Y:
            np.fill_diagonal(block[:, rows.start :], 0.0)
        return block

    def _close(self, rows: slice) -> Indices:
        """Where the squares of some rows, flat, are too close for how they were computed.

        Many pairs of equal rows are not among them: their squares are set to 0.
        """
        block, left, right = self.squares[rows], self.norms[rows], self.others
        farthest = float(left.max() + self.largest)
        least = float(self._fraction(farthest)) * farthest
        if block.min(initial=np.inf) >= least:
            return np.empty(0, dtype=np.intp)
        found = np.flatnonzero(~(block >= least))
        if not _is_crowded(block, found):
            i, j = np.divmod(found, len(right))
            sums = left[i] + right[j]
            return found[~(block.ravel()[found] >= self._fraction(sums) * sums)]
        sums = np.add.outer(left, right)
        found = np.flatnonzero(~(block >= self._fraction(sums) * sums))
        if _is_crowded(block, found):
            self.equal = self.equal or _equal_rows(self.X, self.Y)
            equal = np.equal.outer(self.equal[0][rows], self.equal[1])
            block[equal] = 0.0
            found = found[~equal.ravel()[found]]
        return found

    def _fraction(self, sums: Any) -> Any:
        """The fractions of ‖x‖² + ‖y‖² down to which the squares of these sums are right."""
        dimension = self.X.shape[1]
        if self.split is not None:
            return least_fraction(dimension)
        return close_fraction(sums, dimension, self.scale, smooth=self.smooth)


def close_fraction(sums: Any, dimension: int, scale: float, *, smooth: bool) -> Any:
    """The fractions of ‖x‖² + ‖y‖² down to which ‖x‖² + ‖y‖² − 2 x·y is right enough.

    Parameters
    ----------
    sums : array, ‖x‖² + ‖y‖² of pairs
    scale, smooth : of `squared_distances`
    """
    far = _far(dimension, smooth) * scale
    return np.where(sums > far, NEAR, np.where(sums > scale, CLOSE, EQUAL if smooth else CLOSE))


def _is_crowded(block: Array, close: Indices) -> bool:
    return len(close) > CROWDED * block.size


def _far(dimension: int, smooth: bool) -> float:
    """Up to where, in units of the scale, one product of matrices will do down to CLOSE."""
    return max(FAR, ROUNDINGS / (math.sqrt(dimension) + 3.0)) if smooth else FAR


def _equal_rows(X: Array, Y: Array) -> tuple[Indices, Indices]:
    """Numbers of the rows of X (n,) and of Y (m,), which are equal where the rows are."""
    known: dict[bytes, int] = {}
    found = []
    for Z in (X,) if X is Y else (X, Y):
        rows = (row.tobytes() for row in Z + 0.0)  # -0.0 is 0.0
        numbers = (known.setdefault(row, len(known)) for row in rows)
        found.append(np.fromiter(numbers, np.intp, len(Z)))
    return found[0], found[-1]


def _differences(X: Array, middle: Array) -> tuple[Array, Array]:
    """X − middle (n, D), followed by two free columns, and the squared norms of its rows (n,)."""
    found = np.empty((len(X), X.shape[1] + 2))
    centred = np.subtract(X, middle, out=found[:, :-2])
    return found, np.einsum("ij,ij->i", centred, centred)


def _median(Y: Array) -> Array:
    """The upper median (D,) of some rows of Y (m, D), 0 without any."""
    some = Y[:: max(1, -(-len(Y) // MEDIAN_ROWS))]
    # A third of the time of np.median.
    return np.sort(some, axis=0)[len(some) // 2] if len(some) else np.zeros(Y.shape[1])


def farthest_sum(X: Array) -> float:
    """The largest ‖x‖² + ‖y‖² of rows of X about their median; 0 where no product is taken."""
    if X.shape[1] <= FEW_COORDINATES:
        return 0.0
    centred = X - _median(X)
    return 2.0 * float(np.einsum("ij,ij->i", centred, centred).max(initial=0.0))


def distance_rounding(
    dimension: int, farthest: float, scale: float, *, smooth: bool = True
) -> float:
    """Bound of the error of squared distances in units of `scale`, where it matters.

    Where a kernel falls off on that scale, errors of larger distances change it by less.

    Parameters
    ----------
    farthest : float, the largest ‖x‖² + ‖y‖², as `farthest_sum`
    """
    if dimension <= FEW_COORDINATES:
        return UNIT_ROUNDOFF * (dimension / 2 + 2)
    units = 1.0 + min(farthest / scale, _far(dimension, smooth))
    return UNIT_ROUNDOFF * (math.sqrt(dimension) + 3.0) * units


def summed_differences(X: Array, Y: Array, metric: str, finish: Finish | None = None) -> Array:
    """Σ_d (X[i, d] − Y[j, d])² or Σ_d |X[i, d] − Y[j, d]|, shape (n, m), in blocks of rows.

    Parameters
    ----------
    metric : str, "sqeuclidean" or "cityblock"
    finish : callable, optional, that of `squared_distances`
    """
    fill = _fill_by_coordinate if X.shape[1] <= PLANE else _fill_by_pair
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
