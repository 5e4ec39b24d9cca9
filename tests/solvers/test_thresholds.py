"""Solvers agree on both sides of every size at which "auto" changes from one to another."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from support import EPS, assert_same_functions, cloud, fit_by, label
from support.peak import with_peak

from kpca_core import Gaussian, Matern, Polynomial, RationalQuadratic, Sigmoid, fit
from kpca_core.solvers import choice, problem, separable

Q = 8
N_MEMORY = 2500
EIGENVALUES, FUNCTIONS = 1e-12, 1e-8


def assert_agree(found, other, Z, largest_entry=1.0):
    """Eigenvalues to 1e-12 of the largest; functions on Z (m, D) to 1e-8 of their range.

    Where K is nearly constant, n ε of its largest entry is more: the rounding of K.
    Functions of eigenvalues below 1e-4 of the largest, and the last one, are not compared.
    """
    values, others = found.eigenvalues, other.eigenvalues
    assert found.certificate.holds, f"{found.solver}: {found.certificate}"
    assert other.certificate.holds, f"{other.solver}: {other.certificate}"
    assert len(values) == len(others) >= 2
    difference, names = np.abs(values - others).max(), f"{found.solver}, {other.solver}"
    rounding = found.n_samples * EPS * largest_entry
    same = difference <= max(EIGENVALUES * others[0], rounding)
    assert same, f"{names}: {difference / others[0]:.1e}"
    stated = found.certificate.error + other.certificate.error
    assert difference <= stated, f"{names}: {difference:.1e} > {stated:.1e}, the sum of both errors"
    q = np.count_nonzero(others > 1e-4 * others[0])
    root, other_root = np.sqrt(values[:q]), np.sqrt(others[:q])
    judged = assert_same_functions(
        (values[:q], found.scores[:, :q] / root, found.expansion(Z)[:, :q] * root),
        (others[:q], other.scores[:, :q] / other_root, other.expansion(Z)[:, :q] * other_root),
        noise=rounding,
        tolerance=FUNCTIONS,
        complete=False,
    )
    assert judged >= 1


def new_rows(X):
    """40 points between and beside the rows of X (n, D)."""
    rng = np.random.default_rng(1)
    rows = X[rng.integers(0, len(X), 40)]
    return rows + 0.3 * rng.standard_normal(rows.shape) * X.std(axis=0)


SIZES = [
    (choice.SMALL, RationalQuadratic(1.0), 2, ("dense", "low-rank")),
    (choice.SMALL, Gaussian(0.5), 2, ("dense", "separable")),
    (choice.SMALL, Polynomial(12, 1.0), 3, ("dense", "low-rank")),
    (5000, Sigmoid(0.5, 0.1), 2, ("dense", "iterative")),
    (5000, Matern(1.0, 1.5), 4, ("dense", "iterative")),
]


@pytest.mark.parametrize(("n", "kernel", "dimension", "names"), SIZES, ids=label)
def test_solvers_agree_at_sizes_of_that_order(n, kernel, dimension, names):
    X = cloud(n, dimension, seed=41)
    found, other = (fit_by(name, kernel, X, Q) for name in names)
    assert_agree(found, other, new_rows(X), float(kernel.diagonal(X).max()))


@pytest.mark.parametrize(
    ("kernel", "solver"),
    [
        (Gaussian(1.0), "separable"),
        (Gaussian(1.0), "low-rank"),
        (Gaussian(1.0), "streaming"),
        (RationalQuadratic(1.0), "low-rank"),
        (RationalQuadratic(1.0), "streaming"),
    ],
    ids=label,
)
def test_functions_over_all_points_and_over_fewer_agree(monkeypatch, kernel, solver):
    X = cloud(3000, seed=46)
    found = []
    for limit in (10_000, 0):
        monkeypatch.setattr(problem, "ALL_POINTS", limit)
        monkeypatch.setattr(separable, "ALL_POINTS", limit)
        found.append(fit(kernel, X, Q, solver=solver))
    over_all, over_fewer = found
    assert len(over_all.expansion.points) == 3000
    assert len(over_fewer.expansion.points) < 3000
    assert_agree(over_fewer, over_all, new_rows(X))


@pytest.mark.parametrize(
    ("kernel", "solver", "q", "needed"),
    [
        (Gaussian(60.0), "dense", 8, 1.5 * 8 * N_MEMORY**2),
        (Gaussian(600.0), "dense", None, 5 * 8 * N_MEMORY**2),
        (Polynomial(4, 1.0), "explicit", 8, 7 * 8 * N_MEMORY * 210),
        (Polynomial(4, 1.0), "explicit", None, 7 * 8 * N_MEMORY * 210),
        (Gaussian(600.0), "low-rank", 8, 4 * 8 * N_MEMORY * 800),
    ],
)
def test_a_named_solver_takes_no_more_memory_than_is_stated(kernel, solver, q, needed):
    X = cloud(N_MEMORY, 6, seed=47, scale=1.0)
    found, peak = with_peak(
        partial(fit, kernel, X, q, solver=solver, max_memory=1.01 * needed),
        before=partial(fit, kernel, X[:300], q, solver=solver),
    )
    assert found.solver == solver
    assert peak <= 1.01 * needed
    with pytest.raises(ValueError, match="max_memory"):
        fit(kernel, X, q, solver=solver, max_memory=needed / 8)
    with pytest.raises(ValueError, match="max_memory"):
        fit(kernel, X, 50, solver="iterative", max_memory=2**22)


def test_features_beyond_the_memory_are_left_to_solvers_that_hold_less():
    X, kernel = cloud(N_MEMORY, 6, seed=47, scale=1.0), Polynomial(4, 1.0)
    found, expected = fit(kernel, X, 8, max_memory=15e6), fit(kernel, X, 8)
    assert (found.solver, expected.solver) == ("iterative", "explicit")
    assert "columns take" in found.choice
    assert_agree(found, expected, new_rows(X), float(kernel.diagonal(X).max()))
