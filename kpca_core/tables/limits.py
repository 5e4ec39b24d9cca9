"""Sizes up to which tables are read, checked before anything of that size is held."""

from __future__ import annotations

# Numbers of a table, 256 MiB as float64, and its columns.
MOST_VALUES, MOST_COLUMNS = 2**25, 20_000
# Bytes of a file, and those that its compressed parts may unpack to.
MOST_BYTES = 2**29


def check_shape(what: str, shape: tuple[int, int]) -> None:
    """Raise ValueError for a table (n, D) with too many columns or numbers."""
    n, columns = shape
    if columns > MOST_COLUMNS:
        raise ValueError(
            f"{what} has {columns:,} columns; at most {MOST_COLUMNS:,} are read. Is the separator "
            "right?"
        )
    if n * columns > MOST_VALUES:
        raise ValueError(
            f"{what} has {n:,} rows of {columns:,} columns; at most {MOST_VALUES:,} "
            "numbers are read. Keep fewer rows or columns."
        )


def check_rows(what: str, n: int, most: int | None) -> None:
    """Raise ValueError for a table of more rows than the caller takes."""
    if most is not None and n > most:
        raise ValueError(
            f"{what} has {n:,} rows; at most {most:,} are taken here. Take one row in "
            f"{-(-n // most):,}, or `kpca fit` on the command line."
        )


def check_bytes(what: str, size: int, most: int = MOST_BYTES) -> None:
    """Raise ValueError for a file, or a part of one, of too many bytes."""
    if size > most:
        texts = [f"{one / 2**20:,.0f} MiB" for one in (size, most)]
        if most < 2**20 or texts[0] == texts[1]:
            texts = [f"{one:,.0f} bytes" for one in (size, most)]
        raise ValueError(f"{what} has {texts[0]}; at most {texts[1]} are read.")
