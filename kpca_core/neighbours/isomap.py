"""Isomap, by scikit-learn; as kernel PCA by `kernel_pca_of_distances` of its geodesics.

Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import as_points
from kpca_core._support.progress import Progress
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence
from kpca_core.spectrum import canonical_signs


@dataclass(frozen=True)
class Isomap:
    """Classical scaling of the lengths of shortest ways through the graph of nearest neighbours.

    Parameters
    ----------
    neighbours : int
        Number of nearest neighbours of each point in the graph; at most all other points.

    References
    ----------
    Tenenbaum, de Silva & Langford 2000; Ham, Lee, Mika & Schölkopf 2004.
    """

    neighbours: int = 10

    name: ClassVar[str] = N_("Isomap")
    start: ClassVar[str] = "none"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "isomap",
            N_("Isomap"),
            (
                Sentence(
                    "",
                    N_("Kernel PCA with a kernel of shortest ways (Ham et al. 2004)."),
                ),
            ),
            has_functions=False,
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        X = checked(self, X, q)
        model = self.model(X, q)
        scores = model.embedding_ * canonical_signs(model.embedding_)
        with np.errstate(invalid="ignore"):  # √ of a rounding error below 0, where it is exact
            error = float(np.nan_to_num(model.reconstruction_error()))
        stage = Stage(0, error, scores)
        return Neighbour((stage,), N_("scikit-learn's reconstruction error of the kernel"))

    def model(self, X: ArrayLike, q: int) -> Any:
        """Return scikit-learn's model; its `dist_matrix_` has the geodesic distances (n, n).

        Where the graph falls apart, scikit-learn joins its parts by the shortest edges.
        """
        from sklearn.manifold import Isomap as Model

        with one_thread(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "The number of connected components", UserWarning)
            warnings.filterwarnings("ignore", "Changing the sparsity structure")
            count = min(self.neighbours, len(as_points(X, "X")) - 1)
            return Model(n_neighbors=count, n_components=q, eigen_solver="dense").fit(X)
