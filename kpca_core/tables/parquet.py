"""Tables in Parquet files, read column by column with pyarrow, by name."""

from __future__ import annotations

import io
import json
from collections import Counter
from typing import Any

import numpy as np

from kpca_core.arrays import counted
from kpca_core.extras import needed
from kpca_core.progress import Progress, report
from kpca_core.tables.column import Column, shortened
from kpca_core.tables.columns import number_column, table_of_columns
from kpca_core.tables.limits import MOST_BYTES, check_bytes, check_rows, check_shape
from kpca_core.tables.numbers import Signs, column_of
from kpca_core.tables.reading import How, Reading
from kpca_core.tables.table import Table

# Rows of texts that are converted at once.
BLOCK = 2**18


def size_of_parquet(content: bytes) -> int:
    """Return the bytes that a file's columns unpack to, 0 where it is none."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return 0
    try:
        about = pq.read_metadata(io.BytesIO(content))
        return _size_of_groups(about) + 8 * int(about.num_rows * about.num_columns)
    except (ValueError, pa.ArrowException, OSError):
        return 0


def read_parquet(
    content: bytes, name: str, how: How, most_rows: int | None, progress: Progress | None
) -> Table:
    """Read the columns of a Parquet file that hold one value a row."""
    with needed("pyarrow", "reads Parquet", "tables"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    try:
        about = pq.read_metadata(io.BytesIO(content))
        check_rows(name, about.num_rows, most_rows)
        check_shape(name, (about.num_rows, about.num_columns))
        if not about.num_rows or not about.num_columns:
            raise ValueError(f"{name} is empty: it has no row.")
        check_bytes(f"{name}, unpacked,", _size_of_groups(about), MOST_BYTES)
        file = pq.ParquetFile(io.BytesIO(content))
        for i in range(about.num_row_groups):
            # An encrypted or damaged column raises here; asking for its size ends the process.
            next(file.iter_batches(batch_size=1, row_groups=[i], use_threads=False), None)
        check_bytes(f"{name}, unpacked,", _unpacked(about, name), MOST_BYTES)
        leaves = [about.schema.column(j) for j in range(about.num_columns)]
        # By their places: several columns may have one name.
        texts = [j for j, leaf in enumerate(leaves) if leaf.physical_type == "BYTE_ARRAY"]
        # Texts stay an index into their different values, however often they are repeated.
        file = pq.ParquetFile(io.BytesIO(content), read_dictionary=texts)
        schema = file.schema_arrow
        flat = Counter(one.name for one in schema if not _parts(one.type))
        aside = tuple((one.name, f"nested: {shortened(str(one.type))}") for one in schema
                      if _parts(one.type))  # fmt: skip
        found: list[Column] = []
        for done, one in enumerate(flat, start=1):
            # The columns of that name, and nested ones that have a part of that name.
            part = file.read(columns=[one], use_threads=False)
            own = [j for j, field in enumerate(part.schema) if field.name == one and
                   not _parts(field.type)]  # fmt: skip
            if len(own) != flat[one]:
                raise ValueError(f"{name} has no readable column {shortened(one)!r}.")
            found += [_of_arrow(one, part.column(j), name) for j in own]
            report(progress, done, len(flat), "reading columns")
    except (
        pa.ArrowException,
        OSError,
        OverflowError,
        RecursionError,
        UnicodeError,
        KeyError,
    ) as error:
        # Arrow's own is both.
        if isinstance(error, MemoryError):
            raise
        raise ValueError(f"{name} is no readable Parquet file: {shortened(str(error))}.") from None
    if not found:
        raise ValueError(f"{name} has nested columns only; save plain columns of numbers.")
    reading = Reading(f"Parquet, {counted(about.num_rows, 'row')}")
    return table_of_columns(name, reading, found, how, indices=_indices(schema), aside=aside)


def _size_of_groups(about: Any) -> int:
    return sum(int(about.row_group(i).total_byte_size) for i in range(about.num_row_groups))


def _unpacked(about: Any, name: str) -> int:
    """The bytes that the columns unpack to; ValueError where the file does not bound them.

    A text of a dictionary is kept once, but values of one length and those that share their
    beginnings with others are written out for each row.
    """
    size = 0
    for i in range(about.num_row_groups):
        group = about.row_group(i)
        for j in range(about.num_columns):
            part, leaf = group.column(j), about.schema.column(j)
            size += max(part.total_uncompressed_size, leaf.length * group.num_rows)
            shared = "DELTA_BYTE_ARRAY" in part.encodings
            if shared and part.total_uncompressed_size * group.num_rows > MOST_BYTES:
                raise ValueError(
                    f"Column {shortened(leaf.path)!r} of {name} may unpack to any size "
                    "(DELTA_BYTE_ARRAY): save it with another encoding, as pyarrow does unasked."
                )
    return size


def _parts(kind: Any) -> int:
    """How many parts a value has: none of a number, two of a struct of two."""
    return int(getattr(kind, "storage_type", kind).num_fields)


def _indices(schema: Any) -> list[str]:
    """The columns that pandas kept its index in."""
    try:
        kept = json.loads((schema.metadata or {}).get(b"pandas", b"{}"))["index_columns"]
        return [one for one in kept if isinstance(one, str)]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def _of_arrow(name: str, column: Any, file: str) -> Column:
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        column = pa.chunked_array([one.storage for one in column.chunks], kind.storage_type)
        kind = kind.storage_type
    if any(
        test(kind)
        for test in (
            pa.types.is_string,
            pa.types.is_large_string,
            pa.types.is_binary,
            pa.types.is_large_binary,
        )
    ):
        raise ValueError(
            f"Column {shortened(name)!r} of {file} holds {kind} as bytes of any length; save "
            "numbers or plain texts."
        )
    if pa.types.is_dictionary(kind) and _is_number(kind.value_type):
        column, kind = pc.cast(column, kind.value_type), kind.value_type
    if pa.types.is_boolean(kind) or pa.types.is_decimal(kind) or pa.types.is_float16(kind):
        column = pc.cast(column, pa.float64())
    elif not _is_number(kind):
        return _of_texts(name, column)
    return number_column(name, column.to_numpy().astype(np.float64))


def _is_number(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))


def _of_texts(name: str, column: Any) -> Column:
    """The column of texts, each different one kept once, read BLOCK rows at once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    codes, places = [], {}  # type: ignore[var-annotated]
    for chunk in column.chunks:
        for start in range(0, len(chunk), BLOCK):
            part = chunk.slice(start, BLOCK)
            if not pa.types.is_dictionary(part.type):
                text = pa.binary() if pa.types.is_fixed_size_binary(part.type) else pa.string()
                part = pc.cast(part, text).dictionary_encode()
            used, index = np.unique(part.indices.fill_null(-1).to_numpy(), return_inverse=True)
            texts = map(_text, part.dictionary.take(pa.array(used[used >= 0])).to_pylist())
            own = [places.setdefault(text, len(places)) for text in texts]
            codes.append(np.array([*([-1] * int(used[0] < 0)), *own], dtype=np.int64)[index])
    return column_of(name, np.concatenate(codes), list(places), Signs())[0]


def _text(word: Any) -> str:
    """A text; of bytes, such as geometry, their number."""
    if isinstance(word, bytes):
        try:
            return word.decode()
        except UnicodeDecodeError:
            return f"({len(word)} bytes)"
    return "" if word is None else str(word)
