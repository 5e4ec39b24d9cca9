"""Tables in files of arrays: NPY and NPZ. Nothing that could run is ever opened."""

from __future__ import annotations

import io
import lzma
import math
import struct
import zipfile
import zlib
from collections.abc import Iterator
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.progress import Progress, report
from kpca_core.tables.columns import BLOCK, Block, number_column, table_of_columns, word_column
from kpca_core.tables.limits import MOST_COLUMNS, check_bytes, check_rows, check_shape
from kpca_core.tables.table import Column, Table, shortened, some_of

# Names under which archives usually hold the points.
POINTS = ("X", "x", "data", "points", "X_train")
WIDEST_ITEM = 512  # bytes, of a text of 128 letters
# What NumPy raises besides ValueError where the header of an array, a Python literal, is damaged.
BROKEN = (SyntaxError, TokenError, OverflowError, RecursionError, MemoryError, zipfile.BadZipFile)
# What unpacking an archive raises.
DAMAGED = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, NotImplementedError, RuntimeError,
    EOFError, OSError,
)  # fmt: skip
PICKLE = "holds Python objects (a pickle), which could run programs and are never opened"


def read_npy(content: bytes, name: str, most_rows: int | None = None) -> Table:
    """Read an array (n, D) or (n,), or one with named fields."""
    shape = _header(io.BytesIO(content), name)[0]
    check_rows(name, (*shape, 0)[0], most_rows)
    array = _array(io.BytesIO(content), name, len(content))
    return table_of_columns(name, "NPY", _columns_of(array, name, "column"))


def size_of_npz(content: bytes) -> int | None:
    """Return the bytes that an archive unpacks to, None where it is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return sum(one.file_size for one in archive.infolist())
    except (*DAMAGED, ValueError):
        return None


def read_npz(
    content: bytes, name: str, most_rows: int | None = None, progress: Progress | None = None
) -> Table:
    """Read the points of an archive, and its other arrays with one value a row as columns."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {one.filename.removesuffix(".npy"): one for one in archive.infolist()}
            if "[Content_Types].xml" in members:
                raise ValueError(
                    f"{name} is a workbook or a document: save the sheet as CSV and give that."
                )
            arrays = {k: m for k, m in members.items() if m.filename.endswith(".npy")}
            if not arrays:
                raise ValueError(f"{name} is an archive without an array: unpack it first.")
            if len(arrays) > MOST_COLUMNS:
                raise ValueError(
                    f"{name} has {len(arrays):,} arrays; at most {MOST_COLUMNS:,} are read."
                )
            unpacked = sum(one.file_size for one in arrays.values())
            check_bytes(f"{name}, unpacked,", unpacked)
            shapes, widths = {}, {}
            for key, member in arrays.items():
                with archive.open(member) as file:
                    shapes[key], dtype = _header(file, f"{key} of {name}")
                widths[key] = _width(shapes[key], dtype)
                report(progress, len(shapes), 2 * len(arrays), "reading arrays")
            points = _points_of(name, shapes)
            beside = [
                k for k, shape in shapes.items() if k != points and shape == shapes[points][:1]
            ]
            check_rows(name, shapes[points][0], most_rows)
            columns = sum(widths[key] for key in (points, *beside))
            check_shape(name, (shapes[points][0], columns))
            found: list[Column] = []
            for done, key in enumerate((points, *beside), start=len(arrays)):
                report(progress, done, 2 * len(arrays), "reading arrays")
                with archive.open(members[key]) as file:
                    # `ZipFile` reads no more than the size that was checked.
                    array = _array(
                        io.BytesIO(file.read()), f"{key} of {name}", members[key].file_size
                    )
                found += _columns_of(array, f"{key} of {name}", key)
    except DAMAGED as error:
        raise ValueError(f"{name} is a damaged archive: {shortened(str(error))}.") from None
    more = f" with {some_of(beside)}" if beside else ""
    return table_of_columns(name, f"NPZ, array {points}{more}", found)


