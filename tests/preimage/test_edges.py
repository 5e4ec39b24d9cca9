"""Pre-images of every solver and estimator, and of points, values and starts of any size."""

from __future__ import annotations

import warnings

import dask.array as da
import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from support import cloud, label, solvers_of
from support.peak import with_peak

from datasets import gaussian_clusters
from kpca_core import (
    Cosine,
    Expansion,
    Gaussian,
    KernelPCA,
    Laplacian,
    Linear,
    LinearAbout,
    Polynomial,
    Sigmoid,
    fit,
)
from kpca_core import distributed as cluster
from kpca_core.feature_space import preimage
from kpca_core.feature_space.preimage import METHODS, FixedPoint, Minimisation, pre_images
from kpca_core.solvers import problem, separable, streaming

# Every solver and estimator


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
        images = pre_images(found.expansion, Z * found.signs_like(expected))
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
    over, where = found.expansion, cloud(9, seed=2)
    assert len(over.points) != len(X)
    if centre:
        means = Gaussian(1.0)(where, over.points) @ over.mean_weights
        np.testing.assert_allclose(means, Gaussian(1.0)(where, X).mean(axis=1), atol=1e-9)
    assert centre or over.mean_weights is None or not over.mean_weights.any()
    images = pre_images(over, dense.scores * found.signs_like(dense))
    expected = pre_images(dense.expansion, dense.scores)
    np.testing.assert_allclose(images.objective, expected.objective, atol=1e-9)
    np.testing.assert_allclose(images.points, expected.points, atol=1e-5)


def test_subsets_partial_fits_and_clusters_have_pre_images():
    X = gaussian_clusters(60, seed=2).X
    half, direct = fit(Gaussian(1.0), X, 3, subset=30), fit(Gaussian(1.0), X[:30], 3)
    Z = direct.scores * half.with_scores(half.scores[:30]).signs_like(direct)
    ours, theirs = pre_images(half.expansion, Z), pre_images(direct.expansion, direct.scores)
    np.testing.assert_allclose(ours.points, theirs.points, atol=1e-8)
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


def test_blocks_do_not_change_a_pre_image_and_hold_few_neighbours(monkeypatch):
    found = fit(Gaussian(0.5), cloud(50), 4)
    for method in ("fixed-point", "minimisation", "distances"):
        whole = pre_images(found.expansion, found.scores, method)
        with monkeypatch.context() as patch:
            patch.setattr(preimage, "BLOCK", 50 * 7)
            parts = pre_images(found.expansion, found.scores, method)
        np.testing.assert_allclose(parts.points, whole.points, atol=1e-9)
        np.testing.assert_allclose(parts.objective, whole.objective, atol=1e-14)
    X = np.random.default_rng(0).normal(size=(400, 256))
    model = KernelPCA("linear", 20).fit(X)
    Z = model.transform(X[:200])
    _back, peak = with_peak(lambda: model.inverse_transform(Z, method="distances"))
    # The neighbours of all points at once, 200 × 258 × 256 numbers, take 106 MB.
    assert peak < 60e6


def test_the_estimator_returns_what_it_was_given_in_kind():
    X = cloud(40)
    model = KernelPCA(Gaussian(0.5), n_components=4)
    with pytest.raises(NotFittedError):
        model.inverse_transform(np.ones((2, 4)))
    scores = model.fit_transform(X)
    expected = pre_images(model.expansion_, scores).points
    for given in (scores, pd.DataFrame(scores), scores.tolist()):
        np.testing.assert_array_equal(model.inverse_transform(given), expected)
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
    ridge = pre_images(model.expansion_, Z, "ridge")
    for method in (FixedPoint(max_iterations=1, restarts=0), Minimisation(max_iterations=1)):
        images = pre_images(model.expansion_, Z, method)
        assert not images.converged.all()
        assert (images.iterations >= 1).all()
        assert (images.objective <= ridge.objective + 1e-14).all()
        with pytest.warns(UserWarning, match=r"of 40 pre-images did not converge.*max_iterations"):
            model.inverse_transform(Z, method)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.inverse_transform(Z)


# Kernels, scores and tables out of the ordinary


