"""Rows of points, dense or sparse, and what kernels ask of them: dot products and norms.

Squared distances are in `distances`. Of a sparse matrix no dense copy is made.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kpca_core._support.arrays import Array, as_numbers, finite_points
from kpca_core._support.words import E_


def is_sparse(X: object) -> bool:
    """Whether `X` is a sparse matrix or array of SciPy."""
    return hasattr(X, "tocsr")


class SparseRows:
    """Points (n, D) as the rows of a sparse matrix; `[]` and `np.concatenate` are those of arrays.

    Parameters
    ----------
    table : csr_array (n, D)
        Of finite float64.
    squares : (n,) array
        ‖x‖².
    terms : int
        At least the largest number of entries of a row, and 1: a sum has so many products.
    whole : bool
        Dot products and distances are whole numbers, without any rounding.
    """

    def __init__(self, table: Any, squares: Array, terms: int, whole: bool) -> None:
        self.table, self.squares, self.terms, self.whole = table, squares, terms, whole

    @classmethod
    def of(cls, X: Any, name: str) -> SparseRows:
        """From a copy of a sparse matrix (n, D).

        Raises
        ------
        TypeError, ValueError
            if it is complex, has another shape, or numbers that are not finite or that float64
            would round.
        """
        # Importing SciPy here keeps `import kpca_core` fast.
        from scipy.sparse import csr_array

        if X.ndim != 2:
            said = E_("{name} has shape {shape}; expected a table of points, one a row (n, D).")
            raise ValueError(said.format(name=name, shape=X.shape))
        if np.iscomplexobj(X):
            raise TypeError(E_("{name} is complex; kernels compare real points.").format(name=name))
        table = csr_array(X, copy=True)
        as_numbers(table.data[:, None], f"{name}.data")
        table = table.astype(np.float64)
        table.sum_duplicates()
        _require_finite_entries(table, name)
        with np.errstate(over="ignore"):
            squares = _row_sums(table, np.square(table.data))
        terms = max(1, int(np.diff(table.indptr).max(initial=0)))
        integers = bool((table.data == np.rint(table.data)).all())
        return cls(table, squares, terms, integers and squares.max(initial=0.0) < 2.0**50)

    @property
    def shape(self) -> tuple[int, int]:
        """(n, D)."""
        n, dimension = self.table.shape
        return int(n), int(dimension)

    @property
    def nbytes(self) -> int:
        """Bytes of the entries."""
        return int(self.table.data.nbytes + self.table.indices.nbytes + self.table.indptr.nbytes)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"{self.shape} sparse rows"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SparseRows):
            return NotImplemented
        parts = ((one.table.indptr, one.table.indices, one.table.data) for one in (self, other))
        return self.shape == other.shape and all(map(np.array_equal, *parts))

    def __hash__(self) -> int:
        return hash(self.shape)

    def __getitem__(self, rows: Any) -> SparseRows:
        return SparseRows(self.table[rows], self.squares[rows], self.terms, self.whole)

    def __array_function__(self, function: Any, types: Any, values: Any, more: Any) -> Any:
        if function is not np.concatenate or more:
            return NotImplemented
        from scipy.sparse import vstack

        parts: list[SparseRows] = list(values[0])
        return SparseRows(
            vstack([one.table for one in parts], format="csr"),
            np.concatenate([one.squares for one in parts]),
            max(one.terms for one in parts),
            all(one.whole for one in parts),
        )

    def dots(self, others: SparseRows) -> Array:
        """x·y, shape (n, m)."""
        found: Array = (self.table @ others.table.T).toarray()
        return found

    def directions(self) -> SparseRows:
        """x/‖x‖, and 0 where x is 0."""
        table = self.table.copy()
        per_row = np.diff(table.indptr)
        largest = np.ones(len(self))
        filled = per_row > 0
        starts = table.indptr[:-1][filled]
        largest[filled] = np.maximum.reduceat(np.abs(table.data), starts) if len(starts) else 1.0
        largest[largest == 0.0] = 1.0
        table.data /= np.repeat(largest, per_row)
        lengths = np.sqrt(_row_sums(table, np.square(table.data)))
        table.data /= np.repeat(np.where(lengths > 0.0, lengths, 1.0), per_row)
        return SparseRows(table, _row_sums(table, np.square(table.data)), self.terms, False)

    def squared_differences(self, others: SparseRows) -> Array:
        """Return ‖xᵢ − yᵢ‖² for the i-th rows of both tables, shape (n,)."""
        differences = (self.table - others.table).tocsr()
        return _row_sums(differences, np.square(differences.data))


def _row_sums(table: Any, values: Array) -> Array:
    """The sums (n,) of one value for each entry of a csr_array (n, D)."""
    number = np.repeat(np.arange(table.shape[0]), np.diff(table.indptr))
    return np.bincount(number, values, minlength=table.shape[0]).astype(np.float64)


def _require_finite_entries(table: Any, name: str) -> None:
    """Raise ValueError, quoting the first, if a csr_array (n, D) contains NaN or infinity."""
    if not np.isfinite(table.data).all():
        place = int(np.argmin(np.isfinite(table.data)))
        row = int(np.searchsorted(table.indptr, place, side="right")) - 1
        raise ValueError(
            E_(
                "{name} contains NaN or infinity (first at row {row}, column {indices}: "
                "{data}); remove or impute such rows first."
            ).format(name=name, row=row, indices=table.indices[place], data=table.data[place])
        )


def as_rows(X: Any, name: str, *, sparse: bool = False) -> Any:
    """Return `X` as finite float64 (n, D), or as `SparseRows` where it is sparse, or is to be.

    Raises
    ------
    TypeError, ValueError
        if it is no table of finite points.
    """
    if isinstance(X, SparseRows):
        return X
    if is_sparse(X):
        return SparseRows.of(X, name)
    X = finite_points(X, name)
    if not sparse:
        return X
    from scipy.sparse import csr_array

    return SparseRows.of(csr_array(X), name)


def terms_of(X: Any) -> int:
    """How many products a dot product of two rows of X (n, D) has at most."""
    return X.terms if isinstance(X, SparseRows) else int(X.shape[1])


def dot_products(X: Any, Y: Any) -> Array:
    """X[i]·Y[j], shape (n, m)."""
    found: Array = X.dots(Y) if isinstance(X, SparseRows) else X @ Y.T
    return found


def squared_norms(X: Any) -> Array:
    """‖X[i]‖², shape (n,)."""
    norms: Array = X.squares.copy() if isinstance(X, SparseRows) else np.einsum("ij,ij->i", X, X)
    return norms


def require_dense(points: Any, what: str) -> None:
    """Raise TypeError, saying that `what` need dense points, after a fit to a sparse matrix."""
    if isinstance(points, SparseRows):
        said = E_("{what} need dense points, and the fit was to a sparse matrix; fit X.toarray().")
        raise TypeError(said.format(what=what))
