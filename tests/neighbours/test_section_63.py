"""The sentences of [S] section 6.3, on one data set and two draws: as the benchmark found them."""

from __future__ import annotations

import re

import pytest
from support.paths import ROOT
from support.section_63 import CLAIMS, DATA, SEEDS, measured

from kpca_core.neighbours import OFFERS

SAID = {one.claim: one for offer in OFFERS.values() for one in offer.sentences if one.claim}


@pytest.mark.parametrize("key", CLAIMS)
def test_a_sentence_holds_where_it_was_found_to(key):
    of_ten, draws = SAID[key].counts[0], 2
    count, _ = measured(key, "parabola", range(draws))
    if of_ten == SEEDS:
        assert count == draws
    elif of_ten == 0:
        assert count == 0
    else:
        # What a hundredth of all draws would do.
        share = of_ten / SEEDS
        assert 0 <= count <= draws
        assert count > 0 or (1 - share) ** draws > 0.01


def test_every_sentence_of_the_page_is_measured_and_every_claim_is_said():
    assert set(SAID) == set(CLAIMS)
    assert all(CLAIMS[claim].place.startswith(one.place) for claim, one in SAID.items())


def test_what_is_said_of_draws_is_what_the_documents_say():
    """The counts of docs/measured.md, which `python -m benchmarks neighbours` writes."""
    text = (ROOT / "docs" / "measured.md").read_text(encoding="utf-8")
    counted = "".join(rf"[^|]*?{name} (\d+) \(" for name in DATA)
    rows = re.findall(rf"^\| (?:[\d.]+|ours) (.*?) \|{counted}", text, re.MULTILINE)
    known = {claim: tuple(map(int, counts)) for claim, *counts in rows}
    assert known == {claim: one.counts for claim, one in SAID.items()}
