"""The data sets and kernels that the pages offer, with the ranges of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import datasets
from datasets import Dataset
from kpca_core import Kernel, kernels
from kpca_core._support import families
from kpca_core._support.words import N_, _
from views.state.settings import Choice, Field, Number, Settings, Switch


@dataclass(frozen=True)
class Family:
    """Data sets or kernels that differ in parameters only.

    Parameters
    ----------
    label
        what readers call it
    build
        makes one of them: `build(**values)`
    formula
        LaTeX
    parameters
        in the order of the page
    paper_draw
        whether the points of the paper's figures are one of them
    """

    label: str
    build: Callable[..., Any]
    formula: str
    parameters: tuple[Number, ...] = ()
    paper_draw: bool = False

    @property
    def defaults(self) -> dict[str, float | None]:
        return {parameter.name: parameter.default for parameter in self.parameters}


_KEYS = [p.key for kernel in kernels.KERNELS.values() for p in kernel.family.parameters if p.key]


def _family(one: families.Family) -> Family:
    """Return a family as pages have it; a key of several kernels has an owner in each."""
    parameters = tuple(
        Number(
            p.name, p.label, p.default, p.low, p.high, p.log, p.integer,
            key=p.key or f"{one.identity}_{p.name}",
            owner=one.identity if _KEYS.count(p.key) > 1 else "",
        )
        for p in one.parameters
    )  # fmt: skip
    return Family(one.label, one.build, one.formula or one.usual.formula, parameters)


DATA: Mapping[str, Family] = {
    identity: replace(_family(one), paper_draw=one.paper_draw)
    for identity, one in datasets.FAMILIES.items()
}
DATA_CHOICE = Choice(
    "data",
    N_("Data"),
    {identity: family.label for identity, family in DATA.items()},
    old={family.label: identity for identity, family in DATA.items()},
)
MARKED = Switch("markers", N_("Show points"), True, N_("The points of the data on every map."))
PAPER_DRAW = Switch(
    "paper",
    N_("The paper's own draw"),
    True,
    N_(
        "The points behind the figures of Schölkopf, Smola & Müller (1998), from the original "
        "random stream, with the paper's own parameters. Off: a draw of your own by seed."
    ),
)
SEED = Number("seed", N_("Seed"), 0, 0, 2**31 - 1, integer=True)
# Each data set has a draw and a seed of its own.
PAPER_DRAWS = {data: replace(PAPER_DRAW, owner=data) for data in DATA}
SEEDS = {data: replace(SEED, owner=data) for data in DATA}


@dataclass(frozen=True)
class DataSettings(Settings):
    """A data set of the catalogue with its parameters.

    Parameters
    ----------
    data
        identity in DATA
    seed
        of the draw; None: the paper's own, which has the paper's own parameters
    values
        parameters by the names that Python has for them
    """

    data: str
    seed: int | None
    values: Mapping[str, float]

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        """Return the settings that `value(field)` gives, see `State.of`."""
        data = value(DATA_CHOICE)
        family = DATA[data]
        values = {p.name: value(p) for p in family.parameters}
        paper = family.paper_draw and value(PAPER_DRAWS[data]) and values == family.defaults
        return cls(data, None if paper else value(SEEDS[data]), values)

    @property
    def family(self) -> Family:
        """The data sets that differ from this one in seed and `values` only."""
        return DATA[self.data]

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        draw: list[tuple[Field, Any]] = []
        if self.family.paper_draw:
            draw.append((PAPER_DRAWS[self.data], self.seed is None))
        if self.seed is not None:
            draw.append((SEEDS[self.data], self.seed))
        parameters = ((p, self.values[p.name]) for p in self.family.parameters)
        return ((DATA_CHOICE, self.data), *draw, *parameters)

    def build(self) -> Dataset:
        seed = "paper" if self.seed is None else self.seed
        dataset: Dataset = self.family.build(**self.values, seed=seed)
        return dataset


KERNELS: Mapping[str, Family] = {
    identity: _family(kernel.family) for identity, kernel in kernels.KERNELS.items()
}
# The kinds and the notations of the kernels that have several, and the choice among them.
FORMS: Mapping[str, families.Forms] = {
    identity: kernel.family.forms()
    for identity, kernel in kernels.KERNELS.items()
    if kernel.family.forms is not None
}
FORM_CHOICES: Mapping[str, Choice] = {
    identity: Choice(
        forms.key,
        forms.label,
        {name: one.label for name, one in forms.families.items()},
        default=forms.default,
        old={one.label: name for name, one in forms.families.items()},
    )
    for identity, forms in FORMS.items()
}
FAMILIES: Mapping[tuple[str, str], Family] = {
    **{(identity, ""): family for identity, family in KERNELS.items()},
    **{
        (identity, name): replace(_family(one), label=KERNELS[identity].label)
        for identity, forms in FORMS.items()
        for name, one in forms.families.items()
    },
}
GAUSSIAN = "gaussian"


def kernel_choice(fits: Callable[[Kernel], bool] = lambda kernel: True) -> Choice:
    """Return the choice among the kernels that fit with their default parameters."""
    options = {
        identity: KERNELS[identity].label
        for identity, kernel in kernels.KERNELS.items()
        if fits(kernel.family.usual)
    }
    old = {family.label: identity for identity, family in KERNELS.items()}
    return Choice("kernel", N_("Kernel"), options, old=old)


@dataclass(frozen=True)
class KernelSettings(Settings):
    """A kernel of the catalogue with its parameters.

    Parameters
    ----------
    choice
        the kernels that the page offers
    kernel
        identity in KERNELS
    form
        identity among the kernel's FORMS, "" where it has none
    values
        parameters by the names that Python has for them
    """

    choice: Choice
    kernel: str
    form: str
    values: Mapping[str, float]

    @classmethod
    def of(cls, choice: Choice, value: Callable[[Any], Any], conventions: bool = True) -> Self:
        """Return the settings that `value(field)` gives, see `State.of`.

        Parameters
        ----------
        choice
            the kernels that the page offers
        value
            gives the value of a field
        conventions
            whether the page offers kernels in several notations
        """
        kernel = value(choice)
        forms, form = FORMS.get(kernel), ""
        if forms is not None:
            free = conventions or not forms.notations
            form = value(FORM_CHOICES[kernel]) if free else forms.default
        found = cls(choice, kernel, form, {})
        return replace(found, values={p.name: value(p) for p in found.family.parameters})

    @classmethod
    def of_kernel(cls, choice: Choice, kernel: Kernel) -> Self | None:
        """Return the settings of a kernel in its default form, None where it has another one."""
        identity = kernel.family.identity
        if identity not in choice.options:
            return None
        form = FORMS[identity].default if identity in FORMS else ""
        values = {p.name: getattr(kernel, p.name) for p in KERNELS[identity].parameters}
        found = cls(choice, identity, form, values)
        return found if found.build() == kernel else None

    @property
    def family(self) -> Family:
        """The kernels that differ from this one in `values` only."""
        return FAMILIES[self.kernel, self.form]

    @property
    def words(self) -> str:
        """The kernel with its parameters as the page calls them: "Gaussian, width c = 0.1"."""
        family = self.family
        values = (f"{_(p.label)} = {p.write(self.values[p.name])}" for p in family.parameters)
        return ", ".join([_(family.label), *values]).replace("-", "−")

    @property
    def form_choice(self) -> Choice | None:
        """The choice among the kernel's forms, None where it has but one."""
        return FORM_CHOICES.get(self.kernel)

    @property
    def has_notations(self) -> bool:
        """Whether its forms are notations of the same kernels."""
        return self.kernel in FORMS and FORMS[self.kernel].notations

    def build(self) -> Kernel:
        kernel: Kernel = self.family.build(**self.values)
        return kernel

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        forms = ((self.form_choice, self.form),) if self.form_choice else ()
        parameters = ((p, self.values[p.name]) for p in self.family.parameters)
        return ((self.choice, self.kernel), *forms, *parameters)
