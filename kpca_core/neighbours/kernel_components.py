"""Kernel PCA as one of the methods, and the expansion of coefficients that a method has learnt.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.words import N_
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage import pre_images
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.neighbour import Map, Method, Neighbour, Stage, checked
from kpca_core.neighbours.offer import Offer, Sentence
from kpca_core.solvers import fit
from kpca_core.solvers.centring import centre_gram


@dataclass(frozen=True)
class KernelComponents:
    """f_j(x) = Σᵢ αᵢⱼ k̃(xᵢ, x) of `kpca_core.fit` ([S] eq. B.4), and back by pre-images.

    Parameters
    ----------
    kernel : Kernel
        As of `kpca_core.fit`, not precomputed.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))

    name: ClassVar[str] = N_("Kernel PCA")
    start: ClassVar[str] = "none"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "kernel",
            N_("Kernel PCA"),
            (
                Sentence(
                    "6.3.5", N_("It is linear algebra, without nonlinear optimisation."),
                    "linear algebra",
                ),
                Sentence(
                    "6.3.5", N_("The number of features need not be known before."),
                    "number of kernel PCA",
                ),
                Sentence(
                    "6.3.5", N_("It is harder to interpret in input space than a curve."),
                    "input space",
                ),
                Sentence(
                    "6.3.5", N_("Polynomial kernels have features of higher order."), "monomials"
                ),
                Sentence(
                    "6.2", N_("It works in at most as many dimensions as there are points."),
                    "subspace",
                ),
                Sentence(
                    "6.2",
                    N_("It finds this subspace by itself: an argument, not measured."),
                ),
                Sentence("6.3.5", N_("Many points make the matrix K large.")),
                Sentence(
                    "", N_("Of a Gaussian in the plane our solvers hold no matrix K."), "memory"
                ),
                Sentence(
                    "6.3.2", N_("Its tanh kernel has features like a network's."), "tanh kernel"
                ),
            ),
        ),
    )  # fmt: skip

    def most(self, n: int, dimension: int) -> int:
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        X = checked(self, X, q)
        found = fit(self.kernel, X, q, progress=progress)
        expansion = found.expansion
        missing = found.trace - float(found.eigenvalues.sum())
        stage = Stage(0, missing / len(X), found.scores, expansion, way_back(expansion))
        return Neighbour((stage,), N_("mean squared distance in feature space"))


def way_back(expansion: Expansion) -> Map:
    """Return the map of points (m, D) to the pre-images of their projections (m, D)."""

    def reconstruct(points: Array) -> Array:
        return pre_images(expansion, expansion(points), start=points).points

    return reconstruct


def centred_expansion(kernel: Kernel, X: Array, K: Array, A: Array) -> Expansion:
    """Return f_j(x) = Σᵢ A[i, j] k̃(xᵢ, x) for the Gram matrix K (n, n), not centred ([S] B.4)."""
    coefficients = A - A.mean(axis=0)
    offsets = -(K @ coefficients).mean(axis=0)
    return Expansion(kernel, X, coefficients, offsets, mean_weights=np.full(len(X), 1 / len(X)))


def begun(
    method: Method, kernel: Kernel, X: ArrayLike, q: int, seed: int
) -> tuple[Array, Array, Array, np.random.Generator]:
    """What iterations on a Gram matrix begin with: checked points, K, K̃ and random numbers."""
    X = checked(method, X, q)
    K = kernel(X)
    return X, K, centre_gram(K.copy()), np.random.default_rng(seed)
