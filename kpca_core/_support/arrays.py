"""Array types, rounding, safe quotients and norms, and checks of numbers and tables of points."""

import math
from numbers import Real
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kpca_core._support.words import E_, N_

Array: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.intp]
Labels: TypeAlias = NDArray[np.int64]


class SparseTable(Protocol):
    """A sparse matrix of SciPy."""

    def tocsr(self) -> Any:
        """The same as a table of compressed rows."""


class Lazy(Protocol):
    """A Dask array."""

    def __dask_graph__(self) -> Any:
        """What is to be computed."""


# Rows (n, D) of whatever NumPy makes an array of, data frames among them, or sparse.
Points: TypeAlias = ArrayLike | SparseTable
# Values on a grid: float64 from an expansion, float32 where they are kept for drawing only.
Field: TypeAlias = NDArray[np.floating[Any]]

# The distance from 1 to the next double, 2⁻⁵²; rounding changes a number by half of it at most.
EPS = float(np.finfo(np.float64).eps)

# The least trace(E)/trace(K) of a factorisation K = L Lᵀ + E that rounding allows.
SMALLEST_TOL = 4 * EPS

# Rows that a size or a spread of all is estimated from.
SAMPLE = 64

# The logarithm of the largest double.
LOG_LARGEST = math.log(np.finfo(np.float64).max)

# Exponentials below e⁻⁶⁹⁰ are taken as 0: they or their products would be subnormal numbers, with
# which processors take up to 150 times as long.
LEAST_EXPONENT, LEAST_EXPONENTIAL = -690.0, 2.3e-300


def as_points(X: Any, name: str) -> Array:
    """Return `X` as a float64 array (n, D), the same object where it is one already.

    Raises
    ------
    TypeError
        if `X` is sparse, complex, or has dates or other objects that are no real number.
    ValueError
        if `X` is no table, or has masked or missing values or strings; messages quote the first
        with its row and column, or the shape.
    """
    if type(X) is not np.ndarray or X.dtype != np.float64:
        X = as_numbers(X, name)
    if np.iscomplexobj(X):
        raise TypeError(E_("{name} is complex; kernels compare real points.").format(name=name))
    if X.ndim != 2:
        said = E_("{name} has shape {shape}; expected a table of points, one a row (n, D).")
        raise ValueError(said.format(name=name, shape=X.shape))
    return np.asarray(X, dtype=np.float64)


def as_numbers(X: Any, name: str) -> NDArray[Any]:
    """Return `X` as an array of numbers, or raise for what that would lose or invent.

    A conversion to float64 would lose a mask, make numbers of dates and strings, and NaN of missing
    values. Complex numbers and other shapes than (n, D) are left to the caller.

    Raises
    ------
    TypeError, ValueError
        as `as_points`.
    """
    if hasattr(X, "toarray"):
        said = E_("{name} is a sparse matrix; kernels need a dense one: {name}.toarray().")
        raise TypeError(said.format(name=name))
    if isinstance(X, np.ma.MaskedArray) and X.ndim == 2 and np.ma.is_masked(X):
        row, column = np.argwhere(np.ma.getmaskarray(X))[0]
        said = E_(
            "{name} has masked entries (first at row {row}, column {column}); remove or "
            "impute such rows first."
        )
        raise ValueError(said.format(name=name, row=row, column=column))
    try:
        table = np.asarray(X)
    except ValueError as error:
        said = E_("{name} is no table of points, one a row (n, D): {error}")
        raise ValueError(said.format(name=name, error=error)) from None
    if table.dtype.kind in "mM":
        said = E_(
            "{name} holds dates or times ({dtype}), which have no unit as numbers; give "
            "numbers, such as (dates - start) / np.timedelta64(1, 'D')."
        )
        raise TypeError(said.format(name=name, dtype=table.dtype))
    if table.dtype.kind in "iu" and table.dtype.itemsize == 8:
        _require_exact(table, name)
    if table.ndim != 2 or table.dtype.kind in "fiubc":
        return table
    # Of a list with numbers and strings NumPy makes strings alone; objects stay what they are.
    return _objects_as_floats(np.asarray(X, dtype=object), name)


def _require_exact(table: NDArray[Any], name: str) -> None:
    """Raise ValueError for whole numbers of 64 bits that no float64 holds."""
    if not table.size or (table.max() <= 2**53 and table.min() >= -(2**53)):
        return
    floats, kind = table.astype(np.float64), np.iinfo(table.dtype)
    # The largest of that type round to a number beyond it, which does not convert back.
    beyond = floats >= float(kind.max)
    lost = beyond | (np.where(beyond, 0.0, floats).astype(table.dtype) != table)
    if lost.any():
        place = tuple(int(i) for i in np.argwhere(lost)[0])
        where = (
            E_("row {row}, column {column}").format(row=place[0], column=place[1])
            if len(place) == 2
            else E_("index {place}").format(place=place)
        )
        said = E_(
            "{name} has whole numbers beyond 2**53 that float64 would round (first at "
            "{where}: {value}); subtract an offset, such as {name}.min(axis=0), before."
        )
        raise ValueError(said.format(name=name, where=where, value=table[place]))


def _objects_as_floats(table: NDArray[np.object_], name: str) -> Array:
    odd = {kind for kind in set(map(type, table.flat)) if not _converts_to_float(kind)}
    if not odd:
        try:
            return table.astype(np.float64)
        except OverflowError:
            said = E_("{name} has numbers beyond the largest float64, 1.8e308; rescale them.")
            raise ValueError(said.format(name=name)) from None
    row, column = next(index for index, value in np.ndenumerate(table) if type(value) in odd)
    value = table[row, column]
    where = E_("{name} has {value!r} at row {row}, column {column}").format(
        name=name, value=value, row=row, column=column
    )
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        said = E_("{where}, a missing value; remove or impute such rows first.")
        raise ValueError(said.format(where=where))
    # Both as float(value) does.
    error = ValueError if isinstance(value, (str, bytes)) else TypeError
    said = E_(
        "{where}, which is no real number; the argument must be converted from strings, "
        "dates or other objects to numbers first."
    )
    raise error(said.format(where=where))


