"""Operations on spectra: numerical rank, sign, gaps.

Pure functions of arrays, independent of any kernel.
"""

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import EPS, Array

# An eigenvalue counts as positive above this fraction of the largest in size (double precision;
# scikit-learn's own threshold for a positive semidefinite spectrum).
RANK_TOLERANCE = 1e-12

# Neighbours closer than this fraction of the larger one are near-degenerate: a perturbation of K̃
# of that size can rotate their eigenvectors by any angle within the group.
NEAR_DEGENERATE = 0.01


def noise_floor(largest_eigenvalue: float, n: int, largest_entry: float) -> float:
    """The size below which an eigenvalue of K̃ cannot be distinguished from 0.

    RANK_TOLERANCE of the largest eigenvalue, or n·ε times the largest entry of K if that is more:
    centring a nearly constant K leaves rounding errors of that size.
    """
    return max(RANK_TOLERANCE * abs(largest_eigenvalue), n * EPS * abs(largest_entry))


def numerical_rank(eigenvalues: Array, floor: float) -> int:
    """The number of eigenvalues above `floor`, see `noise_floor`."""
    return int(np.count_nonzero(eigenvalues > floor))


def canonical_signs(scores: Array) -> Array:
    """±1 for each column of scores (n, q), with which its entry of largest size becomes positive.

    Of entries that are equal in size to 1e-8 the first decides, so that rounding cannot.
    """
    if len(scores) == 0:
        return np.ones(scores.shape[1])
    size = np.abs(scores.T, order="C")
    first = (size >= size.max(axis=1, keepdims=True) * (1.0 - 1e-8)).argmax(axis=1)
    return np.where(scores[first, np.arange(scores.shape[1])] < 0, -1.0, 1.0)


def aligned_signs(scores: Array, reference: Array) -> Array:
    """±1 for each column of scores (n, q), which aligns it with that of `reference` (n, p).

    With it the dot product of the two columns is positive. Columns beyond p, or orthogonal to their
    reference, keep their sign; so do all if the numbers of rows differ.
    """
    signs = np.ones(scores.shape[1])
    q = min(scores.shape[1], reference.shape[1])
    if len(scores) == len(reference):
        signs[:q] = np.where(np.einsum("ij,ij->j", scores[:, :q], reference[:, :q]) < 0, -1.0, 1.0)
    return signs


def near_degenerate_groups(
    eigenvalues: Array, tolerance: float = NEAR_DEGENERATE
) -> tuple[tuple[int, ...], ...]:
    """Runs of neighbours (0-based) with (λᵢ − λᵢ₊₁) < tolerance · λᵢ, λ descending."""
    return runs(-np.diff(eigenvalues) < tolerance * eigenvalues[:-1])


def runs(joined: NDArray[np.bool_]) -> tuple[tuple[int, ...], ...]:
    """Maximal runs of neighbours i, i + 1, … with joined[i] for each i but the last."""
    groups: list[list[int]] = []
    for i in np.flatnonzero(joined).tolist():
        if groups and groups[-1][-1] == i:
            groups[-1].append(i + 1)
        else:
            groups.append([i, i + 1])
    return tuple(map(tuple, groups))
