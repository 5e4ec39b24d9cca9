"""Kernel k-means ([S] section 7): k-means on the scores of all components of kernel PCA.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.one_line import in_one_line
from kpca_core._support.progress import Progress
from kpca_core._support.threads import one_thread
from kpca_core._support.words import E_, N_
from kpca_core.expansion import Expansion
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.kernel_components import inner_products
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence
from kpca_core.solvers import fit


@dataclass(frozen=True, eq=False)
class KernelKMeans:
    """q clusters; feature j of x is −‖φ(x) − mⱼ‖², mⱼ the mean of cluster j in feature space.

    With the n_j points of cluster j, ‖φ(x) − mⱼ‖² is k(x, x) − 2 Σᵢ k(x, xᵢ)/n_j +
    Σᵢₗ k(xᵢ, xₗ)/n_j². All scores together keep the distances between the data in feature space, so
    Lloyd's algorithm on them is Lloyd's algorithm there; they are therefore not whitened.

    Parameters
    ----------
    kernel : Kernel
        Positive semidefinite, at least on the points: else there are no distances.
    labels : (n,) array, optional
        The clusters to start from; by default k-means++ with the seed.

    References
    ----------
    [S] section 7; Schölkopf, Smola & Müller 1996, as it cites them.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))
    labels: ArrayLike | None = None

    name: ClassVar[str] = N_("Kernel k-means")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "kernel-kmeans",
            N_("Kernel k-means"),
            (
                Sentence("7", N_("A nonlinear form of k-means.")),
                Sentence("", N_("Here: Lloyd's algorithm in feature space.")),
            ),
        ),
    )

    __repr__ = in_one_line

    def most(self, n: int, dimension: int) -> int:
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.cluster import KMeans

        X = checked(self, X, q)
        K = inner_products(self.kernel, X)[0]
        found = fit(self.kernel, X, None, progress=progress)
        start: Any = "k-means++"
        if self.labels is not None:
            start = np.array([found.scores[np.asarray(self.labels) == j].mean(0) for j in range(q)])
        # tol = 0: until no point changes its cluster.
        model = KMeans(q, init=start, n_init=1, tol=0.0, random_state=seed)
        with one_thread():
            model.fit(found.scores)
        shares = np.eye(q)[model.labels_]
        if not (sizes := shares.sum(axis=0)).all():
            said = E_("{method} finds {found} clusters of these points; got q={q}.")
            raise ValueError(said.format(method=E_(self.name), found=np.count_nonzero(sizes), q=q))
        shares /= sizes
        twice = Expansion(self.kernel, X, 2.0 * shares, -np.einsum("ij,ij->j", shares, K @ shares))

        def functions(points: Array) -> Array:
            return twice(points) - self.kernel.diagonal(points)[:, None]

        scores = functions(X)
        value = -float(scores[np.arange(len(X)), model.labels_].mean())
        stage = Stage(model.n_iter_, value, scores, functions)
        return Neighbour((stage,), N_("mean squared distance from the means in feature space"))
