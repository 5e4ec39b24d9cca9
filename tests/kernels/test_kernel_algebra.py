"""Kernels as values: what they refuse, and how they add, multiply and scale."""

from __future__ import annotations

import math
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.gaussian_process import kernels as gp
from support import SHIPPED, close, cloud, histogram_intersection

from kpca_core import (
    CallableKernel,
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    Precomputed,
    Product,
    RationalQuadratic,
    Scaled,
    Sigmoid,
    Sum,
    fit,
)
from kpca_core.kernels import as_kernel

# Messages


@pytest.mark.parametrize("value", [0, 0.0, -1.5, math.inf, -math.inf, math.nan, None, "wide", True])
@pytest.mark.parametrize(
    ("make", "parameter"),
    [
        (Gaussian, "width"),
        (Gaussian.from_sigma, "sigma"),
        (Gaussian.from_gamma, "gamma"),
        (Laplacian, "width"),
        (RationalQuadratic, "length"),
        (lambda value: RationalQuadratic(1.0, value), "alpha"),
        (Matern, "length"),
        (Sigmoid, "scale"),
        (lambda value: Scaled(value, Linear()), "factor"),
    ],
)
def test_parameters_that_are_not_positive_are_quoted(make, parameter, value):
    with pytest.raises(ValueError, match=re.escape(f"{parameter}={value!r}")):
        make(value)


@pytest.mark.parametrize(
    ("make", "quoted"),
    [
        (lambda: Polynomial(0), "degree=0"),
        (lambda: Polynomial(-2), "degree=-2"),
        (lambda: Polynomial(2.5), "degree=2.5"),
        (lambda: Polynomial(True), "degree=True"),
        (lambda: Polynomial("2"), "degree='2'"),
        (lambda: Polynomial(math.inf), "degree=inf"),
        (lambda: Polynomial(2, -0.5), "offset=-0.5"),
        (lambda: Polynomial(2, math.nan), "offset=nan"),
        (lambda: Sigmoid(1.0, math.inf), "offset=inf"),
        (lambda: Matern(1.0, 2.0), "nu=2.0"),
        (lambda: RationalQuadratic(1.0, 1e308), "length=1.0 and alpha=1e+308"),
        (lambda: RationalQuadratic(1e60, 1e260), "length=1e+60 and alpha=1e+260"),
        (lambda: RationalQuadratic(1e-9, 1e-290), "length=1e-09 and alpha=1e-290"),
        (lambda: -2 * Linear(), "factor=-2.0"),
        (lambda: Linear() * 0, "factor=0.0"),
    ],
)
def test_other_values_out_of_range_are_quoted(make, quoted):
    with pytest.raises(ValueError, match=re.escape(quoted)):
        make()


@pytest.mark.parametrize(
    ("make", "quoted"),
    [
        (lambda: Sum(Linear(), 3), "3"),
        (lambda: Product("x", Linear()), "'x'"),
        (lambda: Scaled(2.0, "linear"), "'linear'"),
        (lambda: CallableKernel(3), "3"),
        (lambda: as_kernel(3.5), "3.5"),
        (lambda: as_kernel(None), "None"),
        (lambda: as_kernel(Gaussian), "Gaussian"),
    ],
)
def test_what_is_no_kernel_is_quoted(make, quoted):
    with pytest.raises(TypeError, match=re.escape(quoted)):
        make()


def test_points_that_are_no_table_are_refused_with_their_shape():
    with pytest.raises(ValueError, match=r"X has shape \(3,\)"):
        Linear()(np.ones(3))
    with pytest.raises(ValueError, match=r"Y has shape \(2, 2, 2\)"):
        Linear()(np.ones((3, 2)), np.ones((2, 2, 2)))
    with pytest.raises(ValueError, match=r"X has 2 columns and Y has 3"):
        Gaussian(1.0)(np.ones((3, 2)), np.ones((4, 3)))


