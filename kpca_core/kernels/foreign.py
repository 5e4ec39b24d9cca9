"""Kernels that come from outside: any callable, or a Gram matrix computed beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core.kernels.base import Array, Kernel, as_points
from kpca_core.kernels.dot_product import Linear


@dataclass(frozen=True)
class CallableKernel(Kernel):
    """k(X, Y) = function(X, Y), shape (n, m); scikit-learn's Gaussian-process kernels are such.

    Nothing is known of its sign, so it counts as indefinite.
    """

    function: Callable[[Array, Array], Any]

    def _validate(self) -> None:
        if not callable(self.function):
            raise TypeError(f"CallableKernel wraps a function k(X, Y); got {self.function!r}.")

    def gram(self, X: Array, Y: Array) -> Array:
        K = np.asarray(self.function(X, Y), dtype=np.float64)
        if K.shape != (len(X), len(Y)):
            raise ValueError(
                f"The kernel function returned shape {K.shape} for {len(X)} and {len(Y)} points; "
                "it must return one value for every pair, shape (n, m)."
            )
        if X is Y and not np.allclose(
            K, K.T, rtol=1e-8, atol=1e-10 * np.abs(K).max(), equal_nan=True
        ):
            raise ValueError("The kernel function is not symmetric: k(x, y) must equal k(y, x).")
        return K

    def diagonal(self, X: Array) -> Array:
        return np.array([self.gram(x[None, :], x[None, :])[0, 0] for x in X])

    @property
    def positive(self) -> bool:
        return False

    @property
    def formula(self) -> str:
        return r"k(\mathbf{x}, \mathbf{y})"


@dataclass(frozen=True)
class Precomputed(Kernel):
    """The data are kernel values: row i holds k(xᵢ, pⱼ) for the m points pⱼ of the fit."""

    def gram(self, X: Array, Y: Array) -> Array:
        if X.shape[1] != len(Y):
            raise ValueError(
                f"Precomputed kernel values have {X.shape[1]} columns; expected one for each of "
                f"the {len(Y)} points of the fit."
            )
        return X

    def __call__(self, X: Any, Y: Any = None) -> Array:
        X = as_points(X, "X")
        return X if Y is None else self.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return np.diagonal(X).copy()

    @property
    def positive(self) -> bool:
        return False

    @property
    def formula(self) -> str:
        return r"K_{ij}"


def as_kernel(kernel: object) -> Kernel:
    """`kernel` as a Kernel: itself, a callable k(X, Y), "linear" or "precomputed"."""
    if isinstance(kernel, Kernel):
        return kernel
    if isinstance(kernel, str):
        return _named(kernel)
    if callable(kernel) and not isinstance(kernel, type):
        return CallableKernel(kernel)
    raise TypeError(
        f"kernel={kernel!r} is not a kernel; give one such as Gaussian(width=0.1), "
        "a callable k(X, Y) or 'precomputed'."
    )


def _named(name: str) -> Kernel:
    known: dict[str, Kernel] = {"linear": Linear(), "precomputed": Precomputed()}
    if name in known:
        return known[name]
    instead = {
        "rbf": "Gaussian.from_gamma(gamma)",
        "gaussian": "Gaussian(width)",
        "poly": "Polynomial(degree, offset)",
        "polynomial": "Polynomial(degree, offset)",
        "sigmoid": "Sigmoid(scale, offset)",
        "laplacian": "Laplacian(width)",
        "cosine": "Cosine()",
    }
    hint = instead.get(name, "a kernel such as Gaussian(width=0.1)")
    raise ValueError(f"kernel={name!r} carries no parameters; give {hint} from kpca_core instead.")
