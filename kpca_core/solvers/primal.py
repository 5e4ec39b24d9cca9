"""PCA of explicit feature columns: what the explicit, low-rank and streaming routes share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core.kernels.base import Array
from kpca_core.solvers.lanczos import eigenpairs
from kpca_core.spectrum import noise_floor, numerical_rank

# Up to this many columns all axes are found, by singular values of the columns themselves.
FULL_SPECTRUM = 64


@dataclass(frozen=True, eq=False)
class PrincipalAxes:
    """Leading principal axes of centred feature columns F̃ (n, r), or of columns about 0.

    eigenvalues (q,) of F̃ᵀF̃ descending, which are those of K̃ = F̃F̃ᵀ; axes W (r, q), so that the
    scores are F̃W; trace of the scatter; rank, or None where only the leading part was computed.
    """

    eigenvalues: Array
    axes: Array
    trace: float
    rank: int | None


def centred_axes(F: Array, q: int | None, largest_entry: float) -> tuple[PrincipalAxes, Array]:
    """The q leading axes with eigenvalues above the noise floor of a Gram matrix with entries up
    to `largest_entry`, None meaning all of them; and the scores F̃W (n, q).

    F (n, r) is centred already, if it is to be.
    """
    n, r = F.shape
    if q is not None and not _full(r, q):
        found = scatter_axes(F.T @ F, n, q, largest_entry)
        # This order of the product is the fast one where the columns of F lie one after the other.
        return found, np.ascontiguousarray((found.axes.T @ F.T).T)
    # Singular values keep the digits of small eigenvalues that the scatter would square away.
    Q, R = np.linalg.qr(F)
    left, singular, Wt = np.linalg.svd(R, full_matrices=False)
    values = np.square(singular)
    found = _kept(values, Wt.T, float(values.sum()), n, q, largest_entry, full=True)
    kept = len(found.eigenvalues)
    return found, Q @ (left[:, :kept] * singular[:kept])


def scatter_axes(S: Array, n: int, q: int | None, largest_entry: float) -> PrincipalAxes:
    """The same from the scatter S = F̃ᵀF̃ (r, r) of n rows alone."""
    values, W, _ = eigenpairs(S, q, whole=q is not None and _full(len(S), q))
    return _kept(values, W, float(np.trace(S)), n, q, largest_entry, full=len(values) == len(S))


def _full(r: int, q: int) -> bool:
    return r <= max(FULL_SPECTRUM, 6 * q)


def _kept(
    values: Array,
    W: Array,
    trace: float,
    n: int,
    q: int | None,
    largest_entry: float,
    *,
    full: bool,
) -> PrincipalAxes:
    size = float(values.max(initial=0.0))
    rank = numerical_rank(values, noise_floor(size, n, largest_entry))
    kept = rank if q is None else min(q, rank)
    return PrincipalAxes(values[:kept].copy(), W[:, :kept].copy(), trace, rank if full else None)
