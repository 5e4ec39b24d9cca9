"""Held-out pre-images, stability, novelty, and the influence of columns beside shuffles."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.utils.estimator_checks import check_estimator
from support.planted import blocks, parabola, rings

from kpca_core import Gaussian, Laplacian, Linear, Polynomial, fit, pre_images
from kpca_core.choosing import (
    NoveltyDetector,
    held_out_errors,
    influence_band,
    local_noise,
    stability,
)

mpl.use("Agg")

X = np.random.default_rng(0).standard_normal((60, 4)) * [3.0, 2.0, 1.0, 0.5]


# Held-out pre-images


def test_without_noise_it_is_the_reconstruction_error_of_pca():
    found = held_out_errors(Linear(), X, (1, 2, 4), folds=60)
    squares = []
    for i in range(60):
        rest = np.delete(X, i, axis=0)
        mean = rest.mean(axis=0)
        axes = np.linalg.svd(rest - mean)[2]
        left = (X[i] - mean) @ axes.T
        squares.append([np.square(left[q:]).sum() for q in (1, 2, 4)])
    np.testing.assert_allclose(found.errors[0], np.mean(squares, axis=0), atol=1e-8)
    assert found.count == 4
    assert "Without a noise every further component lowers it" in str(found)


def test_with_noise_the_choice_denoises():
    noisy, exact = parabola(np.random.default_rng(1), 150)
    family = [Gaussian(one) for one in (0.1, 1.6)]
    found = held_out_errors(family, noisy, (1, 2, 3, 4, 8), noise=local_noise(noisy), folds=3)
    model = fit(found.kernel, noisy, found.count)
    points = pre_images(model.expansion, model.scores, start=noisy).points
    before, after = (np.square(one - exact).sum(axis=1).mean() for one in (noisy, points))
    assert after < 0.9 * before
    assert f"noise of standard deviation {found.noise:.3g}" in str(found)
    assert found.plot().get_yscale() == "log"


def test_components_that_are_lacking_have_no_error():
    found = held_out_errors(Linear(), X[:, :2], (1, 2, 3))
    assert np.isnan(found.errors[0, 2])
    assert found.count == 2


def test_noise_is_estimated_from_neighbours_and_from_the_spectrum():
    rng = np.random.default_rng(2)
    for make in (parabola, rings):
        assert 0.05 < local_noise(make(rng, 300)[0]) < 0.2
    factors = rng.standard_normal((200, 3)) @ rng.standard_normal((3, 30))
    assert local_noise(factors + 0.3 * rng.standard_normal((200, 30))) == pytest.approx(
        0.3, rel=0.1
    )
    with pytest.raises(ValueError, match="got 5 rows"):
        local_noise(X[:5])


# Stability


@pytest.mark.parametrize("method", ["bootstrap", "halves"])
def test_bands_hold_the_eigenvalues_of_the_population(method):
    """40 draws at 95 %: fewer than 32 hold the truth once in 4,000 times."""
    hits = 0
    for seed in range(40):
        rows = np.random.default_rng([3, seed]).standard_normal((100, 3)) * [3.0, 2.0, 1.0]
        low, high = stability(Linear(), rows, 1, method=method, samples=50, seed=seed).bands
        hits += bool(low[0] <= 9.0 <= high[0])
    assert hits >= 32


def test_samples_are_kernel_pca_of_the_rows_drawn():
    found = stability(Gaussian(9.0), X, 3, samples=2, seed=5)
    rows = np.random.default_rng(5).integers(0, 60, 60)
    np.testing.assert_allclose(
        found.samples[0], fit(Gaussian(9.0), X[rows], 3).variances, rtol=1e-8
    )
    assert found.left_out < 1e-9


def test_clusters_are_stable_and_directions_within_them_are_not():
    table = blocks(np.random.default_rng(0), 150, 6.0, 6)
    for method in ("bootstrap", "halves"):
        found = stability(Gaussian(30.0), table, 6, method=method, samples=60)
        assert found.stable == 2
        assert "The first 2 components keep their span" in str(found)
    lines = found.plot().get_lines()
    np.testing.assert_array_equal(lines[0].get_ydata(), found.variances)


def test_a_gram_matrix_can_be_resampled():
    K = Gaussian(9.0)(X)
    one, other = (
        stability("precomputed", K, 2, samples=5),
        stability(Gaussian(9.0), X, 2, samples=5),
    )
    np.testing.assert_allclose(one.samples, other.samples, rtol=1e-8)


# Novelty


@pytest.mark.parametrize(
    "detector",
    [
        NoveltyDetector(),
        NoveltyDetector(Gaussian(1.0), measure="hotelling"),
        NoveltyDetector(Gaussian(0.05), measure="both"),
        NoveltyDetector(Laplacian(4.0)),
        NoveltyDetector(Linear(), measure="both"),
        NoveltyDetector(Polynomial(2, 1.0), measure="hotelling"),
    ],
    ids=repr,
)
def test_the_detector_is_scikit_learns(detector):
    check_estimator(detector)


@pytest.mark.parametrize(("n", "columns", "far"), [(200, 2, 8.0), (200, 5, 8.0), (300, 10, 15.0)])
@pytest.mark.parametrize("kernel", [None, Gaussian(5.0), Laplacian(4.0)], ids=repr)
def test_a_far_row_among_the_fitted_is_the_most_novel_one(n, columns, far, kernel):
    table = np.random.default_rng(0).normal(size=(n, columns))
    table[0] = far / np.sqrt(columns)
    detector = NoveltyDetector(kernel)
    called = detector.fit_predict(table) < 0
    assert called[0]
    assert called.sum() == 0.05 * n
    assert np.argmin(detector.score_samples(table)) == 0
    np.testing.assert_array_equal(called, detector.predict(table) < 0)
    np.testing.assert_array_equal(called, detector.decision_function(table) < 0)
    np.testing.assert_array_equal(detector.distances(table), detector.held_out_)


@pytest.mark.parametrize("measure", ["error", "hotelling", "both"])
def test_of_fitted_rows_the_share_of_false_alarms_is_called_novel(measure):
    table = np.random.default_rng(3).normal(size=(100, 3))
    for share, kernel in ((0.05, Gaussian(0.1)), (0.1, None), (0.2, Linear())):
        detector = NoveltyDetector(kernel, 2, measure=measure, false_alarms=share)
        assert (detector.fit_predict(table) < 0).sum() == 100 * share


def test_fitted_rows_are_judged_by_a_fit_without_their_part():
    table = np.random.default_rng(5).normal(size=(40, 3))
    detector = NoveltyDetector(Gaussian(3.0), 3, folds=40).fit(table)
    for i in (0, 7, 39):
        rest = np.delete(table, i, axis=0)
        alone = NoveltyDetector(Gaussian(3.0), 3).fit(rest)
        np.testing.assert_allclose(detector.held_out_[i], alone.distances(table[[i]])[0])


def test_equal_rows_are_called_alike():
    rng = np.random.default_rng(8)
    table = np.repeat(rng.integers(0, 4, (25, 2)).astype(float), 4, axis=0)
    rng.shuffle(table)
    table[0] = [30.0, 30.0]
    detector = NoveltyDetector()
    called = detector.fit_predict(table)
    assert called[0] == -1
    for row in np.unique(table, axis=0):
        assert len(set(called[(table == row).all(axis=1)])) == 1
    assert (NoveltyDetector().fit_predict(np.ones((50, 2))) == 1).all()


@pytest.mark.parametrize("kernel", [None, Laplacian(4.0), Linear()], ids=repr)
def test_errors_and_hotelling_are_those_of_all_eigenvectors(kernel):
    found = NoveltyDetector(kernel, 2).fit(X)
    scores = fit(found.kernel_, X, None).scores
    # Beside the fitted rows, which are judged by other fits.
    errors, squares = found.distances(X + 1e-7).T
    np.testing.assert_allclose(errors, np.square(scores[:, 2:]).sum(axis=1), atol=1e-5)
    expected = np.square(scores[:, :2] / scores[:, :2].std(axis=0)).sum(axis=1)
    np.testing.assert_allclose(squares, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("measure", ["error", "both"])
def test_novel_rows_are_told_and_few_others(measure):
    rng = np.random.default_rng(4)
    usual, new = (rings(rng, n)[0] for n in (300, 600))
    far = rng.uniform(-3, 3, (300, 2))
    off = far[np.abs(np.abs(np.linalg.norm(far, axis=1) - 1.5) - 0.5) > 0.4]
    found = NoveltyDetector(Gaussian(0.5), 0.98, measure=measure, false_alarms=0.1).fit(usual)
    assert 0.05 < np.mean(found.predict(new) < 0) < 0.16
    both = np.concatenate([found.score_samples(new), found.score_samples(off)])
    assert roc_auc_score(np.arange(len(both)) < len(new), both) > 0.97


# Columns


def test_columns_that_carry_a_component_lie_above_their_band():
    found = []
    for seed in range(3):
        rng = np.random.default_rng([6, seed])
        table = rng.standard_normal((100, 5))
        table[:, :3] += np.where(np.arange(100)[:, None] % 2, 2.0, -2.0)
        found.append(influence_band(Gaussian(12.0), table / table.std(axis=0), 1, shuffles=20))
    assert all(one.matter[:3].all() for one in found)
    assert sum(one.matter[3:].sum() for one in found) <= 2
    assert set(found[0].ranking[:3]) == {0, 1, 2}
    assert (found[0].band[0] <= found[0].band[1]).all()
    assert len(found[0].plot(names="abcde").get_xticklabels()) == 5


# All of them
