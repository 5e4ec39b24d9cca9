"""The letters that pages cite the sources by. Sources: docs/notation.md."""

from __future__ import annotations

from kpca_core._support.words import N_, _

SOURCES = {
    "S": N_("[S]: Schölkopf, Smola & Müller (1998)."),
    "B": N_("[B]: Bishop, *Pattern Recognition and Machine Learning*, section 12.3."),
    "N": N_("[N]: notes on norm and projection."),
    "C": N_("[C]: CS 4786, lecture 6."),
}


def explain_letters(text: str, known: set[str]) -> str:
    """Return what the letters of a text mean that are not `known` yet, which they become."""
    new = [letter for letter in SOURCES if f"[{letter}]" in text and letter not in known]
    known.update(new)
    return " ".join(_(SOURCES[letter]) for letter in new)
