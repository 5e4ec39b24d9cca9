"""The base class of kernels, and their algebra: sums, products and multiples.

Sources: docs/notation.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Points, is_finite, require_number
from kpca_core._support.families import Family
from kpca_core._support.markup import in_unicode, table
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, in_system_language
from kpca_core.kernels.parameters import require_positive
from kpca_core.kernels.rows import SparseRows, as_rows
from kpca_core.kernels.tiles import in_tiles, lower_half

# Largest relative error of one rounded operation.
UNIT_ROUNDOFF = float(np.finfo(np.float64).epsneg)

# Numbers closer than this part of the largest are equal to rounding, as a mean of many rows is.
ALIKE = 1e-12

# The least number above 0: what a product that underflows may err by.
SMALLEST = math.ulp(0.0)

ProductForm: TypeAlias = "tuple[tuple[float, Kernel], ...]"
Inverse: TypeAlias = Callable[[Array], Array]


@dataclass(frozen=True)
class Kernel:
    """A kernel k(x, y): a frozen value, evaluated on whole batches of points.

    Subclasses define `gram`, `diagonal` and `formula`, and check their parameters in `_validate`.
    Kernels add, multiply and scale with positive numbers; `repr` of a kernel that
    holds no function rebuilds it.

    Attributes
    ----------
    family
        What pages, commands and documents offer of a class that `kernels.shipped` names.
    is_precomputed
        Whether its Gram matrices are given instead of points.
    is_indefinite
        Whether it is known that Gram matrices have negative eigenvalues.
    is_analytic
        Whether it is an analytic function of ‖x − y‖²: Gram matrices of many points in few
        dimensions then have a low rank.
    """

    family: ClassVar[Family] = Family("", "")
    is_precomputed: ClassVar[bool] = False
    is_indefinite: ClassVar[bool] = False
    is_analytic: ClassVar[bool] = False

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "family" in vars(cls):
            cls.family = replace(cls.family, build=cls)

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
        """K[i, j] = k(X[i], Y[j]), shape (n, m), for X (n, D) and Y (m, D), unchecked."""
        raise NotImplementedError

    def diagonal(self, X: Array) -> Array:
        """k(X[i], X[i]), shape (n,)."""
        raise NotImplementedError

    def rounding(self, X: Array) -> float:
        """A bound of |fl(k(x, y)) − k(x, y)| over all pairs of rows of X, 0 where it is unknown.

        It follows the usual size of rounding errors, which grows with √D, rather than the worst
        case of D (Higham & Mary 2019). If a few pairs dominate the error, the bound is on the root
        mean square. In either case the error of a Gram matrix of n rows is below n times it in the
        spectral norm.
        """
        return 0.0

    def largest(self, X: Array) -> float:
        """max |k(x, y)| over pairs of rows of X, which for a psd kernel is on the diagonal."""
        return float(np.abs(self.diagonal(X)).max(initial=0.0))

    def about(self, origin: Array) -> Kernel:
        """A kernel with the same K̃, in which x·y is (x − origin)·(y − origin), origin (D,).

        Centring removes the difference. A kernel whose K̃ would change is returned as it is.
        """
        return self

    def dilated(self, factor: float) -> Kernel:
        """k(x/√f, y/√f), f = `factor`: all squared lengths times f, a Gaussian's width c to f·c.

        A kernel without a length is returned as it is: a cosine, a function of a reader's own.

        Raises
        ------
        ValueError
            unless `factor` is finite and above 0
        """
        require_number("factor", factor, above=0)
        return self._dilated(float(factor))

    def _dilated(self, factor: float) -> Kernel:
        lengths = (one for one in self.family.parameters if one.power)
        scaled = {one.name: getattr(self, one.name) * factor ** (one.power / 2) for one in lengths}
        return replace(self, **scaled) if scaled else self

    @property
    def is_psd(self) -> bool:
        """Whether every Gram matrix is positive semidefinite (Mercer; [S] appendix C)."""
        return True

    @property
    def takes_sparse(self) -> bool:
        """Whether it needs dot products and distances alone, so that points may be sparse rows."""
        return False

    @property
    def formula(self) -> str:
        """The kernel as LaTeX, with the letters of its parameters."""
        raise NotImplementedError

    def numpy_expression(self) -> str:
        """k(a, b) of all rows a of A (m, D) and b of B (l, D), an (m, l) array, in NumPy.

        The expression is of A, B and the arrays `dot` (a·b), `squared` (‖a − b‖²) and `cityblock`
        (‖a − b‖₁), all (m, l).

        Raises
        ------
        ValueError
            for a kernel that is not one of the library's, nor a combination of these
        """
        said = E_(
            "A notebook that stands alone cannot hold the kernel {kernel!r}. Take one of the "
            "library's kernels, or a sum or product of them."
        )
        raise ValueError(said.format(kernel=self))

    @property
    def scikit_learn(self) -> str:
        """The arguments of the same kernel in scikit-learn's KernelPCA, "" where it has none."""
        return ""

    @property
    def gaussian_width(self) -> float | None:
        """c of a kernel exp(−‖x − y‖²/c), None for any other."""
        return None

    @property
    def linear_part(self) -> tuple[float, Array | float] | None:
        """a and a·o of a kernel a (x − o)·(y − o) + constant, None for any other."""
        return None

    @property
    def unscaled(self) -> tuple[float, Kernel]:
        """A factor and a kernel that make this one: of a multiple, or a sum of multiples of one."""
        return 1.0, self

    @property
    def product_inverse(self) -> Inverse | None:
        """κ⁻¹ of a kernel κ(x·y) where κ is known to be invertible; else None."""
        return None

    @property
    def square_inverse(self) -> Inverse | None:
        """κ⁻¹ of a kernel κ(‖x − y‖²), at least 0, where there is a closed form; else None."""
        width = self.gaussian_width
        return None if width is None else lambda values: width * logarithms(values)

    @in_system_language
    def _repr_html_(self) -> str:
        """What notebooks show."""
        return table(repr(self), [("k(x, y)", in_unicode(self.formula))])

    def feature_dimension(self, dimension: int) -> float:
        """Columns M of the feature map for points with D = `dimension`: an exact integer, or ∞.

        It is the dimension of the feature space; for sums and products, whose columns may depend on
        each other, an upper bound of it. ∞ where no finite feature map exists or is known.
        """
        return math.inf

    @property
    def features_depend(self) -> bool:
        """Whether columns of `features` may depend on each other: then M is an upper bound."""
        return False

    def feature_names(self, dimension: int = 2) -> tuple[str, ...]:
        """The names of at most three columns of `features`, for points (n, D)."""
        return tuple(f"Φ{'₁₂₃'[k]}" for k in range(int(self.feature_dimension(dimension))))

    def lists_features(self, dimension: int) -> bool:
        """Whether `features` can form its columns: few enough, with finite coefficients."""
        return math.isfinite(self.feature_dimension(dimension))

    def features(self, X: Array) -> Array:
        """Φ(X) (n, M) with Φ(X) Φ(Y)ᵀ = k(X, Y), where M is finite ([S] section 3).

        Raises
        ------
        TypeError, ValueError
            without a finite feature map; where its columns are too many, see `lists_features`.
        """
        said = E_("{kernel!r} has no finite feature map; use its Gram matrix.")
        raise TypeError(said.format(kernel=self))

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        """Σⱼ W[i, j] ∂k(x, Y[j])/∂x at x = X[i], shape (n, D), for weights W (n, m).

        Where k(·, y) has a kink, as a Laplacian at x_d = y_d and a Matérn kernel with ν = 1/2 or a
        cosine at one point, the subgradient 0 is taken for it; `kinks` says where. No array
        (n, m, D) is formed.

        Raises
        ------
        TypeError
            for kernels whose gradient is not known.
        """
        said = E_(
            "{kernel!r} has no known gradient. Take a kernel of kpca_core or define "
            "gradient_sum and diagonal_gradient; pre-images without gradients are those "
            "of method='ridge'."
        )
        raise TypeError(said.format(kernel=self))

    def diagonal_gradient(self, X: Array) -> Array:
        """∂k(x, x)/∂x at x = X[i], shape (n, D); it is 2 ∂k(x, y)/∂x at y = x.

        Raises
        ------
        TypeError
            for kernels whose gradient is not known.
        """
        rows = [2.0 * self.gradient_sum(x, x, np.ones((1, 1))) for x in X[:, None, :]]
        return np.concatenate([np.empty((0, X.shape[1])), *rows])

    @property
    def has_gradient(self) -> bool:
        """Whether `gradient_sum` is defined."""
        return type(self).gradient_sum is not Kernel.gradient_sum

    def gradient_sums(self, X: Array, Y: Array, A: Array) -> Array:
        """`gradient_sum` with weights A[:, c] at every X[i], for each c: (n, q, D) for A (m, q)."""
        found = np.empty((len(X), A.shape[1], X.shape[1]))
        for c, weights in enumerate(A.T):
            found[:, c] = self.gradient_sum(X, Y, np.broadcast_to(weights, (len(X), len(Y))))
        return found

    def kinks(self, X: Array, Y: Array) -> NDArray[np.bool_]:
        """Where x ↦ k(x, y) has no derivative along a coordinate for some y = Y[j].

        Shape (n, D), for X (n, D) and Y (m, D), to rounding: True at (i, d) where it has a kink or
        a jump at x = X[i] along coordinate d. `gradient_sum` takes the slope 0 for such a term.
        """
        return np.zeros(X.shape, dtype=bool)

    def product_form(self, dimension: int) -> ProductForm:
        """Terms (w, κ) with k(x, y) = Σ w Π_d κ(x_d, y_d) in `dimension` coordinates.

        κ is a kernel of one coordinate that depends on the difference alone, with κ(x, x) = 1.
        Empty where no such form is known. ``kpca_core.kernels.plane`` makes use of it in up to two
        coordinates.
        """
        return ()

    def __call__(self, X: Points, Y: Points | None = None) -> Array:
        """The Gram matrix (n, m) of `X` (n, D) with `Y` (m, D), by default with `X` itself.

        Sparse matrices are taken where `takes_sparse`, and not made dense.

        Raises
        ------
        TypeError, ValueError
            if they are no tables of finite points with equally many columns, or a value is beyond
            the range of float64.
        """
        left: Any = as_rows(X, "X")
        right: Any = left if Y is None or Y is X else as_rows(Y, "Y")
        if isinstance(left, SparseRows) or isinstance(right, SparseRows):
            require_takes_sparse(self)
            left, right = as_rows(left, "X", sparse=True), as_rows(right, "Y", sparse=True)
        if left.shape[1] != right.shape[1]:
            said = E_(
                "X has {columns} columns and Y has {other_columns}; a kernel compares "
                "points of one space, so give both the same number of columns."
            )
            raise ValueError(said.format(columns=left.shape[1], other_columns=right.shape[1]))
        if left.shape[1] == 0:
            said = E_("X has shape {shape}: points need at least one column.")
            raise ValueError(said.format(shape=left.shape))
        with np.errstate(over="ignore", invalid="ignore"):
            values = self.gram_matrix(left) if right is left else self.gram(left, right)
        require_finite_gram(self, values)
        return values

    def gram_matrix(self, X: Array, progress: Progress | None = None) -> Array:
        """K[i, j] = k(X[i], X[j]), shape (n, n), symmetric to the last digit, for X (n, D).

        Formed in tiles from half of its values, on all cores where there are many tiles.
        `progress` is called with the number of rows of tiles.
        """
        return in_tiles(self.gram, X, progress)

    def lower_gram(self, X: Array, progress: Progress | None = None) -> Array:
        """`gram_matrix`, of which only what is on and below the diagonal counts."""
        return lower_half(self.gram, X, progress)

    def __add__(self, other: object) -> Kernel:
        return Sum(self, other) if isinstance(other, Kernel) else NotImplemented

    def __mul__(self, other: object) -> Kernel:
        if isinstance(other, Kernel):
            return Product(self, other)
        return Scaled(float(other), self) if is_finite(other) else NotImplemented  # type: ignore[arg-type]

    __rmul__ = __mul__


