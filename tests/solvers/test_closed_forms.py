"""Eigenvalues that are known in closed form, by every solver that applies."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support import fit_by, label, solves
from support.more_digits import assert_meets, needs_long_doubles
from support.references import as_long, kernel_values

from kpca_core import (
    Cosine,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core._support.arrays import EPS
from kpca_core.analysis.limits import Normal, corner_eigenvalues
from kpca_core.solvers import fit_silently
from kpca_core.solvers.choice import SOLVERS
from kpca_core.solvers.problem import Problem

pytestmark = needs_long_doubles

ROTATION_INVARIANT = (
    Gaussian(0.02),
    Gaussian(1.0),
    Gaussian(50.0),
    RationalQuadratic(0.3),
    RationalQuadratic(1.3, 0.4),
    Matern(0.4, 0.5),
    Matern(0.4, 1.5),
    Matern(2.0, 2.5),
    2.0 * Gaussian(0.5) + Matern(1.0, 1.5) * RationalQuadratic(1.0),
)


# Their bounds grow with n times the rank, beyond the limit where that is n.
FACTORISING = ("low-rank", "streaming")


def applicable(kernel, X, q, centre=True):
    """The values of `solver` that solve this problem; explicit ones with few features."""
    problem = Problem(kernel, X, q, centre)
    names = [
        name
        for name in SOLVERS
        if (name != "explicit" or problem.feature_columns <= 500) and solves(name, problem)
    ]
    assert {"dense", "iterative"} <= set(names)
    return ["auto", *names]


# Equally spaced points on a circle: K is circulant


def circle(n):
    """n points on the unit circle: the nearest doubles."""
    angles = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angles), np.sin(angles)])


def circulant_eigenvalues(kernel, n, centre):
    """The discrete Fourier transform of the first row of K, descending."""
    angles = 8 * np.arctan(np.longdouble(1)) * np.arange(n) / n
    points = np.column_stack([np.cos(angles), np.sin(angles)])
    row = kernel_values(kernel, points[:1], points)[0]
    values = np.fft.fft(row).real
    if centre:
        values[0] = 0  # that of the constant vector
    return np.sort(values)[::-1]


def steepest(kernel):
    """The largest |dk/dr| at distances r up to 2."""
    r = np.linspace(0, 2, 4001)[:, None]
    values = kernel(r, np.zeros((1, 1)))[:, 0]
    return float(np.abs(np.diff(values) / np.diff(r[:, 0])).max())


AT_THE_LIMIT = Matern(2.0, 2.5), 700, "streaming"


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("n", [12, 301, 700])
@pytest.mark.parametrize("kernel", ROTATION_INVARIANT, ids=label)
def test_a_circle_has_the_fourier_transform_of_its_first_row(kernel, n, centre):
    X, exact = circle(n), circulant_eigenvalues(kernel, n, centre)
    # Coordinates are rounded by up to EPS/2, so distances by up to 2 EPS.
    uncertainty = n * 2 * EPS * steepest(kernel)
    for solver in applicable(kernel, X, 5, centre):
        found = fit_by(solver, kernel, X, 5, centre=centre)
        assert found.n_components == 5
        # Twelve points are fewer than the features of a narrow kernel along an axis; and the trace
        # that rounding leaves of the smoothest Matérn kernel is at the limit: processors differ.
        uncertain = (n, solver) == (12, "separable") or (kernel, n, solver) == AT_THE_LIMIT
        assert_meets(found, exact, uncertainty, certified=not uncertain)


# The corners of a cube, whose coordinates are exact: K depends on the Hamming distance

ON_A_CUBE = (
    *(Gaussian(0.5), Gaussian(1e3), Laplacian(3.0), Laplacian(1e-3)),
    *(RationalQuadratic(2.0, 0.7), Matern(1.0, 0.5), Matern(3.0, 1.5), Matern(1.0, 2.5)),
    *(Polynomial(3, 1.0), Sigmoid(0.3, 0.2), Linear(), Cosine()),
    Laplacian(2.0) * Gaussian(9.0) + 0.25 * Polynomial(2),
)


def cube(d):
    """The 2^d points with coordinates ±1."""
    return 2.0 * (np.arange(2**d)[:, None] >> np.arange(d) & 1) - 1.0


def cube_eigenvalues(kernel, d, centre):
    """Σ_j k_j Krawtchouk_j(w) for w = 0 … d, each with multiplicity d over w, descending."""
    first = as_long(np.ones((1, d)))
    others = as_long(np.where(np.arange(d) < np.arange(d + 1)[:, None], -1.0, 1.0))
    row = kernel_values(kernel, first, others)[0]
    by_weight = 2**d * corner_eigenvalues(row)
    if centre:
        by_weight[0] = np.longdouble(0)
    copies = [math.comb(d, w) for w in range(d + 1)]
    return np.sort(np.repeat(by_weight, copies))[::-1]


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("d", [5, 9])
@pytest.mark.parametrize("kernel", ON_A_CUBE, ids=label)
def test_a_cube_has_krawtchouk_sums_of_its_kernel_values(kernel, d, centre):
    X, exact, q = cube(d), cube_eigenvalues(kernel, d, centre), 4
    for solver in applicable(kernel, X, q, centre):
        found = fit_by(solver, kernel, X, q, centre=centre)
        assert_meets(found, exact, certified=d == 5 or solver not in FACTORISING)


# The Laplacian kernel on an equally spaced line: entries ρ^|i−j| (Kac, Murdock & Szegő)


def line_eigenvalues(rho, n):
    """(1 − ρ²)/(1 − 2ρ cos θ + ρ²) at the n roots θ of the characteristic polynomial, descending.

    sin((n+1)θ) − 2ρ sin(nθ) + ρ² sin((n−1)θ) has one in each ((j−1)π/(n+1), jπ/(n+1)).
    """
    pi = 4 * np.arctan(np.longdouble(1))
    low, high = (pi * np.arange(first, first + n) / (n + 1) for first in (0, 1))
    low[0] = high[0] * np.longdouble(1e-9)

    def polynomial(t):
        return np.sin((n + 1) * t) - 2 * rho * np.sin(n * t) + rho**2 * np.sin((n - 1) * t)

    sign = np.sign(polynomial(low))
    assert (sign == -np.sign(polynomial(high))).all()
    for _ in range(90):
        middle = (low + high) / 2
        below = np.sign(polynomial(middle)) == sign
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return (1 - rho**2) / ((1 - rho) ** 2 + 4 * rho * np.sin(low / 2) ** 2)


@pytest.mark.parametrize("width", [0.05, 1.0, 20.0])
@pytest.mark.parametrize("n", [40, 500, 800])
def test_a_laplacian_on_a_line_has_the_eigenvalues_of_kac_murdock_and_szego(n, width):
    X, kernel = np.arange(n)[:, None] / 8.0, Laplacian(width)
    exact = line_eigenvalues(np.exp(-1 / (8 * np.longdouble(width))), n)
    for solver in applicable(kernel, X, 6, centre=False):
        found = fit_by(solver, kernel, X, 6, centre=False)
        assert_meets(found, exact, certified=n == 40 or solver not in FACTORISING)


def test_lanczos_that_converges_late_is_left_to_lapack_or_says_so():
    """The largest of 1,200 eigenvalues that all lie close to 1 are not separated by its steps."""
    X, kernel = np.arange(1200)[:, None] / 8.0, Laplacian(0.05)
    chosen = fit(kernel, X, 6, centre=False)
    exact = line_eigenvalues(np.exp(-1 / (8 * np.longdouble(0.05))), 1200)
    assert chosen.certificate.holds
    assert_meets(chosen, exact)
    named = fit_silently(kernel, X, 6, False, "iterative", 1e-14, None, None, None)
    assert named.certificate.holds or "miss their tolerance" in named.message


# Rows that occur twice


# Normal points and a Gaussian kernel: eigenvalues of the integral operator


def squares(limit, sigma):
    """The variance of each φ² for x ~ N(0, σ²)."""
    x = np.linspace(-12 * sigma, 12 * sigma, 20_001)
    density = np.exp(-x * x / (2 * sigma**2)) / math.sqrt(2 * math.pi) / sigma * (x[1] - x[0])
    return density @ limit.functions(x[:, None]) ** 4 - 1


@pytest.mark.parametrize(
    ("n", "solver"),
    [(2000, "dense"), (5000, "iterative"), (20_000, "low-rank"), (20_000, "separable")]
    + [(n, "streaming") for n in (10_000, 100_000, 1_000_000)],
)
def test_normal_points_have_the_hermite_eigenvalues(n, solver):
    """λ_j/n scatters about λ_j of the operator with variance λ_j² Var φ_j²(x)/n."""
    width, sigma, q = 2.0, 1.5, 4
    limit = Normal(sigma, 1).limit(Gaussian(width), q)
    expected, variances = limit.eigenvalues, squares(limit, sigma)
    X = sigma * np.random.default_rng(7).standard_normal((n, 1))
    found = fit(Gaussian(width), X, q, solver=solver, centre=False)
    deviations = expected * np.sqrt(variances / n)
    assert (deviations < 0.05 * expected).all()
    # The mean of λ_j/n lies λ_1 O(1/n) away from λ_j.
    assert (np.abs(found.variances - expected) <= 4 * deviations + 10 * expected[0] / n).all()
