"""What a reader can set on the page "Paper"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from kpca_core._support.words import N_
from kpca_core.reproduction import FIGURES
from views.state.catalogue import MARKED
from views.state.settings import Choice, Field, Number, State, Switch

_LABELS = {
    "3": N_("Figure 3"), "4": N_("Figure 4"), "5": N_("Figure 5"),
    **{name: name.upper().replace("-", " ") for name in FIGURES if not name.isdecimal()},
}  # fmt: skip
FIGURE = Choice(
    "figure",
    N_("Figure"),
    _LABELS,
    default="4",
    old={
        "Figure 3": "3",
        "Figure 4": "4",
        "Figure 5": "5",
        "PRML 12.16": "prml-12.16",
        "PRML 12.17": "prml-12.17",
    },
)
BESIDE = Switch(
    "beside",
    N_("A new draw beside it"),
    True,
    N_(
        "Other points of the same distribution: what stays is the method's, what changes is the "
        "sample's."
    ),
)
NEW_DRAW = Number("new_draw", N_("Seed of the new draw"), 1, 0, 2**31 - 1, integer=True)


@dataclass(frozen=True)
class PaperState(State):
    """Everything that the page shows.

    Parameters
    ----------
    figure
        name in `kpca_core.reproduction.FIGURES`
    new_draw
        seed of the draw beside the original's; None: no such draw
    marked
        whether the maps show the points
    """

    page = "paper"

    figure: str
    new_draw: int | None
    marked: bool

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        return cls(value(FIGURE), value(NEW_DRAW) if value(BESIDE) else None, value(MARKED))

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        beside = self.new_draw is not None
        seed = ((NEW_DRAW, self.new_draw),) if beside else ()
        return ((FIGURE, self.figure), (BESIDE, beside), *seed, (MARKED, self.marked))
