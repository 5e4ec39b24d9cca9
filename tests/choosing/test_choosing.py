"""What is found in tables whose structure was planted, and what is refused."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from support.planted import TABLES, is_right

from kpca_core import Gaussian, fit
from kpca_core.analysis.separation import separations
from kpca_core.choosing import farthest_rows, findings, followed, parallel_analysis
from kpca_core.choosing.shuffling import compared, some_rows
from kpca_core.tables import builtin
from kpca_core.tables.rows import standardised
from kpca_core.widths import median_distance

mpl.use("Agg")

# Of so many draws this many have to be right: what is right in 19 of 20 draws fails in 1 of 1,700.
DRAWS, LEAST = 8, 5


def analysed(X):
    X = standardised(np.asarray(X, dtype=float))
    return Gaussian(median_distance(X) ** 2), X


def clusters(seed, n=120, columns=6, apart=6.0):
    rng = np.random.default_rng(seed)
    middles = apart * (np.arange(columns) % 3 == np.arange(3)[:, None])
    labels = np.arange(n) % 3
    return middles[labels] + rng.standard_normal((n, columns)), labels


@pytest.mark.parametrize("name", TABLES)
def test_planted_structure_is_found(name):
    right = {}
    for seed in range(DRAWS):
        rng = np.random.default_rng([7, seed])
        for what, one in is_right(TABLES[name](rng, 200), seed).items():
            right[what] = right.get(what, 0) + one
    # Twice as far: the order is right, the line is drawn less often.
    named = {"rows named"} if "2 times" in name else set()
    assert {what for what, count in right.items() if count < LEAST} <= named, right


def test_noise_stands_out_as_often_as_chance_has_it():
    """One table in 21 exceeds 20 shuffles: 40 tables would show 7 or more once in 300 times."""
    rng = np.random.default_rng(0)
    tables = (analysed(rng.standard_normal((40, 5))) for _ in range(40))
    found = sum(parallel_analysis(*table, seed=k).count > 0 for k, table in enumerate(tables))
    assert found <= 6


def test_counting_ends_with_the_first_that_does_not_stand_out():
    kernel, X = analysed(clusters(0)[0])
    found = parallel_analysis(kernel, X)
    above = found.eigenvalues > found.shuffled.max(axis=0)
    assert found.count == 2
    assert above[:2].all()
    assert not above[2]
    assert str(found) == (
        "2 of 8 components stand out from the same table with its columns shuffled (20 shuffles)."
    )


def test_every_column_is_shuffled_by_itself_and_keeps_its_values():
    rows = np.tile(np.arange(50)[:, None], (1, 3))
    found = compared(lambda one, other: (one, other), [rows, 9 * rows], 2, seed=0)
    np.testing.assert_array_equal(found[0][0], rows)
    for one, other in found[1:]:
        np.testing.assert_array_equal(np.sort(one, axis=0), rows)
        np.testing.assert_array_equal(other, 9 * one)
        assert (one[:, 0] != one[:, 1]).any()
    assert (found[1][0] != found[2][0]).any()


def test_repeated_columns_stand_out_and_constant_ones_change_nothing():
    noise = np.random.default_rng(2).standard_normal((100, 4))
    kernel, X = analysed(noise)
    assert parallel_analysis(kernel, X).count == 0
    constant = np.column_stack([X, np.zeros(100)])
    np.testing.assert_allclose(
        parallel_analysis(kernel, constant).eigenvalues,
        parallel_analysis(kernel, X).eigenvalues,
        rtol=1e-9,
    )
    assert parallel_analysis(*analysed(np.column_stack([noise, noise]))).count >= 1


@pytest.mark.parametrize("count", [0, 2, 99])
def test_errors_are_squared_distances_from_mean_and_components(count):
    """Against all eigenvectors: ‖φ(x) − P φ(x)‖² is the sum of the remaining squared scores."""
    X = clusters(0, n=40)[0]
    kernel = Gaussian(20.0)
    scores = fit(kernel, X, None).scores
    found = farthest_rows(kernel, X, count)
    np.testing.assert_allclose(found.errors, (scores[:, count:] ** 2).sum(axis=1), atol=1e-9)


def test_rows_of_a_large_table_are_measured_against_a_part_of_it():
    rng = np.random.default_rng(1)
    X = rng.standard_normal((5000, 4))
    X[[17, 4000]] += 9.0 * np.array([[1, -1, 1, 1], [-1, -1, 1, -1]])
    found = farthest_rows(Gaussian(8.0), X, 0, most_rows=300)
    assert found.rows == 300
    assert set(found.ranking[:2].tolist()) == {17, 4000} == set(found.far.tolist())
    assert len(some_rows(5000, 300, 0)) == 300
    assert not len(farthest_rows(Gaussian(8.0), rng.standard_normal((500, 4)), 0).far)


def test_statements_about_classes_count_rows():
    table = builtin("iris")
    rows = table.rows(label=table.label, standardise=True)
    kernel, X = analysed(rows.X)
    scores = fit(kernel, X, 2).scores
    (one,) = separations(scores, rows.labels, X)
    assert (one.component, rows.words[one.label]) == (0, "setosa")
    side = scores[:, 0] > one.threshold
    mine = side if one.above else ~side
    assert one.inside == mine[rows.labels == one.label].sum() == one.size == 50
    assert one.strangers == mine[rows.labels != one.label].sum() == 0
    assert one.said("setosa") == (
        "separates setosa from the others: 50 of 50 on one side, 0 of 100 others"
    )
    flipped = separations(-scores, rows.labels, X)[0]
    assert (flipped.inside, flipped.strangers, flipped.above) == (50, 0, not one.above)


def test_labels_at_random_and_few_rows_are_no_classes():
    rng = np.random.default_rng(0)
    for _ in range(200):
        assert not separations(rng.standard_normal((30, 4)), rng.integers(0, 3, 30))
    apart = np.arange(8.0)[:, None]
    # C(8, 4) = 70 arrangements: one in 35 would part four of eight.
    assert not separations(apart, np.arange(8) // 4)
    assert separations(np.arange(60.0)[:, None], np.arange(60) // 30)
    # Copies are no evidence.
    copies = np.repeat(apart, 10, axis=0)
    assert separations(copies, np.arange(80) // 40)
    assert not separations(copies, np.arange(80) // 40, copies)
    assert separations(np.zeros((60, 1)), np.arange(60) // 30) == []


def test_a_component_follows_a_column_beyond_shuffles():
    rng = np.random.default_rng(0)
    t = rng.uniform(-1, 1, 200)
    X = np.column_stack([t, t**3, np.exp(t), rng.standard_normal(200)])
    X[:, :3] += 0.05 * rng.standard_normal((200, 3))
    found = findings(*analysed(X))
    assert found.standing.count >= 1
    columns = {one.column for one in found.followed if one.component == 0}
    assert {0, 2} <= columns <= {0, 1, 2}
    assert all(abs(one.correlation) > 0.8 for one in found.followed if one.component == 0)
    assert set(found.needed) == {0, 1, 2}
    ax = found.plot(names="abcd")
    far = len(found.farthest.far)
    assert ax.get_title() == f"3 columns needed, {far} rows far out"
    most = max(found.followed, key=lambda one: (one.component == 0, abs(one.correlation)))
    said = {text.xy[0]: text.get_text() for text in ax.texts}
    assert set(said) == {one.component + 1 for one in found.followed}
    assert said[1] == f"{'abcd'[most.column]} {most.correlation:+.2f}"
    bars = ax.patches[: len(found.standing.eigenvalues)]
    assert [bar.get_height() for bar in bars] == found.standing.eigenvalues.tolist()
    correlations, chance = np.array([[0.9, 0.95, 0.2]]), np.array([[0.92], [0.3]])
    assert [one.column for one in followed(correlations, chance, 1)] == [1]
    assert followed(correlations, chance, 0) == []


def test_rank_correlations_are_spearmans():
    from scipy.stats import spearmanr

    from kpca_core.choosing.components import rank_correlations, ranks

    rng = np.random.default_rng(0)
    X = rng.integers(0, 5, (60, 3)).astype(float)
    scores = rng.standard_normal((60, 2))
    found = rank_correlations(scores, ranks(X))
    for j in range(2):
        for d in range(3):
            assert found[j, d] == pytest.approx(spearmanr(scores[:, j], X[:, d]).statistic)
    assert rank_correlations(scores, ranks(np.ones((60, 1)))).tolist() == [[0.0], [0.0]]
