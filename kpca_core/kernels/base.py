"""What every kernel is: a frozen value with one formula, and the algebra of such values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from numbers import Real
from typing import Any

import numpy as np

Array = np.ndarray
AxisTerms = list[tuple[Array, Array]]
Multiplier = Callable[[Array], Array]


@dataclass(frozen=True)
class Kernel:
    """A kernel k(x, y), evaluated on whole batches.

    Subclasses write `gram` (and `diagonal` where it is cheaper than the diagonal of a Gram matrix)
    and check their parameters in `_validate`. Kernels add, multiply and scale with positive
    numbers; `repr` of a kernel rebuilds it.
    """

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.generic):
                # repr of a NumPy scalar would not rebuild the kernel.
                object.__setattr__(self, field.name, value.item())
        self._validate()

    def _validate(self) -> None:
        """Raise ValueError or TypeError for a parameter out of range."""

    def gram(self, X: Array, Y: Array) -> Array:
        """K[i, j] = k(X[i], Y[j]), shape (n, m), for X (n, D) and Y (m, D)."""
        raise NotImplementedError

    def diagonal(self, X: Array) -> Array:
        """k(X[i], X[i]), shape (n,)."""
        raise NotImplementedError

    @property
    def positive(self) -> bool:
        """Whether every Gram matrix is positive semidefinite (Mercer; S appendix C)."""
        return True

    @property
    def formula(self) -> str:
        """The kernel as LaTeX, with the letters of its parameters."""
        raise NotImplementedError

    def feature_dimension(self, dimension: int) -> float:
        """Columns M of the feature map for inputs with D = `dimension`; infinity without one."""
        return math.inf

    def features(self, X: Array) -> Array:
        """Φ(X) (n, M) with Φ(X) Φ(Y)ᵀ = k(X, Y), where `feature_dimension` is finite (S 3.3)."""
        raise TypeError(f"{self!r} has no finite feature map; use its Gram matrix.")

    def axis_terms(self, x: Array, y: Array, P: Array) -> AxisTerms | None:
        """Separable structure on a grid, or None.

        Pairs (F, G) of shapes (nx, m) and (ny, m) with
        k((x[a], y[b]), P[i]) = Σ F[a, i] G[b, i] over the pairs.
        """
        return None

    def along_axis(self, x: Array, y: Array) -> Array:
        """k₁(x[i], y[j]), shape (n, m), where k(x, y) = Π_d k₁(x_d, y_d), k₁(x, x) = 1 and k₁
        depends on the difference alone."""
        raise TypeError(f"{self!r} is not a product over the coordinates; use its Gram matrix.")

    def axis_growth(self, half: float, u: Array) -> Array:
        """log max |k₁(z, p)| over complex z on the ellipses of parameter ρ = eᵘ around an axis of
        length 2·`half`, p real; infinity where `along_axis` has no such smooth k₁."""
        return np.full_like(u, np.inf)

    def multiplier(self, X: Array) -> Multiplier | None:
        """V (n, b) ↦ gram(X, X) V in far fewer than n² operations, where a way is known."""
        return None

    def __call__(self, X: Any, Y: Any = None) -> Array:
        """The Gram matrix of `X` (n, D) with `Y` (m, D), by default with itself."""
        X = as_points(X, "X")
        Y = X if Y is None else as_points(Y, "Y")
        if X.shape[1] != Y.shape[1]:
            raise ValueError(
                f"X has {X.shape[1]} columns and Y has {Y.shape[1]}; a kernel compares points of "
                "one space, so give both the same number of columns."
            )
        return self.gram(X, Y)

    def __add__(self, other: object) -> Kernel:
        return Sum(self, other) if isinstance(other, Kernel) else NotImplemented

    def __mul__(self, other: object) -> Kernel:
        if isinstance(other, Kernel):
            return Product(self, other)
        return Scaled(float(other), self) if is_finite(other) else NotImplemented  # type: ignore[arg-type]

    __rmul__ = __mul__


def as_points(X: Any, name: str) -> Array:
    """`X` as a float64 array (n, D), or an error that says what it is instead."""
    if hasattr(X, "toarray"):
        raise TypeError(f"{name} is a sparse matrix; kernels need a dense one: {name}.toarray().")
    X = np.asarray(X)
    if np.iscomplexobj(X):
        raise TypeError(f"{name} is complex; kernels compare real points.")
    X = np.asarray(X, dtype=np.float64)
    if X.ndim != 2:
        raise ValueError(
            f"{name} has shape {X.shape}; expected a table of points, one a row (n, D)."
        )
    return X


def require_positive(kernel: str, **values: object) -> None:
    """Every value is a finite number above zero, else ValueError quoting it."""
    for name, value in values.items():
        if not (is_finite(value) and value > 0):  # type: ignore[operator]
            raise ValueError(f"{kernel} needs a finite {name} > 0; got {name}={value!r}.")


def require_finite(kernel: str, **values: object) -> None:
    """Every value is a finite number, else ValueError quoting it."""
    for name, value in values.items():
        if not is_finite(value):
            raise ValueError(f"{kernel} needs a finite {name}; got {name}={value!r}.")


def require_finite_gram(kernel: Kernel, values: Array) -> None:
    """Kernel values are finite, else ValueError: large points raised to a power overflow."""
    if not np.isfinite(values).all():
        raise ValueError(
            f"{kernel!r} is not finite on these points. Rescale the data, or choose a smaller "
            "degree or scale."
        )


def is_finite(value: object) -> bool:
    return (
        isinstance(value, Real) and not isinstance(value, (bool, np.bool_)) and math.isfinite(value)
    )


def is_whole(value: object) -> bool:
    """An integer of Python's or NumPy's, not a truth value."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))


