"""The iterative solver: products with K made anew block by block."""

from __future__ import annotations

import numpy as np
import pytest
from support import Plain, assert_agrees, assert_laws, centred, cloud, view

from kpca_core import Gaussian, Laplacian, Sigmoid, fit
from kpca_core.solvers import gram
from kpca_core.solvers.gram import gram_products
from kpca_core.solvers.problem import Problem


@pytest.mark.parametrize("n", [1, 5, 7, 8, 30])
@pytest.mark.parametrize("kernel", [Sigmoid(), Laplacian(1.0)])
def test_the_operator_is_the_matrix(monkeypatch, kernel, n):
    """Whatever the blocks: fewer rows than one, exactly some, one row more."""
    monkeypatch.setattr(gram, "BLOCK_ROWS", 7)
    X = cloud(n, seed=n)
    V = np.random.default_rng(0).standard_normal((n, 3))
    for centre, K in ((True, centred(kernel(X))), (False, kernel(X))):
        product = gram_products(Problem(kernel, X, 2, centre))
        np.testing.assert_allclose(product(V), K @ V, atol=1e-13)
        assert product.largest_entry == np.abs(kernel(X)).max()
    np.testing.assert_array_equal(gram_products(Problem(kernel, X, 2, False)).means, 0)


@pytest.mark.parametrize("kernel", [Sigmoid(2.0, -1.0), Gaussian(0.5) + Sigmoid(), Gaussian(1e-4)])
@pytest.mark.parametrize("centre", [True, False])
def test_several_blocks_solve_the_plain_eigenproblem(monkeypatch, kernel, centre):
    monkeypatch.setattr(gram, "BLOCK_ROWS", 100)
    X = cloud(430, seed=1)
    plain = Plain.of(kernel, X, centre)
    found = fit(kernel, X, 2, solver="iterative", centre=centre)
    assert found.certificate.holds
    assert_laws(found, plain)
    assert_agrees(found, plain, view(X, 8))


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


def test_as_many_components_as_points():
    X = cloud(40)
    for q in (39, 40, 100):
        found = fit(Gaussian(0.1), X, q, solver="iterative")
        whole = fit(Gaussian(0.1), X, None, solver="dense")
        np.testing.assert_allclose(found.eigenvalues, whole.eigenvalues, atol=1e-13)


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
