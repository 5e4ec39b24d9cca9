"""Tables in files of arrays: NPY, NPZ and Parquet. Nothing that could run is ever opened."""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import replace
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import counted
from kpca_core.progress import Progress, report
from kpca_core.tables.limits import MOST_UNPACKED, check_bytes, check_shape
from kpca_core.tables.table import MOST_LABELS, Column, Table, shortened
from kpca_core.tables.text import EXAMPLES, LONGEST_EXAMPLE, unique_names

# Names under which archives usually hold the points.
POINTS = ("X", "x", "data", "points", "X_train")
WIDEST_ITEM = 512  # bytes, of a text of 128 letters
# What reading the header of an array raises besides: it is written as Python's literals.
BROKEN = (SyntaxError, TokenError, OverflowError, RecursionError, MemoryError, zipfile.BadZipFile)
PICKLE = "holds Python objects (a pickle), which could run programs and are never opened"


def read_npy(content: bytes, name: str) -> Table:
    """Read an array (n, D) or (n,), or one with named fields."""
    array = _array(io.BytesIO(content), name, len(content))
    return _table(name, "NPY", _columns_of(array, name, "column"))


def read_npz(content: bytes, name: str) -> Table:
    """Read the points of an archive, and its other arrays with one value a row as columns."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {one.filename.removesuffix(".npy"): one for one in archive.infolist()}
            if "[Content_Types].xml" in members:
                raise ValueError(
                    f"{name} is a workbook or a document: save the sheet as CSV and give that."
                )
            arrays = [one for one in members.values() if one.filename.endswith(".npy")]
            if not arrays:
                raise ValueError(f"{name} is an archive without an array: unpack it first.")
            check_bytes(f"{name}, unpacked,", sum(a.file_size for a in arrays), MOST_UNPACKED)
            shapes = {k: _shape(archive, m, name) for k, m in members.items() if m in arrays}
            points = _points_of(name, shapes)
            beside = [
                k for k, shape in shapes.items() if k != points and shape == shapes[points][:1]
            ]
            found: list[Column] = []
            for key in (points, *beside):
                with archive.open(members[key]) as file:
                    # `ZipFile` reads no more than the size that was checked.
                    array = _array(
                        io.BytesIO(file.read()), f"{key} of {name}", members[key].file_size
                    )
                found += _columns_of(array, f"{key} of {name}", key)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise ValueError(f"{name} is a damaged archive: {shortened(str(error))}.") from None
    more = f" with {', '.join(beside)}" if beside else ""
    return _table(name, f"NPZ, array {points}{more}", found)


def read_parquet(content: bytes, name: str, progress: Progress | None = None) -> Table:
    """Read a Parquet file by pyarrow.

    Raises
    ------
    ImportError
        without pyarrow
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ImportError(
            f"Reading {name} needs pyarrow: pip install pyarrow, or save the table as CSV."
        ) from None
    try:
        # Texts stay an index into their different values, however often they are repeated.
        about = pq.read_metadata(io.BytesIO(content))
        schema = about.schema.to_arrow_schema()
        check_shape(name, (about.num_rows, len(schema)))
        unpacked = sum(
            about.row_group(i).column(j).total_uncompressed_size
            for i in range(about.num_row_groups)
            for j in range(about.num_columns)
        )
        check_bytes(f"{name}, unpacked,", unpacked, MOST_UNPACKED)
        if not about.num_rows or not len(schema):
            raise ValueError(f"{name} is empty: it has no row.")
        flat = [field for field in schema if not pa.types.is_nested(field.type)]
        texts = [f.name for f in flat if pa.types.is_string(f.type) or pa.types.is_binary(f.type)]
        file = pq.ParquetFile(io.BytesIO(content), read_dictionary=texts)
        found = []
        for j, field in enumerate(flat):
            column = file.read(columns=[field.name]).column(0)
            found.append(_of_arrow(field.name, column))
            report(progress, j + 1, len(flat), "reading columns")
    except pa.ArrowException as error:
        raise ValueError(f"{name} is no readable Parquet file: {shortened(str(error))}.") from None
    if not found:
        raise ValueError(f"{name} has nested columns only; save plain columns of numbers.")
    return _table(name, "Parquet", found)


