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
from kpca_core._support.words import N_
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence
from kpca_core.solvers import fit


@dataclass(frozen=True, eq=False)
class KernelKMeans:
    """q clusters; feature j of x is −‖Pφ(x) − mⱼ‖², mⱼ the mean of cluster j in feature space.

    P projects on all components of the data. It leaves the data as they are; of a new x it leaves
    out ‖φ(x) − Pφ(x)‖², which is the same for every cluster, so that the nearest one is the same.

    All scores together keep the distances in feature space, so Lloyd's algorithm on them is Lloyd's
    algorithm there; they are therefore not whitened.

    Parameters
    ----------
    kernel : Kernel, psd
    labels : (n,) array, optional, the clusters to start from; by default k-means++ with the seed

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
        found = fit(self.kernel, X, None, progress=progress)
        start: Any = "k-means++"
        if self.labels is not None:
            start = np.array([found.scores[np.asarray(self.labels) == j].mean(0) for j in range(q)])
        # tol = 0: until no point changes its cluster.
        model = KMeans(q, init=start, n_init=1, tol=0.0, random_state=seed)
        with one_thread():
            model.fit(found.scores)

        def functions(points: Array) -> Array:
            values: Array = -np.square(model.transform(found.expansion(points)))
            return values

        scores = -np.square(model.transform(found.scores))
        stage = Stage(model.n_iter_, float(model.inertia_) / len(X), scores, functions)
        return Neighbour((stage,), N_("mean squared distance from the means in feature space"))
