"""What a reader can set on the page "Compare"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from kpca_core._support.words import N_, _
from views.state.catalogue import NOTATIONS, DataSettings, KernelSettings, kernel_choice
from views.state.declared import choice, group, number, switch
from views.state.fields import Number
from views.state.settings import Settings, State

_KERNEL = kernel_choice()
# Two equal sides would show nothing.
KERNELS = {"a": _KERNEL, "b": replace(_KERNEL, default="laplacian")}

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
    """One side of the comparison, "a" or "b"."""

    side: str

    kernel: KernelSettings = group(
        KernelSettings, lambda s: {"choice": KERNELS[s.side]}, unread=NOTATIONS
    )
    centred: bool = switch(
        N_("Centred"), True,
        N_(
            "Off: the Gram matrix K itself is diagonalised, so the first component may describe "
            "the mean as well; step “Centring in feature space” of Method measures how far."
        ),
    )  # fmt: skip
    fitted: str = choice(
        N_("Fitted"),
        {
            "exact": N_("exactly"), "5": N_("with 5 landmarks"), "10": N_("with 10 landmarks"),
            "20": N_("with 20 landmarks"), "50": N_("with 50 landmarks"),
        },
        key="fit",
    )  # fmt: skip
    outlier: bool = switch(
        N_("One more point, far from the others"), False,
        N_("In the upper right corner of the maps. Scores are compared on the other points."),
    )  # fmt: skip

    def own(self, one: Any) -> Any:
        return own(self.side, one)


@dataclass(frozen=True)
class CompareState(State, page="compare"):
    """Everything that the page shows: `first` is side A and `second` side B."""

    data: DataSettings = group(DataSettings)
    first: SideSettings = group(SideSettings, side="a")
    second: SideSettings = group(SideSettings, side="b", unlisted=lambda s: s.taken_over)
    components: int = number(N_("Components"), 6, 1, 8, integer=True)
    one: bool = switch(
        N_("One slider for both"), False,
        N_("Where both sides have the same kernel, its parameters are those of A."),
    )  # fmt: skip

    def consistent(self) -> Self:
        if not self.linked:
            return self
        kernel = replace(self.second.kernel, values=self.first.kernel.values)
        return replace(self, second=replace(self.second, kernel=kernel))

    @property
    def taken_over(self) -> set[str]:
        """The keys of the second side's parameters that are the first one's."""
        parameters = self.second.kernel.family.parameters if self.linked else ()
        return {own("b", p).key for p in parameters}

    @property
    def linked(self) -> bool:
        """Whether the second side's parameters are the first one's."""
        a, b = self.first.kernel, self.second.kernel
        return self.one and (a.kernel, a.form) == (b.kernel, b.form)

    @property
    def sliders(self) -> tuple[Number, ...]:
        """The parameters that the reader sees, and can drag unless they are locked."""
        sides = (self.first,) if self.linked else (self.first, self.second)
        found = (own(s.side, p) for s in sides for p in s.kernel.family.parameters)
        return tuple(p for p in found if p.key not in self.hide)