@pytest.mark.parametrize(
    ("function", "returned"),
    [
        (lambda X, Y: X[:, 0], "(4,)"),
        (lambda X, Y: X @ X.T, "(4, 4)"),
        (lambda x, y: np.exp(-np.square(x.sum() - y.sum())), "()"),
        (lambda X, Y: [], "(0,)"),
    ],
)
def test_a_function_of_the_wrong_shape_is_refused_with_both_shapes(function, returned):
    message = f"returned shape {returned} for X of shape (4, 2) and Y of shape (3, 2)"
    with pytest.raises(ValueError, match=re.escape(message) + r".*shape \(4, 3\)"):
        CallableKernel(function)(np.ones((4, 2)), np.ones((3, 2)))


MASKED = np.ma.masked_less(np.eye(4), 0.5)


@pytest.mark.parametrize(
    ("values", "quoted"),
    [
        (np.eye(4) + 1j, "dtype complex128"),
        (np.eye(4) * (1 + 0j), "dtype complex128"),
        (np.eye(4).astype(object), "dtype object"),
        (np.eye(4).astype(str), "dtype <U"),
        (np.eye(4).astype("m8[s]"), "dtype timedelta64"),
        (MASKED, "masked values"),
        (None, "dtype object of type NoneType"),
    ],
)
def test_values_of_a_function_that_are_no_real_numbers_are_refused(values, quoted):
    with pytest.raises(TypeError, match=rf"The kernel function returned {quoted}.*real numbers"):
        CallableKernel(lambda X, Y: values)(np.ones((4, 2)))


@pytest.mark.parametrize("dtype", [bool, int, np.float32, np.longdouble])
def test_real_values_of_a_function_become_float64(dtype):
    K = CallableKernel(lambda X, Y: np.ma.array(np.eye(4), dtype=dtype))(np.ones((4, 2)))
    assert type(K) is np.ndarray
    assert K.dtype == np.float64
    np.testing.assert_array_equal(K, np.eye(4))


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
def test_values_of_a_function_that_are_not_finite_are_quoted_with_their_points(odd):
    def function(X, Y):
        return np.where(X[:, :1] * Y[:, 0] == 6, odd, 1.0)

    with pytest.raises(ValueError, match=rf"not finite.* {odd} for x = \[2\.\] and y = \[3\.\]"):
        CallableKernel(function)(np.arange(4.0)[:, None])


def test_a_function_may_write_to_its_arrays_which_are_copies():
    def doubling(X, Y):
        X *= 2.0
        Y *= 2.0
        return X @ Y.T

    X = cloud(5)
    for Y in (X, X.copy(), cloud(2), cloud(7)):
        close(CallableKernel(doubling)(X, Y), 4 * X @ Y.T)
    np.testing.assert_array_equal(X, cloud(5))
    found = fit(doubling, X, 2)
    np.testing.assert_allclose(found.eigenvalues, 4 * fit(Linear(), X, 2).eigenvalues)
    np.testing.assert_array_equal(found.expansion.points, cloud(5))


def test_a_function_that_writes_to_nothing_sees_that_both_tables_are_one():
    seen = []
    CallableKernel(lambda X, Y: seen.append(X is Y) or X @ Y.T)(cloud(5))
    assert seen == [True]


OF_ONE_PAIR = {
    "dot": np.dot,
    "matmul": lambda x, y: x @ y,
    "sum of squares": lambda x, y: np.exp(-np.square(x - y).sum()),
    "norm": lambda x, y: 1 / (1 + np.linalg.norm(x - y)),
    "math": lambda x, y: math.exp(-float(np.abs(x - y).sum())),
    "loop": lambda x, y: sum(min(a, b) for a, b in zip(x, y, strict=True)),
    "one entry": lambda x, y: np.dot(x.reshape(1, -1), y.reshape(-1, 1)),
    "last axis": lambda x, y: np.minimum(x, y).sum(axis=-1),
}


@pytest.mark.parametrize("name", OF_ONE_PAIR)
@pytest.mark.parametrize("shape", [(5, 1), (5, 2), (5, 5), (2, 2), (4, 3), (3, 7)])
def test_a_function_of_one_pair_is_refused_with_what_to_write(name, shape):
    """Also of square tables, where x @ y of whole tables has the right shape."""
    X = np.random.default_rng(0).random(shape)
    with pytest.raises((ValueError, TypeError), match=r"pairwise_kernels\(X, Y, metric=k\)"):
        fit(OF_ONE_PAIR[name], X, 1)


