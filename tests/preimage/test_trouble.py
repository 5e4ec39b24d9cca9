"""Pre-images from every solver and estimator, and of what is out of the ordinary."""

from __future__ import annotations

import warnings

import dask.array as da
import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.gaussian_process import kernels as gp
from support import cloud, label, solvers_of
from support.peak import with_peak

from datasets import gaussian_clusters
from kpca_core import (
    Expansion,
    Gaussian,
    KernelPCA,
    Laplacian,
    Linear,
    Polynomial,
    Sigmoid,
    fit,
)
from kpca_core import distributed as cluster
from kpca_core.feature_space import preimage
from kpca_core.feature_space.preimage import FixedPoint, Minimisation, pre_images
from kpca_core.solvers import problem, separable, streaming

# Every solver


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Polynomial(3, 1.0), Laplacian(0.7)], ids=label)
@pytest.mark.parametrize("centre", [True, False])
def test_all_solvers_have_the_same_pre_images(kernel, centre):
    X = cloud(90, seed=1)
    expected = fit(kernel, X, 4, centre=centre, solver="dense")
    Z = expected.scores[:20]
    points = pre_images(expected.expansion, Z).points
    for solver in solvers_of(kernel):
        found = fit(kernel, X, 4, centre=centre, solver=solver)
        assert (found.expansion.mean_weights is None) == (not centre)
        signs = found.signs_like(expected)
        images = pre_images(found.expansion, Z * signs)
        np.testing.assert_allclose(images.points, points, atol=1e-6)


@pytest.mark.parametrize("solver", ["separable", "low-rank", "streaming"])
@pytest.mark.parametrize("centre", [True, False])
def test_expansions_over_landmarks_hold_the_mean(solver, centre, monkeypatch):
    """As with more than 20,000 rows; the mean is that of all points, to trace(E)/n."""
    X = gaussian_clusters(300, seed=1).X
    dense = fit(Gaussian(1.0), X, 5, centre=centre, solver="dense")
    for module in (problem, separable, streaming):
        monkeypatch.setattr(module, "ALL_POINTS", 10)
    found = fit(Gaussian(1.0), X, 5, centre=centre, solver=solver)
    over = found.expansion
    assert len(over.points) != len(X)
    where = cloud(9, seed=2)
    if centre:
        means = Gaussian(1.0)(where, over.points) @ over.mean_weights
        np.testing.assert_allclose(means, Gaussian(1.0)(where, X).mean(axis=1), atol=1e-9)
    assert centre or over.mean_weights is None or not over.mean_weights.any()
    images = pre_images(over, dense.scores * found.signs_like(dense))
    expected = pre_images(dense.expansion, dense.scores)
    np.testing.assert_allclose(images.objective, expected.objective, atol=1e-9)
    np.testing.assert_allclose(images.points, expected.points, atol=1e-5)


def test_of_a_subset_the_mean_is_that_of_the_subset():
    X = cloud(60)
    half = fit(Gaussian(1.0), X, 3, subset=30)
    direct = fit(Gaussian(1.0), X[:30], 3)
    Z = direct.scores * half.with_scores(half.scores[:30]).signs_like(direct)
    np.testing.assert_allclose(
        pre_images(half.expansion, Z).points,
        pre_images(direct.expansion, direct.scores).points,
        atol=1e-8,
    )


def test_partial_fit_and_a_cluster_have_pre_images():
    X = gaussian_clusters(60, seed=2).X
    whole = KernelPCA(Gaussian(0.5), n_components=6).fit(X)
    expected = whole.inverse_transform(whole.transform(X))
    blocks = KernelPCA(Gaussian(0.5), n_components=6)
    for part in np.array_split(X[np.random.default_rng(0).permutation(len(X))], 3):
        blocks.partial_fit(part)
    rows = da.from_array(X, chunks=(60, 2))
    remote = cluster.fit(Gaussian(0.5), rows, 6)
    for model in (blocks, remote):
        back = model.inverse_transform(model.transform(X))
        np.testing.assert_allclose(back, expected, atol=1e-5)
    lazy = remote.inverse_transform(remote.transform(rows))
    assert isinstance(lazy, da.Array)
    assert lazy.shape == (180, 2)
    np.testing.assert_allclose(lazy.compute(), expected, atol=1e-5)


def test_blocks_do_not_change_a_pre_image(monkeypatch):
    found = fit(Gaussian(0.5), cloud(50), 4)
    for method in ("fixed-point", "minimisation", "distances"):
        whole = pre_images(found.expansion, found.scores, method)
        with monkeypatch.context() as patch:
            patch.setattr(preimage, "BLOCK", 50 * 7)
            parts = pre_images(found.expansion, found.scores, method)
        np.testing.assert_allclose(parts.points, whole.points, atol=1e-9)
        np.testing.assert_allclose(parts.objective, whole.objective, atol=1e-14)


# The estimator


