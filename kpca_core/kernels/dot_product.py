"""Kernels of the dot product x·y: linear, polynomial, sigmoid, cosine.

Sources: docs/notation.md.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import EPS, LOG_LARGEST, Array, is_finite, ratio
from kpca_core._support.families import Family, Parameter
from kpca_core._support.words import E_, N_
from kpca_core.kernels.base import (
    ALIKE,
    UNIT_ROUNDOFF,
    Inverse,
    Kernel,
    Scaled,
    dot_rounding,
    require_finite_gram,
)
from kpca_core.kernels.distances import BLOCK_PAIRS
from kpca_core.kernels.parameters import other_names, require_finite, require_positive
from kpca_core.kernels.rows import SparseRows, dot_products, squared_norms, terms_of

# Factors of all monomials together up to which they are listed: 128 MiB.
MOST_FACTORS = 2**24


class DotProduct(Kernel):
    """A kernel κ(x·y)."""

    @property
    def takes_sparse(self) -> bool:
        return True

    def of_products(self, products: Array) -> Array:
        """κ of the dot products x·y, of the same shape; it may overwrite them."""
        raise NotImplementedError

    def gram(self, X: Array, Y: Array) -> Array:
        return self.of_products(dot_products(X, Y))

    def diagonal(self, X: Array) -> Array:
        return self.of_products(squared_norms(X))

    def slopes(self, products: Array) -> Array:
        """κ′ at x·y, of the same shape."""
        raise NotImplementedError

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        total: Array = (self.slopes(X @ Y.T) * W) @ Y
        return total

    def diagonal_gradient(self, X: Array) -> Array:
        return 2.0 * self.slopes(squared_norms(X))[:, None] * X

    @property
    def has_gradient(self) -> bool:
        return type(self).slopes is not DotProduct.slopes


def plus(text: str, number: float) -> str:
    """Write the Python expression of a text plus a number."""
    return f"{text} {'-' if number < 0 else '+'} {abs(number)!r}" if number else text


@dataclass(frozen=True)
class Linear(DotProduct):
    """k(x, y) = x·y; kernel PCA with it is PCA ([B] section 12.3)."""

    family = Family("linear", N_("Linear"))
    formula = r"\mathbf{x} \cdot \mathbf{y}"

    def of_products(self, products: Array) -> Array:
        return products

    def slopes(self, products: Array) -> Array:
        return np.ones_like(products)

    def rounding(self, X: Array) -> float:
        return dot_rounding(terms_of(X)) * self.largest(X)

    def feature_dimension(self, dimension: int) -> float:
        return dimension

    def features(self, X: Array) -> Array:
        return X

    def numpy_expression(self) -> str:
        return "dot"

    @property
    def scikit_learn(self) -> str:
        return 'kernel="linear"'

    @property
    def linear_part(self) -> tuple[float, Array | float] | None:
        return 1.0, 0.0

    @property
    def product_inverse(self) -> Inverse | None:
        return lambda values: values

    def feature_names(self, dimension: int = 2) -> tuple[str, ...]:
        return ("x", "y") if dimension == 2 else super().feature_names(dimension)

    def about(self, origin: Array) -> Kernel:
        return LinearAbout(tuple(origin.tolist()))

    def _dilated(self, factor: float) -> Kernel:
        return Scaled(1 / factor, self)


@dataclass(frozen=True)
class LinearAbout(Linear):
    """k(x, y) = (x − o)·(y − o), with the components of the linear kernel.

    Far from the coordinates' origin x·y has few digits left for what differs between points; there
    fits take this kernel in its place.

    Parameters
    ----------
    origin : tuple of float
        Tuple of D numbers, o, in units of the data.
    """

    origin: tuple[float, ...]

    formula = r"(\mathbf{x} - \mathbf{o}) \cdot (\mathbf{y} - \mathbf{o})"

    def _validate(self) -> None:
        for value in self.origin:
            require_finite("LinearAbout", origin=value)

    def numpy_expression(self) -> str:
        return f"(A - {list(self.origin)!r}) @ (B - {list(self.origin)!r}).T"

    @property
    def takes_sparse(self) -> bool:
        return False  # x − o has no zeros

    @property
    def scikit_learn(self) -> str:
        return ""

    @property
    def linear_part(self) -> tuple[float, Array | float] | None:
        return 1.0, np.array(self.origin)

    def features(self, X: Array) -> Array:
        return X - self.origin

    def gram(self, X: Array, Y: Array) -> Array:
        return self.features(X) @ self.features(Y).T

    def diagonal(self, X: Array) -> Array:
        return squared_norms(self.features(X))

    def rounding(self, X: Array) -> float:
        return (dot_rounding(X.shape[1]) + 2 * UNIT_ROUNDOFF) * self.largest(X)

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        return W @ self.features(Y)

    def diagonal_gradient(self, X: Array) -> Array:
        return 2.0 * self.features(X)


@other_names(
    (
        "({gamma} x·y + {coef0})^{degree}",
        "{gamma}**{degree} * Polynomial({degree}, {coef0} / {gamma})",
    ),
    ("(x·y + {offset})^{d}", "Polynomial({d}, {offset})"),
)
@dataclass(frozen=True)
class Polynomial(DotProduct):
    """k(x, y) = (x·y + offset)^degree ([S] eq. 3.5, there with offset 0).

    Its feature space is spanned by the monomials of order `degree` ([S] eq. 3.3–3.4), with an
    offset by those up to that order.

    Parameters
    ----------
    degree : int
        d ≥ 1.
    offset : float
        θ ≥ 0, in squared units of the data; with a negative one the kernel would not be psd.
    """

    degree: int
    offset: float = 0.0

    family = Family(
        "polynomial",
        N_("Polynomial"),
        (
            Parameter("degree", N_("degree d"), 2, 1, 12, integer=True, key="degree"),
            Parameter("offset", N_("offset θ"), 0.0, 0.0, 10.0, key="offset"),
        ),
        r"\left(\mathbf{x} \cdot \mathbf{y} + \theta\right)^{d}",
    )

    def _validate(self) -> None:
        if not is_finite(self.degree) or self.degree != int(self.degree) or self.degree < 1:
            said = E_("Polynomial needs a whole degree >= 1; got degree={degree!r}.")
            raise ValueError(said.format(degree=self.degree))
        require_finite("Polynomial", offset=self.offset)
        if self.offset < 0:
            said = E_("Polynomial needs an offset >= 0 to be a kernel; got offset={offset!r}.")
            raise ValueError(said.format(offset=self.offset))

    def _dilated(self, factor: float) -> Kernel:
        return Scaled(factor**-self.degree, replace(self, offset=self.offset * factor))

    def of_products(self, products: Array) -> Array:
        products += self.offset
        return _power(products, int(self.degree))

    def slopes(self, products: Array) -> Array:
        return self.degree * _power(products + self.offset, int(self.degree) - 1)

    def rounding(self, X: Array) -> float:
        # Each of the `degree` factors has the error of the dot product, and each step rounds.
        relative = dot_rounding(terms_of(X)) + 2 * UNIT_ROUNDOFF
        return int(self.degree) * relative * self.largest(X)

    def about(self, origin: Array) -> Kernel:
        # A constant is removed by centring, too.
        return Linear().about(origin) if self.degree == 1 else self

    @property
    def formula(self) -> str:
        return self.family.formula if self.offset else self.family.formula.replace(r" + \theta", "")

    def numpy_expression(self) -> str:
        return f"({plus('dot', self.offset)}) ** {int(self.degree)}"

    @property
    def scikit_learn(self) -> str:
        return f'kernel="poly", degree={self.degree!r}, gamma=1, coef0={self.offset!r}'

    @property
    def linear_part(self) -> tuple[float, Array | float] | None:
        return (1.0, 0.0) if self.degree == 1 else None

    @property
    def product_inverse(self) -> Inverse | None:
        def root(values: Array) -> Array:
            return np.copysign(np.abs(values) ** (1.0 / self.degree), values) - self.offset

        return root if self.degree % 2 else None

    def feature_names(self, dimension: int = 2) -> tuple[str, ...]:
        names = {(1, False): ("x", "y"), (1, True): ("x", "y", "√θ")}
        names[2, False] = ("x²", "√2 x y", "y²")
        found = names.get((self.degree, bool(self.offset))) if dimension == 2 else None
        return found or super().feature_names(dimension)

    def feature_dimension(self, dimension: int) -> float:
        """(D + d − 1)! / (d! (D − 1)!) monomials of order d ([S] after eq. 3.5).

        With an offset those up to that order: (D + d)! / (d! D!).
        """
        return math.comb(dimension + bool(self.offset) + int(self.degree) - 1, int(self.degree))

    def lists_features(self, dimension: int) -> bool:
        degree, variables = int(self.degree), dimension + bool(self.offset)
        # A multinomial coefficient is at most variables**degree.
        in_range = degree * math.log(max(1, variables)) < LOG_LARGEST
        return in_range and self.feature_dimension(dimension) * degree <= MOST_FACTORS

    def features(self, X: Array) -> Array:
        """Monomials of order `degree` times √(multinomial coefficient) ([S] eq. 3.4)."""
        if not self.lists_features(X.shape[1]):
            raise ValueError(
                E_(
                    "{kernel!r} has {feature_dimension:,} features of {columns} columns, "
                    "more than can be listed; use its Gram matrix."
                ).format(
                    kernel=self,
                    feature_dimension=self.feature_dimension(X.shape[1]),
                    columns=X.shape[1],
                )
            )
        if self.offset:
            X = np.hstack([X, np.full((len(X), 1), math.sqrt(self.offset))])
        powers, weights = _monomials(X.shape[1], int(self.degree))
        columns = np.repeat(weights[None, :], len(X), axis=0)
        for factor in powers.T:
            columns *= X[:, factor]
        return columns


def _power(base: Array, degree: int) -> Array:
    """base**degree by repeated squaring, which overwrites `base` and is faster than logarithms."""
    result = base.copy() if degree % 2 else np.ones_like(base)
    while degree := degree // 2:
        np.multiply(base, base, out=base)
        if degree % 2:
            result *= base
    return result


@lru_cache(maxsize=64)
def _monomials(variables: int, degree: int) -> tuple[Array, Array]:
    """Factor indices (M, degree) of the monomials of one order, and their weights (M,)."""
    powers = np.array(list(combinations_with_replacement(range(variables), degree)))
    weights = np.empty(len(powers))
    for row, indices in enumerate(powers):
        repeats = np.bincount(indices)
        weights[row] = math.sqrt(
            math.factorial(degree) / math.prod(math.factorial(int(r)) for r in repeats)
        )
    powers.flags.writeable = weights.flags.writeable = False
    return powers, weights


@other_names(
    ("tanh({gamma} x·y + {coef0})", "Sigmoid({gamma}, {coef0})"),
    ("tanh({kappa} x·y + {theta})", "Sigmoid({kappa}, {theta})"),
)
@dataclass(frozen=True)
class Sigmoid(DotProduct):
    """k(x, y) = tanh(scale x·y + offset) ([S] eq. 3.7); indefinite: eigenvalues can be negative.

    Parameters
    ----------
    scale : float
        κ > 0, in inverse squared units of the data.
    offset : float
        θ.
    """

    scale: float = 1.0
    offset: float = 0.0

    formula = r"\tanh\left(\kappa \, \mathbf{x} \cdot \mathbf{y} + \theta\right)"
    is_psd = False
    is_indefinite = True
    family = Family(
        "sigmoid",
        N_("Sigmoid"),
        (
            Parameter(
                "scale", N_("scale κ"), 2.0, 0.01, 100.0, log=True, key="kappa",
                power=-2, measure="norm",
            ),
            Parameter("offset", N_("offset θ"), 1.0, -5.0, 5.0, key="shift"),
        ),
    )  # fmt: skip

    def _validate(self) -> None:
        require_positive("Sigmoid", scale=self.scale)
        require_finite("Sigmoid", offset=self.offset)

    def numpy_expression(self) -> str:
        return f"np.tanh({plus(f'{self.scale!r} * dot', self.offset)})"

    def slopes(self, products: Array) -> Array:
        # 1 − tanh² would lose all digits where tanh is nearly ±1.
        decay = np.exp(-2.0 * np.abs(self.scale * products + self.offset))
        return 4.0 * self.scale * decay / np.square(1.0 + decay)

    def of_products(self, products: Array) -> Array:
        # A sum that has overflown may have the wrong sign, which tanh would turn into ∓1.
        require_finite_gram(self, products)
        return np.tanh(self.scale * products + self.offset)

    def rounding(self, X: Array) -> float:
        # tanh is at most as steep as the identity, which is enough to know for small arguments.
        size = self.scale * float(squared_norms(X).max(initial=0.0)) + abs(self.offset)
        if size <= 10.0 or isinstance(X, SparseRows):
            return (dot_rounding(terms_of(X)) + 4 * UNIT_ROUNDOFF) * size + 2 * UNIT_ROUNDOFF
        # Errors are small where tanh is flat; to find these pairs takes a pass over all of them.
        n, rows = len(X), max(16, BLOCK_PAIRS // len(X))
        total = 0.0
        for start in range(0, n, rows):
            part, before = X[start : start + rows], X[:start]
            total += self._squared_errors(part, part) + 2.0 * self._squared_errors(part, before)
        return math.sqrt(total) / n + 2 * UNIT_ROUNDOFF

    def _squared_errors(self, X: Array, Y: Array) -> float:
        """The sum over pairs of squared bounds of the error of tanh(a), where a errs by η.

        By η times the slope at |a| − η, the steepest within reach, and by 2 at most.
        """
        reach = np.abs(self.scale * (X @ Y.T) + self.offset)
        errors = np.abs(X) @ np.abs(Y).T
        errors *= (dot_rounding(X.shape[1]) + 2 * UNIT_ROUNDOFF) * self.scale
        errors += UNIT_ROUNDOFF * reach
        reach -= errors
        flat = np.exp(-2.0 * np.maximum(reach, 0.0, out=reach), out=reach)
        errors *= 4.0 * flat
        errors /= np.square(1.0 + flat)
        return float(np.square(np.minimum(errors, 2.0, out=errors)).sum())

    def largest(self, X: Array) -> float:
        return 1.0


# Between this norm and its inverse squares neither overflow nor lose digits by underflow.
SMALL_NORM = math.sqrt(np.finfo(np.float64).tiny / EPS)


def _largest(X: Array) -> Array:
    """max |x_d| (n, 1): divided by it first, the norm of tiny and huge points is exact."""
    largest: Array = np.abs(X).max(axis=1, keepdims=True, initial=0.0)
    return largest


def _lengths(X: Array) -> Array:
    """‖X[i]‖, shape (n, 1), also where its square is beyond float64."""
    largest = _largest(X)
    lengths: Array = largest * np.linalg.norm(ratio(X, largest), axis=1, keepdims=True)
    return lengths


@dataclass(frozen=True)
class Cosine(Kernel):
    """k(x, y) = x·y / (‖x‖ ‖y‖), and 0 where x or y is 0: PCA of directions."""

    formula = (
        r"\frac{\mathbf{x} \cdot \mathbf{y}}"
        r"{\lVert\mathbf{x}\rVert \, \lVert\mathbf{y}\rVert}"
    )
    family = Family("cosine", N_("Cosine"))

    def numpy_expression(self) -> str:
        # 0 where a or b is 0.
        return "dot / np.maximum(np.sqrt(np.outer((A**2).sum(1), (B**2).sum(1))), 1e-300)"

    @property
    def scikit_learn(self) -> str:
        return 'kernel="cosine"'

    @property
    def takes_sparse(self) -> bool:
        return True

    def feature_names(self, dimension: int = 2) -> tuple[str, ...]:
        return ("x/‖x‖", "y/‖x‖") if dimension == 2 else super().feature_names(dimension)

    def gram(self, X: Array, Y: Array) -> Array:
        return dot_products(self.features(X), self.features(Y))

    def diagonal(self, X: Array) -> Array:
        return squared_norms(self.features(X))

    def rounding(self, X: Array) -> float:
        return 2 * dot_rounding(terms_of(X)) + 4 * UNIT_ROUNDOFF

    def feature_dimension(self, dimension: int) -> float:
        return dimension

    def features(self, X: Any) -> Any:
        if isinstance(X, SparseRows):
            return X.directions()
        norms = np.sqrt(squared_norms(X))
        if norms.min(initial=1.0) > SMALL_NORM and norms.max(initial=1.0) < 1.0 / SMALL_NORM:
            return X / norms[:, None]
        X = ratio(X, _largest(X))
        return ratio(X, np.linalg.norm(X, axis=1, keepdims=True))

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        directions, sums = self.features(X), W @ self.features(Y)
        sums -= np.einsum("ij,ij->i", sums, directions)[:, None] * directions
        return ratio(sums, _lengths(X))

    def diagonal_gradient(self, X: Array) -> Array:
        return np.zeros_like(X)

    def kinks(self, X: Array, Y: Array) -> NDArray[np.bool_]:
        at_zero = _lengths(X) <= ALIKE * _lengths(Y).max(initial=0.0)
        return np.tile(at_zero, X.shape[1])
