"""The noise of a table, estimated from the rows alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, evenly_spread, finite_points
from kpca_core._support.words import E_, counting
from kpca_core.kernels.distances import squared_distances

# The least number of neighbours whose flatness tells the noise.
NEIGHBOURS = 12


def local_noise(X: ArrayLike) -> float:
    """Estimate the standard deviation of noise that is alike in all columns.

    Up to 8 columns it is the median over the rows of the least standard deviation of its
    k neighbours in any direction, which is noise where the data without it are a curve or a
    surface; k is where neighbours are flattest: fewer lie within the noise, more see the curvature.
    Of more columns it is that of the principal component whose variance is the median, as
    Marchenko & Pastur's law has it: noise where fewer than half of them have structure.

    Parameters
    ----------
    X : (n, D) array
        At least 24 rows.

    Raises
    ------
    ValueError
        for fewer rows, and for what is no finite table

    References
    ----------
    Gavish & Donoho 2014, of the median.
    """
    X = finite_points(X, "X")
    n, columns = X.shape
    if n < 2 * NEIGHBOURS:
        said = E_("Neighbours need at least {least} rows; got {rows}.")
        raise ValueError(said.format(least=2 * NEIGHBOURS, rows=counting(n, "{n} row", "{n} rows")))
    if columns > 8:
        variances = np.sort(np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2 / n)
        return float(np.sqrt(np.median(variances) / _median_of_noise(columns / n)))
    some = X[evenly_spread(n, 500)]
    nearest = np.argsort(squared_distances(some, X), axis=1)[:, : n // 2]
    sizes = {int(k) for k in np.geomspace(NEIGHBOURS, max(NEIGHBOURS, n // 2), 8)}
    found = [_flatness(X[nearest[:, :k]]) for k in sorted(sizes)]
    return min(found)[1]


def _flatness(near: Array) -> tuple[float, float]:
    """Return the ratio least/mean and the least of the standard deviations of neighbours (n, k, D).

    Both are medians over the n neighbourhoods; "least" and "mean" are over directions.
    """
    centred = near - near.mean(axis=1, keepdims=True)
    covariances = np.einsum("nki,nkj->nij", centred, centred) / (near.shape[1] - near.shape[2])
    values = np.maximum(np.linalg.eigvalsh(covariances), 0.0)
    least = float(np.sqrt(np.median(values[:, 0])))
    mean = float(np.sqrt(np.median(values.mean(axis=1))))
    return (least / mean if mean else 1.0), least


def _median_of_noise(ratio: float) -> float:
    """The median of Marchenko & Pastur's law for D/n, of the eigenvalues that are not 0."""
    low, high = (1 - np.sqrt(ratio)) ** 2, (1 + np.sqrt(ratio)) ** 2
    x = np.linspace(low, high, 2001)[1:-1]
    mass = np.cumsum(np.sqrt((high - x) * (x - low)) / x)
    return float(np.interp(0.5, mass / mass[-1], x))
