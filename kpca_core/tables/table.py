"""A table as it was read: columns of numbers and of words, and the rows that can be analysed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kpca_core.arrays import Array, Labels, counted
from kpca_core.tables.reading import Reading

# Different values of a column that can label rows: a frame holds labels as bytes.
MOST_LABELS = 256
# Of more values than this a column of numbers is not taken for labels unasked.
FEW_LABELS = 20
# Rows, or names of columns, that a message lists.
NAMED = 8
# Names that columns of labels usually have.
LABEL_NAMES = (
    "label", "labels", "class", "classes", "target", "targets", "species", "group", "category", "y",
    "y_train",
)  # fmt: skip
# What can be done with rows that lack a number.
REFUSE, LEAVE_ROWS, LEAVE_COLUMNS, MEDIAN = MISSING_WAYS = ("refuse", "rows", "columns", "median")


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
    note
        what its texts are where they are no plain words: "percentages", "dates"
    """

    name: str
    values: Array
    words: tuple[str, ...] = ()
    codes: NDArray[np.int16] | None = None
    missing: int = 0
    strange: int = 0
    examples: tuple[tuple[int, str], ...] = ()
    note: str = ""

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
        return codes.astype(np.int64), tuple(text_of(value) or "(empty)" for value in different)

    def text(self, row: int) -> str:
        """Return what a row holds, for a reader; "…" of a text that was not kept."""
        if not np.isnan(self.values[row]):
            return text_of(self.values[row])
        kept = dict(self.examples).get(row)
        if kept is not None:
            return kept
        if self.codes is not None:
            return self.words[self.codes[row]]
        return "" if self.strange <= len(self.examples) else "…"

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
    done : what was done where numbers were missing, "" for nothing
    medians : (D,) of each column, by which gaps were filled; None if they were not
    means, scales : (D,) X is (column - means)/scales; None where it is not standardised
    """

    X: Array
    names: tuple[str, ...]
    labels: Labels
    words: tuple[str, ...]
    lines: Labels
    left_out: int = 0
    done: str = ""
    medians: Array | None = None
    means: Array | None = None
    scales: Array | None = None

    @cached_property
    def vary(self) -> bool:
        """Whether two rows differ."""
        return bool(np.any(self.X[1:] != self.X[:-1]))

    def some(self, chosen: NDArray[np.intp]) -> Rows:
        """Return these rows alone."""
        return replace(self, X=self.X[chosen], labels=self.labels[chosen], lines=self.lines[chosen])


@dataclass(frozen=True, eq=False)
class Table:
    """A table as it was read.

    Attributes
    ----------
    name : of the file
    reading : how it was read
    columns
    lines : (n,) line of the file that each row comes from, from 1
    uneven
        (row, cells) of rows with more or fewer cells than there are columns; nothing of them is kept
    place : what `lines` count: "line" of a text, "row" of a file of arrays
    index : the columns that count or name the rows, counted from 0
    aside : (name, why) of what the file holds besides columns
    suggestions : (option of `read_bytes`, why it may help)
    """

    name: str
    reading: Reading
    columns: tuple[Column, ...]
    lines: Labels
    uneven: tuple[tuple[int, int], ...] = ()
    place: str = "line"
    index: tuple[int, ...] = ()
    aside: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[tuple[str, str], ...] = ()

    @property
    def n(self) -> int:
        return len(self.lines)

    @property
    def said(self) -> str:
        """How it was read: "CSV, UTF-8, separated by commas, …"."""
        return str(self.reading)

    @cached_property
    def numeric(self) -> tuple[int, ...]:
        """The columns of numbers, counted from 0, without the one that counts the rows."""
        every = (j for j, column in enumerate(self.columns) if column.is_numeric)
        return tuple(j for j in every if j not in self.index)

    @cached_property
    def label(self) -> int | None:
        """The column that is taken for labels unasked, counted from 0, None for none.

        The last one of few different words, or of numbers under one of LABEL_NAMES; without names
        the last or the first, of few whole numbers beside columns of fractions.
        """
        for j in reversed(range(len(self.columns))):
            column = self.columns[j]
            named = column.name.strip().lower() in LABEL_NAMES
            words = not column.is_numeric and not column.note
            if j not in self.index and (named or words) and 1 < column.n_labels <= FEW_LABELS:
                return j
        return self._label_without_a_name()

    def _label_without_a_name(self) -> int | None:
        numeric = self.numeric
        if len(numeric) < 3 or self.reading.separator is None or self.reading.names is not None:
            return None
        whole = {j for j in numeric if _is_whole(self.columns[j].values)}
        if 2 * len(whole) >= len(numeric):
            return None
        for j in (numeric[-1], numeric[0]):
            few = 1 < self.columns[j].n_labels <= min(FEW_LABELS, self.n // 5)
            if j in whole and few and j in (0, len(self.columns) - 1):
                return j
        return None

    def usual_columns(self, label: int | None) -> tuple[int, ...]:
        """All columns of numbers but that of the labels."""
        return tuple(j for j in self.numeric if j != label)

    @property
    def left_out(self) -> tuple[tuple[str, str], ...]:
        """(name, why) of what is not analysed unasked."""
        return self.left_out_of(self.usual_columns(self.label), self.label)

    def left_out_of(
        self, columns: Iterable[int], label: int | None = None
    ) -> tuple[tuple[str, str], ...]:
        """Return (name, why) of what is not among the columns, counted from 0."""
        chosen = set(columns)
        rest = (j for j in range(len(self.columns)) if j not in chosen)
        found = [(self.columns[j].name, self._why_not(j, j == label)) for j in rest]
        return (*found, *self.aside)

    def _why_not(self, j: int, is_label: bool) -> str:
        column = self.columns[j]
        if j in self.index:
            return "counts the rows" if column.is_numeric else "names the rows"
        if column.is_numeric:
            return "labels" if is_label else "not analysed"
        if column.missing == self.n:
            return "empty"
        if is_label or (not column.note and 1 < column.n_labels <= FEW_LABELS):
            return "words; labels"
        if not column.examples:
            return column.note or "words"
        row, text = column.examples[0]
        found = f"{self.place} {self.lines[row]} has {shortened(text)!r}"
        return f"{column.note or 'words'}: {found}"

    def preview(self, k: int = 5) -> tuple[tuple[str, ...], ...]:
        """Return the first k rows as texts, one a column."""
        return tuple(tuple(c.text(i) for c in self.columns) for i in range(min(k, self.n)))

    def unusable(self, columns: Iterable[int]) -> NDArray[np.bool_]:
        """Whether each row (n,) lacks a number in one of the columns."""
        mask = np.zeros(self.n, dtype=bool)
        for j in columns:
            mask |= np.isnan(self.columns[j].values)
        return mask

    def missing_costs(self, columns: Sequence[int]) -> Mapping[str, int]:
        """Return what each way with missing numbers costs, by its key of MISSING_WAYS.

        Rows that are left out, columns that are, and cells that are filled. Uneven rows are not
        counted: they are left out in each way.
        """
        gaps = [self._gaps(j) for j in columns]
        return {
            LEAVE_ROWS: int(np.any(gaps, axis=0).sum()) if gaps else 0,
            LEAVE_COLUMNS: sum(bool(one.any()) for one in gaps),
            MEDIAN: sum(int(one.sum()) for one in gaps),
        }

    @cached_property
    def _even(self) -> NDArray[np.bool_]:
        even = np.ones(self.n, dtype=bool)
        even[[row for row, _ in self.uneven]] = False
        return even

    def _gaps(self, j: int) -> NDArray[np.bool_]:
        return np.isnan(self.columns[j].values) & self._even

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
        missing: str = REFUSE,
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
        missing
            what is done where a number is missing: "refuse", leave out such "rows", leave out
            such "columns", or fill in the "median" of the column; uneven rows are left out in
            each way but the first

        Raises
        ------
        ValueError
            for columns that are not there or hold no numbers, and where rows lack a number unless
            `missing` says what to do; the message says in which lines
        """
        if missing not in MISSING_WAYS:
            ways = ", ".join(map(repr, MISSING_WAYS))
            raise ValueError(f"missing is one of {ways}; got {missing!r}.")
        chosen = self.usual_columns(label) if columns is None else tuple(columns)
        self._check_columns(chosen)
        mask = self.unusable(chosen)
        if missing == REFUSE and mask.any():
            raise ValueError(
                f"{self.said_of_unusable(chosen)} Correct them, or leave out rows or columns, or "
                "fill in medians: missing='rows', 'columns' or 'median'."
            )
        done, names, medians = "", tuple(self.columns[j].name for j in chosen), None
        if missing in (LEAVE_COLUMNS, MEDIAN):
            mask = ~self._even
        if missing == LEAVE_COLUMNS:
            full = tuple(j for j in chosen if not self._gaps(j).any())
            if not full:
                raise ValueError(f"Every chosen column of {self.name} lacks a number somewhere.")
            lost = [one for j, one in zip(chosen, names, strict=True) if j not in full]
            chosen, names = full, tuple(self.columns[j].name for j in full)
            if lost:
                listed = some_of([repr(shortened(one)) for one in lost])
                done = f"{counted(len(lost), 'column')} left out: {listed}"
        if mask.all():
            raise ValueError(
                f"No row of {self.name} has a number in every chosen column. "
                f"{self.said_of_unusable(chosen)}"
            )
        X = np.column_stack([self.columns[j].values[~mask] for j in chosen])
        if missing == MEDIAN:
            medians = np.nanmedian(X, axis=0)
            gaps = np.isnan(X)
            X = np.where(gaps, medians, X)
            if gaps.any():
                done = f"{counted(int(gaps.sum()), 'cell')} filled with the column's median"
        if mask.any():
            done = "; ".join(filter(None, (done, f"{counted(int(mask.sum()), 'row')} left out")))
        labels: Labels = np.zeros(self.n, dtype=np.int64)
        words: tuple[str, ...] = ()
        if label is not None:
            labels, words = self.columns[label].labels()
        means, scales = mean_and_scale(X) if standardise else (None, None)
        return Rows(
            scaled(X, means, scales), names, labels[~mask], words, self.lines[~mask],
            int(mask.sum()), done, medians, means, scales,
        )  # fmt: skip

    def _check_columns(self, chosen: Sequence[int]) -> None:
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


