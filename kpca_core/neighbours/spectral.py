"""Spectral embedding (Laplacian eigenmaps), by scikit-learn.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from numpy.typing import ArrayLike

from kpca_core._support.progress import Progress
from kpca_core._support.threads import one_thread
from kpca_core._support.words import E_, N_
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence
from kpca_core.spectrum import canonical_signs


@dataclass(frozen=True)
class SpectralEmbedding:
    """The eigenvectors of least eigenvalue of the graph Laplacian of the weights k(xᵢ, xⱼ).

    Parameters
    ----------
    kernel : Kernel
        With values ≥ 0: the weights of the graph.

    References
    ----------
    Belkin & Niyogi 2003; Ham, Lee, Mika & Schölkopf 2004.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))

    name: ClassVar[str] = N_("Spectral embedding")
    start: ClassVar[str] = "none"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "spectral",
            N_("Spectral embedding"),
            (
                Sentence(
                    "",
                    N_("Eigenvectors of the graph Laplacian of the same kernel's weights."),
                ),
            ),
            has_functions=False,
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return n - 2

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.manifold import SpectralEmbedding as Model

        X = checked(self, X, q)
        weights = self.kernel(X)
        if float(weights.min()) < 0:
            said = E_(
                "The weights of a graph are not negative; {kernel} has a value of {value:.3g}. "
                "Choose a Gaussian or a Laplacian."
            )
            raise ValueError(said.format(kernel=repr(self.kernel), value=weights.min()))
        model = Model(q, affinity="precomputed", random_state=seed, eigen_solver="arpack")
        with one_thread():
            scores = model.fit_transform(weights)
        first = scores[:, 0]
        spread = 2 * float(weights.sum(axis=1) @ first**2 - first @ weights @ first)
        stage = Stage(0, spread, scores * canonical_signs(scores))
        return Neighbour((stage,), N_("Σ wᵢⱼ (fᵢ − fⱼ)² of the first feature"))
