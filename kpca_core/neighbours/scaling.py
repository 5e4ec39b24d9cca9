"""Classical scaling, and the same as kernel PCA with a kernel of its own (Ham et al. 2004).

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
from kpca_core.decomposition import Decomposition
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence
from kpca_core.solvers import fit
from kpca_core.spectrum import canonical_signs


@dataclass(frozen=True)
class ClassicalScaling:
    """Points whose distances are nearest to those of the data: the eigenvectors of −½ J D∘D J.

    Parameters
    ----------
    metric : str, of `scipy.spatial.distance.cdist`; with "euclidean" it is linear PCA

    References
    ----------
    Torgerson 1952; Gower 1966.
    """

    metric: str = "cityblock"

    name: ClassVar[str] = N_("Classical scaling")
    start: ClassVar[str] = "none"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "scaling",
            N_("Classical scaling"),
            (
                Sentence(
                    "",
                    N_("Kernel PCA with the kernel −½ d²; here of city-block distances."),
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
        from scipy.spatial import distance

        X = checked(self, X, q)
        B = -0.5 * np.square(distance.cdist(X, X, self.metric))
        B += B.mean() - B.mean(axis=0) - B.mean(axis=1)[:, None]
        values, vectors = np.linalg.eigh(B)
        scores = vectors[:, : -q - 1 : -1] * np.sqrt(np.maximum(values[: -q - 1 : -1], 0.0))
        stage = Stage(0, float(values[:-q].sum()), scores * canonical_signs(scores))
        return Neighbour((stage,), N_("sum of the eigenvalues that are left out"))


def kernel_pca_of_distances(D: Array, q: int) -> Decomposition:
    """Kernel PCA of the conditionally positive kernel −½ d(xᵢ, xⱼ)² of distances D (n, n).

    Its scores are those of classical scaling, with geodesic distances those of Isomap.

    References
    ----------
    Williams 2002; Ham, Lee, Mika & Schölkopf 2004, section 3.
    """
    return fit("precomputed", -0.5 * np.square(D), q, solver="dense")
