"""Block Lanczos on spectra that are hard for it."""

from __future__ import annotations

import numpy as np
import pytest
from support import EPS, cloud, label

from kpca_core import Gaussian, fit
from kpca_core.solvers.linalg.lanczos import GUARD_VECTORS, extreme_eigenpairs, orthogonal_to
from kpca_core.solvers.linalg.single_lanczos import _certificate, eigenpairs


def with_spectrum(values, seed=0):
    n = len(values)
    Q = np.linalg.qr(np.random.default_rng(seed).standard_normal((n, n)))[0]
    A = (Q * values) @ Q.T
    return (A + A.T) / 2


def decaying(n, ratio):
    return ratio ** np.arange(float(n))


SPECTRA = {
    "equally spaced": np.linspace(1, 0, 300),
    "of both signs": np.linspace(1, -1, 300),
    "halving": decaying(300, 0.5),
    "a tenth each": np.maximum(decaying(300, 0.1), 1e-300),
    "twenty copies each": np.repeat(np.linspace(1, 0.1, 15), 20),
    "tight": 1 - 1e-4 * np.arange(300) / 300,
    "one dominates": np.r_[1e6, np.linspace(1, 0, 299)],
    "one dominates, both signs": np.r_[1e6, np.linspace(1, -1, 299)],
    "rank three": np.r_[3.0, 2.0, 1.0, np.zeros(297)],
    "all negative": -np.linspace(1, 2, 300),
    "all equal": np.ones(300),
    "zero": np.zeros(300),
}


def judge(A, exact, wanted, values, V):
    """The largest are found with their vectors; whatever follows is a negative eigenvalue."""
    n, size = len(exact), np.abs(exact).max()
    np.testing.assert_allclose(values[:wanted], exact[:wanted], rtol=0, atol=1e-12 * size)
    for value in values[wanted:]:
        assert value < 0
        assert np.abs(exact - value).min() <= 1e-12 * size
    limit = 30 * n * EPS
    residuals = np.linalg.norm(A @ V - V * values, axis=0)
    assert residuals[:wanted].max() <= limit * size
    assert residuals.max() <= 1e-6 * size  # of the lowest, whose square is what they err by
    np.testing.assert_allclose(V.T @ V, np.eye(V.shape[1]), rtol=0, atol=limit)


@pytest.mark.parametrize("spectrum", SPECTRA, ids=label)
@pytest.mark.parametrize("wanted", [1, 3, 9])
@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize("block", [None, 2, 8])
def test_extreme_eigenpairs_of_hard_spectra(spectrum, wanted, negative, block):
    exact = np.sort(SPECTRA[spectrum])[::-1]
    n, A = len(exact), with_spectrum(SPECTRA[spectrum])
    found = extreme_eigenpairs(A.__matmul__, n, wanted, negative=negative, block=block)
    judge(A, exact, wanted, *found)


@pytest.mark.parametrize("copies", [2, 3, 5, 7, 8, 9, 20, 60])
@pytest.mark.parametrize("at", [0, 3])
@pytest.mark.parametrize(("wanted", "block"), [(50, 8), (10, 2), (30, 4)])
def test_narrow_blocks_find_more_copies_than_they_have_columns(copies, at, wanted, block):
    """Eigenvalues of multiplicity `copies`, as hypercubes have them, and distinct ones below."""
    exact = np.r_[np.linspace(3, 2, at), np.ones(copies), 0.9 * decaying(900 - copies - at, 0.97)]
    A = with_spectrum(exact)
    judge(A, exact, wanted, *extreme_eigenpairs(A.__matmul__, 900, wanted, block=block))
    values, V, certificate = eigenpairs(A, wanted)
    assert certificate.holds
    judge(A, exact, wanted, values[:wanted], V[:, :wanted])


@pytest.mark.parametrize("parts", [1e-15, 1e-6, 1.0])
@pytest.mark.parametrize("dependent", [False, True])
def test_a_block_made_orthogonal_to_a_basis_keeps_its_span(parts, dependent):
    rng = np.random.default_rng(1)
    V, _ = np.linalg.qr(rng.standard_normal((80, 30)))
    W = rng.standard_normal((80, 5))
    W -= V @ (V.T @ W)
    W += parts * V @ rng.standard_normal((30, 5))
    if dependent:
        W[:, 1], W[:, 3] = W[:, 0], 1e-14 * W[:, 3]
    Q, R, C = orthogonal_to(V, *np.linalg.qr(W))
    np.testing.assert_allclose(V @ C + Q @ R, W, rtol=0, atol=1e-12)
    np.testing.assert_allclose(V.T @ Q, 0, rtol=0, atol=10 * EPS)
    np.testing.assert_allclose(Q.T @ Q, np.eye(5), rtol=0, atol=50 * EPS)


def test_extreme_eigenpairs_restarts_where_one_basis_is_not_enough():
    A, products = with_spectrum(np.linspace(1, 0, 400)), []

    def matmul(V):
        products.append(V.shape[1])
        return A @ V

    values, _ = extreme_eigenpairs(matmul, 400, 2)
    np.testing.assert_allclose(values, [1, 398 / 399], atol=1e-13)
    block = 2 + GUARD_VECTORS
    assert set(products) == {block}
    assert len(products) > 9


def test_extreme_eigenpairs_of_a_small_matrix_are_those_of_the_whole():
    A = with_spectrum(np.linspace(-2, 3, 10))
    values, V = extreme_eigenpairs(A.__matmul__, 10, 2, negative=True)
    np.testing.assert_allclose(values, [3, 22 / 9, -13 / 9, -2])
    np.testing.assert_allclose(A @ V, V * values, atol=1e-13)
    values, _ = extreme_eigenpairs(A.__matmul__, 10, 12, negative=True)
    np.testing.assert_allclose(values, np.linspace(3, -2, 10))


@pytest.mark.parametrize("width", [3.0, 10.0, 30.0, 100.0, 1000.0])
@pytest.mark.parametrize("q", [2, 8])
def test_fast_decaying_gram_matrices_are_certified(width, q):
    """A block whose columns span almost the same directions must not cost orthogonality."""
    failed = []
    for seed in range(12):
        X = cloud(300, seed=seed)
        found = fit(Gaussian(width), X, q, solver="dense")
        if not found.certificate.holds:
            failed.append((seed, str(found.certificate)))
    assert not failed


def test_the_error_of_several_pairs_bounds_each_where_no_column_of_the_residual_does():
    """K = 1 1ᵀ (3, 3) and the unit vectors with λ̂ = 1: λ₁ = 3, and each column's norm is √2."""
    assert _certificate(np.ones((3, 3)), np.ones(3), np.eye(3)).error >= 2.0
