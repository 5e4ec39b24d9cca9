"""Tables of a reader's own: read with care, checked, and turned into points.

    from kpca_core.tables import read
    table = read("iris.csv")
    rows = table.rows(standardise=True)     # rows.X (n, D), rows.labels, rows.names
    print(table.said, table.left_out)       # how it was read, and what is not analysed and why

CSV and its relatives, workbooks (.xlsx, .xls and LibreOffice's .ods), Parquet, NPY and NPZ, also
within .gz or .zip; `builtin` has scikit-learn's own sets and lifted rings. The content of a file
says what it is, not its name. Sizes are checked before anything of that size is held, and nothing
that could run is opened. Texts, workbooks and Parquet need the extra `tables`.

What cannot be known of a file is asked: `Table.suggestions` names the option that answers, and why.

The libraries that read Parquet, .ods and .xls can end the process at a damaged file, by an error
that Python cannot catch. Read untrusted files in a separate process, as the app does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, N_
from kpca_core.tables.arrays import read_npy, read_npz
from kpca_core.tables.builtin import BUILTIN, builtin
from kpca_core.tables.column import Column, refused
from kpca_core.tables.foreign import check_beginning
from kpca_core.tables.limits import bytes_of, check_bytes, check_rows
from kpca_core.tables.packed import is_packed, is_workbook, unpacked
from kpca_core.tables.parquet import read_parquet
from kpca_core.tables.reading import How, Reading
from kpca_core.tables.rows import Rows
from kpca_core.tables.table import Table
from kpca_core.tables.text import read_text
from kpca_core.tables.workbook import read_workbook

__all__ = ["BUILTIN", "Column", "Reading", "Rows", "Table", "builtin", "read", "read_bytes"]


def read(path: str | Path, **more: Any) -> Table:
    """Read a table from a file; `more` as for `read_bytes`.

    Raises
    ------
    ValueError
        if there is no such file, or it holds no table; the message names it
    """
    return read_bytes(bytes_of(path), Path(path).name, **more)


def read_bytes(
    content: bytes,
    name: str = N_("the table"),
    *,
    most_rows: int | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> Table:
    """Read a table from the content of a file.

    Parameters
    ----------
    content, name
        The bytes, and what messages call them.
    most_rows
        A table of more is refused, before it is read where its file says how many.
    progress
        As for `kpca_core.fit`.
    encoding, separator, decimal, thousands
        Of a text: the encoding as Python names it; one sign, or "" for blanks; "." or ","; and
        "." "," "'" " ", or "" for none. Recognised if not given.
    skip, names, foot
        Lines above the table, whether its first line has the names of the columns, and rows below
        that sum it up, such as "Mean". Recognised if not given.
    index
        The column that counts or names the rows, by name or number from 1; "" for none; recognised
        if None.
    units
        Whether percentages, money, amounts in brackets as accounts write them, and numbers of one
        unit are numbers: "10 %" is 10.
    sheet
        The sheet of a workbook, or the file in a .zip; if "", the first sheet that is not hidden
        and has numbers, or the only file.
    hidden
        Whether hidden rows and columns of a workbook are read; they are if None.
    comment
        What begins lines of text that are no rows; "" for none; "#" and "%" above the table if
        None.
    na_values
        Numbers that stand for missing values, such as [-9999]; as "COLUMN=NUMBER" in that column
        alone.
    vectors, transpose
        Whether cells that hold several numbers, as "[0.5, 2]", become as many columns; and whether
        the rows of a text or workbook are the columns of the table.

    Raises
    ------
    ValueError
        if it is no table, or too large; the message says what it is, which line, and what to do
    ImportError
        without the libraries of the extra `tables`, for what they read
    """
    asked = How(**how)
    check_bytes(name, len(content))
    try:
        if is_packed(content):
            content = unpacked(content, name, asked.sheet)
        if not content or content.isspace():
            raise ValueError(E_("{name} is empty.").format(name=name))
        check_beginning(content, name)
        if content.startswith(b"\x93NUMPY"):
            return read_npy(content, name, asked, most_rows)
        if content.startswith(b"PAR1"):
            return read_parquet(content, name, asked, most_rows, progress)
        if is_workbook(content):
            table = read_workbook(content, name, asked, progress)
        elif content.startswith(b"PK"):
            return read_npz(content, name, asked, most_rows, progress)
        else:
            table = read_text(content, name, asked, progress)
    except MemoryError:
        said = E_("Reading {name} needs more memory than there is. Keep fewer rows or columns.")
        raise refused(said, name=name) from None
    check_rows(name, table.n, most_rows)
    return table
