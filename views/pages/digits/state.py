"""What a reader can set on the page "Digits"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from kpca_core._support.words import N_
from kpca_core.reproduction.digits import DEGREES as TABLE_DEGREES
from views.hosting.limits import LIMITS
from views.shared.loading import BUILTIN, FILE, OPENML, PATH
from views.state.settings import Choice, Field, Number, Several, State

SOURCES = Choice(
    "digits",
    N_("Digits"),
    {
        BUILTIN: N_("Built-in digits"),
        **({FILE: N_("USPS from a file")} if LIMITS.files else {}),
        **({OPENML: N_("USPS from openml.org")} if LIMITS.downloads else {}),
    },
    old={
        "Built-in digits": BUILTIN,
        "USPS from a file": FILE,
        "USPS from openml.org": OPENML,
    },
)
DEGREES = Several("degrees", N_("Degrees d"), 100)
# Which numbers of components there are, and how much smoothing is usual, depends on the images.
COMPONENTS = {
    source: Several("components", N_("Components"), 10**6, source) for source in SOURCES.options
}
SMOOTHING = {
    source: Number("smoothing", N_("Smoothing, pixels"), None, 0.0, 4.0, owner=source)
    for source in SOURCES.options
}
IMAGES = Choice("images", N_("Degree"), {str(d): str(d) for d in TABLE_DEGREES}, default="4")


@dataclass(frozen=True)
class DigitsState(State):
    """Everything that the page shows, the computed entries of the table apart.

    Parameters
    ----------
    source
        of the digits: identity in SOURCES
    path
        of their file
    degrees, components
        columns and rows of the table; None: all that these images have
    smoothing
        standard deviation in pixels; None: what is usual for these images
    images
        the degree of the leading components below the table: identity in IMAGES
    """

    page = "digits"

    source: str
    path: str
    degrees: tuple[int, ...] | None
    components: tuple[int, ...] | None
    smoothing: float | None
    images: str

    @classmethod
    def of(cls, value: Callable[[Any], Any]) -> Self:
        source = value(SOURCES)
        degrees, components = value(DEGREES), value(COMPONENTS[source])
        return cls(
            source,
            value(PATH) if source == FILE else PATH.default,
            None if degrees is None else tuple(degrees),
            None if components is None else tuple(components),
            value(SMOOTHING[source]),
            value(IMAGES),
        )

    @property
    def settings(self) -> tuple[tuple[Field, Any], ...]:
        path = ((PATH, self.path),) if self.source == FILE else ()
        return (
            (SOURCES, self.source),
            *path,
            (DEGREES, self.degrees),
            (COMPONENTS[self.source], self.components),
            (SMOOTHING[self.source], self.smoothing),
            (IMAGES, self.images),
        )
