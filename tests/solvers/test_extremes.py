"""Kernels at the ends of float64: what is certified is true, beside 50 digits."""

from __future__ import annotations

import numpy as np
import pytest
from support import cloud, label
from support.more_digits import assert_meets
from support.references import reference

from kpca_core import (
    Gaussian,
    Kernel,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Scaled,
    Sigmoid,
    fit,
)

X = cloud(12, 3, seed=60)
LATTICE = 0.1 * np.array([[a, b, c] for a in (-1, 0, 1, 2) for b in (-1, 1, 3) for c in (-2, 1)])
SPHERE = X / np.linalg.norm(X, axis=1)[:, None]
TINY = Scaled(1e-200, Gaussian(1.0)) * Scaled(1e-115, Gaussian(2.0))


@pytest.mark.parametrize(
    ("kernel", "points"),
    [
        (Gaussian(1e-300), 1e-150 * X),
        (Gaussian(1e300), 1e154 * X),
        (Matern(1e-150), 1e-150 * X),
        (Matern(1e150, 0.5), 3e154 * X),
        (RationalQuadratic(1e-150), 1e-150 * X),
        (RationalQuadratic(1.0, 0.3), 1e155 * X),
        (Laplacian(1e-300), 1e-300 * X),
        (Linear(), 1e-161 * X),
        (Sigmoid(1e3), LATTICE),
        (Sigmoid(1e17, -1e17), 0.1 * SPHERE),
    ],
    ids=lambda value: label(value) if isinstance(value, Kernel) else "points",
)
def test_the_ends_of_float64_are_certified(kernel, points):
    assert_meets(fit(kernel, points, 4), reference(kernel, points, None, decimals=True).values)


@pytest.mark.filterwarnings("ignore:These eigenvalues miss", "ignore:Asked for n_comp")
@pytest.mark.parametrize(
    ("kernel", "points"),
    [
        *((Sigmoid(scale), LATTICE) for scale in (1e16, 1e18, 1e20)),
        *((Sigmoid(scale, -scale), SPHERE) for scale in (1e10, 1e15, 1e16, 1e17)),
        (Polynomial(10), 1e-16 * X),
        (Scaled(1e-315, Gaussian(1.0)), X),
        (Scaled(1e200, TINY), X),
        (Scaled(1e200, Scaled(1e-115, Scaled(1e-200, Gaussian(1.0)))), X),
    ],
    ids=lambda value: label(value) if isinstance(value, Kernel) else "points",
)
def test_what_rounding_spoils_is_not_certified(kernel, points):
    """tanh jumps where its argument is the rounding of x·y alone; products underflow."""
    found = fit(kernel, points, 4)
    exact = reference(kernel, points, None, decimals=True).values
    assert not found.certificate.holds
    assert_meets(found, exact, certified=False)


def test_distances_that_overflow_are_refused_where_their_kernel_value_is_not_zero():
    with pytest.raises(ValueError, match=r"alpha=0.01\) is not finite .*Rescale the data"):
        fit(RationalQuadratic(1.0, 0.01), 1e155 * X, 2)
