"""The sheets of a scene that several pages draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core.drawing.scene import Sheet, array, still, words
from kpca_core.grid import Region


@dataclass(frozen=True, eq=False)
class Tile:
    """A map among others.

    Parameters
    ----------
    text, said : its title, and what it is for readers who cannot see it
    short : its title where the map is narrow, "" for the number alone
    mark : behind the title
    badge, identity : before the title, and the number of the colour behind that, None for none
    sentence : below the title
    empty : whether there is no such map
    images : (n, 2) array, where arrows from the points lead to; None for no arrows
    """

    text: str = words(default="")
    said: str = words(default="")
    _: KW_ONLY
    short: str = words(default="")
    mark: str = words(default="")
    badge: str = ""
    identity: int | None = None
    sentence: str = words(default="")
    empty: bool = False
    images: Array | None = array(np.float32, default=None)


@dataclass(frozen=True, eq=False)
class Maps(Sheet):
    """Maps of functions.

    Parameters
    ----------
    tiles : row after row
    region : that all of them cover
    fields : (p, ny, nx) array, of the first p tiles; of an empty tile anything; None for none
    levels : (p, L) array, the values of their isolines
    label : of the sheet
    points, labels : (n, 2) and (n,) arrays over every map
    groups : the names of the labels in the legend below; None for no legend
    differences : whether they are differences of functions, whose zero lines are not heavy
    """

    kind = "maps"
    tiles: Sequence[Tile]
    region: Region = still()
    fields: Array | None = array(np.float32, fine=True)
    levels: Array | None = array(np.float32, default=None)
    _: KW_ONLY
    label: str = words(default="")
    points: Array | None = array(np.float32, still=True, default=None)
    labels: NDArray[Any] | None = array(np.uint8, still=True, default=None)
    groups: Sequence[str] | None = still(default=None)
    differences: bool = still(default=False)
