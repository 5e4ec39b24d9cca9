"""What the terms on the pages mean: one sentence each, and the equation.

The words stand in ``glossary.js``, from which drawings in the browser have them, too.
Sources: docs/notation.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from kpca_core._support.words import _
from kpca_core.drawing.canvas import ASSETS


class Term(NamedTuple):
    """A term's meaning in one or two sentences, and its equation or ""."""

    meaning: str
    equation: str = ""


def _read() -> dict[str, Term]:
    text = ASSETS.joinpath("glossary.js").read_text(encoding="utf-8")
    entries = json.loads(text.partition(" = ")[2].rstrip().removesuffix(";"))
    return {name: Term(*lines) for name, lines in entries.items()}


GLOSSARY: Mapping[str, Term] = _read()


def explained(*terms: str) -> str:
    """Return the terms with meanings and equations as Markdown, for a tooltip.

    Raises
    ------
    KeyError
        if `GLOSSARY` has no such term
    """
    parts = []
    for name in terms:
        term = GLOSSARY[name]
        equation = f"  \n`{term.equation}`" if term.equation else ""
        parts.append(f"**{_(name)}**: {_(term.meaning)}{equation}")
    return "\n\n".join(parts)
