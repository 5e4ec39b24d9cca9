"""Every kernel and solver beside 50 digits, and the references beside closed forms."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from support import CASES, cloud, fit_by, label
from support.more_digits import assert_meets
from support.references import differences, reference

from kpca_core import Gaussian, Linear, Polynomial, Sigmoid, fit

N, Q = 30, 8
Z = cloud(6, seed=21)


@cache
def fifty_digits(kernel, centre):
    return reference(kernel, cloud(N, seed=20), None, centre=centre, decimals=True)


# The references


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
