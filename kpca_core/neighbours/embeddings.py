"""Embeddings: features of the points alone, none of new points.

By SciPy, scikit-learn and umap-learn. Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, as_points
from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import one_thread
from kpca_core._support.words import E_, N_, _
from kpca_core.decomposition import Decomposition
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.neighbour import LEFT_OUT, Method, Neighbour, Offer, Sentence, Stage
from kpca_core.solvers import fit
from kpca_core.spectrum import canonical_signs

# Numba may end the process where two threads run its compiled loops at once.
_ONE = Lock()


def _offer(identity: str, label: str, *texts: str, **more: Any) -> tuple[Offer, ...]:
    """Return the offer of an embedding, with sentences of ours."""
    said = tuple(Sentence("", text) for text in texts)
    return (Offer(identity, label, said, has_functions=False, **more),)


@dataclass(frozen=True)
class Isomap(Method):
    """Classical scaling of the lengths of shortest ways through the graph of nearest neighbours.

    As kernel PCA by `kernel_pca_of_distances` of its geodesics.

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
    offers: ClassVar[tuple[Offer, ...]] = _offer(
        "isomap", N_("Isomap"), N_("Kernel PCA with a kernel of shortest ways (Ham et al. 2004).")
    )

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
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


@dataclass(frozen=True)
class SpectralEmbedding(Method):
    """The eigenvectors of least eigenvalue of the graph Laplacian of the weights k(xᵢ, xⱼ).

    Also called Laplacian eigenmaps.

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
    offers: ClassVar[tuple[Offer, ...]] = _offer(
        "spectral", N_("Spectral embedding"),
        N_("Eigenvectors of the graph Laplacian of the same kernel's weights."),
    )  # fmt: skip

    def most(self, n: int, dimension: int) -> int:
        return n - 2

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.manifold import SpectralEmbedding as Model

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


@dataclass(frozen=True)
class TSNE(Method):
    """Points of a map whose Student-t similarities are nearest to the data's in relative entropy.

    Parameters
    ----------
    perplexity : float
        How many neighbours count; of fewer points at most a third of them.
    iterations : int
        At most.

    References
    ----------
    van der Maaten & Hinton 2008.
    """

    perplexity: float = 30.0
    iterations: int = 500

    name: ClassVar[str] = N_("t-SNE")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = _offer(
        "tsne", N_("t-SNE"),
        N_("A map of the points alone: no functions, no way back, a start that matters."),
        seconds=6e-3, is_heavy=True,
    )  # fmt: skip

    def most(self, n: int, dimension: int) -> int:
        return 3  # as many as the method of Barnes and Hut can have

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.manifold import TSNE as Model

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


@dataclass(frozen=True)
class UMAP(Method):
    """Points of a map on which the edges of a weighted graph of nearest neighbours are short.

    Where the library puts a new point depends on the points that are put with it, so there are no
    functions of new points. It needs the extra `neighbours`.

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
    offers: ClassVar[tuple[Offer, ...]] = _offer(
        "umap", N_("UMAP"), N_("A map of the points alone, after a graph of their neighbours."),
        N_("The first run takes longer: the library compiles itself then."),
        seconds=2e-3, is_heavy=True, module="umap",
    )  # fmt: skip

    def most(self, n: int, dimension: int) -> int:
        return n - 2  # as many as its start, eigenvectors of the graph's Laplacian, can have

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.manifold import trustworthiness

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


@dataclass(frozen=True)
class ClassicalScaling(Method):
    """Points whose distances are nearest to those of the data: the eigenvectors of −½ J D∘D J.

    Parameters
    ----------
    metric : str
        Of `scipy.spatial.distance.cdist`; with "euclidean" it is linear PCA.

    References
    ----------
    Torgerson 1952; Gower 1966.
    """

    metric: str = "cityblock"

    name: ClassVar[str] = N_("Classical scaling")
    offers: ClassVar[tuple[Offer, ...]] = _offer(
        "scaling", N_("Classical scaling"),
        N_("Kernel PCA with the kernel −½ d²; here of city-block distances."),
    )  # fmt: skip

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from scipy.spatial import distance

        B = -0.5 * np.square(distance.cdist(X, X, self.metric))
        B += B.mean() - B.mean(axis=0) - B.mean(axis=1)[:, None]
        values, vectors = np.linalg.eigh(B)
        scores = vectors[:, : -q - 1 : -1] * np.sqrt(np.maximum(values[: -q - 1 : -1], 0.0))
        stage = Stage(0, float(values[:-q].sum()), scores * canonical_signs(scores))
        return Neighbour((stage,), LEFT_OUT)


def kernel_pca_of_distances(D: Array, q: int) -> Decomposition:
    """Kernel PCA of the conditionally positive kernel −½ d(xᵢ, xⱼ)² of distances D (n, n).

    Its scores are those of classical scaling, with geodesic distances those of Isomap.

    References
    ----------
    Williams 2002; Ham, Lee, Mika & Schölkopf 2004, section 3.
    """
    return fit("precomputed", -0.5 * np.square(D), q, solver="dense")
