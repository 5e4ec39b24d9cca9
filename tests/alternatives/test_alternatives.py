"""Landmarks and Fourier features against the exact decomposition, their laws and hard cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import GRID, POSITIVE, approximated, centred, cloud, compared, label, well_conditioned

from kpca_core import Expansion, Gaussian, Laplacian, Matern, Polynomial, Sigmoid, fit
from kpca_core.analysis.approximations import RULES, fourier, landmarks, nystroem
from kpca_core.solvers.gram import GramEntries
from kpca_core.solvers.linalg.pivoted_cholesky import greedy_pivots

BRIEF = settings(max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


# All points as landmarks are no approximation


@pytest.mark.parametrize("kernel", POSITIVE, ids=label)
@pytest.mark.parametrize("rule", RULES)
def test_all_points_as_landmarks_are_exact(kernel, rule):
    X = cloud(60, seed=1)
    exact = fit(kernel, X, 8, solver="dense")
    found = approximated(kernel, X, 60, rule)
    sure = well_conditioned(exact)
    errors = compared(found, exact)
    assert sure > 0
    assert errors.eigenvalues[:sure].max() < 1e-8
    assert errors.largest[:sure].max() < 1e-8


# Laws


@BRIEF
@given(
    kernel=st.sampled_from(
        [Gaussian(0.3), Laplacian(0.5), Matern(0.4, 1.5), Polynomial(3, 1.0), Gaussian(50.0)]
    ),
    n=st.integers(5, 60),
    m=st.integers(1, 40),
    centre=st.booleans(),
    within=st.booleans(),
    seed=st.integers(0, 10**6),
)
def test_eigenvalues_lie_between_their_bounds(kernel, n, m, centre, within, seed):
    """λ̂ ≤ λ ≤ λ̂ + trace(K − K̂), wherever the landmarks lie."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 2))
    P = X[rng.integers(0, n, m)] if within else 2 * rng.standard_normal((m, 2))
    K = kernel(X)
    exact = np.linalg.eigvalsh(centred(K) if centre else K)[::-1]
    found = nystroem(kernel, X, P, 4, centre=centre)
    q = found.n_components
    noise = 1e-10 * np.trace(K)
    assert (found.eigenvalues <= exact[:q] + noise).all()
    assert (exact[:q] <= found.eigenvalues + found.bound + noise).all()


@pytest.mark.parametrize("kernel", [Gaussian(0.2), Laplacian(0.5), Matern(0.5)], ids=label)
def test_more_pivots_never_worsen_an_eigenvalue(kernel):
    """Spans of pivots are nested, so every λ̂ grows towards λ and the bound shrinks."""
    X = cloud(120, seed=4)
    found = [approximated(kernel, X, m, q=5) for m in (5, 10, 20, 40, 80, 120)]
    values = np.array([a.eigenvalues for a in found])
    bounds = np.array([a.bound for a in found])
    assert (np.diff(values, axis=0) >= -1e-10 * values.max()).all()
    assert (np.diff(bounds) <= 1e-10).all()
    exact = fit(kernel, X, 5, solver="dense")
    errors = np.array([compared(a, exact).root_mean_square.max() for a in found])
    assert errors[-1] < 1e-8 < 1e-3 < errors[0]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("centre", [True, False])
def test_scores_are_the_functions_at_the_points(rule, centre):
    X = cloud(80, seed=5)
    found = approximated(Gaussian(0.3), X, 25, rule, centre=centre)
    np.testing.assert_allclose(found.functions(X), found.scores, atol=1e-10)
    gram = found.scores.T @ found.scores
    np.testing.assert_allclose(gram, np.diag(found.eigenvalues), atol=1e-10 * gram.max())
    assert (np.abs(found.scores.mean(axis=0)).max() < 1e-13) == centre
    assert isinstance(found.functions, Expansion)
    assert found.held_bytes == 8 * 80 * found.columns


def test_the_approximation_is_kernel_pca_of_the_projected_gram_matrix():
    """K̂ = K(X, P) K(P, P)⁺ K(P, X), computed by the formula."""
    X, P = cloud(30, seed=6), cloud(7, seed=7)
    kernel = Matern(0.6)
    C = kernel(X, P)
    K_hat = C @ np.linalg.solve(kernel(P), C.T)
    expected = np.linalg.eigvalsh(centred(K_hat))[::-1][:5]
    found = nystroem(kernel, X, P, 5)
    np.testing.assert_allclose(found.eigenvalues, expected, rtol=1e-9)
    np.testing.assert_allclose(found.bound, np.trace(kernel(X) - K_hat), rtol=1e-9)


# Rules


