"""The method "ridge": a map from scores to points, learned by kernel ridge regression.

Bakır, Weston & Schölkopf 2004; [S] section 4.5: "a suitable regression method for estimating the
reconstruction mapping from the kernel-based principal components to the inputs". It is what
scikit-learn's `inverse_transform` does. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpca_core._support.arrays import (
    Array,
    Indices,
    evenly_spread,
    power_of_two,
    require_count,
    require_number,
)
from kpca_core._support.words import E_
from kpca_core.feature_space.preimage.structure import is_linear
from kpca_core.feature_space.preimage.target import Method, PreImages, Solve, Subspace, Targets
from kpca_core.kernels import Gaussian, Kernel


@dataclass(frozen=True)
class Ridge(Method):
    """Regression of the points p of the expansion on their scores.

    Each point counts once, also where landmarks of different weights stand for the rows of a fit.
    ``Ridge(alpha=a, kernel=κ, intercept=False)`` with κ the kernel of the fit is what the KernelPCA
    of scikit-learn learns, up to rounding times the condition number of κ's Gram matrix + a I: for
    a cubic κ on scores and a = 0.001 they differ by 2e-6.

    Parameters
    ----------
    alpha : float or None
        ≥ 0, added to the diagonal of κ's Gram matrix. None: 1, or 0 for a linear kernel, where the
        regression is then that of least squares and returns PCA's reconstruction.
    kernel : Kernel or None
        κ on scores. None: for a linear kernel, a linear one; else a Gaussian whose width is the
        mean squared distance of two points' scores.
    intercept : bool
        Regress on what is left after subtracting the mean point, and add it back.
    points : int
        Of more points, so many are taken: those of largest weight in the mean, or evenly spaced
        ones where all weigh the same. Regression takes O(m³), 0.1 s for 2,000.
    """

    alpha: float | None = None
    kernel: Kernel | None = None
    intercept: bool = True
    points: int = 2_000

    needs: ClassVar[str] = "points"

    def __post_init__(self) -> None:
        if self.alpha is not None:
            require_number("alpha", self.alpha)
        fits = isinstance(self.kernel, Kernel) and not self.kernel.is_precomputed
        if self.kernel is not None and not fits:
            said = E_("Ridge needs a Kernel of scores or None; got kernel={kernel!r}.")
            raise TypeError(said.format(kernel=self.kernel))
        require_count("points", self.points)

    def applies(self, kernel: Kernel) -> bool:
        """Every kernel on points."""
        return True

    def solver(self, subspace: Subspace) -> Solve:
        """Learn the map."""
        predict = self.learned(subspace)
        return lambda targets: PreImages.of(targets, predict(targets))

    def learned(self, subspace: Subspace) -> Map:
        """The map from targets to points."""
        rows = _rows(subspace, self.points)
        Z, X = subspace.scores[rows], subspace.points[rows]
        linear = subspace.q == 0 or (self.kernel is None and is_linear(subspace.kernel))
        mean = X.mean(axis=0) if self.intercept else np.zeros(X.shape[1])
        if linear:
            return Map(None, *_least_squares(Z, X - mean, self.alpha or 0.0), mean)
        # Squares of scores may be beyond float64, and those of a kernel that is given must not be.
        unit = 1.0 if self.kernel else power_of_two(float(np.abs(Z).max(initial=0.0)))
        Z = Z / unit
        kernel = self.kernel or Gaussian(2.0 * float(Z.var(axis=0).sum()) or 1.0)
        K = kernel.gram_matrix(Z)
        K[np.diag_indices(len(K))] += 1.0 if self.alpha is None else self.alpha
        return Map(kernel, Z, _solve(K, X - mean), mean, unit)


@dataclass(frozen=True, eq=False)
class Map:
    """y = Σᵢ C[i] κ(z/s, zᵢ) + c; without κ, (z − z₀) C + c."""

    kernel: Kernel | None
    known: Array  # (m, q), zᵢ, or (1, q), z₀
    coefficients: Array  # C (m, D), or (q, D)
    constant: Array  # c (D,)
    unit: float = 1.0  # s

    def __call__(self, targets: Targets) -> Array:
        if self.kernel is None:
            return (targets.scores - self.known) @ self.coefficients + self.constant
        Z = targets.scores / self.unit
        return self.kernel.gram(Z, self.known) @ self.coefficients + self.constant


def _rows(subspace: Subspace, most: int) -> Indices:
    m, weights = len(subspace.points), np.abs(subspace.weights[:, -1])
    if m <= most or np.ptp(weights) <= 1e-12 * weights.max(initial=0.0):
        return evenly_spread(m, most)
    return np.sort(np.argsort(-weights, kind="stable")[:most])


def _least_squares(Z: Array, X: Array, alpha: float) -> tuple[Array, Array]:
    """Ridge regression of X on Z: return the mean z₀ of Z and the coefficients C.

    The map is z ↦ (z − z₀) C. Directions in which Z does not vary are left out.
    """
    middle = Z.mean(axis=0, keepdims=True)
    U, s, Vt = np.linalg.svd(Z - middle, full_matrices=False)
    kept = s > 1e-12 * s.max(initial=0.0)
    factors = s[kept] / (np.square(s[kept]) + alpha)
    return middle, (Vt[kept].T * factors) @ (U[:, kept].T @ X)


def _solve(K: Array, X: Array) -> Array:
    """K⁻¹ X for a psd K, by least squares where it is singular or indefinite."""
    from scipy.linalg import LinAlgError, cho_factor, cho_solve, lstsq

    try:
        found: Array = cho_solve(cho_factor(K, check_finite=False), X, check_finite=False)
    except LinAlgError:
        found = lstsq(K, X, check_finite=False)[0]
    return found
