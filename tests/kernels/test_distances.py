"""Kernels of distances: their digits beside values of more digits, and both ends of float64."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support import SHIPPED, cloud, label
from support.more_digits import needs_long_doubles
from support.references import as_long, gram_matrix

from kpca_core import CallableKernel, Gaussian, Laplacian, Matern, RationalQuadratic, fit
from kpca_core.kernels.distances import BLOCK_PAIRS, FEW_COORDINATES, squared_distances
from kpca_core.kernels.stationary import is_radial

ROUNDOFF = np.finfo(float).eps / 2
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


# Squared distances of close points


def exact_squares(X, Y):
    return np.square(as_long(X)[:, None] - as_long(Y)[None]).sum(axis=2)


def clusters(n, dimension, spread, offset=0.0):
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((6, dimension))
    return offset + centres[np.arange(n) % 6] + spread * rng.standard_normal((n, dimension))


@needs_long_doubles
@pytest.mark.parametrize("dimension", [9, 40, 256])
@pytest.mark.parametrize("spread", [1e-3, 5e-2])
def test_distances_of_crowded_points_have_all_digits(dimension, spread):
    X = clusters(300, dimension, spread, offset=100.0)
    exact = exact_squares(X, X)
    for found in (squared_distances(X, X), squared_distances(X, X.copy())):
        assert (np.abs(found - exact) <= 200 * ROUNDOFF * exact).all()
        assert (found.diagonal() == 0.0).all()


@pytest.mark.parametrize("dimension", [9, 25, 256])
def test_distances_along_a_line_have_all_digits(dimension):
    X = np.linspace(0.0, 1.0, 404)[:, None] * np.random.default_rng(0).standard_normal(dimension)
    found, exact = squared_distances(X, X, scale=0.1, smooth=False), exact_squares(X, X)
    assert (np.abs(found - exact) <= 200 * ROUNDOFF * exact).all()


@needs_long_doubles
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


@needs_long_doubles
@pytest.mark.parametrize("kind", ["one-hot", "repeated", "repeated and close"])
@pytest.mark.parametrize("dimension", [2, 8, 9, 60])
def test_equal_rows_are_at_no_distance(kind, dimension):
    rng = np.random.default_rng(3)
    rows = (
        np.eye(dimension)[:8] if kind == "one-hot" else 10.0 + rng.standard_normal((8, dimension))
    )
    X = rows[rng.integers(0, len(rows), 400)]
    X[::3] *= 1.0 if kind != "repeated and close" else 1.0 + 1e-9
    X[0, X[0] == 0.0] = -0.0
    equal = (X[:, None] == X[None]).all(axis=2)
    exact = exact_squares(X, X)
    for found in (squared_distances(X, X), squared_distances(X, X.copy())):
        assert (found[equal] == 0.0).all()
        assert (found[~equal] > 0.0).all()
        assert (np.abs(found - exact) <= 1e-12 * exact)[~equal].all()


# Values of kernels


def error(kernel, X):
    """The largest error of an entry of the Gram matrix of X (n, D)."""
    return float(np.abs(kernel(X) - gram_matrix(kernel, as_long(X))).max())


@needs_long_doubles
@pytest.mark.filterwarnings("ignore:.*NOT certified")
@pytest.mark.parametrize("scaled", [1.0, 1e-6])
def test_a_callable_that_is_largest_off_the_diagonal_counts_with_that(scaled):
    """‖x − y‖ is 0 on the diagonal, and the rounding of a Gaussian is multiplied by it."""

    def distances(X, Y):
        return np.sqrt(((X[:, None] - Y[None]) ** 2).sum(axis=2))

    X = cloud(60, 9, seed=51)
    for factor in (Gaussian(0.1), Matern(0.1), Laplacian(0.3)):
        kernel = scaled * (CallableKernel(distances) * factor)
        assert 0 < error(kernel, X) <= kernel.rounding(X)
        found = fit(kernel, X, 5, centre=False, solver="dense")
        exact = np.linalg.eigvalsh(gram_matrix(kernel, as_long(X)).astype(float))[::-1]
        errors = np.abs(found.eigenvalues - exact[: found.n_components])
        assert errors.max() <= found.certificate.error


def tight_clusters(n, dimension):
    """Three clusters whose points are closer than a hundredth of what separates the clusters."""
    rng = np.random.default_rng(52)
    X = 0.1 * rng.standard_normal((n, dimension))
    X[1::3] += 10.0
    X[2::3] -= 10.0
    return X


def at_both_ends(kernel):
    """The kernel, and with each parameter that is no length at the ends of its range."""
    others = [one for one in kernel.family.parameters if not one.power]
    ends = [{one.name: end} for one in others for end in (one.low, one.high)]
    return [kernel, *(replace(kernel, **one) for one in ends)]


RADIAL = [one for kernel in SHIPPED if is_radial(kernel) for one in at_both_ends(kernel)]


@needs_long_doubles
@pytest.mark.parametrize("kernel", RADIAL, ids=label)
def test_radial_kernels_keep_the_digits_that_they_state_of_close_pairs(kernel):
    X = tight_clusters(90, 40)
    wide = kernel.dilated(250.0**2 / kernel.squared_scale)
    assert wide.squared_scale == pytest.approx(250.0**2), "_dilated takes a factor of ℓ²"
    assert error(wide, X) <= wide.rounding(X), "a kernel with a cusp at 0 has smooth = False"


@needs_long_doubles
@pytest.mark.parametrize("nu", [0.5, 1.5, 2.5])
def test_distances_that_underflow_are_counted(nu):
    X = 1e-162 * np.random.default_rng(7).integers(0, 60, size=(40, 2))
    kernel = Matern(1.1e-151, nu)
    assert (nu == 0.5) == (error(kernel, X) > 1e-13)
    assert error(kernel, X) <= kernel.rounding(X)


@pytest.mark.parametrize("kernel", RADIAL, ids=label)
def test_values_that_underflow_are_zero(kernel):
    """Subnormal numbers take up to 150 times as long, and nobody sees them."""
    X = np.geomspace(1.0, 3e3, 400)[:, None]
    K = kernel(X)
    assert K[K > 0.0].min() >= np.finfo(float).tiny
    exact = gram_matrix(kernel, as_long(X)).astype(float)
    np.testing.assert_allclose(K, exact, rtol=1e-9, atol=1e-294)
