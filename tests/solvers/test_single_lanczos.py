"""Lanczos with one starting vector on spectra that are hard for it, and with planted copies."""

from __future__ import annotations

import numpy as np
import pytest
from test_lanczos import SPECTRA, decaying, judge, with_spectrum

from kpca_core.solvers.linalg.single_lanczos import leading_eigenpairs


@pytest.mark.parametrize("spectrum", SPECTRA)
@pytest.mark.parametrize("wanted", [1, 3, 9])
@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize("size", [1e-200, 1.0, 1e200])
def test_what_is_found_of_hard_spectra_is_right(spectrum, wanted, negative, size):
    exact = np.sort(SPECTRA[spectrum])[::-1]
    A = with_spectrum(SPECTRA[spectrum])
    scaled = size * A
    found = leading_eigenpairs(lambda v: scaled @ v, len(A), wanted, negative=negative)
    if found is not None:
        judge(A, exact, wanted, found[0] / size, found[1])


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


def test_vectors_of_mean_zero_stay_so():
    H = np.eye(300) - 1.0 / 300
    A = H @ with_spectrum(decaying(300, 0.8)) @ H
    exact = np.linalg.eigvalsh(A)[::-1]

    def matvec(v):
        w = A @ v
        return w - w.mean()

    values, V = leading_eigenpairs(matvec, 300, 6, centred=True)
    judge(A, exact, 6, values, V)
    np.testing.assert_allclose(V.sum(axis=0), 0.0, atol=1e-13)


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
