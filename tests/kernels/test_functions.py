"""Kernels that are a reader's function of two tables."""

from __future__ import annotations

import math
import re

import numpy as np
import pandas as pd
import pytest
from support import close, cloud

from kpca_core import CallableKernel, Gaussian, Linear, fit


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
