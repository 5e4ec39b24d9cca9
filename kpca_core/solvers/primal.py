"""PCA of explicit feature columns: what the explicit and the low-rank route share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core.kernels.base import Array
from kpca_core.moments import Moments
from kpca_core.solvers.lanczos import extreme_eigenpairs
from kpca_core.spectrum import noise_floor, numerical_rank

# Up to this many columns all axes are found, by singular values of the columns themselves.
FULL_SPECTRUM = 64


@dataclass(frozen=True, eq=False)
class PrincipalAxes:
    """Leading axes of feature columns F (n, r), about their mean μ or about 0.

    eigenvalues (q,) descending, which are those of K̃; its eigenvectors U (n, q); axes W (r, q) and
    offsets −μᵀW (q,), so that f_j = (φ − μ)ᵀ w_j; residual max_j ‖K̃u_j − λ_j u_j‖₂ with
    K̃ = (F − μ)(F − μ)ᵀ; trace of the scatter; size of its largest eigenvalue; rank, or None where
    only the leading part was computed.
    """

    eigenvalues: Array
    vectors: Array
    axes: Array
    offsets: Array
    residual: float
    trace: float
    size: float
    rank: int | None


def principal_axes(F: Array, q: int | None, largest_entry: float, *, centre: bool) -> PrincipalAxes:
    """The q leading axes with eigenvalues above the noise floor of a Gram matrix with entries up
    to `largest_entry`; None means all of them."""
    n, r = F.shape
    mean = F.mean(axis=0) if centre else np.zeros(r)
    full = q is None or r <= max(FULL_SPECTRUM, 6 * q)
    if q is None or full:
        # Singular values keep the digits of small eigenvalues that the scatter would square away.
        Q, R = np.linalg.qr(F - mean)
        left, singular, Wt = np.linalg.svd(R, full_matrices=False)
        values, W = np.square(singular), Wt.T
        trace = float(values.sum())
    else:
        moments = Moments.of(F)
        S = moments.scatter if centre else moments.uncentred
        values, W = extreme_eigenpairs(S.__matmul__, r, q)
        trace = float(np.trace(S))
    size = float(values.max(initial=0.0))
    rank = numerical_rank(values, noise_floor(size, n, largest_entry))
    kept = rank if q is None else min(q, rank)
    values, W = values[:kept].copy(), W[:, :kept].copy()
    offsets = -mean @ W
    U = Q @ left[:, :kept] if full else (F @ W + offsets) / np.sqrt(values)
    projected = F.T @ U - np.outer(mean, U.sum(axis=0))
    defect = F @ projected - mean @ projected - U * values
    return PrincipalAxes(
        eigenvalues=values,
        vectors=U,
        axes=W,
        offsets=offsets,
        residual=float(np.linalg.norm(defect, axis=0).max(initial=0.0)),
        trace=trace,
        size=size,
        rank=rank if full else None,
    )
