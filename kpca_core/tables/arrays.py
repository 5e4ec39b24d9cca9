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
from kpca_core._support.words import E_, _, counted
from kpca_core.tables.column import Column, refused, shortened, some_of
from kpca_core.tables.columns import number_column, table_of_columns, word_columns
from kpca_core.tables.limits import MOST_COLUMNS, check_bytes, check_rows, check_shape
from kpca_core.tables.numbers import Signs
from kpca_core.tables.packed import DAMAGED, damaged
from kpca_core.tables.reading import How, Reading
from kpca_core.tables.table import Table

# Names of the array of the points, in small letters.
POINTS = ("x", "data", "points", "x_train")
# What NumPy raises where the header of an array, a Python literal, is damaged.
BROKEN = (ValueError, AttributeError, TypeError, SyntaxError, TokenError, OverflowError,
          RecursionError, MemoryError, EOFError, zipfile.BadZipFile)  # fmt: skip


def read_npy(content: bytes, name: str, how: How, most_rows: int | None = None) -> Table:
    """Read an array (n, D) or (n,), or one with named fields."""
    shape = _header(io.BytesIO(content), name)[0]
    check_rows(name, (*shape, 0)[0], most_rows)
    array = _array(content, name)
    kind = _("NPY, {rows}").format(rows=counted(len(array), "{n} row", "{n} rows"))
    return table_of_columns(name, Reading(kind), _columns_of(array, name, "column", how), how)


def read_npz(
    content: bytes, name: str, how: How, most_rows: int | None, progress: Progress | None
) -> Table:
    """Read the points of an archive, and its other arrays with one value a row as columns."""
    shapes, widths, found = {}, {}, []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            arrays = [one for one in archive.infolist() if one.filename.endswith(".npy")]
            members = {one.filename.removesuffix(".npy"): one for one in arrays}
            count = len(members)
            if count > MOST_COLUMNS:
                said = E_("{name} has {count:,} arrays; at most {most:,} are read.")
                raise refused(said, name=name, count=count, most=MOST_COLUMNS)
            unpacked = sum(one.file_size for one in members.values())
            check_bytes(E_("{name}, unpacked,").format(name=name), unpacked)
            for key, member in members.items():
                with archive.open(member) as file:
                    shapes[key], dtype = _header(file, f"{key} of {name}")
                widths[key] = len(dtype.names or ()) or (*shapes[key], 1, 1)[1]
                report(progress, len(shapes), 2 * count, _("reading arrays"))
            points = _points_of(name, shapes)
            n = shapes[points][0]
            beside = [k for k, s in shapes.items() if k != points and n and s in ((n,), (n, 1))]
            check_rows(name, n, most_rows)
            check_shape(name, (n, sum(widths[key] for key in (points, *beside))))
            for done, key in enumerate((points, *beside), start=count):
                report(progress, done, 2 * count, _("reading arrays"))
                # `ZipFile` reads no more than the size that was checked.
                array = _array(archive.read(members[key]), f"{key} of {name}")
                called = key if key in beside or array.ndim == 1 else "column"
                found += _columns_of(array, f"{key} of {name}", called, how)
            # `kpca fit` writes its names of the columns.
            if shapes.get("columns") == (widths[points],):
                names = _array(archive.read(members["columns"]), f"columns of {name}").astype(str)
                own = zip(found, names.tolist(), strict=False)
                found[: len(names)] = [replace(column, name=one) for column, one in own]
    except DAMAGED as error:
        raise damaged(name, error) from None
    more = _(" with {beside}").format(beside=some_of(beside)) if beside else ""
    rows = counted(n, "{n} row", "{n} rows")
    kind = _("NPZ, array {points}{more}, {rows}").format(points=points, more=more, rows=rows)
    rest = [key for key in shapes if key not in (points, *beside)]
    aside = tuple((key, _("an array of shape {shapes}").format(shapes=shapes[key])) for key in rest)
    # `kpca fit` writes which line of its table each row is from.
    indices = ("lines",) if "origin" in shapes else ()
    return table_of_columns(name, Reading(kind), found, how, aside=aside, indices=indices)


