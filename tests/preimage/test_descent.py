"""The minimiser of many small problems, and the sums that it minimises for Gaussian kernels."""

from __future__ import annotations

import numpy as np
import pytest
from support import cloud

from kpca_core import Gaussian, Laplacian
from kpca_core.feature_space.preimage.descent import minimise
from kpca_core.feature_space.preimage.gaussian import FEW, GaussianSums, PlaneSums


def descended(objective, X, rounding=0.0, tol=1e-9, **more):
    """Minima of an objective of gradients alone, by L-BFGS, or of Hessians too, by Newton."""
    settings = {
        "first": lambda f, G: np.full(len(f), 0.1),
        "tol": tol,
        "rounding": lambda rows, X: np.full(len(X), rounding),
        "unit": 1e3,
        "max_iterations": 200,
    }
    return minimise(objective, X, **{**settings, **more})


def bowls(dimension, parts=3, n=20):
    """The minima of n quadratic functions, and as many of values, gradients and Hessians."""
    rng = np.random.default_rng(0)
    ends = rng.standard_normal((n, dimension))
    roots = rng.standard_normal((n, dimension, dimension))
    H = roots @ roots.transpose(0, 2, 1) + np.eye(dimension)

    def objective(rows, X):
        gradients = np.einsum("rij,rj->ri", H[rows], X - ends[rows])
        return (0.5 * ((X - ends[rows]) * gradients).sum(axis=1), gradients, H[rows])[:parts]

    return ends, objective


@pytest.mark.parametrize("dimension", [1, 2, 5])
@pytest.mark.parametrize("parts", [2, 3], ids=["L-BFGS", "Newton"])
def test_quadratic_functions_end_in_their_minima(dimension, parts):
    ends, objective = bowls(dimension, parts)
    start, seen = np.zeros_like(ends), []

    def noted(rows, X):
        seen.append(X)
        return objective(rows, X)

    found = objective(np.arange(20), start)
    X, values, iterations, converged = descended(noted, start, found=found)
    np.testing.assert_allclose(X, ends, atol=1e-8)
    np.testing.assert_allclose(values, 0, atol=1e-15)
    assert converged.all()
    assert parts == 2 or (iterations == 1).all()
    # What is known at the start is not computed again.
    assert not any(np.array_equal(points, start) for points in seen)


def derivatives(K, steps, width):
    """The values Σ k, gradients and Hessians of sums of Gaussians K (n, m) at y − p (n, m, D)."""
    slopes = np.einsum("np,npi->ni", K, -2.0 / width * steps)
    outer = 4.0 / width**2 * steps[..., :, None] * steps[..., None, :]
    outer -= 2.0 / width * np.eye(steps.shape[-1])
    return K.sum(axis=1), slopes, np.einsum("np,npij->nij", K, outer)


@pytest.mark.parametrize("dimension", [1, 2, 3, 20])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_gaussian_sums_and_their_derivatives_are_those_of_the_kernel(dimension, offset):
    kernel, width = 3.0 * (Gaussian(2.0) * Gaussian(1.5)), 1.0 / (1.0 / 2.0 + 1.0 / 1.5)
    P, Y = cloud(500, dimension, seed=1, offset=offset), cloud(90, dimension, seed=2, offset=offset)
    gamma, rows = cloud(100, 500, seed=3), np.arange(10, 100)
    found = GaussianSums.of(kernel, P).derivatives(Y, gamma, rows)
    assert len(found) == (3 if dimension <= FEW else 2)
    expected = derivatives(kernel(Y, P) * gamma[rows], Y[:, None, :] - P, width)
    # Coordinates of 1e6 are known to 1e-10 only.
    close = 1e-10 if offset == 0 else 1e-6
    for values, right in zip(found, expected, strict=False):
        np.testing.assert_allclose(values, right, rtol=0, atol=close)


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_sums_in_the_plane_have_the_derivatives_of_the_kernel(offset):
    product, width = Gaussian(4.0) * Gaussian(3.0), 1.0 / (1.0 / 4.0 + 1.0 / 3.0)
    kernel = 2.5 * product + 0.5 * product
    P = np.clip(cloud(1500, seed=1), -2.0, 2.0) + offset
    A, coordinates = cloud(1500, 3, seed=2), cloud(60, 3, seed=3)
    sums, Y = PlaneSums.of(kernel, P, A), P[:60] + 0.1
    assert sums.covers(Y)
    assert not sums.covers(Y + 9.0)
    found = sums.derivatives(Y, sums.combined(coordinates))
    expected = derivatives(kernel(Y, P) * (coordinates @ A.T), Y[:, None, :] - P, width)
    atol = 1e-9 if offset == 0 else 1e-5  # coordinates of 1e6 are known to 1e-10 only
    for values, right in zip(found, expected, strict=True):
        np.testing.assert_allclose(values, right, rtol=0, atol=atol * np.abs(right).max())


def test_only_gaussians_have_sums_and_in_the_plane_smooth_ones_on_many_points():
    X = np.clip(cloud(1500), -2.0, 2.0)
    one = np.ones((1500, 1))
    assert PlaneSums.of(Gaussian(4.0), X, one) is not None
    assert PlaneSums.of(Gaussian(4.0), X[:100], one[:100]) is None
    assert PlaneSums.of(Gaussian(1e-3), X, one) is None
    assert PlaneSums.of(Laplacian(4.0), X, one) is None
    assert PlaneSums.of(Gaussian(4.0), np.column_stack([X, X]), one) is None
    assert GaussianSums.of(Laplacian(1.0), X) is None
    assert GaussianSums.of(Gaussian(1.0) + Gaussian(2.0), X) is None
    assert GaussianSums.of(Gaussian(1.0), X).precise
    assert not GaussianSums.of(Gaussian(1e-3), X).precise
