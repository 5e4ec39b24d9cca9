"""A table as it was read: columns of numbers and of words, and the rows that can be analysed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import Array, Labels, counted

# Different values of a column that can label rows: a frame holds labels as bytes.
MOST_LABELS = 256
# Of more values than this a column of numbers is not taken for labels unasked.
FEW_LABELS = 20
# Rows, or names of columns, that a message lists.
NAMED = 8
# Names that columns of labels usually have.
LABEL_NAMES = ("label", "labels", "class", "target", "species", "group", "category")


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a table.

    Attributes
    ----------
    name
        text from the file, unique within the table
    values : (n,) float64
        NaN where there is no finite number
    words : tuple of str
        the different texts of a column, at most MOST_LABELS; empty where there are more
    codes : (n,) integers or None
        of each row the index of its text in `words`
    missing, strange
        how many cells are empty, and how many hold something that is no finite number
    examples
        (row, text) of the first strange cells, rows counted from 0
    """

    name: str
    values: Array
    words: tuple[str, ...] = ()
    codes: NDArray[np.int16] | None = None
    missing: int = 0
    strange: int = 0
    examples: tuple[tuple[int, str], ...] = ()

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
        if self.codes is not None:
            used, codes = np.unique(self.codes, return_inverse=True)
            words = [self.words[k] or "(empty)" for k in used]
            # Numbers in their own order, so that 10 follows 2.
            order = sorted(range(len(words)), key=lambda k: (_as_number(words[k]), words[k]))
            place = np.empty(len(order), dtype=np.int64)
            place[order] = np.arange(len(order))
            return place[codes], tuple(words[k] for k in order)
        different, codes = np.unique(self.values, return_inverse=True)
        if len(different) > MOST_LABELS or not self.is_numeric:
            found = f"{len(different):,}" if self.is_numeric else f"more than {MOST_LABELS}"
            raise ValueError(
                f"Column {self.name!r} has {found} different values; at most {MOST_LABELS} can "
                "label rows. Choose another label column, or none."
            )
        return codes.astype(np.int64), tuple(f"{value:g}" for value in different)

    @cached_property
    def varies(self) -> bool:
        """Whether it has two different numbers."""
        known = self.values[np.isfinite(self.values)]
        return bool(len(known)) and bool(known.min() < known.max())

    @property
    def n_labels(self) -> int:
        """How many different values it has; MOST_LABELS + 1 for more than can label rows."""
        if self.codes is not None:
            return len(self.words)
        if not self.is_numeric:
            return MOST_LABELS + 1
        return min(MOST_LABELS + 1, len(np.unique(self.values)))


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows and columns of a table that are analysed.

    Attributes
    ----------
    X : (n, D) float64, finite
    names : of the D columns
    labels : (n,) integers, all 0 without a label column
    words : what each label stands for, () without a label column
    lines : (n,) line of the file that each row comes from, from 1
    left_out : how many rows of the table are not among them
    """

    X: Array
    names: tuple[str, ...]
    labels: Labels
    words: tuple[str, ...]
    lines: Labels
    left_out: int = 0

    @cached_property
    def vary(self) -> bool:
        """Whether two rows differ."""
        return bool(np.any(self.X[1:] != self.X[:-1]))

    def some(self, chosen: NDArray[np.intp]) -> Rows:
        """Return these rows alone."""
        parts = (self.X[chosen], self.names, self.labels[chosen], self.words, self.lines[chosen])
        return Rows(*parts, self.left_out)


@dataclass(frozen=True, eq=False)
class Table:
    """A table as it was read.

    Attributes
    ----------
    name : of the file
    said : how it was read: "CSV, UTF-8, separated by commas, …"
    columns
    lines : (n,) line of the file that each row comes from, from 1
    uneven
        (row, number of cells) of rows that have another number of cells than there are columns;
        none of their values is kept
    place : what `lines` counts: "line" or "row"
    """

    name: str
    said: str
    columns: tuple[Column, ...]
    lines: Labels
    uneven: tuple[tuple[int, int], ...] = ()
    place: str = "line"

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.lines)

    @cached_property
    def numeric(self) -> tuple[int, ...]:
        """The columns that hold numbers, counted from 0."""
        return tuple(j for j, column in enumerate(self.columns) if column.is_numeric)

    @cached_property
    def label(self) -> int | None:
        """The column that is taken for labels unasked, counted from 0, None for none.

        The last one of few different words, or of numbers under one of LABEL_NAMES.
        """
        for j in reversed(range(len(self.columns))):
            column = self.columns[j]
            named = column.name.strip().lower() in LABEL_NAMES
            if (named or not column.is_numeric) and 1 < column.n_labels <= FEW_LABELS:
                return j
        return None

    def usual_columns(self, label: int | None) -> tuple[int, ...]:
        """All columns of numbers but that of the labels."""
        return tuple(j for j in self.numeric if j != label)

    def unusable(self, columns: Iterable[int]) -> NDArray[np.bool_]:
        """Whether each row (n,) lacks a number in one of the columns."""
        mask = np.zeros(self.n, dtype=bool)
        for j in columns:
            mask |= np.isnan(self.columns[j].values)
        return mask

    def said_of_unusable(self, columns: Sequence[int]) -> str:
        """Say how many rows lack a number, in which lines, and what stands there; "" if none."""
        rows = np.flatnonzero(self.unusable(columns))
        if not len(rows):
            return ""
        of_rows = counted(self.n, "row")
        lack = "lacks" if len(rows) == 1 else "lack"
        said = [self._said_of_row(int(row), columns) for row in rows[:NAMED]]
        more = f"; and {len(rows) - NAMED:,} more" if len(rows) > NAMED else ""
        return f"{len(rows):,} of {of_rows} {lack} a number: {'; '.join(said)}{more}."

    def _said_of_row(self, row: int, columns: Sequence[int]) -> str:
        where = f"{self.place} {self.lines[row]}"
        cells = dict(self.uneven).get(row)
        if cells is not None:
            return f"{where} has {counted(cells, 'cell')} instead of {len(self.columns)}"
        column = next(c for j in columns if np.isnan((c := self.columns[j]).values[row]))
        text = dict(column.examples).get(row)
        known = text is not None or column.strange <= len(column.examples)
        found = repr(shortened(text)) if text is not None else "nothing" if known else "no number"
        return f"{where} has {found} in {shortened(column.name)!r}"

    def rows(
        self,
        columns: Sequence[int] | None = None,
        label: int | None = None,
        *,
        standardise: bool = False,
        leave_out: bool = False,
    ) -> Rows:
        """Return the rows that can be analysed.

        Parameters
        ----------
        columns
            counted from 0, each of numbers; None for `usual_columns`
        label
            the column of labels, None for none
        standardise
            whether each column is shifted and scaled to mean 0 and standard deviation 1; a
            constant one becomes 0
        leave_out
            whether rows without a number in one of the columns are left out

        Raises
        ------
        ValueError
            for columns that are not there or hold no numbers, and where rows lack a number unless
            they are to be left out; the message says in which lines
        """
        chosen = self.usual_columns(label) if columns is None else tuple(columns)
        if not chosen:
            raise ValueError(self._said_of_no_numbers())
        for j in chosen:
            if not 0 <= j < len(self.columns):
                raise ValueError(
                    f"{self.name} has {counted(len(self.columns), 'column')}; there is no column "
                    f"{j + 1}."
                )
            if not self.columns[j].is_numeric:
                raise ValueError(self._said_of_text(j))
        mask = self.unusable(chosen)
        if mask.any() and not leave_out:
            raise ValueError(f"{self.said_of_unusable(chosen)} Correct them, or leave them out.")
        if mask.all():
            raise ValueError(
                f"No row of {self.name} has a number in every chosen column. "
                f"{self.said_of_unusable(chosen)}"
            )
        X = np.column_stack([self.columns[j].values[~mask] for j in chosen])
        labels: Labels = np.zeros(self.n, dtype=np.int64)
        words: tuple[str, ...] = ()
        if label is not None:
            labels, words = self.columns[label].labels()
        return Rows(
            standardised(X) if standardise else X,
            tuple(self.columns[j].name for j in chosen),
            labels[~mask],
            words,
            self.lines[~mask],
            int(mask.sum()),
        )

    def column(self, name: str) -> int:
        """Return the column of that name, or of that number counted from 1.

        Raises
        ------
        ValueError
            if there is none; the message lists those that there are
        """
        names = [column.name for column in self.columns]
        if name in names:
            return names.index(name)
        if name.isascii() and name.isdecimal() and 1 <= int(name) <= len(names):
            return int(name) - 1
        listed = some_of([repr(shortened(one)) for one in names])
        raise ValueError(f"{self.name} has no column {name!r}; it has {listed}.")

    def _said_of_no_numbers(self) -> str:
        if self.numeric:
            return f"Every column of numbers of {self.name} is taken for labels; choose others."
        found = " ".join(self._said_of_text(j) for j in range(min(3, len(self.columns))))
        return f"{self.name} has no column of numbers. {found}"

    def _said_of_text(self, j: int) -> str:
        column = self.columns[j]
        name = repr(shortened(column.name))
        if not column.examples:
            return f"Column {name} is empty."
        row, text = column.examples[0]
        return (
            f"Column {name} holds no numbers: {self.place} {self.lines[row]} has "
            f"{shortened(text)!r}."
        )


def standardised(X: Array) -> Array:
    """Return X (n, D) with mean 0 and standard deviation 1 in each column; 0 where it is constant.

    Columns are divided by their largest size first, so that squares do not overflow.
    """
    largest = np.abs(X).max(axis=0, initial=0.0)
    Y = X / np.where(largest > 0, largest, 1.0)
    varies = np.ptp(Y, axis=0) > 0
    Y -= Y.mean(axis=0)
    spread = Y.std(axis=0)
    Y /= np.where(varies & (spread > 0), spread, 1.0)
    return np.where(varies, Y, 0.0)


def some_of(names: Sequence[str]) -> str:
    """Return at most NAMED of the names in a row, for a message, and … where there are more."""
    return ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")


def shortened(text: str, most: int = 40) -> str:
    """Return the text in one line of at most `most` letters, for a message."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _as_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("inf")
