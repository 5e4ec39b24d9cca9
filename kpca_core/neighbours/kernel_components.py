"""Kernel PCA as one of the methods, and the expansion of coefficients that a method has learnt.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, N_
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage import pre_images
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.neighbour import (
    IN_FEATURE_SPACE,
    LEFT_OUT,
    Map,
    Method,
    Neighbour,
    Offer,
    Sentence,
    Stage,
)
from kpca_core.solvers import fit
from kpca_core.solvers.centring import centre_gram
from kpca_core.spectrum import noise_floor, numerical_rank


@dataclass(frozen=True)
class KernelComponents(Method):
    """f_j(x) = Σᵢ αᵢⱼ k̃(xᵢ, x) of `kpca_core.fit` ([S] eq. B.4), and back by pre-images.

    Parameters
    ----------
    kernel : Kernel
        As of `kpca_core.fit`, not precomputed. Of an indefinite one the components have positive
        eigenvalues, and the objective is no distance.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))

    name: ClassVar[str] = N_("Kernel PCA")
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
                Sentence("6.2", N_("It finds this subspace by itself: an argument, not measured.")),
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

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        found = fit(self.kernel, X, q, progress=progress)
        expansion = found.expansion
        missing = found.trace - float(found.eigenvalues.sum())
        value, objective = missing / len(X), IN_FEATURE_SPACE
        if not self.kernel.is_psd:
            value, objective = missing, LEFT_OUT
        stage = Stage(0, value, found.scores, expansion, way_back(expansion))
        return Neighbour((stage,), objective)


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


def inner_products(kernel: Kernel, X: Array) -> tuple[Array, Array, int]:
    """Return K and K̃ of points (n, D), and how many eigenvalues of K̃ are above rounding.

    Raises
    ------
    ValueError
        where an eigenvalue of K̃ is below 0 beyond rounding, or none above.
    """
    K = kernel(X)
    centred = centre_gram(K.copy())
    values = np.asarray(np.linalg.eigvalsh(centred), dtype=np.float64)
    floor = noise_floor(float(values[-1]), len(K), float(np.abs(K).max()))
    if not kernel.is_psd and values[0] < -floor:
        said = E_(
            "These points have no inner products: the centred Gram matrix of {kernel} has "
            "eigenvalues from {least:.3g} to {most:.3g}. Choose a kernel that is positive "
            "semidefinite, or kernel PCA, which takes the positive eigenvalues."
        )
        raise ValueError(said.format(kernel=repr(kernel), least=values[0], most=values[-1]))
    if not (rank := numerical_rank(values, floor)):
        raise ValueError(E_("All points are the same to this kernel. Choose other points."))
    return K, centred, rank
