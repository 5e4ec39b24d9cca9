"""Squared distances of many close points beside those in more digits."""

from __future__ import annotations

import numpy as np
import pytest
from support.more_digits import needs_long_doubles
from support.references import as_long

from kpca_core.kernels.distances import squared_distances

pytestmark = needs_long_doubles
ROUNDOFF = np.finfo(float).eps / 2


def exact_squares(X, Y):
    return np.square(as_long(X)[:, None] - as_long(Y)[None]).sum(axis=2)


def clusters(n, dimension, spread, offset=0.0):
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((6, dimension))
    return offset + centres[np.arange(n) % 6] + spread * rng.standard_normal((n, dimension))


@pytest.mark.parametrize("dimension", [9, 40, 256])
@pytest.mark.parametrize("spread", [1e-3, 5e-2])
def test_distances_of_crowded_points_have_all_digits(dimension, spread):
    X = clusters(300, dimension, spread, offset=100.0)
    exact = exact_squares(X, X)
    for found in (squared_distances(X, X), squared_distances(X, X.copy())):
        assert (np.abs(found - exact) <= 200 * ROUNDOFF * exact).all()
        assert (found.diagonal() == 0.0).all()


def test_distances_beside_far_rows_keep_their_digits():
    X = np.random.default_rng(2).standard_normal((400, 20))
    X[::40] *= 1e4
    exact = exact_squares(X, X)
    assert (np.abs(squared_distances(X, X) - exact) <= 2000 * ROUNDOFF * exact).all()


@pytest.mark.parametrize("largest", [1e160, 1e200])
def test_squares_that_overflow_are_infinite_and_others_are_right(largest):
    X = clusters(200, 12, 1e-2)
    X[5] = largest
    with np.errstate(over="ignore", invalid="ignore"):
        found = squared_distances(X, X)
    assert np.isinf(np.delete(found[5], 5)).all()
    others = np.delete(np.arange(200), 5)
    exact = exact_squares(X[others], X[others])
    near = found[np.ix_(others, others)]
    assert (np.abs(near - exact) <= 200 * ROUNDOFF * exact).all()


@pytest.mark.parametrize("kind", ["one-hot", "repeated", "repeated and close"])
@pytest.mark.parametrize("dimension", [9, 60])
def test_equal_rows_are_at_no_distance(kind, dimension):
    rng = np.random.default_rng(3)
    rows = (
        np.eye(dimension)[:8] if kind == "one-hot" else 10.0 + rng.standard_normal((8, dimension))
    )
    X = rows[rng.integers(0, 8, 400)]
    X[::3] *= 1.0 if kind != "repeated and close" else 1.0 + 1e-9
    X[0, X[0] == 0.0] = -0.0
    equal = (X[:, None] == X[None]).all(axis=2)
    exact = exact_squares(X, X)
    for found in (squared_distances(X, X), squared_distances(X, X.copy())):
        assert (found[equal] == 0.0).all()
        assert (found[~equal] > 0.0).all()
        assert (np.abs(found - exact) <= 1e-12 * exact)[~equal].all()
