"""Rows whose kernel PCA is drawn for one kernel after another, and the sliders of a kernel."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from kpca_core._support.words import E_, _
from kpca_core.analysis.projection import Projection
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.scene import Slider
from kpca_core.grid import Grid
from kpca_core.kernels import Kernel
from kpca_core.kernels.nested import parameters
from kpca_core.solvers.planning import bearable, fit_as_planned
from kpca_core.tables import Rows

# Eigenvalues of the spectrum, whatever number of maps is drawn.
SPECTRUM = 16
# A slider's range: so many times its value, for a whole number at least up to LARGEST, and for one
# that may be negative or zero so far to either side.
FACTOR, LARGEST, ASIDE = 10.0, 12, 5.0


@dataclass(frozen=True, eq=False)
class Subject:
    """What is drawn: rows, the plane that maps show, and how many components have one.

    Parameters
    ----------
    rows, projection
        What is analysed, and where it lies in a picture.
    components
        How many functions are drawn.
    centred
        Whether K is centred in feature space.
    solver
        As for `kpca_core.fit`.
    """

    rows: Rows
    projection: Projection
    components: int = 8
    centred: bool = True
    solver: str = "auto"

    def grid(self, samples: int) -> Grid:
        """Return the samples of the maps."""
        return Grid.over(self.projection.region, samples, self.projection.plane)

    def picture(self, kernel: Kernel, samples: int) -> Picture:
        """Fit and evaluate; as `kpca_core.fit` raises."""
        shown, start = self.projection, time.perf_counter()
        count = max(SPECTRUM, self.components)
        found = fit_as_planned(
            bearable(kernel, self.rows.X, count), kernel, self.rows.X, count, centre=self.centred,
            solver=self.solver,
        )  # fmt: skip
        halfway = time.perf_counter()
        fields = found.expansion.first(self.components).on_grid(self.grid(samples))
        times = 1e3 * (halfway - start), 1e3 * (time.perf_counter() - halfway)
        return Picture(
            found, fields, shown.points, self.rows.labels, shown.region, *times,
            plane=shown.plane, table=self.rows,
            plane_words="" if shown.plane is None else shown.words,
            plane_fact="" if shown.plane is None else _("maps show {plane}").format(
                plane=shown.words
            ),
        )  # fmt: skip


def sliders_of(
    kernel: Kernel, ranges: Mapping[str, tuple[float, float]] | None = None
) -> list[Slider]:
    """Return a slider for every number among a kernel's parameters, in their order.

    Parameters
    ----------
    ranges
        (least, largest) by name; others follow from the values.

    Raises
    ------
    ValueError
        for ranges of parameters that there are not, or that do not hold the value
    """
    ranges, found = dict(ranges or {}), []
    for name, value in parameters(kernel).items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        whole = name.rpartition("__")[2] == "degree"
        low, high = ranges.pop(name, _range(value, whole))
        if not low <= value <= high or not low < high:
            said = E_(
                "The range of {name} has to hold its value {value:g}; got {low:g} to {high:g}."
            )
            raise ValueError(said.format(name=name, value=value, low=low, high=high))
        label = name.replace("__", " ")
        found.append(
            Slider(name, label, value, low, high, log=low > 0 and not whole, integer=whole)
        )
    if ranges:
        known = ", ".join(one.name for one in found) or E_("none")
        said = E_("{kernel!r} has no number {name!r} to drag; it has {known}.")
        raise ValueError(said.format(kernel=kernel, name=next(iter(ranges)), known=known))
    return found


def _range(value: float, whole: bool) -> tuple[float, float]:
    if whole:
        return 1, max(LARGEST, value)
    if value > 0:
        return value / FACTOR, value * FACTOR
    return value - ASIDE, value + ASIDE
