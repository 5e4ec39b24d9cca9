"""Products with a Laplacian's Gram matrix by prefix sums, and the fits that use them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import EPS, cloud, label
from support.peak import with_peak

from kpca_core import Laplacian, fit
from kpca_core.kernels.plane.laplacian_matvec import LEAF, LaplacianMatvec
from kpca_core.solvers.problem import Problem

CLOUDS = {
    "one point": cloud(1),
    "two": cloud(2),
    "one part": cloud(LEAF),
    "one more": cloud(LEAF + 1),
    "places left over": cloud(8 * LEAF + 3),
    "a grid full of ties": np.random.default_rng(0).integers(0, 5, (700, 2)).astype(float),
    "copies of one point": np.ones((300, 2)),
    "upright": np.column_stack([np.zeros(300), 200 * cloud(300, 1)[:, 0]]),
    "lying": np.column_stack([1e5 * cloud(300, 1)[:, 0], np.zeros(300)]),
    "spread as far as it may": cloud(400) * [1e6, 1.0]
    + np.r_[[0.0, 900.0] * 200][:, None] * [0, 1],
    "far from the origin": cloud(500) + 2.0**30,
}


def direct(Z, V, width=1.0):
    return np.exp(-np.abs(Z[:, None] - Z[None]).sum(axis=-1) / width) @ V


def fast_matvec(kernel, X):
    return Problem(kernel, X, 2).fast_matvec


def assert_product(Z, columns, width=1.0):
    """Also where too few widths are between the points for it to be taken."""
    V = np.random.default_rng(len(Z)).standard_normal((len(Z), columns))
    product = (LaplacianMatvec.of(Z, width) or LaplacianMatvec(Z, width))(V)
    limit = len(Z) * EPS * direct(Z, np.abs(V), width)
    assert (np.abs(product - direct(Z, V, width)) <= limit).all()


@pytest.mark.parametrize("name", CLOUDS)
@pytest.mark.parametrize("turned", [False, True])
def test_the_product_is_the_matrix_times_the_columns(name, turned):
    assert_product(CLOUDS[name][:, ::-1] if turned else CLOUDS[name], 3)


@settings(max_examples=80, derandomize=True)
@given(
    n=st.integers(1, 600),
    seed=st.integers(0, 99),
    stretch=st.tuples(st.floats(-4, 4), st.floats(-4, 2)),
    columns=st.integers(1, 5),
)
def test_it_is_so_for_drawn_points(n, seed, stretch, columns):
    assert_product(cloud(n, seed=seed) * 10.0 ** np.array(stretch), columns)


@pytest.mark.parametrize("offset", [0.0, 1e6, 1e8, 1e12])
@pytest.mark.parametrize("spread", [1.0, 1e9])
def test_no_digits_of_the_points_are_lost(offset, spread):
    """Neither far from the origin nor in clouds that are long in one coordinate."""
    rng = np.random.default_rng(0)
    Z = cloud(500) + offset + np.column_stack([spread * rng.integers(0, 5, 500), np.zeros(500)])
    assert_product(Z, 3, 0.3)


def test_points_that_spread_over_too_many_widths_or_too_few_are_refused():
    X = np.array([[0.0, 0.0], [1001.0, 1002.0]])
    assert LaplacianMatvec.of(X, 1.0) is None
    assert LaplacianMatvec.of(X * [1.0, 0.9], 1.0) is not None
    assert fast_matvec(Laplacian(1.0), X) is None
    assert fast_matvec(Laplacian(2.0), X) is not None
    assert fast_matvec(Laplacian(1e7), X) is None
    with np.errstate(over="ignore"):
        assert fast_matvec(Laplacian(1e-300), 1e10 * X) is None
        # As long as it is narrow: kernel values between the ends are 0.
        line = np.column_stack([1e300 * cloud(300, 1)[:, 0], np.full(300, 1.7e308)])
        found = fit(Laplacian(1e-10), line, 2, solver="iterative")
    np.testing.assert_allclose(found.eigenvalues, 1.0)


@pytest.mark.parametrize("n", [1100, 3000])
@pytest.mark.parametrize("q", [1, 3, 8, 20])
def test_rounding_is_not_taken_for_components(n, q):
    for others, expected in ((0, 0), (1, 1), (2, 2)):
        X = np.ones((n, 2))
        X[:others] += np.arange(1, others + 1)[:, None]
        found = fit(Laplacian(1.0), X, q, solver="iterative")
        assert found.n_components == min(q, expected)
        assert found.certificate.holds


KNOWN = (
    Laplacian(0.7),
    2.5 * Laplacian(0.7),
    Laplacian(0.2) + 0.5 * Laplacian(3.0),
    Laplacian(1.0) * Laplacian(2.0),
)


@pytest.mark.parametrize("kernel", KNOWN, ids=label)
@pytest.mark.parametrize("dimension", [1, 2])
def test_kernels_that_know_a_faster_product(kernel, dimension):
    X, V = cloud(300, dimension), np.random.default_rng(0).standard_normal((300, 4))
    np.testing.assert_allclose(fast_matvec(kernel, X)(V), kernel(X) @ V, rtol=0, atol=1e-12)


def test_many_rows_take_memory_in_proportion_to_n():
    X = cloud(20_000, seed=4)
    found, peak = with_peak(lambda: fit(Laplacian(0.5), X, 3))
    assert found.solver == "iterative"
    assert found.certificate.holds
    assert peak < 5_000 * len(X)  # K itself would take 160,000 bytes a row