@pytest.mark.parametrize(
    "kernel", [Gaussian(0.5), Linear(), Laplacian(1.0), Polynomial(3, 1.0), Sigmoid(0.3)], ids=label
)
def test_every_method_takes_no_component_no_row_repeated_rows_and_constant_columns(kernel):
    X = np.column_stack([np.repeat(cloud(8, offset=1.0), 5, axis=0), np.full(40, 2.0)])
    found = fit(kernel, X, 2)
    for name, method in METHODS.items():
        if method().applies(kernel) and (name != "minimisation" or kernel.is_psd):
            images = pre_images(found.expansion, found.scores, name)
            assert np.isfinite(images.points).all()
            assert np.isfinite(images.objective).all()
            mean = pre_images(found.expansion, np.empty((5, 0)), name).points
            same = mean[:1].repeat(5, axis=0)
            np.testing.assert_allclose(mean, same, rtol=0, atol=1e-9)
            np.testing.assert_allclose(mean[0], X.mean(axis=0), atol=0.6)
    assert pre_images(found.expansion, np.empty((0, 2))).points.shape == (0, 3)
    if kernel.is_psd:
        only = fit(kernel, np.ones((4, 2)), None)
        np.testing.assert_allclose(pre_images(only.expansion, only.scores).points, 1, atol=1e-6)


@pytest.mark.parametrize(
    ("Z", "method", "error", "said"),
    [
        (np.ones((4, 3)), "auto", ValueError, "Z has 3 columns; the fit has 2 components"),
        ([[1.0, 2.0], [np.nan, 1.0]], "auto", ValueError, r"NaN or infinity \(first at row 1, col"),
        (np.ones((4, 2)), "newton", ValueError, "method='newton'"),
        (np.ones((4, 2)), 3, TypeError, "method=3"),
        (np.ones((4, 2)), "fixed-point", ValueError, r"needs .*got Linear.*'exact'"),
        ([[1e200, 1.0]], "auto", ValueError, r"scores of up to 1e\+200.*beyond float64"),
        ([[1e200, 1.0]], "ridge", ValueError, r"scores of up to 1e\+200.*beyond float64"),
    ],
)
def test_what_has_no_pre_image_is_refused_with_a_reason(Z, method, error, said):
    with pytest.raises(error, match=said):
        pre_images(fit(Linear(), cloud(20), 5).expansion, Z, method)


def test_an_expansion_needs_points_and_a_mean_of_its_length():
    model = KernelPCA("precomputed", n_components=2).fit(Gaussian(1.0)(cloud(20)))
    with pytest.raises(TypeError, match=r"no points to return to; fit with the kernel"):
        model.inverse_transform(np.ones((3, 2)))
    with pytest.raises(ValueError, match=r"weight for each of 3 points; got shape \(2,\)"):
        Expansion(Linear(), cloud(3), np.ones((3, 1)), np.zeros(1), mean_weights=np.ones(2))


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize(
    "kernel",
    [
        Linear() + 2.0 * LinearAbout((3.0, 1.0)),
        0.5 * (LinearAbout((3.0, 1.0)) + LinearAbout((-1.0, 2.0))),
        Linear() + Polynomial(1, 2.0),
    ],
    ids=label,
)
def test_sums_of_linear_kernels_about_different_points_have_exact_pre_images(kernel, centre):
    found = fit(kernel, cloud(60, 2), 2, centre=centre)
    exact, least = (
        pre_images(found.expansion, 0.7 * found.scores, method)
        for method in ("exact", "minimisation")
    )
    np.testing.assert_allclose(exact.objective, least.objective, atol=1e-9)
    np.testing.assert_allclose(exact.points, least.points, atol=1e-6)


# Sizes


@pytest.mark.parametrize("factor", [1e-304, 1e-200, 1e160, 1e200, 1e304])
@pytest.mark.parametrize("dimension", [2, 7])
@pytest.mark.parametrize("method", ["fixed-point", "ridge"])
def test_points_do_not_change_with_a_factor_of_the_kernel(factor, dimension, method):
    if method == "fixed-point" and not 1e-200 <= factor <= 1e200:
        pytest.skip("squared scores are beyond float64")
    found = [
        fit(kernel, cloud(80, dimension), 4) for kernel in (Gaussian(4.0), factor * Gaussian(4.0))
    ]
    one, other = (pre_images(f.expansion, 0.8 * f.scores[:20], method) for f in found)
    assert other.converged.all()
    np.testing.assert_allclose(other.points, one.points, rtol=0, atol=1e-9)


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


