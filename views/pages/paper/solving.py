"""What the page "Paper" computes, kept for all readers."""

from __future__ import annotations

from dataclasses import dataclass

from kpca_core._support.progress import report
from kpca_core._support.words import N_, _
from kpca_core.reproduction import FIGURES, Band, Result, monte_carlo, run
from views.remembered import Remembered
from views.work import Estimate, progress


@dataclass(frozen=True)
class Draw:
    """A figure on one draw of its points, by its seed; or on many, by their number."""

    name: str
    seed: int | str

    @property
    def token(self) -> str:
        return f"{self.name} {self.seed!r}"


results: Remembered[Draw, Result] = Remembered(
    lambda draw: run(FIGURES[draw.name], draw.seed),
    max_entries=32,
    spinner=N_("Computing the figure …"),
    # Fits take 1 to 3 ms.
    cost=lambda _draw: Estimate(seconds=0.01),
)

# The draws of a figure take 3.5 to 8 s on one core beside other work.
BAND_COST = Estimate(seconds=4.0)


def _band(draw: Draw) -> Band:
    further = progress()

    def note(done: int, total: int, _what: str) -> None:
        said = _("{done:,} of {total:,} new draws").format(done=done, total=total)
        report(further, done, total, said)

    return monte_carlo(FIGURES[draw.name], int(draw.seed), note)


# A dozen small arrays for each figure, which every visitor needs.
bands: Remembered[Draw, Band] = Remembered(
    _band, max_entries=len(FIGURES), cost=lambda _draw: BAND_COST
)
