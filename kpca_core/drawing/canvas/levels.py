"""At which values isolines are drawn, and errors on a logarithmic scale."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.drawing.canvas.look import LOOK

# Isolines on either side of zero.
LEVELS: int = LOOK["lines"]["levels"]


def even_levels(field: NDArray[Any]) -> NDArray[Any]:
    """Return 2·LEVELS + 1 isoline values: equally spaced, symmetric, to the scale of the field."""
    largest = float(np.abs(field).max()) or 1.0
    steps: NDArray[Any] = np.arange(-LEVELS, LEVELS + 1) / (LEVELS + 1)
    return largest * steps


def levels(fields: NDArray[Any]) -> NDArray[Any]:
    """Return the isoline values (p, 2·LEVELS + 1) of fields (p, ny, nx), each to its own scale."""
    return np.array([even_levels(field) for field in fields]).reshape(-1, 2 * LEVELS + 1)


def log_error(error: NDArray[Any]) -> NDArray[Any]:
    """Return log₁₀ of errors as shares of a function's range, at least the least of the scale.

    All maps of errors have one scale: equal colours mean equal errors.
    """
    return np.log10(np.maximum(error, 10.0 ** LOOK["errors"]["low"]))
