"""Tables in files of arrays: NPY and NPZ. Nothing that could run is ever opened."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.progress import Progress, report
from kpca_core._support.words import N_, _, counted
from kpca_core.tables.column import Column, shortened, some_of
from kpca_core.tables.columns import number_column, table_of_columns, word_columns
from kpca_core.tables.limits import MOST_COLUMNS, check_bytes, check_rows, check_shape
from kpca_core.tables.numbers import Signs
from kpca_core.tables.packed import DAMAGED, damaged
from kpca_core.tables.reading import How, Reading
from kpca_core.tables.table import LABEL_NAMES, Table

# Names under which archives usually hold the points, in small letters.
POINTS = ("x", "data", "points", "x_train", "features", "train_x")
# Names under which archives have the names of the columns of the points.
NAMES = ("columns", "feature_names")
# The array of `kpca fit` with the line of each row.
LINES = ("lines",)
# The arrays of scipy.sparse.save_npz.
SPARSE = {"format", "shape", "data"}
# What NumPy raises where the header of an array, a Python literal, is damaged.
BROKEN = (ValueError, AttributeError, TypeError, SyntaxError, TokenError, OverflowError,
          RecursionError, MemoryError, EOFError, zipfile.BadZipFile)  # fmt: skip
PICKLE = N_("holds Python objects (a pickle), which could run programs and are never opened")


def read_npy(content: bytes, name: str, how: How, most_rows: int | None = None) -> Table:
    """Read an array (n, D) or (n,), or one with named fields."""
    shape = _header(io.BytesIO(content), name)[0]
    check_rows(name, (*shape, 0)[0], most_rows)
    array = _array(io.BytesIO(content), name, len(content))
    kind = _("NPY, {rows}").format(rows=counted(len(array), "{n} row", "{n} rows"))
    return table_of_columns(name, Reading(kind), _columns_of(array, name, "column", how), how)


def read_npz(
    content: bytes, name: str, how: How, most_rows: int | None, progress: Progress | None
) -> Table:
    """Read the points of an archive, and its other arrays with one value a row as columns.

    Names of the columns of the points are those of an array of NAMES, if any. The lines from which
    `kpca fit` had the rows are no variable.
    """
    shapes, widths, found = {}, {}, []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            arrays = [one for one in archive.infolist() if one.filename.endswith(".npy")]
            members = {one.filename.removesuffix(".npy"): one for one in arrays}
            count = len(members)
            if count > MOST_COLUMNS:
                said = _("{name} has {count:,} arrays; at most {most_columns:,} are read.")
                raise ValueError(said.format(name=name, count=count, most_columns=MOST_COLUMNS))
            check_bytes(
                _("{name}, unpacked,").format(name=name),
                sum(one.file_size for one in members.values()),
            )
            if set(members) >= SPARSE:
                said = _(
                    "{name} holds a sparse matrix: save M.toarray() by np.save, where M = "
                    "scipy.sparse.load_npz(file)."
                )
                raise ValueError(said.format(name=name))
            for key, member in members.items():
                with archive.open(member) as file:
                    shapes[key], dtype = _header(file, f"{key} of {name}")
                widths[key] = len(dtype.names or ()) or (*shapes[key], 1, 1)[1]
                report(progress, len(shapes), 2 * count, _("reading arrays"))
            points, n = _points_of(name, shapes)
            beside = [k for k, s in shapes.items() if k != points and n and s in ((n,), (n, 1))]
            check_rows(name, n, most_rows)
            check_shape(name, (n, sum(widths[key] for key in (points, *beside))))
            for done, key in enumerate((points, *beside), start=count):
                report(progress, done, 2 * count, _("reading arrays"))
                # `ZipFile` reads no more than the size that was checked.
                data = io.BytesIO(archive.read(members[key]))
                array = _array(data, f"{key} of {name}", members[key].file_size)
                found += _columns_of(array, f"{key} of {name}", key, how)
            for key in NAMES:
                if shapes.get(key) == (widths[points],):
                    data = io.BytesIO(archive.read(members[key]))
                    called = _array(data, f"{key} of {name}", members[key].file_size)
                    found = [*map(_renamed, found, called), *found[len(called) :]]
                    break
    except DAMAGED as error:
        raise damaged(name, error) from None
    more = _(" with {beside}").format(beside=some_of(beside)) if beside else ""
    kind = _("NPZ, array {points}{more}, {rows}").format(
        points=points, more=more, rows=counted(n, "{n} row", "{n} rows")
    )
    rest = [key for key in shapes if key not in (points, *beside)]
    aside = tuple((key, _("an array of shape {shapes}").format(shapes=shapes[key])) for key in rest)
    indices = LINES if {"origin", *LINES} <= shapes.keys() else ()
    return table_of_columns(name, Reading(kind), found, how, aside=aside, indices=indices)


def _renamed(column: Column, name: Any) -> Column:
    return replace(column, name=name) if isinstance(name, str) else column


def _points_of(name: str, shapes: Mapping[str, tuple[int, ...]]) -> tuple[str, int]:
    """The array of the points, one of POINTS or the only table, and its rows."""
    named = sorted((POINTS.index(key.lower()), key) for key in shapes if key.lower() in POINTS)
    order = [key for _, key in named]
    tables = [key for key, shape in shapes.items() if len(shape) == 2]
    tables = [key for key in tables if shapes[key][1] > 1] or tables
    likely = [key for key in order if len(shapes[key]) > 1] or tables[: len(tables) == 1]
    likely += [key for key, shape in shapes.items() if len(shape) > 2]
    if not tables:
        likely += [key for key in (*order, *shapes) if len(shapes[key]) == 1]
    if not likely:
        listed = some_of([f"{shortened(key)} {shape}" for key, shape in shapes.items()])
        said = _(
            "{name} does not say which array holds the points: it has {listed}. Name one of them X."
        )
        raise ValueError(said.format(name=name, listed=listed))
    points = likely[0]
    _check_axes(f"{points} of {name}", shapes[points], points)
    return points, shapes[points][0]


def _check_axes(what: str, shape: tuple[int, ...], name: str = "X") -> None:
    if len(shape) not in (1, 2):
        said = _(
            "{what} has shape {shape}; a table has rows and columns, (n, D). Reshape it, as by "
            "{name}.reshape(len({name}), -1)."
        )
        raise ValueError(said.format(what=what, shape=shape, name=name))


def _header(file: Any, what: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and dtype of an array, from the beginning of its file."""
    try:
        version = np.lib.format.read_magic(file)
        shape, _order, dtype = getattr(np.lib.format, f"read_array_header_{version[0]}_0")(file)
    except BROKEN as error:
        said = _("{what} is no readable array: {error}.")
        raise ValueError(said.format(what=what, error=shortened(str(error)))) from None
    if dtype.hasobject:
        said = _(
            "{what} {pickle}. Save numbers, as by X.astype(float), and words as an array of text."
        )
        raise ValueError(said.format(what=what, pickle=_(PICKLE)))
    return tuple(int(length) for length in shape), dtype


