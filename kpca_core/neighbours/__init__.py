"""What [S] section 6.3 compares kernel PCA with, and what today's readers compare it with.

Every method extends `Method`: `METHODS[key].fit(X, q, seed)` returns a `Neighbour` with the
features of the data and, where there are such, functions of new points, a way back, and the stages
of the training. `shipped` names the classes; what is offered of each, `OFFERS` has by the same
keys. scikit-learn is imported by the fits that need it. Sources: docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from kpca_core.kernels import Kernel
from kpca_core.neighbours import shipped
from kpca_core.neighbours.classifier import ClassifierErrors, classifier_errors
from kpca_core.neighbours.embeddings import kernel_pca_of_distances
from kpca_core.neighbours.neighbour import Method, Neighbour, Offer, Sentence, Stage, starts
from kpca_core.neighbours.shipped import *  # noqa: F403

_KINDS: list[Any] = [kind for kind in vars(shipped).values() if hasattr(kind, "offers")]
OFFERS: Mapping[str, Offer] = MappingProxyType(
    {offer.identity: offer for kind in _KINDS for offer in kind.offers}
)
METHODS: Mapping[str, Method] = MappingProxyType(
    {offer.identity: kind(**offer.arguments) for kind in _KINDS for offer in kind.offers}
)

__all__ = [
    "METHODS", "OFFERS", "ClassifierErrors", "Method", "Neighbour", "Offer", "Sentence", "Stage",
    "classifier_errors", "kernel_pca_of_distances", "starts", "with_kernel",
    *(kind.__name__ for kind in _KINDS),
]  # fmt: skip


def with_kernel(key: str, kernel: Kernel) -> Method:
    """Return the method of that key with this kernel, where it has one."""
    method: Any = METHODS[key]
    has_one = any(field.name == "kernel" for field in fields(method))
    found: Method = replace(method, kernel=kernel) if has_one else method
    return found