def test_what_a_function_raises_itself_is_passed_on():
    def function(X, Y):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        fit(function, cloud(5), 1)


@pytest.mark.parametrize("kept", [Gaussian(1.0)(cloud(5)), pd.DataFrame(Gaussian(1.0)(cloud(5)))])
def test_what_a_function_returns_is_not_overwritten(kept):
    before = np.array(kept)
    found = fit(lambda X, Y: kept, cloud(5), 2)
    np.testing.assert_array_equal(np.array(kept), before)
    np.testing.assert_allclose(found.eigenvalues, fit(Gaussian(1.0), cloud(5), 2).eigenvalues)


def test_an_asymmetric_function_is_quoted_with_the_largest_difference():
    message = r"symmetric; got 8\.0 in row 0, column 4, but 4\.0 in row 4, column 0"
    with pytest.raises(ValueError, match=message):
        CallableKernel(lambda X, Y: X + 2 * Y.T)(np.arange(5.0)[:, None])


# Algebra


def test_sums_products_and_scalings_are_what_they_say():
    X, Y = cloud(6), cloud(5, seed=1)
    a, b, c = Gaussian(0.3), Polynomial(2, 1.0), Sigmoid()
    close((a + b)(X, Y), a(X, Y) + b(X, Y))
    close((a * b)(X, Y), a(X, Y) * b(X, Y))
    close((2.5 * a)(X, Y), 2.5 * a(X, Y))
    close((a * (b + 2 * c))(X, Y), a(X, Y) * (b(X, Y) + 2 * c(X, Y)))


def test_the_types_of_the_algebra():
    a, b = Gaussian(1.0), Linear()
    assert type(a + b) is Sum
    assert type(a * b) is Product
    assert type(2 * a) is type(a * 2) is Scaled
    assert 2 * a == a * 2.0 == Scaled(2.0, a)
    assert isinstance(np.float64(2) * a, Scaled)
    for operation in (
        lambda: a + 1,
        lambda: 1 + a,
        lambda: a * "2",
        lambda: a * [1, 2],
        lambda: a - b,
        lambda: a / 2,
    ):
        with pytest.raises(TypeError):
            operation()


def test_a_combination_is_positive_when_both_parts_are():
    assert all(k.is_psd for k in SHIPPED if not isinstance(k, Sigmoid))
    assert (Gaussian(1.0) + Linear()).is_psd
    assert (Gaussian(1.0) * Linear()).is_psd
    assert not (Gaussian(1.0) + Sigmoid()).is_psd
    assert not (Sigmoid() * Gaussian(1.0)).is_psd
    assert not (2 * Sigmoid()).is_psd
    assert not CallableKernel(histogram_intersection).is_psd


def test_names_and_functions_become_kernels():
    kernel = Gaussian(1.0)
    assert as_kernel(kernel) is kernel
    assert as_kernel("linear") == Linear()
    assert as_kernel("precomputed") == Precomputed()
    assert as_kernel(histogram_intersection) == CallableKernel(histogram_intersection)
    X = cloud(5)
    close(as_kernel(gp.RBF(0.5))(X), Gaussian.from_sigma(0.5)(X))
    assert isinstance(as_kernel(gp.RBF(0.5)), Kernel)


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("rbf", "Gaussian.from_gamma"),
        ("gaussian", "Gaussian(width)"),
        ("poly", "gamma**degree * Polynomial(degree, coef0 / gamma)"),
        ("polynomial", "gamma**degree * Polynomial(degree, coef0 / gamma)"),
        ("sigmoid", "Sigmoid("),
        ("laplacian", "Laplacian("),
        ("cosine", "Cosine()"),
        ("banana", "Gaussian(width=0.1)"),
    ],
)
def test_other_names_say_what_to_write_instead(name, instead):
    with pytest.raises(ValueError, match=re.escape(instead)) as error:
        as_kernel(name)
    assert f"kernel={name!r}" in str(error.value)
