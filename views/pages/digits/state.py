"""What a reader can set on the page "Digits"."""

from __future__ import annotations

from dataclasses import dataclass

from kpca_core._support.words import N_
from kpca_core.reproduction.digits import DEGREES as TABLE_DEGREES
from views.limits import LIMITS
from views.pages.digit_source import BUILTIN, FILE, OPENML, PATH
from views.state.declared import choice, setting, several
from views.state.fields import Choice, Number, Several
from views.state.settings import State

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


@dataclass(frozen=True)
class DigitsState(State, page="digits"):
    """Everything that the page shows, the computed entries of the table apart.

    None of degrees and components stands for all, of smoothing for what is usual for these images.
    """

    source: str = setting(SOURCES)
    path: str = setting(PATH, when=lambda s: s.source == FILE)
    degrees: tuple[int, ...] | None = several(N_("Degrees d"), 100)
    # Which numbers of components there are, and how much smoothing is usual, depends on the images.
    components: tuple[int, ...] | None = setting(
        lambda s: Several("components", N_("Components"), 10**6, s.source)
    )
    smoothing: float | None = setting(
        lambda s: Number("smoothing", N_("Smoothing, pixels"), None, 0.0, 4.0, owner=s.source)
    )
    # The degree of the leading components below the table.
    images: str = choice(N_("Degree"), {str(d): str(d) for d in TABLE_DEGREES}, "4")
