"""What methods need to know of a kernel: whether it is linear, Gaussian, or has an inverse."""

from kpca_core._support.arrays import Array
from kpca_core.kernels import Kernel
from kpca_core.kernels.base import Inverse


def is_linear(kernel: Kernel) -> bool:
    """Whether k(x, y) is a multiple of x·y plus a constant."""
    return kernel.linear_part is not None


def linear_origin(kernel: Kernel) -> Array | float:
    """o of an `is_linear` kernel k(x, y) = a (x − o)·(y − o) + constant."""
    factor, moment = kernel.linear_part or (1.0, 0.0)
    return moment / factor


def gaussian_multiple(kernel: Kernel) -> tuple[float, float] | None:
    """(factor, width) with k(x, y) = factor · exp(−‖x − y‖²/width); None for other kernels."""
    factor, base = kernel.unscaled
    width = base.gaussian_width
    return None if width is None else (factor, width)


def dot_product_inverse(kernel: Kernel) -> Inverse | None:
    """κ⁻¹ with k(x, y) = κ(x·y), where κ is known to be invertible; else None."""
    factor, base = kernel.unscaled
    inverse = base.product_inverse
    return None if inverse is None else lambda values: inverse(values / factor)


def squared_distance_inverse(kernel: Kernel) -> Inverse | None:
    """κ⁻¹ with k(x, y) = κ(‖x − y‖²), at least 0, where there is a closed form; else None."""
    factor, base = kernel.unscaled
    inverse = base.square_inverse
    return None if inverse is None else lambda values: inverse(values / factor)
