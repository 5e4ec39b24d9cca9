"""Kernels of the difference x − y: Gaussian, Laplacian, rational quadratic, Matérn."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kpca_core.kernels.base import Array, AxisTerms, Kernel, Multiplier, require_positive
from kpca_core.kernels.dominance import Dominance

Finish = Callable[[Array], object]

# Up to this many coordinates the differences are summed one by one: no cancellation.
FEW_COORDINATES = 8

# With more, pairs closer than this fraction of ‖x‖² + ‖y‖² about the mean are summed so too.
CLOSE = 5e-5

# Pairs worked on at once: 2**15 doubles and their buffer stay in a core's cache.
BLOCK_PAIRS = 2**15


def squared_distances(X: Array, Y: Array, finish: Finish | None = None) -> Array:
    """‖X[i] − Y[j]‖², shape (n, m), never negative and 0 for equal points.

    With many coordinates ‖x‖² + ‖y‖² − 2 x·y about the mean of Y, which one matrix product yields.
    finish: a function that turns a block of squared distances into kernel values in place.
    """
    if X.shape[1] <= FEW_COORDINATES:
        return summed_differences(X, Y, np.square, finish)
    centre = Y.mean(axis=0) if len(Y) else 0.0
    own = X is Y  # then the result is symmetric to the last digit, and so is each step
    Y = Y - centre
    X = Y if own else X - centre
    norms, others = (np.einsum("ij,ij->i", Z, Z) for Z in (X, Y))
    total = X @ Y.T
    total *= -2.0
    rows = max(1, BLOCK_PAIRS // max(1, len(Y)))
    for start in range(0, len(X), rows):
        block, sums = total[start : start + rows], np.add.outer(norms[start : start + rows], others)
        block += sums
        # Close pairs lose their digits in the difference of large numbers: sum those directly.
        close = block < CLOSE * sums
        for i in np.flatnonzero(close.any(axis=1)):
            j = np.flatnonzero(close[i])
            block[i, j] = np.square(X[start + i] - Y[j]).sum(axis=1)
        if finish is not None:
            finish(block)
    return total


def summed_differences(X: Array, Y: Array, term: np.ufunc, finish: Finish | None = None) -> Array:
    """Σ_d term(X[i, d] − Y[j, d]), shape (n, m), block by block of rows within the cache."""
    n, m = len(X), len(Y)
    total = np.empty((n, m))
    rows = max(1, BLOCK_PAIRS // max(1, m))
    buffer = np.empty((min(rows, n), m))
    # x·1 + 1·(−y) is rounded once, as x − y is, and a matrix product does it in half the time.
    left, right = np.ones((min(rows, n), 2)), np.ones((2, m))
    for start in range(0, n, rows):
        block = total[start : start + rows]
        part, ones_beside = buffer[: len(block)], left[: len(block)]
        for d in range(X.shape[1]):
            out = part if d else block
            ones_beside[:, 0] = X[start : start + rows, d]
            np.negative(Y[:, d], out=right[1])
            np.matmul(ones_beside, right, out=out)
            term(out, out=out)
            if d:
                block += part
        if finish is not None:
            finish(block)
    return total


@dataclass(frozen=True)
class Stationary(Kernel):
    """A kernel of the difference with k(x, x) = 1."""

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))


@dataclass(frozen=True)
class AxisProduct(Stationary):
    """One that is a product over the coordinates, k(x, y) = Π_d k₁(x_d − y_d)."""

    def axis_terms(self, x: Array, y: Array, P: Array) -> AxisTerms:
        return [(self.along_axis(x, P[:, 0]), self.along_axis(y, P[:, 1]))]


@dataclass(frozen=True)
class Gaussian(AxisProduct):
    """k(x, y) = exp(−‖x − y‖² / width) (S Figure 4, B 12.86).

    width: c > 0 in squared units of the data. The same kernel in the two other conventions:
    `Gaussian.from_sigma(σ)` with c = 2σ² (S 3.6), `Gaussian.from_gamma(γ)` with c = 1/γ (C).
    """

    width: float

    def _validate(self) -> None:
        require_positive("Gaussian", width=self.width)

    @classmethod
    def from_sigma(cls, sigma: float) -> Gaussian:
        """exp(−‖x − y‖² / 2σ²) (S 3.6); σ in units of the data."""
        require_positive("Gaussian", sigma=sigma)
        return cls(2.0 * sigma**2)

    @classmethod
    def from_gamma(cls, gamma: float) -> Gaussian:
        """exp(−γ ‖x − y‖²) (C section 2, and scikit-learn's `gamma`)."""
        require_positive("Gaussian", gamma=gamma)
        return cls(1.0 / gamma)

    @property
    def sigma(self) -> float:
        return math.sqrt(self.width / 2.0)

    @property
    def gamma(self) -> float:
        return 1.0 / self.width

    def gram(self, X: Array, Y: Array) -> Array:
        def finish(values: Array) -> None:
            values /= -self.width
            np.exp(values, out=values)

        return squared_distances(X, Y, finish)

    @property
    def formula(self) -> str:
        return r"\exp\left(-\lVert\mathbf{x}-\mathbf{y}\rVert^2 / c\right)"

    def along_axis(self, x: Array, y: Array) -> Array:
        values = x[:, None] - y
        np.square(values, out=values)
        values /= -self.width
        return np.exp(values, out=values)

    def axis_growth(self, half: float, u: Array) -> Array:
        return np.square(half * np.sinh(u)) / self.width


@dataclass(frozen=True)
class Laplacian(AxisProduct):
    """k(x, y) = exp(−‖x − y‖₁ / width), with the sum of absolute differences, as scikit-learn.

    width > 0 in units of the data; scikit-learn's `gamma` is 1/width.
    """

    width: float

    def _validate(self) -> None:
        require_positive("Laplacian", width=self.width)

    def gram(self, X: Array, Y: Array) -> Array:
        def finish(values: Array) -> None:
            values /= -self.width
            np.exp(values, out=values)

        return summed_differences(X, Y, np.abs, finish)

    @property
    def formula(self) -> str:
        return r"\exp\left(-\lVert\mathbf{x}-\mathbf{y}\rVert_1 / w\right)"

    def along_axis(self, x: Array, y: Array) -> Array:
        values = x[:, None] - y
        np.abs(values, out=values)
        values /= -self.width
        return np.exp(values, out=values)

    def multiplier(self, X: Array) -> Multiplier | None:
        n, dimension = X.shape
        if dimension > 2:
            return None
        plane = X if dimension == 2 else np.column_stack([X, np.zeros(n)])
        return Dominance.of(plane, self.width)


@dataclass(frozen=True)
class RationalQuadratic(Stationary):
    """k(x, y) = (1 + ‖x − y‖² / (2 α ℓ²))^(−α): a scale mixture of Gaussians.

    length: ℓ > 0 in units of the data; alpha: α > 0 (Rasmussen & Williams 2006, eq. 4.19).
    """

    length: float
    alpha: float = 1.0

    def _validate(self) -> None:
        require_positive("RationalQuadratic", length=self.length, alpha=self.alpha)

    def gram(self, X: Array, Y: Array) -> Array:
        def finish(values: Array) -> None:
            values /= self.length
            values /= 2.0 * self.alpha * self.length
            # log1p keeps the digits that 1 + small would lose before a large power.
            np.log1p(values, out=values)
            values *= -self.alpha
            np.exp(values, out=values)

        return squared_distances(X, Y, finish)

    @property
    def formula(self) -> str:
        return (
            r"\left(1 + \frac{\lVert\mathbf{x}-\mathbf{y}\rVert^2}"
            r"{2 \alpha \ell^2}\right)^{-\alpha}"
        )


@dataclass(frozen=True)
class Matern(Stationary):
    """Matérn kernel of r = ‖x − y‖ / ℓ (Rasmussen & Williams 2006, eq. 4.14, 4.17).

    nu = 1/2: exp(−r); nu = 3/2: (1 + √3 r) exp(−√3 r); nu = 5/2: (1 + √5 r + 5r²/3) exp(−√5 r).
    length: ℓ > 0 in units of the data.
    """

    length: float
    nu: float = 1.5

    def _validate(self) -> None:
        require_positive("Matern", length=self.length)
        if self.nu not in (0.5, 1.5, 2.5):
            raise ValueError(f"Matern needs nu=0.5, 1.5 or 2.5; got nu={self.nu!r}.")

    def gram(self, X: Array, Y: Array) -> Array:
        scale = math.sqrt(2.0 * self.nu) / self.length

        def finish(values: Array) -> None:
            np.sqrt(values, out=values)
            values *= -scale
            decay = np.exp(values)
            if self.nu == 0.5:
                values[:] = decay
            elif self.nu == 1.5:
                np.multiply(1.0 - values, decay, out=values)
            else:
                np.multiply(1.0 - values * (1.0 - values / 3.0), decay, out=values)

        return squared_distances(X, Y, finish)

    @property
    def formula(self) -> str:
        r = r"\lVert\mathbf{x}-\mathbf{y}\rVert / \ell"
        if self.nu == 0.5:
            return rf"e^{{-r}}, \quad r = {r}"
        if self.nu == 1.5:
            return rf"(1 + \sqrt{{3}}\,r)\, e^{{-\sqrt{{3}}\,r}}, \quad r = {r}"
        return rf"(1 + \sqrt{{5}}\,r + \tfrac{{5}}{{3}}r^2)\, e^{{-\sqrt{{5}}\,r}}, \quad r = {r}"
