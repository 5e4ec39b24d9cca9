"""Kinds of settings: each has a key in the address, a label, a default, and its values as text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from kpca_core._support.words import N_


class Field(Protocol):
    """One setting: where it stands in the address, and how its values are written there."""

    @property
    def key(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def owner(self) -> str:
        """Whose setting this is, where several have one under the same key: they differ."""
        ...

    @property
    def default(self) -> Any: ...

    def parse(self, text: str) -> Any | None:
        """Return the value that the address calls `text`, or None if there is none."""
        ...

    def write(self, value: Any) -> str:
        """Return the identity of `value`."""
        ...


@dataclass(frozen=True)
class Choice:
    """One of several options, each with an identity and a label.

    Parameters
    ----------
    key
        name in the address
    label
        of the widget
    options
        label of each option, by identity
    default
        an identity; the first option if empty
    old
        identities by what addresses held before there were identities: the labels of that time.
        Old links live on, so this table does not follow the labels
    """

    key: str
    label: str
    options: Mapping[str, str]
    default: str = ""
    old: Mapping[str, str] = field(default_factory=dict)
    owner: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.default or next(iter(self.options)))

    def parse(self, text: str) -> str | None:
        identity = self.old.get(text, text)
        return identity if identity in self.options else None

    def write(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class Number:
    """A number within a range.

    Parameters
    ----------
    name
        of the argument in Python
    label
        of the widget
    default, low, high
        initial value, or None if it depends on other settings; and the inclusive range
    log, integer
        whether the slider is logarithmic, and whether values are integers
    key
        name in the address; `name` if empty
    owner
        see `Field.owner`
    """

    name: str
    label: str
    default: float | None
    low: float
    high: float
    log: bool = False
    integer: bool = False
    key: str = ""
    owner: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.key or self.name)
        if self.default is not None:
            object.__setattr__(self, "default", (int if self.integer else float)(self.default))

    def parse(self, text: str) -> float | None:
        try:
            value = int(text) if self.integer else float(text)
        except ValueError:
            return None
        # In this order: `isfinite` raises for whole numbers beyond all floats.
        return value if self.low <= value <= self.high and math.isfinite(value) else None

    def write(self, value: float | None) -> str:
        return "" if value is None else repr(value)


@dataclass(frozen=True)
class Several:
    """Some whole numbers of those that the page offers; None stands for all of them.

    Parameters
    ----------
    key, label
        name in the address, and label of the widget
    high
        the largest number that can be offered; the smallest is 1
    owner
        see `Field.owner`
    """

    key: str
    label: str
    high: int
    owner: str = field(default="", compare=False)
    default: None = None

    def parse(self, text: str) -> tuple[int, ...] | None:
        if text == "none":
            return ()
        if not re.fullmatch(r"\d{1,9}(,\d{1,9})*", text, re.ASCII):
            return None
        numbers = sorted({int(one) for one in text.split(",")})
        return tuple(numbers) if numbers[0] >= 1 and numbers[-1] <= self.high else None

    def write(self, value: Iterable[int] | None) -> str:
        return "" if value is None else ",".join(map(str, value)) or "none"


@dataclass(frozen=True)
class Text:
    """A line of text."""

    key: str
    label: str
    longest: int
    owner: str = field(default="", compare=False)
    default: str = ""

    def parse(self, text: str) -> str | None:
        return text if len(text) <= self.longest and text.isprintable() else None

    def write(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class Place(Text):
    """Two finite numbers, such as "1.2,-0.3"; None for no place."""

    default: Any = None

    def parse(self, text: str) -> Any:
        try:
            place = tuple(float(one) for one in text.split(","))
        except ValueError:
            return None
        fits = len(place) == 2 and len(text) <= self.longest and all(map(math.isfinite, place))
        return place if fits else None

    def write(self, value: Any) -> str:
        return "" if value is None else ",".join(map(repr, value))


@dataclass(frozen=True)
class Switch:
    """Something that is on or off."""

    key: str
    label: str
    default: bool
    help: str
    owner: str = field(default="", compare=False)

    def parse(self, text: str) -> bool | None:
        return {"true": True, "false": False}.get(text.lower())

    def write(self, value: bool) -> str:
        return str(value).lower()


# A place of a scatter: scores with canonical signs, see `views.pages.page`.
BACK = Place("back", N_("Place among the scores"), 60)
# Settings of one value, or of several whole numbers.
SIMPLE = (Choice, Number, Several, Switch, Text)


def widget_of(one: Field) -> str:
    """Return the name of the field's widget, the same for no other field of its page."""
    return f"{one.owner} {one.key}".lstrip()
