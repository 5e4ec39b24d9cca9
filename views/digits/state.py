"""What an address holds of the page "Digits"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from views.limits import LIMITS
from views.state import Choice, Field, State

BUILTIN, FILE, OPENML = "builtin", "file", "openml"
SOURCES = Choice(
    "digits",
    "Digits",
    {
        BUILTIN: "Built-in digits",
        **({FILE: "USPS from a file"} if LIMITS.files else {}),
        **({OPENML: "USPS from openml.org"} if LIMITS.downloads else {}),
    },
    old={
        "Built-in digits": BUILTIN,
        "USPS from a file": FILE,
        "USPS from openml.org": OPENML,
    },
)


@dataclass(frozen=True)
class DigitsState(State):
    """The source of the digits: identity in SOURCES. What is set below it stays in the session."""

    source: str

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        return cls(value(SOURCES))

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        return ((SOURCES, self.source),)
