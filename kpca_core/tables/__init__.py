"""Tables of a reader's own: read with care, checked, and turned into points.

    from kpca_core.tables import read
    table = read("iris.csv")
    rows = table.rows(standardise=True)     # rows.X (n, D), rows.labels, rows.names

CSV and its relatives, NPY, NPZ and, with pyarrow, Parquet; `builtin` has scikit-learn's own sets.
The content of a file says what it is, not its name. Sizes are checked before anything of that size
is held, and nothing that could run is opened.
"""

from __future__ import annotations

from pathlib import Path

from kpca_core.progress import Progress
from kpca_core.tables.binary import read_npy, read_npz, size_of_npz
from kpca_core.tables.builtin import BUILTIN, builtin
from kpca_core.tables.limits import check_bytes, check_rows
from kpca_core.tables.parquet import read_parquet, size_of_parquet
from kpca_core.tables.table import Column, Rows, Table
from kpca_core.tables.text import read_text

__all__ = ["BUILTIN", "Column", "Rows", "Table", "builtin", "read", "read_bytes", "unpacked_size"]


def read(path: str | Path, **more: object) -> Table:
    """Read a table from a file; `more` as for `read_bytes`.

    Raises
    ------
    ValueError
        if there is no such file, or it holds no table; the message names it
    """
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{str(path)!r} is a directory: name a file in it.")
    if not path.is_file():
        raise ValueError(f"There is no file {str(path)!r}.")
    check_bytes(path.name, path.stat().st_size)
    return read_bytes(path.read_bytes(), path.name, **more)  # type: ignore[arg-type]


def read_bytes(
    content: bytes,
    name: str = "the table",
    *,
    encoding: str = "",
    separator: str | None = None,
    decimal: str = "",
    header: bool | None = None,
    most_rows: int | None = None,
    progress: Progress | None = None,
) -> Table:
    """Read a table from the content of a file.

    Parameters
    ----------
    content, name : the bytes, and what messages call them
    encoding, separator, decimal, header
        of a table of text, keys of `kpca_core.tables.dialect`; recognised where they are "" or None
    most_rows : a table of more is refused, before it is read where its file says how many
    progress : as for `kpca_core.fit`

    Raises
    ------
    ValueError
        if it is no table, or too large; the message says what it is, which line, and what to do
    ImportError
        for Parquet without pyarrow
    """
    check_bytes(name, len(content))
    if not content.strip():
        raise ValueError(f"{name} is empty.")
    try:
        if content.startswith(b"\x93NUMPY"):
            return read_npy(content, name, most_rows)
        if content.startswith(b"PK"):
            return read_npz(content, name, most_rows, progress)
        if content.startswith(b"PAR1"):
            return read_parquet(content, name, most_rows, progress)
        table = read_text(content, name, encoding, separator, decimal, header, progress)
    except MemoryError:
        raise ValueError(
            f"Reading {name} needs more memory than there is. Keep fewer rows or columns."
        ) from None
    check_rows(name, table.n, most_rows)
    return table


def unpacked_size(content: bytes) -> int:
    """Return the bytes of a table as its file states them; of text, and of no table, its length."""
    size = None
    if content.startswith(b"PK"):
        size = size_of_npz(content)
    elif content.startswith(b"PAR1"):
        size = size_of_parquet(content)
    return max(len(content), size or 0)
