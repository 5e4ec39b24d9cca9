"""Kernels along one length: the same kernel with all its lengths multiplied."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import Array, finite_points, require_count
from kpca_core._support.words import E_
from kpca_core.kernels import Kernel, KernelLike, as_kernel
from kpca_core.widths import gaussian_at, median_distance


def dilations(
    kernel: KernelLike | None = None, X: ArrayLike | None = None, number: int = 30
) -> tuple[Kernel, ...]:
    """Return a family of kernels from short to long lengths.

    Squared lengths reach from about 1/100 to 8 times those of the kernel given, in steps that are a
    doubling, a whole number of them or a part.

    Parameters
    ----------
    kernel
        As of `kpca_core.fit`; by default a Gaussian whose width is the squared median distance of
        X.
    X : (n, D) array
        Needed without a kernel.
    number : int
        Of kernels; of a kernel without lengths there is one alone.

    Raises
    ------
    TypeError, ValueError
        for a precomputed kernel, which cannot be dilated, and `number` below 1
    """
    require_count("number", number)
    if kernel is None:
        kernel = gaussian_at(median_distance(finite_points(X, "X")))
    kernel = of_table(kernel)
    if number == 1:
        return (kernel,)
    smaller, larger = 20 / 3, 3.0  # doublings of the squared length
    octaves = (smaller + larger) / (number - 1)
    step = float(round(octaves)) if octaves >= 1 else 1 / round(1 / octaves)
    below = round((number - 1) * smaller / (smaller + larger))
    family = tuple(kernel.dilated(_power((i - below) * step)) for i in range(number))
    return family if family[0] != family[-1] else (kernel,)


def _power(exponent: float) -> float:
    """2^exponent, of which the part within an octave has four digits."""
    whole = math.floor(exponent + 1e-9)
    return float(math.ldexp(float(f"{2 ** (exponent - whole):.4g}"), whole))


def as_family(kernels: KernelLike | Sequence[KernelLike]) -> tuple[Kernel, ...]:
    """Return one kernel, or a sequence of at least one, as a tuple of kernels, none precomputed."""
    if isinstance(kernels, str) or not isinstance(kernels, Sequence):
        kernels = (kernels,)
    family = tuple(map(of_table, kernels))
    if not family:
        raise ValueError(E_("Choosing needs at least one kernel; got none."))
    return family


def of_table(kernel: KernelLike) -> Kernel:
    """Return the kernel, for a table of rows; raise TypeError for a precomputed one."""
    kernel = as_kernel(kernel)
    if kernel.is_precomputed:
        said = E_(
            "A precomputed Gram matrix has no columns to shuffle, and no rows to hold out; "
            "give the table and its kernel."
        )
        raise TypeError(said)
    return kernel


def lengths(family: Sequence[Kernel]) -> Array | None:
    """Return the lengths of a family (m,), for an axis; None where they do not increase."""
    found = [_length(one) for one in family]
    if len({type(one) for one in family}) > 1 or None in found:
        return None
    values = np.array(found, dtype=np.float64)
    return values if (np.diff(values) > 0).all() else None


def _length(kernel: Kernel) -> float | None:
    _factor, inner = kernel.unscaled
    declared = (one.name for one in inner.family.parameters if one.power > 0)
    names = (*declared, "width", "length")
    return next((getattr(inner, name) for name in names if hasattr(inner, name)), None)
