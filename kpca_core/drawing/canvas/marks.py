"""Sheets of marks: plots, matrices and tables that explain a computation by its numbers.

``assets/method/marks.js`` draws them beside the other sheets of `figure_frame`. A mark has the
colour of the symbol that it shows, one of `INKS`; what a reader can move has a `grip`, the name by
which the browser reports the move.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import _
from kpca_core.drawing.canvas.figure_frame import Sheet
from kpca_core.drawing.canvas.look import LOOK
from kpca_core.drawing.canvas.words import short
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
Mark = Mapping[str, Any]


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


def points(
    xy: Array,
    labels: Sequence[int] | NDArray[Any] = (),
    *,
    grip: str = "",
    names: Sequence[str] = (),
    rings: Sequence[int] = (),
    colour: str = "",
    size: float = 5,
) -> Mark:
    """Return points (n, 2) with markers by label, or in one colour, and names beside them."""
    return {
        "mark": "points", "xy": _rounded(xy), "labels": [int(one) for one in labels],
        "grip": grip, "names": list(names), "rings": list(rings), "ink": colour, "size": size,
    }  # fmt: skip


def line(
    xy: Array, colour: str = "", *, width: float = 1.5, dashed: bool = False, faint: bool = False
) -> Mark:
    """Return a line through points (m, 2)."""
    return {
        "mark": "line", "xy": _rounded(xy), "ink": colour, "width": width, "dashed": dashed,
        "faint": faint,
    }  # fmt: skip


def arrow(start: Array, end: Array, colour: str, *, grip: str = "") -> Mark:
    """Return an arrow; `grip` is that of its tip."""
    return {"mark": "arrow", "xy": _rounded([start, end]), "ink": colour, "grip": grip}


def text(at: Sequence[float], words: str, colour: str = "", align: str = "left") -> Mark:
    """Return words beside a place, `align` being "left", "center" or "right"."""
    return {"mark": "text", "xy": _rounded([at]), "words": words, "ink": colour, "align": align}


def entry(words: str, colour: str = "", *, mark: str = "line", label: int = 0) -> Mark:
    """Return an entry of a key: `mark` is "line", "dashed", "sheet", or "marker", of points."""
    return {"mark": mark, "ink": colour, "label": label, "words": words}


def bars(
    values: Array, colour: str, *, at: float = 0.0, width: float = 0.8, numbers: bool = False
) -> Mark:
    """Return bars from 0, the first at the abscissa 1 + `at`."""
    return {
        "mark": "bars", "values": _rounded(values), "ink": colour, "at": at, "width": width,
        "numbers": [short(one) for one in values] if numbers else [],
    }  # fmt: skip


def plot(
    marks: Sequence[Mark],
    region: Region,
    title: str,
    said: str,
    *,
    share: float = 1.0,
    least: int = 190,
    equal: bool = False,
    height: int = 240,
    axes: tuple[str, str] | None = ("", ""),
    note: str = "",
    ticks: Sequence[tuple[float, str]] = (),
    key: Sequence[Mark] = (),
) -> Sheet:
    """Return a plot.

    Parameters
    ----------
    region : ((x₀, x₁), (y₀, y₁)) that it shows
    title, note : above and below it
    said : what it shows, for readers who cannot see it
    share, least : of a row's width, and CSS pixels below which it gets a row of its own
    equal, height : whether both axes have one scale, else its height in CSS pixels
    axes : names of the axes; None for none
    ticks : places and words on the horizontal axis instead of numbers
    key : what its lines stand for, see `entry`
    """
    header = {
        "title": title, "said": said, "region": region, "marks": list(marks), "share": share,
        "least": least, "equal": equal, "height": height, "axes": axes, "note": note,
        "ticks": list(ticks), "legend": list(key),
    }  # fmt: skip
    return Sheet("plot", header, {})


def matrix(
    values: Array,
    title: str,
    *,
    colour: str = "blue",
    share: float = 1.0,
    least: int = 180,
    lit: tuple[int, int] | None = None,
    grip: str = "",
    note: str = "",
    sums: bool = False,
) -> Sheet:
    """Return a matrix (n, m), as numbers while they can be read, and as colours.

    Parameters
    ----------
    colour : of its name
    lit : row and column of an entry that stands out
    grip : by which the browser reports an entry that was clicked
    sums : whether the sum of every row stands beside it
    """
    values = np.asarray(values, float)
    scale = float(np.abs(values).max()) or 1.0
    few = max(values.shape) <= MOST_NUMBERS
    decimals = max(0, 2 - int(np.ceil(np.log10(scale) - 1e-9)))
    header = {
        "title": title, "ink": colour, "share": share, "lit": lit, "grip": grip,
        "least": max(least, round(ENTRY * (values.shape[1] + SUMS * sums))) if few else least,
        "note": note,
        "numbers": [[fixed(one, decimals) for one in row] for row in values] if few else [],
        "sums": [fixed(one, decimals) for one in values.sum(axis=1)] if sums else [],
        "said": _("{title}, {rows} by {columns}, from {low} to {high}").format(
            title=title, rows=values.shape[0], columns=values.shape[1], low=short(values.min()),
            high=short(values.max()),
        ),
    }  # fmt: skip
    return Sheet("matrix", header, {"values": (values / scale).astype(np.float32)})


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    title: str,
    *,
    colours: Sequence[str] = (),
    share: float = 1.0,
    least: int = 200,
    note: str = "",
) -> Sheet:
    """Return a table of words and numbers; `colours` are those of its columns.

    It gets a row of its own rather than less room than its numbers need.
    """
    header = {
        "title": title, "head": list(head), "rows": [list(row) for row in rows],
        "inks": list(colours), "share": share, "least": max(least, _width(head, rows)),
        "note": note,
    }  # fmt: skip
    return Sheet("table", header, {})


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


def hidden(sheet: Sheet) -> Sheet:
    """Return a sheet that keeps the place of another one, and says nothing of it."""
    kept = {name: sheet.header[name] for name in ("share", "least")}
    return Sheet("hidden", {"title": "", **kept}, {})


def shared(sheet: Sheet, share: float, least: int) -> Sheet:
    """Return any sheet with its share of a row, see `plot`."""
    return Sheet(sheet.kind, {**sheet.header, "share": share, "least": least}, sheet.arrays)


def _rounded(values: Any) -> Any:
    """Return nested lists of numbers with five digits, which is finer than pixels."""
    array = np.asarray(values, float)
    if array.ndim > 1:
        return [_rounded(row) for row in array]
    return [float(f"{one:.5g}") for one in array]
