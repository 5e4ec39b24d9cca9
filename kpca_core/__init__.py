"""Kernel principal component analysis: kernels, exact solvers, expansions, an estimator.

`from kpca_core import fit, Gaussian` needs NumPy and SciPy alone; `KernelPCA`, the scikit-learn
estimator, is imported when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

from kpca_core.decomposition import Certificate, Decomposition
from kpca_core.expansion import Expansion, Grid
from kpca_core.kernels import (
    CallableKernel,
    Cosine,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    Precomputed,
    Product,
    RationalQuadratic,
    Scaled,
    Sigmoid,
    Sum,
)
from kpca_core.solvers import fit

if TYPE_CHECKING:
    from kpca_core.kernel_pca import KernelPCA

__version__ = "0.1.0"

__all__ = [
    "CallableKernel",
    "Certificate",
    "Cosine",
    "Decomposition",
    "Expansion",
    "Gaussian",
    "Grid",
    "Kernel",
    "KernelPCA",
    "Laplacian",
    "Linear",
    "Matern",
    "Polynomial",
    "Precomputed",
    "Product",
    "RationalQuadratic",
    "Scaled",
    "Sigmoid",
    "Sum",
    "fit",
]


def __getattr__(name: str) -> Any:
    if name == "KernelPCA":
        from kpca_core.kernel_pca import KernelPCA

        return KernelPCA
    raise AttributeError(f"module 'kpca_core' has no attribute {name!r}")
