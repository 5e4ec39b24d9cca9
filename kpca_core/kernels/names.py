"""Kernels by name: scikit-learn's names with their parameters, and what `fit` takes as a kernel.

Sources: scikit-learn's `pairwise_kernels`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from kpca_core._support.words import E_
from kpca_core.kernels.base import Kernel
from kpca_core.kernels.dot_product import Cosine, Linear, Polynomial, Sigmoid
from kpca_core.kernels.foreign import CallableKernel, Precomputed
from kpca_core.kernels.stationary import Gaussian, Laplacian


class Named(NamedTuple):
    """A kernel that scikit-learn has a name for.

    Parameters
    ----------
    written
        What to write for it here, "" where it is no kernel of the library's.
    make
        Makes it of gamma > 0, degree and coef0.
    """

    written: str
    make: Callable[[float, Any, Any], Kernel]
    needs_gamma: bool = True


def named_kernel(name: str, gamma: float, degree: Any, coef0: Any) -> Kernel:
    """The kernel that scikit-learn gives that name, one of NAMES.

    Raises
    ------
    ValueError
        for parameters with which it is the same for all points
    """
    one = NAMES[name]
    if gamma == 0.0 and one.needs_gamma:
        said = E_(
            "kernel={name!r} with gamma={gamma!r} is the same for all points; give a "
            "gamma > 0, or None for 1/n_features."
        )
        raise ValueError(said.format(name=name, gamma=gamma))
    if degree == 0 and one.make is _polynomial:
        said = E_(
            "kernel={kernel!r} with degree={degree!r} is the same for all points; "
            "give a degree >= 1."
        )
        raise ValueError(said.format(kernel=name, degree=degree))
    return one.make(gamma, degree, coef0)


def _polynomial(gamma: float, degree: Any, coef0: Any) -> Kernel:
    degree, coef0 = float(degree), float(coef0)
    with np.errstate(over="ignore", under="ignore"):
        factor, offset = float(np.float64(gamma) ** degree), coef0 / gamma
    if degree != int(degree) or coef0 < 0 or not 0 < factor < math.inf or offset == math.inf:
        # Indefinite, or out of the range of Polynomial's parameters.
        return _pairwise("polynomial_kernel", degree=degree, gamma=gamma, coef0=coef0)
    plain = Polynomial(int(degree), offset)
    return plain if factor == 1.0 else factor * plain


def _pairwise(function: str, **parameters: float) -> Kernel:
    """A function of scikit-learn's, of two tables, as a kernel."""
    from sklearn.metrics import pairwise

    found = getattr(pairwise, function)
    return CallableKernel(partial(found, **parameters) if parameters else found)


_POLYNOMIAL = Named("gamma**degree * Polynomial(degree, coef0 / gamma)", _polynomial)
NAMES = {
    "linear": Named("Linear()", lambda gamma, degree, coef0: Linear(), needs_gamma=False),
    "poly": _POLYNOMIAL,
    "polynomial": _POLYNOMIAL,
    "rbf": Named(
        "Gaussian.from_gamma(gamma)", lambda gamma, degree, coef0: Gaussian.from_gamma(gamma)
    ),
    "sigmoid": Named(
        "Sigmoid(gamma, coef0)", lambda gamma, degree, coef0: Sigmoid(gamma, float(coef0))
    ),
    "cosine": Named("Cosine()", lambda gamma, degree, coef0: Cosine(), needs_gamma=False),
    "laplacian": Named("Laplacian(1 / gamma)", lambda gamma, degree, coef0: Laplacian(1.0 / gamma)),
    "chi2": Named("", lambda gamma, degree, coef0: _pairwise("chi2_kernel", gamma=gamma)),
    "additive_chi2": Named(
        "", lambda gamma, degree, coef0: _pairwise("additive_chi2_kernel"), needs_gamma=False
    ),
    "precomputed": Named("", lambda gamma, degree, coef0: Precomputed(), needs_gamma=False),
}


def written_here(name: str) -> str:
    """What to write for a kernel by another name; "" where nothing is known."""
    # A name that is often tried.
    return "Gaussian(width)" if name == "gaussian" else NAMES[name].written if name in NAMES else ""


def as_kernel(kernel: object, second: object = None) -> Kernel:
    """Turn a `Kernel`, a callable k(X, Y), "linear" or "precomputed" into a `Kernel`.

    Parameters
    ----------
    second : object
        The argument after it, which is the kernel where the two are swapped.

    Raises
    ------
    TypeError, ValueError
        for anything else; the message says what to give instead.
    """
    if isinstance(kernel, Kernel):
        return kernel
    if isinstance(kernel, str):
        return _without_parameters(kernel)
    if callable(kernel) and not isinstance(kernel, type):
        return CallableKernel(kernel)
    if hasattr(kernel, "shape") or isinstance(kernel, list | tuple):
        meant = second if isinstance(second, Kernel | str) else Gaussian(0.1)
        said = E_(
            "The kernel comes before the points: write fit({kernel!r}, X) or "
            "KernelPCA({kernel!r}).fit(X). Got {kind} as kernel."
        )
        raise TypeError(said.format(kernel=meant, kind=type(kernel).__name__))
    said = E_(
        "kernel={kernel!r} is not a kernel; give one such as Gaussian(width=0.1), a "
        "callable k(X, Y) or 'precomputed'."
    )
    raise TypeError(said.format(kernel=kernel))


def _without_parameters(name: str) -> Kernel:
    if name in ("linear", "precomputed"):
        return named_kernel(name, 1.0, 1, 0)
    hint = written_here(name) or E_("a kernel such as Gaussian(width=0.1)")
    said = E_(
        "kernel={name!r} carries no parameters; give {hint} from kpca_core, or "
        "scikit-learn's names with gamma, degree and coef0 to KernelPCA."
    )
    raise ValueError(said.format(name=name, hint=hint))
