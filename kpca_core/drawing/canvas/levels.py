"""At which values isolines are drawn, and errors on a logarithmic scale."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.drawing.canvas.look import LOOK

# Isolines on either side of zero.
LEVELS: int = LOOK["lines"]["levels"]


def largest(fields: NDArray[Any]) -> NDArray[Any]:
    """Return the largest |value| (…,) of each field (…, ny, nx); 1 where all values are 0."""
    found = np.maximum(fields.max(axis=(-2, -1)), -fields.min(axis=(-2, -1)))
    return np.where(found > 0, found, 1.0)


def even_levels(field: NDArray[Any]) -> NDArray[Any]:
    """Return 2·LEVELS + 1 isoline values: equally spaced, symmetric, to the scale of the field."""
    values: NDArray[Any] = levels(np.reshape(field, (1, 1, -1)))[0]
    return values


def levels(fields: NDArray[Any]) -> NDArray[Any]:
    """Return the isoline values (p, 2·LEVELS + 1) of fields (p, ny, nx), each to its own scale."""
    steps = np.arange(-LEVELS, LEVELS + 1) / (LEVELS + 1)
    heights: NDArray[Any] = largest(fields)[:, None] * steps
    return heights


def log_error(error: NDArray[Any]) -> NDArray[Any]:
    """Return log₁₀ of errors as shares of a function's range, at least the least of the scale.

    All maps of errors have one scale: equal colours mean equal errors.
    """
    values: NDArray[Any] = np.log10(np.maximum(error, 10.0 ** LOOK["errors"]["low"]))
    return values