# What `as_kernel` takes: a kernel, a name, or a function k(X, Y) of two tables.
KernelLike: TypeAlias = Kernel | str | Callable[[Array, Array], Any]


def dot_rounding(dimension: int) -> float:
    """Relative rounding error of a sum of D products or squares, against the sum of their sizes."""
    return UNIT_ROUNDOFF * min(dimension, 2.0 * math.sqrt(dimension) + 2.0)


def logarithms(values: Array) -> Array:
    """−log k ≥ 0 of kernel values; those of far points stay finite."""
    found: Array = -np.log(np.clip(values, 1e-300, 1.0))
    return found


def require_psd(kernel: Kernel, consequence: str) -> None:
    """Raise ValueError, which ends with the `consequence`, unless the kernel is psd."""
    if not kernel.is_psd:
        said = E_("{kernel!r} is not known to be positive semidefinite{consequence}")
        raise ValueError(said.format(kernel=kernel, consequence=consequence))


def require_takes_sparse(kernel: Kernel) -> None:
    """Raise TypeError for a kernel that needs dense points."""
    if not kernel.takes_sparse:
        said = E_(
            "X is a sparse matrix, and {kernel!r} needs a dense one: X.toarray(). "
            "Kernels of dot products and distances take sparse ones, such as Linear, "
            "Polynomial, Cosine, Gaussian."
        )
        raise TypeError(said.format(kernel=kernel))


