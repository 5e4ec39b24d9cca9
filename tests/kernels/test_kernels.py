"""One battery that every kernel passes, and the oracles of scikit-learn."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.gaussian_process import kernels as gp
from sklearn.metrics import pairwise
from support import EPS, KERNELS, POSITIVE, close, cloud, label

import kpca_core
from kpca_core import (
    CallableKernel,
    Cosine,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    Precomputed,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.kernels.distances import BLOCK_PAIRS, FEW_COORDINATES, squared_distances

every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=label)
DIMENSIONS = (1, 2, 3, 11)
NAMES = {name: getattr(kpca_core, name) for name in kpca_core.__all__ if name != "KernelPCA"}


# The battery


@every_kernel
@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_shapes_and_symmetry(kernel, dimension):
    X, Y = cloud(13, dimension, seed=1), cloud(7, dimension, seed=2)
    K = kernel(X, Y)
    assert K.shape == (13, 7)
    assert K.dtype == np.float64
    close(kernel(Y, X).T, K)
    gram = kernel(X)
    assert gram.shape == (13, 13)
    close(gram, gram.T)
    close(gram, kernel(X, X.copy()))


@every_kernel
@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_the_diagonal_is_the_diagonal_of_the_gram_matrix(kernel, dimension):
    X = cloud(13, dimension, seed=3)
    assert kernel.diagonal(X).shape == (13,)
    close(kernel.diagonal(X), np.diagonal(kernel(X)))


@pytest.mark.parametrize("kernel", POSITIVE, ids=label)
@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_positive_kernels_have_no_negative_eigenvalue(kernel, dimension):
    X = np.vstack([cloud(40, dimension, seed=4), cloud(5, dimension, seed=4)])
    values = np.linalg.eigvalsh(kernel(X))
    assert values[0] >= -len(X) * EPS * values[-1]


@pytest.mark.parametrize("kernel", [Sigmoid(2.0, -1.0), Sigmoid() + Linear(), 3 * Sigmoid()])
def test_what_declares_itself_indefinite_is(kernel):
    assert not kernel.is_psd
    values = np.linalg.eigvalsh(kernel(cloud(40, seed=5)))
    assert values[0] < -1e-6 * values[-1]


@pytest.mark.parametrize("kernel", [k for k in KERNELS if not isinstance(k, CallableKernel)])
def test_repr_rebuilds_the_kernel(kernel):
    assert eval(repr(kernel), NAMES) == kernel


def test_repr_rebuilds_a_kernel_whose_parameter_is_a_numpy_scalar():
    for value in np.logspace(-1, 1, 3):
        assert eval(repr(Gaussian(value)), NAMES) == Gaussian(value)
        assert eval(repr(value * Linear()), NAMES) == float(value) * Linear()
    degree = np.arange(2, 3)[0]
    assert eval(repr(Polynomial(degree)), NAMES) == Polynomial(2)


@every_kernel
def test_kernels_are_frozen_and_hashable(kernel):
    assert hash(kernel) == hash(dataclasses.replace(kernel))
    assert kernel == dataclasses.replace(kernel)
    for field in dataclasses.fields(kernel):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(kernel, field.name, getattr(kernel, field.name))


def test_different_parameters_are_different_kernels():
    assert len(set(KERNELS)) == len(KERNELS)
    assert Gaussian(1.0) != Laplacian(1.0)


@pytest.mark.parametrize("kernel", [*KERNELS, Precomputed()], ids=label)
def test_the_formula_is_balanced_latex(kernel):
    formula = kernel.formula
    assert formula.strip()
    assert formula.count("{") == formula.count("}")
    assert formula.count(r"\left") == formula.count(r"\right")


def test_formulas_keep_sums_together():
    product = (Linear() + Cosine()) * Gaussian(1.0)
    assert product.formula.startswith(r"\left(" + Linear().formula)
    scaled = 2 * (Linear() + Cosine())
    assert re.match(r"2 .*\\left\(", scaled.formula)


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


@pytest.mark.parametrize(
    "kernel",
    [Linear(), Polynomial(2), RationalQuadratic(1.0), Matern(1.0, 0.5), Gaussian(1.0) + Linear()],
    ids=label,
)
def test_other_kernels_have_no_product_form(kernel):
    assert kernel.product_form(2) == ()


# Blocked evaluation against the plain formula

PLAIN = (
    (Gaussian(3.0), lambda d: np.exp(-np.square(d).sum(-1) / 3.0)),
    (Laplacian(3.0), lambda d: np.exp(-np.abs(d).sum(-1) / 3.0)),
    (RationalQuadratic(2.0, 0.7), lambda d: (1 + np.square(d).sum(-1) / 5.6) ** -0.7),
    (Matern(2.0, 0.5), lambda d: np.exp(-np.linalg.norm(d, axis=-1) / 2)),
)


@pytest.mark.parametrize(("kernel", "formula"), PLAIN)
@pytest.mark.parametrize(
    ("n", "m", "dimension"),
    [
        (1, 1, 1),
        (301, 257, 2),
        (3, BLOCK_PAIRS + 5, 2),
        (BLOCK_PAIRS + 5, 2, 1),
        (301, 257, FEW_COORDINATES),
        (301, 257, FEW_COORDINATES + 1),
        (40, 30, 40),
    ],
)
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_blocks_evaluate_the_plain_formula(kernel, formula, n, m, dimension, offset):
    X = cloud(n, dimension, seed=9, offset=offset)
    Y = cloud(m, dimension, seed=10, offset=offset)
    expected = formula(X[:, None, :] - Y[None, :, :])
    np.testing.assert_allclose(kernel(X, Y), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("alpha", [1e17, 1e200, 1e301])
def test_a_rational_quadratic_of_large_alpha_is_a_gaussian(alpha):
    X = cloud(40)
    np.testing.assert_allclose(RationalQuadratic(0.7, alpha)(X), Gaussian(0.98)(X), rtol=1e-14)


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Matern(1.0), RationalQuadratic(2.0)])
@pytest.mark.parametrize("n", [20, 333])
def test_gram_matrices_are_symmetric_to_the_last_digit(kernel, n):
    """The square of the far point's distance is where differences of large numbers round."""
    for dimension in (2, 9, 50):
        X = cloud(n, dimension)
        X[0] = 1e3
        K = kernel(X)
        np.testing.assert_array_equal(K, K.T)


