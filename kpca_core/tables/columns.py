"""Columns of numbers and of words, made from what files of arrays hold, and their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import counted
from kpca_core.tables.table import MOST_LABELS, Column, Table, shortened

# Cells that are converted at once; as Python's texts they have some 60 bytes each, 20 MB in all.
BLOCK = 2**18
# Strange cells of a column whose text is kept for messages, and letters kept of each.
EXAMPLES, LONGEST_EXAMPLE = 50, 100
# The different words, and for each row the index of its word.
Block = tuple[Sequence[str], NDArray[Any]]


def number_column(name: str, values: NDArray[np.float64], missing: int) -> Column:
    """Return a column of numbers; infinities are strange."""
    infinite = np.flatnonzero(np.isinf(values))
    examples = tuple((int(i), repr(float(values[i]))) for i in infinite[:EXAMPLES])
    finite = np.where(np.isinf(values), np.nan, values)
    return Column(name, finite, missing=missing, strange=len(infinite), examples=examples)


def word_column(name: str, blocks: Iterable[Block]) -> Column:
    """Return a column of texts: none of its cells is a number."""
    words: dict[str, int] = {}
    codes: list[NDArray[np.int16]] = []
    examples: list[tuple[int, str]] = []
    n = filled = 0
    for given, index in blocks:
        texts = [text.strip() for text in given]
        full = np.flatnonzero(np.array([bool(text) for text in texts])[index])
        for i in full[: EXAMPLES - len(examples)]:
            examples.append((n + int(i), shortened(texts[index[i]], LONGEST_EXAMPLE)))
        n, filled = n + len(index), filled + len(full)
        if len(words) <= MOST_LABELS:
            own = np.zeros(len(texts), dtype=np.int64)
            for k in np.unique(index):
                own[k] = words.setdefault(texts[k], len(words))
            codes.append(own[index].astype(np.int16))
    few = len(words) <= MOST_LABELS
    return Column(
        name,
        np.full(n, np.nan),
        tuple(words) if few else (),
        np.concatenate(codes) if few and codes else None,
        n - filled,
        filled,
        tuple(examples),
    )


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names in one line each, none empty and none twice: "x" and "x (2)"."""
    found: list[str] = []
    used: set[str] = set()
    for j, name in enumerate(names):
        name = " ".join(name.split()) or f"column {j + 1}"
        one, times = name, 1
        while one in used:
            times += 1
            one = f"{name} ({times})"
        used.add(one)
        found.append(one)
    return found


def table_of_columns(name: str, said: str, columns: Sequence[Column]) -> Table:
    """Return a table whose rows are counted, not lines of a text."""
    names = unique_names([column.name for column in columns])
    n = len(columns[0].values)
    return Table(
        name,
        f"{said}, {counted(n, 'row')}",
        tuple(replace(c, name=one) for c, one in zip(columns, names, strict=True)),
        np.arange(1, n + 1),
        place="row",
    )
