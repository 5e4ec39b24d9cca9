"""t-SNE, by scikit-learn.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from numpy.typing import ArrayLike

from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_, _
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence


@dataclass(frozen=True)
class TSNE:
    """Points of a map whose Student-t similarities are nearest to the data's in relative entropy.

    Parameters
    ----------
    perplexity : float, how many neighbours count; of fewer points at most a third of them
    iterations : int, at most

    References
    ----------
    van der Maaten & Hinton 2008.
    """

    perplexity: float = 30.0
    iterations: int = 500

    name: ClassVar[str] = N_("t-SNE")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "tsne",
            N_("t-SNE"),
            (
                Sentence(
                    "",
                    N_(
                        "A map of the points alone: no functions, no way back, a start that "
                        "matters."
                    ),
                ),
            ),
            seconds=6e-3,
            is_heavy=True,
            has_functions=False,
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return 3  # as many as the method of Barnes and Hut can have

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.manifold import TSNE as Model

        X = checked(self, X, q)
        report(progress, 0, 1, _("t-SNE"))
        perplexity = min(self.perplexity, (len(X) - 1) / 3)
        # A random start, so that what depends on it is seen; scikit-learn's own is linear PCA.
        model = Model(
            q, perplexity=perplexity, init="random", random_state=seed, max_iter=self.iterations
        )
        with one_thread():
            scores = model.fit_transform(X).astype(float)
        stage = Stage(model.n_iter_, float(model.kl_divergence_), scores)
        return Neighbour((stage,), N_("relative entropy"))
