"""What [S] section 6.3 compares kernel PCA with, and what today's readers compare it with.

One file a method, one protocol: `METHODS[key].fit(X, q, seed)` returns a `Neighbour` with the
features of the data and, where there are such, functions of new points, a way back, and the stages
of the training. scikit-learn is imported by the fits that need it. Sources: docs/notation.md.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from kpca_core.kernels import Kernel
from kpca_core.neighbours.autoencoder import Autoencoder
from kpca_core.neighbours.classifier import ClassifierErrors, classifier_errors
from kpca_core.neighbours.hebbian import Hebbian
from kpca_core.neighbours.isomap import Isomap
from kpca_core.neighbours.kernel_components import KernelComponents
from kpca_core.neighbours.kernel_hebbian import KernelHebbian
from kpca_core.neighbours.kernel_ica import KernelICA
from kpca_core.neighbours.kernel_kmeans import KernelKMeans
from kpca_core.neighbours.linear import LinearPCA
from kpca_core.neighbours.local_pca import LocalPCA
from kpca_core.neighbours.neighbour import Method, Neighbour, Stage, starts
from kpca_core.neighbours.power import PowerMethod
from kpca_core.neighbours.principal_curve import PrincipalCurve
from kpca_core.neighbours.scaling import ClassicalScaling, kernel_pca_of_distances
from kpca_core.neighbours.spectral import SpectralEmbedding
from kpca_core.neighbours.tsne import TSNE

__all__ = [
    "METHODS",
    "TSNE",
    "Autoencoder",
    "ClassicalScaling",
    "ClassifierErrors",
    "Hebbian",
    "Isomap",
    "KernelComponents",
    "KernelHebbian",
    "KernelICA",
    "KernelKMeans",
    "LinearPCA",
    "LocalPCA",
    "Method",
    "Neighbour",
    "PowerMethod",
    "PrincipalCurve",
    "SpectralEmbedding",
    "Stage",
    "classifier_errors",
    "kernel_pca_of_distances",
    "starts",
    "with_kernel",
]  # fmt: skip

METHODS: dict[str, Method] = {
    "kernel": KernelComponents(),
    "linear": LinearPCA(),
    "oja": Hebbian("oja"),
    "sanger": Hebbian("sanger"),
    "sanger-tanh": Hebbian("sanger", "tanh"),
    "kernel-hebbian": KernelHebbian(),
    "power": PowerMethod(),
    "network": Autoencoder(),
    "curve": PrincipalCurve(),
    "closed-curve": PrincipalCurve(closed=True, knots=8),
    "local": LocalPCA(),
    "kernel-kmeans": KernelKMeans(),
    "kernel-ica": KernelICA(),
    "isomap": Isomap(),
    "spectral": SpectralEmbedding(),
    "tsne": TSNE(),
    "scaling": ClassicalScaling(),
}


def with_kernel(key: str, kernel: Kernel) -> Method:
    """Return the method of that key with this kernel, where it has one."""
    method: Any = METHODS[key]
    has_one = any(field.name == "kernel" for field in fields(method))
    found: Method = replace(method, kernel=kernel) if has_one else method
    return found
