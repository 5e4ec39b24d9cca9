"""What a reader can set on the page "Neighbours"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from kpca_core._support.words import N_
from kpca_core.neighbours import METHODS
from views.pages.explore.points import Edits
from views.pages.explore.state import POINTS
from views.state.catalogue import MARKED, DataSettings, KernelSettings, kernel_choice
from views.state.settings import Choice, Field, Number, State, Switch
from views.stories import Story, stories_of

# Methods that are compared, at most: two rows of maps.
MOST = 6
# The power method and the kernel Hebbian algorithm converge to components of psd kernels.
KERNEL = kernel_choice(lambda kernel: kernel.is_psd)
FEATURES = Number("features", N_("Number of features q"), 1, 1, 3, integer=True)
FEATURE = Number("feature", N_("Feature on the maps"), 1, 1, 3, integer=True)
START = Number("start", N_("Start"), 0, 0, 999, integer=True)
# Steps from the start of a training to its end.
STEPS = 40
TRAINING = Choice(
    "training",
    N_("Training"),
    {str(k): f"{100 * k / STEPS:.0f} %" for k in range(STEPS + 1)},
    default=str(STEPS),
)
ARROWS = Switch(
    "arrows",
    N_("Arrows to the reconstructions"),
    True,
    N_("From each point to what the features keep of it, where a method has a way back."),
)


@dataclass(frozen=True)
class MethodsField:
    """Two to MOST of the keys of `METHODS`, each once."""

    key: str = "methods"
    label: str = N_("Methods")
    owner: str = field(default="", compare=False)
    default: tuple[str, ...] = ("kernel", "linear", "network", "curve")

    def read(self, text: str) -> tuple[str, ...] | None:
        keys = text.split(",")
        good = 2 <= len(keys) <= MOST and len({*keys}) == len(keys) and {*keys} <= {*METHODS}
        return tuple(keys) if good else None

    def write(self, value: Iterable[str]) -> str:
        return ",".join(value)


CHOSEN = MethodsField()


@dataclass(frozen=True)
class NeighboursState(State):
    """Everything that the page shows.

    Parameters
    ----------
    data, kernel
        with their parameters; the kernel is that of all methods that have one
    points
        changes of single points
    methods
        keys of `METHODS`, in the order of the maps
    features
        how many features a method is asked for
    feature
        the one that maps show, at most `features`
    start
        the seed of all that is random in a method
    training
        how far the training is shown: identity in STEP
    arrows, marked
        whether maps show the reconstructions, and the points
    """

    page = "neighbours"

    data: DataSettings
    points: Edits
    kernel: KernelSettings
    methods: tuple[str, ...]
    features: int
    feature: int
    start: int
    training: str
    arrows: bool
    marked: bool

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        data, features = DataSettings.of(value), value(FEATURES)
        return cls(
            data,
            value(replace(POINTS, owner=data.token)),
            KernelSettings.of(KERNEL, value, conventions=False),
            tuple(value(CHOSEN)),
            features,
            min(value(FEATURE), features),
            value(START),
            value(TRAINING),
            value(ARROWS),
            value(MARKED),
        )

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        return (
            *self.data.settings,
            (replace(POINTS, owner=self.data.token), self.points),
            *self.kernel.settings,
            (CHOSEN, self.methods),
            (FEATURES, self.features),
            (FEATURE, self.feature),
            (START, self.start),
            (TRAINING, self.training),
            (ARROWS, self.arrows),
            (MARKED, self.marked),
        )

    @classmethod
    def stories(cls) -> Mapping[str, Story]:
        return stories_of(cls.page)

    @property
    def problem(self) -> Self:
        """The same data, kernel, features and start: what results depend on."""
        return replace(
            self.bare(),
            methods=CHOSEN.default,
            feature=1,
            training=TRAINING.default,
            arrows=ARROWS.default,
            marked=MARKED.default,
        )
