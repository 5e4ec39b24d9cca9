"""Maps of errors: what is drawn of them, and in which colours.

Errors have the same logarithmic colour scale in every figure, so that equal colours mean equal
errors.
"""

from typing import Any

import numpy as np

from kpca_core._support.arrays import Field

# Errors are fractions of a function's range; smaller ones have the colour of this one.
SMALLEST_ERROR = 1e-8
ERROR_TICKS = {-8: "10⁻⁸", -4: "10⁻⁴", 0: "100 %"}
# The larger the error, the darker on a light page and the lighter on a dark one.
ERROR_COLOURS = {
    "plotly_white": ["#f6f2e8", "#f0d3a0", "#e39b57", "#bf5545", "#812a4c", "#3b1540"],
    "plotly_dark": ["#1c1b26", "#432152", "#86305f", "#c9524e", "#f09c55", "#fdeab0"],
}
# Those colours, and where the scale of log₁₀ begins and ends, as the canvas takes them.
ERRORS: dict[str, Any] = {
    "light": ERROR_COLOURS["plotly_white"],
    "dark": ERROR_COLOURS["plotly_dark"],
    "low": min(ERROR_TICKS),
    "high": max(ERROR_TICKS),
    "values": [*ERROR_TICKS.values()],
}


def log_error(error: Field) -> Field:
    """log₁₀ of the errors, at least that of `SMALLEST_ERROR`."""
    return np.log10(np.maximum(error, SMALLEST_ERROR))
