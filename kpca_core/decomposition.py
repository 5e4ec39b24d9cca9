"""The result of a fit: eigenvalues, scores, the expansion, and how exact they are.

Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kpca_core.arrays import Array
from kpca_core.certificate import Certificate
from kpca_core.expansion import Expansion
from kpca_core.spectrum import aligned_signs, canonical_signs, near_degenerate_groups


@dataclass(frozen=True, eq=False)
class Decomposition:
    """Kernel PCA of n points: the positive leading part of the spectrum of K̃ and its functions.

    Parameters
    ----------
    eigenvalues : (q,) array
        Of the centred Gram matrix K̃ ([S] eq. 2.12, [B] eq. 12.80 times n), descending.
    scores : (n, q) array
        f_j(xᵢ). Columns have mean 0 if centred, and scoresᵀ scores = diag(λ). After a fit to a
        subset those of all points; (0, q) where the points are not kept.
    expansion : Expansion, f_j
    trace : float, of K̃, the sum of all its eigenvalues
    negative : (p,) array
        The eigenvalues of K̃ below the noise floor, ascending; none for a psd kernel.
    rank : int or None
        How many eigenvalues exceed the noise floor. Where only the leading part was computed, the
        number of pivots or landmarks, or None.
    requested : int or None, how many components were asked for; None: all positive ones
    solver : str, the solver that ran
    certificate : Certificate, how exact the eigenvalues are
    n_samples : int, n, the number of points that K̃ was built from
    handed_over : tuple of str
        "solver: reason" for each solver that "auto" tried before, in their order.
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
    handed_over: tuple[str, ...] = ()

    @property
    def n_components(self) -> int:
        """q, the number of components found."""
        return len(self.eigenvalues)

    @property
    def variances(self) -> Array:
        """λ/n (q,), the variances in feature space ([B] eq. 12.80)."""
        return self.eigenvalues / self.n_samples

    @property
    def variance_ratio(self) -> Array:
        """λ / trace K̃ (q,), also where only q eigenvalues were computed; NaN if trace ≤ 0."""
        return self.eigenvalues / (self.trace if self.trace > 0 else np.nan)

    @cached_property
    def near_degenerate(self) -> tuple[tuple[int, ...], ...]:
        """Groups of neighbours within which any rotation is equally valid (0-based indices)."""
        return near_degenerate_groups(self.eigenvalues)

    @property
    def choice(self) -> str:
        """Why this solver: "separable: 6,200 features > 5,000; low-rank taken"."""
        return "; ".join([*self.handed_over, f"{self.solver} taken"])

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

    def signs_like(self, reference: Decomposition) -> Array:
        """±1 (q,): the factor of each component that makes it agree with `reference` on its points.

        Following one parameter with these signs keeps every eigenfunction continuous, where any
        rule that looks at one decomposition alone must jump somewhere.
        """
        return aligned_signs(self.scores, reference.scores)

    def aligned_to(self, reference: Decomposition) -> Decomposition:
        """The same decomposition with the signs of `signs_like(reference)`."""
        return self.with_signs(self.signs_like(reference))

    def with_signs(self, signs: Array) -> Decomposition:
        """The same components times `signs` (q,), each ±1."""
        return replace(self, scores=self.scores * signs, expansion=self.expansion.scaled(signs))

    def with_scores(self, scores: Array) -> Decomposition:
        """The same functions with their values at other points, or at all of them."""
        return replace(self, scores=scores)

    def canonical(self) -> Decomposition:
        """The same decomposition with the signs of `canonical_signs`."""
        return self.with_signs(canonical_signs(self.scores))
