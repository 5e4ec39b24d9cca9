"""Lanczos, by blocks and by single vectors, on spectra that are hard for it."""

from __future__ import annotations

import numpy as np
import pytest
from support import EPS, label

from kpca_core.solvers.linalg.lanczos import (
    GUARD_VECTORS,
    _certificate,
    eigenpairs,
    leading_eigenpairs,
    refined_eigenpairs,
)

RESTARTS = 60
SIZES = (1e-200, 1.0, 1e200)


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
@pytest.mark.parametrize(("block", "size"), [(2, 1.0), (11, 1.0), *((1, s) for s in SIZES)])
def test_what_is_found_of_hard_spectra_is_right(spectrum, wanted, negative, block, size):
    """By blocks always; of one vector at a time LAPACK may take over."""
    exact = np.sort(SPECTRA[spectrum])[::-1]
    A = with_spectrum(SPECTRA[spectrum])
    how = {}
    if block > 1:
        how = {"block": min(block, wanted + GUARD_VECTORS), "restarts": RESTARTS}
    scaled = size * A
    found = leading_eigenpairs(scaled.__matmul__, len(A), wanted, negative=negative, **how)
    if block > 1 or found is not None:
        judge(A, exact, wanted, found[0] / size, found[1])


@pytest.mark.parametrize("copies", [2, 3, 5, 7, 8, 9, 20, 60])
@pytest.mark.parametrize("at", [0, 3])
@pytest.mark.parametrize(("wanted", "block"), [(50, 8), (10, 2), (30, 4)])
def test_narrow_blocks_find_more_copies_than_they_have_columns(copies, at, wanted, block):
    """Eigenvalues of multiplicity `copies`, as hypercubes have them, and distinct ones below."""
    exact = np.r_[np.linspace(3, 2, at), np.ones(copies), 0.9 * decaying(900 - copies - at, 0.97)]
    A = with_spectrum(exact)
    found = leading_eigenpairs(A.__matmul__, 900, wanted, block=block, restarts=RESTARTS)
    judge(A, exact, wanted, *found)
    values, V, certificate = eigenpairs(A, wanted)
    assert certificate.holds
    judge(A, exact, wanted, values[:wanted], V[:, :wanted])


def test_a_matrix_too_small_for_a_basis_is_left_to_lapack():
    A = with_spectrum(np.linspace(-2, 3, 10))
    assert leading_eigenpairs(A.__matmul__, 10, 2, block=4, restarts=RESTARTS) is None
    assert leading_eigenpairs(A.__matmul__, 10, 2) is None


@pytest.mark.parametrize("tol", [1e-3, 1e-8])
def test_known_eigenvectors_are_refined_to_a_tolerance(tol):
    """From those of a matrix nearby and from random ones; copies as many as there are columns."""
    exact = np.r_[3.0, 2.0, 2.0, 2.0, 0.9 ** np.arange(296.0)]
    A, rng = with_spectrum(exact), np.random.default_rng(2)
    near = np.linalg.eigh(A + 1e-2 * with_spectrum(rng.standard_normal(300), seed=3))[1][:, :-9:-1]
    products = {}
    for name, start in (("near", near), ("random", rng.standard_normal((300, 8)))):
        made = []

        def matmul(V, made=made):
            made.append(1)
            return A @ V

        values, V = refined_eigenpairs(matmul, start, 5, tol=tol, entry_scale=1.0)
        assert len(values) == 8
        np.testing.assert_allclose(values[:5], np.sort(exact)[::-1][:5], rtol=tol)
        residuals = np.linalg.norm(A @ V - V * values, axis=0)[:5]
        assert (residuals <= 1.1 * tol * values[:5]).all()
        products[name] = len(made)
    assert products["near"] <= products["random"]


def test_the_error_of_several_pairs_bounds_each_where_no_column_of_the_residual_does():
    """K = 1 1ᵀ (3, 3) and the unit vectors with λ̂ = 1: λ₁ = 3, and each column's norm is √2."""
    assert _certificate(np.ones((3, 3)), np.ones(3), np.eye(3)).error >= 2.0


@pytest.mark.parametrize("squares_known", [False, True])
def test_no_copy_of_a_multiple_eigenvalue_is_missed(squares_known):
    """Eigenvalues of multiplicity 2 to 5 among the wanted ones, in spectra of four kinds."""
    n, solved = 400, 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        wanted, at = int(rng.choice([3, 8, 20])), int(rng.integers(0, 3))
        exact = [
            decaying(n, np.exp(-rng.uniform(0.02, 0.5))),
            (1.0 + np.arange(n)) ** -rng.uniform(0.5, 3.0),
            np.sort(rng.random(n))[::-1],
            np.r_[np.sort(1.0 + rng.random(60))[::-1], np.sort(rng.random(n - 60))[::-1]],
        ][seed % 4].copy()
        exact[at : at + int(rng.integers(2, 6))] = exact[at]
        exact = np.sort(exact)[::-1]
        diagonal = rng.permutation(exact)
        squares = float(exact @ exact) * (1.0 + 1e-12) if squares_known else np.inf
        found = leading_eigenpairs(diagonal.__mul__, n, wanted, squares=squares)
        if found is not None:
            solved += 1
            np.testing.assert_allclose(found[0], exact[:wanted], rtol=0, atol=1e-11 * exact[0])
    assert solved > 100


def test_what_lapack_does_faster_is_left_to_it():
    products = []

    def matvec(v):
        products.append(1)
        return late @ v

    late = with_spectrum(1 - 1e-9 * np.linspace(0, 1, 600) ** 2)
    late = late + 1e-3 * with_spectrum(np.linspace(-1, 1, 600) ** 3, seed=1)
    assert leading_eigenpairs(matvec, 600, 30) is None
    assert len(products) < 300
    assert leading_eigenpairs(matvec, 600, 300) is None