def mean_and_scale(X: Array) -> tuple[Array, Array]:
    """Return mean and standard deviation (D,) of the columns of X (n, D); scale 1 of a constant one.

    Columns are divided by a power of two first, which is exact, so that squares do not overflow.
    """
    largest = np.abs(X).max(axis=0, initial=0.0)
    _, exponent = np.frexp(largest)
    Y = np.ldexp(X, -exponent)
    varies = np.ptp(Y, axis=0) > 0
    spread = np.where(varies, Y.std(axis=0), 0.0)
    means = np.where(varies, np.ldexp(Y.mean(axis=0), exponent), X[0])
    return means, np.where(spread > 0, np.ldexp(spread, exponent), 1.0)


def scaled(X: Array, means: Array | None, scales: Array | None) -> Array:
    """Return (X - means)/scales for X (n, D); X itself without them."""
    if means is None or scales is None:
        return X
    _, exponent = np.frexp(np.maximum(np.abs(means), scales))
    Y, centre, spread = (np.ldexp(one, -exponent) for one in (X, means, scales))
    return (Y - centre) / spread


def standardised(X: Array) -> Array:
    """Return X (n, D) with mean 0 and standard deviation 1 in each column; 0 where it is constant."""
    return scaled(X, *mean_and_scale(X))


def text_of(value: float) -> str:
    """Return a number as its shortest text that is read as the same number; "" for NaN."""
    if np.isnan(value):
        return ""
    whole = float(value).is_integer() and abs(value) < 1e15
    return str(int(value)) if whole else repr(float(value))


def _is_whole(values: Array) -> bool:
    known = values[np.isfinite(values)]
    return bool(len(known)) and bool((known == np.round(known)).all())


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
