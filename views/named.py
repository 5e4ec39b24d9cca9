"""All pages, in the order in which they are listed: a page is named here once.

The page itself is `PAGE` of the package `views.pages` with its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kpca_core._support.words import N_, _
from views.words import compare, denoise, entrance, method, neighbours, sweep, table
from views.words.pages import DIGITS, PAPER, SCALE

PRODUCT = N_("Kernel PCA explorer")
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
        the kind of its first drawing, a name of ``front.js`` of the canvas
    parts
        of the front end that this drawing needs besides, by their paths in the canvas's assets
    """

    title: str
    section: str
    what: str
    drawing: str
    parts: tuple[str, ...] = ()


# By their names in addresses. The first one is what the explorer begins with.
PAGES: Mapping[str, Named] = {
    "explore": Named(N_("Explore"), LEARN, entrance.WHAT, "drawing", ("explore.js",)),
    "method": Named(N_("Method"), LEARN, method.WHAT, "method", ("figure/spaces.js",)),
    "sweep": Named(N_("Sweep"), LEARN, sweep.WHAT, "sweep"),
    "compare": Named(N_("Compare"), LEARN, compare.WHAT, "drawing", ("compare/pairs.js",)),
    "neighbours": Named(N_("Neighbours"), LEARN, neighbours.WHAT, "figure", ("figure/maps.js",)),
    "table": Named(N_("Own data"), USE, table.WHAT, "drawing", ("explore.js", "scores.js")),
    "denoise": Named(N_("Denoise"), USE, denoise.WHAT, "drawing", ("denoise/scene.js",)),
    "paper": Named(N_("Paper"), SOURCES, PAPER[1], "figure", ("figure/maps.js",)),
    "digits": Named(N_("Digits"), SOURCES, DIGITS[1], "figure", ("figure/images.js",)),
    "scale": Named(N_("Scale"), SOURCES, SCALE[1], "figure", ("figure/maps.js",)),
}
FIRST = next(iter(PAGES))


def title_of(page: str) -> str:
    """Return the title of the page at this place below the address of the app."""
    page = page or FIRST
    return f"{_(PAGES[page].title)} · {_(PRODUCT)}" if page in PAGES else _(PRODUCT)
