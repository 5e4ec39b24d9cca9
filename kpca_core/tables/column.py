"""A column of a table, of numbers or of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_

# Different values of a column that can label rows: a frame holds labels as bytes.
MOST_LABELS = 256
# Rows, or names of columns, that a message lists.
NAMED = 8
# Signs without width, but the joiners of letters; marks of direction and of the order of bytes.
INVISIBLE = dict.fromkeys(
    (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF)
)


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table.

    Attributes
    ----------
    name
        Text from the file, unique within the table.
    values : (n,) float64
        NaN where there is no finite number.
    words : tuple of str
        The different texts of a column, at most MOST_LABELS; empty where there are more.
    codes : (n,) integers or None
        Of each row the index of its text in `words`.
    missing, strange
        How many cells are empty, and how many hold something that is no finite number.
    texts
        (text, cells, first row) of what is no number, such as "?": the first of them, rows counted
        from 0.
    note
        What its texts are where they are no plain words: "percentages", "dates".
    offer
        The option of `read_bytes` that makes numbers of its texts, "" for none.
    """

    name: str
    values: Array
    words: tuple[str, ...] = ()
    codes: NDArray[np.int16] | None = None
    missing: int = 0
    strange: int = 0
    texts: tuple[tuple[str, int, int], ...] = ()
    note: str = ""
    offer: str = ""

    __repr__ = in_one_line

    @property
    def is_numeric(self) -> bool:
        """Whether it holds numbers, and at most half of its filled cells are anything else."""
        return self.strange <= len(self.values) - self.missing - self.strange > 0

    def labels(self) -> tuple[Labels, tuple[str, ...]]:
        """Return an integer (n,) a row, and what each stands for.

        Raises
        ------
        ValueError
            for more than MOST_LABELS different values
        """
        if self.n_labels > MOST_LABELS:
            said = E_(
                "Column {name!r} has more than {most} different values, too many to label rows. "
                "Choose another label column, or none."
            )
            raise refused(said, name=self.name, most=MOST_LABELS)
        if self.codes is None:
            different, codes = np.unique(self.values, return_inverse=True)
            return codes.astype(np.int64), tuple(text_of(one) or "(empty)" for one in different)
        used, codes = np.unique(self.codes, return_inverse=True)
        words = [self.words[k] or "(empty)" for k in used]
        # Numbers in their own order, so that 10 follows 2.
        order = sorted(range(len(words)), key=lambda k: (_as_number(words[k]), words[k]))
        return np.argsort(order)[codes], tuple(words[k] for k in order)

    def text(self, row: int) -> str:
        """Return what a row holds, for a reader; "…" of a text that was not kept."""
        if not np.isnan(self.values[row]):
            return text_of(self.values[row])
        if self.codes is not None:
            return self.words[int(self.codes[row])]
        found = (text for text, _cells, first in self.texts if first == row)
        return next(found, "…" if self.strange > len(self.texts) else "")

    @cached_property
    def varies(self) -> bool:
        """Whether it has two different numbers."""
        known = self.values[np.isfinite(self.values)]
        return bool(len(known)) and bool(known.min() < known.max())

    @cached_property
    def n_labels(self) -> int:
        """How many different values it has; MOST_LABELS + 1 for more than can label rows."""
        if self.codes is not None:
            return len(self.words)
        if not self.is_numeric:
            return MOST_LABELS + 1
        return min(MOST_LABELS + 1, len(np.unique(self.values)))


def text_of(value: float) -> str:
    """Return a number as its shortest text that is read as the same number; "" for NaN."""
    if np.isnan(value):
        return ""
    whole = float(value).is_integer() and abs(value) < 1e15
    return str(int(value)) if whole else repr(float(value))


def is_whole(values: Array) -> bool:
    """Whether there are numbers, and all that are there are whole."""
    known = values[np.isfinite(values)]
    return bool(len(known)) and bool((known == np.round(known)).all())


def some_of(names: Sequence[str]) -> str:
    """Return at most NAMED of the names in a row, for a message, and … where there are more."""
    return ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def quoted(names: Iterable[str]) -> str:
    """Return names in quotation marks, shortened, and … where there are many."""
    return some_of([repr(shortened(one)) for one in names])


def visible(text: str) -> str:
    """Return the text without blanks around it, and without signs that nobody sees."""
    return text.strip() if text.isascii() else text.translate(INVISIBLE).strip()


def shortened(text: str, most: int = 40) -> str:
    """Return the text in one line of at most `most` letters, for a message."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def refused(said: str, /, **values: Any) -> ValueError:
    """Return the error of a text of `E_` with its values."""
    return ValueError(said.format(**values))


def _as_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("inf")
