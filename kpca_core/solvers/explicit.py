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
from kpca_core.solvers.primal import principal_axes


def solve_explicit(kernel: Kernel, X: Array, q: int | None, *, centre: bool) -> Decomposition:
    """The q largest positive eigenpairs of K̃ through the scatter of the feature columns."""
    diagonal = kernel.diagonal(X)
    require_finite_gram(kernel, diagonal)
    found = principal_axes(kernel.features(X), q, float(diagonal.max()), centre=centre)
    U, root = found.vectors, np.sqrt(found.eigenvalues)
    scores, coefficients = U * root, U / root
    if centre:
        scores -= scores.mean(axis=0)
        coefficients -= coefficients.mean(axis=0)
    return Decomposition(
        eigenvalues=found.eigenvalues,
        scores=scores,
        expansion=Expansion(kernel, X, coefficients, found.offsets),
        trace=found.trace,
        negative=np.empty(0),
        rank=found.rank,
        requested=q,
        solver="explicit",
        certificate=Certificate.of_residual(found.residual, len(X), found.size),
    )