def require_finite_gram(kernel: Kernel, values: Array) -> None:
    """Raise ValueError unless all kernel values are finite: powers of large points overflow."""
    if not np.isfinite(values).all():
        said = E_(
            "{kernel!r} is not finite on these points. Rescale the data, or choose a "
            "smaller degree or scale."
        )
        raise ValueError(said.format(kernel=kernel))


def finite_diagonal(kernel: Kernel, X: Array) -> Array:
    """k(X[i], X[i]), shape (n,), where all are finite; else `require_finite_gram` raises."""
    diagonal = kernel.diagonal(X)
    require_finite_gram(kernel, diagonal)
    return diagonal


def bracketed(kernel: Kernel, *kinds: type[Kernel]) -> str:
    """`repr` of a part of a kernel, in brackets if it is one of these."""
    return f"({kernel!r})" if isinstance(kernel, kinds) else repr(kernel)


class Combination(Kernel):
    """A kernel made of others, its parts: what holds of all parts holds of it."""

    def _validate(self) -> None:
        for part in vars(self).values():
            if not isinstance(part, Kernel):
                said = E_("{kind} combines two kernels; got {part!r}.")
                raise TypeError(said.format(kind=type(self).__name__, part=part))

    @property
    def parts(self) -> tuple[Kernel, ...]:
        """The kernels that it is made of."""
        return tuple(part for part in vars(self).values() if isinstance(part, Kernel))

    @property
    def is_psd(self) -> bool:
        return all(part.is_psd for part in self.parts)

    @property
    def takes_sparse(self) -> bool:
        return all(part.takes_sparse for part in self.parts)

    @property
    def has_gradient(self) -> bool:
        return all(part.has_gradient for part in self.parts)

    def kinks(self, X: Array, Y: Array) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.any([part.kinks(X, Y) for part in self.parts], axis=0)
        return found

    @property
    def features_depend(self) -> bool:
        return len(self.parts) > 1 or self.parts[0].features_depend

    def _dilated(self, factor: float) -> Kernel:
        changes = {name: part._dilated(factor) for name, part in vars(self).items()
                   if isinstance(part, Kernel)}  # fmt: skip
        return replace(self, **changes)

    def lists_features(self, dimension: int) -> bool:
        return all(part.lists_features(dimension) for part in self.parts)

    def _dimensions(self, dimension: int) -> tuple[float, ...]:
        """M of all parts, empty if one is ∞: integers beyond float64 do not add to ∞."""
        found = tuple(part.feature_dimension(dimension) for part in self.parts)
        return () if math.inf in found else found


