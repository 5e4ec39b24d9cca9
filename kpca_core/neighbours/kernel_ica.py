"""Kernel independent components ([S] section 7): `FastICA` on whitened scores of kernel PCA.

Sources: docs/notation.md.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.threads import one_thread
from kpca_core._support.words import N_
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.neighbour import Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence
from kpca_core.solvers import fit


@dataclass(frozen=True)
class KernelICA:
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
            "kernel-ica",
            N_("Kernel ICA"),
            (
                Sentence("7", N_("Kernel-based independent component analysis.")),
                Sentence("", N_("Here: whitened scores, rotated.")),
            ),
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        from sklearn.decomposition import FastICA
        from sklearn.exceptions import ConvergenceWarning

        X = checked(self, X, q)
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
