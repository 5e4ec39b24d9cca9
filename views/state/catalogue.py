"""The data sets and kernels that the pages offer, with the ranges of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self, TypeVar

from kpca_core import Kernel, datasets, kernels
from kpca_core._support import families
from kpca_core._support.words import N_, _
from kpca_core.datasets import Dataset
from views.state.declared import Value, group, parameters, setting
from views.state.fields import Choice, Field, Number, Switch
from views.state.settings import Settings


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

    @cached_property
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


# Identities by the labels of the time when addresses held labels. Old links live on, so this table
# follows no label and gets no entry for what is new.
OLD: Mapping[str, str] = {
    "Three clusters": "clusters", "Noisy parabola": "parabola", "Concentric rings": "rings",
    "Gaussian": "gaussian", "Polynomial": "polynomial", "Linear": "linear", "Sigmoid": "sigmoid",
    "Laplacian": "laplacian", "Cosine": "cosine", "Rational quadratic": "rational-quadratic",
    "Matérn": "matern", "width c": "width", "σ": "sigma", "γ": "gamma",
    "1/2": "0.5", "3/2": "1.5", "5/2": "2.5",
}  # fmt: skip
DATA: Mapping[str, Family] = {
    identity: replace(_family(one), paper_draw=one.paper_draw)
    for identity, one in datasets.FAMILIES.items()
}
DATA_CHOICE = Choice(
    "data",
    N_("Data"),
    {identity: family.label for identity, family in DATA.items()},
    old=OLD,
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
    """A data set of the catalogue with its parameters; each has a draw and a seed of its own.

    `seed` is None for the paper's own draw, which has the paper's own parameters.
    """

    data: str = setting(DATA_CHOICE)
    paper: bool = setting(
        lambda s: PAPER_DRAWS[s.data], when=lambda s: s.family.paper_draw, absent=False
    )
    seed: int | None = setting(lambda s: SEEDS[s.data], when=lambda s: not s.is_papers, absent=None)
    values: Mapping[str, float] = parameters(lambda s: s.family.parameters)

    @property
    def is_papers(self) -> bool:
        return self.paper and self.values == self.family.defaults

    def consistent(self) -> Self:
        return self if self.paper == self.is_papers else replace(self, paper=False)

    def followed(self, value: Value) -> Iterator[tuple[Field, Any]]:
        """Where the paper's own draw is switched on, its parameters come with it."""
        if self.family.paper_draw and not self.paper and value(self.field("paper")):
            yield from ((parameter, parameter.default) for parameter in self.family.parameters)

    @property
    def family(self) -> Family:
        """The data sets that differ from this one in seed and `values` only."""
        return DATA[self.data]

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
        old=OLD,
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


def kernel_choice(fits: Callable[[Kernel], bool] = lambda kernel: True) -> Choice:
    """Return the choice among the kernels that fit with their default parameters."""
    options = {
        identity: KERNELS[identity].label
        for identity, kernel in kernels.KERNELS.items()
        if fits(kernel.family.usual)
    }
    return Choice("kernel", N_("Kernel"), options, old=OLD)


# Keys of the choices among notations of the same kernels.
NOTATIONS = tuple(forms.key for forms in FORMS.values() if forms.notations)
COMBINED = Choice(
    "combined",
    N_("Combined with"),
    {
        "alone": N_("no other kernel"),
        "sum": N_("a second one: k₁ + μ k₂"),
        "product": N_("a second one: k₁ · k₂"),
    },
)
# The weight of a sum is positive, so that the sum of two positive semidefinite kernels is one.
WEIGHT = Number("weight", N_("weight μ of k₂"), 1.0, 1e-3, 1e3, log=True)
# The keys of a second kernel begin with it.
SECOND = "second_"

F = TypeVar("F", Choice, Number)


def second_of(one: F) -> F:
    """Return a setting of a kernel as that of the second one of two."""
    label = _("{setting} of k₂").format(setting=_(one.label))
    return replace(one, key=SECOND + one.key, label=label)


