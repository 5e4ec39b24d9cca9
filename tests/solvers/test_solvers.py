"""Every solver against the plain eigenproblem, the laws of a decomposition, and the hard cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import (
    CASES,
    EPS,
    Plain,
    assert_agrees,
    assert_laws,
    centred,
    cloud,
    fit_by,
    label,
    solvers_of,
    true_residual,
    view,
    well_conditioned,
)

from kpca_core import (
    Cosine,
    Gaussian,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.solvers.problem import ALL_POINTS

BRIEF = settings(max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

every_solver = pytest.mark.parametrize(("kernel", "solver"), CASES, ids=label)


# Against the plain eigenproblem


@every_solver
@pytest.mark.parametrize("n", [12, 90, 230])
def test_every_solver_solves_the_plain_eigenproblem(kernel, solver, n):
    X = cloud(n, seed=n)
    plain = Plain.of(kernel, X)
    found = fit_by(solver, kernel, X, 6)
    assert found.certificate.holds, str(found.certificate)
    assert_laws(found, plain)
    assert assert_agrees(found, plain, view(X)) >= well_conditioned(found) > 0
    expected = plain.values[: found.n_components]
    assert found.variance_ratio == pytest.approx(expected / plain.values.sum(), rel=1e-9, abs=1e-9)
    assert found.variances == pytest.approx(expected / n, rel=1e-9, abs=1e-9 * expected[0])
    assert not (kernel.is_psd and len(found.negative))
    if found.certificate.kind == "residual":
        assert true_residual(found, plain) <= found.certificate.error
        assert np.abs(found.eigenvalues - expected).max() <= found.certificate.error
        size = max(plain.values[0], np.abs(plain.gram).max())
        assert found.certificate.limit == pytest.approx(250 * n * EPS * size, rel=1e-6)


@pytest.mark.parametrize(
    ("kernel", "solver"),
    [case for case in CASES if case[1] not in ("iterative", "separable")],
    ids=label,
)
def test_all_components_of_every_solver(kernel, solver):
    X = cloud(60, seed=1)
    plain = Plain.of(kernel, X)
    found = fit(kernel, X, None, solver=solver)
    assert found.message == ""
    assert found.rank == found.n_components
    assert_laws(found, plain)
    assert assert_agrees(found, plain, view(X), anywhere=solver == "streaming") > 0
    missed = plain.values[found.n_components :]
    assert missed.max(initial=0.0) <= 2e-12 * plain.values[0] + 120 * EPS * np.abs(plain.gram).max()


@every_solver
def test_without_centring_the_gram_matrix_itself_is_diagonalised(kernel, solver):
    X = cloud(50, seed=2, offset=0.3)
    plain = Plain.of(kernel, X, centre=False)
    found = fit(kernel, X, 5, centre=False, solver=solver)
    np.testing.assert_array_equal(found.expansion.offsets, 0)
    assert_laws(found, plain)
    assert assert_agrees(found, plain, view(X)) > 0


def test_the_solvers_taken():
    small, large = cloud(100), cloud(900)
    assert fit(Gaussian(0.1), small).solver == "dense"
    assert fit(Polynomial(2), small).solver == "explicit"
    assert fit(Polynomial(2), cloud(5), 1).solver == "explicit"
    assert fit(Linear(), cloud(100, 65), 1).solver == "dense"
    assert fit(Gaussian(1.0), large).solver == "separable"
    assert fit(Gaussian(1.0), large, solver="separable").solver == "separable"
    assert fit(Gaussian(400.0), cloud(900, 3)).solver == "low-rank"
    assert fit(RationalQuadratic(5.0), large).solver == "low-rank"
    assert fit(Gaussian(1e-4), large, 2).solver == "dense"
    assert fit(Sigmoid(), large[:450], 2).solver == "dense"
    narrow = fit(Gaussian(1e-4), large, 2)
    assert [reason.split(":")[0] for reason in narrow.handed_over] == ["separable", "low-rank"]
    assert narrow.choice.endswith("; dense taken")
    assert fit(Gaussian(1.0), large).handed_over == ()


def unchanged(X):
    return X


EQUAL_PROBLEMS = {
    "scaled": (lambda k: 3.0 * k(0.5), unchanged),
    "product of two": (lambda k: k(1.0) * k(1.0), unchanged),
    "sum of two alike": (lambda k: 0.5 * k(0.5) + 0.5 * k(0.5), unchanged),
    "constant third column": (lambda k: k(0.5), lambda X: np.column_stack([X, 0 * X[:, 0] + 3.7])),
    "constant first column": (lambda k: k(0.5), lambda X: np.column_stack([0 * X[:, 0] + 1, X])),
}


@pytest.mark.parametrize("case", EQUAL_PROBLEMS)
@pytest.mark.parametrize(("family", "n"), [(Gaussian, 900), (Laplacian, 1600)])
def test_equal_problems_take_equally_good_solvers(case, family, n):
    kernel, change = EQUAL_PROBLEMS[case]
    X = cloud(n, seed=4)
    found, plain = fit(kernel(family), change(X), 6), fit(family(0.5), X, 6)
    assert found.solver == plain.solver == {Gaussian: "separable", Laplacian: "iterative"}[family]
    assert found.handed_over == plain.handed_over == ()
    factor = 3.0 if case == "scaled" else 1.0
    np.testing.assert_allclose(found.eigenvalues, factor * plain.eigenvalues, rtol=1e-11)
    found = found.aligned_to(plain)
    difference = found.expansion(change(X[:50])) - np.sqrt(factor) * plain.expansion(X[:50])
    assert np.abs(difference).max() <= 1e-9 * np.abs(found.scores).max()


@pytest.mark.parametrize("tol", [1e-2, 1e-4, 1e-8, 1e-12])
@pytest.mark.parametrize("solver", ["separable", "low-rank", "streaming"])
@pytest.mark.parametrize("q", [8, 30])
def test_the_functions_are_the_scores_whatever_the_tolerance(tol, solver, q):
    X = np.random.default_rng(0).standard_normal((1000, 2))
    found = fit(Gaussian(2.0), X, q, solver=solver, tol=tol)
    off = np.abs(found.expansion(X) - found.scores).max(axis=0)
    assert (off <= 1e-10 * np.abs(found.scores).max()).all()


def test_many_points_leave_an_expansion_over_the_pivots_alone():
    few = fit(Gaussian(1.0), cloud(ALL_POINTS), solver="low-rank")
    many = fit(Gaussian(1.0), cloud(ALL_POINTS + 1), solver="low-rank")
    assert len(few.expansion.points) == ALL_POINTS
    assert len(many.expansion.points) < 300


def test_the_answer_does_not_depend_on_the_memory_layout_and_the_data_are_kept_as_a_copy():
    X = cloud(60)
    fixed = X.copy()
    fixed.flags.writeable = False
    for kernel, solver in CASES:
        own = X.copy()
        found = fit(kernel, own, 3, solver=solver)
        before = found.expansion(X)
        for same in (np.asfortranarray(X), fixed):
            other = fit(kernel, same, 3, solver=solver)
            np.testing.assert_allclose(other.eigenvalues, found.eigenvalues, rtol=1e-12)
        own[:] = 6.0
        np.testing.assert_array_equal(found.expansion(X), before, err_msg=f"{kernel} {solver}")
    K = Gaussian(1.0)(X)
    K.flags.writeable = False
    fit("precomputed", K, 3)


# Rank, trace, ratio, message


@pytest.mark.parametrize("solver", solvers_of(Polynomial(2)))
def test_more_components_than_exist_are_not_invented(solver):
    X = cloud(40)
    found = fit(Polynomial(2), X, 8, solver=solver)
    assert found.n_components == 3
    assert "n_components=8" in found.message
    assert "only 3 " in found.message
    assert fit(Polynomial(2), X, 3, solver=solver).message == ""


@pytest.mark.parametrize("solver", solvers_of(Polynomial(2)))
@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("X", [np.zeros((10, 2)), np.full((10, 2), 3.7)], ids=["zero", "constant"])
def test_constant_data_have_no_centred_component(solver, centre, X):
    found = fit(Polynomial(2), X, 4, solver=solver, centre=centre)
    exists = 0 if centre or not X.any() else 1
    assert found.n_components == exists
    assert f"only {exists} " in found.message
    assert found.scores.shape == (10, exists)
    assert found.expansion(X).shape == (10, exists)
    assert found.variance_ratio.shape == (exists,)
    assert np.isnan(found.expansion(X)).sum() == 0


@pytest.mark.parametrize("kernel", [Gaussian(0.5), Linear(), Sigmoid(), Cosine(), Matern(1.0)])
def test_one_point_and_two_points(kernel):
    for solver in set(solvers_of(kernel)) - {
        "separable"
    }:  # which needs as many components as asked
        one = fit(kernel, np.array([[0.3, 0.4]]), solver=solver)
        assert one.n_components == 0
        assert one.expansion(np.ones((2, 2))).shape == (2, 0)
        X = np.array([[0.3, 0.4], [-1.0, 0.2]])
        two = fit(kernel, X, solver=solver)
        K = kernel(X)
        expected = (K[0, 0] + K[1, 1]) / 2 - K[0, 1]
        np.testing.assert_allclose(two.eigenvalues, [expected], rtol=1e-12)
        np.testing.assert_allclose(two.expansion(X), two.scores, atol=1e-12)


# Indefinite kernels


@pytest.mark.parametrize("n", [60, 90, 300, 500, 1100])
@pytest.mark.parametrize("solver", ["auto", "iterative"])
def test_negative_eigenvalues_are_reported(n, solver):
    kernel, X = Sigmoid(2.0, -1.0), cloud(n, seed=5)
    values = np.linalg.eigvalsh(centred(kernel(X)))
    found = fit_by(solver, kernel, X, 3)
    q, noise = len(found.negative), 1e-10 * np.abs(values).max()
    assert q >= 2
    assert (found.negative < 0).all()
    np.testing.assert_allclose(found.negative, values[:q], rtol=0, atol=noise)
    np.testing.assert_allclose(found.eigenvalues, values[::-1][:3], rtol=0, atol=noise)
    assert found.trace == pytest.approx(values.sum(), rel=1e-9)
    if found.rank is not None:
        assert q == np.count_nonzero(values < -1e-12 * np.abs(values).max())


# Scale


@BRIEF
@given(factor=st.floats(1e-150, 1e150), solver=st.sampled_from(solvers_of(Polynomial(2))))
def test_a_factor_scales_the_eigenvalues(factor, solver):
    X, kernel = cloud(40), Polynomial(2, 1.0)
    plain, scaled = fit(kernel, X, 5, solver=solver), fit(factor * kernel, X, 5, solver=solver)
    np.testing.assert_allclose(scaled.eigenvalues, factor * plain.eigenvalues, rtol=1e-9)
    np.testing.assert_allclose(
        scaled.scores, np.sqrt(factor) * plain.scores, atol=1e-9 * np.abs(scaled.scores).max()
    )


def test_fit_warns_at_the_line_of_its_caller_where_it_is_not_certified():
    X = np.linspace(0.0, 1.0, 900)[:, None]
    with pytest.warns(UserWarning, match="NOT certified") as warned:
        found = fit(Laplacian(1e-3), X, 2, solver="iterative", centre=False, max_memory=6e6)
    assert not found.certificate.holds
    assert [warning.filename for warning in warned] == [__file__]
