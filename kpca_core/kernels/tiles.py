"""Gram matrices in tiles, from half of their values, and the lower half alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.progress import Progress, report
from kpca_core._support.threads import VALUES, map_blocks, row_slices
from kpca_core._support.words import _

# Rows and columns of the tiles of a Gram matrix, which a second-level cache holds; powers of two
# would share cache lines.
TILE_ROWS = 224
TILE_COLUMNS = VALUES // TILE_ROWS


def in_tiles(
    gram: Callable[[Array, Array], Array], X: Array, progress: Progress | None = None
) -> Array:
    """gram(X, X) (n, n), symmetric to the last digit, for X (n, D); see `Kernel.gram_matrix`."""
    if len(X) <= 2 * TILE_ROWS:
        # Rounding can make K[i, j] and K[j, i] differ: the smaller is taken.
        K = gram(X, X)
        return np.asarray(np.minimum(K, K.T))
    return mirrored(lower_half(gram, X, progress))


def lower_half(
    gram: Callable[[Array, Array], Array], X: Array, progress: Progress | None = None
) -> Array:
    """gram(X, X) (n, n) of which only what is on and below the diagonal counts."""
    n = len(X)
    if n <= 2 * TILE_ROWS:
        return gram(X, X)
    K = np.zeros((n, n))

    def fill(rows: slice) -> None:
        own = X[rows]
        K[rows, rows] = gram(own, own)
        for start in range(0, rows.start, TILE_COLUMNS):
            columns = slice(start, min(start + TILE_COLUMNS, rows.start))
            K[rows, columns] = gram(own, X[columns])

    with closing(map_blocks(fill, n, TILE_ROWS)) as tiles:
        for done, _tile in enumerate(tiles, start=1):
            report(progress, done, -(-n // TILE_ROWS), _("Gram matrix"))
    return K


def mirrored(K: Array) -> Array:
    """K (n, n) with its lower half mirrored to the upper one, in place."""
    for rows in row_slices(len(K), TILE_ROWS):
        K[rows, rows] = np.tril(K[rows, rows]) + np.tril(K[rows, rows], -1).T
        for start in range(0, rows.start, TILE_COLUMNS):
            columns = slice(start, min(start + TILE_COLUMNS, rows.start))
            K[columns, rows] = K[rows, columns].T
    return K


def squared_norm(K: Array) -> float:
    """‖K‖_F² of K (n, n), of which only what is on and below the diagonal counts."""
    total = 0.0
    for rows in row_slices(len(K), TILE_ROWS):
        own, before = K[rows, rows], K[rows, : rows.start]
        total += np.einsum("ij,ij->", own, own) + 2.0 * np.einsum("ij,ij->", before, before)
    return float(total)