@pytest.mark.parametrize("dimension", [2, FEW_COORDINATES, FEW_COORDINATES + 1, 30])
def test_equal_points_have_distance_zero(dimension):
    X = cloud(20, dimension, seed=11, offset=5.0)
    assert (np.diagonal(squared_distances(X, X)) == 0).all()
    assert (np.diagonal(squared_distances(X, X.copy())) == 0).all()
    twice = np.vstack([X, X])
    assert (np.diagonal(squared_distances(twice, twice)[:20, 20:]) == 0).all()


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 1),
    dimension=st.integers(1, 12),
    exponent=st.floats(-5, 5),
)
def test_stationary_kernels_lie_in_0_to_1(seed, dimension, exponent):
    X = cloud(12, dimension, seed=seed)
    length = 10.0**exponent
    for kernel in (Gaussian(length), Laplacian(length), RationalQuadratic(length), Matern(length)):
        K = kernel(X, cloud(5, dimension, seed=seed + 1))
        assert ((K >= 0) & (K <= 1)).all()
        assert (np.diagonal(kernel(X)) == 1).all()


# Overflow


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


@pytest.mark.parametrize(
    "kernel", [Gaussian(1.0), Laplacian(1.0), RationalQuadratic(1.0, 0.3), Matern(1.0, 0.5)]
)
@pytest.mark.parametrize("dimension", [1, 2, FEW_COORDINATES])
def test_points_so_far_apart_that_distances_overflow_have_kernel_zero(kernel, dimension):
    X = 1e200 * cloud(12, dimension)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(kernel(X) > 1e-60, np.eye(12, dtype=bool))
    found = fit(kernel, X, 3)
    np.testing.assert_allclose(found.eigenvalues, 1, rtol=1e-12)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dimension", [1, 2, 40])
def test_the_cosine_of_huge_and_tiny_points_is_that_of_their_directions(dimension):
    X = cloud(12, dimension)
    for size in (1e200, 1e308 / np.abs(X).max(), 1e-300):
        close(Cosine()(size * X), Cosine()(X))


# Oracles: scikit-learn


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


def test_cosine_of_the_origin_is_zero_and_of_huge_points_exact():
    X = np.array([[0.0, 0.0], [3e200, 4e200], [3e-200, 4e-200], [4.0, -3.0]])
    expected = np.array([[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]])
    np.testing.assert_allclose(Cosine()(X), expected, atol=1e-15)
    np.testing.assert_array_equal(Cosine().diagonal(X).round(15), [0, 1, 1, 1])


@pytest.mark.parametrize("dimension", [8, 9, 30])
@pytest.mark.parametrize("far", [1e3, 1e12])
def test_one_far_row_spoils_no_other(dimension, far):
    X = cloud(100, dimension, seed=3, scale=1.0)
    X[0] = far
    direct = np.exp(-np.square(X[:, None] - X[None]).sum(axis=-1) / (2.0 * dimension))
    kernel = Gaussian(2.0 * dimension)
    np.testing.assert_allclose(kernel(X), direct, rtol=0, atol=4e-15)
    np.testing.assert_allclose(kernel(X[1:30], X), direct[1:30], rtol=0, atol=4e-15)


@pytest.mark.parametrize("offset", [1e4, 1e8])
def test_a_common_offset_costs_no_digits(offset):
    X = cloud(80, 12, seed=4, scale=1.0) + offset
    direct = np.exp(-np.square(X[:, None] - X[None]).sum(axis=-1) / 24.0)
    np.testing.assert_allclose(Gaussian(24.0)(X), direct, rtol=0, atol=4e-15)


@pytest.mark.parametrize(
    ("build", "value"),
    [(Gaussian.from_sigma, 1e200), (Gaussian.from_sigma, 1e-200), (Gaussian.from_gamma, 1e-310)],
)
def test_a_width_out_of_range_quotes_what_was_given(build, value):
    with pytest.raises(ValueError, match=f"needs a width .*={re.escape(repr(value))}"):
        build(value)
