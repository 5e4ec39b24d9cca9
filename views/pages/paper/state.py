"""What a reader can set on the page "Paper"."""

from __future__ import annotations

from dataclasses import dataclass

from kpca_core._support.words import N_
from kpca_core.reproduction import FIGURES
from views.state.catalogue import MARKED
from views.state.declared import choice, number, setting, switch
from views.state.settings import State

_LABELS = {
    "3": N_("Figure 3"), "4": N_("Figure 4"), "5": N_("Figure 5"),
    **{name: name.upper().replace("-", " ") for name in FIGURES if not name.isdecimal()},
}  # fmt: skip


@dataclass(frozen=True)
class PaperState(State, page="paper"):
    """Everything that the page shows; `new_draw` is None where no other draw stands beside it."""

    figure: str = choice(
        N_("Figure"), _LABELS, "4",
        old={
            "Figure 3": "3", "Figure 4": "4", "Figure 5": "5", "PRML 12.16": "prml-12.16",
            "PRML 12.17": "prml-12.17",
        },
    )  # fmt: skip
    beside: bool = switch(
        N_("A new draw beside it"), True,
        N_(
            "Other points of the same distribution: what stays is the method's, what changes is "
            "the sample's."
        ),
    )  # fmt: skip
    new_draw: int | None = number(
        N_("Seed of the new draw"), 1, 0, 2**31 - 1, integer=True,
        when=lambda s: s.beside, absent=None,
    )  # fmt: skip
    marked: bool = setting(MARKED)
