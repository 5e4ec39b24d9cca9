"""Soft-margin hyperplanes ([S] section 5.2), here one class against the rest, by libsvm.

The dual problem depends on the features only through their Gram matrix, so its cost does not grow
with their number, and the matrix for q features is the one for fewer plus a product.
Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.threads import row_slices

# Rows of the Gram matrix that are updated at once; their product with it takes 30 MB.
BLOCK_ROWS = 512


@dataclass(frozen=True, eq=False)
class Hyperplanes:
    """A classifier: x belongs to the class c with the largest w_c·x + b_c."""

    classes: Labels  # (k,) ascending
    normals: Array  # (q, k), the w_c as columns
    offsets: Array  # (k,), the b_c

    @classmethod
    def fit(cls, K: Array, F: Array, y: Labels, C: float, pool: Executor) -> Hyperplanes:
        """Minimise ‖w_c‖²/2 + C Σᵢ max(0, 1 − yᵢ(w_c·xᵢ + b_c)) for each class c.

        yᵢ is 1 in the class and −1 outside of it. C is meant for features that are scaled to a mean
        squared norm of 1.

        Parameters
        ----------
        K : (n, n) array
            F Fᵀ.
        F : (n, q) array
            Features xᵢ as rows, of any scale.
        y : (n,) array
            Classes.
        C : float
            Cost of the hinge loss.
        pool : Executor
            Runs one fit a class.
        """
        # The dual problem for K/s and C is that for K and C/s, its multipliers divided by s.
        C = C / float(np.trace(K) / len(K))
        classes = np.unique(y)
        multipliers, offsets = zip(*pool.map(lambda c: _dual(K, y == c, C), classes), strict=True)
        return cls(classes, F.T @ np.stack(multipliers, axis=1), np.array(offsets))

    def error(self, F: Array, y: Labels) -> float:
        """The percentage of the rows of F (m, q) that are not assigned their class y (m,)."""
        chosen = self.classes[np.argmax(F @ self.normals + self.offsets, axis=1)]
        return 100 * float(np.mean(chosen != y))


def validated_cost(
    K: Array, F: Array, y: Labels, fitted: int, costs: Sequence[float],
    pool: Executor, before_fit: Callable[[], None],
) -> float:  # fmt: skip
    """Choose the first C of the least validation error.

    The first `fitted` rows are fitted, the others validate. `before_fit()` is called for each C.
    """
    inner = np.ascontiguousarray(K[:fitted, :fitted])
    errors = []
    for C in costs:
        before_fit()
        planes = Hyperplanes.fit(inner, F[:fitted], y[:fitted], C, pool)
        errors.append(planes.error(F[fitted:], y[fitted:]))
    return float(costs[int(np.argmin(errors))])


def growing_gram(F: Array, sizes: Sequence[int]) -> Iterator[Array]:
    """Yield F Fᵀ (n, n) of the first q columns of F (n, p) for each q of the ascending `sizes`.

    Every step updates and yields the same array.
    """
    n, start = len(F), 0
    K = np.zeros((n, n))
    for q in sizes:
        new = F[:, start:q]
        for rows in row_slices(n, BLOCK_ROWS):
            K[rows] += new[rows] @ new.T
        start = q
        yield K


def _dual(K: Array, positive: NDArray[np.bool_], C: float) -> tuple[Array, float]:
    """Multipliers yᵢαᵢ (n,) and offset b of the class of the `positive` rows against the rest."""
    from sklearn import config_context
    from sklearn.svm import SVC

    with config_context(assume_finite=True):
        machine = SVC(C=C, kernel="precomputed").fit(K, positive)
    multipliers = np.zeros(len(K))
    multipliers[machine.support_] = machine.dual_coef_[0]
    return multipliers, float(machine.intercept_[0])