def squared_distance(expansion, z, x):
    """‖φ(x) − t‖² of one point from kernel values alone."""
    gamma = expansion.coefficients @ z + expansion.mean_weights
    k = expansion.kernel(x[None], expansion.points)[0]
    K = expansion.kernel(expansion.points, expansion.points)
    return expansion.kernel.diagonal(x[None])[0] - 2.0 * k @ gamma + gamma @ K @ gamma


@pytest.mark.parametrize("far", [1e6, 1e10])
@pytest.mark.parametrize("method", [FixedPoint(), Minimisation()], ids=repr)
def test_one_far_row_moves_no_pre_image(far, method):
    X = cloud(100, 2)
    found = fit(Gaussian(0.3), np.vstack([X, [[far, 0.0]]]), 6)
    Z = found.expansion(X[:30] + 0.05)
    images = pre_images(found.expansion, Z, method)
    assert images.converged.all()
    steps = 1e-4 * np.vstack([np.eye(2), -np.eye(2)])
    for y, objective, z in zip(images.points, images.objective, Z, strict=True):
        around = [squared_distance(found.expansion, z, y + step) for step in steps]
        assert objective == pytest.approx(squared_distance(found.expansion, z, y), abs=1e-12)
        assert min(around) >= objective - 1e-12


# Starts


@pytest.mark.parametrize("reach", [1e3, 1e4, 1e5])
def test_a_far_start_ends_in_a_minimum_or_says_that_it_has_not(reach):
    """Rounding of the objective there is larger than the objective is nearer by."""
    found = fit(Polynomial(5), cloud(80, 3) + 0.5, 5)
    Z, method = found.scores[:30], Minimisation()
    start = reach * np.random.default_rng(0).normal(size=(30, 3))
    images = pre_images(found.expansion, Z, method, start=start)
    again = pre_images(found.expansion, Z, method, start=images.points)
    gain = (images.objective - again.objective)[images.converged]
    assert gain.size
    assert gain.max() <= 1e-9


def test_from_a_hopeless_start_the_nearest_points_are_tried():
    X = np.array([[0.0, 0.0], [1000.0, 0.0], [2000.0, 0.0], [3000.0, 0.0], [0.0, 1000.0]])
    found = fit(Gaussian(1.0), X, None)
    images = pre_images(found.expansion, found.scores, start=np.full((5, 2), 5e4))
    assert images.converged.all()
    np.testing.assert_allclose(images.points, X, atol=1e-6)
    model = KernelPCA(Gaussian(0.1), n_components=5).fit(cloud(60))
    for Z in (model.transform(1e3 * cloud(5, seed=1)), 1e6 * cloud(5, dimension=5, seed=2)):
        assert np.isfinite(model.inverse_transform(Z)).all()
    only = KernelPCA(Cosine()).fit(np.ones((5, 2)))
    np.testing.assert_allclose(only.inverse_transform(np.empty((3, 0))), 1, atol=1e-12)


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
def test_targets_orthogonal_or_opposite_to_all_images_have_flagged_finite_points():
    """No weights are left at the starts, or their sum is not positive."""
    points = np.array([[0.0, 0.0], [100.0, 0.0]])
    nothing = Expansion(Gaussian(1e-4), points, np.zeros((2, 1)), np.zeros(1))
    against = Expansion(Gaussian(1.0), points, -np.ones((2, 1)), np.zeros(1))
    # Beside far points the dot product with the target is lost in the rounding of its norm.
    wide = fit(Gaussian(0.1), cloud(40, 30, seed=3, scale=0.7), 4, centre=False)
    cases = [(nothing, np.array([[1.0], [2.0]])), (against, np.array([[1.0]]))]
    cases += [(wide.expansion, -factor * np.abs(wide.scores)) for factor in (1.0, 5.0)]
    for expansion, Z in cases:
        images, ridge = (pre_images(expansion, Z, name) for name in ("fixed-point", "ridge"))
        assert np.isfinite(images.points).all()
        assert (images.objective <= ridge.objective + 1e-12).all()
        assert expansion is wide.expansion or not images.converged.any()
