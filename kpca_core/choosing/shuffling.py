"""Tables with shuffled columns: each column keeps its values, and says nothing of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from kpca_core._support.arrays import (
    Array,
    Indices,
    finite_points,
    ratio,
    require_count,
    require_number,
)
from kpca_core._support.progress import Progress
from kpca_core._support.words import E_, _
from kpca_core.choosing.family import of_table
from kpca_core.choosing.tasks import Submits, computed
from kpca_core.kernels import Kernel, KernelLike

R = TypeVar("R")

# Eigenvalues are equal that differ by less, in standard deviations of all tables: rounding.
ALIKE = 1e-6


def shuffleable(
    kernel: KernelLike, X: ArrayLike, most_rows: int, seed: int
) -> tuple[Kernel, Array, int]:
    """Return the kernel, not precomputed, at most so many rows of X (n, D) at random, and n.

    At least two columns have to vary among them.
    """
    kernel = of_table(kernel)
    X = finite_points(X, "X")
    some = X[some_rows(len(X), most_rows, seed)]
    for table in (X, some):
        vary = int((table[1:] != table[:1]).any(axis=0).sum()) if len(table) else 0
        if vary < 2:
            said = E_(
                "Shuffling shows what the columns have in common: it needs at least 2 columns "
                "that vary; got {n:,} column of {all:,} that varies.",
                "Shuffling shows what the columns have in common: it needs at least 2 columns "
                "that vary; got {n:,} columns of {all:,} that varies.",
            )
            raise ValueError(said.format(n=vary, all=X.shape[1]))
    return kernel, some, len(X)


def rows_of(X: ArrayLike, least: int) -> Array:
    """Return the finite rows X (n, D), at least so many; raise ValueError for fewer."""
    X = finite_points(X, "X")
    if len(X) < least:
        said = E_(
            "Rows are compared with others: at least {least} are needed; got {n:,} row.",
            "Rows are compared with others: at least {least} are needed; got {n:,} rows.",
        )
        raise ValueError(said.format(n=len(X), least=least))
    return X


def some_rows(n: int, most: int, seed: int) -> Indices:
    """Return all of n rows, or so many of them drawn at random, ascending."""
    require_count("most_rows", most)
    if n <= most:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, most, replace=False))


def compared(
    measure: Callable[..., R],
    tables: Sequence[Array],
    shuffles: int,
    seed: int,
    client: Submits | None = None,
    progress: Progress | None = None,
) -> list[R]:
    """Return measure(*tables), then the same of as many shuffles of the tables' columns.

    Each column is shuffled by itself, and those of all tables (n, D) alike; `measure`, `client` and
    `progress` are as those of `computed`.
    """
    seeds = [None, *((seed, b) for b in range(shuffles))]
    tasks = [(measure, tables, one) for one in seeds]
    return computed(_measured, tasks, client, progress, _("shuffles of the table"))


def _measured(
    measure: Callable[..., R], tables: Sequence[Array], seed: tuple[int, int] | None
) -> R:
    if seed is not None:
        tables = [np.random.default_rng(seed).permuted(one, axis=0) for one in tables]
    return measure(*tables)


def p_values(own: Array, shuffled: Array, rounding: float) -> Array:
    """Return the p-values (m, q) of eigenvalues (m, q) beside shuffled ones (B, m, q).

    `WidthChoice.p_values` says what they are. `rounding` is the relative error of eigenvalues,
    which do not differ where they differ by no more.
    """
    every = np.concatenate([own[None], shuffled])
    spread = every.std(axis=0)
    spread[spread <= rounding * np.abs(every).mean(axis=0)] = 0.0
    units = ratio(every - every.mean(axis=0), spread)
    reached = (units[1:].max(axis=1)[:, None] >= units[0] - ALIKE).sum(axis=0)
    found: Array = np.maximum.accumulate((1 + reached) / len(every), axis=1)
    return found


def subset(rows: int, of: int) -> str:
    """Return the words that say that some rows were analysed; "" where all were."""
    return "" if rows == of else _(", {n:,} of {all:,} rows at random").format(n=rows, all=of)


def require_level(level: Any, shuffles: int | None = None) -> None:
    """Raise ValueError unless 0 < level < 1, and so many shuffles give p-values as small."""
    require_number("level", level, above=0, below=1)
    if shuffles is not None and level * (shuffles + 1) < 1:
        raise ValueError(
            E_(
                "{n:,} shuffle give no p-value below 1/{tables}; level={level} needs at least "
                "{least:,}.",
                "{n:,} shuffles give no p-value below 1/{tables}; level={level} needs at least "
                "{least:,}.",
            ).format(
                n=shuffles,
                tables=shuffles + 1,
                level=repr(level),
                least=int(np.ceil(1 / level - 1e-9)) - 1,
            )
        )
