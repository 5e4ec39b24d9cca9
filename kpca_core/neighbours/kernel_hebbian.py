"""The kernel Hebbian algorithm: Sanger's rule in feature space (Kim, Franz & Schölkopf 2005).

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _
from kpca_core.kernels import Gaussian, Kernel
from kpca_core.neighbours.kernel_components import begun, centred_expansion, way_back
from kpca_core.neighbours.neighbour import Neighbour, Stage, degrees_away, is_kept
from kpca_core.neighbours.offer import Offer, Sentence


@dataclass(frozen=True)
class KernelHebbian:
    """A ← A + η ⊘ λ (y(t) bᵀ − LT[y(t) y(t)ᵀ] A), y(t) = A k̃(x_t), b the unit vector of sample t.

    A (q, n) are the coefficients of q components in feature space; LT keeps the lower triangle.
    Each row has its own step η/λᵢ with the estimate λᵢ = ‖K̃aᵢ‖/‖aᵢ‖ of its eigenvalue, since
    one step that the first component bears is too small for the others (Günter, Schraudolph &
    Vishwanathan 2007). The batch form adds the terms of all samples, y = A K̃, and ends at the
    eigenvectors of K̃ with λᵢ aᵢᵀaᵢ = 1, those of `kpca_core.fit`; sample by sample it stays
    within the noise of the last η. Where eigenvalues differ little, the passes may not suffice:
    `Neighbour.converged` says so by the angle to these eigenvectors in feature space.

    Parameters
    ----------
    kernel : Kernel
        Positive semidefinite, at least on the points.
    batch : bool
        Whether the terms of all samples are added before a step.
    tol : float
        The batch form ends where no row changes by more than that share of its length.
    passes : int
        Over all points, at most.
    rate, decay : float
        η = rate / (1 + t/decay) after t passes, sample by sample; batches have 1.

    References
    ----------
    Kim, Franz & Schölkopf 2005; Günter, Schraudolph & Vishwanathan 2007.
    """

    kernel: Kernel = field(default_factory=lambda: Gaussian(0.1))
    batch: bool = True
    tol: float = 1e-10
    passes: int = 5000
    rate: float = 0.5
    decay: float = 20.0

    name: ClassVar[str] = N_("Kernel Hebbian algorithm")
    start: ClassVar[str] = "sign"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(
            "kernel-hebbian",
            N_("Kernel Hebbian"),
            (
                Sentence(
                    "",
                    N_("Sanger's rule in feature space: it ends at kernel PCA (Kim et al. 2005)."),
                ),
            ),
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        X, q, K, centred, rng = begun(self, self.kernel, X, q, seed)
        A = rng.standard_normal((q, len(X))) @ centred
        A /= np.sqrt(np.einsum("ij,ij->i", A @ centred, A))[:, None]
        stages = [self._stage(0, A, X, K, centred)]
        for t in range(self.passes):
            before = A
            A = self._pass(A, centred, self.rate / (1 + t / self.decay), rng)
            report(progress, t + 1, self.passes, _("passes over the points"))
            moved = np.linalg.norm(A - before, axis=1) / np.linalg.norm(A, axis=1)
            ends = t + 1 == self.passes or (self.batch and float(moved.max()) <= self.tol)
            if is_kept(t + 1) or ends:
                stages.append(self._stage(t + 1, A, X, K, centred))
            if ends:
                break
        values, vectors = np.linalg.eigh(centred)
        weights = A @ vectors * np.sqrt(np.maximum(values, 0.0))
        away = degrees_away(weights[:, ::-1], values[::-1])
        objective = N_("mean squared distance in feature space")
        return Neighbour(tuple(stages), objective, away=away)

    def _pass(self, A: Array, K: Array, rate: float, rng: np.random.Generator) -> Array:
        Y = A @ K
        eigenvalues = np.linalg.norm(Y, axis=1) / np.linalg.norm(A, axis=1)
        if self.batch:
            values: Array = A + 0.5 * (Y - np.tril(Y @ Y.T) @ A) / eigenvalues[:, None]
            return values
        A, steps = A.copy(), rate / eigenvalues
        for i in rng.permutation(len(K)):
            y = A @ K[i]
            A -= (steps * y)[:, None] * (np.tril(np.ones((len(y), len(y)))) * y @ A)
            A[:, i] += steps * y
        return A

    def _stage(self, step: int, A: Array, X: Array, K: Array, centred: Array) -> Stage:
        expansion = centred_expansion(self.kernel, X, K, A.T)
        scores = centred @ A.T
        # ‖φ̃ − Σ⟨φ̃, v⟩v‖² over all points, the v being the rows' images, orthonormal at the end.
        inner = A @ scores
        missing = np.trace(centred) - 2 * np.square(scores).sum()
        missing += float(np.sum((scores.T @ scores) * inner))
        return Stage(step, missing / len(X), scores, expansion, way_back(expansion))
