"""What is said of the components of a fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kpca_core.decomposition import Decomposition
from kpca_core.drawing.canvas.sentences import Shape, describe_functions


def sentences(
    found: Decomposition, points: Any, labels: Any, count: int | None = None,
    words: Sequence[str] = (),
) -> list[str]:  # fmt: skip
    """One sentence for each of the first `count` components, all if None; "" for nothing."""
    shape = Shape(np.asarray(points, dtype=np.float64), np.asarray(labels), words)
    return describe_functions(shape, found.scores[:, :count], found.near_degenerate)
