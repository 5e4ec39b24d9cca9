"""Sheets of marks: plots, matrices and tables that explain a computation by its numbers.

``assets/method/marks.js`` draws them. A mark has the colour of the symbol that it shows, one of
`INKS`, or "" for that of text; what a reader can move has a `grip`, the name by which the browser
reports the move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.canvas.look import LOOK
from kpca_core.drawing.canvas.words import short
from kpca_core.drawing.scene import array, rounded
from kpca_core.drawing.sheets import Placed
from kpca_core.grid import Region

# The colours of symbols, in the order of the identities of ``look.json``.
INKS = ("blue", "orange", "green", "purple", "olive", "red", "teal", "violet")
_INKED = re.compile(rf"\\({'|'.join(INKS)})\{{")
# Matrices with at most so many rows and columns show their numbers.
MOST_NUMBERS = 9
# CSS pixels: of an entry of a matrix in which its number can be read, of the column of sums in
# entries, and of a table's character, the room beside a column, and its first column at most.
ENTRY, SUMS = 31, 1.6
CHARACTER, ROOM, FIRST = 7.6, 12, 140


def ink(name: str, theme: str) -> str:
    """Return the colour "#rrggbb" of one of INKS in the theme "light" or "dark"."""
    colour: str = LOOK["themes"][theme]["identities"][INKS.index(name)]
    return colour


def with_inks(latex: str, theme: str) -> str:
    r"""Return LaTeX in which `\blue{…}` gives a symbol the ink of its marks, as KaTeX reads it."""
    return _INKED.sub(lambda m: rf"\textcolor{{{ink(m[1], theme)}}}{{", latex)


def fixed(value: float, decimals: int) -> str:
    """Return a number with so many decimals, without a sign where all of them are 0."""
    text = f"{value:.{decimals}f}"
    return (text if float(text) else text.lstrip("-")).replace("-", "−")


@dataclass(frozen=True, eq=False)
class Mark:
    """What stands in a plot."""

    kind: ClassVar[str]


@dataclass(frozen=True, eq=False)
class Points(Mark):
    """Points (n, 2) with markers by label, or in one colour, and names beside them.

    `rings` are the numbers of those that have a ring, `size` the radius in CSS pixels.
    """

    kind = "points"
    xy: Array = rounded()
    labels: Sequence[int] | NDArray[Any] = ()
    _: KW_ONLY
    grip: str = ""
    names: Sequence[str] = ()
    rings: Sequence[int] = ()
    colour: str = ""
    size: float = 5


@dataclass(frozen=True, eq=False)
class Line(Mark):
    """A line through points (m, 2)."""

    kind = "line"
    xy: Array = rounded()
    colour: str = ""
    _: KW_ONLY
    width: float = 1.5
    dashed: bool = False
    faint: bool = False


@dataclass(frozen=True, eq=False)
class Arrow(Mark):
    """An arrow from one to the other of two points; `grip` is that of its tip."""

    kind = "arrow"
    xy: tuple[Array, Array] = rounded()
    colour: str = ""
    _: KW_ONLY
    grip: str = ""


@dataclass(frozen=True, eq=False)
class Bars(Mark):
    """Bars from 0 to values (n,), the first at the abscissa 1, with `numbers` beside them."""

    kind = "bars"
    values: Array = rounded()
    colour: str = ""
    _: KW_ONLY
    width: float = 0.8
    numbers: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Entry:
    """An entry of a key: `mark` is "line", "dashed", "sheet", or "marker", of points."""

    words: str
    colour: str = ""
    _: KW_ONLY
    mark: str = "line"
    label: int = 0


@dataclass(frozen=True, eq=False)
class Plot(Placed):
    """Marks in the plane.

    Parameters
    ----------
    region
        ((x₀, x₁), (y₀, y₁)) that it shows.
    title, note
        Above and below it.
    said
        What it shows, for readers who cannot see it.
    equal, height
        Whether both axes have one scale, else its height in CSS pixels.
    axes
        Names of the axes; None for none.
    ticks
        Places and words on the horizontal axis instead of numbers.
    key
        What its lines stand for.
    """

    kind = "plot"
    marks: Sequence[Mark]
    region: Region
    title: str
    said: str
    _: KW_ONLY
    equal: bool = False
    height: int = 240
    axes: tuple[str, str] | None = ("", "")
    note: str = ""
    ticks: Sequence[tuple[float, str]] = ()
    key: Sequence[Entry] = ()


@dataclass(frozen=True, eq=False)
class Matrix(Placed):
    """A matrix, see `matrix`: values (n, m) of size 1 at most, and as texts numbers and sums."""

    kind = "matrix"
    values: Array = array(np.float32)
    title: str = ""
    said: str = ""
    _: KW_ONLY
    numbers: Sequence[Sequence[str]] = ()
    sums: Sequence[str] = ()
    colour: str = "blue"
    lit: tuple[int, int] | None = None
    grip: str = ""
    note: str = ""


def matrix(
    values: Array, title: str, *, sums: bool = False, least: int = 180, **more: Any
) -> Matrix:
    """Return a matrix (n, m), as numbers while they can be read, and as colours.

    Parameters
    ----------
    sums
        Whether the sum of every row stands beside it.
    more
        Fields of `Matrix`: the `colour` of its name, `lit`, row and column of an entry that stands
        out, and `grip`, by which the browser reports an entry that was clicked.
    """
    values = np.asarray(values, float)
    scale = float(np.abs(values).max()) or 1.0
    few = max(values.shape) <= MOST_NUMBERS
    decimals = max(0, 2 - int(np.ceil(np.log10(scale) - 1e-9)))
    said = _("{title}, {rows} by {columns}, from {low} to {high}").format(
        title=title, rows=values.shape[0], columns=values.shape[1], low=short(values.min()),
        high=short(values.max()),
    )  # fmt: skip
    room = round(ENTRY * (values.shape[1] + SUMS * sums)) if few else 0
    return Matrix(
        values / scale, title, said, least=max(least, room),
        numbers=[[fixed(one, decimals) for one in row] for row in values] if few else [],
        sums=[fixed(one, decimals) for one in values.sum(axis=1)] if sums else [], **more,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Table(Placed):
    """A table of words and numbers; `colours` are those of its columns."""

    kind = "table"
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str
    _: KW_ONLY
    colours: Sequence[str] = ()
    note: str = ""


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], title: str, *, least: int = 200, **more: Any
) -> Table:
    """Return a table that gets a row of its own rather than less room than its numbers need.

    `more` are fields of `Table`.
    """
    return Table(head, rows, title, least=max(least, _width(head, rows)), **more)


def _width(head: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the CSS pixels that a table needs: names wrap between words, numbers do not."""
    columns = list(zip(*rows, strict=True))
    names = [max(map(len, words.split() or [""])) for words in head]
    first = min(FIRST, CHARACTER * max(map(len, columns[0])))
    widths = [
        CHARACTER * max(name, *map(len, cells))
        for name, cells in zip(names[1:], columns[1:], strict=True)
    ]
    return round(max(first, CHARACTER * names[0]) + sum(widths) + ROOM * len(head))


@dataclass(frozen=True, eq=False)
class Hidden(Placed):
    """What keeps the place of another sheet, and says nothing of it."""

    kind = "hidden"
    title: str = ""
