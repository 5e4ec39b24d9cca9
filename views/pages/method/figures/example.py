"""The common input of the figures of the page "Method": a state and its derivation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _, plural
from kpca_core.derivation import Derivation, NewPoint, NullShift
from kpca_core.drawing.canvas.levels import levels
from kpca_core.drawing.canvas.words import short
from kpca_core.drawing.marks import MOST_NUMBERS, Bars, Line, Mark, Plot, Points
from kpca_core.drawing.sheets import Maps, Placed, Tile
from kpca_core.grid import Grid, Region
from kpca_core.kernels import Kernel
from views.pages.method.state import Labels, MethodState
from views.pages.saying import SMALL_MAP

# A figure: its sheets by name, from the top down.
Figure = Mapping[str, Placed]

NO_COMPONENT = N_("All points are the same to this kernel: no eigenvalue is above 0.")


@lru_cache(maxsize=64)
def _derived(kernel: Kernel, values: bytes, n: int, centre: bool) -> Derivation:
    return Derivation.of(kernel, np.frombuffer(values).reshape(n, 2), centre)


def derived(kernel: Kernel, X: Array, centre: bool = True) -> Derivation:
    """Return the derivation of these points; figures of one state share it."""
    return _derived(kernel, np.ascontiguousarray(X, float).tobytes(), len(X), centre)


@dataclass(frozen=True)
class Example:
    """A state with what follows from it; `asked` is whether the answers are asked for."""

    state: MethodState
    asked: bool = False

    @cached_property
    def kernel(self) -> Kernel:
        return self.state.kernel.build()

    @cached_property
    def data(self) -> tuple[Array, Labels, Region]:
        return self.state.drawn

    @property
    def X(self) -> Array:
        return self.data[0]

    @property
    def labels(self) -> Labels:
        return self.data[1]

    @property
    def region(self) -> Region:
        return self.data[2]

    @cached_property
    def derivation(self) -> Derivation:
        return derived(self.kernel, self.X)

    @property
    def x(self) -> Array:
        """The new point."""
        return self.state.new_point

    @cached_property
    def new(self) -> NewPoint:
        return self.derivation.at(self.x)

    @property
    def j(self) -> int:
        """The component that is looked at, counted from 0; the last one where there are fewer."""
        return max(0, min(self.state.component, self.derivation.rank) - 1)

    @cached_property
    def grid(self) -> Grid:
        return Grid.over(self.region, SMALL_MAP)

    def field(self, values: Array) -> Array:
        """Return values (ny·nx,) at the rows of `grid` as a map (ny, nx)."""
        return values.reshape(len(self.grid.y), len(self.grid.x))

    @cached_property
    def function(self) -> Array:
        """The map (ny, nx) of the component."""
        return self.field(self.derivation.values(self.grid.rows)[:, self.j])

    @cached_property
    def shifted(self) -> NullShift:
        """The component's α with the multiple of a null vector that is set, over `grid`."""
        return self.derivation.shifted(self.j, self.state.null, self.grid.rows)

    @property
    def value(self) -> float:
        """The function of the component at the new point."""
        return float(self.derivation.values(self.x[None])[0, self.j])

    def named(self) -> tuple[str, ...]:
        """Return the numbers of the points; of more than 24 they could not be read."""
        return tuple(str(i + 1) for i in range(len(self.X))) if len(self.X) <= 24 else ()


def data_plot(
    example: Example, *more: Mark, title: str = N_("The points"), said: str = "", **how: Any
) -> Plot:
    """Return the plot of the points, which can be dragged, below further marks."""
    rings = how.pop("rings", ())
    fixed, n = example.state.lock + example.state.hide, len(example.X)
    marks = [
        *more,
        Points(
            example.X,
            example.labels,
            grip="" if "moved" in fixed else "point",
            names=example.named(),
            rings=rings,
        ),
    ]
    return Plot(
        marks,
        example.region,
        _(title),
        said or plural("{n} point in the plane", "{n} points in the plane", n).format(n=n),
        equal=True,
        **{"share": 0.8, "least": 220, **how},
    )


def map_sheet(
    example: Example, fields: list[tuple[str, Array]], at: Array | None = None, share: float = 1.0
) -> Maps:
    """Return maps with their titles and the points; `at` is one that stands out.

    The value under the pointer is shown.
    """
    X, labels = example.X, example.labels
    if at is not None:
        X, labels = np.vstack([X, at]), np.append(labels, 5)
    titles, maps = zip(*fields, strict=True)
    tiles = [Tile(title, _("Map of {title}").format(title=title)) for title in titles]
    return Maps(
        tiles, example.region, np.array(maps), levels(np.array(maps)), columns=len(tiles),
        label=_("Maps"), points=X, labels=labels, reads=True, share=share, least=160 * len(tiles),
    )  # fmt: skip


def joined(
    left: Array, right: Array, names: tuple[str, str], title: str, colours: tuple[str, str]
) -> Plot:
    """Return two columns of numbers whose k-th entries are joined, or one."""
    both = [
        np.column_stack([np.full(len(one), k + 1.0), one]) for k, one in enumerate((left, right))
    ]
    low, high = axis_range(np.concatenate([left, right]))
    pairs = zip(both[0], both[1], strict=False)
    marks: list[Mark] = [Line(np.array(pair), faint=True) for pair in pairs]
    marks += [
        Points(one, colour=colour) for one, colour in zip(both, colours, strict=True) if len(one)
    ]
    listed = ", ".join(short(one) for one in right[:4])
    return Plot(
        marks,
        ((0.6 if len(left) else 1.6, 2.4), (low, high)),
        title,
        f"{title}: {listed}",
        share=0.7,
        height=280,
        ticks=[(1, names[0]), (2, names[1])][0 if len(left) else 1 :],
    )


def axis_range(values: Array) -> tuple[float, float]:
    """Return an axis that has room around these numbers and 0."""
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    room = 0.12 * (high - low or 1.0)
    return (low - room if low < 0 else low - room / 3, high + room)


def bar_sheet(
    values: Array, title: str, colour: str, note: str = "", *, height: int = 150, **how: Any
) -> Plot:
    """Return a plot with a bar for each value, which few values have as a number, too."""
    low, high = axis_range(values)
    numbers = [short(one) for one in values] if len(values) <= MOST_NUMBERS else []
    said = _("{title}, from {low} to {high}").format(
        title=title, low=short(values.min()), high=short(values.max())
    )
    return Plot(
        [Bars(values, colour, numbers=numbers)],
        ((0.4, len(values) + 0.6), (low, high)),
        title,
        f"{said}. {note}" if note else said,
        height=height,
        note=note,
        **{"least": 230, **how},
    )
