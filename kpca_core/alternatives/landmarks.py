"""Nyström kernel PCA: m landmarks P stand for all points (Williams & Seeger 2001).

φ̂(x) = k(x, P) R⁻¹ with RᵀR = k(P, P) is the projection of φ(x) onto the span of φ(P). So
K̂ = Φ̂Φ̂ᵀ leaves K − K̂ ≥ 0, wherever the landmarks lie, and λ̂ ≤ λ ≤ λ̂ + trace(K − K̂).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg as sl
from scipy.linalg.lapack import dpstrf

from kpca_core.alternatives.approximation import Approximation, check_count
from kpca_core.expansion import Expansion
from kpca_core.kernels.base import Array, Kernel, as_points, require_finite_gram
from kpca_core.solvers.primal import feature_pca
from kpca_core.threads import few_threads

EPS = float(np.finfo(float).eps)

# Lloyd's iterations: the centres need to spread over the data, not to converge.
KMEANS_ITERATIONS = 20


def landmarks(kernel: Kernel, X: Any, m: int, rule: str, seed: int = 0) -> Array:
    """Landmarks P (m, D) for the points X (n, D), chosen by one of `RULES`.

    "pivoted Cholesky"  greedily the point of largest residual k(x, x) − ‖φ̂(x)‖², in this order;
                        fewer than m where nothing is left
    "uniform"           m rows, drawn without replacement
    "k-means"           the centres of m clusters, which need not be points of X; as many as there
                        are distinct points if those are fewer. Needs scikit-learn

    `seed` decides the last two. Raises ValueError for an unknown rule or unless 1 <= m <= n.
    """
    X = as_points(X, "X")
    if rule not in RULES:
        raise ValueError(f"rule must be one of {tuple(RULES)}; got rule={rule!r}.")
    check_count("m", m, len(X))
    _require_positive(kernel)
    return RULES[rule](kernel, X, m, seed)


def greedy_pivots(kernel: Kernel, X: Array, m: int) -> Array:
    """Row indices of 1 to m pivots, each of the largest residual that those before it leave."""
    residual = np.array(kernel.diagonal(X))
    require_finite_gram(kernel, residual)
    floor = len(X) * EPS * float(residual.max())
    rows = np.empty((m, len(X)))
    pivots: list[int] = []
    for r in range(m):
        pivot = int(residual.argmax())
        if residual[pivot] <= floor:
            break
        row = kernel.gram(X[pivot : pivot + 1], X)[0] - rows[:r, pivot] @ rows[:r]
        np.divide(row, np.sqrt(residual[pivot]), out=rows[r])
        residual -= np.square(rows[r])
        residual[pivot] = 0.0
        pivots.append(pivot)
    return np.array(pivots or [0])


def _greedy(kernel: Kernel, X: Array, m: int, seed: int) -> Array:
    return X[greedy_pivots(kernel, X, m)]


def _uniform(kernel: Kernel, X: Array, m: int, seed: int) -> Array:
    return X[np.random.default_rng(seed).choice(len(X), m, replace=False)]


def _kmeans(kernel: Kernel, X: Array, m: int, seed: int) -> Array:
    from sklearn.cluster import KMeans

    distinct = np.unique(X, axis=0)
    if len(distinct) <= m:
        return distinct
    found = KMeans(m, n_init=1, max_iter=KMEANS_ITERATIONS, random_state=seed).fit(X)
    return np.asarray(found.cluster_centers_, dtype=np.float64)


RULES: dict[str, Callable[[Kernel, Array, int, int], Array]] = {
    "pivoted Cholesky": _greedy,
    "uniform": _uniform,
    "k-means": _kmeans,
}


def nystroem(
    kernel: Kernel,
    X: Any,
    P: Any,
    n_components: int = 8,
    *,
    centre: bool = True,
    method: str = "landmarks",
) -> Approximation:
    """Kernel PCA of X (n, D) in the span of the landmarks P (m, D); O(n m²).

    f_j = φ̂ᵀ w_j + b_j = k(·, P) R⁻¹ w_j + b_j is an `Expansion` over the landmarks. One that
    depends on the others to rounding is left out, so P may hold a point twice.

    Raises ValueError where the kernel is not known to be positive, its values are not finite, or
    the shapes do not fit.
    """
    X, P = as_points(X, "X"), as_points(P, "P")
    check_count("n_components", n_components)
    _require_positive(kernel)
    if len(P) == 0:
        raise ValueError("P holds no landmarks; kernel PCA needs at least 1.")
    with few_threads(len(X) * len(P) ** 2):
        P, R = _independent(kernel, P)
        K = kernel(X, P)
        require_finite_gram(kernel, np.asarray(K.sum()))
        F = sl.solve_triangular(R, K.T, trans=1, overwrite_b=True, check_finite=False).T
        missing = float(kernel.diagonal(X).sum() - np.einsum("ij,ij->", F, F))
        found = feature_pca(kernel, X, F, n_components, centre=centre)
        coefficients = sl.solve_triangular(R, found.axes, check_finite=False)
    return Approximation(
        method=method,
        eigenvalues=found.eigenvalues,
        scores=found.scores,
        functions=Expansion(kernel, P, coefficients, found.offsets),
        columns=len(P),
        bound=max(missing, 0.0),
    )


def _independent(kernel: Kernel, P: Array) -> tuple[Array, Array]:
    """Landmarks that rounding can tell apart, and R with RᵀR = k(P, P); largest residual first."""
    K = kernel.gram(P, P)
    require_finite_gram(kernel, np.asarray(K.sum()))
    R, order, rank, _ = dpstrf(K, tol=len(P) * EPS * float(np.diagonal(K).max()))
    # LAPACK counts a matrix of zeros as rank 1; its only pivot is then 0.
    rank = int(rank) if R[0, 0] > 0 else 0
    return P[order[:rank] - 1], np.triu(R[:rank, :rank])


def _require_positive(kernel: Kernel) -> None:
    if not kernel.positive:
        raise ValueError(
            f"{kernel!r} is not known to be positive, so its landmarks span no feature space; "
            "use fit(kernel, X), whose dense route takes it."
        )