def _array(file: io.BytesIO, what: str, size: int) -> NDArray[Any]:
    shape, dtype = _header(file, what)
    _check_axes(what, shape)
    fields = len(dtype.names or ())
    check_shape(what, (shape[0], fields or (*shape, 1)[1]))
    promised = math.prod(shape) * dtype.itemsize
    if not promised and dtype.itemsize:
        raise ValueError(_("{what} is empty: it has shape {shape}.").format(what=what, shape=shape))
    if not dtype.itemsize:
        said = _("{what} has values of 0 bytes ({dtype}); save numbers.")
        raise ValueError(said.format(what=what, dtype=dtype))
    if promised > size - file.tell():
        said = _(
            "{what} is cut off: shape {shape} needs {promised:,} bytes, and the file has {size:,}."
        )
        raise ValueError(said.format(what=what, shape=shape, promised=promised, size=size))
    file.seek(0)
    try:
        return np.asarray(np.lib.format.read_array(file, allow_pickle=False))
    except (ValueError, EOFError) as error:
        said = _("{what} is no readable array: {error}.")
        raise ValueError(said.format(what=what, error=shortened(str(error)))) from None


def _columns_of(array: NDArray[Any], what: str, name: str, how: How) -> list[Column]:
    """The columns of an array (n, D), (n,), or with named fields."""
    if array.dtype.names:
        parts = [(field, array[field].ravel()) for field in array.dtype.names]
    elif array.ndim == 1 or (array.shape[1] == 1 and name.lower() in ("y", *LABEL_NAMES)):
        parts = [(name, array.ravel())]
    else:
        one = "column" if name.lower() in POINTS else name
        parts = [(f"{one} {j + 1}", array[:, j]) for j in range(array.shape[1])]
    found = []
    for one, values in parts:
        if len(values) != len(array):
            said = _("{what} has several values a row in the field {one!r}; save columns.")
            raise ValueError(said.format(what=what, one=one))
        if values.dtype.kind in "fiub":
            found.append(number_column(one, values.astype(np.float64)))
        elif values.dtype.kind in "UmMS":
            found += _word_columns(one, values, what, how)
        else:
            said = _("{what} has the dtype {dtype}; save real numbers.")
            raise ValueError(said.format(what=what, dtype=values.dtype))
    return found


def _word_columns(name: str, values: NDArray[Any], what: str, how: How) -> list[Column]:
    """A column of texts: none of its cells is a number."""
    try:
        different, codes = np.unique(values, return_inverse=True)
        if values.dtype.kind == "S":
            texts = [one.decode("utf-8", "backslashreplace") for one in different.tolist()]
        else:
            # Half of a pair of UTF-16 is no letter.
            words = different.astype(str).tolist()
            texts = [one.encode("utf-8", "backslashreplace").decode() for one in words]
    except (ValueError, SystemError) as error:  # of letters beyond Unicode
        said = _("{what} has no text in {name!r}: {error}.")
        raise ValueError(
            said.format(what=what, name=shortened(name), error=shortened(str(error)))
        ) from None
    texts = ["" if one == "NaT" else one for one in texts]
    return word_columns(name, codes.ravel(), texts, Signs(), how)[0]
