"""The sheets of a scene: maps, scatters, spectra, feature spaces and images.

`kpca_core.drawing.marks` has those of marks. A sheet is a value; ``assets/figure/`` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Field
from kpca_core.drawing.canvas.aspects import Space
from kpca_core.drawing.scene import Made, Sheet, array, still, words
from kpca_core.grid import Region


@dataclass(frozen=True, eq=False)
class Placed(Sheet):
    """A sheet that can share a row with others.

    Parameters
    ----------
    share
        Of the row's width.
    least
        CSS pixels, below which it gets a row of its own.
    """

    _: KW_ONLY
    share: float = still(default=1.0)
    least: int = still(default=190)


@dataclass(frozen=True, eq=False)
class Tile:
    """A map among others.

    Parameters
    ----------
    text, said
        Its title, and what it is for readers who cannot see it.
    short
        Its title where the map is narrow, "" for the number alone.
    mark
        Behind the title.
    badge, identity
        Before the title, and the number of the colour behind that, None for none.
    sentence
        Below the title.
    range
        At the right of the title; None for the outermost isolines.
    empty
        Whether there is no such map.
    points, labels
        (n, 2) and (n,) arrays over this map; None for those of all maps.
    images : (n, 2) array
        Where arrows from the points lead to; None for no arrows.
    curve, starts
        (v, 2) and (p + 1,) arrays, the vertices of lines over the map, one after the other, and
        where each line begins, see `polylines`.
    path : (s, m, 2) array
        s places of each of m points on their way, which a button plays.
    """

    text: str = words(default="")
    said: str = words(default="")
    _: KW_ONLY
    short: str = words(default="")
    mark: str = words(default="")
    badge: str = ""
    identity: int | None = None
    sentence: Made[str] = words(default="")
    range: str | None = words(default=None)
    empty: bool = False
    points: Array | None = array(np.float32, still=True, default=None)
    labels: NDArray[Any] | None = array(np.uint8, still=True, default=None)
    images: Array | None = array(np.float32, default=None)
    curve: Array | None = array(np.float32, default=None)
    starts: NDArray[Any] | None = array(np.uint32, default=None)
    path: Array | None = array(np.float32, default=None)


@dataclass(frozen=True, eq=False)
class Maps(Placed):
    """Maps of functions or of errors, in rows.

    Parameters
    ----------
    tiles
        (p,), row after row.
    region
        That all of them cover.
    fields : (p, ny, nx) array
        Of the first p tiles; of an empty tile anything; None for none.
    levels : (p, L) array
        The values of their isolines; of maps of errors none are drawn.
    columns
        Of a row where there is room; `fixed` where a column means something.
    label, heads
        Of the sheet for readers who cannot see it, and above the columns.
    points, labels, shows_points
        (n, 2) and (n,) arrays over every map, and whether these are drawn.
    errors, differences
        Whether fields are log₁₀ of errors, `levels.log_error`, and whether they are differences of
        functions, whose zero lines are not heavy.
    groups
        The names of the labels in the legend below; None for no legend.
    reads
        Whether the value under the pointer is shown.
    """

    kind = "maps"
    tiles: Sequence[Tile]
    region: Region = still()
    fields: Array | None = array(np.float32, fine=True)
    levels: Array | None = array(np.float32, default=None)
    _: KW_ONLY
    columns: int = still(default=1)
    fixed: bool = still(default=False)
    label: str = words(default="")
    heads: Sequence[str] = words(default=())
    points: Array | None = array(np.float32, still=True, default=None)
    labels: NDArray[Any] | None = array(np.uint8, still=True, default=None)
    shows_points: bool = still(default=True)
    errors: bool = still(default=False)
    differences: bool = still(default=False)
    groups: Sequence[str] | None = still(default=None)
    reads: bool = still(default=False)


@dataclass(frozen=True, eq=False)
class Scatter:
    """Scores (n, 2) below a title."""

    title: str
    scores: Array = array(np.float32)


@dataclass(frozen=True, eq=False)
class Scatters(Placed):
    """Scatters side by side, with the markers of the maps by labels (n,)."""

    kind = "scores"
    plots: Sequence[Scatter]
    labels: NDArray[Any] = array(np.uint8)


@dataclass(frozen=True, eq=False)
class Spectrum(Placed):
    """Eigenvalues (r,) and negative ones (s,), `shown` of them drawn as maps.

    Parameters
    ----------
    label
        What they are.
    cumulative
        (r,), their cumulative shares of the `whole`; empty where they are not known.
    groups
        Numbers from 0 of near-degenerate eigenvalues.
    chance
        The smallest and the largest (r,) of shuffled columns, or none.
    limit
        The first eigenvalues of infinitely many points, or none.
    """

    kind = "spectrum"
    values: Array | Sequence[float]
    negative: Array | Sequence[float]
    shown: int
    label: Made[str] = words()
    _: KW_ONLY
    cumulative: Sequence[float] = ()
    groups: Sequence[Sequence[int]] = ()
    chance: Sequence[Sequence[float]] = ()
    limit: Sequence[float] = ()
    whole: Made[str] = words(default="")


@dataclass(frozen=True, eq=False)
class Facts(Sheet):
    """What was computed, and how: phrases of which the first `leading` are in sight, and a note."""

    kind = "facts"
    facts: Made[Sequence[str]] = words(default=())
    leading: Made[int] = words(default=0)
    legend: Made[str] = words(default="")


@dataclass(frozen=True, eq=False)
class Spaces(Placed):
    """Feature spaces side by side, with the markers of labels (n,) named `groups`.

    `key` has entries of `marks.Entry`, which stand above them.
    """

    kind = "spaces"
    spaces: Sequence[Space]
    labels: NDArray[Any] = array(np.uint8)
    groups: Sequence[str] = ()
    key: Sequence[Any] = ()


@dataclass(frozen=True, eq=False)
class Block:
    """Pixels (h, w) of images from a column on, NaN for none.

    They are `shares` in the colours of errors, else grey: -1 the background and 1 the ink.
    """

    left: int
    pixels: Array = array(np.float32)
    shares: bool = False


@dataclass(frozen=True, eq=False)
class Images(Placed):
    """Images of square pixels in rows.

    Parameters
    ----------
    blocks
        Beside each other.
    width, height, step
        Of all of it, and from row to row, in pixels.
    rows, heads
        The names of the rows; (column, text) above the images.
    notes
        Of each column of images: from which column to which, and a text for each row.
    label
        For readers who cannot see them.
    numbers
        (column, row, text), below these pixels.
    """

    kind = "images"
    blocks: Sequence[Block]
    width: int
    height: int
    step: int
    rows: Sequence[str] = ()
    heads: Sequence[tuple[float, str]] = ()
    notes: Sequence[tuple[float, float, Sequence[str]]] = ()
    label: str = ""
    numbers: Sequence[tuple[float, float, str]] = ()


def stacked(arrays: Sequence[Field | None]) -> Array:
    """Return arrays of one shape as one, zeros where there is none."""
    shape = next((one.shape for one in arrays if one is not None and one.size), (2, 2))
    return np.array(
        [np.zeros(shape) if one is None or not one.size else one for one in arrays], float
    )


def polylines(curves: Sequence[Array]) -> dict[str, Any]:
    """Return lines (vᵢ, 2) as `curve` and `starts` of a `Tile`; nothing where there is no line."""
    if not curves:
        return {}
    return {"curve": np.concatenate(curves), "starts": np.cumsum([0, *map(len, curves)])}