@dataclass(frozen=True)
class KernelSettings(Settings):
    """A kernel of the catalogue with its parameters; `choice` has those that the page offers.

    `form` is an identity among the kernel's FORMS, "" where it has none. `second` and `weight` are
    the kernel k₂ and w of a sum k₁ + μ k₂ or a product k₁ k₂.

    Parameters
    ----------
    combines
        whether the page offers sums and products
    is_second
        whether it is the second kernel of one
    """

    choice: Choice

    kernel: str = setting(lambda s: s.choice)
    form: str = setting(lambda s: s.form_choice, when=lambda s: s.kernel in FORMS, absent="")
    values: Mapping[str, float] = parameters(lambda s: s.family.parameters)
    combined: str = setting(COMBINED, when=lambda s: s.combines)
    weight: float = setting(WEIGHT, when=lambda s: s.combined == "sum")
    second: Self | None = group(
        None, lambda s: s.given_second, when=lambda s: s.combined != COMBINED.default
    )
    combines: bool = False
    is_second: bool = False

    @classmethod
    def of_kernel(cls, choice: Choice, kernel: Kernel) -> Self | None:
        """Return the settings of a kernel in its default form, None where it has another one."""
        identity = kernel.family.identity
        if identity not in choice.options:
            return None
        form = FORMS[identity].default if identity in FORMS else ""
        values = {p.name: getattr(kernel, p.name) for p in KERNELS[identity].parameters}
        found = cls(choice, identity, form, values, COMBINED.default, 1.0, None)
        return found if found.build() == kernel else None

    def followed(self, value: Value) -> Iterator[tuple[Field, Any]]:
        """Where another notation is chosen the kernel stays the same."""
        yield from super().followed(value)
        choice = self.form_choice
        form = value(choice) if choice is not None else self.form
        if choice is None or not self.has_notations or form == self.form:
            return
        if form in choice.options and value(self.choice) == self.kernel:
            own = self.build()
            for parameter in replace(self, form=form).family.parameters:
                same = float(f"{getattr(own, parameter.name):.4g}")
                yield parameter, min(max(same, parameter.low), parameter.high)

    @property
    def family(self) -> Family:
        """The kernels that differ from this one in `values` only."""
        found = FAMILIES[self.kernel, self.form]
        if not self.is_second:
            return found
        return replace(found, parameters=tuple(map(second_of, found.parameters)))

    @property
    def given_second(self) -> dict[str, Any]:
        """The attributes of the second kernel that are no settings."""
        given = {one.name: getattr(self, one.name) for one in fields(self)
                 if one.name not in self.declared}  # fmt: skip
        choice = replace(self.choice, key=SECOND + self.choice.key, label=N_("Kernel k₂"),
                         default="linear")  # fmt: skip
        return {**given, "choice": choice, "combines": False, "is_second": True}

    @property
    def dragged(self) -> Mapping[Number, float]:
        """Every parameter with its value: of the kernel, the weight, and of the second kernel."""
        found = {one: self.values[one.name] for one in self.family.parameters}
        if self.second is None:
            return found
        weight = {WEIGHT: self.weight} if self.combined == "sum" else {}
        return {**found, **weight, **self.second.dragged}

    def with_value(self, key: str, value: float) -> Self:
        """Return the same settings with another value of the parameter of that key."""
        if key == WEIGHT.key:
            return replace(self, weight=value)
        own = {one.name: value for one in self.family.parameters if one.key == key}
        second = self.second if own or self.second is None else self.second.with_value(key, value)
        return replace(self, values={**self.values, **own}, second=second)

    @property
    def label(self) -> str:
        """What readers call it: "Gaussian", "Gaussian + Linear", "Gaussian × Linear"."""
        own = _(self.family.label)
        if self.second is None:
            return own
        return f"{own} {'+' if self.combined == 'sum' else '×'} {self.second.label}"

    @property
    def formulas(self) -> Mapping[str, str]:
        """LaTeX of the kernel by its letter; of two with k₁ and k₂, which may share letters."""
        if self.second is None:
            return {"k": self.family.formula}
        both = r"k_1 + \mu \, k_2" if self.combined == "sum" else r"k_1 \cdot k_2"
        return {"k": both, "k_1": self.family.formula, "k_2": self.second.family.formula}

    @property
    def words(self) -> str:
        """The kernel with its parameters as the page calls them: "Gaussian, width c = 0.1"."""
        family = self.family
        values = (f"{_(p.label)} = {p.write(self.values[p.name])}" for p in family.parameters)
        return ", ".join([_(family.label), *values]).replace("-", "−")

    @property
    def form_choice(self) -> Choice | None:
        """The choice among the kernel's forms, None where it has but one."""
        found = FORM_CHOICES.get(self.kernel)
        return second_of(found) if found is not None and self.is_second else found

    @property
    def has_notations(self) -> bool:
        """Whether its forms are notations of the same kernels."""
        return self.kernel in FORMS and FORMS[self.kernel].notations

    def build(self) -> Kernel:
        kernel: Kernel = self.family.build(**self.values)
        if self.second is None:
            return kernel
        other = self.second.build()
        if self.combined == "product":
            return kernel * other
        return kernel + (other if self.weight == 1 else self.weight * other)


def kernel(
    fits: Callable[[Kernel], bool] = lambda kernel: True, conventions: bool = True,
    combines: bool = False, **more: Any,
) -> Any:  # fmt: skip
    """Declare the choice among the kernels that fit with their default parameters.

    Parameters
    ----------
    conventions
        whether the page offers kernels in several notations
    combines
        whether it offers sums and products of two kernels
    """
    unread = () if conventions else NOTATIONS
    choice = kernel_choice(fits)
    return group(KernelSettings, choice=choice, combines=combines, unread=unread, **more)
