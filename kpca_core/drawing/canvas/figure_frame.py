"""Figures that stand still as bytes: what ``assets/figure/figure.js`` draws.

A figure is a sequence of sheets, one below the other: maps of functions, maps of errors, a
spectrum, feature spaces, or rows of images.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as given
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array, Field
from kpca_core.drawing.canvas.aspects import Aspect
from kpca_core.drawing.canvas.wire import deflated, encode
from kpca_core.grid import Region


@dataclass(frozen=True, eq=False)
class Tile:
    """A map.

    Parameters
    ----------
    text, said : its title, and what it is for readers who cannot see it
    short : its title where the map is narrow, "" for the number alone
    field : (ny, nx) array; None where there is no such map
    levels : (L,) array, the values of its isolines; of a map of errors none are drawn
    sentence : below the title
    range : at the right of the title; None for the outermost isolines
    points, labels : (n, 2) and (n,) arrays, what is drawn over it
    images : (n, 2) array, where arrows from the points lead to; None for no arrows
    curves : arrays (p, 2), lines over the map
    path : (s, m, 2) array, s places of each of m points on their way, which a button plays
    """

    text: str
    said: str
    field: Field | None = None
    levels: Array = given(default_factory=lambda: np.zeros(0))
    sentence: str = ""
    short: str = ""
    range: str | None = None
    points: Array = given(default_factory=lambda: np.empty((0, 2)))
    labels: NDArray[Any] = given(default_factory=lambda: np.empty(0, int))
    images: Array | None = None
    curves: Sequence[Array] = ()
    path: Array | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """A part of a figure: its `kind` in ``figure.js``, what that reads, and its arrays."""

    kind: str
    header: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]


def maps(
    tiles: Sequence[Tile],
    region: Region,
    columns: int,
    *,
    label: str,
    heads: Sequence[str] = (),
    fixed: bool = False,
    marked: bool = True,
    errors: bool = False,
    groups: Sequence[str] | None = None,
) -> Sheet:
    """Return maps in rows.

    Parameters
    ----------
    tiles : row after row
    region : that all of them cover
    columns : of a row where there is room; `fixed` where a column means something
    label, heads : of the sheet for readers who cannot see it, and above the columns
    marked : whether points are drawn
    groups : the names of the labels in the legend below; None for no legend
    errors : whether fields are log₁₀ of errors, `levels.log_error`
    """
    shape = next((tile.field.shape for tile in tiles if tile.field is not None), (2, 2))
    count = max(len(tile.levels) for tile in tiles)
    blank = np.zeros(shape)
    header = {
        "label": label,
        "heads": list(heads),
        "columns": columns,
        "fixed": fixed,
        "region": region,
        "marked": marked,
        "errors": errors,
        "groups": groups if groups is None else list(groups),
        "tiles": [
            {
                "text": tile.text,
                "short": tile.short,
                "said": tile.said,
                "sentence": tile.sentence,
                "range": tile.range,
                "empty": tile.field is None,
            }
            for tile in tiles
        ],
    }
    fields = np.array([blank if t.field is None else t.field for t in tiles], np.float32)
    levels = np.zeros((len(tiles), count))
    for j, tile in enumerate(tiles):
        if len(tile.levels):
            levels[j] = tile.levels
    arrays: dict[str, NDArray[Any]] = {"fields": fields, "levels": levels.astype(np.float32)}
    for j, tile in enumerate(tiles):
        arrays |= {
            f"points{j}": tile.points.astype(np.float32),
            f"labels{j}": tile.labels.astype(np.uint8),
        }
        if tile.images is not None:
            arrays[f"images{j}"] = tile.images.astype(np.float32)
        if tile.path is not None:
            arrays[f"path{j}"] = tile.path.astype(np.float32)
        if tile.curves:
            arrays[f"curve{j}"] = np.concatenate(tile.curves).astype(np.float32)
            starts = np.cumsum([0, *map(len, tile.curves)])
            arrays[f"curveStarts{j}"] = starts.astype(np.uint32)
    return Sheet("maps", header, arrays)


def scatters(scores: Sequence[Array], labels: NDArray[Any], titles: Sequence[str]) -> Sheet:
    """Return scatters of scores (n, 2) side by side, with the markers of the maps."""
    arrays: dict[str, NDArray[Any]] = {"labels": labels.astype(np.uint8)}
    arrays |= {f"scores{k}": one.astype(np.float32) for k, one in enumerate(scores)}
    return Sheet("scores", {"titles": list(titles)}, arrays)


def spectrum(values: Array, negative: Array, shown: int, label: str) -> Sheet:
    """Return a spectrum of eigenvalues and negative ones, `shown` of them drawn as maps."""
    header = {
        "values": values, "negative": negative, "shown": shown, "label": label,
        "cumulative": [], "groups": [],
    }  # fmt: skip
    return Sheet("spectrum", header, {})


def spaces(
    aspects: Sequence[Aspect],
    labels: NDArray[Any],
    groups: Sequence[str],
    key: Sequence[Mapping[str, Any]] = (),
) -> Sheet:
    """Return feature spaces side by side, as `aspects.space` makes them, below their key."""
    arrays: dict[str, NDArray[Any]] = {"labels": labels.astype(np.uint8)}
    for k, aspect in enumerate(aspects):
        arrays |= {f"{name}{k}": values for name, values in aspect.arrays.items()}
    header = {
        "aspects": [aspect.header for aspect in aspects], "groups": list(groups),
        "legend": list(key),
    }  # fmt: skip
    return Sheet("spaces", header, arrays)


def images(
    blocks: Sequence[tuple[int, Array, bool]],
    rows: Sequence[str],
    heads: Sequence[tuple[float, str]],
    size: tuple[int, int, int],
    notes: Sequence[tuple[float, float, Sequence[str]]] = (),
    label: str = "",
    numbers: Sequence[tuple[float, float, str]] = (),
) -> Sheet:
    """Return images of square pixels in rows.

    Parameters
    ----------
    blocks
        from which column on each stands, its pixels (h, w), NaN for none, and whether they are
        shares in the colours of errors; else they are grey, -1 the background and 1 the ink
    rows, heads : the names of the rows; (column, text) above the images
    size : width, height, and from row to row, in pixels
    notes : of each column of images: from which column to which, and a text for each row
    label : for readers who cannot see them
    numbers : (column, row, text), below these pixels
    """
    width, height, step = size
    header = {
        "rows": list(rows), "heads": list(heads), "width": width, "height": height, "step": step,
        "notes": list(notes), "label": label, "numbers": list(numbers),
        "blocks": [{"left": left, "shares": shares} for left, _, shares in blocks],
    }  # fmt: skip
    arrays = {f"pixels{k}": pixels.astype(np.float32) for k, (_, pixels, _) in enumerate(blocks)}
    return Sheet("images", header, arrays)


def figure_frame(
    sheets: Sequence[Sheet],
    description: str,
    address: str = "",
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> bytes:
    """Pack sheets into the bytes that ``assets/figure/figure.js`` draws, deflated.

    Parameters
    ----------
    sheets : from the top down
    description : for readers who cannot see the figure
    address : the query that names what is shown, where a browser writes that down
    beside : what else a front end of its own reads, JSON-compatible
    """
    header = {
        **beside,
        "description": description,
        "address": address,
        "sheets": [{"kind": sheet.kind, **sheet.header} for sheet in sheets],
    }
    arrays = {
        f"{k}.{name}": values
        for k, sheet in enumerate(sheets)
        for name, values in sheet.arrays.items()
    }
    return deflated(encode(header, arrays))
