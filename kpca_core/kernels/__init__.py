"""Kernels as frozen values, and their algebra.

One family a file: `base` (evaluation, sums, products, multiples), `dot_product` (functions of x·y),
`stationary` (functions of x − y), `foreign` (callables and precomputed Gram matrices).
"""

from kpca_core.kernels.base import Kernel, Product, Scaled, Sum
from kpca_core.kernels.dot_product import Cosine, Linear, LinearAbout, Polynomial, Sigmoid
from kpca_core.kernels.foreign import CallableKernel, Precomputed, as_kernel
from kpca_core.kernels.stationary import Gaussian, Laplacian, Matern, RationalQuadratic

__all__ = [
    "CallableKernel", "Cosine", "Gaussian", "Kernel", "Laplacian", "Linear", "LinearAbout",
    "Matern", "Polynomial", "Precomputed", "Product", "RationalQuadratic", "Scaled", "Sigmoid",
    "Sum", "as_kernel",
]  # fmt: skip
