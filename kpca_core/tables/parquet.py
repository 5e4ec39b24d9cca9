"""Tables in Parquet files, read column by column with pyarrow, by name."""

from __future__ import annotations

import io
from collections import Counter
from typing import Any

import numpy as np

from kpca_core._support.arrays import counted
from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core.tables.column import Column, shortened
from kpca_core.tables.columns import number_column, table_of_columns
from kpca_core.tables.limits import MOST_BYTES, check_bytes, check_rows, check_shape
from kpca_core.tables.numbers import Signs, column_of
from kpca_core.tables.reading import How, Reading
from kpca_core.tables.table import Table

# Rows of texts that are converted at once.
BLOCK = 2**18
# What pyarrow raises at a damaged file, besides its own errors.
BROKEN = (OSError, OverflowError, RecursionError, UnicodeError, KeyError)


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
        groups = range(about.num_row_groups)
        stated = sum(about.row_group(i).total_byte_size for i in groups)
        check_bytes(f"{name}, unpacked,", stated, MOST_BYTES)
        file = pq.ParquetFile(io.BytesIO(content))
        for i in groups:
            # An encrypted or damaged column raises here; asking for its size ends the process.
            next(file.iter_batches(batch_size=1, row_groups=[i], use_threads=False), None)
        check_bytes(f"{name}, unpacked,", _unpacked(about, name), MOST_BYTES)
        # By their places: several columns may have one name.
        leaves = [about.schema.column(j).physical_type for j in range(about.num_columns)]
        texts = [j for j, kind in enumerate(leaves) if kind == "BYTE_ARRAY"]
        # Texts stay an index into their different values, however often they are repeated.
        file = pq.ParquetFile(io.BytesIO(content), read_dictionary=texts)
        schema = file.schema_arrow
        flat = Counter(one.name for one in schema if not _is_nested(one))
        found: list[Column] = []
        for done, one in enumerate(flat, start=1):
            # The columns of that name, and nested ones that have a part of that name.
            part = file.read(columns=[one], use_threads=False)
            own = [j for j, field in enumerate(part.schema)
                   if field.name == one and not _is_nested(field)]  # fmt: skip
            if len(own) != flat[one]:
                raise ValueError(f"{name} has no readable column {shortened(one)!r}.")
            found += [_of_arrow(one, part.column(j), name) for j in own]
            report(progress, done, len(flat), "reading columns")
    except (pa.ArrowException, *BROKEN) as error:
        if isinstance(error, MemoryError):  # Arrow's own is both.
            raise
        raise ValueError(f"{name} is no readable Parquet file: {shortened(str(error))}.") from None
    if not found:
        raise ValueError(f"{name} has nested columns only; save plain columns of numbers.")
    nested = [one for one in schema if _is_nested(one)]
    aside = tuple((one.name, f"nested: {shortened(str(one.type))}") for one in nested)
    reading = Reading(f"Parquet, {counted(about.num_rows, 'row')}")
    return table_of_columns(name, reading, found, how, indices=_indices(schema), aside=aside)


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


def _is_nested(field: Any) -> bool:
    return bool(getattr(field.type, "storage_type", field.type).num_fields)


def _indices(schema: Any) -> list[str]:
    """The columns that pandas kept its index in."""
    try:
        return [one for one in schema.pandas_metadata["index_columns"] if isinstance(one, str)]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def _of_arrow(name: str, column: Any, file: str) -> Column:
    import pyarrow as pa

    if isinstance(column.type, pa.BaseExtensionType):
        kind = column.type.storage_type
        column = pa.chunked_array([one.storage for one in column.chunks], kind)
    kind = column.type
    if str(kind) in ("string", "large_string", "binary", "large_binary"):
        raise ValueError(
            f"Column {shortened(name)!r} of {file} holds {kind} as bytes of any length; save "
            "numbers or plain texts."
        )
    kind = getattr(kind, "value_type", kind)
    is_number = (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean,
                 pa.types.is_decimal)  # fmt: skip
    if not any(one(kind) for one in is_number):
        return _of_texts(name, column)
    values = column.cast(kind).cast(pa.float64(), safe=False).to_numpy()
    return number_column(name, values.astype(np.float64, copy=True))


def _of_texts(name: str, column: Any) -> Column:
    """The column of texts, each different one kept once, read BLOCK rows at once."""
    import pyarrow as pa

    codes: list[Any] = []
    places: dict[str, int] = {}
    blocks = (chunk.slice(start, BLOCK) for chunk in column.chunks
              for start in range(0, len(chunk), BLOCK))  # fmt: skip
    for part in blocks:
        if not pa.types.is_dictionary(part.type):
            text = pa.binary() if pa.types.is_fixed_size_binary(part.type) else pa.string()
            part = part.cast(text).dictionary_encode()
        used, index = np.unique(part.indices.fill_null(-1).to_numpy(), return_inverse=True)
        texts = map(_text, part.dictionary.take(pa.array(used[used >= 0])).to_pylist())
        own = [places.setdefault(text, len(places)) for text in texts]
        codes.append(np.array([*([-1] * int(used[0] < 0)), *own], dtype=np.int64)[index])
    return column_of(name, np.concatenate(codes), list(places), Signs())[0]


def _text(word: Any) -> str:
    """A text; of bytes, such as geometry, their number."""
    try:
        return word.decode() if isinstance(word, bytes) else str("" if word is None else word)
    except UnicodeDecodeError:
        return f"({len(word)} bytes)"
