"""One battery that every kernel passes."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
import scipy.sparse as sp
from support import (
    COMBINED,
    EPS,
    KERNELS,
    POSITIVE,
    SHIPPED,
    close,
    cloud,
    histogram_intersection,
    label,
)
from support.drawn_problems import draw
from support.more_digits import needs_long_doubles
from support.references import as_long, gram_matrix

import kpca_core
from kpca_core import (
    CallableKernel,
    Cosine,
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Sigmoid,
)
from kpca_core.kernels.parsing import parse_kernel
from kpca_core.kernels.rows import as_rows
from kpca_core.kernels.stationary import Stationary

DIFFERENTIABLE = SHIPPED + COMBINED
DIMENSIONS = (1, 2, 3, 11)
NAMES = {name: getattr(kpca_core, name) for name in kpca_core.__all__ if name != "KernelPCA"}
WITH_FEATURES = [kernel for kernel in KERNELS if math.isfinite(kernel.feature_dimension(2))]
every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=label)
every_known_kernel = pytest.mark.parametrize("kernel", DIFFERENTIABLE, ids=label)


@every_kernel
@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_gram_matrices_are_symmetric_and_their_diagonals_the_diagonal(kernel, dimension):
    X, Y = cloud(13, dimension, seed=1), cloud(7, dimension, seed=2)
    K, gram = kernel(X, Y), kernel(X)
    assert K.shape == (13, 7)
    assert K.dtype == np.float64
    close(kernel(Y, X).T, K)
    assert gram.shape == (13, 13)
    np.testing.assert_array_equal(gram, gram.T)
    close(gram, kernel(X, X.copy()))
    assert kernel.diagonal(X).shape == (13,)
    close(kernel.diagonal(X), np.diagonal(gram))


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


@pytest.mark.parametrize("kernel", [*DIFFERENTIABLE], ids=label)
def test_repr_rebuilds_the_kernel(kernel):
    assert eval(repr(kernel), NAMES) == kernel == parse_kernel(repr(kernel))


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


@pytest.mark.parametrize("kernel", [*KERNELS, Precomputed()], ids=label)
def test_the_formula_is_balanced_latex(kernel):
    formula = kernel.formula
    assert formula.strip()
    assert formula.count("{") == formula.count("}")
    assert formula.count(r"\left") == formula.count(r"\right")


# Features


@pytest.mark.parametrize("kernel", [k for k in KERNELS if k not in WITH_FEATURES], ids=label)
def test_other_kernels_say_that_they_have_no_finite_feature_map(kernel):
    assert math.isinf(kernel.feature_dimension(3))
    with pytest.raises(TypeError, match="no finite feature map"):
        kernel.features(cloud(9))


@pytest.mark.parametrize("kernel", WITH_FEATURES, ids=label)
@pytest.mark.parametrize("dimension", [1, 2, 3, 5])
def test_features_have_the_kernel_as_their_dot_product(kernel, dimension):
    X, Y = cloud(9, dimension, seed=6), cloud(8, dimension, seed=7)
    columns = kernel.feature_dimension(dimension)
    features = kernel.features(X)
    assert features.shape == (9, columns)
    close(features @ kernel.features(Y).T, kernel(X, Y))


# Gradients


def central(function, X, step=1e-5):
    """∂function(X)[i]/∂X[i, d], shape (n, D), by central differences."""
    columns = []
    for d in range(X.shape[1]):
        move = np.zeros(X.shape[1])
        move[d] = step
        columns.append((function(X + move) - function(X - move)) / (2 * step))
    return np.column_stack(columns)


@every_known_kernel
@pytest.mark.parametrize("dimension", [1, 2, 3, 11])
def test_the_gradient_of_a_sum_is_that_of_central_differences(kernel, dimension):
    X, Y = cloud(9, dimension, seed=1), cloud(13, dimension, seed=2)
    W = np.random.default_rng(3).standard_normal((9, 13))
    found = kernel.gradient_sum(X, Y, W)
    if isinstance(kernel, Cosine) and dimension == 1:
        np.testing.assert_allclose(found, 0, atol=1e-12)  # ±1 wherever x is not 0
    else:
        assert np.abs(found).max() > 1e-4
    expected = central(lambda Z: np.einsum("ij,ij->i", kernel.gram(Z, Y), W), X)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-6 * max(1, np.abs(expected).max()))


@every_known_kernel
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


# Rounding


def error(kernel, X):
    """The largest error of an entry of the Gram matrix of X (n, D)."""
    return float(np.abs(kernel(X) - gram_matrix(kernel, as_long(X))).max())


@needs_long_doubles
@pytest.mark.parametrize("block", range(10))
def test_rounding_bounds_the_error_of_every_kernel_value(block):
    problems = [draw(number, 150) for number in range(40 * block, 40 * block + 40)]
    for problem in problems:
        if not isinstance(problem.kernel, Precomputed):
            bound = problem.kernel.rounding(problem.X)
            assert error(problem.kernel, problem.X) <= bound, str(problem)


@needs_long_doubles
@pytest.mark.parametrize("dimension", [1, 2, 9, 60])
@pytest.mark.parametrize("kernel", SHIPPED, ids=label)
def test_rounding_is_a_small_multiple_of_the_last_digit(kernel, dimension):
    """A bound that is much too large would certify nothing."""
    X = cloud(200, dimension, seed=50, scale=dimension**-0.5)
    last_digit = float(np.finfo(float).eps) * np.abs(kernel(X)).max()
    assert error(kernel, X) <= kernel.rounding(X) <= 64 * np.sqrt(dimension + 8) * last_digit


# Sparse rows


@pytest.mark.parametrize("kernel", [k for k in KERNELS if k.takes_sparse], ids=label)
@pytest.mark.parametrize(("n", "dimension", "density"), [(70, 40, 0.15), (300, 2000, 0.02)])
def test_sparse_rows_have_the_values_of_dense_ones(kernel, n, dimension, density):
    """To the bounds of rounding of both, also of equal rows and of one that is 0."""
    S = sp.random_array((n, dimension), density=density, rng=0, format="csr")
    S = sp.vstack([S, S[:10], sp.csr_array((1, dimension))], format="csr")
    X, rows = S.toarray(), as_rows(S, "X")
    K, rounding = kernel(X), kernel.rounding(rows) + kernel.rounding(X)
    assert 0 < rounding <= 1e-13 * max(1.0, kernel.largest(X))
    assert np.abs(kernel(S) - K).max() <= 2 * rounding
    assert np.abs(kernel(S[:9], X) - K[:9]).max() <= 2 * rounding
    assert np.abs(kernel.diagonal(rows) - kernel.diagonal(X)).max() <= 2 * rounding
    np.testing.assert_allclose(kernel.largest(rows), kernel.largest(X))
