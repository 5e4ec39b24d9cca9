"""Soft-margin hyperplanes, one class against the rest (S section 5.2), by scikit-learn's libsvm.

The dual problem sees the features through their Gram matrix alone, so its cost does not grow with
their number, and the matrix for q features continues the one for fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from kpca_core.kernels.base import Array

# Rows of the Gram matrix that are updated at once: the product needs little memory of its own.
ROWS = 512


@dataclass(frozen=True, eq=False)
class Hyperplanes:
    """x belongs to the class c with the largest w_c·x + b_c.

    classes (k,) ascending; normals W (q, k); offsets b (k,)
    """

    classes: Array
    normals: Array
    offsets: Array

    @classmethod
    def fit(cls, K: Array, F: Array, y: Array, C: float, pool: Executor) -> Hyperplanes:
        """Minimise ‖w_c‖²/2 + C Σᵢ max(0, 1 − yᵢ(w_c·xᵢ + b_c)) for each class, yᵢ = ±1.

        F (n, q) features xᵢ; K = F Fᵀ (n, n); y (n,) classes. C applies to features divided by
        one number, so that their mean squared norm is 1.
        """
        # The dual for K/s and C is the one for K and C/s, with multipliers divided by s.
        C = C / float(np.trace(K) / len(K))
        classes = np.unique(y)
        found = list(pool.map(lambda c: _dual(K, y == c, C), classes))
        multipliers = np.stack([dual for dual, _ in found], axis=1)
        return cls(classes, F.T @ multipliers, np.array([offset for _, offset in found]))

    def error(self, F: Array, y: Array) -> float:
        """The percentage of the features F (m, q) that are not given their class y (m,)."""
        chosen = self.classes[np.argmax(F @ self.normals + self.offsets, axis=1)]
        return 100 * float(np.mean(chosen != y))


def validated_cost(
    K: Array,
    F: Array,
    y: Array,
    fitted: int,
    costs: Sequence[float],
    pool: Executor,
    tell: Callable[[], None],
) -> float:
    """The C with the least error on the rows from `fitted` on, fitted on those before; of equal
    ones the first. `tell` is called before each."""
    inner = np.ascontiguousarray(K[:fitted, :fitted])
    errors = []
    for C in costs:
        tell()
        planes = Hyperplanes.fit(inner, F[:fitted], y[:fitted], C, pool)
        errors.append(planes.error(F[fitted:], y[fitted:]))
    return float(costs[int(np.argmin(errors))])


def growing_gram(F: Array, sizes: Sequence[int]) -> Iterator[Array]:
    """F Fᵀ (n, n) of the first q columns of F for each q of the ascending `sizes`.

    It is one array, which changes with every step.
    """
    n, start = len(F), 0
    K = np.zeros((n, n))
    for q in sizes:
        new = F[:, start:q]
        for i in range(0, n, ROWS):
            K[i : i + ROWS] += new[i : i + ROWS] @ new.T
        start = q
        yield K


def _dual(K: Array, positive: Array, C: float) -> tuple[Array, float]:
    """Multipliers yᵢαᵢ (n,) and the offset b of one class against the rest."""
    from sklearn import config_context
    from sklearn.svm import SVC

    with config_context(assume_finite=True):
        machine = SVC(C=C, kernel="precomputed").fit(K, positive)
    multipliers = np.zeros(len(K))
    multipliers[machine.support_] = machine.dual_coef_[0]
    return multipliers, float(machine.intercept_[0])
