"""K-means and independent components in feature space, which [S] section 7 names.

Both run on the scores of kernel PCA, by scikit-learn's `KMeans` and `FastICA`.
Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
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
from kpca_core.neighbours.neighbour import Method, Neighbour, Offer, Sentence, Stage
from kpca_core.solvers import fit


@dataclass(frozen=True, eq=False)
class KernelKMeans(Method):
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
            "kernel-kmeans", N_("Kernel k-means"),
            (
                Sentence("7", N_("A nonlinear form of k-means.")),
                Sentence("", N_("Here: Lloyd's algorithm in feature space.")),
            ),
        ),
    )  # fmt: skip

    __repr__ = in_one_line

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.cluster import KMeans

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


@dataclass(frozen=True)
class KernelICA(Method):
    """Rotate the q leading whitened scores to features as independent as FastICA finds them.

    Their order and signs are those of its start.

    Parameters
    ----------
    kernel : Kernel
        Of an indefinite one the scores are those of its positive eigenvalues.
    iterations : int
        At most.

    References
    ----------
    [S] section 7; Hyvärinen 1999; Yang, Gao, Zhang & Yang 2005, kernel PCA and ICA.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))
    iterations: int = 500

    name: ClassVar[str] = N_("Kernel independent components")
    start: ClassVar[str] = "end"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "kernel-ica", N_("Kernel ICA"),
            (
                Sentence("7", N_("Kernel-based independent component analysis.")),
                Sentence("", N_("Here: whitened scores, rotated.")),
            ),
        ),
    )  # fmt: skip

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        from sklearn.decomposition import FastICA
        from sklearn.exceptions import ConvergenceWarning

        found = fit(self.kernel, X, q, progress=progress)
        roots = np.sqrt(found.variances)
        model = FastICA(whiten=False, random_state=seed, max_iter=self.iterations)
        with one_thread(), warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(found.scores / roots)

        def functions(points: Array) -> Array:
            values: Array = model.transform(found.expansion(points) / roots)
            return values

        scores = model.transform(found.scores / roots)
        kurtosis = float(np.abs((scores**4).mean(axis=0) - 3).mean())
        stage = Stage(model.n_iter_, kurtosis, scores, functions)
        return Neighbour((stage,), N_("mean size of the excess kurtosis"))
