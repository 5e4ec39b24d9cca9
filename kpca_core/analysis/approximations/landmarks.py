"""Nyström kernel PCA: φ(x) is projected onto the span of m landmarks (Williams & Seeger 2001).

With RᵀR = k(P, P), φ̂(x) = k(x, P) R⁻¹ are the coordinates of the projection of φ(x) onto the span
of φ(P). So K − K̂ with K̂ = Φ̂Φ̂ᵀ is positive semi-definite for any landmarks, and
λ̂ ≤ λ ≤ λ̂ + trace(K − K̂). Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import lapack

from kpca_core._support.arrays import EPS, Array, finite_points, require_count
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, N_
from kpca_core.analysis.approximations.approximation import Approximation
from kpca_core.kernels.base import Kernel, require_finite_gram, require_psd
from kpca_core.solvers.gram import GramEntries
from kpca_core.solvers.landmarks import Landmarks
from kpca_core.solvers.linalg.feature_pca import feature_pca
from kpca_core.solvers.linalg.pivoted_cholesky import greedy_pivots

NO_SPACE = N_(', so its landmarks span no feature space; use fit(kernel, X, solver="dense").')


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