@dataclass(frozen=True)
class Sum(Combination):
    """k(x, y) = k₁(x, y) + k₂(x, y): the feature spaces side by side."""

    left: Kernel
    right: Kernel

    def __repr__(self) -> str:
        return f"{self.left!r} + {bracketed(self.right, Sum)}"

    def gram(self, X: Array, Y: Array) -> Array:
        return self.left.gram(X, Y) + self.right.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return self.left.diagonal(X) + self.right.diagonal(X)

    def rounding(self, X: Array) -> float:
        return self.left.rounding(X) + self.right.rounding(X) + UNIT_ROUNDOFF * self.largest(X)

    def largest(self, X: Array) -> float:
        return self.left.largest(X) + self.right.largest(X)

    def about(self, origin: Array) -> Kernel:
        return Sum(self.left.about(origin), self.right.about(origin))

    @property
    def formula(self) -> str:
        return f"{self.left.formula} + {self.right.formula}"

    def numpy_expression(self) -> str:
        return f"({self.left.numpy_expression()}) + ({self.right.numpy_expression()})"

    @property
    def linear_part(self) -> tuple[float, Array | float] | None:
        left, right = self.left.linear_part, self.right.linear_part
        return None if left is None or right is None else (left[0] + right[0], left[1] + right[1])

    @property
    def unscaled(self) -> tuple[float, Kernel]:
        (left, base), (right, other) = self.left.unscaled, self.right.unscaled
        return (left + right, base) if base == other else (1.0, self)

    def feature_dimension(self, dimension: int) -> float:
        parts = self._dimensions(dimension)
        return sum(parts) if parts else math.inf

    def features(self, X: Array) -> Array:
        return np.hstack([self.left.features(X), self.right.features(X)])

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        return self.left.gradient_sum(X, Y, W) + self.right.gradient_sum(X, Y, W)

    def diagonal_gradient(self, X: Array) -> Array:
        return self.left.diagonal_gradient(X) + self.right.diagonal_gradient(X)

    def product_form(self, dimension: int) -> ProductForm:
        left, right = self.left.product_form(dimension), self.right.product_form(dimension)
        return left + right if left and right else ()


