"""Linear PCA, by scikit-learn ([S] section 1, [B] section 12.1).

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.words import N_
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence


@dataclass(frozen=True)
class LinearPCA:
    """f_j(x) = v_jᵀ(x − x̄), v_j the eigenvectors of the covariance matrix."""

    name: ClassVar[str] = N_("Linear PCA")
    start: ClassVar[str] = "none"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "linear",
            N_("Linear PCA"),
            (Sentence("6.3.5", N_("It is kernel PCA with the kernel x · y."), "linear kernel"),),
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return min(n, dimension)

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.decomposition import PCA

        X = checked(self, X, q)
        model = PCA(q, svd_solver="full").fit(X)

        def reconstruct(points: Array) -> Array:
            values: Array = model.inverse_transform(model.transform(points))
            return values

        scores = model.transform(X)
        error = float(np.square(X - reconstruct(X)).sum(axis=1).mean())
        line = principal_line(scores, model.mean_, model.components_)
        stage = Stage(0, error, scores, model.transform, reconstruct, (line,) if q == 1 else ())
        return Neighbour((stage,), N_("mean squared distance from the reconstructions"))


def principal_line(scores: Array, middle: Array, directions: Array) -> Array:
    """Return the part of the first principal line above the points (2, D)."""
    ends = np.array([scores[:, 0].min(), scores[:, 0].max()])
    values: Array = middle + ends[:, None] * directions[0]
    return values
