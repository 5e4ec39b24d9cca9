"""Both minimisers of many small problems, and the sums that they minimise for Gaussian kernels."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from support import cloud

from kpca_core import Gaussian, Laplacian
from kpca_core.feature_space.preimage import newton
from kpca_core.feature_space.preimage.gaussian import GaussianSums
from kpca_core.feature_space.preimage.lbfgs import minimise
from kpca_core.feature_space.preimage.newton import minimise_curved
from kpca_core.feature_space.preimage.plane import PlaneSums


def exactly(rows, X):
    """The rounding errors of values that count as exact."""
    return np.zeros(len(rows))


def bowls(dimension, n=20, seed=0):
    """The minima of n quadratic functions, and their values and derivatives."""
    rng = np.random.default_rng(seed)
    ends = rng.standard_normal((n, dimension))
    roots = rng.standard_normal((n, dimension, dimension))
    H = roots @ roots.transpose(0, 2, 1) + np.eye(dimension)

    def objective(rows, X):
        gradients = np.einsum("rij,rj->ri", H[rows], X - ends[rows])
        return 0.5 * np.einsum("ri,ri->r", X - ends[rows], gradients), gradients, H[rows]

    return ends, objective


@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_a_quadratic_function_takes_one_step_of_newton(dimension):
    ends, objective = bowls(dimension)
    X, values, iterations, converged = minimise_curved(
        objective, np.zeros_like(ends), longest=1e3, tol=1e-9, rounding=exactly, max_iterations=9
    )
    np.testing.assert_allclose(X, ends, atol=1e-8)
    np.testing.assert_allclose(values, 0, atol=1e-15)
    assert (iterations == 1).all()
    assert converged.all()


@pytest.mark.parametrize("dimension", [1, 2, 5])
def test_both_minimisers_end_in_the_same_minima(dimension):
    ends, objective = bowls(dimension)
    X, values, _, converged = minimise(
        lambda rows, Y: objective(rows, Y)[:2],
        np.zeros_like(ends),
        first=lambda f, G: np.full(len(f), 0.1),
        tol=1e-9,
        rounding=exactly,
        unit=1.0,
        max_iterations=200,
    )
    np.testing.assert_allclose(X, ends, atol=1e-8)
    np.testing.assert_allclose(values, objective(np.arange(20), X)[0], rtol=0, atol=1e-300)
    assert converged.all()


def test_steps_lead_away_from_maxima_and_are_no_longer_than_allowed():
    """cos x beside its maximum: minima at ±π."""
    seen = []
    X, values, _, converged = minimise_curved(
        lambda rows, X: (np.cos(X[:, 0]), -np.sin(X), -np.cos(X)[:, :, None]),
        np.array([[0.1], [-0.1]]),
        longest=0.5,
        tol=1e-12,
        rounding=exactly,
        max_iterations=50,
        visit=lambda X: seen.append(X.copy()),
    )
    np.testing.assert_allclose(X[:, 0], [np.pi, -np.pi], atol=1e-7)
    np.testing.assert_allclose(values, -1, atol=1e-14)
    assert converged.all()
    assert max(np.abs(b - a).max() for a, b in pairwise(seen)) <= 0.5 + 1e-12


@pytest.mark.parametrize("tol", [1e-10, 1e-3, 0.3])
def test_the_value_at_the_end_of_newtons_steps_is_right(tol):
    """cosh x − 1 from 1, of which all derivatives are known: minimum 0 at 0."""
    X, values, _, converged = minimise_curved(
        lambda rows, X: (np.cosh(X[:, 0]) - 1.0, np.sinh(X), np.cosh(X)[:, :, None]),
        np.ones((1, 1)),
        longest=9.0,
        tol=tol,
        rounding=lambda rows, X: np.full(1, 1e-15),
        max_iterations=50,
    )
    assert converged.all()
    np.testing.assert_allclose(values, np.cosh(X[:, 0]) - 1.0, rtol=0, atol=2e-15)
    assert abs(X[0, 0]) <= tol


def test_steps_are_the_same_by_elimination_and_by_eigenvectors():
    ends, objective = bowls(3)
    _, G, H = objective(np.arange(20), np.zeros_like(ends))
    saddles = H.copy()
    saddles[:10, 2, 2] -= 99.0
    steps = newton._steps(G, saddles)
    np.testing.assert_allclose(steps, newton._downhill(G, saddles), rtol=1e-9, atol=1e-9)
    assert (np.einsum("ij,ij->i", steps, G) < 0).all()


@pytest.mark.parametrize("curved", [True, False])
def test_what_is_known_at_the_start_is_not_computed_again(curved):
    ends, objective = bowls(2)
    start, seen = np.zeros_like(ends), []

    def counted(rows, X):
        seen.append(X)
        return objective(rows, X) if curved else objective(rows, X)[:2]

    search = (
        partial(minimise_curved, counted, longest=1e3)
        if curved
        else partial(minimise, counted, first=lambda f, G: np.full(len(f), 0.1), unit=1.0)
    )
    settings = {"tol": 1e-9, "rounding": exactly, "max_iterations": 200}
    found = counted(np.arange(20), start)
    seen.clear()
    X, *_ = search(start, found=found, **settings)
    np.testing.assert_allclose(X, ends, atol=1e-8)
    assert not any(np.array_equal(points, start) for points in seen)


def test_what_has_no_value_is_left_where_it_is():
    start = np.array([[1.0, 2.0], [0.5, 0.5]])

    def objective(rows, X):
        values = np.where(rows == 0, np.nan, np.square(X).sum(axis=1))
        return values, 2.0 * X, np.tile(2.0 * np.eye(2), (len(X), 1, 1))

    X, _, iterations, converged = minimise_curved(
        objective, start, longest=9.0, tol=1e-9, rounding=exactly, max_iterations=9
    )
    np.testing.assert_array_equal(X, [[1.0, 2.0], [0.0, 0.0]])
    np.testing.assert_array_equal(converged, [False, True])
    np.testing.assert_array_equal(iterations, [0, 1])


@pytest.mark.parametrize("dimension", [1, 2, 3, 20])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_gaussian_sums_are_those_of_the_kernel(dimension, offset):
    kernel = 3.0 * (Gaussian(2.0) * Gaussian(1.5))
    P, Y = cloud(500, dimension, seed=1, offset=offset), cloud(90, dimension, seed=2, offset=offset)
    sums = GaussianSums.of(kernel, P)
    K = kernel(Y, P)
    gamma = cloud(100, 500, seed=3)
    rows = np.arange(10, 100)
    # Coordinates of 1e6 are known to 1e-10 only.
    close = {"rtol": 0, "atol": 1e-11 if offset == 0 else 1e-7}
    np.testing.assert_allclose(
        sums.weighted(Y - sums.middle, gamma, rows, sums.first),
        (K * gamma[rows]) @ np.column_stack([np.ones(500), P - sums.middle]),
        **close,
    )


@pytest.mark.parametrize("offset", [0.0, 1e6])
@pytest.mark.parametrize("parts", [1, 2])
def test_sums_in_the_plane_have_the_derivatives_of_the_kernel(offset, parts):
    product = Gaussian(4.0) * Gaussian(3.0)
    kernel = 3.0 * product if parts == 1 else 2.5 * product + 0.5 * product
    P = np.clip(cloud(1500, seed=1), -2.0, 2.0) + offset
    A, coordinates = cloud(1500, 3, seed=2), cloud(60, 3, seed=3)
    sums = PlaneSums.of(kernel, P, A)
    Y = P[:60] + 0.1
    assert sums.covers(Y)
    assert not sums.covers(Y + 9.0)
    K = kernel(Y, P) * (coordinates @ A.T)
    steps, width = Y[:, None, :] - P, 1.0 / (1.0 / 4.0 + 1.0 / 3.0)
    slopes = np.einsum("np,npi->ni", K, -2.0 / width * steps)
    outer = 4.0 / width**2 * steps[..., :, None] * steps[..., None, :] - 2.0 / width * np.eye(2)
    atol = 1e-9 if offset == 0 else 1e-5  # coordinates of 1e6 are known to 1e-10 only
    found = sums.derivatives(Y, sums.combined(coordinates))
    for values, expected in zip(
        found, (K.sum(axis=1), slopes, np.einsum("np,npij->nij", K, outer)), strict=True
    ):
        np.testing.assert_allclose(values, expected, rtol=0, atol=atol * np.abs(expected).max())


def test_only_smooth_gaussians_on_many_points_are_summed_in_the_plane():
    X = np.clip(cloud(1500), -2.0, 2.0)
    one = np.ones((1500, 1))
    assert PlaneSums.of(Gaussian(4.0), X, one) is not None
    assert PlaneSums.of(Gaussian(4.0), X[:100], one[:100]) is None
    assert PlaneSums.of(Gaussian(1e-3), X, one) is None
    assert PlaneSums.of(Laplacian(4.0), X, one) is None
    assert PlaneSums.of(Gaussian(4.0), np.column_stack([X, X]), one) is None


def test_other_kernels_have_no_gaussian_sums():
    X = cloud(9)
    assert GaussianSums.of(Laplacian(1.0), X) is None
    assert GaussianSums.of(Gaussian(1.0) + Gaussian(2.0), X) is None
    assert GaussianSums.of(Gaussian(1.0), X).precise
    assert not GaussianSums.of(Gaussian(1e-3), X).precise
