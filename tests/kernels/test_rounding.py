"""What kernels say that rounding does to their values, beside values of more digits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from support import SHIPPED, cloud, label
from support.drawn_problems import draw
from support.more_digits import needs_long_doubles
from support.references import as_long, gram_matrix

from kpca_core import (
    CallableKernel,
    Gaussian,
    Laplacian,
    Matern,
    Precomputed,
    RationalQuadratic,
    fit,
)
from kpca_core.kernels.stationary import is_radial

pytestmark = needs_long_doubles


def error(kernel, X):
    """The largest error of an entry of the Gram matrix of X (n, D)."""
    return float(np.abs(kernel(X) - gram_matrix(kernel, as_long(X))).max())


@pytest.mark.parametrize("block", range(10))
def test_rounding_bounds_the_error_of_every_kernel_value(block):
    problems = [draw(number, 150) for number in range(40 * block, 40 * block + 40)]
    for problem in problems:
        if not isinstance(problem.kernel, Precomputed):
            bound = problem.kernel.rounding(problem.X)
            assert error(problem.kernel, problem.X) <= bound, str(problem)


@pytest.mark.parametrize("dimension", [1, 2, 9, 60])
@pytest.mark.parametrize("kernel", SHIPPED, ids=label)
def test_rounding_is_a_small_multiple_of_the_last_digit(kernel, dimension):
    """A bound that is much too large would certify nothing."""
    X = cloud(200, dimension, seed=50, scale=dimension**-0.5)
    last_digit = float(np.finfo(float).eps) * np.abs(kernel(X)).max()
    assert error(kernel, X) <= kernel.rounding(X) <= 64 * np.sqrt(dimension + 8) * last_digit


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


@pytest.mark.parametrize("kernel", [Gaussian, RationalQuadratic, partial(Matern, nu=2.5)])
def test_wide_smooth_kernels_keep_their_digits_of_close_pairs(kernel):
    X = tight_clusters(90, 40)
    wide = kernel(5e4 if kernel is Gaussian else 250.0)
    K = wide(X)
    assert np.abs(K - gram_matrix(wide, as_long(X)).astype(float)).max() <= wide.rounding(X)
    assert wide.rounding(X) <= 12 * np.finfo(float).eps
    twice = np.repeat(X, 2, axis=0)
    assert (wide(twice)[::2, 1::2].diagonal() == 1.0).all()
    assert wide(twice).max() == 1.0


def at_both_ends(kernel):
    """The kernel, and with each parameter that is no length at the ends of its range."""
    others = [one for one in kernel.family.parameters if not one.power]
    ends = [{one.name: end} for one in others for end in (one.low, one.high)]
    return [kernel, *(replace(kernel, **one) for one in ends)]


RADIAL = [one for kernel in SHIPPED if is_radial(kernel) for one in at_both_ends(kernel)]


@pytest.mark.parametrize("kernel", RADIAL, ids=label)
def test_radial_kernels_keep_the_digits_that_they_state_of_close_pairs(kernel):
    X = tight_clusters(90, 40)
    wide = kernel.dilated(250.0**2 / kernel.squared_scale)
    assert wide.squared_scale == pytest.approx(250.0**2), "_dilated takes a factor of ℓ²"
    assert error(wide, X) <= wide.rounding(X), "a kernel with a cusp at 0 has smooth = False"


@pytest.mark.parametrize("nu", [0.5, 1.5, 2.5])
def test_distances_that_underflow_are_counted(nu):
    X = 1e-162 * np.random.default_rng(7).integers(0, 60, size=(40, 2))
    kernel = Matern(1.1e-151, nu)
    assert (nu == 0.5) == (error(kernel, X) > 1e-13)
    assert error(kernel, X) <= kernel.rounding(X)
