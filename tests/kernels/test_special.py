"""What is special to one kernel, and the oracles of scikit-learn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.gaussian_process import kernels as gp
from sklearn.metrics import pairwise
from support import close, cloud, label

from kpca_core import (
    Cosine,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)

FACTORED = (
    (Gaussian(0.7), 2),
    (Laplacian(0.7), 3),
    (2.5 * Gaussian(0.7), 1),
    (Gaussian(0.7) + 3.0 * Gaussian(2.0) + Laplacian(1.0), 2),
    (Gaussian(0.7) * Gaussian(2.0), 2),
    (0.5 * (Gaussian(0.7) + Laplacian(2.0)) * (Gaussian(1.0) + Gaussian(3.0)), 2),
    (Matern(0.8, 0.5), 1),
)


@pytest.mark.parametrize(("kernel", "dimension"), FACTORED, ids=label)
def test_the_product_form_is_the_kernel(kernel, dimension):
    X, Y = cloud(9, dimension, seed=8), cloud(11, dimension, seed=9)
    form = kernel.product_form(dimension)
    assert form
    found = sum(
        weight * np.prod([k(X[:, [d]], Y[:, [d]]) for d in range(dimension)], axis=0)
        for weight, k in form
    )
    close(found, kernel(X, Y))
    for _, kernel_1d in form:
        np.testing.assert_array_equal(kernel_1d.diagonal(X[:, :1]), 1.0)


@pytest.mark.parametrize("alpha", [1e17, 1e200, 1e301])
def test_a_rational_quadratic_of_large_alpha_is_a_gaussian(alpha):
    X = cloud(40)
    np.testing.assert_allclose(RationalQuadratic(0.7, alpha)(X), Gaussian(0.98)(X), rtol=1e-14)


@pytest.mark.parametrize("dimension", [1, 3])
@pytest.mark.parametrize("solver", ["auto", "dense", "iterative"])
def test_a_sigmoid_is_refused_where_the_dot_product_overflows(dimension, solver):
    """Otherwise tanh turns infinity into ±1, and a certified spectrum of signs."""
    X = 1e200 * cloud(30, dimension)
    with pytest.raises(ValueError, match=r"Sigmoid\(scale=0.1, .*not finite.*Rescale"):
        fit(Sigmoid(0.1), X, 2, solver=solver)
    with np.errstate(over="ignore"), pytest.raises(ValueError, match="not finite"):
        Sigmoid(0.1).diagonal(X)


def test_a_sigmoid_may_saturate_where_the_dot_product_is_finite():
    X = np.array([[1.0], [-1.0]])
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(Sigmoid(1e308, 1e308)(10 * X), [[1, -1], [-1, 1]])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dimension", [1, 2, 40])
def test_the_cosine_of_huge_and_tiny_points_is_that_of_their_directions(dimension):
    X = cloud(12, dimension)
    for size in (1e200, 1e308 / np.abs(X).max(), 1e-300):
        close(Cosine()(size * X), Cosine()(X))


def test_cosine_of_the_origin_is_zero_and_of_huge_points_exact():
    X = np.array([[0.0, 0.0], [3e200, 4e200], [3e-200, 4e-200], [4.0, -3.0]])
    expected = np.array([[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]])
    np.testing.assert_allclose(Cosine()(X), expected, atol=1e-15)
    np.testing.assert_array_equal(Cosine().diagonal(X).round(15), [0, 1, 1, 1])


@pytest.mark.parametrize(
    ("kernel", "oracle"),
    [
        (Gaussian(0.4), lambda X, Y: pairwise.rbf_kernel(X, Y, gamma=2.5)),
        (Laplacian(0.4), lambda X, Y: pairwise.laplacian_kernel(X, Y, gamma=2.5)),
        (
            Polynomial(3, 1.5),
            lambda X, Y: pairwise.polynomial_kernel(X, Y, degree=3, gamma=1, coef0=1.5),
        ),
        (Sigmoid(0.7, -0.2), lambda X, Y: pairwise.sigmoid_kernel(X, Y, gamma=0.7, coef0=-0.2)),
        (Cosine(), pairwise.cosine_similarity),
        (Linear(), pairwise.linear_kernel),
        (RationalQuadratic(0.6, 1.7), gp.RationalQuadratic(length_scale=0.6, alpha=1.7)),
        (Matern(0.6, 0.5), gp.Matern(length_scale=0.6, nu=0.5)),
        (Matern(0.6, 1.5), gp.Matern(length_scale=0.6, nu=1.5)),
        (Matern(0.6, 2.5), gp.Matern(length_scale=0.6, nu=2.5)),
        (Gaussian.from_sigma(0.6), gp.RBF(length_scale=0.6)),
    ],
    ids=label,
)
@pytest.mark.parametrize("dimension", [2, 10])
def test_scikit_learn_agrees(kernel, oracle, dimension):
    X, Y = cloud(30, dimension, seed=12), cloud(20, dimension, seed=13)
    close(kernel(X, Y), oracle(X, Y))


def test_the_three_gaussian_conventions_agree():
    X, sigma = cloud(10), 0.3
    expected = np.exp(-np.square(X[:, None] - X[None]).sum(-1) / (2 * sigma**2))
    for kernel in (
        Gaussian(2 * sigma**2),
        Gaussian.from_sigma(sigma),
        Gaussian.from_gamma(1 / (2 * sigma**2)),
    ):
        close(kernel(X), expected)
        assert kernel.width == pytest.approx(0.18)
        assert kernel.sigma == pytest.approx(0.3)
        assert kernel.gamma == pytest.approx(1 / 0.18)


# Features of polynomials


@pytest.mark.parametrize(
    ("kernel", "dimension", "columns"),
    [
        (Linear(), 7, 7),
        (Polynomial(2), 2, 3),
        (Polynomial(3), 256, math.comb(258, 3)),
        (Polynomial(2, 1.0), 2, 6),
        (Linear() + Polynomial(2), 2, 5),
        (Linear() * Polynomial(2), 2, 6),
        (4 * Polynomial(4), 2, 5),
        # Digits of 8×8 pixels, and those of 16×16 that [S] section 3 has 10¹⁰ features of.
        (Polynomial(5), 64, 10_424_128),
        (Polynomial(5), 256, 9_525_431_552),
        (Polynomial(5, 1.0), 256, math.comb(261, 5)),
        (Polynomial(12), 784, math.comb(795, 12)),
        (Polynomial(5) + Polynomial(4), 256, math.comb(260, 5) + math.comb(259, 4)),
        (Polynomial(60) * Polynomial(70), 256, math.comb(315, 60) * math.comb(325, 70)),
        (Gaussian(1.0), 2, math.inf),
        (Gaussian(1.0) + Linear(), 2, math.inf),
    ],
)
def test_the_number_of_monomials(kernel, dimension, columns):
    counted = kernel.feature_dimension(dimension)
    assert counted == columns
    assert isinstance(counted, int) or counted == math.inf


def test_what_is_too_large_to_list_is_refused_by_its_number():
    kernel = Polynomial(5)
    assert kernel.lists_features(8)
    assert not kernel.lists_features(256)
    with pytest.raises(ValueError, match="9,525,431,552 features of 256 columns"):
        kernel.features(np.zeros((3, 256)))
    with pytest.raises(ValueError, match="list the columns of a finite feature map"):
        fit(kernel, cloud(9, 256), 2, solver="explicit")
    # Coefficients beyond float64: "auto" goes on to the Gram matrix.
    assert fit(Polynomial(1100, 0.1), 0.1 * cloud(60, 1), 2).solver == "dense"


# Gradients


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Matern(0.5, 2.5), Laplacian(0.5)])
def test_a_common_offset_costs_few_digits_of_the_gradient(kernel):
    X, Y, W = cloud(9, 2, seed=1), cloud(13, 2, seed=2), np.ones((9, 13))
    found = kernel.gradient_sum(X + 2.0**20, Y + 2.0**20, W)
    # Rounding of the points moves them by 1e-10.
    np.testing.assert_allclose(found, kernel.gradient_sum(X, Y, W), rtol=0, atol=1e-8)


@pytest.mark.parametrize("unit", [2.0**-560, 2.0**560])
def test_gradients_of_a_cosine_at_tiny_and_huge_points(unit):
    X, W = cloud(6), np.random.default_rng(0).normal(size=(6, 6))
    expected = Cosine().gradient_sum(X, X, W)
    np.testing.assert_allclose(unit * Cosine().gradient_sum(unit * X, X, W), expected, rtol=1e-12)
