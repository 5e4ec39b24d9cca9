"""Array types, the rounding error of doubles, and checks of numbers and tables of points."""

import math
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
Labels: TypeAlias = NDArray[np.int64]
# Values on a grid: float64 from an expansion, float32 where they are kept for drawing only.
Field: TypeAlias = NDArray[np.floating[Any]]

# The distance from 1 to the next double, 2⁻⁵²; rounding changes a number by half of it at most.
EPS = float(np.finfo(np.float64).eps)


def as_points(X: Any, name: str) -> Array:
    """Return `X` as a float64 array (n, D), the same object where it is one already.

    Raises
    ------
    TypeError
        if `X` is sparse or complex; the message names the argument.
    ValueError
        if `X` is no table of points; the message quotes its shape.
    """
    if hasattr(X, "toarray"):
        raise TypeError(f"{name} is a sparse matrix; kernels need a dense one: {name}.toarray().")
    X = np.asarray(X)
    if np.iscomplexobj(X):
        raise TypeError(f"{name} is complex; kernels compare real points.")
    X = np.asarray(X, dtype=np.float64)
    if X.ndim != 2:
        raise ValueError(
            f"{name} has shape {X.shape}; expected a table of points, one a row (n, D)."
        )
    return X


def is_finite(value: object) -> bool:
    """Whether `value` is a finite real number; True and False are not."""
    return (
        isinstance(value, Real) and not isinstance(value, (bool, np.bool_)) and math.isfinite(value)
    )


def is_whole(value: object) -> bool:
    """Whether `value` is an integer of Python or NumPy; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))