@dataclass(frozen=True)
class Product(Combination):
    """k(x, y) = k₁(x, y) k₂(x, y): the tensor product of the feature spaces."""

    left: Kernel
    right: Kernel

    def __repr__(self) -> str:
        return f"{bracketed(self.left, Sum)} * {bracketed(self.right, Sum, Product, Scaled)}"

    def gram(self, X: Array, Y: Array) -> Array:
        return self.left.gram(X, Y) * self.right.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return self.left.diagonal(X) * self.right.diagonal(X)

    def rounding(self, X: Array) -> float:
        left, right = self.left.largest(X), self.right.largest(X)
        parts = self.left.rounding(X) * right + self.right.rounding(X) * left
        return parts + UNIT_ROUNDOFF * left * right + SMALLEST

    def largest(self, X: Array) -> float:
        return self.left.largest(X) * self.right.largest(X)

    @property
    def formula(self) -> str:
        parts = (
            rf"\left({part.formula}\right)" if isinstance(part, Sum) else part.formula
            for part in (self.left, self.right)
        )
        return r" \cdot ".join(parts)

    def numpy_expression(self) -> str:
        return f"({self.left.numpy_expression()}) * ({self.right.numpy_expression()})"

    @property
    def gaussian_width(self) -> float | None:
        left, right = self.left.gaussian_width, self.right.gaussian_width
        return None if left is None or right is None else 1.0 / (1.0 / left + 1.0 / right)

    def feature_dimension(self, dimension: int) -> float:
        parts = self._dimensions(dimension)
        return math.prod(parts) if parts else math.inf

    def features(self, X: Array) -> Array:
        left, right = self.left.features(X), self.right.features(X)
        return (left[:, :, None] * right[:, None, :]).reshape(len(X), -1)

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        left = self.left.gradient_sum(X, Y, W * self.right.gram(X, Y))
        return left + self.right.gradient_sum(X, Y, W * self.left.gram(X, Y))

    def diagonal_gradient(self, X: Array) -> Array:
        left = self.left.diagonal_gradient(X) * self.right.diagonal(X)[:, None]
        return left + self.right.diagonal_gradient(X) * self.left.diagonal(X)[:, None]

    def product_form(self, dimension: int) -> ProductForm:
        left, right = self.left.product_form(dimension), self.right.product_form(dimension)
        return tuple((v * w, Product(a, b)) for v, a in left for w, b in right)


