"""Gradients of kernels against central differences."""

from __future__ import annotations

import numpy as np
import pytest
from support import COMBINED, SHIPPED, cloud, histogram_intersection, label

from kpca_core import CallableKernel, Cosine, Gaussian, Kernel, Laplacian, Matern, Precomputed
from kpca_core.kernels.stationary import Stationary

DIFFERENTIABLE = SHIPPED + COMBINED
every_kernel = pytest.mark.parametrize("kernel", DIFFERENTIABLE, ids=label)


def central(function, X, step=1e-5):
    """∂function(X)[i]/∂X[i, d], shape (n, D), by central differences."""
    columns = []
    for d in range(X.shape[1]):
        move = np.zeros(X.shape[1])
        move[d] = step
        columns.append((function(X + move) - function(X - move)) / (2 * step))
    return np.column_stack(columns)


def assert_gradient(found, expected):
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6 * max(1, np.abs(expected).max()))


@every_kernel
@pytest.mark.parametrize("dimension", [1, 2, 3, 11])
def test_the_gradient_of_a_sum_is_that_of_central_differences(kernel, dimension):
    X, Y = cloud(9, dimension, seed=1), cloud(13, dimension, seed=2)
    W = np.random.default_rng(3).standard_normal((9, 13))
    found = kernel.gradient_sum(X, Y, W)
    if isinstance(kernel, Cosine) and dimension == 1:
        np.testing.assert_allclose(found, 0, atol=1e-12)  # ±1 wherever x is not 0
    else:
        assert np.abs(found).max() > 1e-4
    assert_gradient(found, central(lambda Z: np.einsum("ij,ij->i", kernel.gram(Z, Y), W), X))


@every_kernel
@pytest.mark.parametrize("dimension", [1, 3])
def test_the_gradient_of_the_diagonal_is_that_of_central_differences(kernel, dimension):
    X = cloud(9, dimension, seed=4)
    assert_gradient(kernel.diagonal_gradient(X), central(kernel.diagonal, X))


@every_kernel
def test_the_gradient_of_the_diagonal_is_twice_that_at_equal_points(kernel):
    X = cloud(7, 3, seed=5)
    found = np.vstack([kernel.gradient_sum(x, x, np.ones((1, 1))) for x in X[:, None]])
    np.testing.assert_allclose(kernel.diagonal_gradient(X), 2 * found, atol=1e-12)
    np.testing.assert_allclose(Kernel.diagonal_gradient(kernel, X), 2 * found, atol=1e-12)


@pytest.mark.parametrize("kernel", [k for k in DIFFERENTIABLE if isinstance(k, Stationary)])
def test_at_equal_points_the_gradient_of_a_stationary_kernel_is_zero(kernel):
    """For Laplacians and Matérn kernels with ν = 1/2, which have a kink there, by convention."""
    X = cloud(6, 3, seed=6, offset=100.0)
    np.testing.assert_array_equal(kernel.gradient_sum(X, X, np.eye(6)), 0.0)
    assert kernel.diagonal_gradient(X[:0]).shape == (0, 3)


def test_points_with_one_equal_coordinate_have_no_gradient_along_it():
    x, y = np.array([[0.3, 0.1]]), np.array([[0.3, 0.5]])
    slope = Laplacian(0.7).gradient_sum(x, y, np.ones((1, 1)))
    np.testing.assert_allclose(slope, [[0.0, Laplacian(0.7)(x, y)[0, 0] / 0.7]])


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Matern(0.5, 2.5), Laplacian(0.5)])
def test_a_common_offset_costs_few_digits_of_the_gradient(kernel):
    X, Y, W = cloud(9, 2, seed=1), cloud(13, 2, seed=2), np.ones((9, 13))
    found = kernel.gradient_sum(X + 2.0**20, Y + 2.0**20, W)
    # Rounding of the points moves them by 1e-10.
    np.testing.assert_allclose(found, kernel.gradient_sum(X, Y, W), rtol=0, atol=1e-8)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kernel", [*SHIPPED, SHIPPED[0] + SHIPPED[5]], ids=label)
def test_far_and_zero_points_have_finite_gradients(kernel):
    X = np.array([[0.0, 0.0], [30.0, -40.0], [1e3, 1e3]])
    assert np.isfinite(kernel.gradient_sum(X, X[::-1].copy(), np.ones((3, 3)))).all()
    assert np.isfinite(kernel.diagonal_gradient(X)).all()


@pytest.mark.parametrize(
    "kernel", [CallableKernel(histogram_intersection), Precomputed(), Stationary()], ids=label
)
def test_without_a_gradient_the_message_says_what_to_do(kernel):
    for other in (kernel, 2.0 * kernel, kernel + Gaussian(1.0), Gaussian(1.0) * kernel):
        assert not other.has_gradient
    with pytest.raises(TypeError, match=r"no known gradient.*define gradient_sum"):
        kernel.gradient_sum(cloud(3), cloud(3), np.ones((3, 3)))
    assert all(kernel.has_gradient for kernel in DIFFERENTIABLE)


@pytest.mark.parametrize("unit", [2.0**-560, 2.0**560])
def test_gradients_of_a_cosine_at_tiny_and_huge_points(unit):
    X, W = cloud(6), np.random.default_rng(0).normal(size=(6, 6))
    expected = Cosine().gradient_sum(X, X, W)
    np.testing.assert_allclose(unit * Cosine().gradient_sum(unit * X, X, W), expected, rtol=1e-12)
