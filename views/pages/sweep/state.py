"""What a reader can set on the page "Sweep"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from kpca_core._support.arrays import Array
from kpca_core._support.words import N_, _
from views.pages.explore.state import CENTRED
from views.state.catalogue import DataSettings, KernelSettings, kernel_choice
from views.state.settings import Choice, Field, Number, State

# Kernels with a parameter that varies continuously.
KERNEL = kernel_choice(lambda kernel: not all(p.integer for p in kernel.family.parameters))
VALUES = Choice(
    "values", N_("Values"), {str(m): str(m) for m in (50, 100, 200, 400)}, default="100"
)
COMPONENTS = Number("components", N_("Components"), 8, 1, 12, integer=True)
AT = Number("at", N_("Value shown"), None, 1, 400, integer=True)
RATE = Choice(
    "rate",
    N_("Speed"),
    {
        "5": N_("5 values a second"),
        "10": N_("10 values a second"),
        "20": N_("20 values a second"),
        "40": N_("40 values a second"),
    },
    default="10",
)
END = Choice(
    "end",
    N_("At the end"),
    {"loop": N_("from the start"), "swing": N_("back and forth"), "once": N_("stop")},
)
AXIS = Choice("axis", N_("λ axis"), {"log": N_("logarithmic"), "linear": N_("linear")})
# What the player sets, by the names that it has for it.
PLAYED: Mapping[str, Field] = {"at": AT, "rate": RATE, "end": END, "axis": AXIS}


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
class SweepState(State):
    """Everything that the page shows.

    Parameters
    ----------
    data, kernel
        with their parameters; the one that varies has its least value
    parameter
        key of the kernel's parameter that varies
    start, stop
        its range
    values
        how many values are solved: identity in VALUES
    components
        how many eigenfunctions are drawn
    centred
        whether K is centred in feature space
    at
        number of the value that is shown, from 1; None: the one in the middle
    rate, end, axis
        of the player: identities in RATE, END and AXIS
    """

    page = "sweep"

    data: DataSettings
    kernel: KernelSettings
    parameter: str
    start: float
    stop: float
    values: str
    components: int
    centred: bool
    at: int | None
    rate: str
    end: str
    axis: str

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        kernel = KernelSettings.of(KERNEL, value)
        parameter = value(swept_choice(kernel))
        swept = next(p for p in kernel.family.parameters if p.key == parameter)
        kernel = replace(kernel, values={**kernel.values, swept.name: swept.low})
        start, stop = (value(one) for one in ends_of(swept))
        values, at = value(VALUES), value(AT)
        return cls(
            DataSettings.of(value),
            kernel,
            parameter,
            start,
            stop,
            values,
            value(COMPONENTS),
            value(CENTRED),
            None if at is None or at > int(values) else at,
            value(RATE),
            value(END),
            value(AXIS),
        )

    @property
    def swept(self) -> Number:
        """The parameter that varies."""
        return next(p for p in self.kernel.family.parameters if p.key == self.parameter)

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        start, stop = ends_of(self.swept)
        kept = tuple((one, v) for one, v in self.kernel.settings if one.key != self.parameter)
        return (
            *self.data.settings,
            *kept,
            (swept_choice(self.kernel), self.parameter),
            (start, self.start),
            (stop, self.stop),
            (VALUES, self.values),
            (COMPONENTS, self.components),
            (CENTRED, self.centred),
            (AT, self.at),
            (RATE, self.rate),
            (END, self.end),
            (AXIS, self.axis),
        )

    @property
    def solved(self) -> Self:
        """The same state as far as results depend on it."""
        return replace(self.bare(), at=None, rate=RATE.default, end=END.default, axis=AXIS.default)

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
