"""Landmarks and Fourier features against the exact decomposition, their laws and hard cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import GRID, POSITIVE, approximated, centred, cloud, compared, label, well_conditioned

from kpca_core import Expansion, Gaussian, Grid, Laplacian, Linear, Matern, Polynomial, Sigmoid, fit
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


@pytest.mark.parametrize("centre", [True, False])
def test_without_centring_too(centre):
    X = cloud(50, seed=2, offset=0.3)
    exact = fit(Gaussian(0.5), X, 6, centre=centre)
    errors = compared(approximated(Gaussian(0.5), X, 50, q=6, centre=centre), exact)
    assert errors.eigenvalues.max() < 1e-8
    assert errors.largest.max() < 1e-8


def test_two_landmarks_off_the_origin_span_a_linear_kernel():
    X = cloud(40, seed=3)
    P = np.array([[1.0, 0.2], [-0.3, 2.0]])
    found = nystroem(Linear(), X, P, 2)
    np.testing.assert_allclose(found.eigenvalues, fit(Linear(), X, 2).eigenvalues, rtol=1e-12)
    assert found.bound < 1e-12 * np.square(X).sum()


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


@pytest.mark.parametrize("rule", RULES)
def test_rules_are_deterministic(rule):
    X = cloud(90, seed=9)
    first = landmarks(Gaussian(0.2), X, 12, rule, seed=3)
    assert first.shape == (12, 2)
    np.testing.assert_array_equal(first, landmarks(Gaussian(0.2), X, 12, rule, seed=3))
    other = landmarks(Gaussian(0.2), X, 12, rule, seed=4)
    assert np.array_equal(first, other) == (rule == "pivoted Cholesky")


def test_uniform_landmarks_are_different_rows():
    X = cloud(30, seed=10)
    P = landmarks(Gaussian(1.0), X, 30, "uniform")
    assert {tuple(p) for p in P} == {tuple(x) for x in X}


def test_k_means_finds_separated_clusters():
    centres = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]])
    X = np.repeat(centres, 20, axis=0) + cloud(60, scale=0.01)
    P = landmarks(Gaussian(1.0), X, 3, "k-means")
    nearest = np.linalg.norm(P[:, None] - centres[None], axis=2)
    assert nearest.min(axis=0).max() < 0.02


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


def test_landmarks_in_many_dimensions():
    X = cloud(70, 12, seed=12)
    exact = fit(Gaussian(20.0), X, 4)
    found = approximated(Gaussian(20.0), X, 70, q=4)
    np.testing.assert_allclose(found.eigenvalues, exact.eigenvalues, rtol=1e-9)


@pytest.mark.parametrize("m", [0, -1, 11, 2.0, True, None])
def test_a_count_out_of_range_is_refused(m):
    with pytest.raises(ValueError, match=rf"1 <= m <= 10; got m={m!r}"):
        landmarks(Gaussian(1.0), cloud(10), m, "uniform")


TEN = cloud(10)
NONSENSE = (
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


def test_fourier_functions_on_a_grid_are_those_at_its_points():
    found = fourier(Gaussian(0.4), cloud(60, seed=16), 30, 3)
    grid = Grid.over(((-1, 1), (0, 2)), 9)
    flat = found.functions(grid.points).T.reshape(3, 9, 9)
    np.testing.assert_allclose(found.functions.on_grid(grid), flat, atol=1e-14)


def test_fourier_features_are_deterministic():
    X = cloud(30, seed=17)
    first, again = (fourier(Gaussian(1.0), X, 20, seed=2).eigenvalues for _ in range(2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, fourier(Gaussian(1.0), X, 20, seed=3).eigenvalues)


def test_points_that_are_not_finite_are_refused():
    X, broken = cloud(20), cloud(20)
    broken[3, 1] = np.nan
    functions = fourier(Gaussian(1.0), X, 30, 2).functions
    for refused in (
        lambda: landmarks(Gaussian(1.0), broken, 5, "pivoted Cholesky"),
        lambda: fourier(Gaussian(1.0), broken, 30, 2),
        lambda: nystroem(Gaussian(1.0), broken, X[:5]),
        lambda: functions(broken),
    ):
        with pytest.raises(ValueError, match="row 3, column 1: nan"):
            refused()
