"""Kernel principal component analysis: kernels, exact solvers, expansions, an estimator.

    from kpca_core import Gaussian, KernelPCA, fit
    decomposition = fit(Gaussian(width=0.1), X, n_components=8)      # X (n, D)
    model = KernelPCA(Gaussian(width=0.1), n_components=8).fit(X)    # the same as an estimator

It needs NumPy, SciPy, scikit-learn and threadpoolctl. A name is imported when it is first used, and
with it what it needs: scikit-learn by `KernelPCA`, SciPy by the solvers that use it. The explorer,
drawings, tables of files, Dask clusters, UMAP, progress bars, the notebook's widget and other
languages need the extras `app`, `figures`, `tables`, `distributed`, `neighbours`, `progress`,
`notebook` and `words`, and completions of a shell `completion`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # `as` says to type checkers that the name is exported.
    from kpca_core._support.progress import Cancelled as Cancelled
    from kpca_core._support.progress import terminal_bar as terminal_bar
    from kpca_core.certificate import Certificate as Certificate
    from kpca_core.decomposition import Decomposition as Decomposition
    from kpca_core.expansion import Expansion as Expansion
    from kpca_core.feature_space.preimage import PreImages as PreImages
    from kpca_core.feature_space.preimage import pre_images as pre_images
    from kpca_core.feature_space.sensitivity import Biplot as Biplot
    from kpca_core.feature_space.sensitivity import biplot as biplot
    from kpca_core.feature_space.sensitivity import gradients as gradients
    from kpca_core.feature_space.sensitivity import influence as influence
    from kpca_core.grid import Grid as Grid
    from kpca_core.kernel_pca import KernelPCA as KernelPCA
    from kpca_core.kernels import CallableKernel as CallableKernel
    from kpca_core.kernels import Kernel as Kernel
    from kpca_core.kernels import LinearAbout as LinearAbout
    from kpca_core.kernels import Precomputed as Precomputed
    from kpca_core.kernels import Product as Product
    from kpca_core.kernels import Scaled as Scaled
    from kpca_core.kernels import Sum as Sum
    from kpca_core.kernels.shipped import *  # noqa: F403
    from kpca_core.solvers import fit as fit
    from kpca_core.solvers.plan import Plan as Plan
    from kpca_core.solvers.plan import plan as plan

__version__ = "0.2.0"

# The modules of these names; each is an attribute too, as it is after an import of its own. All
# other names are those of kernels.
_MODULES = {
    "Biplot": "feature_space.sensitivity",
    "Cancelled": "_support.progress",
    "Certificate": "certificate",
    "Decomposition": "decomposition",
    "Expansion": "expansion",
    "Grid": "grid",
    "KernelPCA": "kernel_pca",
    "Plan": "solvers.plan",
    "PreImages": "feature_space.preimage",
    "biplot": "feature_space.sensitivity",
    "fit": "solvers",
    "gradients": "feature_space.sensitivity",
    "influence": "feature_space.sensitivity",
    "plan": "solvers.plan",
    "pre_images": "feature_space.preimage",
    "terminal_bar": "_support.progress",
}


def __getattr__(name: str) -> Any:
    if name == "kernels" or (name in _MODULES.values() and "." not in name):
        return import_module(f"kpca_core.{name}")
    if name == "__all__":
        return _names()
    if name not in _MODULES and (name.startswith("_") or name not in _names()):
        raise AttributeError(f"module 'kpca_core' has no attribute {name!r}")
    value = getattr(import_module(f"kpca_core.{_MODULES.get(name, 'kernels')}"), name)
    globals()[name] = value
    return value


def _names() -> list[str]:
    kernels = {*import_module("kpca_core.kernels").__all__} - {"KERNELS", "KernelLike", "as_kernel"}
    return sorted({*_MODULES, *kernels})


def __dir__() -> list[str]:
    return sorted({*globals(), *_names()})
