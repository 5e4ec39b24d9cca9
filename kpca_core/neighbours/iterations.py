"""Iterations on a Gram matrix that end at kernel PCA.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.kernel_components import centred_expansion, inner_products, way_back
from kpca_core.neighbours.neighbour import (
    IN_FEATURE_SPACE,
    Method,
    Neighbour,
    Offer,
    Sentence,
    Stage,
    degrees_away,
    is_kept,
)


@dataclass(frozen=True)
class KernelHebbian(Method):
    """A ← A + η ⊘ λ (y(t) bᵀ − LT[y(t) y(t)ᵀ] A), y(t) = A k̃(x_t), b the unit vector of sample t.

    A (q, n) are the coefficients of q components in feature space; LT keeps the lower triangle.
    Each row has its own step η/λᵢ with the estimate λᵢ = ‖K̃aᵢ‖/‖aᵢ‖ of its eigenvalue, since
    one step that the first component bears is too small for the others (Günter, Schraudolph &
    Vishwanathan 2007). This is the batch form: η = 1/2, and a step adds the terms of all samples,
    y = A K̃. It ends at the eigenvectors of K̃ with λᵢ aᵢᵀaᵢ = 1, those of `kpca_core.fit`. Where
    eigenvalues differ little, the passes may not suffice: `Neighbour.converged` says so by the
    angle to these eigenvectors in feature space.

    Parameters
    ----------
    kernel : Kernel
        Positive semidefinite, at least on the points.
    tol : float
        It ends where no row changes by more than that share of its length.
    passes : int
        Over all points, at most.

    References
    ----------
    Kim, Franz & Schölkopf 2005; Günter, Schraudolph & Vishwanathan 2007.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))
    tol: float = 1e-10
    passes: int = 5000

    name: ClassVar[str] = N_("Kernel Hebbian algorithm")
    start: ClassVar[str] = "sign"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "kernel-hebbian", N_("Kernel Hebbian"),
            (
                Sentence(
                    "",
                    N_("Sanger's rule in feature space: it ends at kernel PCA (Kim et al. 2005)."),
                ),
            ),
        ),
    )  # fmt: skip

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        K, centred, rank = inner_products(self.kernel, X)
        q, rng = min(q, rank), np.random.default_rng(seed)
        A = rng.standard_normal((q, len(X))) @ centred
        A /= np.sqrt(np.einsum("ij,ij->i", A @ centred, A))[:, None]
        stages = [self._stage(0, A, X, K, centred)]
        for t in range(self.passes):
            before, Y = A, A @ centred
            eigenvalues = np.linalg.norm(Y, axis=1) / np.linalg.norm(A, axis=1)
            A = A + 0.5 * (Y - np.tril(Y @ Y.T) @ A) / eigenvalues[:, None]
            report(progress, t + 1, self.passes, _("passes over the points"))
            moved = np.linalg.norm(A - before, axis=1) / np.linalg.norm(A, axis=1)
            ends = t + 1 == self.passes or float(moved.max()) <= self.tol
            if is_kept(t + 1) or ends:
                stages.append(self._stage(t + 1, A, X, K, centred))
            if ends:
                break
        values, vectors = np.linalg.eigh(centred)
        weights = A @ vectors * np.sqrt(np.maximum(values, 0.0))
        away = degrees_away(weights[:, ::-1], values[::-1])
        return Neighbour(tuple(stages), IN_FEATURE_SPACE, away=away)

    def _stage(self, step: int, A: Array, X: Array, K: Array, centred: Array) -> Stage:
        expansion = centred_expansion(self.kernel, X, K, A.T)
        scores = centred @ A.T
        # ‖φ̃ − Σ⟨φ̃, v⟩v‖² over all points, the v being the rows' images, orthonormal at the end.
        inner = A @ scores
        missing = np.trace(centred) - 2 * np.square(scores).sum()
        missing += float(np.sum((scores.T @ scores) * inner))
        return Stage(step, missing / len(X), scores, expansion, way_back(expansion))


@dataclass(frozen=True)
class PowerMethod(Method):
    """u ← K̃u/‖K̃u‖ until it stands still, then K̃ ← K̃ − λuuᵀ for the next component.

    The error falls by λⱼ₊₁/λⱼ in each iteration: components with close eigenvalues take long.

    Parameters
    ----------
    kernel : Kernel
        Positive semidefinite, at least on the points.
    tol : float
        a component ends where ‖K̃u − λu‖ ≤ tol·λ.
    most_steps : int
        Iterations for a component at most.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))
    tol: float = 1e-9
    most_steps: int = 20000

    name: ClassVar[str] = N_("Power method")
    start: ClassVar[str] = "sign"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "power", N_("Power method"),
            (Sentence("4.3", N_("It finds the largest eigenvalues alone, one by one.")),),
        ),
    )  # fmt: skip

    def _find(self, X: Array, q: int, seed: int, progress: Progress | None) -> Neighbour:
        K, centred, rank = inner_products(self.kernel, X)
        q, rng = min(q, rank), np.random.default_rng(seed)
        trace, deflated = float(np.trace(centred)), centred.copy()
        U, values = np.zeros((len(X), q)), np.zeros(q)
        stages, step = [], 0
        for j in range(q):
            u = rng.standard_normal(len(X))
            u /= np.linalg.norm(u)
            for own in range(1, self.most_steps + 1):
                image = deflated @ u
                value = float(u @ image)
                residual = float(np.linalg.norm(image - value * u))
                ends = residual <= self.tol * value or own == self.most_steps
                U[:, j], values[j], step = u, value, step + 1
                report(progress, j, q, _("components by the power method"))
                if is_kept(own) or ends:
                    missing = (trace - float(values.sum())) / len(X)
                    stages.append(self._stage(step, missing, U, values, X, K))
                if ends:
                    break
                u = image / np.linalg.norm(image)
            deflated -= values[j] * np.outer(U[:, j], U[:, j])
        return Neighbour(tuple(stages), IN_FEATURE_SPACE)

    def _stage(
        self, step: int, missing: float, U: Array, values: Array, X: Array, K: Array
    ) -> Stage:
        """Features that have not begun are 0."""
        roots = np.sqrt(np.maximum(values, 0.0))
        A = np.divide(U, roots, out=np.zeros_like(U), where=roots > 0)
        expansion = centred_expansion(self.kernel, X, K, A)
        return Stage(step, missing, U * roots, expansion, way_back(expansion))