def test_the_estimator_returns_what_it_was_given_in_kind():
    X = cloud(40)
    model = KernelPCA(Gaussian(0.5), n_components=4)
    with pytest.raises(NotFittedError):
        model.inverse_transform(np.ones((2, 4)))
    scores = model.fit_transform(X)
    expected = pre_images(model.expansion_, scores).points
    np.testing.assert_array_equal(model.inverse_transform(scores), expected)
    np.testing.assert_array_equal(model.inverse_transform(pd.DataFrame(scores)), expected)
    np.testing.assert_array_equal(model.inverse_transform(scores.tolist()), expected)
    single = model.inverse_transform(scores.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, expected, atol=1e-4)
    small = KernelPCA(1e-20 * Linear(), n_components=1).fit(X)
    assert np.isfinite(small.inverse_transform(np.array([[1e30]]))).all()
    with pytest.raises(ValueError, match=r"Pre-images of up to .*e\+\d\d are beyond .*float32"):
        small.inverse_transform(np.array([[1e30]], np.float32))


def test_iterations_that_end_early_are_a_warning_and_a_flag():
    X = cloud(40)
    model = KernelPCA(Gaussian(0.5), n_components=4).fit(X)
    Z = model.transform(X)
    for method in (FixedPoint(max_iterations=1, restarts=0), Minimisation(max_iterations=1)):
        images = pre_images(model.expansion_, Z, method)
        assert not images.converged.all()
        assert (images.iterations >= 1).all()
        ridge = pre_images(model.expansion_, Z, "ridge")
        assert (images.objective <= ridge.objective + 1e-14).all()
        with pytest.warns(UserWarning, match=r"of 40 pre-images did not converge.*max_iterations"):
            model.inverse_transform(Z, method)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.inverse_transform(Z)


# What is out of the ordinary


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Linear(), Laplacian(1.0), Sigmoid(0.3)])
def test_without_components_the_pre_image_is_that_of_the_mean(kernel):
    X = cloud(40, offset=1.0)
    found = fit(kernel, X, 3)
    for name, method in preimage.METHODS.items():
        if method().applies(kernel) and (name != "minimisation" or kernel.is_psd):
            images = pre_images(found.expansion, np.empty((5, 0)), name)
            assert np.isfinite(images.points).all()
            same = images.points[:1].repeat(5, axis=0)
            np.testing.assert_allclose(images.points, same, rtol=0, atol=1e-9)
            np.testing.assert_allclose(images.points[0], X.mean(axis=0), atol=0.5)
    assert pre_images(found.expansion, np.empty((0, 2))).points.shape == (0, 2)


def test_more_scores_than_components_are_refused():
    found = fit(Linear(), cloud(20), 5)
    with pytest.raises(ValueError, match="Z has 3 columns; the fit has 2 components"):
        pre_images(found.expansion, np.ones((4, 3)))
    with pytest.raises(ValueError, match=r"Z contains NaN or infinity \(first at row 1, column 0"):
        pre_images(found.expansion, [[1.0, 2.0], [np.nan, 1.0]])
    with pytest.raises(ValueError, match="method='newton'"):
        pre_images(found.expansion, np.ones((4, 2)), "newton")
    with pytest.raises(TypeError, match="method=3"):
        pre_images(found.expansion, np.ones((4, 2)), 3)


def test_a_precomputed_matrix_has_no_points():
    model = KernelPCA("precomputed", n_components=2).fit(Gaussian(1.0)(cloud(20)))
    with pytest.raises(TypeError, match=r"no points to return to; fit with the kernel"):
        model.inverse_transform(np.ones((3, 2)))


@pytest.mark.parametrize("kernel", [gp.RBF(0.6), gp.Matern(0.6) + gp.DotProduct(1.0)])
def test_functions_have_ridge_maps(kernel):
    X = cloud(60)
    model = KernelPCA(kernel, n_components=6).fit(X)
    back = model.inverse_transform(model.transform(X))
    assert np.sqrt(np.mean((back - X) ** 2)) < 0.4 * X.std()
    with pytest.raises(ValueError, match=r"needs a kernel with a known gradient"):
        model.inverse_transform(model.transform(X), "minimisation")


def test_an_indefinite_kernel_has_a_ridge_map_and_finite_objectives():
    X = cloud(60)
    found = fit(Sigmoid(0.8, -0.3), X, 4)
    images = pre_images(found.expansion, found.scores)
    assert np.isfinite(images.points).all()
    assert np.isfinite(images.objective).all()
    lower = pre_images(found.expansion, found.scores[:5], "minimisation")
    assert np.isfinite(lower.points).all()
    assert (lower.objective <= images.objective[:5] + 1e-13).all()


@pytest.mark.filterwarnings("error")
def test_where_all_kernel_values_are_zero_a_finite_point_is_flagged():
    """No weights are left at the starts: the target is orthogonal to all images."""
    points = np.array([[0.0, 0.0], [100.0, 0.0]])
    nothing = Expansion(Gaussian(1e-4), points, np.zeros((2, 1)), np.zeros(1))
    images = pre_images(nothing, [[1.0], [2.0]], "fixed-point")
    assert np.isfinite(images.points).all()
    assert np.isfinite(images.objective).all()
    assert not images.converged.any()
    against = Expansion(Gaussian(1.0), points, -np.ones((2, 1)), np.zeros(1))
    images = pre_images(against, [[1.0]], "fixed-point")
    assert np.isfinite(images.points).all()
    ridge = pre_images(against, [[1.0]], "ridge")
    assert (images.objective <= ridge.objective).all()
    assert not images.converged.any()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dimension", [2, 10])
