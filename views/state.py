"""What a reader can set: one frozen value a page, whose canonical text is the address.

A page's `State` lists its settings as `(Field, value)` pairs. Each field has a key, a default, and
an identity for every value: short ASCII text that addresses, caches and the browser hold. What a
reader sees of a choice is its label, which may change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self
from urllib.parse import parse_qsl, urlencode


class Field(Protocol):
    """One setting: where it stands in the address, and how its values are written there."""

    @property
    def key(self) -> str: ...

    @property
    def default(self) -> Any: ...

    def read(self, text: str) -> Any | None:
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

    def __post_init__(self) -> None:
        object.__setattr__(self, "default", self.default or next(iter(self.options)))

    def read(self, text: str) -> str | None:
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
        the value to start with, and the range, both ends included
    log, integer
        whether the slider is logarithmic, and whether values are integers
    key
        name in the address; `name` if empty
    """

    name: str
    label: str
    default: float
    low: float
    high: float
    log: bool = False
    integer: bool = False
    key: str = ""

    def __post_init__(self) -> None:
        kind = int if self.integer else float
        object.__setattr__(self, "key", self.key or self.name)
        object.__setattr__(self, "default", kind(self.default))

    def accepted(self, value: object) -> float | None:
        """Return `value` as this setting's number, or None if it is no number within the range."""
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        if not (math.isfinite(value) and self.low <= value <= self.high):
            return None
        return int(value) if self.integer else float(value)

    def read(self, text: str) -> float | None:
        try:
            return self.accepted(int(text) if self.integer else float(text))
        except ValueError:
            return None

    def write(self, value: float) -> str:
        return repr(value)


@dataclass(frozen=True)
class Switch:
    """Something that is on or off."""

    key: str
    label: str
    default: bool
    help: str

    def read(self, text: str) -> bool | None:
        return {"true": True, "false": False}.get(text.lower())

    def write(self, value: bool) -> str:
        return str(value).lower()


@dataclass(frozen=True)
class Settings:
    """Settings with their values, as one value."""

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        """Every setting with its value, in the order of the page."""
        raise NotImplementedError

    def address(self) -> dict[str, str]:
        """Return the identities of all settings that differ from their defaults, by key."""
        return {one.key: one.write(value) for one, value in self.settings if value != one.default}

    @property
    def token(self) -> str:
        """All settings as one line of ASCII text, the same for equal settings only."""
        return urlencode([(one.key, one.write(value)) for one, value in self.settings])


@dataclass(frozen=True)
class State(Settings):
    """All that a reader has set on one page."""

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        """Return the state whose settings are `value(field)`, a value that the field accepts."""
        raise NotImplementedError

    @classmethod
    def of_address(cls, address: Mapping[str, str]) -> Self:
        """Return the state that an address describes; what it leaves out or misstates is default.

        Parameters
        ----------
        address
            texts by key; links from before there were identities are understood, too
        """

        def value(one: Field) -> Any:
            found = one.read(address[one.key]) if one.key in address else None
            return one.default if found is None else found

        return cls.of(value)

    @classmethod
    def of_token(cls, token: str) -> Self:
        """Return the state with this token.

        Raises
        ------
        ValueError
            if no state of this page has it
        """
        state = cls.of_address(dict(parse_qsl(token)))
        if state.token != token:
            raise ValueError(f"This names no state of the page: {token!r}.")
        return state