def test_pivots_are_greedy():
    X, kernel = cloud(40, seed=8), Polynomial(3, 1.0)
    residual, expected = kernel(X), []
    for _ in range(8):
        pivot = int(np.argmax(np.diagonal(residual)))
        expected.append(pivot)
        column = residual[:, pivot]
        residual = residual - np.outer(column, column) / column[pivot]
    np.testing.assert_array_equal(greedy_pivots(GramEntries(kernel, X), 8), expected)


# Hard cases


DEGENERATE = {
    # kernel, points, landmarks, columns of the factor, components
    "repeated points are one": (Gaussian(0.5), np.repeat(cloud(6, seed=11), 10, axis=0), 60, 6, 5),
    "points without spread": (Gaussian(0.5), np.ones((20, 2)), 5, 1, 0),
    "a kernel that vanishes": (Polynomial(2), np.zeros((10, 2)), 4, 0, 0),
}


@pytest.mark.parametrize("case", DEGENERATE)
@pytest.mark.parametrize("rule", RULES)
def test_no_more_is_found_than_there_is(rule, case):
    kernel, X, m, columns, components = DEGENERATE[case]
    found, exact = approximated(kernel, X, m, rule), fit(kernel, X, 8)
    assert (found.columns, found.n_components) == (columns, components)
    np.testing.assert_allclose(found.eigenvalues, exact.eigenvalues, rtol=1e-8)
    assert found.functions.on_grid(GRID).shape == (components, 21, 21)
    assert found.bound <= 1e-12 * len(X)


TEN = cloud(10)
BROKEN = np.vstack([TEN[:3], [[0.0, np.nan]]])
NONSENSE = (
    (lambda: landmarks(Gaussian(1.0), TEN, 11, "uniform"), "1 <= m <= 10; got m=11"),
    *((one, "row 3, column 1: nan") for one in (
        lambda: landmarks(Gaussian(1.0), BROKEN, 2, "pivoted Cholesky"),
        lambda: fourier(Gaussian(1.0), BROKEN, 30, 2),
        lambda: nystroem(Gaussian(1.0), BROKEN, TEN[:5]),
        lambda: fourier(Gaussian(1.0), TEN, 30, 2).functions(BROKEN))),
    (lambda: landmarks(Gaussian(1.0), TEN, 3, "random"), "rule must be one of"),
    (lambda: landmarks(Sigmoid(), TEN, 3, "uniform"), "not known to be positive"),
    (lambda: nystroem(Sigmoid(), TEN, TEN[:3]), "not known to be positive"),
    (lambda: nystroem(Gaussian(1.0), TEN, TEN[:0]), "no landmarks"),
    (lambda: nystroem(Gaussian(1.0), TEN, TEN[:3], 0), "n_components=0"),
    (lambda: nystroem(Gaussian(1.0), TEN, np.ones((3, 4))), "same number of columns"),
    (lambda: fourier(Laplacian(1.0), TEN, 20), r"Gaussian kernel; got Laplacian\(width=1.0\)"),
    (lambda: fourier(Gaussian(1.0), TEN, 0), "1 <= m; got m=0"),
    (lambda: fourier(Gaussian(1.0), TEN, 20).functions(np.ones((4, 3))),
     "3 columns; the fit had 2"),
)  # fmt: skip


@pytest.mark.parametrize(("call", "message"), NONSENSE)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# Fourier features


def test_the_features_are_those_of_scikit_learn():
    from sklearn.kernel_approximation import RBFSampler

    X, Z = cloud(40, 3, seed=13), cloud(9, 3, seed=14)
    found = fourier(Gaussian(0.7), X, 50, 4, seed=5)
    sampler = RBFSampler(gamma=1 / 0.7, n_components=50, random_state=5).fit(X)
    np.testing.assert_allclose(found.functions.features(Z), sampler.transform(Z), atol=1e-14)
    np.testing.assert_allclose(found.functions(X), found.scores, atol=1e-12)
    F = sampler.transform(X)
    expected = np.linalg.eigvalsh(centred(F @ F.T))[::-1][:4]
    np.testing.assert_allclose(found.eigenvalues, expected, rtol=1e-9)
    assert found.bound is None
    assert found.columns == 50


def test_fourier_features_converge():
    """The error of λ₁ falls as 1/√m: 36 times the features, about a sixth of the error."""
    X = cloud(60, seed=15)
    exact = fit(Gaussian(0.5), X, 1).eigenvalues[0]

    def error(m):
        values = [fourier(Gaussian(0.5), X, m, 1, seed=s).eigenvalues[0] for s in range(12)]
        return np.sqrt(np.mean(np.square(np.array(values) / exact - 1)))

    assert error(900) < 0.05
    assert 2.5 < error(25) / error(900) < 15
