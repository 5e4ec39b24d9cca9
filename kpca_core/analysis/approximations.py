"""Approximate kernel PCA by landmarks or random Fourier features, compared with the exact one.

Landmarks (Nyström's method, Williams & Seeger 2001): with RᵀR = k(P, P), φ̂(x) = k(x, P) R⁻¹ are the
coordinates of the projection of φ(x) onto the span of the φ(P). So K − K̂ with K̂ = Φ̂Φ̂ᵀ is positive
semi-definite for any landmarks, and λ̂ ≤ λ ≤ λ̂ + trace(K − K̂).

Random Fourier features of the Gaussian kernel (Rahimi & Recht 2008), drawn by scikit-learn:
k(x, y) = E[2 cos(ω·x + β) cos(ω·y + β)] with ω ~ N(0, 2/c) and β uniform in [0, 2π]. So the m
features φ̂ᵢ(x) = √(2/m) cos(ωᵢ·x + βᵢ) of m draws approximate k(x, y) by φ̂(x)·φ̂(y), with an error
of order 1/√m. Sources: docs/notation.md.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack

from kpca_core._support.arrays import EPS, Array, finite_points, require_columns, require_count
from kpca_core._support.memory import resident_bytes
from kpca_core._support.one_line import in_one_line
from kpca_core._support.threads import few_threads, in_blocks, rows_held
from kpca_core._support.words import E_, N_
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import require_finite_gram, require_psd
from kpca_core.solvers.gram import GramEntries
from kpca_core.solvers.landmarks import Landmarks
from kpca_core.solvers.linalg.feature_pca import feature_pca
from kpca_core.solvers.linalg.pivoted_cholesky import greedy_pivots
from kpca_core.spectrum import aligned_signs

__all__ = [
    "RULES", "Approximation", "Comparison", "Cost", "FourierExpansion",
    "compare", "fourier", "landmarks", "measured", "nystroem",
]  # fmt: skip

T = TypeVar("T")
NO_SPACE = N_(', so its landmarks span no feature space; use fit(kernel, X, solver="dense").')


@dataclass(frozen=True, eq=False)
class FourierExpansion:
    """f_j(x) = √(2/m) Σᵢ A[i, j] cos(x·Ω[:, i] + β[i]) + b[j]."""

    frequencies: Array  # Ω (D, m)
    phases: Array  # β (m,)
    coefficients: Array  # A (m, q)
    offsets: Array  # b (q,)

    __repr__ = in_one_line

    def features(self, X: Array) -> Array:
        """φ̂(x) of every row of X (n, D), shape (n, m)."""
        columns = X @ self.frequencies
        columns += self.phases
        np.cos(columns, out=columns)
        columns *= np.sqrt(2.0 / len(self.phases))
        return columns

    def __call__(self, X: ArrayLike) -> Array:
        """f_j(X[i]), shape (n, q), for X (n, D); computed in blocks of bounded memory."""
        X = finite_points(X, "X")
        require_columns(X, len(self.frequencies))
        q, rows = len(self.offsets), rows_held(len(self.phases))
        values = in_blocks(lambda part: self.features(part) @ self.coefficients, X, q, rows)
        return values + self.offsets

    def on_grid(self, grid: Grid) -> Array:
        """f_j on a grid of the plane, shape (q, ny, nx)."""
        return grid.fields(self(grid.points))


# The q functions f_j.
Functions: TypeAlias = Expansion | FourierExpansion


@dataclass(frozen=True, eq=False)
class Approximation:
    """Kernel PCA of n points with K̂ = Φ̂Φ̂ᵀ in the place of K, from feature columns Φ̂ (n, r).

    Where K − K̂ is positive semi-definite, as with landmarks, λ̂ ≤ λ ≤ λ̂ + bound for every
    eigenvalue.
    """

    eigenvalues: Array  # (q,) of the centred K̂, descending
    scores: Array  # (n, q), the functions at the n points
    functions: Functions  # the f_j
    columns: int  # r, at most the number that was asked for
    bound: float | None  # trace(K − K̂) where K − K̂ is positive semi-definite, else None

    __repr__ = in_one_line

    @property
    def n_components(self) -> int:
        return len(self.eigenvalues)

    @property
    def held_bytes(self) -> int:
        """Bytes of Φ̂ (n, r), the largest array of the fit."""
        return len(self.scores) * self.columns * self.scores.itemsize


@dataclass(frozen=True, eq=False)
class Comparison:
    """The errors of an approximation, component by component.

    `fields` has the signs of the exact functions and, within a near-degenerate group, the rotation
    closest to them.
    """

    eigenvalues: Array  # (q,), |λ̂ − λ| / λ; 1 for a component that the approximation lacks
    fields: Array  # (q, ny, nx), f̂ on the grid
    errors: Array  # (q, ny, nx), |f̂ − f| as a fraction of the range of f on the grid

    __repr__ = in_one_line

    @property
    def root_mean_square(self) -> Array:
        """√(mean of errors² over the grid), shape (q,)."""
        values: Array = np.sqrt(np.square(self.errors).mean(axis=(1, 2)))
        return values

    @property
    def largest(self) -> Array:
        """The largest error on the grid, shape (q,)."""
        values: Array = self.errors.max(axis=(1, 2))
        return values


def landmarks(kernel: Kernel, X: ArrayLike, m: int, rule: str, seed: int = 0) -> Array:
    """Choose landmarks P (m, D) for the points X (n, D).

    Parameters
    ----------
    rule : str
        A key of `RULES`. "pivoted Cholesky": greedily the point of largest residual k(x, x) −
        ‖φ̂(x)‖², in this order, until the residuals are rounding errors. "uniform": rows drawn
        without replacement. "k-means": the centres of m clusters; the distinct points if they are
        no more than m.
    seed : int
        Of the last two rules.

    Raises
    ------
    ValueError
        if the rule is unknown, the kernel is not known to be psd, or not 1 <= m <= n.
    """
    X = finite_points(X, "X")
    if rule not in RULES:
        said = E_("rule must be one of {rules}; got rule={rule!r}.")
        raise ValueError(said.format(rules=tuple(RULES), rule=rule))
    require_count("m", m, len(X))
    require_psd(kernel, E_(NO_SPACE))
    return RULES[rule](kernel, X, m, seed)


def _uniform(kernel: Kernel, X: Array, m: int, seed: int) -> Array:
    return X[np.random.default_rng(seed).choice(len(X), m, replace=False)]


def _kmeans(kernel: Kernel, X: Array, m: int, seed: int) -> Array:
    from sklearn.cluster import KMeans

    distinct = np.unique(X, axis=0)
    if len(distinct) <= m:
        return distinct
    found = KMeans(m, n_init=1, random_state=seed).fit(X)
    return np.asarray(found.cluster_centers_, dtype=np.float64)


RULES: dict[str, Callable[[Kernel, Array, int, int], Array]] = {
    "pivoted Cholesky": lambda kernel, X, m, seed: X[greedy_pivots(GramEntries(kernel, X), m)],
    "uniform": _uniform,
    "k-means": _kmeans,
}


def nystroem(
    kernel: Kernel, X: ArrayLike, P: ArrayLike, n_components: int = 8, *, centre: bool = True
) -> Approximation:
    """Kernel PCA of X (n, D) in the span of the landmarks P (m, D), in O(n m²).

    f_j = φ̂ᵀ w_j + b_j = k(·, P) R⁻¹ w_j + b_j is an `Expansion` over the landmarks. Landmarks that
    are linearly dependent on others up to rounding, such as repeated points, are left out.

    Raises
    ------
    ValueError
        if the kernel is not known to be psd, its values are not finite, or shapes disagree.
    """
    X, P = finite_points(X, "X"), finite_points(P, "P")
    require_count("n_components", n_components)
    require_psd(kernel, E_(NO_SPACE))
    if len(P) == 0:
        raise ValueError(E_("P holds no landmarks; kernel PCA needs at least 1."))
    kernel(X[:1], P[:1])  # refuses points of another number of columns
    with few_threads(len(X) * len(P) ** 2):
        independent = _independent(kernel, P)
        F = independent.features(X)
        require_finite_gram(kernel, np.asarray(F.sum()))
        diagonal = kernel.diagonal(X)
        missing = float(diagonal.sum() - np.einsum("ij,ij->", F, F))
        found = feature_pca(F, n_components, float(diagonal.max()), centre=centre)
        functions = independent.expansion(found.axes, found.mean)
    bound, m = max(missing, 0.0), len(independent)
    return Approximation(found.eigenvalues, found.scores, functions, m, bound)


def _independent(kernel: Kernel, P: Array) -> Landmarks:
    """The linearly independent landmarks, pivoted."""
    K = kernel.gram(P, P)
    require_finite_gram(kernel, np.asarray(K.sum()))
    R, order, rank, _info = lapack.dpstrf(K, tol=len(P) * EPS * float(np.diagonal(K).max()))
    # LAPACK returns rank 1 with a pivot of 0 for a matrix of zeros.
    rank = int(rank) if R[0, 0] > 0 else 0
    return Landmarks(kernel, P[order[:rank] - 1], np.asfortranarray(np.triu(R[:rank, :rank])))


def fourier(
    kernel: Kernel,
    X: ArrayLike,
    m: int,
    n_components: int = 8,
    *,
    centre: bool = True,
    seed: int = 0,
) -> Approximation:
    """Kernel PCA of X (n, D) with m random Fourier features, in O(n m²).

    Raises
    ------
    ValueError
        if the kernel is not Gaussian, or `m` or `n_components` no whole number >= 1.
    """
    width = kernel.gaussian_width
    if width is None:
        said = E_(
            "Random Fourier features are those of the Gaussian kernel; got {kernel!r}. "
            "Use landmarks for any other positive kernel."
        )
        raise ValueError(said.format(kernel=kernel))
    from sklearn.kernel_approximation import RBFSampler

    X = finite_points(X, "X")
    require_count("m", m)
    require_count("n_components", n_components)
    sampler = RBFSampler(gamma=1.0 / width, n_components=m, random_state=seed).fit(X)
    F = sampler.transform(X)
    with few_threads(len(X) * m**2):
        found = feature_pca(F, n_components, 1.0, centre=centre)
    functions = FourierExpansion(
        sampler.random_weights_, sampler.random_offset_, found.axes, found.offsets
    )
    return Approximation(found.eigenvalues, found.scores, functions, m, None)


def compare(
    approximation: Approximation, exact: Decomposition, grid: Grid, exact_fields: Array
) -> Comparison:
    """Compute the errors of an approximation of `exact`.

    Parameters
    ----------
    exact_fields : (q, ny, nx) array
        The exact functions on `grid`.

    Raises
    ------
    ValueError
        if the two were fitted to different numbers of points, or the fields have another shape.
    """
    q = exact.n_components
    shape = (q, len(grid.y), len(grid.x))
    if len(approximation.scores) != exact.n_samples:
        said = E_(
            "An approximation is compared on its own points: it has {n}, the exact "
            "decomposition {n_samples}."
        )
        raise ValueError(said.format(n=len(approximation.scores), n_samples=exact.n_samples))
    if exact_fields.shape != shape:
        said = E_("exact_fields must have shape {shape}; got shape {given}.")
        raise ValueError(said.format(shape=shape, given=exact_fields.shape))
    values = np.pad(approximation.eigenvalues[:q], (0, max(0, q - approximation.n_components)))
    rotation = closest_rotation(approximation.scores, exact)
    fields = np.tensordot(rotation.T, approximation.functions.on_grid(grid), axes=1)
    ranges = np.ptp(exact_fields, axis=(1, 2))
    errors = np.abs(fields - exact_fields) / np.where(ranges > 0, ranges, 1.0)[:, None, None]
    return Comparison(np.abs(values - exact.eigenvalues) / exact.eigenvalues, fields, errors)


def closest_rotation(scores: Array, exact: Decomposition) -> Array:
    """Return R (p, q) that minimises ‖ŜR − S‖ for scores Ŝ (n, p) and exact scores S (n, q).

    R changes the signs of single components and rotates near-degenerate groups: with ŜᵀS = U Σ Vᵀ
    over the columns of a group, its block of R is U Vᵀ (orthogonal Procrustes, Schönemann 1966).
    """
    p, q = scores.shape[1], exact.n_components
    R = np.eye(p, q) * aligned_signs(scores, exact.scores)[:, None]
    for group in exact.near_degenerate:
        columns = [j for j in group if j < p]
        overlap = scores[:, columns].T @ exact.scores[:, group]
        U, _, Vt = np.linalg.svd(overlap, full_matrices=False)
        R[np.ix_(columns, group)] = U @ Vt
    return R


@dataclass(frozen=True)
class Cost:
    """Wall time in seconds; peak growth in bytes, None where the system does not report memory."""

    seconds: float
    peak_bytes: int | None


def measured(work: Callable[..., T], **more: Any) -> tuple[T, Cost]:
    """Return the result of `work(**more)` and its cost.

    The peak is the largest growth of the process's resident memory, sampled every 10 ms; memory
    that other threads allocate meanwhile is included. (`tracemalloc` cannot be switched on and off
    safely in a process of several threads.)
    """
    before = resident_bytes()
    peak, done = [before or 0], Event()

    def sample() -> None:
        while not done.wait(0.01):
            peak[0] = max(peak[0], resident_bytes() or 0)

    sampler = None if before is None else Thread(target=sample, daemon=True)
    if sampler:
        sampler.start()
    start = time.perf_counter()
    try:
        result = work(**more)
        seconds = time.perf_counter() - start
    finally:
        done.set()
        if sampler:
            sampler.join()
    return result, Cost(seconds, None if before is None else peak[0] - before)
