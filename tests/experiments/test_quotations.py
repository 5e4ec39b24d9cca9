"""Every quotation of a source, on pages and in claims, stands in that source letter by letter."""

from __future__ import annotations

import re

import pytest
from support.paths import SHARED, needs

from kpca_core.reproduction import FIGURES
from kpca_core.reproduction.digit_claims import CHECKS
from views.words.glossary import GLOSSARY

FILES = {
    "S": "schoelkopf-smola-mueller-1998.txt",
    "B": "bishop-prml-12.3-kernel-pca.txt",
    "C": "cs4786-lecture-6-kernel-pca.txt",
}
TEXTS = {letter: SHARED / "papers" / name for letter, name in FILES.items()}
CLAIMS = [text for one in FIGURES.values() for text in one.checks] + list(CHECKS)
# What the extracted texts have lost or print in several ways: ligatures, dashes, spaces.
LOST = re.compile(r"fi|fl|\(cid:\d+\)|[^\w%().,;’']|_")


def plain(text: str) -> str:
    """Letters, digits and signs alone, ends of lines and what an extracted text lacks left out."""
    ligatures = text.translate(str.maketrans(dict.fromkeys("ﬀﬁﬂﬃﬄ", "")))
    return LOST.sub("", re.sub(r"-\n", "", ligatures)).lower()


def pieces(quotation: str) -> list[str]:
    return [plain(piece) for piece in quotation.split("…") if plain(piece)]


def quoted_in(text: str, letter: str) -> list[str]:
    source = plain(TEXTS[letter].read_text(encoding="utf-8"))
    missing = []
    for quotation in re.findall(r"“([^”]+)”", text):
        place = 0
        for piece in pieces(quotation):
            place = source.find(piece, place)
            if place < 0:
                missing.append(piece)
                break
    return missing


def test_every_claim_names_its_source_and_quotes_it():
    assert len(CLAIMS) >= 20
    for text in CLAIMS:
        assert re.search(r" \(([SBC]) [^()]+\)$", text), text
        assert len(re.findall(r"“[^”]+”", text)) == 1, text


@pytest.mark.parametrize("letter", FILES)
@needs(TEXTS["S"])
@needs(TEXTS["B"])
@needs(TEXTS["C"])
def test_claims_quote_word_by_word(letter):
    own = [text for text in CLAIMS if re.search(rf" \({letter} [^()]+\)$", text)]
    assert own
    assert {text: missing for text in own if (missing := quoted_in(text, letter))} == {}


@needs(TEXTS["S"])
@needs(TEXTS["B"])
def test_other_quotations_stand_in_their_source():
    others = {
        "S": [term.meaning for term in GLOSSARY.values()],
        "B": [one.remark for one in FIGURES.values()],
    }
    for letter, texts in others.items():
        assert any("“" in text for text in texts)
        assert [missing for text in texts if (missing := quoted_in(text, letter))] == []
