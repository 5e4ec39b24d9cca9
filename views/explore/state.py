"""What a reader can set on the page "Explore"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from datasets import Dataset
from kpca_core import Grid
from views.catalogue import DataSettings, KernelSettings, kernel_choice
from views.state import Choice, Field, Number, State, Switch

KERNEL = kernel_choice()
COMPONENTS = Number("components", "Components", 8, 1, 16, integer=True)
RESOLUTION = Choice(
    "grid",
    "Grid",
    {str(size): f"{size}²" for size in (25, 50, 75, 100, 150, 200)},
    default="100",
    old={f"{size}²": str(size) for size in (25, 50, 75, 100, 150, 200)},
)
SCALE = Choice(
    "scale",
    "Eigenvalues as",
    {"eigenvalue": "λ of K̃", "variance": "λ / n", "fraction": "fraction of the trace"},
    old={"λ of K̃": "eigenvalue", "λ / n": "variance", "fraction of the trace": "fraction"},
)
CENTRED = Switch(
    "centred",
    "Centred in feature space",
    True,
    "Off: the Gram matrix K itself is diagonalised, so the first component mostly describes the "
    "mean. For teaching.",
)


@dataclass(frozen=True)
class ExploreState(State):
    """Everything that the page shows.

    Parameters
    ----------
    data, kernel
        with their parameters
    components
        how many eigenfunctions are drawn
    resolution
        samples an axis of the grid that they are evaluated on: identity in RESOLUTION
    scale
        of the eigenvalues: identity in SCALE
    centred
        whether K is centred in feature space
    """

    data: DataSettings
    kernel: KernelSettings
    components: int
    resolution: str
    scale: str
    centred: bool

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        return cls(
            DataSettings.of(value),
            KernelSettings.of(KERNEL, value),
            value(COMPONENTS),
            value(RESOLUTION),
            value(SCALE),
            value(CENTRED),
        )

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        return (
            *self.data.settings,
            *self.kernel.settings,
            (COMPONENTS, self.components),
            (RESOLUTION, self.resolution),
            (SCALE, self.scale),
            (CENTRED, self.centred),
        )

    def grid(self, dataset: Dataset, samples: int | None = None) -> Grid:
        """Return the grid that functions are evaluated on, with at most `samples` an axis."""
        size = int(self.resolution)
        return Grid.over(dataset.region, size if samples is None else min(size, samples))

    def with_values(self, values: Mapping[str, Any]) -> Self | None:
        """Return the state with these kernel parameters, None unless all are there and in range.

        Parameters
        ----------
        values
            by the names that Python has for the parameters, as a browser sent them
        """
        sent = {p.name: p.accepted(values.get(p.name)) for p in self.kernel.family.parameters}
        found = {name: value for name, value in sent.items() if value is not None}
        if len(found) < len(sent):
            return None
        return replace(self, kernel=replace(self.kernel, values=found))
