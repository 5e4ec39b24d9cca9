"""A table as it was read: columns of numbers and of words, and the rows that can be analysed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.one_line import in_one_line
from kpca_core._support.words import E_, N_, _, counted, counting, joined, worded
from kpca_core.tables.column import NAMED, Column, is_whole, quoted, refused, shortened
from kpca_core.tables.reading import Reading
from kpca_core.tables.rows import Rows, mean_and_scale, scaled

# Of more values than this a column of numbers is not taken for labels unasked.
FEW_LABELS = 20
# Names that columns of labels usually have.
LABEL_NAMES = (
    "label", "labels", "class", "classes", "target", "targets", "species", "group", "category",
    "y_train",
)  # fmt: skip
# What can be done with rows that lack a number.
REFUSE, LEAVE_ROWS, LEAVE_COLUMNS, MEDIAN = MISSING_WAYS = ("refuse", "rows", "columns", "median")


@dataclass(frozen=True, eq=False)
class Table:
    """A table as it was read.

    Attributes
    ----------
    name
        Of the file.
    reading
        How it was read.
    columns, lines
        The columns, and the line (n,) of the file that each row comes from, from 1.
    uneven
        (row, cells) of rows with more or fewer cells than there are columns; none of them is kept.
    place
        What `lines` count: "line" of a text, "row" of a file of arrays.
    index
        The columns that count or name the rows, counted from 0.
    aside
        (name, why) of what the file holds besides columns.
    suggestions, proposed
        (option of `read_bytes`, why it may help), and the value that follows, where one does.
    """

    name: str
    reading: Reading
    columns: tuple[Column, ...]
    lines: Labels
    uneven: tuple[tuple[int, int], ...] = ()
    place: str = N_("line")
    index: tuple[int, ...] = ()
    aside: tuple[tuple[str, str], ...] = ()
    suggestions: tuple[tuple[str, str], ...] = ()
    proposed: Mapping[str, Any] = field(default_factory=dict)

    __repr__ = in_one_line

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
        own = (j for j, column in enumerate(self.columns) if column.is_numeric)
        return tuple(j for j in own if j not in self.index)

    @cached_property
    def label(self) -> int | None:
        """The column that is taken for labels unasked, counted from 0, None for none.

        The last of the most likely ones; without names the last or the first, of few whole numbers
        beside columns of fractions.
        """
        names = [column.name.strip().lower() for column in self.columns]
        ranks = [self._rank_as_label(j, names) for j in range(len(names))]
        best = max(ranks, default=0)
        if best:
            return len(ranks) - 1 - ranks[::-1].index(best)
        whole = {j for j in self.numeric if is_whole(self.columns[j].values)}
        nameless = all(re.fullmatch(r"column \d+", name) for name in names)
        if not nameless or len(self.numeric) < max(3, 2 * len(whole) + 1):
            return None
        few = min(FEW_LABELS, self.n // 5)
        ends = (j for j in (len(names) - 1, 0) if j in whole)
        return next((j for j in ends if 1 < self.columns[j].n_labels <= few), None)

    def _rank_as_label(self, j: int, names: Sequence[str]) -> int:
        """How likely a column labels the rows: 0 not at all, 4 by its name.

        Words that repeat are classes; those that differ in most rows, or stand in some, are notes.
        """
        column = self.columns[j]
        # The y of points and labels, not of two coordinates.
        is_y = names[j] == "y" and "x" not in names and len(self.numeric) > 2
        named = names[j] in LABEL_NAMES or (is_y and is_whole(column.values))
        worded = not column.is_numeric and not column.note
        if j in self.index or not (named or worded) or not 1 < column.n_labels <= FEW_LABELS:
            return 0
        filled = self.n - column.missing
        different = column.n_labels - (column.missing > 0)
        repeats = 2 * different <= filled
        if named:
            return 4
        return 3 if repeats and not column.missing else 2 if repeats else int(different < filled)

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
        rest = sorted({*range(len(self.columns))} - {*columns})
        found = [(self.columns[j].name, self._why_not(j, j == label)) for j in rest]
        return (*found, *self.aside)

    def _why_not(self, j: int, is_label: bool) -> str:
        column = self.columns[j]
        if j in self.index:
            return _("counts the rows") if column.is_numeric else _("names the rows")
        if column.is_numeric:
            return _("labels") if is_label else _("not analysed")
        if column.missing == self.n:
            return _("empty")
        if is_label:
            return _("words; labels")
        if self._rank_as_label(j, [one.name.strip().lower() for one in self.columns]):
            return _("words; other labels")
        kind = _(column.note or N_("words"))
        return f"{kind}: {worded(self._example(column))}" if column.texts else kind

    def preview(self, k: int = 5) -> tuple[tuple[str, ...], ...]:
        """Return the first k rows as texts, one a column."""
        return tuple(tuple(c.text(i) for c in self.columns) for i in range(min(k, self.n)))

    def unusable(self, columns: Iterable[int]) -> NDArray[np.bool_]:
        """Whether each row (n,) lacks a number in one of the columns."""
        gaps = [np.isnan(self.columns[j].values) for j in columns]
        return np.any(gaps, axis=0) if gaps else np.zeros(self.n, dtype=bool)

    def missing_costs(self, columns: Sequence[int]) -> Mapping[str, int]:
        """Return how many rows, columns and cells each of MISSING_WAYS leaves out or fills.

        Uneven rows are not counted: they are left out in each way.
        """
        gaps = np.array([self._gaps(j) for j in columns]).reshape(len(columns), self.n)
        costs = (gaps.any(axis=0).sum(), gaps.any(axis=1).sum(), gaps.sum())
        return dict(zip(MISSING_WAYS[1:], map(int, costs), strict=True))

    @cached_property
    def _even(self) -> NDArray[np.bool_]:
        even = np.ones(self.n, dtype=bool)
        even[[row for row, _ in self.uneven]] = False
        return even

    def _gaps(self, j: int) -> NDArray[np.bool_]:
        return np.isnan(self.columns[j].values) & self._even

    def filled(self, columns: Sequence[int], values: Array) -> Table:
        """Return the table with a value (D,) in the gaps of each of the columns."""
        found = list(self.columns)
        for j, value in zip(columns, values.tolist(), strict=True):
            gaps = self._gaps(j)
            found[j] = replace(found[j], values=np.where(gaps, value, found[j].values))
        return replace(self, columns=tuple(found))

    def said_of_unusable(self, columns: Sequence[int]) -> str:
        """Say how many rows lack a number, in which lines, and what stands there; "" if none."""
        rows = np.flatnonzero(self.unusable(columns)).tolist()
        if not rows:
            return ""
        said = _listed([self._said_of_row(row, columns) for row in rows[:NAMED]], len(rows))
        text = E_(
            "{n:,} of {rows} lacks a number: {said}.", "{n:,} of {rows} lack a number: {said}."
        )
        return text.format(n=len(rows), rows=counting(self.n, "{n} row", "{n} rows"), said=said)

    def said_of_marks(self, columns: Sequence[int]) -> str:
        """Say which texts stand where numbers should, in how many cells, and where first; or ""."""
        texts: dict[str, tuple[int, int, int]] = {}
        for j in columns:
            for text, cells, row in self.columns[j].texts:
                before, first, column = texts.get(text, (0, row, j))
                texts[text] = (before + cells, *min((first, column), (row, j)))
        said = [
            E_("{text!r} in {cells}, the first in {where} of {name!r}").format(
                text=text, cells=counting(n, "{n} cell", "{n} cells"), where=self._where(row),
                name=shortened(self.columns[j].name),
            )
            for text, (n, row, j) in sorted(texts.items(), key=lambda one: one[1][1:])
        ]  # fmt: skip
        found = _listed(said[:NAMED], len(said))
        return E_("not numbers: {texts}").format(texts=found) if said else ""

    def _where(self, row: int) -> str:
        return joined([E_(self.place), str(self.lines[row])])

    def _said_of_row(self, row: int, columns: Sequence[int]) -> str:
        where, cells = self._where(row), dict(self.uneven).get(row)
        if cells is not None:
            held = counting(cells, "{n} cell", "{n} cells")
            said = E_("{where} has {cells} instead of {n}")
            return said.format(where=where, cells=held, n=len(self.columns))
        column = next(c for j in columns if np.isnan((c := self.columns[j]).values[row]))
        texts = {first: repr(shortened(text)) for text, _cells, first in column.texts}
        # Beyond the first cell of a text it is not known which one a row has.
        once = sum(cells for _text, cells, _first in column.texts) == len(texts)
        found = texts.get(row, E_("nothing") if once else E_("no number"))
        said = E_("{where} has {found} in {name!r}")
        return said.format(where=where, found=found, name=shortened(column.name))

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
            Counted from 0, each of numbers; None for `usual_columns`.
        label
            The column of labels, None for none.
        standardise
            Whether each column is shifted and scaled to mean 0 and standard deviation 1; a
            constant one becomes 0.
        missing
            What is done where a number is missing: "refuse", leave out such "rows", leave out
            such "columns", or fill in the "median" of the column; uneven rows are left out in
            each way but the first.

        Raises
        ------
        ValueError
            for columns that are not there or hold no numbers, and where rows lack a number unless
            `missing` says what to do; the message says in which lines
        """
        if missing not in MISSING_WAYS:
            ways = ", ".join(map(repr, MISSING_WAYS))
            wrong = E_("missing is one of {ways}; got {missing!r}.")
            raise refused(wrong, ways=ways, missing=missing)
        chosen = self.usual_columns(label) if columns is None else tuple(columns)
        self._check_columns(chosen)
        said, marks = self.said_of_unusable(chosen), self.said_of_marks(chosen)
        if missing == REFUSE and said:
            wrong = E_(
                "{said} Correct them, or leave out rows or columns, or fill in medians: "
                "missing='rows', 'columns' or 'median'."
            )
            raise refused(wrong, said=said)
        done, medians = [worded(marks)] if marks else [], None
        mask = self.unusable(chosen) if missing in (REFUSE, LEAVE_ROWS) else ~self._even
        if missing == LEAVE_COLUMNS:
            gone = [self.columns[j].name for j in chosen if self._gaps(j).any()]
            chosen = tuple(j for j in chosen if not self._gaps(j).any())
            if not chosen:
                wrong = E_("Every chosen column of {name} lacks a number somewhere.")
                raise refused(wrong, name=self.name)
            if gone:
                left = counted(len(gone), "{n} column", "{n} columns")
                done.append(_("{left} left out: {names}").format(left=left, names=quoted(gone)))
        if mask.all():
            wrong = E_("No row of {name} has a number in every chosen column. {said}")
            raise refused(wrong, name=self.name, said=said)
        X = np.column_stack([self.columns[j].values[~mask] for j in chosen])
        if missing == MEDIAN:
            medians, gaps = np.nanmedian(X, axis=0), np.isnan(X)
            X = np.where(gaps, medians, X)
            cells = counted(int(gaps.sum()), "{n} cell", "{n} cells")
            text = _("{cells} filled with the column's median").format(cells=cells)
            done += [text] if gaps.any() else []
        if left_out := int(mask.sum()):
            rows = counted(left_out, "{n} row", "{n} rows")
            done.append(_("{rows} left out").format(rows=rows))
        labels: Labels = np.zeros(self.n, dtype=np.int64)
        words: tuple[str, ...] = ()
        if label is not None:
            labels, words = self.columns[label].labels()
        means, scales = mean_and_scale(X) if standardise else (None, None)
        return Rows(
            scaled(X, means, scales), tuple(self.columns[j].name for j in chosen), labels[~mask],
            words, self.lines[~mask], left_out, "; ".join(done), medians, means, scales,
        )  # fmt: skip

    def _check_columns(self, chosen: Sequence[int]) -> None:
        if not chosen:
            raise ValueError(self._said_of_no_numbers())
        for j in chosen:
            if not 0 <= j < len(self.columns):
                there = counting(len(self.columns), "{n} column", "{n} columns")
                said = E_("{name} has {there}; there is no column {j}.")
                raise refused(said, name=self.name, there=there, j=j + 1)
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
        said = E_("{name} has no column {column!r}; it has {names}.")
        raise refused(said, name=self.name, column=name, names=quoted(names))

    def _said_of_no_numbers(self) -> str:
        if not self.numeric:
            found = joined(self._said_of_text(j) for j in range(min(3, len(self.columns))))
            said = E_("{name} has no column of numbers. {found}")
            return said.format(name=self.name, found=found)
        rest = [
            E_(" {one!r} is not read ({why}).").format(one=shortened(one), why=why)
            for one, why in self.aside[:3]
        ]
        return E_(
            "Every column of numbers of {name} is taken for labels: {taken}. Choose columns, or no "
            "labels.{rest}"
        ).format(
            name=self.name, taken=quoted(self.columns[j].name for j in self.numeric),
            rest=joined(rest, ""),
        )  # fmt: skip

    def _said_of_text(self, j: int) -> str:
        column = self.columns[j]
        name = repr(shortened(column.name))
        if not column.texts:
            return E_("Column {name} is empty.").format(name=name)
        said = E_("Column {name} holds no numbers: {example}.")
        return said.format(name=name, example=self._example(column))

    def _example(self, column: Column) -> str:
        text, _cells, row = column.texts[0]
        return E_("{where} has {text!r}").format(where=self._where(row), text=shortened(text))


def _listed(said: Sequence[str], n: int) -> str:
    more = [E_("; and {n:,} more").format(n=n - len(said))] if n > len(said) else []
    return joined([joined(said, "; "), *more], "")
