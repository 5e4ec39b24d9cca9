"""The letters that pages cite the sources by. Sources: docs/notation.md."""

from __future__ import annotations

from kpca_core._support.words import N_, _, language

SOURCES = {
    "S": N_("[S]: Schölkopf, Smola & Müller (1998)."),
    "B": N_("[B]: Bishop, *Pattern Recognition and Machine Learning*, section 12.3."),
    "N": N_("[N]: notes on norm and projection."),
    "C": N_("[C]: CS 4786, lecture 6."),
}

# A reader of Chinese may have this in place of [B].
CHINESE = N_(
    "[Z], the Chinese edition of [B], writes ψ for φ, and before eq. 12.76 “eigenvalues” where [B] "
    "has “a linear combination”."
)


def explain_letters(text: str, known: set[str]) -> str:
    """Return what the letters of a text mean that are not `known` yet, which they become."""
    new = [letter for letter in SOURCES if f"[{letter}]" in text and letter not in known]
    known.update(new)
    said = [_(SOURCES[letter]) for letter in new]
    if "B" in new and language() == "zh":
        said.append(_(CHINESE))
    return " ".join(said)
