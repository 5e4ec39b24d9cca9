"""What a reader can set on the page "Method"."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_
from kpca_core.datasets import WITH_NOISE
from kpca_core.grid import Region
from views.pages.method.steps import ORDER, STEPS
from views.state.catalogue import SEED, KernelSettings, kernel
from views.state.declared import choice, number, setting, switch
from views.state.fields import Number, Text
from views.state.settings import State

Labels = NDArray[Any]
# Points at most: their Gram matrix is drawn.
MOST = 200
# Digits behind the point of a place that a reader chose: finer than a pixel.
DIGITS = 3
# What is moved clings to a point this near, in shares of both axes; an arrow key moves it farther.
NEAR = 0.015


@dataclass(frozen=True)
class Places(Text):
    """Places in the plane by number: "3:0.25,-0.1;7:1,0"; what has no number is number 0."""

    default: Any = field(default=(), kw_only=True)

    def parse(self, text: str) -> Any:
        found: dict[int, tuple[float, float]] = {}
        for part in text.split(";") if len(text) <= self.longest else [""]:
            one = re.fullmatch(r"(?:(\d{1,3}):)?([-\d.]{1,8}),([-\d.]{1,8})", part, re.ASCII)
            try:
                x, y = float(one[2]), float(one[3])  # type: ignore[index]
            except (TypeError, ValueError):
                return None
            found[int(one[1] or 0)] = (x, y)  # type: ignore[index]
        return tuple((i, x, y) for i, (x, y) in sorted(found.items()))

    def write(self, value: Any) -> str:
        one = len(value) == 1 and value[0][0] == 0 and self.longest < 100
        return ";".join(f"{'' if one else f'{i}:'}{x:g},{y:g}" for i, x, y in value)


@dataclass(frozen=True)
class Names(Text):
    """Some of the steps in an order of one's own: "rings,gram"; empty for all."""

    def parse(self, text: str) -> str | None:
        names = text.split(",")
        return text if {*names} <= {*STEPS} and len(names) == len({*names}) else None


MOVED = Places("moved", "", 4000)
X = Places("x", "", 20, default=((0, 0.2, 0.2),))


@dataclass(frozen=True)
class MethodState(State, page="method"):
    """Everything that the page shows.

    `moved` has points that the reader has moved, (number from 0, x, y), and `x` the new point.
    `row` and `column`, the pair of points that is looked at, and `component` count from 1.
    `ordered` has the steps that there are, "" for all, and `show` the one that is shown alone, ""
    for none.
    """

    data: str = choice(
        N_("Points"), {name: family.label for name, family in WITH_NOISE.items()}, key="points"
    )
    n: int = setting(
        lambda s: Number(
            "n", N_("Number of points"), WITH_NOISE[s.data].few, 3, MOST, integer=True, owner=s.data
        )
    )
    seed: int = setting(SEED)
    kernel: KernelSettings = kernel(conventions=False)
    moved: tuple[tuple[int, float, float], ...] = setting(MOVED)
    x: tuple[tuple[int, float, float], ...] = setting(X)
    row: int = number(N_("First point of the pair"), 1, 1, MOST, integer=True)
    column: int = number(N_("Second point of the pair"), 2, 1, MOST, integer=True)
    component: int = number(N_("Component j"), 1, 1, 8, integer=True, key="j")
    angle: float = number(N_("direction in degrees"), 0.0, 0.0, 180.0)
    turn: float = number(N_("turned by degrees"), 30.0, 0.0, 360.0)
    terms: int = number(N_("terms of the sum"), 3, 1, MOST, integer=True)
    null: float = number(N_("multiple t of a null vector β"), 0.0, -2.0, 2.0)
    task: str = choice(
        N_("Classes"),
        {"rings": N_("Two rings"), "moons": N_("Two moons"), "clusters": N_("Three clusters")},
    )
    law: str = choice(
        N_("Points of a density"),
        {
            "normal": N_("Normal, on a line"), "circle": N_("Uniform on a circle"),
            "segment": N_("Uniform on a segment"),
        },
    )  # fmt: skip
    many: int = number(N_("number of points n"), 100, 10, 3000, log=True, integer=True, key="many")
    ordered: str = setting(Names("steps", N_("Steps"), 200))
    show: str = choice("", {"": N_("all steps"), **{name: STEPS[name].title for name in ORDER}})
    answers: bool = switch(
        N_("Answers open"), False, N_("The measured answers, also for who has the link.")
    )

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of all steps that the page has now, in their order."""
        return tuple(self.ordered.split(",")) if self.ordered else ORDER

    @property
    def drawn(self) -> tuple[Array, Labels, Region]:
        """The points (n, 2) where the reader has put them, their labels (n,), and the region."""
        found = WITH_NOISE[self.data].drawn(self.n, self.seed)
        X = found.X.copy()
        own = np.ones(len(X), bool)
        for i, x, y in self.moved:
            if i < len(X):
                X[i], own[i] = (x, y), False
        for k in np.flatnonzero(~own):
            X[k] = _equal_point(X[k], X[own])
        return X, found.labels, found.region

    @property
    def new_point(self) -> Array:
        """The new point x (2,)."""
        return _equal_point(np.array(self.x[0][1:]), self.drawn[0])

    @property
    def pair(self) -> tuple[int, int]:
        """The pair of points that is looked at, counted from 0."""
        return min(self.row, self.n) - 1, min(self.column, self.n) - 1

    @property
    def sliders(self) -> tuple[Number, ...]:
        """The kernel's parameters that the reader sees."""
        return tuple(p for p in self.kernel.family.parameters if p.key not in self.hide)

    def moved_by(self, grip: str, at: int, x: float, y: float) -> Self:
        """Return the state after something was moved by its grip; another grip changes nothing."""
        x, y = round(x, DIGITS), round(y, DIGITS)
        if not (math.isfinite(x) and math.isfinite(y)):
            return self
        if grip == "point" and 0 <= at < self.n and not self.fixed(self.field("moved")):
            x, y = self._clung(x, y, at)
            others = {i: (a, b) for i, a, b in self.moved}
            moved = {**others, at: (x, y)}
            return replace(self, moved=tuple((i, *xy) for i, xy in sorted(moved.items())))
        if grip == "x" and not self.fixed(self.field("x")):
            return replace(self, x=((0, *self._clung(x, y)),))
        if grip == "pair" and max(x, y) < self.n and min(x, y) >= 0:
            return replace(self, row=int(x) + 1, column=int(y) + 1)
        if grip == "direction" and not self.fixed(self.field("angle")):
            middle = self.drawn[0].mean(axis=0)
            angle = math.degrees(math.atan2(y - middle[1], x - middle[0])) % 180
            return replace(self, angle=round(angle, 1))
        return self

    def _clung(self, x: float, y: float, at: int = -1) -> tuple[float, float]:
        """Return the nearest point other than number `at`, rounded, if it is NEAR; else (x, y)."""
        X, _, region = self.drawn
        away = np.abs(X - (x, y)) / np.ptp(np.array(region), axis=1)
        distance = away.max(axis=1)
        if at >= 0:
            distance[at] = np.inf
        nearest = int(distance.argmin())
        if distance[nearest] > NEAR:
            return x, y
        a, b = np.round(X[nearest], DIGITS)
        return float(a), float(b)


def _equal_point(place: Array, points: Array) -> Array:
    """Return the point that a place (2,) is with DIGITS digits, the place itself if none is."""
    same = np.flatnonzero((np.round(points, DIGITS) == place).all(axis=1))
    return np.asarray(points[same[0]] if len(same) else place)
