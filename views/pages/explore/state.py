"""What a reader can set on the page "Explore"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from kpca_core import Grid
from kpca_core._support.words import N_
from kpca_core.datasets import Dataset
from kpca_core.tables.limits import MOST_COLUMNS
from views.pages.explore.points import MOST_IN_ADDRESS, Edits, EditsField
from views.state.catalogue import DataSettings, KernelSettings, kernel
from views.state.declared import choice, group, number, setting, switch
from views.state.fields import BACK, Number, Switch
from views.state.settings import State

CENTRED = Switch(
    "centred",
    N_("Centred"),
    True,
    N_(
        "Off: the Gram matrix K itself is diagonalised, so components can describe the mean in "
        "feature space, too. For teaching."
    ),
)
POINTS = EditsField()
# What is switched within the drawing: keys.
CHOICES = ("view", "i", "j", "large", "log", "markers", "variable")
ARROWS = N_("Arrows of a column in the scores")
SCORES = "scores"


def edited_points() -> Any:
    """Declare what the reader has changed of the points of `data`."""
    return setting(lambda s: replace(POINTS, owner=s.data.token))


@dataclass(frozen=True)
class ExploreState(State, page="explore"):
    """Everything that the page shows.

    Without a number the selected component `j` is the one that the labels explain best, or the
    first; then the other one `i` of the scatter is the first, or the second. `back` is a place of
    the scatter, None for none: its canonical scores on the components across and up.
    """

    held: ClassVar[tuple[str, ...]] = ("i", "j", "large")
    left_out: ClassVar[str] = N_("which points are selected and how far feature space is turned")
    # The states of pages that draw their own data as this one does, by the names of the pages.
    kinds: ClassVar[dict[str, type[ExploreState]]] = {}

    data: DataSettings = group(DataSettings)
    kernel: KernelSettings = kernel(combines=True)
    components: int = number(N_("Components"), 8, 1, 16, integer=True)
    # Samples an axis of the grid that the functions are evaluated on.
    resolution: str = choice(
        N_("Grid"), {str(size): f"{size}²" for size in (25, 50, 75, 100, 150, 200)}, "100",
        old={f"{size}²": str(size) for size in (25, 50, 75, 100, 150, 200)}, key="grid",
    )  # fmt: skip
    scale: str = choice(
        N_("Eigenvalues as"),
        {"eigenvalue": N_("λ of K̃"), "variance": "λ / n", "fraction": N_("fraction of their sum")},
        old={"λ of K̃": "eigenvalue", "λ / n": "variance", "fraction of the trace": "fraction"},
        apart=True,
    )  # fmt: skip
    centred: bool = setting(CENTRED)
    view: str = choice(
        N_("Beside the maps"),
        {
            "maps": N_("Nothing"), SCORES: N_("Scores"), "space": N_("Feature space"),
            "gram": N_("Gram matrix"),
        },
        apart=True,
    )  # fmt: skip
    back: tuple[float, float] | None = setting(BACK, when=lambda s: s.view == SCORES, apart=True)
    i: int | None = number(
        N_("Other component of the scores"), None, 1, 16, integer=True, apart=True
    )
    j: int | None = number(N_("Selected component"), None, 1, 16, integer=True, apart=True)
    # Counted from 1, 0 for all at the mean row.
    variable: int | None = number(
        ARROWS, None, 0, MOST_COLUMNS, integer=True, apart=True,
        when=lambda s: s.view == SCORES, absent=None,
    )  # fmt: skip
    large: bool = switch(
        N_("Map of the selected component alone"), False, N_("As large as the window."), apart=True
    )
    logarithmic: bool = switch(
        N_("Logarithmic axis of the eigenvalues"), False,
        N_("Equal factors are equal heights in the spectrum."), key="log", apart=True,
    )  # fmt: skip
    markers: bool = switch(
        N_("Data points on the maps"), True, N_("Off: the functions alone."), apart=True
    )
    arrows: bool = switch(
        N_("Gradient arrows"), False,
        N_(
            "On every map the gradient of its eigenfunction: where it grows fastest, and how fast."
        ),
    )  # fmt: skip
    closest: bool = switch(
        N_("Closest inputs"), False,
        N_(
            "On every map the point whose image in feature space is closest in direction to the "
            "eigenvector; the sentence has the cosine of the angle between them."
        ),
    )  # fmt: skip
    chance: bool = switch(
        N_("Spectrum of shuffled columns"), False,
        N_(
            "A band over the bars: from the smallest to the largest eigenvalue of tables in which "
            "each column is shuffled by itself, so that nothing but chance relates the columns."
        ),
    )  # fmt: skip
    limit: bool = switch(
        N_("Limit for infinitely many points"), False,
        N_(
            "Where kernel PCA of infinitely many points is known in closed form: its eigenvalues "
            "at the bars, and its functions as dashed lines over the maps. So it is for the points "
            "of a circle, normal points, those of a segment and the corners of a square, each "
            "with the kernels that fit."
        ),
        apart=True,
    )  # fmt: skip
    points: Edits = edited_points()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        ExploreState.kinds[cls.page] = cls

    @property
    def is_portable(self) -> bool:
        return len(self.points) <= MOST_IN_ADDRESS

    @property
    def sliders(self) -> Mapping[Number, float]:
        """The kernel parameters that the reader sees, and can drag unless they are locked."""
        return {p: value for p, value in self.kernel.dragged.items() if p.key not in self.hide}

    @property
    def data_sliders(self) -> tuple[Number, ...]:
        """Those of the data whose scale is logarithmic: they stand in the drawing, too."""
        return tuple(p for p in self.data.family.parameters if p.log and p.key not in self.hide)

    @property
    def without_overlays(self) -> Self:
        """The same state without what is drawn over the maps and the spectrum."""
        return replace(self, arrows=False, closest=False, chance=False)

    def grid(self, dataset: Dataset, samples: int | None = None) -> Grid:
        """Return the grid that functions are evaluated on, with at most `samples` an axis."""
        size = int(self.resolution)
        return Grid.over(dataset.region, size if samples is None else min(size, samples))

    def with_beside(self, beside: Mapping[str, Any]) -> Self:
        """Return the state with the "changes" of points that its address does not hold yet."""
        try:
            return self.with_changes(beside.get("changes"))
        except (ValueError, TypeError):
            return self

    def with_changes(
        self, sent: Any, build: Callable[[DataSettings], Dataset] = DataSettings.build
    ) -> Self:
        """Return the state with changes of points that a browser sent, see `Edits.with_changes`."""
        if not sent or self.fixed(POINTS):
            return self
        return replace(self, points=self.points.with_changes(sent, build(self.data)))
