"""Locally linear PCA ([S] section 6.3.4), by scikit-learn's `KMeans` and `PCA`.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_
from kpca_core.neighbours.linear import principal_line
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence


@dataclass(frozen=True)
class LocalPCA:
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
            "local",
            N_("Local PCA"),
            (
                Sentence(
                    "6.3.4", N_("Where one line fails, lines in regions can be better."), "local"
                ),
                Sentence(
                    "6.3.4",
                    N_("Locality might improve kernel PCA: a conjecture, not measured."),
                ),
            ),
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return dimension

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.cluster import KMeans
        from sklearn.decomposition import PCA

        X = checked(self, X, q)
        distinct = len(np.unique(X, axis=0))
        regions = min(self.regions, max(1, distinct // (2 * q + 1)))
        with one_thread():
            clusters = KMeans(regions, n_init=1, random_state=seed).fit(X)
        middles, axes, curves = (
            np.zeros((regions, X.shape[1])),
            np.zeros((regions, q, X.shape[1])),
            [],
        )
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

        def functions(points: Array) -> Array:
            return features(points)[1]

        def reconstruct(points: Array) -> Array:
            r, values = features(points)
            found: Array = middles[r] + np.einsum("mqd,mq->md", axes[r], values)
            return found

        error = float(np.square(X - reconstruct(X)).sum(axis=1).mean())
        stage = Stage(
            clusters.n_iter_, error, functions(X), functions, reconstruct,
            tuple(curves) if q == 1 else (),
        )  # fmt: skip
        return Neighbour((stage,), N_("mean squared distance from the reconstructions"))