def _points_of(name: str, shapes: Mapping[str, tuple[int, ...]]) -> str:
    """The array of the points: of several axes one of POINTS, or the only one; or all are alike."""
    tables = [key for key, shape in shapes.items() if len(shape) > 1]
    named = [key for key in tables if key.lower() in POINTS][:1]
    alike = [key for key, shape in shapes.items() if shape] if len({*shapes.values()}) == 1 else []
    likely = named or tables or alike[:1]
    if len(likely) != 1:
        listed = some_of([f"{shortened(key)} {shape}" for key, shape in shapes.items()])
        said = E_(
            "{name} does not say which array holds the points: it has {listed}. Name one of them X."
        )
        raise refused(said, name=name, listed=listed)
    _check_axes(f"{likely[0]} of {name}", shapes[likely[0]])
    return likely[0]


def _check_axes(what: str, shape: tuple[int, ...]) -> None:
    if len(shape) not in (1, 2):
        said = E_(
            "{what} has shape {shape}; a table has rows and columns, (n, D). Reshape it, as by "
            "X.reshape(len(X), -1)."
        )
        raise refused(said, what=what, shape=shape)


def _unreadable(what: str, error: BaseException) -> ValueError:
    said = E_("{what} is no readable array: {error}.")
    return refused(said, what=what, error=shortened(str(error), 100))


def _header(file: Any, what: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and dtype of an array, from the beginning of its file."""
    try:
        version = np.lib.format.read_magic(file)
        shape, _order, dtype = getattr(np.lib.format, f"read_array_header_{version[0]}_0")(file)
    except BROKEN as error:
        raise _unreadable(what, error) from None
    if dtype.hasobject:
        said = E_(
            "{what} holds Python objects (a pickle), which could run programs and are never "
            "opened. Save numbers, as by X.astype(float), and words as an array of text."
        )
        raise refused(said, what=what)
    return tuple(int(length) for length in shape), dtype


def _array(content: bytes, what: str) -> NDArray[Any]:
    shape, dtype = _header(io.BytesIO(content), what)
    _check_axes(what, shape)
    check_shape(what, (shape[0], len(dtype.names or ()) or (*shape, 1)[1]))
    if not math.prod(shape) * dtype.itemsize:
        said = E_("{what} is empty: it has shape {shape}, and values of {size} bytes.")
        raise refused(said, what=what, shape=shape, size=dtype.itemsize)
    try:
        return np.asarray(np.lib.format.read_array(io.BytesIO(content), allow_pickle=False))
    except (ValueError, EOFError) as error:
        raise _unreadable(what, error) from None


def _columns_of(array: NDArray[Any], what: str, name: str, how: How) -> list[Column]:
    """The columns of an array (n, D), (n,), or with named fields."""
    rows = array.reshape(len(array), -1)
    if array.dtype.names:
        parts = [(field, array[field].ravel()) for field in array.dtype.names]
    elif rows.shape[1] == 1 and name != "column":
        parts = [(name, rows[:, 0])]
    else:
        parts = [(f"{name} {j + 1}", rows[:, j]) for j in range(rows.shape[1])]
    found = []
    for one, values in parts:
        if len(values) != len(array):
            said = E_("{what} has several values a row in the field {one!r}; save columns.")
            raise refused(said, what=what, one=one)
        if values.dtype.kind in "fiub":
            found.append(number_column(one, values.astype(np.float64)))
        elif values.dtype.kind in "UmMS":
            found += _word_columns(one, values, what, how)
        else:
            said = E_("{what} has the dtype {dtype}; save real numbers.")
            raise refused(said, what=what, dtype=values.dtype)
    return found


def _word_columns(name: str, values: NDArray[Any], what: str, how: How) -> list[Column]:
    """A column of texts: none of its cells is a number."""
    try:
        different, codes = np.unique(values, return_inverse=True)
        words = different if values.dtype.kind == "S" else different.astype(str)
        texts = list(map(_text, words.tolist()))
    except (ValueError, SystemError) as error:  # of letters beyond Unicode
        raise _unreadable(f"{name} of {what}", error) from None
    return word_columns(name, codes.ravel(), texts, Signs(), how)[0]


def _text(word: str | bytes) -> str:
    """The text of a cell: bytes that are no UTF-8, and half of a pair of UTF-16, are no letters."""
    if isinstance(word, bytes):
        return word.decode("utf-8", "backslashreplace")
    return "" if word == "NaT" else word.encode("utf-8", "backslashreplace").decode()
