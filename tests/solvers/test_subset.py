"""S section 4.3: K from a subset of the rows, components of all rows."""

from __future__ import annotations

import re

import numpy as np
import pytest
from support import assert_same_eigenvalues, cloud, label, solvers_of

from kpca_core import Gaussian, Laplacian, Linear, Polynomial, Sigmoid, fit

X = cloud(120, seed=3)
KERNELS = (Gaussian(0.5), Polynomial(2, 1.0), Laplacian(1.0), Sigmoid(), Linear())
CASES = [(kernel, solver) for kernel in KERNELS for solver in solvers_of(kernel)]
every_solver = pytest.mark.parametrize(("kernel", "solver"), CASES, ids=label)


@every_solver
def test_a_subset_is_a_fit_to_its_rows_with_the_scores_of_all(kernel, solver):
    rows = np.random.default_rng(0).permutation(120)[:70]
    for subset, own in ((50, X[:50]), (rows, X[rows]), (rows.tolist(), X[rows])):
        found = fit(kernel, X, 3, solver=solver, subset=subset)
        alone = fit(kernel, own, 3, solver=solver)
        np.testing.assert_array_equal(found.eigenvalues, alone.eigenvalues)
        np.testing.assert_array_equal(found.expansion.coefficients, alone.expansion.coefficients)
        np.testing.assert_array_equal(found.scores, alone.expansion(X))
        assert (found.n_samples, found.trace) == (len(own), alone.trace)
        assert found.certificate == alone.certificate
        np.testing.assert_allclose(found.variances, found.eigenvalues / len(own))


def test_the_subset_of_a_precomputed_matrix_is_its_rows_and_columns():
    rows = np.array([3, 70, 9, 44, 101, 12, 8])
    direct = fit(Gaussian(0.5), X, 3, subset=rows)
    indirect = fit("precomputed", Gaussian(0.5)(X), 3, subset=rows)
    assert_same_eigenvalues(indirect.eigenvalues, direct.eigenvalues)
    np.testing.assert_allclose(indirect.scores, direct.scores, atol=1e-12)


def test_the_estimate_approaches_the_whole_with_the_size_of_the_subset():
    """Of the paper: λ/n estimates the variances in feature space."""
    rows = cloud(3000, seed=5)
    exact = fit(Gaussian(0.5), rows, 4).variances
    errors = [
        np.abs(fit(Gaussian(0.5), rows, 4, subset=M).variances - exact).max() / exact[0]
        for M in (30, 300, 2700)
    ]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.01


NO_SUBSETS = (
    *(0, -3, 121, 2.5, True, "all", [], [0, 0, 1], [0, 120], [-1, 2], [0.0, 1.0], [[0, 1]], [True]),
    [[0], [1, 2]],
    np.ma.array([0, 1], mask=[False, True]),
)


@pytest.mark.parametrize("subset", NO_SUBSETS, ids=repr)
def test_other_values_are_quoted(subset):
    quoted = re.escape(f"got subset={subset!r}")
    with pytest.raises(ValueError, match=rf"1 <= M <= 120, or distinct indices.*{quoted}"):
        fit(Gaussian(0.5), X, 3, subset=subset)