@dataclass(frozen=True)
class Combination(Kernel):
    """Two kernels combined; what holds for both parts holds for their sum and product."""

    left: Kernel
    right: Kernel

    def _validate(self) -> None:
        for part in (self.left, self.right):
            if not isinstance(part, Kernel):
                raise TypeError(f"{type(self).__name__} combines two kernels; got {part!r}.")

    @property
    def positive(self) -> bool:
        return self.left.positive and self.right.positive


@dataclass(frozen=True)
class Sum(Combination):
    """k(x, y) = k₁(x, y) + k₂(x, y): the feature spaces side by side."""

    def gram(self, X: Array, Y: Array) -> Array:
        return self.left.gram(X, Y) + self.right.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return self.left.diagonal(X) + self.right.diagonal(X)

    @property
    def formula(self) -> str:
        return f"{self.left.formula} + {self.right.formula}"

    def feature_dimension(self, dimension: int) -> float:
        return self.left.feature_dimension(dimension) + self.right.feature_dimension(dimension)

    def features(self, X: Array) -> Array:
        return np.hstack([self.left.features(X), self.right.features(X)])

    def axis_terms(self, x: Array, y: Array, P: Array) -> AxisTerms | None:
        left, right = self.left.axis_terms(x, y, P), self.right.axis_terms(x, y, P)
        return None if left is None or right is None else left + right

    def multiplier(self, X: Array) -> Multiplier | None:
        left, right = self.left.multiplier(X), self.right.multiplier(X)
        return None if left is None or right is None else lambda V: left(V) + right(V)


@dataclass(frozen=True)
class Product(Combination):
    """k(x, y) = k₁(x, y) k₂(x, y): the tensor product of the feature spaces."""

    def gram(self, X: Array, Y: Array) -> Array:
        return self.left.gram(X, Y) * self.right.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return self.left.diagonal(X) * self.right.diagonal(X)

    @property
    def formula(self) -> str:
        parts = (
            rf"\left({part.formula}\right)" if isinstance(part, Sum) else part.formula
            for part in (self.left, self.right)
        )
        return r" \cdot ".join(parts)

    def feature_dimension(self, dimension: int) -> float:
        return self.left.feature_dimension(dimension) * self.right.feature_dimension(dimension)

    def features(self, X: Array) -> Array:
        left, right = self.left.features(X), self.right.features(X)
        return (left[:, :, None] * right[:, None, :]).reshape(len(X), -1)

    def axis_terms(self, x: Array, y: Array, P: Array) -> AxisTerms | None:
        left, right = self.left.axis_terms(x, y, P), self.right.axis_terms(x, y, P)
        if left is None or right is None:
            return None
        return [(F1 * F2, G1 * G2) for F1, G1 in left for F2, G2 in right]


@dataclass(frozen=True)
class Scaled(Kernel):
    """k(x, y) = factor · k₁(x, y) with factor > 0."""

    factor: float
    kernel: Kernel

    def _validate(self) -> None:
        require_positive("Scaled", factor=self.factor)
        if not isinstance(self.kernel, Kernel):
            raise TypeError(f"Scaled scales a kernel; got {self.kernel!r}.")

    def gram(self, X: Array, Y: Array) -> Array:
        return self.factor * self.kernel.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return self.factor * self.kernel.diagonal(X)

    @property
    def positive(self) -> bool:
        return self.kernel.positive

    @property
    def formula(self) -> str:
        inner = self.kernel.formula
        if isinstance(self.kernel, Sum):
            inner = rf"\left({inner}\right)"
        return rf"{self.factor:g} \, {inner}"

    def feature_dimension(self, dimension: int) -> float:
        return self.kernel.feature_dimension(dimension)

    def features(self, X: Array) -> Array:
        return math.sqrt(self.factor) * self.kernel.features(X)

    def axis_terms(self, x: Array, y: Array, P: Array) -> AxisTerms | None:
        terms = self.kernel.axis_terms(x, y, P)
        return None if terms is None else [(self.factor * F, G) for F, G in terms]

    def multiplier(self, X: Array) -> Multiplier | None:
        multiply = self.kernel.multiplier(X)
        return None if multiply is None else lambda V: self.factor * multiply(V)
