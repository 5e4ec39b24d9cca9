"""Tables with shuffled columns: each column keeps its values, and says nothing of the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from kpca_core._support.arrays import (
    Array,
    Indices,
    counted,
    finite_points,
    is_finite,
    require_count,
)
from kpca_core.kernels import Kernel, Precomputed, as_kernel


def shuffleable(kernel: Any, X: Any, most_rows: int, seed: int) -> tuple[Kernel, Array, int]:
    """Return the kernel, not precomputed, at most so many rows of X (n, D) at random, and n.

    At least two columns have to vary among them.
    """
    kernel = as_kernel(kernel)
    if isinstance(kernel, Precomputed):
        raise TypeError(
            "A precomputed Gram matrix has no columns to shuffle; give the table and its kernel."
        )
    X = finite_points(X, "X")
    some = X[some_rows(len(X), most_rows, seed)]
    for table in (X, some):
        vary = int((table[1:] != table[:1]).any(axis=0).sum()) if len(table) else 0
        if vary < 2:
            raise ValueError(
                "Shuffling shows what the columns have in common: it needs at least 2 columns that "
                f"vary; got {counted(vary, 'column')} of {X.shape[1]:,} that varies."
            )
    return kernel, some, len(X)


def some_rows(n: int, most: int, seed: int) -> Indices:
    """Return all of n rows, or so many of them drawn at random, ascending."""
    require_count("most_rows", most)
    if n <= most:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, most, replace=False))


def shuffled(rng: np.random.Generator, n: int, columns: int) -> Indices:
    """Return for each column an order of the rows, (n, columns)."""
    return rng.permuted(np.tile(np.arange(n)[:, None], (1, columns)), axis=0)


def subset(rows: int, of: int) -> str:
    """Return the words that say that some rows were analysed; "" where all were."""
    return "" if rows == of else f", {rows:,} of {of:,} rows at random"


def require_level(level: Any, shuffles: int | None = None) -> None:
    """Raise ValueError unless 0 < level < 1, and so many shuffles give p-values as small."""
    if not (is_finite(level) and 0 < level < 1):
        raise ValueError(f"Need 0 < level < 1; got level={level!r}.")
    if shuffles is not None and level * (shuffles + 1) < 1:
        raise ValueError(
            f"{counted(shuffles, 'shuffle')} give no p-value below 1/{shuffles + 1}; level="
            f"{level!r} needs at least {int(np.ceil(1 / level - 1e-9)) - 1:,}."
        )
