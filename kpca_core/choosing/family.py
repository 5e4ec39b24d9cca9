"""Kernels along one length: the same kernel with all its lengths multiplied."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, finite_points, is_finite, require_count
from kpca_core.kernels import (
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
    as_kernel,
)
from kpca_core.widths import median_distance


def dilated(kernel: Kernel, factor: float) -> Kernel:
    """Return k(x/√f, y/√f), which multiplies squared lengths by f: a Gaussian's width becomes f·c.

    A cosine, which has no length, and functions of a reader's own stay what they are.

    Raises
    ------
    ValueError
        unless `factor` is finite and above 0
    """
    if not (is_finite(factor) and factor > 0):
        raise ValueError(f"A dilation needs a finite factor > 0; got factor={factor!r}.")
    f, root = float(factor), float(factor) ** 0.5
    match kernel:
        case Gaussian():
            return Gaussian(kernel.width * f)
        case Laplacian():
            return Laplacian(kernel.width * root)
        case Matern() | RationalQuadratic():
            return replace(kernel, length=kernel.length * root)
        case Linear():
            return Scaled(1 / f, kernel)
        case Polynomial():
            return Scaled(f**-kernel.degree, replace(kernel, offset=kernel.offset * f))
        case Sigmoid():
            return replace(kernel, scale=kernel.scale / f)
        case Sum() | Product():
            return type(kernel)(dilated(kernel.left, f), dilated(kernel.right, f))
        case Scaled():
            return Scaled(kernel.factor, dilated(kernel.kernel, f))
    return kernel


def dilations(kernel: Any = None, X: Any = None, number: int = 30) -> tuple[Kernel, ...]:
    """Return a family of kernels from short to long lengths.

    Squared lengths reach from about 1/100 to 8 times those of the kernel given. Their steps are a
    doubling, a whole number of them or a part, so that Gram matrices of Gaussians can be squared.

    Parameters
    ----------
    kernel
        As of `kpca_core.fit`; by default a Gaussian whose width is the squared median distance of X
    X : (n, D) array, needed without a kernel
    number : int, of kernels; of a kernel without lengths there is one alone

    Raises
    ------
    TypeError, ValueError
        for a precomputed kernel, which cannot be dilated, and `number` below 1
    """
    require_count("number", number)
    if kernel is None:
        kernel = Gaussian(float(f"{median_distance(finite_points(X, 'X')) ** 2:.4g}"))
    kernel = as_kernel(kernel)
    if isinstance(kernel, Precomputed):
        raise TypeError(
            "A precomputed Gram matrix has one width alone; give the table and its kernel."
        )
    if number == 1:
        return (kernel,)
    smaller, larger = 20 / 3, 3.0  # doublings of the squared length
    octaves = (smaller + larger) / (number - 1)
    step = float(round(octaves)) if octaves >= 1 else 1 / round(1 / octaves)
    below = round((number - 1) * smaller / (smaller + larger))
    family = tuple(dilated(kernel, _power((i - below) * step)) for i in range(number))
    return family if family[0] != family[-1] else (kernel,)


def _power(exponent: float) -> float:
    """2^exponent, of which the part within an octave has four digits."""
    whole = math.floor(exponent + 1e-9)
    return float(math.ldexp(float(f"{2 ** (exponent - whole):.4g}"), whole))


def as_family(kernels: Any) -> tuple[Kernel, ...]:
    """Return one kernel, or a sequence of them, as a tuple of kernels, none precomputed.

    Raises
    ------
    TypeError, ValueError
        for what is no kernel, a precomputed one, and no kernel at all
    """
    given = (
        kernels if isinstance(kernels, Sequence) and not isinstance(kernels, str) else (kernels,)
    )
    family = tuple(as_kernel(one) for one in given)
    if not family:
        raise ValueError("Choosing needs at least one kernel; got none.")
    if any(isinstance(one, Precomputed) for one in family):
        raise TypeError(
            "A precomputed Gram matrix has no columns to shuffle, and no rows to hold out; give "
            "the table and its kernel."
        )
    return family


def said_length(kernel: Kernel) -> float | None:
    """Return the width or length of a kernel with one; None for others."""
    for name in ("width", "length"):
        if hasattr(kernel, name):
            return float(getattr(kernel, name))
    return said_length(kernel.kernel) if isinstance(kernel, Scaled) else None


def lengths(family: Sequence[Kernel]) -> Array | None:
    """Return the lengths of a family (m,), for an axis; None where they do not increase."""
    found = [said_length(one) for one in family]
    if any(one is None for one in found):
        return None
    values = np.array(found, dtype=np.float64)
    same = len({type(one) for one in family}) == 1
    return values if same and (np.diff(values) > 0).all() else None
