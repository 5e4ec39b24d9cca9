"""What a reader can set on the page "Sweep"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _
from views.pages.explore.state import CENTRED
from views.state.catalogue import DataSettings, KernelSettings, kernel
from views.state.declared import choice, group, number, setting
from views.state.fields import Choice, Number
from views.state.settings import State

# What the player sets.
PLAYED = ("at", "rate", "end", "axis")


def swept_choice(kernel: KernelSettings) -> Choice:
    """Return the choice among the parameters of a kernel that vary continuously."""
    options = {p.key: p.label for p in kernel.family.parameters if not p.integer}
    return Choice(
        "parameter", N_("Parameter"), options, owner=f"{kernel.kernel} {kernel.form}".rstrip()
    )


def ends_of(swept: Number) -> tuple[Number, Number]:
    """Return the settings "from" and "to" of a parameter; the default is its whole range."""
    owner = f"{swept.owner} {swept.key}".lstrip()
    low, high = swept.low, swept.high
    name = _(swept.label)
    first, last = (
        text.format(parameter=name) for text in (_("{parameter} from"), _("{parameter} to"))
    )
    start = Number("start", first, low, low, high, swept.log, key="from")
    stop = Number("stop", last, high, low, high, swept.log, key="to")
    return replace(start, owner=owner), replace(stop, owner=owner)


@dataclass(frozen=True)
class SweepState(State, page="sweep"):
    """Everything that the page shows.

    The parameter that varies has its least value in `kernel`. `at` is the number of the value that
    is shown, from 1; None: the one in the middle.
    """

    data: DataSettings = group(DataSettings)
    kernel: KernelSettings = kernel(
        lambda kernel: not all(p.integer for p in kernel.family.parameters),
        unlisted=lambda s: {s.parameter},
    )
    parameter: str = setting(lambda s: swept_choice(s.kernel))
    start: float = setting(lambda s: ends_of(s.swept)[0])
    stop: float = setting(lambda s: ends_of(s.swept)[1])
    values: str = choice(N_("Values"), {str(m): str(m) for m in (50, 100, 200, 400)}, "100")
    components: int = number(N_("Components"), 8, 1, 12, integer=True)
    centred: bool = setting(CENTRED)
    at: int | None = number(N_("Value shown"), None, 1, 400, integer=True, apart=True)
    rate: str = choice(
        N_("Speed"),
        {
            "5": N_("5 values a second"), "10": N_("10 values a second"),
            "20": N_("20 values a second"), "40": N_("40 values a second"),
        },
        "10", apart=True,
    )  # fmt: skip
    end: str = choice(
        N_("At the end"),
        {"loop": N_("from the start"), "swing": N_("back and forth"), "once": N_("stop")},
        apart=True,
    )  # fmt: skip
    axis: str = choice(N_("λ axis"), {"log": N_("logarithmic"), "linear": N_("linear")}, apart=True)

    def consistent(self) -> Self:
        values = {**self.kernel.values, self.swept.name: self.swept.low}
        at = None if self.at is None or self.at > int(self.values) else self.at
        return replace(self, kernel=replace(self.kernel, values=values), at=at)

    @property
    def swept(self) -> Number:
        """The parameter that varies."""
        return next(p for p in self.kernel.family.parameters if p.key == self.parameter)

    @property
    def grid(self) -> Array:
        """The values of the parameter, ascending, at equal steps or, of a scale, equal ratios.

        Raises
        ------
        ValueError
            unless the range has a positive length
        """
        if not self.start < self.stop:
            raise ValueError(
                _(
                    "The values of a sweep must ascend; {parameter} goes from {start:g} to "
                    "{stop:g}. Choose a larger value for its end."
                ).format(parameter=_(self.swept.label), start=self.start, stop=self.stop)
            )
        space = np.geomspace if self.swept.log else np.linspace
        return space(self.start, self.stop, int(self.values))

    def kernel_at(self, value: float) -> Any:
        """Return the kernel with this value of the parameter."""
        values = {**self.kernel.values, self.swept.name: float(value)}
        return replace(self.kernel, values=values).build()
