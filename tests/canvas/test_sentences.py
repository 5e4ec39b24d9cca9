"""Sentences about components: true of the paper's figures, silent where nothing was measured."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sentences import sentences

from datasets import Dataset, concentric_rings, gaussian_clusters, noisy_parabola
from kpca_core import Gaussian, Linear, Polynomial, Sigmoid, fit
from kpca_core.analysis import measures

KERNELS = (Gaussian(0.1), Gaussian(2.0), Polynomial(2), Linear(), Sigmoid(2.0, 1.0))
LABEL_WORDS = ("cluster", "ring", "group")


def said(kernel, data: Dataset, count=8, **more) -> list[str]:
    return sentences(fit(kernel, data.X, 16, **more), data.X, data.labels, count)


@pytest.fixture(scope="module")
def clusters():
    return gaussian_clusters(seed="paper")


def drawn(seed: int) -> Dataset:
    """Other points than those that thresholds were looked at."""
    rng = np.random.default_rng(seed)
    makers = (
        lambda: gaussian_clusters(int(rng.integers(5, 40)), rng.uniform(0.05, 0.4), seed=seed),
        lambda: concentric_rings(int(rng.integers(40, 150)), (0.5, 1.0), 0.05, seed),
        lambda: noisy_parabola(int(rng.integers(20, 120)), 0.2, seed=seed),
    )
    return makers[seed % 3]()


CASES = st.tuples(st.integers(0, 10_000).map(drawn), st.sampled_from(KERNELS))


def test_figure_4_in_words(clusters):
    first, second, *splits = said(Gaussian(0.1), clusters)
    assert first == "Separates all 3 clusters."
    assert second == "Separates cluster 3 from the rest."
    assert {text.split(";")[0].strip(".") for text in splits[:3]} == {
        f"Splits cluster {k}" for k in (1, 2, 3)
    }
    assert all(text.startswith("Splits cluster") for text in splits)


def test_other_figures_in_words(clusters):
    assert said(Polynomial(2), noisy_parabola(seed="paper"), 3) == [
        "Varies along the parabola.",
        "Rises and falls along the parabola.",
        "Varies across the parabola.",
    ]
    rings = said(Polynomial(2), concentric_rings(200))
    assert rings[:2] == ["Goes twice around the outer ring."] * 2
    assert rings[2] == "Separates the inner ring from the outer ring."
    assert "nearly linear, steepest at 27°" in said(Linear(), clusters)[0]
    assert said(Gaussian(0.1), clusters, centre=False)[0].startswith("Has one sign on all points")
    assert (
        "ver half of λ comes from 5\N{NO-BREAK SPACE}% of the points"
        in said(Gaussian(0.001), clusters)[0]
    )


def test_pairs_name_each_other():
    t = 2 * np.pi * np.arange(60) / 60
    circle = Dataset("circle", np.column_stack([np.cos(t), np.sin(t)]), np.zeros(60, int),
                     ((-2, 2), (-2, 2)))  # fmt: skip
    texts = said(Gaussian(1.0), circle, 4)
    partners = [int(re.search(r"interchangeable with (\d+)", t)[1]) for t in texts]
    assert partners == [2, 1, 4, 3]


@settings(deadline=None, max_examples=30)
@given(CASES, st.randoms(use_true_random=False))
def test_order_signs_and_repeats_leave_the_words_as_they_are(case, random):
    data, kernel = case
    found = fit(kernel, data.X, 6)
    before = sentences(found, data.X, data.labels)
    n, q = found.scores.shape
    order = np.array(random.sample(range(n), n))
    moved = found.with_scores(found.scores[order])
    assert sentences(moved, data.X[order], data.labels[order]) == before
    signs = np.array([random.choice([-1.0, 1.0]) for _ in range(q)])
    assert sentences(found.with_signs(signs), data.X, data.labels) == before
    twice = found.with_scores(np.repeat(found.scores, 2, axis=0))
    assert sentences(twice, np.repeat(data.X, 2, axis=0), np.repeat(data.labels, 2)) == before


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000), st.permutations(range(3)), st.sampled_from(KERNELS))
def test_clusters_are_named_by_their_labels(seed, names, kernel):
    data = gaussian_clusters(20, 0.15, seed=seed)
    found = fit(kernel, data.X, 6)
    before = sentences(found, data.X, data.labels)
    after = sentences(found, data.X, np.array(names)[data.labels])

    def new_names(listed: re.Match[str]) -> str:
        return re.sub(r"\d", lambda digit: str(names[int(digit[0]) - 1] + 1), listed[0])

    for old, new in zip(before, after, strict=True):
        renamed = re.sub(r"clusters? \d((,| and) \d)*", new_names, old)
        assert set(re.findall(r"[\w.]+\b", renamed)) == set(re.findall(r"[\w.]+\b", new))


def test_words_of_a_table_stand_where_numbers_would(clusters):
    found = fit(Gaussian(0.1), clusters.X, 8)

    def with_words(*words: str) -> list[str]:
        return sentences(found, clusters.X, clusters.labels, 5, words)

    first, second, *splits = with_words("setosa", "versicolor", "two words, or more")
    assert first == "Separates all 3 groups."
    assert second == "Separates “two words, or more” from the rest."
    assert {text.split(";")[0].strip(".") for text in splits} == {
        "Splits setosa", "Splits versicolor", "Splits “two words, or more”",
    }  # fmt: skip
    numbers = with_words("3", "5", "10")
    assert numbers[:2] == [
        "Separates all 3 groups.", "Separates label 10 from the rest.",
    ]  # fmt: skip
    long = with_words("a", "b", "c" * 1000)
    assert max(map(len, long)) < 200
    two = np.minimum(clusters.labels, 1)
    said = sentences(found, clusters.X, two, 2, ("left", "right"))
    assert "Separates left from right." in said


@settings(deadline=None, max_examples=60)
@given(CASES, st.integers(0, 2**32 - 1), st.integers(2, 5))
def test_a_random_labelling_gets_no_claim(case, seed, k):
    data, kernel = case
    labels = np.random.default_rng(seed).integers(0, k, len(data.X))
    texts = sentences(fit(kernel, data.X, 8), data.X, labels)
    assert not [text for text in texts if any(word in text for word in LABEL_WORDS)]


@settings(deadline=None, max_examples=40)
@given(CASES)
def test_every_statement_is_what_the_measures_say(case):
    data, kernel = case
    found = fit(kernel, data.X, 8)
    texts = sentences(found, data.X, data.labels)
    assert len(texts) == found.n_components
    shares = measures.cluster_shares(found.scores, data.labels)
    smaller = measures.smaller_parts(found.scores, data.labels)
    for j, text in enumerate(texts):
        assert not text or (text[0].isupper() and text.endswith("."))
        values = found.scores[:, j]
        if match := re.search(r"[Ss]plits cluster (\d)\b(?! and)", text):
            k = int(match[1]) - 1
            assert shares[k, j] > measures.MAJORITY
            assert smaller[k, j] >= 1 / 3
        if match := re.search(r"[Ss]eparates cluster (\d) from the rest", text):
            own = data.labels == int(match[1]) - 1
            assert values[own].min() > values[~own].max() or values[own].max() < values[~own].min()
        if "inner ring from the outer" in text:
            assert abs(measures.gap(values, data.labels)) > 0
            assert measures.gap(values, data.labels) > 0
        if "nearly linear" in text:
            assert measures.unexplained_by_a_plane(data.X, values) < 0.05
        if "one sign" in text:
            assert (values > 0).all() or (values < 0).all()


def test_few_points_are_not_spoken_of():
    X = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [1.1, 1.0]])
    tiny = Dataset("tiny", X, np.array([0, 0, 1, 1]), ((-1, 2), (-1, 2)))
    for text in said(Gaussian(1.0), tiny):
        assert not any(word in text for word in LABEL_WORDS)
    one = replace(tiny, X=X[:1], labels=tiny.labels[:1])
    assert said(Gaussian(1.0), one) == []


def test_where_nothing_is_found_nothing_is_said():
    X = np.random.default_rng(4).uniform(-1, 1, (200, 2))
    cloud = Dataset("cloud", X, np.zeros(200, dtype=int), ((-1, 1), (-1, 1)))
    assert "" in said(Gaussian(0.1), cloud)


# Measures that only the sentences use


def test_groups_end_where_no_value_of_another_lies():
    values = np.array([[0.0], [1.0], [0.5], [2.0], [5.0], [6.0]])
    ranges = measures.class_ranges(values, np.array([2, 2, 0, 0, 1, 1]))
    assert ranges[:, :, 0].tolist() == [[0.5, 2.0], [5.0, 6.0], [0.0, 1.0]]
    assert measures.ordered_groups(ranges[:, :, 0]) == [[2, 0], [1]]


def test_surprise_is_the_probability_of_a_random_labelling():
    assert measures.order_surprise([2, 2]) == pytest.approx(np.log(6 / 2))
    rng = np.random.default_rng(0)
    X, labels = rng.standard_normal((12, 1)), np.repeat([0, 1], 6)
    shares = np.array([measures.between_classes(X, rng.permutation(labels)) for _ in range(4000)])
    for share in (0.3, 0.5):
        assert (shares >= share).mean() <= np.exp(-measures.share_surprise(share, 12, 2)) * 1.1


@given(st.integers(0, 1000))
def test_what_a_design_explains_is_a_projection(seed):
    rng = np.random.default_rng(seed)
    D, F = rng.standard_normal((9, 3)), rng.standard_normal((9, 2))
    Q = np.linalg.qr(D)[0]
    expected = ((Q.T @ F) ** 2).sum(axis=0) / (F**2).sum(axis=0)
    np.testing.assert_allclose(measures.explained(D, F), expected, atol=1e-9)
    again = np.column_stack([D, D[:, 0]])
    np.testing.assert_allclose(measures.explained(again, F), expected, atol=1e-9)
