"""Squared distances of many close points beside those in more digits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.more_digits import needs_long_doubles

from benchmarks.references import as_long
from kpca_core.kernels import distances
from kpca_core.kernels.distances import squared_distances
from kpca_core.kernels.split import SplitRows, least_fraction

pytestmark = needs_long_doubles

ROUNDOFF = 2.0**-53


def clusters(n, dimension, spread, seed=0, offset=0.0):
    """Six clusters, as far apart as rows of a standard normal distribution."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((6, dimension))[rng.integers(0, 6, n)]
    return centres + spread * rng.standard_normal((n, dimension)) + offset


def exact_squares(X, Y):
    return np.square(as_long(X)[:, None] - as_long(Y)[None]).sum(axis=2)


def of_split(X, Y, middle):
    """The split distances, the exact ones, and those from where they are claimed to be right."""
    found = np.empty((len(X), len(Y)))
    SplitRows.of(X, middle).distances(SplitRows.of(Y, middle), found)
    norms = [np.square(as_long(Z) - as_long(middle)).sum(axis=1) for Z in (X, Y)]
    return found, exact_squares(X, Y), least_fraction(X.shape[1]) * np.add.outer(*norms)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    dimension=st.sampled_from([1, 9, 30, 200]),
    spread=st.sampled_from([1e-4, 1e-2, 1.0]),
    scale=st.sampled_from([1e-120, 1e-3, 1.0, 1e120]),
    offset=st.sampled_from([0.0, 1.0, 1e4]),
    far=st.sampled_from([1.0, 3.0, 1e6]),
)
def test_split_distances_are_right_down_to_the_fraction_they_state(
    seed, dimension, spread, scale, offset, far
):
    X = clusters(80, dimension, spread, seed, offset)
    X[::7] *= far
    X *= scale
    found, exact, least = of_split(X[:30], X[30:], X[0])
    right = exact >= least
    assert right.any()
    assert (np.abs(found - exact) <= 32 * ROUNDOFF * exact)[right].all()
    assert (np.abs(found - exact) <= 32 * ROUNDOFF * np.maximum(exact, least)).all()


def test_the_large_parts_cancel_without_any_error():
    """Of points with few bits nothing else is there, and the distances are those of integers."""
    X = np.random.default_rng(1).integers(-(2**11), 2**11, (200, 4)).astype(float)
    found, exact, _ = of_split(X[:100] + 2.0**40, X[100:] + 2.0**40, np.full(4, 2.0**40))
    np.testing.assert_array_equal(found, exact.astype(float))


@pytest.mark.parametrize("dimension", [9, 40, 256])
@pytest.mark.parametrize("spread", [1e-3, 5e-2])
def test_distances_of_crowded_points_have_all_digits(dimension, spread, monkeypatch):
    split, of = [], SplitRows.of
    monkeypatch.setattr(SplitRows, "of", lambda X, m: split.append(len(X)) or of(X, m))
    X = clusters(300, dimension, spread, offset=100.0)
    exact = exact_squares(X, X)
    for found in (squared_distances(X, X), squared_distances(X, X.copy())):
        assert (np.abs(found - exact) <= 200 * ROUNDOFF * exact).all()
        assert (found.diagonal() == 0.0).all()
    assert len(split) >= 4, "they were not split"
    monkeypatch.setattr(distances, "CROWDED", 2.0)
    split.clear()
    np.testing.assert_allclose(found, squared_distances(X, X), rtol=1e-11, atol=0)
    assert not split


def test_far_rows_do_not_make_the_others_crowded(monkeypatch):
    monkeypatch.setattr(SplitRows, "of", None)
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
def test_equal_rows_are_at_no_distance_and_are_not_summed_one_by_one(kind, dimension, monkeypatch):
    rng = np.random.default_rng(3)
    rows = (
        np.eye(dimension)[:8] if kind == "one-hot" else 10.0 + rng.standard_normal((8, dimension))
    )
    X = rows[rng.integers(0, 8, 400)]
    X[::3] *= 1.0 if kind != "repeated and close" else 1.0 + 1e-9
    X[0, X[0] == 0.0] = -0.0
    equal = (X[:, None] == X[None]).all(axis=2)
    exact = exact_squares(X, X)
    left, close = [], distances._Pairs._close
    monkeypatch.setattr(
        distances._Pairs, "_close", lambda *some: left.append(close(*some)) or left[-1]
    )
    for found in (squared_distances(X, X), squared_distances(X, X.copy())):
        assert (found[equal] == 0.0).all()
        assert (found[~equal] > 0.0).all()
        assert (np.abs(found - exact) <= 1e-12 * exact)[~equal].all()
    summed = sum(len(part) for part in left)
    assert (summed > 0) == (kind == "repeated and close")
