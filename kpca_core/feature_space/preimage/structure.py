"""What methods need to know of a kernel: whether it is linear, Gaussian, or has an inverse."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core.kernels import (
    Gaussian,
    Kernel,
    Linear,
    LinearAbout,
    Matern,
    Polynomial,
    RationalQuadratic,
    Scaled,
    Sum,
)
from kpca_core.kernels.plane.coordinates import merged_width

Inverse: TypeAlias = Callable[[Array], Array]


def is_linear(kernel: Kernel) -> bool:
    """Whether k(x, y) is a multiple of x·y plus a constant."""
    if isinstance(kernel, Scaled):
        return is_linear(kernel.kernel)
    if isinstance(kernel, Sum):
        return is_linear(kernel.left) and is_linear(kernel.right)
    return isinstance(kernel, Linear) or (isinstance(kernel, Polynomial) and kernel.degree == 1)


def linear_origin(kernel: Kernel) -> Array | float:
    """o of an `is_linear` kernel k(x, y) = a (x − o)·(y − o) + constant."""
    factor, moment = _linear_parts(kernel)
    return moment / factor


def _linear_parts(kernel: Kernel) -> tuple[float, Array | float]:
    """a and a·o of `linear_origin`, sums over the parts of a sum."""
    if isinstance(kernel, Scaled):
        factor, moment = _linear_parts(kernel.kernel)
        return kernel.factor * factor, kernel.factor * moment
    if isinstance(kernel, Sum):
        (a, first), (b, second) = _linear_parts(kernel.left), _linear_parts(kernel.right)
        return a + b, first + second
    return 1.0, np.array(kernel.origin) if isinstance(kernel, LinearAbout) else 0.0


def gaussian_multiple(kernel: Kernel) -> tuple[float, float] | None:
    """(factor, width) with k(x, y) = factor · exp(−‖x − y‖²/width); None for other kernels."""
    factor, base = _unscaled(kernel)
    width = merged_width(base, Gaussian)
    return None if width is None else (factor, width)


def dot_product_inverse(kernel: Kernel) -> Inverse | None:
    """κ⁻¹ with k(x, y) = κ(x·y), where κ is known to be invertible; else None."""
    factor, base = _unscaled(kernel)
    if isinstance(base, Linear):
        return lambda values: values / factor
    if isinstance(base, Polynomial) and base.degree % 2:

        def root(values: Array) -> Array:
            power = np.abs(values / factor) ** (1.0 / base.degree)
            return np.copysign(power, values) - base.offset

        return root
    return None


def squared_distance_inverse(kernel: Kernel) -> Inverse | None:
    """κ⁻¹ with k(x, y) = κ(‖x − y‖²), at least 0, where there is a closed form; else None."""
    factor, base = _unscaled(kernel)
    width = merged_width(base, Gaussian)

    def logarithms(values: Array) -> Array:
        # Values of far points: their logarithms and powers must stay finite.
        return -np.log(np.clip(values / factor, 1e-300, 1.0))

    if width is not None:
        return lambda values: width * logarithms(values)
    if isinstance(base, Matern) and base.nu == 0.5:
        return lambda values: np.square(base.length * logarithms(values))
    if isinstance(base, RationalQuadratic):
        scale = 2.0 * base.alpha * base.length**2
        return lambda values: scale * np.expm1(np.minimum(logarithms(values) / base.alpha, 700.0))
    return None


def _unscaled(kernel: Kernel) -> tuple[float, Kernel]:
    """A factor and a kernel that make `kernel`: of a multiple, or of a sum of multiples of one."""
    if isinstance(kernel, Scaled):
        factor, base = _unscaled(kernel.kernel)
        return kernel.factor * factor, base
    if isinstance(kernel, Sum):
        (left, base), (right, other) = _unscaled(kernel.left), _unscaled(kernel.right)
        return (left + right, base) if base == other else (1.0, kernel)
    return 1.0, kernel
