"""What a reader can set on the page "Explore"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from datasets import Dataset
from kpca_core import Grid
from kpca_core._support.words import N_
from views.pages.explore.points import MOST_IN_ADDRESS, Edits, EditsField
from views.state.catalogue import DataSettings, KernelSettings, kernel_choice
from views.state.settings import Choice, Field, Number, State, Switch
from views.stories import Story, stories_of

KERNEL = kernel_choice()
COMPONENTS = Number("components", N_("Components"), 8, 1, 16, integer=True)
RESOLUTION = Choice(
    "grid",
    N_("Grid"),
    {str(size): f"{size}²" for size in (25, 50, 75, 100, 150, 200)},
    default="100",
    old={f"{size}²": str(size) for size in (25, 50, 75, 100, 150, 200)},
)
SCALE = Choice(
    "scale",
    N_("Eigenvalues as"),
    {"eigenvalue": N_("λ of K̃"), "variance": "λ / n", "fraction": N_("fraction of their sum")},
    old={"λ of K̃": "eigenvalue", "λ / n": "variance", "fraction of the trace": "fraction"},
)
CENTRED = Switch(
    "centred",
    N_("Centred"),
    True,
    N_(
        "Off: the Gram matrix K itself is diagonalised, so components can describe the mean in "
        "feature space, too. For teaching."
    ),
)
ARROWS = Switch(
    "arrows",
    N_("Gradient arrows"),
    False,
    N_("On every map the gradient of its eigenfunction: where it grows fastest, and how fast."),
)
CLOSEST = Switch(
    "closest",
    N_("Closest inputs"),
    False,
    N_(
        "On every map the point whose image in feature space is closest in direction to the "
        "eigenvector; the sentence has the cosine of the angle between them."
    ),
)
CHANCE = Switch(
    "chance",
    N_("Spectrum of shuffled columns"),
    False,
    N_(
        "A band over the bars: from the smallest to the largest eigenvalue of tables in which each "
        "column is shuffled by itself, so that nothing but chance relates the columns."
    ),
)
VIEW = Choice(
    "view",
    N_("Beside the maps"),
    {
        "maps": N_("Nothing"),
        "scores": N_("Scores"),
        "space": N_("Feature space"),
        "gram": N_("Gram matrix"),
    },
)
LOG = Switch(
    "log",
    N_("Logarithmic axis of the eigenvalues"),
    False,
    N_("Equal factors are equal heights in the spectrum."),
)
MARKERS = Switch("markers", N_("Data points on the maps"), True, N_("Off: the functions alone."))
# Without a number it is the component that the labels explain best; then the scatter has that and
# the first, or the second.
SELECTED = Number("j", N_("Selected component"), None, 1, 16, integer=True)
OTHER = Number("i", N_("Other component of the scores"), None, 1, 16, integer=True)
LARGE = Switch(
    "large", N_("Map of the selected component alone"), False, N_("As large as the window.")
)
# What is switched within the drawing.
CHOICES: tuple[Field, ...] = (VIEW, OTHER, SELECTED, LARGE, LOG, MARKERS)
POINTS = EditsField()
# What the page sets besides data, kernel and points, by the names in the state.
FIELDS: Mapping[str, Field] = {
    "components": COMPONENTS,
    "resolution": RESOLUTION,
    "scale": SCALE,
    "centred": CENTRED,
    "view": VIEW,
    "i": OTHER,
    "j": SELECTED,
    "large": LARGE,
    "logarithmic": LOG,
    "markers": MARKERS,
    "arrows": ARROWS,
    "closest": CLOSEST,
    "chance": CHANCE,
}
# Those of them that results do not depend on.
APART = ("scale", "view", "i", "j", "large", "logarithmic", "markers")


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
    view
        what stands beside the maps: identity in VIEW
    j, i
        the component that every view shows, and the other one of the scatter; see SELECTED
    large
        whether the map of that component fills the window
    logarithmic, markers
        whether the spectrum's axis is logarithmic, and whether data points are drawn on the maps
    arrows, closest
        whether gradients, and the inputs closest to the eigenvectors, are drawn over the maps
    chance
        whether the eigenvalues of shuffled columns are drawn over the spectrum
    points
        what the reader has changed of the data set's points
    """

    page = "explore"
    held: ClassVar[tuple[str, ...]] = (OTHER.key, SELECTED.key, LARGE.key)
    left_out: ClassVar[str] = N_("which points are selected and how far feature space is turned")
    # The states of pages that draw their own data as this one does, by the names of the pages.
    kinds: ClassVar[dict[str, type[ExploreState]]] = {}

    data: DataSettings
    kernel: KernelSettings
    components: int
    resolution: str
    scale: str
    centred: bool
    view: str = VIEW.default
    i: int | None = None
    j: int | None = None
    large: bool = LARGE.default
    logarithmic: bool = LOG.default
    markers: bool = MARKERS.default
    arrows: bool = ARROWS.default
    closest: bool = CLOSEST.default
    chance: bool = CHANCE.default
    points: Edits = POINTS.default

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        ExploreState.kinds[cls.page] = cls

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        data = DataSettings.of(value)
        return cls(
            data,
            KernelSettings.of(KERNEL, value),
            **{name: value(one) for name, one in FIELDS.items()},
            points=value(replace(POINTS, owner=data.token)),
        )

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        return (
            *self.data.settings,
            *self.kernel.settings,
            *((one, getattr(self, name)) for name, one in FIELDS.items()),
            (replace(POINTS, owner=self.data.token), self.points),
        )

    @classmethod
    def stories(cls) -> Mapping[str, Story]:
        return stories_of(cls.page)

    @property
    def is_portable(self) -> bool:
        return len(self.points) <= MOST_IN_ADDRESS

    @property
    def sliders(self) -> tuple[Number, ...]:
        """The kernel parameters that the reader sees, and can drag unless they are locked."""
        return tuple(p for p in self.kernel.family.parameters if p.key not in self.hide)

    @property
    def computed(self) -> Self:
        """The same state as far as results depend on it: without APART, story and locks."""
        return replace(self.bare(), **{name: FIELDS[name].default for name in APART})

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
