"""Dask arrays as tables of points in chunks of rows.

The library imports this module only where it is given such an array; it needs Dask.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, finite_points, require_columns
from kpca_core._support.extras import needed
from kpca_core._support.threads import few_threads
from kpca_core._support.words import E_, N_
from kpca_core.expansion import Expansion
from kpca_core.feature_space.preimage import Method, pre_image_points

with needed("Dask", N_("computes on a cluster"), "distributed"):
    import dask.array as da
    from dask.delayed import delayed


@dataclass(frozen=True)
class Chunk:
    """Rows start … stop − 1 of X, which are X.blocks[index]."""

    index: int
    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start

    def points(self, block: Any) -> Array:
        """Its rows as finite float64, or a ValueError that names the chunk."""
        i, rows = (
            self.index,
            E_("rows {start} to {stop}").format(start=self.start, stop=self.stop - 1),
        )
        return finite_points(
            block, E_("Chunk {i} of X (X.blocks[{i}], {rows})").format(i=i, rows=rows)
        )


def in_row_chunks(X: Any) -> da.Array:
    """`X` as a Dask table (n, D) in chunks of whole rows, or a TypeError or ValueError."""
    if not isinstance(X, da.Array):
        said = E_(
            "X must be a Dask array; got {kind}. Make one with dask.array.from_array(X, "
            "chunks=(rows, -1)) or frame.to_dask_array(lengths=True)."
        )
        raise TypeError(said.format(kind=type(X).__name__))
    if X.ndim != 2:
        said = E_("X has shape {shape}; expected a table of points, one a row (n, D).")
        raise ValueError(said.format(shape=X.shape))
    return X.rechunk({1: -1}) if X.numblocks[1] > 1 else X


def evaluate(expansion: Expansion, X: Any) -> da.Array:
    """f_j(X[i]) (n, q) as a lazy Dask array in the chunks of X (n, D); nothing is computed yet.

    NaN or infinity is found when it is computed, and the message names the chunk. TypeError or
    ValueError is raised at once if X is no Dask table with as many columns as the points.
    """
    X = in_row_chunks(X)
    require_columns(X, expansion.points.shape[1])
    return _mapped(expansion, X, len(expansion.offsets))


def invert(expansion: Expansion, Z: Any, method: str | Method) -> da.Array:
    """Pre-images (n, D) of scores Z (n, d) as a lazy Dask array in the chunks of Z.

    NaN or infinity is found when it is computed, as by `evaluate`.
    """
    inverse = partial(pre_image_points, expansion, method=method)
    return _mapped(inverse, in_row_chunks(Z), expansion.points.shape[1])


def _mapped(function: Callable[[Array], Array], X: da.Array, columns: int) -> da.Array:
    chunks = (X.chunks[0], (columns,))
    shared = delayed(function, traverse=False)
    mapped: da.Array = da.map_blocks(
        _block, X, function=shared, dtype=np.float64, chunks=chunks, meta=np.empty((0, 0))
    )
    return mapped


def _block(
    block: Any, function: Callable[[Array], Array], block_id: tuple[int, int] = (0, 0)
) -> Array:
    X = finite_points(
        block, E_("Chunk {block_id} of X (X.blocks[{block_id}])").format(block_id=block_id[0])
    )
    with few_threads(0):
        return function(X)
