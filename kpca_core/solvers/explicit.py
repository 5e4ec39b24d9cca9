"""The explicit route: a kernel with M ≤ n feature columns is PCA on those columns, O(n M²).

Linear and polynomial kernels and their sums (S 3.3–3.5). The result is in kernel PCA's own terms:
w = Φ̃ᵀ u/√λ turns back into coefficients u/√λ over the training points.
"""

from __future__ import annotations

import numpy as np

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Array, require_finite_gram
from kpca_core.solvers.primal import centred_axes


def solve_explicit(kernel: Kernel, X: Array, q: int | None, *, centre: bool) -> Decomposition:
    """The q largest positive eigenpairs of K̃ through the scatter of the feature columns."""
    diagonal = kernel.diagonal(X)
    require_finite_gram(kernel, diagonal)
    F = kernel.features(X)
    mean = F.mean(axis=0) if centre else np.zeros(F.shape[1])
    F = F - mean
    found, scores = centred_axes(F, q, float(diagonal.max()))
    if centre:
        scores -= scores.mean(axis=0)
    root = np.sqrt(found.eigenvalues)
    U = scores / root
    residuals = F @ (F.T @ U) - U * found.eigenvalues
    coefficients = U / root
    if centre:
        coefficients -= coefficients.mean(axis=0)
    size = float(found.eigenvalues.max(initial=0.0))
    return Decomposition(
        eigenvalues=found.eigenvalues,
        scores=scores,
        expansion=Expansion(kernel, X, coefficients, -mean @ found.axes),
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
