"""Gram matrices in tiles, from half of their values."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import map_blocks

# Rows and columns of the tiles of a Gram matrix: 2 MB, which a second-level cache holds. A tile is
# transposed in 1.0 ns a value with rows of 224, in 2.5 with 512: powers of two share cache lines.
TILE_ROWS, TILE_COLUMNS = 224, 1120


def in_tiles(
    gram: Callable[[Array, Array], Array], X: Array, progress: Progress | None = None
) -> Array:
    """gram(X, X) (n, n), symmetric to the last digit, for X (n, D); see `Kernel.gram_matrix`."""
    n = len(X)
    if n <= 2 * TILE_ROWS:
        return _symmetric(gram(X, X))
    K = np.empty((n, n))

    def fill(rows: slice) -> None:
        own = X[rows]
        K[rows, rows] = _symmetric(gram(own, own))
        for start in range(0, rows.start, TILE_COLUMNS):
            columns = slice(start, min(start + TILE_COLUMNS, rows.start))
            tile = gram(own, X[columns])
            K[rows, columns] = tile
            K[columns, rows] = tile.T

    with closing(map_blocks(fill, n, TILE_ROWS)) as tiles:
        for done, _ in enumerate(tiles, start=1):
            report(progress, done, -(-n // TILE_ROWS), "Gram matrix")
    return K


def _symmetric(K: Array) -> Array:
    """K (n, n) with the smaller of K[i, j] and K[j, i], which rounding can make differ."""
    smaller: Array = np.minimum(K, K.T)
    return smaller
