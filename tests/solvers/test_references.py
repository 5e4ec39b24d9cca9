"""Every kernel and solver beside 50 digits, and the references beside closed forms."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from math import comb

import numpy as np
import pytest
from support import CASES, KERNELS, cloud, fit_by, label
from support.more_digits import assert_meets, needs_long_doubles
from support.references import as_decimal, differences, jacobi, leading_eigenpairs, reference

from kpca_core import Gaussian, Laplacian, Linear, Polynomial, Sigmoid, fit

N, Q = 30, 8
Z = cloud(6, seed=21)


@cache
def fifty_digits(kernel, centre):
    return reference(kernel, cloud(N, seed=20), None, centre=centre, decimals=True)


# The references


def cube(d):
    """The 2^d corners of the unit cube."""
    return np.array([[i >> b & 1 for b in range(d)] for i in range(2**d)], dtype=float)


def test_decimals_find_the_eigenvalues_of_a_cube_in_closed_form():
    """exp(−‖x − y‖²) on {0, 1}^d has the eigenvalues (1 − 1/e)^w (1 + 1/e)^(d−w)."""
    d, rho = 4, np.exp(as_decimal(np.array([-1.0])))[0]
    expected = sorted(
        ((1 - rho) ** w * (1 + rho) ** (d - w) for w in range(d + 1) for _ in range(comb(d, w))),
        reverse=True,
    )
    for kernel in (Gaussian(1.0), Laplacian(1.0)):
        found = reference(kernel, cube(d), None, centre=False, decimals=True)
        assert np.abs(found.values - np.array(expected)).max() < Decimal("1e-44")
        centred = reference(kernel, cube(d), None, decimals=True)
        assert np.abs(centred.values[:-1] - np.array(expected[1:])).max() < Decimal("1e-44")
        assert abs(centred.values[-1]) < Decimal("1e-44")


def test_decimals_find_the_eigenvalues_of_two_points():
    """Centred, half of their squared distance in feature space is the only one."""
    X = np.array([[0.1, 0.7], [0.9, -0.3]])
    kernel = Sigmoid(0.75, 0.125)
    x, y = as_decimal(X)
    k = [
        [1 - 2 / (1 + (2 * (Decimal("0.75") * (a @ b) + Decimal("0.125"))).exp()) for a in (x, y)]
        for b in (x, y)
    ]
    found = reference(kernel, X, None, decimals=True)
    expected = (k[0][0] + k[1][1]) / 2 - k[0][1]
    assert abs(found.values[0] - expected) < Decimal("1e-46")


def test_jacobi_diagonalises_in_all_its_digits():
    A = as_decimal(cloud(12, 12, seed=3))
    A = A + A.T
    values, S = jacobi(A)
    assert np.abs(A @ S - S * values).max() < Decimal("1e-44")
    assert np.abs(S.T @ S - as_decimal(np.eye(12))).max() < Decimal("1e-44")
    assert (values[:-1] >= values[1:]).all()


@needs_long_doubles
@pytest.mark.parametrize("kernel", KERNELS, ids=label)
@pytest.mark.parametrize("centre", [True, False])
def test_long_doubles_agree_with_fifty_digits(kernel, centre):
    exact, X = fifty_digits(kernel, centre), cloud(N, seed=20)
    whole = reference(kernel, X, None, centre=centre, decimals=False)
    assert (differences(whole.values, exact.values) <= whole.uncertainty).all()
    assert whole.uncertainty.max() <= 3e-17 * N * float(exact.values[0])
    part = reference(kernel, X, 2 * Q, centre=centre, decimals=False)
    assert (differences(part.values, exact.values) <= part.uncertainty).all()
    np.testing.assert_allclose(
        np.abs(part.functions(Z, 1)), np.abs(exact.functions(Z, 1)), rtol=1e-12
    )


@needs_long_doubles
def test_a_part_of_a_spectrum_states_what_it_cannot_know():
    """Of ninety equal eigenvalues eight are found to the residual, separate ones to its square."""
    A = np.diag(np.repeat([3.0, 2.0, 1.0], [2, 90, 8])).astype(np.longdouble)
    values, _, errors = leading_eigenpairs(A, 10)
    assert (np.abs(values - np.repeat([3.0, 2.0], [2, 8])) <= 1e-18 + errors).all()
    assert errors[:2].max() < 1e-25


# The solvers


@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize(
    ("kernel", "solver"), [case for case in CASES if case[1] != "separable"], ids=label
)
def test_eigenvalues_and_functions_are_those_of_fifty_digits(kernel, solver, centre):
    exact, X = fifty_digits(kernel, centre), cloud(N, seed=20)
    found = fit_by(solver, kernel, X, Q, centre=centre)
    assert_meets(found, exact.values)
    large = found.eigenvalues > 1e-6 * found.eigenvalues[0]
    q = np.count_nonzero(large)
    expected, ours = exact.functions(Z, q), found.expansion(Z)[:, :q]
    ours = ours * np.where((ours * expected).sum(axis=0) < 0, -1.0, 1.0)
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-8 * np.abs(expected).max())


@pytest.mark.parametrize("width", [0.5, 2.0, 100.0])
def test_the_separable_solver_is_exact_to_its_certificate(width):
    X = cloud(N, seed=20)
    found = fit_by("separable", Gaussian(width), X, 2)
    assert_meets(found, reference(Gaussian(width), X, None, decimals=True).values)


@pytest.mark.parametrize("solver", ["dense", "iterative"])
@pytest.mark.parametrize("kernel", [Sigmoid(), Sigmoid(0.8, -0.3)], ids=label)
def test_the_negative_part_of_a_sigmoid_has_fifty_digits_too(kernel, solver):
    exact = fifty_digits(kernel, True).values[::-1]
    found = fit_by(solver, kernel, cloud(N, seed=20), Q)
    assert len(found.negative) >= 2
    errors = differences(found.negative, exact)
    assert errors.max() <= 1e-13 * float(exact[-1])
    assert errors.max() <= found.certificate.error


def test_all_components_of_a_feature_map_have_fifty_digits():
    for kernel, count in ((Linear(), 2), (Polynomial(3), 4), (Polynomial(2, 1.0), 5)):
        found = fit(kernel, cloud(N, seed=20), None, solver="explicit")
        assert found.n_components == count
        assert_meets(found, fifty_digits(kernel, True).values)
