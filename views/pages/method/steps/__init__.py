"""The steps of the page "Method": a folder each, with words, formulas and the name of a figure.

A contributor adds a step by adding a folder with a file ``step.toml``: its ``place`` among the
others, ``title``, ``text`` of at most four sentences, ``formulas`` with their source, a
``question`` that is answered by doing, ``because``, one sentence why, and the ``figure``: a name of
`views.pages.method.figures.FIGURES`. `pictures` says what of that figure the stage shows at a time:
a text each with the names of its sheets, rows apart by "/". `answer` names the sheets that answer
the question: a reader sees them who asks for the answer. In a formula ``\\blue{…}`` and its like
give a symbol the colour that it has in the figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from views.stories import read_toml

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Formula:
    """A formula as LaTeX, and where the sources have it."""

    latex: str
    source: str


@dataclass(frozen=True)
class MethodStep:
    """One step, see above; `link` leads to another page, with settings, where it goes on."""

    name: str
    place: int
    title: str
    text: str
    formulas: tuple[Formula, ...]
    figure: str
    pictures: tuple[str, ...]
    answer: tuple[str, ...]
    question: str
    because: str
    link: Mapping[str, str]


def read_step(path: Path) -> MethodStep:
    """Read a step.

    Raises
    ------
    ValueError
        if the file is not TOML, or lacks an entry; the message names it
    """

    def make(entries: Mapping[str, Any]) -> MethodStep:
        place, title = entries["place"], entries["title"]
        text, question, because = (
            " ".join(entries[key].split()) for key in ("text", "question", "because")
        )
        formulas = (Formula(one["latex"].strip(), one["source"]) for one in entries["formulas"])
        return MethodStep(
            path.parent.name, place, title, text, tuple(formulas),
            entries["figure"], tuple(entries["pictures"]), tuple(entries.get("answer", ())),
            question, because, MappingProxyType(entries.get("link", {})),
        )  # fmt: skip

    return read_toml(path, f"The step {path.parent.name}", make)


def _read() -> Mapping[str, MethodStep]:
    found = sorted(map(read_step, FOLDER.glob("*/step.toml")), key=lambda one: one.place)
    return MappingProxyType({one.name: one for one in found})


STEPS = _read()
ORDER = tuple(STEPS)
