"""What a reader can set on the page "Neighbours"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from kpca_core._support.words import N_
from kpca_core.neighbours import METHODS
from views.pages.explore.points import Edits
from views.pages.explore.state import edited_points
from views.state.catalogue import MARKED, DataSettings, KernelSettings, kernel
from views.state.declared import choice, group, number, setting, switch
from views.state.settings import State

# Methods that are compared, at most: two rows of maps.
MOST = 6
# Steps from the start of a training to its end.
STEPS = 40


@dataclass(frozen=True)
class MethodsField:
    """Two to MOST of the keys of `METHODS`, each once."""

    key: str = "methods"
    label: str = N_("Methods")
    owner: str = field(default="", compare=False)
    default: tuple[str, ...] = ("kernel", "linear", "network", "curve")
    most: ClassVar[int] = MOST

    def parse(self, text: str) -> tuple[str, ...] | None:
        keys = text.split(",")
        good = 2 <= len(keys) <= MOST and len({*keys}) == len(keys) and {*keys} <= {*METHODS}
        return tuple(keys) if good else None

    def write(self, value: Iterable[str]) -> str:
        return ",".join(value)


@dataclass(frozen=True)
class NeighboursState(State, page="neighbours"):
    """Everything that the page shows.

    The kernel is that of all methods that have one; `start` is the seed of all that is random.
    """

    data: DataSettings = group(DataSettings)
    points: Edits = edited_points()
    kernel: KernelSettings = kernel(conventions=False)
    methods: tuple[str, ...] = setting(MethodsField(), apart=True)
    features: int = number(N_("Number of features q"), 1, 1, 3, integer=True)
    feature: int = number(N_("Feature on the maps"), 1, 1, 3, integer=True, apart=True)
    start: int = number(N_("Start"), 0, 0, 999, integer=True)
    training: str = choice(
        N_("Training"), {str(k): f"{100 * k / STEPS:.0f} %" for k in range(STEPS + 1)}, str(STEPS),
        apart=True,
    )  # fmt: skip
    arrows: bool = switch(
        N_("Arrows to the reconstructions"), True,
        N_("From each point to what the features keep of it, where a method has a way back."),
        apart=True,
    )  # fmt: skip
    marked: bool = setting(MARKED, apart=True)

    def consistent(self) -> Self:
        fits = self.feature <= self.features
        return self if fits else replace(self, feature=self.features)
