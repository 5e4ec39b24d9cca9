"""The comparison of an approximation with the exact decomposition, and the cost of computations."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from support import GRID, approximated, cloud, compared, polygon

from datasets import gaussian_clusters
from kpca_core import Expansion, Gaussian, fit
from kpca_core._support.memory import resident_bytes
from kpca_core.analysis.approximations import Approximation, compare, measured

# The comparison


def turned(exact, rotation):
    """The exact decomposition as an approximation whose functions are rotated."""
    e = exact.expansion
    functions = Expansion(e.kernel, e.points, e.coefficients @ rotation, e.offsets @ rotation)
    scores = exact.scores @ rotation
    return Approximation(exact.eigenvalues, scores, functions, len(e.points), 0.0)


def test_signs_and_rotations_within_a_degenerate_group_are_no_error():
    exact = fit(Gaussian(1.0), polygon(12), 6, solver="dense")
    pair = exact.near_degenerate[0]
    c, s = np.cos(0.7), np.sin(0.7)
    rotation = np.diag([-1.0, 1, -1, 1, -1, 1])
    rotation[np.ix_(pair, pair)] = [[c, -s], [s, c]]
    found = turned(exact, rotation)
    raw = np.abs(found.functions.on_grid(GRID) - exact.expansion.on_grid(GRID)).max()
    assert raw > 0.1
    assert compared(found, exact).largest.max() < 1e-10


def test_errors_are_shares_of_the_range():
    exact = fit(Gaussian(0.1), gaussian_clusters(seed="paper").X, 3)
    fields = exact.expansion.on_grid(GRID)
    e = exact.expansion
    shifted = Expansion(e.kernel, e.points, e.coefficients, e.offsets + 0.01)
    found = Approximation(exact.eigenvalues * 0.9, exact.scores, shifted, 90, None)
    errors = compare(found, exact, GRID, fields)
    np.testing.assert_allclose(errors.eigenvalues, 0.1)
    expected = 0.01 / np.ptp(fields, axis=(1, 2))
    np.testing.assert_allclose(errors.root_mean_square, expected, rtol=1e-6)
    np.testing.assert_allclose(errors.largest, expected, rtol=1e-6)


def test_only_the_same_points_and_grid_are_compared():
    exact = fit(Gaussian(0.2), cloud(30), 3)
    fields = exact.expansion.on_grid(GRID)
    with pytest.raises(ValueError, match="it has 20, the exact decomposition 30"):
        compare(approximated(Gaussian(0.2), cloud(20), 5), exact, GRID, fields)
    with pytest.raises(ValueError, match=r"shape \(3, 21, 21\); got shape \(2, 21, 21\)"):
        compare(approximated(Gaussian(0.2), cloud(30), 5), exact, GRID, fields[:2])


# Cost and imports


@pytest.mark.skipif(resident_bytes() is None, reason="needs Linux's /proc")
def test_memory_and_time_are_measured():
    def work():
        array = np.ones(2 * 10**7)
        threading.Event().wait(0.1)
        return float(array.sum())

    result, cost = measured(work)
    assert result == 2e7
    assert cost.seconds > 0.1
    assert 1.4e8 < cost.peak_bytes < 1e9


def test_a_failure_is_raised_and_leaves_no_thread():
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        measured(lambda: 1 / 0)
    assert threading.active_count() == before
