"""Kernels of the difference x − y: Gaussian, Laplacian, rational quadratic, Matérn.

Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import LOG_LARGEST, Array, exponentials, ratio
from kpca_core._support.families import Family, Forms, Parameter
from kpca_core._support.words import E_, N_
from kpca_core.kernels.base import (
    ALIKE,
    SMALLEST,
    UNIT_ROUNDOFF,
    Inverse,
    Kernel,
    ProductForm,
    dot_rounding,
    logarithms,
    require_finite_gram,
)
from kpca_core.kernels.distances import (
    distance_rounding,
    product_sizes,
    squared_distances,
    summed_differences,
)
from kpca_core.kernels.parameters import other_names, require_positive

# Within 1/MOST_SQUARE and this the square of a length is far enough from the ends of float64.
MOST_SQUARE = 1e302

# The logarithm of a kernel value that may be taken for 0.
NO_VALUE = math.log(UNIT_ROUNDOFF)


@dataclass(frozen=True)
class Stationary(Kernel):
    """A kernel of the difference x − y with k(x, x) = 1."""

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def largest(self, X: Array) -> float:
        return 1.0

    def diagonal_gradient(self, X: Array) -> Array:
        return np.zeros_like(X)


def _require_square(kernel: str, square: float, of: str, given: str) -> None:
    """Raise ValueError unless the square of a length is within MOST_SQUARE and its inverse."""
    if not 1.0 / MOST_SQUARE <= float(square) <= MOST_SQUARE:
        raise ValueError(
            E_(
                "{kernel} needs {of} from {least:g} to {most:g}; got {given}. Rescale the data."
            ).format(kernel=kernel, of=of, least=1.0 / MOST_SQUARE, most=MOST_SQUARE, given=given)
        )


def _require_length(kernel: str, length: float) -> None:
    require_positive(kernel, length=length)
    _require_square(kernel, float(length) * float(length), E_("a length²"), f"length={length!r}")


class Radial(Stationary):
    """A kernel of ‖x − y‖².

    Attributes
    ----------
    smooth : bool
        It changes by no more than δ/scale with a change δ of the squared distance.
    """

    smooth = True

    @property
    def squared_scale(self) -> float:
        """The squared distance over which the kernel changes by its own size."""
        raise NotImplementedError

    def finish(self, values: Array) -> None:
        """Turn squared distances into kernel values, in place."""
        raise NotImplementedError

    @property
    def takes_sparse(self) -> bool:
        return type(self).finish is not Radial.finish

    def gram(self, X: Array, Y: Array) -> Array:
        return squared_distances(X, Y, self.finish, self.squared_scale, smooth=self.smooth)

    def rounding(self, X: Array) -> float:
        return self.rounding_within(*product_sizes(X))

    def rounding_within(self, dimension: int, farthest: float) -> float:
        """`rounding` for points of D = `dimension` with ‖x‖² + ‖y‖² ≤ `farthest`.

        That of the squared distance over its scale, and four roundings of a value.
        """
        error = distance_rounding(dimension, farthest, self.squared_scale, smooth=self.smooth)
        return error + 4 * UNIT_ROUNDOFF

    def slopes(self, X: Array, Y: Array) -> Array:
        """dk/dδ of δ = ‖X[i] − Y[j]‖², shape (n, m); 0 where it is infinite."""
        raise NotImplementedError

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        S = self.slopes(X, Y) * W
        # x − y is the difference of large numbers where the points are far from the origin.
        middle = Y.sum(axis=0) / max(1, len(Y))
        total: Array = 2.0 * (S.sum(axis=1)[:, None] * (X - middle) - S @ (Y - middle))
        return total

    def gradient_sums(self, X: Array, Y: Array, A: Array) -> Array:
        S, middle = self.slopes(X, Y), Y.sum(axis=0) / max(1, len(Y))
        found = np.empty((len(X), A.shape[1], X.shape[1]))
        for c, sums in enumerate((S @ A).T):
            found[:, c] = 2.0 * (sums[:, None] * (X - middle) - S @ (A[:, c, None] * (Y - middle)))
        return found

    @property
    def has_gradient(self) -> bool:
        return type(self).slopes is not Radial.slopes


def is_radial(kernel: Kernel) -> TypeGuard[Radial]:
    """Whether the kernel is a function of ‖x − y‖² that `Radial.finish` computes."""
    return isinstance(kernel, Radial)


def _length(key: str = "length") -> Parameter:
    return Parameter("length", N_("length ℓ"), 0.3, 0.01, 100.0, log=True, key=key, power=1)


@other_names(
    ("exp(−‖x − y‖² / 2 {sigma}²)", "Gaussian.from_sigma({sigma})"),
    ("exp(−‖x − y‖² / 2 {length_scale}²)", "Gaussian.from_sigma({length_scale})"),
    ("exp(−{gamma} ‖x − y‖²)", "Gaussian.from_gamma({gamma})"),
    ("exp(−‖x − y‖² / {c})", "Gaussian({c})"),
)
@dataclass(frozen=True)
class Gaussian(Radial):
    """k(x, y) = exp(−‖x − y‖² / width) ([S] Figure 4, [B] eq. 12.86).

    Parameters
    ----------
    width : float
        c > 0, in squared units of the data. The same kernel in the two other conventions:
        `Gaussian.from_sigma(σ)` has c = 2σ² ([S] eq. 3.6), `Gaussian.from_gamma(γ)` has c = 1/γ
        ([C] section 2).

    Examples
    --------
    >>> from kpca_core import Gaussian, Linear
    >>> Gaussian.from_sigma(1.0) == Gaussian.from_gamma(0.5) == Gaussian(2.0)
    True
    >>> Gaussian(2.0) + 0.5 * Linear()
    Gaussian(width=2.0) + 0.5 * Linear()
    """

    width: float

    formula = r"\exp\left(-\lVert\mathbf{x}-\mathbf{y}\rVert^2 / c\right)"
    is_analytic = True
    family = Family(
        "gaussian",
        N_("Gaussian"),
        (Parameter("width", N_("width c"), 0.1, 1e-3, 1e2, log=True, key="width", power=2),),
        forms=lambda: _NOTATIONS,
    )

    def _validate(self) -> None:
        require_positive("Gaussian", width=self.width)
        _require_square("Gaussian", self.width, E_("a width"), f"width={self.width!r}")

    @classmethod
    def from_sigma(cls, sigma: float) -> Gaussian:
        """exp(−‖x − y‖² / 2σ²) ([S] eq. 3.6); σ in units of the data."""
        require_positive("Gaussian", sigma=sigma)
        _require_square(
            "Gaussian", 2.0 * float(sigma) * float(sigma), E_("a width 2σ²"), f"sigma={sigma!r}"
        )
        return cls(2.0 * sigma * sigma)

    @classmethod
    def from_gamma(cls, gamma: float) -> Gaussian:
        """exp(−γ ‖x − y‖²) ([C] section 2, and scikit-learn's `gamma`)."""
        require_positive("Gaussian", gamma=gamma)
        _require_square("Gaussian", 1.0 / float(gamma), E_("a width 1/γ"), f"gamma={gamma!r}")
        return cls(1.0 / gamma)

    @property
    def sigma(self) -> float:
        """σ with width = 2σ²."""
        return math.sqrt(self.width / 2.0)

    @property
    def gamma(self) -> float:
        """γ with width = 1/γ."""
        return 1.0 / self.width

    @property
    def squared_scale(self) -> float:
        return self.width

    def finish(self, values: Array) -> None:
        values /= -self.width
        exponentials(values)

    def slopes(self, X: Array, Y: Array) -> Array:
        return self.gram(X, Y) / -self.width

    def rounding_within(self, dimension: int, farthest: float) -> float:
        # |t e⁻ᵗ| ≤ 1/e, and the division and the exponential round too.
        return distance_rounding(dimension, farthest, self.width) + 2 * UNIT_ROUNDOFF

    def product_form(self, dimension: int) -> ProductForm:
        return ((1.0, self),)

    def numpy_expression(self) -> str:
        return f"np.exp(-squared / {self.width!r})"

    @property
    def scikit_learn(self) -> str:
        return f'kernel="rbf", gamma=1 / {self.width!r}'

    @property
    def gaussian_width(self) -> float | None:
        return self.width


# Gaussian(width=c) in three notations; each has a parameter of its own.
_NOTATIONS: Forms = Forms(
    "convention",
    N_("Convention"),
    {
        "width": replace(Gaussian.family, label=N_("width c"), formula=Gaussian.formula),
        "sigma": Family(
            "gaussian",
            "σ",
            (
                Parameter(
                    "sigma", "σ", 0.2236, 0.02, 10.0, log=True, key="sigma",
                    power=1, factor=math.sqrt(0.5),
                ),
            ),
            r"\exp\left(-\lVert\mathbf{x}-\mathbf{y}\rVert^2 / 2\sigma^2\right)",
            Gaussian.from_sigma,
        ),
        "gamma": Family(
            "gaussian",
            "γ",
            (Parameter("gamma", "γ", 10.0, 0.01, 1e3, log=True, key="gamma", power=-2),),
            r"\exp\left(-\gamma \lVert\mathbf{x}-\mathbf{y}\rVert^2\right)",
            Gaussian.from_gamma,
        ),
    },
    "width",
    notations=True,
)  # fmt: skip


@other_names(
    ("exp(−{gamma} ‖x − y‖₁)", "Laplacian(1 / {gamma})"),
    ("exp(−‖x − y‖₁ / {sigma})", "Laplacian({sigma})"),
    ("exp(−‖x − y‖₁ / {length_scale})", "Laplacian({length_scale})"),
)
@dataclass(frozen=True)
class Laplacian(Stationary):
    """k(x, y) = exp(−‖x − y‖₁ / width), with the sum of absolute differences, as scikit-learn's.

    Parameters
    ----------
    width : float
        w > 0, in units of the data; scikit-learn's `gamma` is 1/width.
    """

    width: float

    formula = r"\exp\left(-\lVert\mathbf{x}-\mathbf{y}\rVert_1 / w\right)"
    family = Family(
        "laplacian",
        N_("Laplacian"),
        (
            Parameter(
                "width", N_("width w"), 0.3, 0.01, 100.0, log=True, key="decay",
                power=1, measure="sum",
            ),
        ),
    )  # fmt: skip

    def _validate(self) -> None:
        require_positive("Laplacian", width=self.width)
        _require_square("Laplacian", self.width, E_("a width"), f"width={self.width!r}")

    def gram(self, X: Array, Y: Array) -> Array:
        def finish(values: Array) -> None:
            values /= -self.width
            exponentials(values)

        return summed_differences(X, Y, "cityblock", finish)

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        S = self.gram(X, Y) * W / -self.width
        signs = (np.sign(X[:, d, None] - Y[:, d]) for d in range(X.shape[1]))
        return np.column_stack([np.einsum("ij,ij->i", S, sign) for sign in signs])

    def kinks(self, X: Array, Y: Array) -> NDArray[np.bool_]:
        pairs = zip(X.T[:, :, None], Y.T, strict=True)
        gaps = [np.abs(x - y).min(axis=1, initial=np.inf) for x, y in pairs]
        found: NDArray[np.bool_] = np.column_stack(gaps) <= ALIKE * np.abs(Y).max(0, initial=0.0)
        return found

    def rounding(self, X: Array) -> float:
        return dot_rounding(X.shape[1]) + 3 * UNIT_ROUNDOFF

    def numpy_expression(self) -> str:
        return f"np.exp(-cityblock / {self.width!r})"

    def product_form(self, dimension: int) -> ProductForm:
        return ((1.0, self),)


@other_names(
    (
        "(1 + ‖x − y‖² / 2 {alpha} {length_scale}²)^−{alpha}",
        "RationalQuadratic({length_scale}, {alpha})",
    ),
)
@dataclass(frozen=True)
class RationalQuadratic(Radial):
    """k(x, y) = (1 + ‖x − y‖² / (2 α ℓ²))^(−α), a scale mixture of Gaussians.

    Parameters
    ----------
    length : float
        ℓ > 0, in units of the data.
    alpha : float
        α > 0; for α → ∞ the kernel tends to a Gaussian of width 2ℓ².

    References
    ----------
    Rasmussen & Williams 2006, eq. 4.19.
    """

    length: float
    alpha: float = 1.0

    formula = (
        r"\left(1 + \frac{\lVert\mathbf{x}-\mathbf{y}\rVert^2}"
        r"{2 \alpha \ell^2}\right)^{-\alpha}"
    )
    is_analytic = True
    family = Family(
        "rational-quadratic",
        N_("Rational quadratic"),
        (_length(), Parameter("alpha", "α", 1.0, 0.01, 100.0, log=True, key="alpha")),
    )

    def _validate(self) -> None:
        _require_length("RationalQuadratic", self.length)
        require_positive("RationalQuadratic", alpha=self.alpha)
        _require_square(
            "RationalQuadratic",
            2.0 * float(self.alpha) * float(self.length) * float(self.length),
            E_("a product 2·alpha·length²"),
            f"length={self.length!r} and alpha={self.alpha!r}",
        )

    @property
    def squared_scale(self) -> float:
        return 2.0 * self.length**2

    def finish(self, values: Array) -> None:
        overflow = math.log(2.0 * self.alpha) + 2.0 * math.log(self.length) - LOG_LARGEST
        if self.alpha * overflow > NO_VALUE:  # of an infinite distance the value would be 0
            require_finite_gram(self, values)
        values /= self.length
        values /= 2.0 * self.alpha * self.length
        np.log1p(values, out=values)
        values *= -self.alpha
        exponentials(values)

    def slopes(self, X: Array, Y: Array) -> Array:
        reduced = squared_distances(X, Y) / self.length / (2.0 * self.alpha * self.length)
        values: Array = np.exp(-(self.alpha + 1.0) * np.log1p(reduced))
        return values / (-2.0 * self.length**2)

    def numpy_expression(self) -> str:
        return f"(1 + squared / (2 * {self.alpha!r} * {self.length!r} ** 2)) ** -{self.alpha!r}"

    @property
    def square_inverse(self) -> Inverse | None:
        scale = 2.0 * self.alpha * self.length**2
        return lambda values: scale * np.expm1(np.minimum(logarithms(values) / self.alpha, 700.0))


@other_names(
    ("k_{nu}(‖x − y‖ / {length_scale})", "Matern({length_scale}, {nu})"),
)
@dataclass(frozen=True)
class Matern(Radial):
    """The Matérn kernel of r = ‖x − y‖ / ℓ.

    ν = 1/2: exp(−r); ν = 3/2: (1 + √3 r) exp(−√3 r); ν = 5/2: (1 + √5 r + 5r²/3) exp(−√5 r).

    Parameters
    ----------
    length : float
        ℓ > 0, in units of the data.
    nu : float
        ν, one of 0.5, 1.5 and 2.5: the sample paths are ⌈ν⌉ − 1 times differentiable.

    References
    ----------
    Rasmussen & Williams 2006, eq. 4.14 and 4.17.
    """

    length: float
    nu: float = 1.5

    family = Family("matern", N_("Matérn"), (_length(),), forms=lambda: _SMOOTHNESS)

    def _validate(self) -> None:
        _require_length("Matern", self.length)
        if self.nu not in (0.5, 1.5, 2.5):
            said = E_("Matern needs nu=0.5, 1.5 or 2.5; got nu={nu!r}.")
            raise ValueError(said.format(nu=self.nu))

    @property
    def smooth(self) -> bool:  # type: ignore[override]
        return self.nu > 0.5

    @property
    def squared_scale(self) -> float:
        return self.length**2

    def finish(self, values: Array) -> None:
        np.sqrt(values, out=values)
        values *= -math.sqrt(2.0 * self.nu) / self.length
        np.maximum(values, -1e3, out=values)  # e^−1000 is 0, but ∞ · 0 would be NaN
        decay = exponentials(values.copy())
        if self.nu == 0.5:
            values[:] = decay
        elif self.nu == 1.5:
            np.multiply(1.0 - values, decay, out=values)
        else:
            np.multiply(1.0 - values * (1.0 - values / 3.0), decay, out=values)

    def slopes(self, X: Array, Y: Array) -> Array:
        scale = math.sqrt(2.0 * self.nu) / self.length
        r = np.minimum(scale * np.sqrt(squared_distances(X, Y)), 1e3)
        decay = np.exp(-r) * (-(scale**2) / 2.0)
        if self.nu == 0.5:
            return ratio(decay, r)
        return decay if self.nu == 1.5 else decay * (1.0 + r) / 3.0

    def kinks(self, X: Array, Y: Array) -> NDArray[np.bool_]:
        if self.nu > 0.5:
            return super().kinks(X, Y)
        nearest = squared_distances(X, Y).min(axis=1, initial=np.inf)
        size = float(np.square(Y).sum(axis=1).max(initial=0.0))
        return np.tile((nearest <= ALIKE**2 * size)[:, None], X.shape[1])

    def rounding_within(self, dimension: int, farthest: float) -> float:
        # For ν > 1/2 |dk/dδ| ≤ 3/2ℓ² for δ = ‖x − y‖². For ν = 1/2 the root of δ with error η errs
        # by η/2√δ, which is 2.5 η/ℓ² at most with δ ≥ (‖x‖² + ‖y‖²)/100 in `squared_distances`.
        # A δ that underflows errs by SMALLEST a coordinate at most, and √δ by the root of that.
        underflow = 0.0 if self.smooth else math.sqrt(dimension * SMALLEST) / self.length
        steepness = 1.5 if self.smooth else 2.5
        error = distance_rounding(dimension, farthest, self.squared_scale, smooth=self.smooth)
        return steepness * error + underflow + 4 * UNIT_ROUNDOFF

    @property
    def formula(self) -> str:
        r = r"\lVert\mathbf{x}-\mathbf{y}\rVert / \ell"
        if self.nu == 0.5:
            return rf"e^{{-r}}, \quad r = {r}"
        if self.nu == 1.5:
            return rf"(1 + \sqrt{{3}}\,r)\, e^{{-\sqrt{{3}}\,r}}, \quad r = {r}"
        return rf"(1 + \sqrt{{5}}\,r + \tfrac{{5}}{{3}}r^2)\, e^{{-\sqrt{{5}}\,r}}, \quad r = {r}"

    def product_form(self, dimension: int) -> ProductForm:
        # In one coordinate ‖x − y‖₂ = ‖x − y‖₁.
        return ((1.0, Laplacian(self.length)),) if self.nu == 0.5 and dimension == 1 else ()

    def numpy_expression(self) -> str:
        r = f"np.sqrt({round(2 * self.nu)} * squared) / {self.length!r}"
        factor = {0.5: "1", 1.5: f"(1 + {r})", 2.5: f"(1 + {r} + ({r}) ** 2 / 3)"}[self.nu]
        return f"{factor} * np.exp(-{r})"

    @property
    def square_inverse(self) -> Inverse | None:
        if self.nu != 0.5:
            return None
        return lambda values: np.square(self.length * logarithms(values))


_SMOOTHNESS: Forms = Forms(
    "nu",
    N_("Smoothness ν"),
    {
        repr(nu): replace(
            Matern.family,
            label=f"{round(2 * nu)}/2",
            formula=Matern(1.0, nu).formula,
            build=partial(Matern, nu=nu),
        )
        for nu in (0.5, 1.5, 2.5)
    },
    "1.5",
)
