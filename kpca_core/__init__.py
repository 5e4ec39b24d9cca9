"""Kernel principal component analysis: kernels, exact solvers, expansions, an estimator.

    from kpca_core import Gaussian, KernelPCA, fit
    decomposition = fit(Gaussian(width=0.1), X, n_components=8)      # X (n, D)
    model = KernelPCA(Gaussian(width=0.1), n_components=8).fit(X)    # the same as an estimator

It needs NumPy, SciPy, scikit-learn and threadpoolctl. A name is imported when it is first used, and
with it what it needs: scikit-learn by `KernelPCA`, SciPy by the solvers that use it. The explorer,
drawings, tables of files, Dask clusters, progress bars, the notebook's widget and other languages
need the extras `app`, `figures`, `tables`, `distributed`, `progress`, `notebook` and `words`, and
completions of a shell `completion`.
"""

# ruff: noqa: F401

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kpca_core._support.progress import Cancelled, terminal_bar
    from kpca_core.certificate import Certificate
    from kpca_core.decomposition import Decomposition
    from kpca_core.expansion import Expansion
    from kpca_core.feature_space.preimage import PreImages, pre_images
    from kpca_core.feature_space.sensitivity import gradients, influence
    from kpca_core.grid import Grid
    from kpca_core.kernel_pca import KernelPCA
    from kpca_core.kernels import (
        CallableKernel,
        Kernel,
        LinearAbout,
        Precomputed,
        Product,
        Scaled,
        Sum,
    )
    from kpca_core.kernels.shipped import *  # noqa: F403
    from kpca_core.solvers import fit

__version__ = "0.2.0"

# The modules of these names; each is an attribute too, as it is after an import of its own. All
# other names are those of kernels.
_MODULES = {
    "Cancelled": "_support.progress",
    "Certificate": "certificate",
    "Decomposition": "decomposition",
    "Expansion": "expansion",
    "Grid": "grid",
    "KernelPCA": "kernel_pca",
    "PreImages": "feature_space.preimage",
    "fit": "solvers",
    "gradients": "feature_space.sensitivity",
    "influence": "feature_space.sensitivity",
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
    kernels = {*import_module("kpca_core.kernels").__all__} - {"KERNELS", "as_kernel"}
    return sorted({*_MODULES, *kernels})


def __dir__() -> list[str]:
    return sorted({*globals(), *_names()})
