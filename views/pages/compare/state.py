"""What a reader can set on the page "Compare"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from kpca_core._support.words import N_, _
from views.state.catalogue import DataSettings, KernelSettings, kernel_choice
from views.state.settings import Choice, Field, Number, Settings, State, Switch
from views.stories import Story, stories_of

_KERNEL = kernel_choice()
# Two equal sides would show nothing.
KERNELS = {"a": _KERNEL, "b": replace(_KERNEL, default="laplacian")}
COMPONENTS = Number("components", N_("Components"), 6, 1, 8, integer=True)
CENTRED = Switch(
    "centred",
    N_("Centred"),
    True,
    N_(
        "Off: the Gram matrix K itself is diagonalised, so the first component may describe the "
        "mean as well; step “Centring in feature space” of Method measures how far."
    ),
)
FITTED = Choice(
    "fit",
    N_("Fitted"),
    {
        "exact": N_("exactly"),
        "5": N_("with 5 landmarks"),
        "10": N_("with 10 landmarks"),
        "20": N_("with 20 landmarks"),
        "50": N_("with 50 landmarks"),
    },
)
OUTLIER = Switch(
    "outlier",
    N_("One more point, far from the others"),
    False,
    N_("In the upper right corner of the maps. Scores are compared on the other points."),
)
ONE = Switch(
    "one",
    N_("One slider for both"),
    False,
    N_("Where both sides have the same kernel, its parameters are those of A."),
)
SIDES = ("a", "b")

F = TypeVar("F", bound=Any)


def own(side: str, one: F) -> F:
    """Return the setting of one side: its name in the address begins with that of the side."""
    owner = f"{one.owner} side".lstrip()
    changed: F = replace(
        one, key=f"{side}_{one.key}", label=f"{side.upper()}: {_(one.label)}", owner=owner
    )
    return changed


@dataclass(frozen=True)
class SideSettings(Settings):
    """One side of the comparison.

    Parameters
    ----------
    side
        one of SIDES
    kernel
        with its parameters
    centred
        whether K is centred in feature space
    fitted
        exactly or with landmarks: identity in FITTED
    outlier
        whether there is one point more
    """

    side: str
    kernel: KernelSettings
    centred: bool
    fitted: str
    outlier: bool

    @classmethod
    def of(cls, side: str, value: Callable[[Any], Any]) -> Self:
        """Return the settings that `value(field)` gives, see `State.of`."""

        def mine(one: Any) -> Any:
            return value(own(side, one))

        kernel = KernelSettings.of(KERNELS[side], mine, conventions=False)
        return cls(side, kernel, mine(CENTRED), mine(FITTED), mine(OUTLIER))

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        listed = (
            *self.kernel.settings,
            (CENTRED, self.centred),
            (FITTED, self.fitted),
            (OUTLIER, self.outlier),
        )
        return tuple((own(self.side, one), value) for one, value in listed)


@dataclass(frozen=True)
class CompareState(State):
    """Everything that the page shows.

    Parameters
    ----------
    data
        of both sides
    first, second
        the sides A and B
    components
        how many functions are compared
    one
        whether one slider moves both sides
    """

    page = "compare"

    data: DataSettings
    first: SideSettings
    second: SideSettings
    components: int
    one: bool

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        first, second = (SideSettings.of(side, value) for side in SIDES)
        one = value(ONE)
        found = cls(DataSettings.of(value), first, second, value(COMPONENTS), one)
        if not found.linked:
            return found
        kernel = replace(second.kernel, values=first.kernel.values)
        return replace(found, second=replace(second, kernel=kernel))

    @property
    def linked(self) -> bool:
        """Whether the second side's parameters are the first one's."""
        a, b = self.first.kernel, self.second.kernel
        return self.one and (a.kernel, a.form) == (b.kernel, b.form)

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        parameters = {own("b", p).key for p in self.second.kernel.family.parameters}
        kept = [
            (one, value)
            for one, value in self.second.settings
            if not (self.linked and one.key in parameters)
        ]
        return (
            *self.data.settings,
            *self.first.settings,
            *kept,
            (COMPONENTS, self.components),
            (ONE, self.one),
        )

    @classmethod
    def stories(cls) -> Mapping[str, Story]:
        return stories_of(cls.page)

    @property
    def sliders(self) -> tuple[Number, ...]:
        """The parameters that the reader sees, and can drag unless they are locked."""
        sides = (self.first,) if self.linked else (self.first, self.second)
        found = (own(s.side, p) for s in sides for p in s.kernel.family.parameters)
        return tuple(p for p in found if p.key not in self.hide)