def _converts_to_float(kind: type) -> bool:
    """Whether values of that type are real numbers; dates and complex numbers of NumPy are not."""
    if issubclass(kind, (np.generic, np.ndarray)):
        numbers = (np.floating, np.integer, np.bool_)
        return issubclass(kind, numbers) and not issubclass(kind, np.timedelta64)
    return hasattr(kind, "__float__") or hasattr(kind, "__index__")


def require_finite_points(X: Array, name: str) -> None:
    """Raise ValueError, quoting the first, if X (n, D) contains NaN or infinity."""
    finite = np.isfinite(X)
    if not finite.all():
        row, column = np.argwhere(~finite)[0]
        said = E_(
            "{name} contains NaN or infinity (first at row {row}, column {column}: {value}); "
            "remove or impute such rows first."
        )
        raise ValueError(said.format(name=name, row=row, column=column, value=X[row, column]))


def finite_points(X: Any, name: str) -> Array:
    """Return `as_points(X, name)`, or raise by `require_finite_points`."""
    points = as_points(X, name)
    require_finite_points(points, name)
    return points


def require_columns(X: Any, columns: int) -> None:
    """Raise ValueError unless X (n, D) has as many columns as the fit had."""
    if X.shape[1] != columns:
        said = E_(
            "X has {n:,} column; the fit had {columns}.",
            "X has {n:,} columns; the fit had {columns}.",
        )
        raise ValueError(said.format(n=X.shape[1], columns=columns))


def as_float_type(values: Array, dtype: np.dtype[Any], name: str = N_("Scores")) -> NDArray[Any]:
    """The values as float64 or float32.

    Raises
    ------
    ValueError
        if they are beyond the range of float32.
    """
    largest = np.abs(values).max(initial=0.0)
    if largest > np.finfo(dtype).max:
        raise ValueError(
            E_(
                "{name} of up to {largest:.3g} are beyond the range of {dtype}; give float64 "
                "numbers."
            ).format(name=E_(name), largest=largest, dtype=dtype)
        )
    return values.astype(dtype)


def require_count(name: str, value: Any, most: int | None = None, least: int = 1) -> None:
    """Raise ValueError, quoting the value, unless it is a whole number from `least` to `most`."""
    if not (is_whole(value) and value >= least and (most is None or value <= most)):
        limit = "" if most is None else f" <= {most}"
        raise ValueError(
            E_("Need a whole number {least} <= {name}{limit}; got {name}={value!r}.").format(
                least=least, name=name, limit=limit, value=value
            )
        )


def require_number(
    name: str, value: Any, *, above: float | None = None, below: float = math.inf
) -> None:
    """Raise ValueError, quoting the value, unless above < value < below.

    Without `above` the value may be 0, too, and not less.
    """
    inside = is_finite(value) and (value >= 0 if above is None else value > above)
    if not (inside and value < below):
        least = "0 <=" if above is None else f"{above:g} <"
        most = "" if below == math.inf else f" < {below:g}"
        said = E_("Need a finite {least} {name}{most}; got {name}={value!r}.")
        raise ValueError(said.format(least=least, name=name, most=most, value=value))


def ratio(values: Any, by: Array) -> Array:
    """values / by, 0 where `by` is not above 0."""
    shape = np.broadcast_shapes(np.shape(values), by.shape)
    found: Array = np.divide(values, by, out=np.zeros(shape), where=by > 0)
    return found


def exponentials(values: Array) -> Array:
    """The exponentials of values, in place; those below 2.3e-300 are 0."""
    np.maximum(values, LEAST_EXPONENT, out=values)
    np.exp(values, out=values)
    values[values < LEAST_EXPONENTIAL] = 0.0
    return values


def power_of_two(largest: float) -> float:
    """2^k of the size of `largest` ≥ 0, 1 for 0: divided by it, values keep all their digits."""
    # 2^-1022 is the least whose inverse is finite.
    return math.ldexp(1.0, max(math.frexp(largest)[1] - 1, -1022)) if largest else 1.0


def powers_of_two(sizes: Array) -> Array:
    """`power_of_two` of each of the sizes (n,); 1 where one is not finite."""
    powers = np.ldexp(1.0, np.maximum(np.frexp(sizes)[1] - 1, -1022))
    return np.where((sizes > 0) & np.isfinite(sizes), powers, 1.0)


def column_norms(A: Array) -> Array:
    """The lengths (q,) of the columns of A (n, q), also where their squares are beyond float64."""
    unit = power_of_two(float(np.abs(A).max(initial=0.0)))
    values: Array = unit * np.linalg.norm(A / unit, axis=0)
    return values


def evenly_spread(n: int, most: int) -> Indices:
    """At most `most` of the indices 0 … n − 1, evenly spread, both ends among them."""
    return np.linspace(0, n - 1, min(n, most)).astype(np.intp)


def is_finite(value: object) -> bool:
    """Whether `value` is a finite real number of float64's range; True and False are not."""
    if not isinstance(value, Real) or isinstance(value, (bool, np.bool_)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an integer beyond that range
        return False


def is_whole(value: object) -> bool:
    """Whether `value` is an integer of Python or NumPy; True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))
