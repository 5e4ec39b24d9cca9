"""Kernels of the rows of a sparse matrix, of which no dense copy is made.

Kernels of dot products and distances need x·y and ‖x‖² alone, which sparse products give. A fit
runs on the numbers of the rows, (n, 1), in place of points; `OnRows` is the kernel of two numbered
rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, as_numbers, finite_points, require_columns
from kpca_core._support.threads import ROWS, row_slices
from kpca_core._support.words import _, counted
from kpca_core.kernels.base import (
    UNIT_ROUNDOFF,
    Combination,
    Kernel,
    Scaled,
    dot_rounding,
    require_finite_gram,
)
from kpca_core.kernels.distances import BLOCK_PAIRS, FEW_COORDINATES, close_fraction, product_reach
from kpca_core.kernels.dot_product import Cosine, DotProduct, LinearAbout, Sigmoid
from kpca_core.kernels.paraboloid import Paraboloid
from kpca_core.kernels.stationary import Radial, Stationary


def is_sparse(X: object) -> bool:
    """Whether `X` is a sparse matrix or array of SciPy."""
    return hasattr(X, "tocsr")


def sparse_rows(X: Any, name: str) -> Any:
    """A copy of a sparse matrix (n, D) as csr_array of finite float64.

    Raises
    ------
    TypeError, ValueError
        if it is complex, has another shape, or numbers that are not finite or that float64 would
        round.
    """
    # Importing SciPy here keeps `import kpca_core` fast.
    from scipy.sparse import csr_array

    if X.ndim != 2:
        raise ValueError(
            _("{name} has shape {shape}; expected a table of points, one a row (n, D).").format(
                name=name, shape=X.shape
            )
        )
    if np.iscomplexobj(X):
        raise TypeError(_("{name} is complex; kernels compare real points.").format(name=name))
    rows = csr_array(X, copy=True)
    as_numbers(rows.data[:, None], f"{name}.data")
    rows = rows.astype(np.float64)
    rows.sum_duplicates()
    if not np.isfinite(rows.data).all():
        place = int(np.argmin(np.isfinite(rows.data)))
        row = int(np.searchsorted(rows.indptr, place, side="right")) - 1
        raise ValueError(
            _(
                "{name} contains NaN or infinity (first at row {row}, column {indices}: "
                "{data}); remove or impute such rows first."
            ).format(name=name, row=row, indices=rows.indices[place], data=rows.data[place])
        )
    return rows


def takes_sparse(kernel: Kernel) -> bool:
    """Whether the kernel needs dot products and distances alone."""
    if isinstance(kernel, Combination):
        return takes_sparse(kernel.left) and takes_sparse(kernel.right)
    if isinstance(kernel, Scaled):
        return takes_sparse(kernel.kernel)
    if isinstance(kernel, Radial):
        return type(kernel).finish is not Radial.finish
    taken = DotProduct | Cosine | Paraboloid
    return isinstance(kernel, taken) and not isinstance(kernel, LinearAbout)


def numbered(kernel: Kernel, rows: Any) -> tuple[Kernel, Array]:
    """The kernel of two numbered rows of a csr_array (n, D), and all their numbers (n, 1).

    Raises
    ------
    TypeError
        for a kernel that needs dense points.
    """
    if not takes_sparse(kernel):
        raise TypeError(
            _(
                "X is a sparse matrix, and {kernel!r} needs a dense one: X.toarray(). "
                "Kernels of dot products and distances take sparse ones, such as Linear, "
                "Polynomial, Cosine, Gaussian."
            ).format(kernel=kernel)
        )
    table = Table(rows)
    return _with_leaves(kernel, lambda leaf: OnRows(leaf, table)), row_numbers(len(table))


def table_of(kernel: Kernel) -> Table | None:
    """The rows that a kernel of `numbered` looks up; None for other kernels."""
    if isinstance(kernel, Combination):
        return table_of(kernel.left) or table_of(kernel.right)
    if isinstance(kernel, Scaled):
        return table_of(kernel.kernel)
    return kernel.table if isinstance(kernel, OnRows) else None


def on_table(kernel: Kernel, table: Table) -> Kernel:
    """The same kernel with the rows of another table."""
    return _with_leaves(kernel, lambda leaf: replace(leaf, table=table))


def require_dense(kernel: Kernel, what: str) -> None:
    """Raise TypeError, saying that `what` need dense points, after a fit to a sparse matrix."""
    if table_of(kernel) is not None:
        raise TypeError(
            _(
                "{what} need dense points, and the fit was to a sparse matrix; fit X.toarray()."
            ).format(what=what)
        )


def _with_leaves(kernel: Kernel, change: Callable[[Any], Kernel]) -> Kernel:
    if isinstance(kernel, Combination):
        left, right = (_with_leaves(part, change) for part in (kernel.left, kernel.right))
        return type(kernel)(left, right)
    if isinstance(kernel, Scaled):
        return Scaled(kernel.factor, _with_leaves(kernel.kernel, change))
    return change(kernel)


def row_numbers(n: int) -> Array:
    """0 … n − 1, shape (n, 1): the points of a fit to n sparse rows."""
    return np.arange(n, dtype=np.float64)[:, None]


@dataclass(frozen=True, eq=False)
class Table:
    """The rows of a sparse matrix.

    Parameters
    ----------
    rows
        csr_array (n, D) of float64.
    """

    rows: Any

    def __len__(self) -> int:
        return int(self.rows.shape[0])

    @property
    def dimension(self) -> int:
        """D."""
        return int(self.rows.shape[1])

    @cached_property
    def terms(self) -> int:
        """The largest number of entries of a row, at least 1: so many products has a sum."""
        return max(1, int(np.diff(self.rows.indptr).max(initial=0)))

    @cached_property
    def squares(self) -> Array:
        """‖x‖², shape (n,)."""
        return _row_sums(self.rows, np.square(self.rows.data))

    @cached_property
    def whole(self) -> bool:
        """Whether dot products and distances are whole numbers, without any rounding."""
        return bool(
            (self.rows.data == np.rint(self.rows.data)).all()
            and self.squares.max(initial=0.0) < 2.0**50
        )

    @cached_property
    def directions(self) -> Table:
        """x/‖x‖, and 0 where x is 0."""
        rows = self.rows.copy()
        per_row = np.diff(rows.indptr)
        largest = np.ones(len(self))
        filled = per_row > 0
        starts = rows.indptr[:-1][filled]
        largest[filled] = np.maximum.reduceat(np.abs(rows.data), starts) if len(starts) else 1.0
        largest[largest == 0.0] = 1.0
        rows.data /= np.repeat(largest, per_row)
        lengths = np.sqrt(_row_sums(rows, np.square(rows.data)))
        rows.data /= np.repeat(np.where(lengths > 0.0, lengths, 1.0), per_row)
        return Table(rows)

    def dots(self, i: Any, j: Any) -> Array:
        """x·y of the rows i (n,) and j (m,), shape (n, m)."""
        found: Array = (self.rows[i] @ self.rows[j].T).toarray()
        return found

    def chosen(self, numbers: Array) -> Table:
        """The rows of these numbers (m, 1)."""
        return Table(self.rows[_indices(numbers)])

    def joined(self, X: Any) -> tuple[Table, Array]:
        """These rows and those of X (n, D), sparse or dense, below them; the numbers of the latter.

        Raises
        ------
        TypeError, ValueError
            if X is no table of finite points with as many columns.
        """
        from scipy.sparse import csr_array, vstack

        more = sparse_rows(X, "X") if is_sparse(X) else csr_array(finite_points(X, "X"))
        require_columns(more, self.dimension)
        both = Table(vstack([self.rows, more], format="csr"))
        return both, row_numbers(len(both))[len(self) :]


def _row_sums(rows: Any, values: Array) -> Array:
    """The sums (n,) of one value for each entry of a csr_array (n, D)."""
    number = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    return np.bincount(number, values, minlength=rows.shape[0]).astype(np.float64)


def _indices(numbers: Array) -> Any:
    return numbers[:, 0].astype(np.intp)


@dataclass(frozen=True, eq=False, repr=False)
class OnRows(Kernel):
    """The kernel of two numbered rows of a sparse matrix, for numbers X (n, 1) and Y (m, 1).

    Parameters
    ----------
    kernel : Kernel
        Of dot products or distances.
    table : Table
    """

    kernel: Kernel
    table: Table

    def __repr__(self) -> str:
        rows = counted(len(self.table), "{n} sparse row", "{n} sparse rows")
        return f"{self.kernel!r} on {rows}"

    @property
    def is_psd(self) -> bool:
        return self.kernel.is_psd

    @property
    def formula(self) -> str:
        return self.kernel.formula

    def gram(self, X: Array, Y: Array) -> Array:
        i, j = _indices(X), _indices(Y)
        if isinstance(self.kernel, Cosine):
            return self.table.directions.dots(i, j)
        if isinstance(self.kernel, DotProduct):
            return self.kernel.of_products(self.table.dots(i, j))
        if isinstance(self.kernel, Paraboloid):
            squares = self.table.squares
            return self.kernel.of_products(self.table.dots(i, j), squares[i], squares[j])
        assert isinstance(self.kernel, Radial), "takes_sparse"
        return self._of_distances(self.kernel, i, j)

    def _of_distances(self, kernel: Radial, i: Any, j: Any) -> Array:
        table, values = self.table, self.table.dots(i, j)
        left, right = table.squares[i], table.squares[j]
        require_finite_gram(kernel, left)
        require_finite_gram(kernel, right)
        for rows in row_slices(len(i), max(1, BLOCK_PAIRS // max(1, len(j)))):
            block = values[rows]
            sums = np.add.outer(left[rows], right)
            block *= -2.0
            block += sums
            if not table.whole:
                self._mend(kernel, block, sums, i[rows], j)
            np.maximum(block, 0.0, out=block)
            kernel.finish(block)
        return values

    def _mend(self, kernel: Radial, block: Array, sums: Array, i: Any, j: Any) -> None:
        """Compute the squared distances of close pairs anew, from differences of their entries."""
        rows = self.table.rows
        reach = product_reach(self.table.terms, kernel.squared_scale, smooth=kernel.smooth)
        found = np.argwhere(~(block >= close_fraction(sums, reach) * sums))
        for first in range(0, len(found), ROWS):
            a, b = found[first : first + ROWS].T
            difference = (rows[i[a]] - rows[j[b]]).tocsr()
            block[a, b] = _row_sums(difference, np.square(difference.data))

    def diagonal(self, X: Array) -> Array:
        i = _indices(X)
        if isinstance(self.kernel, Cosine):
            values: Array = self.table.directions.squares[i]
            return values
        if isinstance(self.kernel, DotProduct):
            return self.kernel.of_products(self.table.squares[i])
        if isinstance(self.kernel, Paraboloid):
            return self.kernel.of_squares(self.table.squares[i])
        return np.ones(len(i))

    def largest(self, X: Array) -> float:
        return 1.0 if isinstance(self.kernel, Stationary | Sigmoid) else super().largest(X)

    def rounding(self, X: Array) -> float:
        kernel, terms = self.kernel, self.table.terms
        farthest = float(self.table.squares[_indices(X)].max(initial=0.0))
        if isinstance(kernel, Radial):
            return kernel.rounding_within(max(terms, FEW_COORDINATES + 1), 2.0 * farthest)
        if isinstance(kernel, Sigmoid):
            # tanh is at most as steep as the identity.
            size = kernel.scale * farthest + abs(kernel.offset)
            return (dot_rounding(terms) + 4 * UNIT_ROUNDOFF) * size + 2 * UNIT_ROUNDOFF
        # One dense row with as many entries and the largest norm has the same bound.
        return kernel.rounding(np.full((1, terms), np.sqrt(farthest / terms)))
