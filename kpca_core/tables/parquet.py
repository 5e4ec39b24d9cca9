"""Tables in Parquet files, read column by column with pyarrow."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from kpca_core.progress import Progress, report
from kpca_core.tables.columns import BLOCK, Block, number_column, table_of_columns, word_column
from kpca_core.tables.limits import MOST_BYTES, check_bytes, check_rows, check_shape
from kpca_core.tables.table import Column, Table, shortened


def size_of_parquet(content: bytes) -> int | None:
    """Return the bytes that a file's columns unpack to, None where it is none."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return None
    try:
        about = pq.read_metadata(io.BytesIO(content))
        return _unpacked(about, "") + 8 * int(about.num_rows * about.num_columns)
    except (ValueError, pa.ArrowException, OSError):
        return None


def read_parquet(
    content: bytes, name: str, most_rows: int | None = None, progress: Progress | None = None
) -> Table:
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
        about = pq.read_metadata(io.BytesIO(content))
        check_rows(name, about.num_rows, most_rows)
        check_shape(name, (about.num_rows, about.num_columns))
        if not about.num_rows or not about.num_columns:
            raise ValueError(f"{name} is empty: it has no row.")
        check_bytes(f"{name}, unpacked,", _unpacked(about, name), MOST_BYTES)
        leaves = [about.schema.column(j) for j in range(about.num_columns)]
        texts = [j for j, leaf in enumerate(leaves) if leaf.physical_type == "BYTE_ARRAY"]
        # Texts stay an index into their different values, however often they are repeated.
        file = pq.ParquetFile(io.BytesIO(content), read_dictionary=texts)
        flat = _flat_columns(file.schema_arrow)
        for j, field in flat:
            if j in texts and not pa.types.is_dictionary(field.type):
                raise ValueError(
                    f"Column {shortened(field.name)!r} of {name} holds {field.type} as bytes of "
                    "any length; save numbers or plain texts."
                )
        found = []
        for done, (j, field) in enumerate(flat, start=1):
            # By its place: several columns may have one name.
            found.append(_of_arrow(field.name, file.reader.read_column(j)))
            report(progress, done, len(flat), "reading columns")
    except (pa.ArrowException, OSError, OverflowError, RecursionError) as error:
        # Arrow's own is both.
        if isinstance(error, MemoryError):
            raise
        raise ValueError(f"{name} is no readable Parquet file: {shortened(str(error))}.") from None
    if not found:
        raise ValueError(f"{name} has nested columns only; save plain columns of numbers.")
    return table_of_columns(name, "Parquet", found)


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


def _flat_columns(schema: Any) -> list[tuple[int, Any]]:
    """The columns that hold one value a row, each with its place among all leaves of the file."""
    found, place = [], 0
    for field in schema:
        kind = getattr(field.type, "storage_type", field.type)
        if not kind.num_fields:
            found.append((place, field))
        place += _leaves(kind)
    return found


def _leaves(kind: Any) -> int:
    kind = getattr(kind, "storage_type", kind)
    return sum(_leaves(kind.field(i).type) for i in range(kind.num_fields)) or 1


def _of_arrow(name: str, column: Any) -> Column:
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_boolean(kind) or pa.types.is_decimal(kind):
        column = pc.cast(column, pa.float64())
    elif not (pa.types.is_integer(kind) or pa.types.is_floating(kind)):
        return word_column(name, _blocks(column))
    return number_column(name, column.to_numpy().astype(np.float64), column.null_count)


def _blocks(column: Any) -> Iterator[Block]:
    """The words of BLOCK rows at once, each different one of a dictionary once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for chunk in column.chunks:
        for start in range(0, len(chunk), BLOCK):
            part = chunk.slice(start, BLOCK)
            if pa.types.is_dictionary(part.type):
                # A row without a text has the place behind the last one.
                codes = part.indices.fill_null(len(part.dictionary)).to_numpy()
                used, index = np.unique(codes, return_inverse=True)
                words = part.dictionary.take(pa.array(used[used < len(part.dictionary)]))
            else:
                words, index = pc.cast(part, pa.string()), np.arange(len(part))
            texts = ["" if word is None else str(word) for word in words.to_pylist()]
            yield [*texts, ""], index