def _points_of(name: str, shapes: dict[str, tuple[int, ...]]) -> str:
    """The array that holds the points: one of POINTS, or the only table."""
    tables = [key for key, shape in shapes.items() if len(shape) == 2]
    for key in (*POINTS, *(tables if len(tables) == 1 else ())):
        if key in tables:
            return key
    columns = [key for key, shape in shapes.items() if len(shape) == 1]
    if not tables and columns:
        return columns[0]
    listed = some_of([f"{shortened(key)} {shape}" for key, shape in shapes.items()])
    raise ValueError(
        f"{name} does not say which array holds the points: it has {listed}. Name one of them X."
    )


def _header(file: Any, what: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and dtype of an array, from the beginning of its file."""
    try:
        version = np.lib.format.read_magic(file)
        read = getattr(np.lib.format, f"read_array_header_{version[0]}_0")
        shape, _, dtype = read(file)
    except (ValueError, AttributeError, TypeError, *BROKEN) as error:
        raise ValueError(f"{what} is no readable array: {shortened(str(error))}.") from None
    if dtype.hasobject:
        raise ValueError(
            f"{what} {PICKLE}. Save numbers, as by X.astype(float), and words as an array of text."
        )
    return tuple(int(length) for length in shape), dtype


def _width(shape: tuple[int, ...], dtype: np.dtype[Any]) -> int:
    """The columns of an array (n, D), (n,), or with named fields."""
    return len(dtype.names or ()) or (*shape, 1, 1)[1]


def _array(file: io.BytesIO, what: str, size: int) -> NDArray[Any]:
    shape, dtype = _header(file, what)
    if len(shape) not in (1, 2):
        raise ValueError(
            f"{what} has shape {shape}; a table has rows and columns, (n, D). Reshape it, as by "
            "X.reshape(len(X), -1)."
        )
    check_shape(what, (shape[0], _width(shape, dtype)))
    promised = math.prod(shape) * dtype.itemsize
    if dtype.itemsize > WIDEST_ITEM * max(1, len(dtype.names or ())):
        raise ValueError(f"{what} has values of {dtype.itemsize} bytes ({dtype}); save numbers.")
    if not dtype.itemsize:
        raise ValueError(f"{what} has values of 0 bytes ({dtype}); save numbers.")
    if promised > size - file.tell():
        raise ValueError(
            f"{what} is cut off: shape {shape} needs {promised:,} bytes, and the file has {size:,}."
        )
    file.seek(0)
    try:
        array = np.lib.format.read_array(file, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise ValueError(f"{what} is no readable array: {shortened(str(error))}.") from None
    if not array.size:
        raise ValueError(f"{what} is empty: it has shape {shape}.")
    return np.asarray(array)


def _columns_of(array: NDArray[Any], what: str, name: str) -> list[Column]:
    """The columns of an array (n, D), (n,), or with named fields."""
    if array.dtype.names:
        parts = [(field, array[field].ravel()) for field in array.dtype.names]
    elif array.ndim == 1:
        parts = [(name, array)]
    else:
        one = "column" if name in (*POINTS, "column") else name
        parts = [(f"{one} {j + 1}", array[:, j]) for j in range(array.shape[1])]
    found = []
    for one, values in parts:
        if len(values) != len(array):
            raise ValueError(f"{what} has several values a row in the field {one!r}; save columns.")
        kind = values.dtype.kind
        if kind in "fiub":
            numbers = values.astype(np.float64)
            found.append(number_column(one, numbers, int(np.isnan(numbers).sum())))
        elif kind in "UmMS":
            found.append(word_column(one, _blocks(values)))
        else:
            raise ValueError(f"{what} has the dtype {values.dtype}; save real numbers.")
    return found


def _blocks(values: NDArray[Any]) -> Iterator[Block]:
    """The words of BLOCK rows at once."""
    for start in range(0, len(values), BLOCK):
        part = values[start : start + BLOCK]
        if part.dtype.kind == "S":
            texts = [text.decode("latin-1") for text in part.tolist()]
        else:
            texts = part.astype(str).tolist()
        yield texts, np.arange(len(part))
