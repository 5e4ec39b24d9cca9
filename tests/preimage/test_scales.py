"""Pre-images where points, kernel values or one row are far from the usual size."""

from __future__ import annotations

import numpy as np
import pytest
from support import cloud, label

from kpca_core import (
    Cosine,
    Gaussian,
    KernelPCA,
    Laplacian,
    Linear,
    LinearAbout,
    Polynomial,
    Precomputed,
    fit,
)
from kpca_core.feature_space.preimage import FixedPoint, Minimisation, Ridge, pre_images
from kpca_core.feature_space.reduced_set import reduced_set
from kpca_core.feature_space.sensitivity import closest_points

SCALES = [2.0**-110, 2.0**100, 2.0**116]


@pytest.mark.parametrize("scale", SCALES)
def test_points_of_a_cubic_kernel_scale_with_the_data(scale):
    def images(s):
        found = fit(Polynomial(3), s * cloud(80, 3), 4)
        return pre_images(found.expansion, 0.8 * found.scores[:20])

    one, other = images(1.0), images(scale)
    assert other.converged.all()
    assert (other.iterations == one.iterations).all()
    np.testing.assert_allclose(other.points / scale, one.points, rtol=0, atol=1e-12)


@pytest.mark.parametrize("factor", [1e-200, 1e160, 1e200])
@pytest.mark.parametrize("dimension", [2, 7])
def test_points_do_not_change_with_a_factor_of_the_kernel(factor, dimension):
    X = cloud(80, dimension)

    def images(kernel):
        found = fit(kernel, X, 4)
        return pre_images(found.expansion, 0.8 * found.scores[:20])

    one, other = images(Gaussian(4.0)), images(factor * Gaussian(4.0))
    assert other.converged.all()
    np.testing.assert_allclose(other.points, one.points, rtol=0, atol=1e-9)


@pytest.mark.parametrize("kernel", [Laplacian, lambda width: Cosine()], ids=["Laplacian", "Cosine"])
@pytest.mark.parametrize("scale", [1e-170, 1e160])
def test_points_whose_squares_are_beyond_float64_have_pre_images(kernel, scale):
    def images(s):
        found = fit(kernel(s), s * cloud(80, 2), 2)
        return pre_images(found.expansion, found.scores[:20])

    one, other = images(1.0), images(scale)
    assert other.converged.all()
    np.testing.assert_allclose(other.objective, one.objective, rtol=0, atol=1e-9)


def test_directions_and_reduced_sets_of_huge_points():
    cosines = closest_points(fit(Cosine(), 1e155 * cloud(80, 2), 2).expansion).cosines
    np.testing.assert_allclose(np.abs(cosines), 1, atol=1e-9)
    errors = [
        reduced_set(fit(Laplacian(s), s * cloud(60, 3), 3).expansion, 6).errors
        for s in (1.0, 1e155)
    ]
    np.testing.assert_allclose(errors[1], errors[0], atol=0.02)


@pytest.mark.parametrize("far", [1e6, 1e8, 1e10])
@pytest.mark.parametrize("method", [FixedPoint(), Minimisation()], ids=repr)
def test_one_far_row_moves_no_pre_image(far, method):
    X = cloud(100, 2)
    found = fit(Gaussian(0.3), np.vstack([X, [[far, 0.0]]]), 6)
    Z = found.expansion(X[:30] + 0.05)
    images = pre_images(found.expansion, Z, method)
    assert images.converged.all()
    steps = 1e-4 * np.vstack([np.eye(2), -np.eye(2)])
    for y, objective, z in zip(images.points, images.objective, Z, strict=True):
        around = [_objective(found.expansion, z, y + step) for step in steps]
        assert objective == pytest.approx(_objective(found.expansion, z, y), abs=1e-12)
        assert min(around) >= objective - 1e-12


def _objective(expansion, z, x):
    """‖φ(x) − t‖² of one point from kernel values alone."""
    gamma = expansion.coefficients @ z + expansion.mean_weights
    k = expansion.kernel(x[None], expansion.points)[0]
    K = expansion.kernel(expansion.points, expansion.points)
    return expansion.kernel.diagonal(x[None])[0] - 2.0 * k @ gamma + gamma @ K @ gamma


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


def test_from_a_hopeless_start_the_nearest_points_are_tried():
    X = np.array([[0.0, 0.0], [1000.0, 0.0], [2000.0, 0.0], [3000.0, 0.0], [0.0, 1000.0]])
    found = fit(Gaussian(1.0), X, None)
    images = pre_images(found.expansion, found.scores, start=np.full((5, 2), 5e4))
    assert images.converged.all()
    np.testing.assert_allclose(images.points, X, atol=1e-6)


def test_a_start_that_is_the_minimum_to_rounding_stays():
    model = KernelPCA(Cosine()).fit(np.ones((5, 2)))
    np.testing.assert_allclose(model.inverse_transform(np.empty((3, 0))), 1, atol=1e-12)


@pytest.mark.parametrize("factor", [1e-304, 1e304])
def test_the_ridge_map_takes_scores_of_any_size(factor):
    X = cloud(60, 3)
    found, one = fit(factor * Gaussian(1.0), X, 3), fit(Gaussian(1.0), X, 3)
    points = pre_images(found.expansion, found.scores, "ridge").points
    np.testing.assert_allclose(
        points, pre_images(one.expansion, one.scores, "ridge").points, atol=1e-9
    )


def test_a_ridge_map_of_a_precomputed_kernel_is_refused():
    with pytest.raises(TypeError, match="Ridge needs a Kernel of scores or None; got"):
        Ridge(kernel=Precomputed())
