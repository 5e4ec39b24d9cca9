"""The power method with deflation, step by step ([S] section 4.3; Diamantaras & Kung 1996).

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
from kpca_core.neighbours.neighbour import Neighbour, Stage, is_kept
from kpca_core.neighbours.offer import Offer, Sentence


@dataclass(frozen=True)
class PowerMethod:
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
            "power",
            N_("Power method"),
            (Sentence("4.3", N_("It finds the largest eigenvalues alone, one by one.")),),
        ),
    )

    def most(self, n: int, dimension: int) -> int:
        return n - 1

    def fit(
        self, X: ArrayLike, q: int, seed: int = 0, progress: Progress | None = None
    ) -> Neighbour:
        X, q, K, centred, rng = begun(self, self.kernel, X, q, seed)
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
        return Neighbour(tuple(stages), N_("mean squared distance in feature space"))

    def _stage(
        self, step: int, missing: float, U: Array, values: Array, X: Array, K: Array
    ) -> Stage:
        """Features that have not begun are 0."""
        roots = np.sqrt(np.maximum(values, 0.0))
        A = np.divide(U, roots, out=np.zeros_like(U), where=roots > 0)
        expansion = centred_expansion(self.kernel, X, K, A)
        return Stage(step, missing, U * roots, expansion, way_back(expansion))
