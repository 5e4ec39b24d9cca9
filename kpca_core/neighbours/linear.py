"""Linear PCA ([S] section 1, [B] section 12.1), and in regions ([S] section 6.3.4).

By scikit-learn's `PCA` and `KMeans`. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_
from kpca_core.neighbours.neighbour import (
    FROM_RECONSTRUCTIONS,
    Method,
    Neighbour,
    Offer,
    Sentence,
    Stage,
)


@dataclass(frozen=True)
class LinearPCA(Method):
    """f_j(x) = v_jᵀ(x − x̄), v_j the eigenvectors of the covariance matrix."""

    name: ClassVar[str] = N_("Linear PCA")
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "linear", N_("Linear PCA"),
            (Sentence("6.3.5", N_("It is kernel PCA with the kernel x · y."), "linear kernel"),),
        ),
    )  # fmt: skip

    def most(self, n: int, dimension: int) -> int:
        return min(n, dimension)

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.decomposition import PCA

        model = PCA(q, svd_solver="full").fit(X)

        def reconstruct(points: Array) -> Array:
            values: Array = model.inverse_transform(model.transform(points))
            return values

        line = principal_line(model.transform(X), model.mean_, model.components_)
        stage = Stage.there_and_back(0, X, model.transform, reconstruct, [line])
        return Neighbour((stage,), FROM_RECONSTRUCTIONS)


@dataclass(frozen=True)
class LocalPCA(Method):
    """Linear PCA in each of `regions` that k-means finds; a point belongs to the nearest centre.

    The features are the coordinates within the region; they jump at its border.

    Parameters
    ----------
    regions : int
        Of fewer points fewer.

    References
    ----------
    Bregler & Omohundro 1994, as [S] section 6.3.4 cites them; Kambhatla & Leen 1997.
    """

    regions: int = 6

    name: ClassVar[str] = N_("Locally linear PCA")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "local", N_("Local PCA"),
            (
                Sentence(
                    "6.3.4", N_("Where one line fails, lines in regions can be better."), "local"
                ),
                Sentence(
                    "6.3.4", N_("Locality might improve kernel PCA: a conjecture, not measured.")
                ),
            ),
        ),
    )  # fmt: skip

    def most(self, n: int, dimension: int) -> int:
        return dimension

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.cluster import KMeans
        from sklearn.decomposition import PCA

        distinct = len(np.unique(X, axis=0))
        regions = min(self.regions, max(1, distinct // (2 * q + 1)))
        with one_thread():
            clusters = KMeans(regions, n_init=1, random_state=seed).fit(X)
        middles, axes = np.zeros((regions, X.shape[1])), np.zeros((regions, q, X.shape[1]))
        curves = []
        for r in range(regions):
            part = X[clusters.labels_ == r]
            middles[r] = part.mean(axis=0)
            if len(part) > q:
                with np.errstate(invalid="ignore"):  # shares of no variance, of equal points
                    model = PCA(q, svd_solver="full").fit(part)
                axes[r] = model.components_
                curves.append(principal_line(model.transform(part), middles[r], axes[r]))

        def features(points: Array) -> tuple[Array, Array]:
            with one_thread():
                r = clusters.predict(points)
            return r, np.einsum("mqd,md->mq", axes[r], points - middles[r])

        def reconstruct(points: Array) -> Array:
            r, values = features(points)
            found: Array = middles[r] + np.einsum("mqd,mq->md", axes[r], values)
            return found

        stage = Stage.there_and_back(
            clusters.n_iter_, X, lambda points: features(points)[1], reconstruct, curves
        )
        return Neighbour((stage,), FROM_RECONSTRUCTIONS)


def principal_line(scores: Array, middle: Array, directions: Array) -> Array:
    """Return the part of the first principal line above the points (2, D)."""
    ends = np.array([scores[:, 0].min(), scores[:, 0].max()])
    values: Array = middle + ends[:, None] * directions[0]
    return values
