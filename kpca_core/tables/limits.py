"""Sizes up to which tables are read, checked before anything of that size is held."""

from __future__ import annotations

from pathlib import Path

from kpca_core._support.words import E_

# Numbers of a table, 256 MiB as float64, and its columns.
MOST_VALUES, MOST_COLUMNS = 2**25, 20_000
# Bytes of a file, and those that its compressed parts may unpack to.
MOST_BYTES = 2**29


def bytes_of(path: str | Path) -> bytes:
    """Return the content of a file; ValueError for none, a directory, or too many bytes."""
    path = Path(path)
    if path.is_dir():
        raise ValueError(E_("{path!r} is a directory: name a file in it.").format(path=str(path)))
    if not path.is_file():
        raise ValueError(E_("There is no file {path!r}.").format(path=str(path)))
    check_bytes(path.name, path.stat().st_size)
    return path.read_bytes()


def check_shape(what: str, shape: tuple[int, int]) -> None:
    """Raise ValueError for a table (n, D) with too many columns or numbers."""
    n, columns = shape
    if columns > MOST_COLUMNS:
        said = E_(
            "{what} has {columns:,} columns; at most {most:,} are read. Is the separator right?"
        )
        raise ValueError(said.format(what=what, columns=columns, most=MOST_COLUMNS))
    if n * columns > MOST_VALUES:
        said = E_(
            "{what} has {n:,} rows of {columns:,} columns; at most {most:,} numbers are read. "
            "Keep fewer rows or columns."
        )
        raise ValueError(said.format(what=what, n=n, columns=columns, most=MOST_VALUES))


def check_rows(what: str, n: int, most: int | None) -> None:
    """Raise ValueError for a table of more rows than the caller takes."""
    if most is not None and n > most:
        said = E_(
            "{what} has {n:,} rows; at most {most:,} are taken here. Take one row in {step:,}, or "
            "`kpca fit` on the command line."
        )
        raise ValueError(said.format(what=what, n=n, most=most, step=-(-n // most)))


def check_bytes(what: str, size: int, most: int = MOST_BYTES) -> None:
    """Raise ValueError for a file, or a part of one, of too many bytes."""
    if size > most:
        texts = [E_("{one:,.0f} MiB").format(one=one / 2**20) for one in (size, most)]
        if most < 2**20 or texts[0] == texts[1]:
            texts = [E_("{one:,.0f} bytes").format(one=one) for one in (size, most)]
        said = E_("{what} has {size}; at most {most} are read.")
        raise ValueError(said.format(what=what, size=texts[0], most=texts[1]))
