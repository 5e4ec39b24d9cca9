"""All pages, in the order in which they are listed: a page is named here once.

The page itself is `PAGE` of the package `views.pages` with its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kpca_core._support.words import N_
from views.words import compare, denoise, entrance, method, neighbours, sweep, table
from views.words.pages import DIGITS, PAPER, SCALE

LEARN, USE, SOURCES = N_("Learn"), N_("Use"), N_("Sources")


@dataclass(frozen=True)
class Named:
    """What is known of a page before it is loaded.

    Parameters
    ----------
    title, section
        what it is called, and where it is listed, in English
    what
        what it is, in English
    drawing
        the front end that draws it first: a file of ``assets/streamlit/`` of the canvas
    """

    title: str
    section: str
    what: str
    drawing: str


# By their names in addresses. The first one is what the explorer begins with.
PAGES: Mapping[str, Named] = {
    "explore": Named(N_("Explore"), LEARN, entrance.WHAT, "drawing"),
    "method": Named(N_("Method"), LEARN, method.WHAT, "method"),
    "sweep": Named(N_("Sweep"), LEARN, sweep.WHAT, "sweep"),
    "compare": Named(N_("Compare"), LEARN, compare.WHAT, "drawing"),
    "neighbours": Named(N_("Neighbours"), LEARN, neighbours.WHAT, "figure"),
    "table": Named(N_("Own data"), USE, table.WHAT, "drawing"),
    "denoise": Named(N_("Denoise"), USE, denoise.WHAT, "drawing"),
    "paper": Named(N_("Paper"), SOURCES, PAPER[1], "figure"),
    "digits": Named(N_("Digits"), SOURCES, DIGITS[1], "figure"),
    "scale": Named(N_("Scale"), SOURCES, SCALE[1], "figure"),
}
FIRST = next(iter(PAGES))
