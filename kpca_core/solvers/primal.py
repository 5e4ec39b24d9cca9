"""PCA of explicit feature columns: what the explicit and the low-rank route share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg as sl

from kpca_core.kernels.base import Array
from kpca_core.moments import Moments
from kpca_core.solvers.lanczos import EPS, extreme_eigenpairs
from kpca_core.spectrum import noise_floor, numerical_rank

# Up to here LAPACK's full spectrum of the scatter is as cheap as Lanczos.
FULL_SPECTRUM = 64


@dataclass(frozen=True, eq=False)
class PrincipalAxes:
    """Leading eigenpairs of the scatter of feature columns.

    eigenvalues (q,) descending, which are those of K̃; axes W (r, q); offsets −μᵀW (q,), so that
    f_j = (φ − μ)ᵀ w_j; trace of the scatter; residual and size for a certificate; rank or None.
    """

    eigenvalues: Array
    axes: Array
    offsets: Array
    trace: float
    residual: float
    size: float
    rank: int | None


def principal_axes(
    moments: Moments, q: int | None, largest_entry: float, *, centre: bool
) -> PrincipalAxes:
    """The q leading axes with eigenvalues above the noise floor of a Gram matrix with entries up
    to `largest_entry`; None means all of them."""
    S = moments.scatter if centre else moments.uncentred
    r = len(S)
    full = q is None or r <= max(FULL_SPECTRUM, 6 * q)
    if q is None or full:
        values, W = sl.eigh(S, driver="evd", check_finite=False)
        values, W = values[::-1], W[:, ::-1]
    else:
        values, W = extreme_eigenpairs(S.__matmul__, r, q)
    size = float(np.abs(values).max())
    rank = numerical_rank(values, noise_floor(size, moments.count, largest_entry))
    kept = rank if q is None else min(q, rank)
    values, W = values[:kept].copy(), W[:, :kept].copy()
    return PrincipalAxes(
        eigenvalues=values,
        axes=W,
        offsets=-moments.mean @ W if centre else np.zeros(kept),
        trace=float(np.trace(S)),
        residual=float(np.linalg.norm(S @ W - W * values, axis=0).max(initial=0.0)),
        size=size,
        rank=rank if full else None,
    )


def residual_limit(n: int, size: float) -> float:
    """30 n ε ‖K̃‖, as LAPACK's own tests judge an eigenvector."""
    return 30 * n * EPS * size