def _of_arrow(name: str, column: Any) -> Column:
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    missing = column.null_count
    if pa.types.is_boolean(kind) or pa.types.is_decimal(kind):
        column = pc.cast(column, pa.float64())
    elif not (pa.types.is_integer(kind) or pa.types.is_floating(kind)):
        if not pa.types.is_dictionary(kind):
            column = pc.cast(column, pa.string())
        return _of_words(name, column.to_pylist())
    values = column.to_numpy().astype(np.float64)
    return _of_numbers(name, values, missing)


def _points_of(name: str, shapes: dict[str, tuple[int, ...]]) -> str:
    """The array that holds the points: one of POINTS, or the only table."""
    tables = [key for key, shape in shapes.items() if len(shape) == 2]
    for key in (*POINTS, *(tables if len(tables) == 1 else ())):
        if key in tables:
            return key
    columns = [key for key, shape in shapes.items() if len(shape) == 1]
    if not tables and columns:
        return columns[0]
    listed = ", ".join(f"{shortened(key)} {shape}" for key, shape in list(shapes.items())[:8])
    raise ValueError(
        f"{name} does not say which array holds the points: it has {listed}. Name one of them X."
    )


def _shape(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> tuple[int, ...]:
    with archive.open(member) as file:
        return _header(file, f"{member.filename.removesuffix('.npy')} of {name}")[0]


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


def _array(file: io.BytesIO, what: str, size: int) -> NDArray[Any]:
    shape, dtype = _header(file, what)
    if len(shape) not in (1, 2):
        raise ValueError(
            f"{what} has shape {shape}; a table has rows and columns, (n, D). Reshape it, as by "
            "X.reshape(len(X), -1)."
        )
    check_shape(what, (shape[0], len(dtype.names or ()) or (*shape, 1)[1]))
    promised = math.prod(shape) * dtype.itemsize
    if dtype.itemsize > WIDEST_ITEM * max(1, len(dtype.names or ())):
        raise ValueError(f"{what} has values of {dtype.itemsize} bytes ({dtype}); save numbers.")
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
            found.append(_of_numbers(one, numbers, int(np.isnan(numbers).sum())))
        elif kind in "UmM":
            found.append(_of_words(one, values.astype(str).tolist()))
        elif kind == "S":
            found.append(_of_words(one, [v.decode("latin-1") for v in values.tolist()]))
        else:
            raise ValueError(f"{what} has the dtype {values.dtype}; save real numbers.")
    return found


def _of_numbers(name: str, values: NDArray[np.float64], missing: int) -> Column:
    """A column of numbers; infinities are strange."""
    infinite = np.flatnonzero(np.isinf(values))
    examples = tuple((int(i), repr(float(values[i]))) for i in infinite[:EXAMPLES])
    finite = np.where(np.isinf(values), np.nan, values)
    return Column(name, finite, missing=missing, strange=len(infinite), examples=examples)


def _of_words(name: str, cells: Iterable[Any]) -> Column:
    """A column of texts: none of its cells is a number."""
    texts = ["" if cell is None else str(cell).strip() for cell in cells]
    words: dict[str, int] = {}
    codes = [words.setdefault(text, len(words)) for text in texts]
    strange = [(i, shortened(text, LONGEST_EXAMPLE)) for i, text in enumerate(texts) if text]
    few = len(words) <= MOST_LABELS
    return Column(
        name,
        np.full(len(texts), np.nan),
        tuple(words) if few else (),
        np.array(codes, dtype=np.int16) if few else None,
        len(texts) - len(strange),
        len(strange),
        tuple(strange[:EXAMPLES]),
    )


def _table(name: str, said: str, columns: list[Column]) -> Table:
    names = unique_names([column.name for column in columns])
    n = len(columns[0].values)
    return Table(
        name,
        f"{said}, {counted(n, 'row')}",
        tuple(replace(c, name=one) for c, one in zip(columns, names, strict=True)),
        np.arange(1, n + 1),
        place="row",
    )
