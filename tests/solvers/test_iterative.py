"""The iterative solver: products with K made anew block by block."""

from __future__ import annotations

import numpy as np
import pytest
from support import centred, cloud

from kpca_core import Gaussian, fit


@pytest.mark.parametrize("width", [1e4, 1e7, 1e12])
def test_nearly_constant_matrices_end_soon_and_are_judged_by_the_rounding_in_k(width):
    X, products = cloud(300), set()
    exact = fit(Gaussian(width), X, 2, solver="dense")
    found = fit(
        Gaussian(width), X, 2, solver="iterative", progress=lambda *call: products.add(call[2])
    )
    assert found.certificate.holds
    assert len(products) < 20
    np.testing.assert_allclose(found.eigenvalues, exact.eigenvalues, rtol=0, atol=1e-13)


@pytest.mark.parametrize("solver", ["dense", "iterative"])
@pytest.mark.parametrize("n", [33, 60, 500, 900])
def test_the_negative_eigenvalues_of_a_negative_kernel_are_the_lowest_ones(n, solver):
    X = cloud(n)
    found = fit(lambda A, B: -np.exp(-np.abs(A[:, :1] - B[:, 0])), X, 14, solver=solver)
    assert found.solver == solver
    assert found.n_components == 0
    values = np.linalg.eigvalsh(centred(-np.exp(-np.abs(X[:, :1] - X[:, 0]))))
    assert len(found.negative) >= 2
    expected = values[: len(found.negative)]
    np.testing.assert_allclose(found.negative, expected, rtol=0, atol=1e-10 * np.abs(values[0]))
