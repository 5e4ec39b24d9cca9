"""What pages, commands and documents offer: families of kernels and of data sets.

A kernel's class and a data set's generator hold their family as the attribute `family`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Parameter:
    """A number that readers set.

    Parameters
    ----------
    name
        Of the argument in Python.
    label
        What readers call it; its last word is the letter of a kernel's formula.
    default, low, high
        The value to start with, and the range, both ends included.
    log, integer
        Whether its slider is logarithmic, and whether it is a whole number.
    key
        The name in addresses; by default that of the family and `name`, joined by "_".
    power
        Of a kernel's length: 1 for a length in units of the data, 2 for its square, −1 and −2 for
        their inverses; 0 for what is no length.
    measure, factor
        What a length is compared with, times a factor: the "distance" of points, the "sum" of the
        distances in each coordinate, or the "norm" of a point.
    """

    name: str
    label: str
    default: float
    low: float
    high: float
    log: bool = False
    integer: bool = False
    key: str = ""
    power: int = 0
    measure: str = "distance"
    factor: float = 1.0

    @property
    def letter(self) -> str:
        return self.label.split()[-1]


@dataclass(frozen=True)
class Forms:
    """Ways to write one kernel, or kinds of it, of which readers choose one.

    Parameters
    ----------
    key, label
        Of the choice, in addresses and for readers.
    families
        By identity, each with the label of the option.
    default
        Identity of the first choice.
    notations
        Whether all are the same kernels, whose parameters have attributes of that name.
    """

    key: str
    label: str
    families: Mapping[str, Family]
    default: str
    notations: bool = False


@dataclass(frozen=True)
class Family:
    """Kernels or data sets that differ in parameters only.

    Parameters
    ----------
    identity
        In addresses.
    label
        What readers call it.
    parameters
        In the order of the pages.
    formula
        LaTeX; of a kernel by default that of the kernel with default parameters.
    build
        Makes one of them, `build(**values)`; by default what holds the family.
    forms
        Returns its forms, where there are several.
    """

    identity: str
    label: str
    parameters: tuple[Parameter, ...] = ()
    formula: str = ""
    build: Callable[..., Any] = field(default=lambda **values: None, compare=False)
    forms: Callable[[], Forms] | None = field(default=None, compare=False)

    @property
    def defaults(self) -> dict[str, Any]:
        return {one.name: one.default for one in self.parameters}

    @property
    def usual(self) -> Any:
        """The one with default parameters."""
        return self.build(**self.defaults)
