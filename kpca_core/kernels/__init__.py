"""Kernels as frozen values, and their algebra.

One family a file: `base` (evaluation, sums, products, multiples), `dot_product` (functions of x·y),
`stationary` (functions of x − y), `foreign` (callables and precomputed Gram matrices). `rows` has
points, dense or sparse, `names` scikit-learn's names of kernels. `shipped` names the kernels that
are offered, and KERNELS has them by the identity of their family.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kpca_core.kernels import shipped
from kpca_core.kernels.base import Kernel, KernelLike, Product, Scaled, Sum
from kpca_core.kernels.dot_product import LinearAbout
from kpca_core.kernels.foreign import CallableKernel, Precomputed
from kpca_core.kernels.names import as_kernel
from kpca_core.kernels.shipped import *  # noqa: F403

KERNELS: Mapping[str, type[Kernel]] = MappingProxyType(
    {
        one.family.identity: one
        for one in vars(shipped).values()
        if isinstance(one, type) and issubclass(one, Kernel)
    }
)

__all__ = [
    "KERNELS", "CallableKernel", "Kernel", "KernelLike", "LinearAbout", "Precomputed", "Product",
    "Scaled", "Sum", "as_kernel", *(one.__name__ for one in KERNELS.values()),
]  # fmt: skip
