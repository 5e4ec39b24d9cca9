"""The explicit route: a kernel with M ≤ n feature columns is PCA on those columns, O(n M²).

Linear and polynomial kernels and their sums (S 3.3–3.5). The result is in kernel PCA's own terms:
w = Φ̃ᵀ u/√λ turns back into coefficients u/√λ over the training points.
"""

from __future__ import annotations

import numpy as np

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, require_finite_gram
from kpca_core.solvers.primal import feature_pca, over_all_points


def solve_explicit(kernel: Kernel, X: Array, q: int | None, *, centre: bool) -> Decomposition:
    """The q largest positive eigenpairs of K̃ through the scatter of the feature columns."""
    require_finite_gram(kernel, kernel.diagonal(X))
    F = kernel.features(X).copy()  # some kernels' features are X itself
    found = feature_pca(kernel, X, F, q, centre=centre)
    U = found.scores / np.sqrt(found.eigenvalues)
    residuals = F @ (F.T @ U) - U * found.eigenvalues
    size = float(found.eigenvalues.max(initial=0.0))
    return Decomposition(
        eigenvalues=found.eigenvalues,
        scores=found.scores,
        expansion=over_all_points(kernel, X, found, centre=centre),
        trace=found.trace,
        negative=np.empty(0),
        rank=found.rank,
        requested=q,
        solver="explicit",
        certificate=Certificate.of_residual(
            float(np.linalg.norm(residuals, axis=0).max(initial=0.0)), len(X), size
        ),
        n_samples=len(X),
    )
