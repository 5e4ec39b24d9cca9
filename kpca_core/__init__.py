"""Kernel principal component analysis: kernels, exact solvers, expansions, an estimator.

    from kpca_core import Gaussian, KernelPCA, fit
    decomposition = fit(Gaussian(width=0.1), X, n_components=8)      # X (n, D)
    model = KernelPCA(Gaussian(width=0.1), n_components=8).fit(X)    # the same as an estimator

It needs NumPy, SciPy, scikit-learn and threadpoolctl. scikit-learn is imported when `KernelPCA` is
first used, SciPy by the solvers that use it. The explorer, drawings, Dask clusters and progress
bars need the extras `app`, `figures`, `distributed` and `progress`.
"""

from typing import TYPE_CHECKING, Any

from kpca_core.certificate import Certificate
from kpca_core.decomposition import Decomposition
from kpca_core.expansion import Expansion
from kpca_core.grid import Grid
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

__version__ = "0.2.0"

__all__ = [
    "CallableKernel", "Certificate", "Cosine", "Decomposition", "Expansion", "Gaussian", "Grid",
    "Kernel", "KernelPCA", "Laplacian", "Linear", "Matern", "Polynomial", "Precomputed", "Product",
    "RationalQuadratic", "Scaled", "Sigmoid", "Sum", "fit",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "KernelPCA":
        from kpca_core.kernel_pca import KernelPCA

        return KernelPCA
    raise AttributeError(f"module 'kpca_core' has no attribute {name!r}")
