"""Lengths of a data set, for the scale of a kernel: three usual choices.

Each is a distance ℓ in units of the data; a Gaussian of width c = ℓ² has fallen to 1/e at it.
"""

from __future__ import annotations

import numpy as np

from kpca_core._support.arrays import Array, evenly_spread
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import row_slices
from kpca_core._support.words import E_, _, counting
from kpca_core.kernels import Gaussian
from kpca_core.kernels.distances import squared_distances
from kpca_core.solvers import fit
from kpca_core.solvers.choice import SMALL

# Rows that distances are measured between; of more, this number of evenly spread ones.
MOST_ROWS = 2000
# Pairs of a row and any other.
MOST_PAIRS = 2**25
# Components and lengths among which the largest gap is looked for; the shortest length is SHORTEST
# times the median distance.
GAP_COMPONENTS, GAP_LENGTHS = 10, 25
SHORTEST = 0.05


def median_distance(X: Array) -> float:
    """The median of ‖xᵢ − xⱼ‖ over pairs i < j, of at most MOST_ROWS rows of X (n, D).

    Pairs of equal points do not count; 1 where there are no others.
    """
    rows = _spread(X, MOST_ROWS)
    distances = np.sqrt(squared_distances(rows, rows)[np.triu_indices(len(rows), 1)])
    apart = distances[distances > 0]
    return float(np.median(apart)) if len(apart) else 1.0


def gaussian_at(length: float) -> Gaussian:
    """The Gaussian that has fallen to 1/e at a distance ℓ: of width ℓ², to four digits."""
    return Gaussian(float(f"{length**2:.4g}"))


def neighbour_distance(X: Array, k: int = 7, progress: Progress | None = None) -> float:
    """The mean distance of a row of X (n, D) to its k-th nearest other row.

    Over at most MOST_ROWS rows and MOST_PAIRS pairs, among all. Where it is 0, since rows have k
    copies, that of the distinct rows, or to the farthest of fewer; 1 where all are equal.

    Raises
    ------
    ValueError
        unless 1 ≤ k < n; the message quotes it
    """
    if not 1 <= k < len(X):
        said = E_("Need 1 <= k < n for the k-th neighbour; got k={k!r} with n={n}.")
        raise ValueError(said.format(k=k, n=len(X)))
    rows = _spread(X, max(1, min(MOST_ROWS, MOST_PAIRS // len(X))))
    found = []
    for block in row_slices(len(rows), max(1, 2**22 // len(X))):
        squares = squared_distances(rows[block], X)
        # The nearest one is the row itself.
        found.append(np.sqrt(np.partition(squares, k, axis=1)[:, k]))
        report(progress, block.start, len(rows), _("neighbours"))
    mean = float(np.concatenate(found).mean())
    if mean > 0:
        return mean
    distinct = np.unique(X, axis=0)
    if len(distinct) in (1, len(X)):  # all, where squares of their distances underflow
        return 1.0
    return neighbour_distance(distinct, min(k, len(distinct) - 1), progress)


def gap_distance(X: Array, progress: Progress | None = None) -> float:
    """The length at which the spectrum of a Gaussian has its largest gap.

    The largest of (λⱼ − λⱼ₊₁)/trace K̃ over j ≤ GAP_COMPONENTS and lengths from SHORTEST times the
    median distance to the median distance, of at most SMALL rows. Beyond, kernel PCA tends to
    PCA, whose first gap says nothing of the kernel.
    """
    rows, median = _spread(X, SMALL), median_distance(X)
    lengths = median * np.geomspace(SHORTEST, 1.0, GAP_LENGTHS)
    gaps = []
    for i, length in enumerate(lengths):
        shares = fit(Gaussian(length**2), rows, GAP_COMPONENTS + 1).variance_ratio
        # Components that do not exist have the eigenvalue 0.
        whole = np.pad(shares, (0, GAP_COMPONENTS + 1 - len(shares)))
        gaps.append(float(-np.diff(whole).min()))
        report(progress, i + 1, GAP_LENGTHS, _("gaps"))
    return float(lengths[int(np.argmax(gaps))])


def _spread(X: Array, most: int) -> Array:
    """At most so many rows, evenly spread."""
    if not len(X):
        said = E_("Distances need points; got {points}.")
        raise ValueError(said.format(points=counting(len(X), "{n} point", "{n} points")))
    return X[evenly_spread(len(X), most)]
