"""Mistakes that other programs ship, and ours: one test each of what is done here instead."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from datasets import gaussian_clusters, noisy_parabola
from kpca_core import Gaussian, KernelPCA, Laplacian, Polynomial, Sigmoid, fit

CLUSTERS = gaussian_clusters(seed="paper").X
# So many that every solver runs on them: 90 points are of too high a rank for some.
MANY = gaussian_clusters(200, seed=1).X


def test_the_all_ones_matrix_is_divided_by_n():
    """Otherwise a spurious first component appears, thousands of times the true one."""
    found = fit(Gaussian(0.1), CLUSTERS, None)
    scores = found.scores
    assert abs(scores[:, 0].mean()) <= 1e-14
    assert np.abs((scores @ scores.T).sum(axis=1)).max() <= 1e-12
    assert found.eigenvalues[0] < np.trace(Gaussian(0.1)(CLUSTERS))


@pytest.mark.parametrize("solver", ["dense", "low-rank", "explicit", "streaming", "iterative"])
def test_test_points_are_centred_with_the_means_of_the_training_points(solver):
    X = noisy_parabola(seed="paper").X + 1.0
    found = fit(Polynomial(3, 1.0), X, 5, solver=solver)
    largest = np.abs(found.scores).max()
    np.testing.assert_allclose(found.expansion(X), found.scores, rtol=0, atol=1e-10 * largest)
    few = X[:4]
    np.testing.assert_allclose(found.expansion(few), found.scores[:4], rtol=0, atol=1e-10 * largest)
    assert abs(found.expansion(few).mean(axis=0)).max() > 1e-3 * largest


def test_there_may_be_more_components_than_columns():
    model = KernelPCA(Gaussian(0.1), n_components=8).fit(CLUSTERS)
    assert CLUSTERS.shape[1] == 2
    assert model.transform(CLUSTERS[:5]).shape == (5, 8)
    assert fit(Gaussian(0.1), CLUSTERS[:3], 2).n_components == 2


@pytest.mark.parametrize("scale", [0.1, 1.0, 2.0, 10.0])
def test_negative_eigenvalues_cause_no_nan_and_no_disorder(scale):
    with np.errstate(all="raise"):
        found = fit(Sigmoid(scale, 1.0), CLUSTERS, None)
        values = found.expansion(CLUSTERS)
    assert len(found.negative) > 0
    assert (found.eigenvalues > 0).all()
    assert (np.diff(found.eigenvalues) <= 0).all()
    assert np.isfinite(values).all()
    size = max(found.eigenvalues[0], -found.negative[0])
    assert found.eigenvalues[-1] > 1e-12 * size * 0.99
    total = found.eigenvalues.sum() + found.negative.sum()
    assert total == pytest.approx(found.trace, abs=90 * 1e-12 * size)


def test_a_tracked_sweep_flips_no_sign():
    """A flip: the scores of one component before and after a small step point apart."""
    tracked = []
    for gamma in np.linspace(1, 50, 200):
        found = fit(Gaussian.from_gamma(gamma), CLUSTERS, 8)
        if tracked:
            found = found.aligned_to(tracked[-1])
        tracked.append(found)
        np.testing.assert_allclose(found.expansion(CLUSTERS), found.scores, rtol=0, atol=1e-9)
    assert len(tracked) == 200
    for before, after in pairwise(tracked):
        assert (np.einsum("ij,ij->j", before.scores, after.scores) >= 0).all()


@pytest.mark.parametrize("solver", ["dense", "low-rank", "streaming"])
def test_the_explained_variance_ratios_of_all_components_sum_to_one(solver):
    model = KernelPCA(Gaussian(0.1), solver=solver).fit(MANY)
    assert model.decomposition_.solver == solver
    assert model.explained_variance_ratio_.sum() == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("solver", ["dense", "separable", "low-rank", "streaming", "iterative"])
def test_the_explained_variance_ratio_divides_by_all_eigenvalues(solver):
    everything = KernelPCA(Gaussian(0.1), solver="dense").fit(MANY)
    two = KernelPCA(Gaussian(0.1), n_components=2, solver=solver).fit(MANY)
    assert two.decomposition_.solver == solver
    np.testing.assert_allclose(
        two.explained_variance_ratio_, everything.explained_variance_ratio_[:2], rtol=1e-9
    )
    assert two.explained_variance_ratio_.sum() < 0.7


@pytest.mark.parametrize("scale", [0.1, 1.0, 2.0, 10.0])
def test_all_components_of_the_sigmoid_figure_exist(scale):
    model = KernelPCA(Sigmoid(scale, 1.0)).fit(CLUSTERS)
    assert model.transform(CLUSTERS).shape[1] == len(model.eigenvalues_) >= 2


@pytest.mark.parametrize(
    ("solver", "kernel"),
    [
        ("explicit", Polynomial(3, 1.0)),
        ("dense", Gaussian(0.1)),
        ("separable", Gaussian(0.1)),
        ("low-rank", Polynomial(3, 1.0)),
        ("streaming", Gaussian(0.1)),
        ("iterative", Sigmoid(2.0, 1.0)),
    ],
)
def test_a_solver_that_is_named_is_the_one_that_runs(solver, kernel):
    assert fit(kernel, MANY, 2, solver=solver).solver == solver


@pytest.mark.parametrize(
    ("solver", "kernel"),
    [
        ("explicit", Gaussian(0.1)),
        ("separable", Laplacian(0.3)),
        ("low-rank", Sigmoid(2.0, 1.0)),
        ("streaming", Sigmoid(2.0, 1.0)),
    ],
)
def test_a_solver_that_cannot_run_is_refused_by_name(solver, kernel):
    with pytest.raises(ValueError, match=type(kernel).__name__):
        fit(kernel, MANY, 2, solver=solver)
