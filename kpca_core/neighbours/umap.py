"""UMAP, by umap-learn: the extra `neighbours`.

Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from threading import Lock
from typing import ClassVar

from numpy.typing import ArrayLike

from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_, _
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence

# Numba may end the process where two threads run its compiled loops at once.
_ONE = Lock()


@dataclass(frozen=True)
class UMAP:
    """Points of a map on which the edges of a weighted graph of nearest neighbours are short.

    Where the library puts a new point depends on the points that are put with it, so there are no
    functions of new points.

    Parameters
    ----------
    neighbours : int
        Of each point, itself counted; of fewer points fewer.
    distance : float
        Of near points on the map at least: `min_dist` of the library.
    iterations : int
        Passes over the edges of the graph.

    References
    ----------
    McInnes, Healy & Melville 2018.
    """

    neighbours: int = 15
    distance: float = 0.1
    iterations: int = 500

    name: ClassVar[str] = N_("UMAP")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "umap",
            N_("UMAP"),
            (
                Sentence("", N_("A map of the points alone, after a graph of their neighbours.")),
                Sentence("", N_("The first run takes longer: the library compiles itself then.")),
            ),
            seconds=2e-3,
            is_heavy=True,
            has_functions=False,
            module="umap",
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return n - 2  # as many as its start, eigenvectors of the graph's Laplacian, can have

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.manifold import trustworthiness

        X = checked(self, X, q)
        report(progress, 0, 1, _("UMAP"))
        with _ONE, one_thread(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a seed leaves one thread, and of small graphs
            with needed("umap-learn", N_("computes UMAP"), "neighbours"):
                from umap import UMAP as Model
            model = Model(
                n_components=q, n_neighbors=min(self.neighbours, len(X)), min_dist=self.distance,
                n_epochs=self.iterations, random_state=seed, n_jobs=1,
            )  # fmt: skip
            scores = model.fit_transform(X).astype(float)
        trust = trustworthiness(X, scores, n_neighbors=min(self.neighbours, (len(X) - 1) // 2))
        stage = Stage(self.iterations, float(trust), scores)
        return Neighbour((stage,), N_("scikit-learn's trustworthiness of the map, at most 1"))
