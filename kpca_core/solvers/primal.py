"""PCA of explicit feature columns: what all routes but dense and iterative share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array
from kpca_core.solvers.lanczos import EPS, Symmetric, eigenpairs
from kpca_core.spectrum import noise_floor, numerical_rank

# Up to this many columns all axes are found, by singular values of the columns themselves.
FULL_SPECTRUM = 64

# Up to here functions are expanded over all points, as those of the dense route are. Between the
# points a function over pivots alone errs by up to √(uᵀEu k(z, z)/λ), u its unit eigenvector:
# 1e-6 of its range was seen for λ near 1e-4 of the largest, and 1.3e-9 over all points.
ALL_POINTS = 20_000

# Rounding keeps trace(E) above about ε·trace(K).
SMALLEST_TOL = 4 * EPS

# Points from which the share of the trace that centring leaves is estimated.
SAMPLE = 64


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


@dataclass(frozen=True, eq=False)
class FeaturePCA(PrincipalAxes):
    """The axes W with the scores F̃W (n, q) and the offsets b (q,) of f_j = φᵀ w_j + b_j."""

    scores: Array
    offsets: Array


def feature_pca(kernel: Kernel, X: Array, F: Array, q: int | None, *, centre: bool) -> FeaturePCA:
    """The q leading axes of the feature columns F (n, r) that stand for φ(X), None meaning all with
    eigenvalues above the noise floor of the Gram matrix. F is centred in place."""
    mean = np.zeros(F.shape[1])
    if centre:
        mean = F.mean(axis=0)
        F -= mean
    found, scores = _axes_and_scores(F, q, float(kernel.diagonal(X).max()))
    if centre:
        scores -= scores.mean(axis=0)
    return FeaturePCA(**vars(found), scores=scores, offsets=-mean @ found.axes)


def over_all_points(kernel: Kernel, X: Array, found: FeaturePCA, *, centre: bool) -> Expansion:
    """f_j = Σᵢ uᵢ k(·, xᵢ)/√λ + b, from the scores √λ u."""
    coefficients = found.scores / found.eigenvalues
    if centre:
        coefficients -= coefficients.mean(axis=0)
    return Expansion(kernel, X, coefficients, found.offsets)


def relative_tolerance(kernel: Kernel, X: Array, tol: float, *, centre: bool) -> float:
    """The limit of trace(E)/trace(K) that is `tol` of the centred trace, as far as rounding allows.

    trace(K̃)/trace(K) is estimated: near 0 for a nearly constant K, whose tail then matters.
    """
    if not centre:
        return max(tol, SMALLEST_TOL)
    sample = X[np.random.default_rng(0).permutation(len(X))[:SAMPLE]]
    K = kernel.gram(sample, sample)
    diagonal = np.trace(K)
    share = np.clip(1.0 - K.mean() * len(sample) / diagonal, 0.0, 1.0) if diagonal else 1.0
    return max(tol * float(share), SMALLEST_TOL)


def _axes_and_scores(F: Array, q: int | None, largest_entry: float) -> tuple[PrincipalAxes, Array]:
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


def scatter_axes(S: Symmetric, n: int, q: int | None, largest_entry: float) -> PrincipalAxes:
    """The q leading axes, None meaning all, from the scatter S = F̃ᵀF̃ (r, r) of n rows alone:
    those with eigenvalues above the noise floor of a Gram matrix with entries up to
    `largest_entry`."""
    values, W, _ = eigenpairs(S, q, whole=q is not None and _full(len(S), q))
    return _kept(values, W, float(S.trace()), n, q, largest_entry, full=len(values) == len(S))


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
