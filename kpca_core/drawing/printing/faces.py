"""Fonts of printed figures in other languages: those of this system, found by Matplotlib.

Latin letters and formulas keep the figures' own font; a further one writes what that lacks.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from kpca_core._support.extras import needed
from kpca_core._support.words import ENGLISH, language, letters

with needed("Matplotlib", "draws SVG, PDF and PNG", "figures"):
    from matplotlib import font_manager

OWN = "DejaVu Sans"
# Preferred to any other font that has the letters: of Chinese those without serifs.
PREFERRED = (
    "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Hiragino Sans GB",
    "Microsoft YaHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "SimHei", "Heiti SC",
    "Noto Sans CJK JP", "Droid Sans Fallback",
)  # fmt: skip
# Matplotlib's font that has a box for every letter.
BOXES = "Last Resort"


def families() -> list[str]:
    """Return the families of fonts that printed figures of this context are written with."""
    return [OWN, *(_further(language()) or ())]


def printable_language() -> str:
    """Return the language of this context, or English where no font here has its letters."""
    return ENGLISH if _further(language()) is None else language()


@cache
def _further(name: str) -> tuple[str, ...] | None:
    """Return the families that a language needs besides OWN; None if this system has none."""
    lacking = letters(name) - _letters_of(font_manager.findfont(OWN))
    if not lacking:
        return ()
    manager = font_manager.fontManager
    # Matplotlib's list is older than a font that was installed since.
    for path in {*font_manager.findSystemFonts()} - {one.fname for one in manager.ttflist}:
        with suppress(OSError, RuntimeError):
            manager.addfont(path)
    ranks = {family: rank for rank, family in enumerate(PREFERRED)}
    plain = [one for one in manager.ttflist if one.style == "normal" and BOXES not in one.name]
    for one in sorted(plain, key=lambda one: (ranks.get(one.name, len(ranks)), one.name)):
        if lacking <= _letters_of(one.fname):
            return (one.name,)
    return None


def _letters_of(path: str) -> set[str]:
    with suppress(OSError, RuntimeError):
        return {chr(code) for code in font_manager.get_font(path).get_charmap()}
    return set()