def test_a_start_where_all_kernel_values_are_zero_is_left(dimension):
    """The iteration has no meaning there, and starts again at the ridge map's points."""
    found = fit(Gaussian(2.0 * dimension), cloud(60, dimension, seed=1, scale=1.0), 3)
    Z = found.scores[:5]
    far = pre_images(found.expansion, Z, "fixed-point", start=np.full((5, dimension), 1e4))
    images = pre_images(found.expansion, Z, "fixed-point")
    assert images.converged.all()
    assert far.converged.all()
    np.testing.assert_allclose(far.objective, images.objective, atol=1e-9)


@pytest.mark.filterwarnings("error")
def test_targets_opposite_to_all_images_have_finite_objectives():
    """Beside far points the dot product with the target is lost in the rounding of its norm."""
    X = cloud(40, 30, seed=3, scale=0.7)
    found = fit(Gaussian(0.1), X, 4, centre=False)
    for Z in (-found.scores, -np.abs(found.scores), -5.0 * np.abs(found.scores)):
        images = pre_images(found.expansion, Z, "fixed-point")
        ridge = pre_images(found.expansion, Z, "ridge")
        assert (images.objective <= ridge.objective + 1e-12).all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kernel", [Gaussian(0.5), Polynomial(3, 1.0), Laplacian(1.0), Linear()])
def test_repeated_points_and_constant_columns_are_no_trouble(kernel):
    X = np.repeat(cloud(6, 3, seed=3), 5, axis=0)
    X[:, 2] = 2.0
    found = fit(kernel, X, 2)
    for name, method in preimage.METHODS.items():
        if method().applies(kernel):
            images = pre_images(found.expansion, found.scores, name)
            assert np.isfinite(images.points).all()
            assert np.isfinite(images.objective).all()
    same = np.ones((4, 2))
    only = fit(kernel, same, None)
    images = pre_images(only.expansion, only.scores)
    np.testing.assert_allclose(images.points, same, atol=1e-6)


def test_points_far_from_the_data_have_finite_pre_images():
    model = KernelPCA(Gaussian(0.1), n_components=5).fit(cloud(60))
    back = model.inverse_transform(model.transform(1e3 * cloud(5, seed=1)))
    assert np.isfinite(back).all()
    wild = model.inverse_transform(1e6 * cloud(5, dimension=5, seed=2))
    assert np.isfinite(wild).all()


@pytest.mark.parametrize("method", ["auto", "distances", "ridge", "minimisation"])
def test_scores_whose_squares_overflow_are_quoted(method):
    model = KernelPCA(Gaussian(0.1), n_components=3).fit(cloud(60))
    with pytest.raises(ValueError, match=r"scores of up to 1e\+200.*beyond float64"):
        model.inverse_transform(np.array([[1.0, 1e200, 0.0]]), method)


def test_an_expansion_refuses_a_mean_of_another_length():
    with pytest.raises(ValueError, match=r"weight for each of 3 points; got shape \(2,\)"):
        Expansion(Linear(), cloud(3), np.ones((3, 1)), np.zeros(1), mean_weights=np.ones(2))


@pytest.mark.parametrize("dimension", [1, 2, 7])
@pytest.mark.parametrize("scale", [1e-150, 1e-12, 1.0, 1e12, 1e140])
@pytest.mark.parametrize("width", [0.1, 1.0, 1e4])
def test_the_fixed_point_is_found_in_all_units_with_duplicates_and_an_outlier(
    dimension, scale, width
):
    X = np.vstack([cloud(40, dimension), np.zeros((5, dimension)), np.full((1, dimension), 50.0)])
    found = fit(Gaussian(width * scale**2), X * scale, 6)
    for d in (0, 3, found.n_components):
        Z = found.scores[:, :d]
        images, ridge = (pre_images(found.expansion, Z, name) for name in ("fixed-point", "ridge"))
        assert np.isfinite(images.points).all()
        assert images.converged.all()
        assert (images.objective <= ridge.objective + 1e-12).all()


def test_neighbours_of_many_columns_are_held_for_a_few_points_at_once():
    X = np.random.default_rng(0).normal(size=(400, 256))
    model = KernelPCA("linear", 20).fit(X)
    Z = model.transform(X[:200])
    expected = model.inverse_transform(Z, method="exact")
    found, peak = with_peak(lambda: model.inverse_transform(Z, method="distances"))
    # The neighbours of all points at once, 200 × 258 × 256 numbers, take 106 MB.
    assert peak < 60e6
    np.testing.assert_allclose(found, expected, atol=1e-9)
