"""The result of a fit: eigenvalues, scores, the expansion, and how sure we are of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kpca_core.expansion import Expansion
from kpca_core.kernels.base import Array
from kpca_core.spectrum import aligned_signs, canonical_signs, near_degenerate_groups


@dataclass(frozen=True)
class Certificate:
    """A measured error and the limit it is judged by.

    kind "residual": error = max_j ‖K̃u_j − λ_j u_j‖₂, limit = 30 n ε ‖K̃‖ as LAPACK judges itself;
    with the largest entry of K instead where products with K are formed anew and it is larger.
    kind "trace bound": error = trace(K − L Lᵀ), so that λ̂ ≤ λ ≤ λ̂ + error for every eigenvalue.
    kind "mean residual": error = the mean of k(x, x) − ‖φ̂(x)‖² over all n points, so that
    λ̂ ≤ λ ≤ λ̂ + n·error.
    """

    kind: str
    error: float
    limit: float

    @classmethod
    def of_residual(cls, error: float, n: int, size: float) -> Certificate:
        """A residual of eigenpairs of an (n, n) matrix of that spectral norm."""
        return cls("residual", error, 30 * n * float(np.finfo(float).eps) * size)

    @property
    def holds(self) -> bool:
        return bool(self.error <= self.limit)

    def __str__(self) -> str:
        if self.holds:
            return f"{self.kind} {self.error:.1e} ≤ {self.limit:.1e}: certified"
        return f"{self.kind} {self.error:.1e} > {self.limit:.1e}: NOT certified"


@dataclass(frozen=True, eq=False)
class Decomposition:
    """Kernel PCA of n points: the positive leading part of the spectrum of K̃ and its functions.

    eigenvalues (q,)    of the centred Gram matrix K̃ (S 2.12, B 12.80 times n), descending
    scores (n, q)       f_j(xᵢ); columns have mean 0 if centred, and scoresᵀ scores = diag(λ). After
                        a fit to a subset, of all points; (0, q) where the points are not kept
    expansion           f_j as an `Expansion`
    trace               trace of K̃, the sum of all its eigenvalues
    negative (p,)       eigenvalues of K̃ below −floor, ascending; none for a positive kernel
    rank                how many eigenvalues exceed the noise floor. Where only the leading part was
                        computed: the number of pivots of the low-rank route, or None
    requested           how many components were asked for (None: all positive ones)
    solver              the route that ran
    certificate         `Certificate`
    n_samples           how many points K̃ was built from
    """

    eigenvalues: Array
    scores: Array
    expansion: Expansion
    trace: float
    negative: Array
    rank: int | None
    requested: int | None
    solver: str
    certificate: Certificate
    n_samples: int

    @property
    def n_components(self) -> int:
        return len(self.eigenvalues)

    @property
    def variances(self) -> Array:
        """λ/n (q,): the variances in feature space (B 12.80)."""
        return self.eigenvalues / self.n_samples

    @property
    def variance_ratio(self) -> Array:
        """λ / trace K̃ (q,), right also when only q eigenvalues are computed; NaN if trace ≤ 0."""
        return self.eigenvalues / (self.trace if self.trace > 0 else np.nan)

    @cached_property
    def near_degenerate(self) -> tuple[tuple[int, ...], ...]:
        """Groups of neighbours within which any rotation is equally valid (0-based indices)."""
        return near_degenerate_groups(self.eigenvalues)

    @property
    def message(self) -> str:
        """Empty, or why there are fewer components than asked for, or less certain ones."""
        sentences = []
        if self.requested is not None and self.requested > self.n_components:
            sentences.append(
                f"Asked for n_components={self.requested}; only {self.n_components} eigenvalues "
                "of this Gram matrix are positive beyond rounding, so only those components exist."
            )
        if not self.certificate.holds:
            sentences.append(f"These eigenvalues miss their tolerance: {self.certificate}.")
        return " ".join(sentences)

    def aligned_to(self, reference: Decomposition) -> Decomposition:
        """The same decomposition with the signs that agree with `reference` on its points.

        Following one parameter with it keeps every eigenfunction continuous, where any rule that
        looks at one decomposition alone must jump somewhere.
        """
        return self.with_signs(aligned_signs(self.scores, reference.scores))

    def with_signs(self, signs: Array) -> Decomposition:
        return replace(self, scores=self.scores * signs, expansion=self.expansion.scaled(signs))

    def with_scores(self, scores: Array) -> Decomposition:
        """The same functions with their values at other points, or at all of them."""
        return replace(self, scores=scores)

    def canonical(self) -> Decomposition:
        return self.with_signs(canonical_signs(self.scores))