@dataclass(frozen=True)
class Scaled(Combination):
    """k(x, y) = factor · k₁(x, y) with factor > 0."""

    factor: float
    kernel: Kernel

    def __repr__(self) -> str:
        return f"{self.factor!r} * {bracketed(self.kernel, Sum, Product, Scaled)}"

    def _validate(self) -> None:
        require_positive("Scaled", factor=self.factor)
        if not isinstance(self.kernel, Kernel):
            said = E_("Scaled scales a kernel; got {kernel!r}.")
            raise TypeError(said.format(kernel=self.kernel))

    def gram(self, X: Array, Y: Array) -> Array:
        return self.factor * self.kernel.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return self.factor * self.kernel.diagonal(X)

    def rounding(self, X: Array) -> float:
        inner = self.kernel.rounding(X) + UNIT_ROUNDOFF * self.kernel.largest(X)
        return self.factor * inner + SMALLEST

    def largest(self, X: Array) -> float:
        return self.factor * self.kernel.largest(X)

    def about(self, origin: Array) -> Kernel:
        return Scaled(self.factor, self.kernel.about(origin))

    @property
    def formula(self) -> str:
        inner = self.kernel.formula
        if isinstance(self.kernel, Sum):
            inner = rf"\left({inner}\right)"
        return rf"{self.factor:g} \, {inner}"

    def numpy_expression(self) -> str:
        return f"{self.factor!r} * ({self.kernel.numpy_expression()})"

    @property
    def linear_part(self) -> tuple[float, Array | float] | None:
        part = self.kernel.linear_part
        return None if part is None else (self.factor * part[0], self.factor * part[1])

    @property
    def unscaled(self) -> tuple[float, Kernel]:
        factor, base = self.kernel.unscaled
        return self.factor * factor, base

    def feature_dimension(self, dimension: int) -> float:
        return self.kernel.feature_dimension(dimension)

    def features(self, X: Array) -> Array:
        return math.sqrt(self.factor) * self.kernel.features(X)

    def gradient_sum(self, X: Array, Y: Array, W: Array) -> Array:
        return self.factor * self.kernel.gradient_sum(X, Y, W)

    def diagonal_gradient(self, X: Array) -> Array:
        return self.factor * self.kernel.diagonal_gradient(X)

    def product_form(self, dimension: int) -> ProductForm:
        return tuple((self.factor * w, k) for w, k in self.kernel.product_form(dimension))
