"""Kernels given from outside: any callable, or a Gram matrix computed beforehand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kpca_core.arrays import Array, as_points
from kpca_core.kernels.base import Kernel, symmetric
from kpca_core.kernels.dot_product import Linear


@dataclass(frozen=True)
class CallableKernel(Kernel):
    """A kernel given by a function of two tables of points, such as scikit-learn's GP kernels.

    It counts as indefinite, since it is not known to be psd.

    Parameters
    ----------
    function : callable, (X (n, D), Y (m, D)) -> kernel values (n, m), symmetric where X is Y
    """

    function: Callable[[Array, Array], Any]

    formula = r"k(\mathbf{x}, \mathbf{y})"
    is_psd = False

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


@dataclass(frozen=True)
class Precomputed(Kernel):
    """Kernel values instead of points: row i holds k(xᵢ, pⱼ) for the m points pⱼ of the fit."""

    formula = r"K_{ij}"
    is_psd = False

    def gram(self, X: Array, Y: Array) -> Array:
        if X.shape[1] != len(Y):
            raise ValueError(
                f"Precomputed kernel values have {X.shape[1]} columns; expected one for each of "
                f"the {len(Y)} points of the fit."
            )
        return X

    def gram_matrix(self, X: Array) -> Array:
        return symmetric(X)

    def __call__(self, X: Any, Y: Any = None) -> Array:
        X = as_points(X, "X")
        return X if Y is None else self.gram(X, Y)

    def diagonal(self, X: Array) -> Array:
        return np.diagonal(X).copy()


def as_kernel(kernel: object) -> Kernel:
    """Turn a `Kernel`, a callable k(X, Y), "linear" or "precomputed" into a `Kernel`.

    Raises
    ------
    TypeError, ValueError
        for anything else; the message says what to give instead.
    """
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
