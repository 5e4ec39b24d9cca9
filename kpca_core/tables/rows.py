"""The rows of a table that are analysed, and their standardisation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Labels
from kpca_core._support.one_line import in_one_line

# Columns of a table of scores: where each row comes from, and the first of the scores.
LINE, FIRST_SCORE = "line", "score1"


@dataclass(frozen=True, eq=False)
class Rows:
    """The rows and columns of a table that are analysed.

    Attributes
    ----------
    X, names
        (n, D) float64, finite, and the names of the D columns.
    labels, words
        (n,) integers, and what each stands for; all 0 and () without a label column.
    lines
        (n,) line of the file that each row comes from, from 1.
    left_out
        How many rows of the table are not among them.
    done
        What was done where numbers were missing, "" for nothing.
    medians
        (D,) of each column, by which gaps were filled; None if they were not.
    means, scales
        (D,) X is (column - means)/scales; None where it is not standardised.
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

    __repr__ = in_one_line

    @cached_property
    def vary(self) -> bool:
        """Whether two rows differ."""
        return bool(np.any(self.X[1:] != self.X[:-1]))

    def some(self, chosen: NDArray[np.intp]) -> Rows:
        """Return these rows alone."""
        return replace(self, X=self.X[chosen], labels=self.labels[chosen], lines=self.lines[chosen])


def mean_and_scale(X: Array) -> tuple[Array, Array]:
    """Return mean and standard deviation (D,) of X (n, D), which is 1 for a constant column.

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
    """Return X (n, D) with mean 0 and standard deviation 1 by column; 0 where it is constant."""
    return scaled(X, *mean_and_scale(X))
