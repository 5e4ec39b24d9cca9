"""Tables in Parquet files, read by pyarrow."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.extras import needed
from kpca_core._support.progress import Progress, report
from kpca_core._support.words import E_, _, counted
from kpca_core.tables.column import Column, refused, shortened
from kpca_core.tables.columns import number_column, table_of_columns, vector_columns, word_columns
from kpca_core.tables.limits import check_bytes, check_rows, check_shape
from kpca_core.tables.numbers import Signs
from kpca_core.tables.reading import How, Reading
from kpca_core.tables.table import Table

# What pyarrow raises at a damaged file, besides its own errors.
BROKEN = (OSError, OverflowError, RecursionError, UnicodeError, KeyError)


def read_parquet(
    content: bytes, name: str, how: How, most_rows: int | None, progress: Progress | None
) -> Table:
    """Read the columns of a Parquet file that hold one value a row."""
    with needed("pyarrow", E_("reads Parquet"), "tables"):
        import pyarrow as pa
        import pyarrow.parquet as pq
    try:
        file = pq.ParquetFile(io.BytesIO(content))
        about, schema = file.metadata, file.schema_arrow
        check_rows(name, about.num_rows, most_rows)
        check_shape(name, (about.num_rows, about.num_columns))
        if not about.num_rows or not about.num_columns:
            raise ValueError(E_("{name} is empty: it has no row.").format(name=name))
        groups = range(about.num_row_groups)
        stated = sum(about.row_group(i).total_byte_size for i in groups)
        check_bytes(E_("{name}, unpacked,").format(name=name), stated)
        data = file.read(use_threads=False)
        # By their places: several columns may have one name.
        found: list[Column] = []
        aside = []
        for j, one in enumerate(schema):
            if not getattr(one.type, "storage_type", one.type).num_fields:
                found += _of_arrow(one.name, data.column(j), how)
            elif (vectors := _vectors(data.column(j))) is None:
                said = _("nested: {type}").format(type=shortened(str(one.type)))
                aside.append((one.name, said))
            else:
                found += vector_columns(one.name, vectors, how)
                check_shape(name, (about.num_rows, len(found)))
            report(progress, j + 1, len(schema), _("reading columns"))
    except (pa.ArrowException, *BROKEN) as error:
        if isinstance(error, MemoryError):  # Arrow's own is both.
            raise
        text = E_("{name} is no readable Parquet file: {error}.")
        raise refused(text, name=name, error=shortened(str(error))) from None
    if not found:
        text = E_("{name} has nested columns only; save plain columns of numbers.")
        raise ValueError(text.format(name=name))
    kind = _("Parquet, {rows}").format(rows=counted(about.num_rows, "{n} row", "{n} rows"))
    return table_of_columns(
        name, Reading(kind), found, how, indices=_indices(schema), aside=tuple(aside)
    )


def _vectors(column: Any) -> NDArray[np.float64] | None:
    """The vectors (n, k) of a column of lists with k > 1 numbers each; None of others."""
    import pyarrow as pa
    import pyarrow.compute as pc

    is_a, kind = pa.types, column.type
    if not (is_a.is_list(kind) or is_a.is_large_list(kind) or is_a.is_fixed_size_list(kind)):
        return None
    lengths = pc.min_max(pc.list_value_length(column)).as_py()
    is_number = is_a.is_integer(kind.value_type) or is_a.is_floating(kind.value_type)
    if not is_number or lengths["min"] != lengths["max"] or (lengths["max"] or 0) < 2:
        return None
    values = np.full((len(column), lengths["max"]), np.nan)
    flat = pc.list_flatten(column).cast(pa.float64()).to_numpy()
    values[column.is_valid().to_numpy()] = flat.reshape(-1, values.shape[1])
    return values


def _indices(schema: Any) -> list[str]:
    """The columns that pandas kept its index in."""
    try:
        return [one for one in schema.pandas_metadata["index_columns"] if isinstance(one, str)]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def _of_arrow(name: str, column: Any, how: How) -> list[Column]:
    import pyarrow as pa
    from pyarrow.types import is_boolean, is_decimal, is_floating, is_integer

    if isinstance(column.type, pa.BaseExtensionType):
        kind = column.type.storage_type
        column = pa.chunked_array([one.storage for one in column.chunks], kind)
    kind = getattr(column.type, "value_type", column.type)
    column = column.cast(kind)
    if is_integer(kind) or is_floating(kind) or is_boolean(kind) or is_decimal(kind):
        values = column.cast(pa.float64(), safe=False).to_numpy()
        return [number_column(name, values.astype(np.float64, copy=True))]
    if "binary" not in str(kind):
        column = column.cast(pa.string())
    words = column.dictionary_encode().combine_chunks()
    codes, texts = words.indices.fill_null(-1).to_numpy(), words.dictionary.to_pylist()
    return word_columns(name, codes, list(map(_text, texts)), Signs(), how)[0]


def _text(word: Any) -> str:
    """A text; of bytes, such as geometry, their number."""
    try:
        return word.decode() if isinstance(word, bytes) else str(word)
    except UnicodeDecodeError:
        return _("({n} bytes)").format(n=len(word))
