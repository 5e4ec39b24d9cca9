"""Gram matrices and functions that are symmetric but for rounding, or not even that."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from kpca_core import Gaussian, Precomputed, fit
from kpca_core.solvers.centring import centre_gram


def test_a_precomputed_matrix_is_made_symmetric_without_a_bias():
    rng = np.random.default_rng(0)
    A = Gaussian(5.0)(rng.normal(size=(200, 2))) + 5e-11 * rng.random((200, 200))
    found = fit("precomputed", A, 3, centre=False)
    mean = fit("precomputed", (A + A.T) / 2, 3, centre=False)
    np.testing.assert_array_equal(found.eigenvalues, mean.eigenvalues)
    K = Gaussian(5.0)(rng.normal(size=(50, 2)))
    assert Precomputed().gram_matrix(K) is K
    for components in (3, None):
        found = fit("precomputed", K, components)
        np.testing.assert_array_equal(found.expansion.points, K)
        np.testing.assert_allclose(
            found.expansion(K), found.scores, rtol=0, atol=1e-9 * np.abs(found.scores).max()
        )


@pytest.mark.parametrize("components", [3, None])
def test_what_is_not_symmetric_in_a_precomputed_matrix_counts_as_its_error(components):
    rng = np.random.default_rng(0)
    K = Gaussian(5.0)(rng.normal(size=(150, 2)))
    for size, certified in ((1e-15, True), (1e-11, False)):
        A = K + size * rng.standard_normal(K.shape)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            found = fit("precomputed", A, components)
        lower = np.tril(A) + np.tril(A, -1).T
        exact = np.linalg.eigvalsh(centre_gram(lower))[::-1][: found.n_components]
        assert np.abs(found.eigenvalues - exact).max() <= found.certificate.error
        assert found.certificate.error >= np.linalg.norm(A - A.T, 2) / 2
        assert found.certificate.holds == certified
        assert ("not quite symmetric" in found.message) != certified


@pytest.mark.parametrize("n", [60, 300, 700])
@pytest.mark.parametrize("solver", ["dense", "iterative"])
@pytest.mark.parametrize("size", [1e-9, 1e-11, 1e-13, 0.0])
def test_what_is_not_symmetric_in_a_function_counts_as_its_error(size, solver, n):
    X = np.random.default_rng(5).normal(size=(n, 3))
    even = Gaussian(3.0)

    def uneven(A, B):
        return even.gram(A, B) * (1.0 + size * (A[:, :1] - B[:, 0]))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        found = fit(uneven, X, 6, solver=solver)
    assert found.solver == solver
    K = uneven(X, X)
    for reference in (np.tril(K) + np.tril(K, -1).T, np.triu(K) + np.triu(K, 1).T, (K + K.T) / 2):
        exact = np.linalg.eigvalsh(centre_gram(reference))[::-1][:6]
        assert np.abs(found.eigenvalues - exact).max() <= found.certificate.error
    assert found.certificate.holds == (size < 1e-12)


def test_a_function_whose_far_blocks_are_not_symmetric_is_refused():
    X = np.arange(600.0)[:, None]

    def uneven(A, B):
        return 1.0 + 1e-3 * ((A < 100) & (B.T > 500))

    with pytest.raises(ValueError, match=r"symmetric; got 1\.(0|001) in row \d+, column \d+, but"):
        fit(uneven, X, 2, solver="dense")
