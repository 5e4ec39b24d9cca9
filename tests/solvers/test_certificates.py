"""How exact a result says it is, and eigenvalues that come several times."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import (
    EPS,
    Plain,
    assert_agrees,
    assert_laws,
    cloud,
    fit_by,
    label,
    polygon,
    trace_bound,
    view,
)
from support.more_digits import needs_long_doubles
from support.references import as_long, gram_matrix

from kpca_core import (
    Certificate,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    fit,
)
from kpca_core.solvers import iterative
from kpca_core.solvers.gram import CentredGram, GramEntries, decompose
from kpca_core.solvers.linalg.lapack import largest_eigenpairs
from kpca_core.solvers.linalg.pivoted_cholesky import pivoted_cholesky
from kpca_core.solvers.problem import Problem

# Certificates


@pytest.mark.parametrize("tolerance", [1e-2, 1e-4, 1e-8, 1e-14])
@pytest.mark.parametrize("kernel", [Gaussian(0.5), Gaussian(5.0), Matern(5.0, 2.5)], ids=label)
@pytest.mark.parametrize("solver", ["low-rank", "streaming"])
def test_the_trace_bound_encloses_every_eigenvalue(kernel, tolerance, solver):
    X = cloud(200, seed=7)
    plain = Plain.of(kernel, X)
    found = fit_by(solver, kernel, X, None, tol=tolerance)
    bound, rounding = trace_bound(found), 200 * EPS * plain.values[0]
    assert found.certificate.holds
    # The trace of the centred matrix is estimated from a sample, and rounding sets a floor.
    wanted = max(tolerance * np.trace(plain.matrix), 4 * EPS * np.trace(plain.gram))
    wanted = max(wanted, 250 * 200 * EPS * max(1.0, found.eigenvalues[0]))
    assert found.certificate.limit == pytest.approx(wanted, rel=0.3)
    assert found.certificate.kind == "trace bound"
    exact = plain.values[: found.n_components]
    assert (found.eigenvalues <= exact + rounding).all()
    assert (exact <= found.eigenvalues + bound + rounding).all()
    assert plain.values[found.n_components :].max() <= bound + rounding + 1e-12 * exact[0]
    if tolerance >= 1e-8:
        assert (exact - found.eigenvalues).max() > 1e-3 * bound


@settings(max_examples=60, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 1),
    kernel=st.sampled_from(
        [Gaussian(1.0), Laplacian(3.0), Polynomial(4), Polynomial(3, 1.0), Linear() * Gaussian(1.0)]
    ),
    spread=st.sampled_from([0.0, 2.0, 5.0]),
    scale=st.sampled_from([1e-6, 1.0, 1e6]),
    tolerance=st.floats(-15, -2).map(lambda exponent: 10**exponent),
    centre=st.booleans(),
    solver=st.sampled_from(["low-rank", "streaming"]),
)
def test_the_bound_is_honest_where_the_diagonal_varies_by_many_orders(
    seed, kernel, spread, scale, tolerance, centre, solver
):
    rng = np.random.default_rng(seed)
    X = scale * cloud(80, seed=seed) * np.exp(spread * rng.standard_normal((80, 1)))
    plain = Plain.of(kernel, X, centre)
    found = fit(kernel, X, 5, solver=solver, tol=tolerance, centre=centre)
    exact = plain.values[: found.n_components]
    rounding = 3 * 80 * EPS * np.abs(plain.gram).max()
    assert (found.eigenvalues <= exact + rounding).all()
    assert (exact <= found.eigenvalues + trace_bound(found) + rounding).all()
    missed = plain.values[found.n_components : 5].max(initial=0.0)
    assert missed <= trace_bound(found) + rounding + 2e-12 * plain.values[0]
    trace = np.trace(plain.matrix)
    assert abs(found.trace - trace) <= trace_bound(found) + 20 * rounding + 1e-12 * trace


def test_the_pivoted_cholesky_states_its_residual():
    X = cloud(200, seed=8)
    for tolerance in (1e-1, 1e-6, 1e-12):
        factor = pivoted_cholesky(GramEntries(Gaussian(1.0), X), tolerance, 200)
        E = Gaussian(1.0)(X) - factor.rows.T @ factor.rows
        np.testing.assert_allclose(np.diagonal(E), factor.residual, rtol=1e-6, atol=200 * EPS)
        assert factor.residual_trace <= tolerance * factor.trace
        assert factor.trace == pytest.approx(200)
        assert len(set(factor.pivots.tolist())) == len(factor.pivots) == len(factor.rows)
        np.testing.assert_allclose(
            factor.cholesky_factor.T @ factor.cholesky_factor,
            Gaussian(1.0)(X[factor.pivots]),
            atol=1e-12,
        )
    stopped = pivoted_cholesky(GramEntries(Gaussian(1e-4), X), 1e-14, 100)
    assert len(stopped.pivots) == 100
    assert stopped.residual_trace > 0.1 * stopped.trace
    given_up = pivoted_cholesky(
        GramEntries(Gaussian(1e-4), cloud(600, seed=8)), 1e-14, 400, give_up_after=0
    )
    assert len(given_up.pivots) == 0
    assert given_up.residual_trace == given_up.trace == pytest.approx(600)
    rough = GramEntries(Laplacian(1.0), cloud(900, seed=8))
    assert 0 < len(pivoted_cholesky(rough, 1e-14, 400, give_up_after=0).pivots) < 400


# Functions

SOLVERS_OF_PSD = ("dense", "iterative", "low-rank", "streaming")


@needs_long_doubles
@pytest.mark.parametrize("solver", SOLVERS_OF_PSD)
@pytest.mark.parametrize(
    ("kernel", "most"),
    [
        (Gaussian(1.0), 16),
        (Gaussian(1e6), 8),
        (Gaussian(1e13), 3),
        (Matern(1e7), 3),
        (Matern(1e12, 0.5), 5),
        (RationalQuadratic(1e6), 5),
    ],
    ids=label,
)
def test_a_certificate_says_how_many_digits_functions_have(kernel, most, solver):
    """At the rows they are as near to the scores as it says, in doubles and in more digits."""
    X = cloud(200, seed=9)
    found = fit(kernel, X, 5, solver=solver)
    certificate = found.certificate
    assert found.n_components >= 2
    assert certificate.holds
    assert certificate.digits <= most
    assert f"functions equal scores to {certificate.digits} digit" in str(certificate)
    sizes = np.linalg.norm(found.scores, axis=0)
    apart = np.linalg.norm(found.expansion(X) - found.scores, axis=0) / sizes
    assert (apart <= certificate.functions).all()
    K = gram_matrix(kernel, as_long(X))
    K -= K.mean(axis=0)
    K -= K.mean(axis=1)[:, None]
    exact = (K @ found.scores / found.eigenvalues).astype(float)
    assert (np.linalg.norm(exact - found.scores, axis=0) / sizes <= certificate.functions).all()


@pytest.mark.parametrize(
    ("functions", "digits"),
    [(0.0, 15), (0.99e-3, 3), (0.1001, 0), (3.0, 0), (np.inf, 0), (np.nan, 0)],
)
def test_digits_are_those_of_the_bound(functions, digits):
    certificate = Certificate("residual", 1.0, 2.0, functions)
    assert certificate.digits == digits
    assert str(certificate).endswith(f"functions equal scores to {digits} digits")
    assert f"{digits} digits" in certificate._repr_html_()


# Multiple eigenvalues


def far_copies(copies, seed=9):
    """`copies` of one small cluster, so far apart that they do not see each other."""
    return np.vstack([cloud(4, seed=seed, scale=0.3) + 1e3 * i for i in range(copies)])


MULTIPLE = {
    "polygon of 9": (Gaussian(1.0), polygon(9)),
    "polygon of 60": (Gaussian(0.2), polygon(60)),
    "polygon of 301": (Gaussian(0.02), polygon(301)),
    "polygon, polynomial": (Polynomial(4), polygon(40)),
    "every point three times, 120": (Gaussian(0.1), np.vstack([cloud(40)] * 3)),
    "every point three times, 360": (Gaussian(0.1), np.vstack([cloud(120)] * 3)),
    "narrow, 60": (Gaussian(1e-7), cloud(60)),
    "narrow, 300": (Gaussian(1e-7), cloud(300)),
    "20 far copies": (Gaussian(1.0), far_copies(20)),
    "60 far copies": (Gaussian(1.0), far_copies(60)),
    "90 far copies": (Gaussian(1.0), far_copies(90)),
    "simplex of 12": (Linear(), np.eye(12)),
    "simplex of 260": (Linear(), np.eye(260)),
}


# Where "separable" does not run, or hands over: too narrow a kernel, too small an eigenvalue.
NOT_SEPARABLE = {
    *("polygon, polynomial", "simplex of 12", "simplex of 260", "narrow, 60", "narrow, 300"),
    *("20 far copies", "60 far copies", "90 far copies"),
}
SOLVED = [
    (name, solver, q)
    for name in MULTIPLE
    for solver in ("dense", "separable", "low-rank", "streaming", "iterative")
    for q in (3, 9)
    if not (solver == "separable" and (name in NOT_SEPARABLE or (name, q) == ("polygon of 9", 9)))
]


def test_lanczos_that_ends_too_early_says_so(monkeypatch):
    monkeypatch.setattr(iterative, "BASIS_BLOCKS", 0.2)
    kernel, X = MULTIPLE["90 far copies"]
    # K does not fit into so many bytes.
    plain, found = Plain.of(kernel, X), fit_by("iterative", kernel, X, 9, max_memory=5e5)
    assert not found.certificate.holds
    errors = np.abs(found.eigenvalues - plain.values[:9])
    assert errors.max() <= found.certificate.error <= 1e-5


@pytest.mark.parametrize(("name", "solver", "q"), SOLVED)
def test_multiple_eigenvalues_are_found_with_all_their_copies(name, solver, q):
    kernel, X = MULTIPLE[name]
    plain, found = Plain.of(kernel, X), fit_by(solver, kernel, X, q)
    assert found.certificate.holds, str(found.certificate)
    assert_laws(found, plain)
    assert found.n_components == min(q, np.count_nonzero(plain.values > 1e-11 * plain.values[0]))
    Z = X if X.shape[1] > 2 else view(X, 8)
    assert assert_agrees(found, plain, Z) == found.n_components
    assert found.near_degenerate or plain.values[0] - plain.values[1] > 0.01 * plain.values[0]


def clusters_of_two_and_one(seed):
    """Rows whose Gram matrix has 45 eigenvalues near 2, one near 200 and others near 1."""
    places = np.concatenate([np.arange(440), np.arange(380, 440), np.full(200, 440)]) * 100.0
    X = np.random.default_rng(seed).permutation(places)[:, None] * np.ones(3)
    return X + np.arange(len(X))[:, None] * [0.0, 1e-9, 2e-9]


@pytest.mark.parametrize("seed", range(4))
def test_eigenpairs_with_small_residuals_are_not_certified_as_the_largest(seed):
    X = clusters_of_two_and_one(seed)
    exact = fit(Gaussian(1.0), X, 45, centre=False, solver="dense").eigenvalues
    for solver in ("low-rank", "auto"):
        found = fit(Gaussian(1.0), X, 45, centre=False, tol=0.2, solver=solver)
        error = np.abs(found.eigenvalues - exact[: found.n_components]).max()
        assert error <= found.certificate.error
        assert found.certificate.holds or solver != "auto"


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(0.1)])
def test_a_tolerance_that_is_met_at_once_does_not_hide_components(kernel):
    """trace(E) = trace(K) is less than what is looked at more closely for a tol above 1/4."""
    found = fit(kernel, cloud(600, 10, scale=1.0), 5, tol=0.3)
    assert found.n_components == 5
    assert found.certificate.holds


def test_a_message_says_whether_tol_or_rounding_leaves_components_out():
    X = cloud(300, 4, scale=1.0)
    for solver in ("low-rank", "streaming"):
        found = fit(Gaussian(2.0), X, 290, tol=1e-2, solver=solver)
        assert found.n_components < 290
        assert "A smaller tol finds more" in found.message
        assert "positive beyond rounding" not in found.message
    twice = np.repeat(cloud(20, 4), 15, axis=0)
    for solver in ("low-rank", "streaming"):
        found = fit(Gaussian(2.0), twice, 290, solver=solver)
        assert "positive beyond rounding" in found.message


@pytest.mark.parametrize("solver", ["dense", "explicit", "streaming", "iterative", "low-rank"])
@pytest.mark.parametrize("unit", [1e6, 1e7, 1e12])
def test_kernel_values_whose_squares_overflow_are_certified(solver, unit):
    X = np.random.default_rng(3).normal(size=(90, 5))
    expected = fit(Polynomial(12, 0.0), X, 4).eigenvalues
    found = fit(Polynomial(12, 0.0), unit * X, 4, solver=solver)
    np.testing.assert_allclose(found.eigenvalues / unit**12 / unit**12, expected, rtol=1e-9)
    assert found.certificate.holds


def test_the_certificate_counts_the_eigenvalue_after_the_last():
    problem = Problem(Gaussian(1.0), cloud(30), 2, centre=False)
    K = problem.kernel(problem.X)
    values, vectors = np.linalg.eigh(K)
    values, vectors = values[::-1], vectors[:, ::-1].copy()
    vectors[:, 2] += 1e-3 * vectors[:, 3]
    vectors[:, 2] /= np.linalg.norm(vectors[:, 2])
    found = decompose(problem, CentredGram.of_matrix(problem, K), values, vectors, "dense")
    assert found.next_eigenvalue == values[2]
    residual = np.linalg.norm(K @ vectors[:, 2] - values[2] * vectors[:, 2])
    assert found.certificate.error > residual > 1e-5


@pytest.mark.parametrize("unit", [1.0, 2.9e-6])
def test_many_copies_of_an_eigenvalue_that_lapack_gives_up_on_are_found(unit):
    n = 120
    for seed in range(20):
        rng = np.random.default_rng(seed)
        noise = 1e-17 * rng.standard_normal((n, n))
        A, wanted = np.eye(n) - 1 / n + noise + noise.T, int(rng.integers(n // 2, n))
        values, vectors = largest_eigenpairs(unit * A, wanted)
        np.testing.assert_allclose(values[:wanted], unit, rtol=1e-13)
        within = vectors[:, :wanted]
        np.testing.assert_allclose(within.T @ within, np.eye(wanted), rtol=0, atol=1e-13)
