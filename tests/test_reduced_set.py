"""Reduced sets: errors, and that what they return is an expansion like any other."""

from __future__ import annotations

import numpy as np
import pytest
from support import POSITIVE, cloud, histogram_intersection, label

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Polynomial, Sigmoid, fit
from kpca_core.feature_space.reduced_set import reduced_set


def squared_distances_of(expansion, reduced):
    """‖Vⱼ − Ṽⱼ‖² from the Gram matrix of both sets of points."""
    points = np.vstack([expansion.points, reduced.points])
    weights = np.vstack([expansion.coefficients, -reduced.coefficients])
    return np.einsum("ij,ik,kj->j", weights, expansion.kernel(points), weights)


@pytest.mark.parametrize("kernel", [k for k in POSITIVE if k.has_gradient], ids=label)
@pytest.mark.parametrize("shared", [True, False])
def test_errors_are_the_squared_distances_and_moving_lowers_them(kernel, shared):
    found = fit(kernel, cloud(40, seed=1), 3)
    q = found.n_components
    result = reduced_set(found.expansion, 4, shared=shared, max_iterations=60)
    noise = 1e-9 * max(1.0, np.abs(found.expansion.coefficients).max() ** 2)
    np.testing.assert_allclose(
        result.errors, squared_distances_of(found.expansion, result.expansion), atol=noise
    )
    assert result.expansion.coefficients.shape[1] == q
    assert len(result.expansion.points) <= (4 if shared else 4 * q)
    assert result.errors.sum() <= result.start.sum() + 1e-12
    still = reduced_set(found.expansion, 4, shared=shared, move=False)
    np.testing.assert_allclose(still.errors, result.start, atol=1e-12)
    assert still.iterations == 0


@pytest.mark.parametrize("shared", [True, False])
def test_errors_are_true_where_points_have_coalesced(shared):
    def extended(X):
        squares = np.square(X[:, None, 0] - X[None, :, 0])
        return np.exp(-squares / 2) * (X * X[:, 0] + 1) ** (0 if shared else 2)

    kernel = Gaussian(2.0) if shared else Gaussian(2.0) * Polynomial(2, 1.0)
    X = np.random.default_rng(1).normal(size=(40, 1))
    over = fit(kernel, X, 4).expansion
    result = reduced_set(over, 3, shared=shared)
    points = np.vstack([over.points, result.expansion.points]).astype(np.longdouble)
    weights = np.vstack([over.coefficients, -result.expansion.coefficients]).astype(np.longdouble)
    truth = np.einsum("ij,ij->j", weights, extended(points) @ weights)
    np.testing.assert_allclose(result.errors, truth.astype(float), rtol=0, atol=2e-8)


@pytest.mark.parametrize("unit", [2.0**-30, 2.0**20, 2.0**30])
def test_the_units_of_the_data_do_not_matter(unit):
    X = cloud(60, seed=5, scale=1.0)
    expected = reduced_set(fit(Gaussian(1.0), X, 3).expansion, 6)
    result = reduced_set(fit(Gaussian(unit**2), unit * X, 3).expansion, 6)
    assert expected.errors.sum() < 0.3 * expected.start.sum()
    assert result.converged
    np.testing.assert_allclose(result.errors, expected.errors, rtol=1e-6)
    early = reduced_set(fit(Gaussian(unit**2), unit * X, 3).expansion, 6, max_iterations=2)
    assert not early.converged


def test_moved_points_beat_landmarks_on_the_clusters():
    X = gaussian_clusters(100, seed=1).X
    found = fit(Gaussian(0.1), X, 8)
    result = reduced_set(found.expansion, 30)
    assert (result.errors <= result.start / 3).all()
    grid = Grid.over(((-1.0, 1.0), (-0.5, 1.0)), 30)
    exact, close = found.expansion.on_grid(grid), result.expansion.on_grid(grid)
    assert np.abs(close - exact).max() < 0.05 * np.abs(exact).max()


def test_all_points_reproduce_the_fit():
    X = cloud(12, seed=4)
    for centre in (True, False):
        found = fit(Gaussian(0.5), X, 3, centre=centre)
        result = reduced_set(found.expansion, 12, move=False)
        np.testing.assert_allclose(result.errors, 0, atol=1e-9)
        np.testing.assert_allclose(result.expansion(X), found.scores, atol=1e-6)
        assert (result.expansion.mean_weights is None) == (not centre)


@pytest.mark.parametrize(
    ("kernel", "m", "message"),
    [
        (Sigmoid(), 3, "positive semidefinite"),
        (histogram_intersection, 3, "positive semidefinite"),
        ("precomputed", 3, "Precomputed"),
        (Gaussian(1.0), 0, "m=0"),
        (Gaussian(1.0), 21, "1 <= m <= 20; got m=21"),
        (Gaussian(1.0), 2.5, "m=2.5"),
    ],
)
def test_what_is_out_of_range_is_refused(kernel, m, message):
    X = Gaussian(1.0)(cloud(20)) if kernel == "precomputed" else cloud(20)
    with pytest.raises(ValueError, match=message):
        reduced_set(fit(kernel, X, 2).expansion, m)
