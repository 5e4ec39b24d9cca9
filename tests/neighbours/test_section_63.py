"""The sentences of [S] section 6.3, on one data set and two draws: as the benchmark found them."""

from __future__ import annotations

import pytest

from benchmarks.neighbours import CLAIMS, SEEDS, measured
from benchmarks.sentences import DATA
from views.words.neighbours import COUNTS, SENTENCES


@pytest.mark.parametrize("key", CLAIMS)
def test_a_sentence_holds_where_it_was_found_to(key):
    of_ten, draws = COUNTS.get(key, (SEEDS,) * len(DATA))[0], 2
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


def test_counts_are_those_of_sentences_that_there_are():
    assert set(COUNTS) <= set(CLAIMS)
    assert all(len(counts) == len(DATA) for counts in COUNTS.values())


def test_every_sentence_of_the_page_is_measured_and_every_claim_is_said():
    said = {one.claim for lines in SENTENCES.values() for one in lines if one.claim}
    assert said == set(CLAIMS)
    places = {one.claim: one.place for lines in SENTENCES.values() for one in lines if one.claim}
    assert all(CLAIMS[claim].place.startswith(place) for claim, place in places.items())
