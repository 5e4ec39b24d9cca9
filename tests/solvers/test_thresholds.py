"""Solvers agree on both sides of every size at which "auto" changes from one to another."""

from __future__ import annotations

import numpy as np
import pytest
from support import EPS, assert_same_functions, cloud, label

from kpca_core import (
    CallableKernel,
    Gaussian,
    Laplacian,
    Matern,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.solvers import choice, dense, problem, separable

Q = 8
EIGENVALUES, FUNCTIONS = 1e-13, 1e-8
# Constants of `choice` that are too large for a test, with what stands for them here.
SMALLER = {"SMALL": 60, "DENSE_LIMIT": 300, "LOW_RANK_LIMIT": 500, "ITERATIVE_LIMIT": 700}


def assert_agree(found, other, Z, largest_entry=1.0):
    """Eigenvalues to 1e-13 of the largest; functions on Z (m, D) to 1e-8 of their range.

    Functions of eigenvalues below 1e-4 of the largest, and the last one, are not compared.
    """
    values, others = found.eigenvalues, other.eigenvalues
    assert found.certificate.holds, f"{found.solver}: {found.certificate}"
    assert other.certificate.holds, f"{other.solver}: {other.certificate}"
    assert len(values) == len(others) >= 2
    difference = np.abs(values - others).max() / others[0]
    assert difference <= EIGENVALUES, f"{found.solver}, {other.solver}: {difference:.1e}"
    q = np.count_nonzero(others > 1e-4 * others[0])
    root, other_root = np.sqrt(values[:q]), np.sqrt(others[:q])
    judged = assert_same_functions(
        (values[:q], found.scores[:, :q] / root, found.expansion(Z)[:, :q] * root),
        (others[:q], other.scores[:, :q] / other_root, other.expansion(Z)[:, :q] * other_root),
        noise=found.n_samples * EPS * largest_entry,
        tolerance=FUNCTIONS,
        complete=False,
    )
    assert judged >= 1


def new_rows(X):
    """40 points between and beside the rows of X (n, D)."""
    rng = np.random.default_rng(1)
    rows = X[rng.integers(0, len(X), 40)]
    return rows + 0.3 * rng.standard_normal(rows.shape) * X.std(axis=0)


def imq(X, Y):
    """(1 + ‖x − y‖²)^(−1/2)."""
    return 1 / np.sqrt(1 + np.square(X[:, None] - Y[None]).sum(axis=2))


CROSSINGS = [
    # constant, kernel, dimension, solver at the constant, solver one row beyond
    ("SMALL", RationalQuadratic(1.0), 2, "dense", "low-rank"),
    ("SMALL", Gaussian(8.0), 3, "dense", "low-rank"),
    ("SMALL", Gaussian(1.0), 2, "dense", "separable"),
    ("FAST_MATVEC_FROM", Laplacian(0.7), 2, "dense", "iterative"),
    ("DENSE_LIMIT", Sigmoid(0.5, 0.1), 3, "dense", "iterative"),
    ("DENSE_LIMIT", CallableKernel(imq), 3, "dense", "iterative"),
    ("DENSE_LIMIT", Matern(2.0, 0.5), 10, "dense", "iterative"),
    ("LOW_RANK_LIMIT", RationalQuadratic(2.0), 2, "low-rank", "streaming"),
    ("LOW_RANK_LIMIT", Gaussian(50.0), 5, "low-rank", "streaming"),
    ("ITERATIVE_LIMIT", Laplacian(3.0), 3, "iterative", "streaming"),
]


@pytest.mark.parametrize(("constant", "kernel", "dimension", "at", "beyond"), CROSSINGS, ids=label)
def test_the_solvers_on_both_sides_of_a_size_agree(
    monkeypatch, constant, kernel, dimension, at, beyond
):
    for name, size in SMALLER.items():
        monkeypatch.setattr(choice, name, size)
    limit = getattr(choice, constant)
    everything = cloud(limit + 1, dimension, seed=40)
    Z = new_rows(everything)
    for n, expected in ((limit, at), (limit + 1, beyond)):
        X = everything[:n]
        chosen = fit(kernel, X, Q)
        assert chosen.solver == expected, chosen.choice
        assert_agree(fit(kernel, X, Q, solver=at), fit(kernel, X, Q, solver=beyond), Z)


SIZES = [
    ("SMALL", RationalQuadratic(1.0), 2, ("dense", "low-rank")),
    ("SMALL", Gaussian(0.5), 2, ("dense", "separable")),
    ("SMALL", Polynomial(12, 1.0), 3, ("dense", "low-rank")),
    ("DENSE_LIMIT", Sigmoid(0.5, 0.1), 2, ("dense", "iterative")),
    ("DENSE_LIMIT", Matern(1.0, 1.5), 4, ("dense", "iterative")),
]


@pytest.mark.parametrize(("constant", "kernel", "dimension", "names"), SIZES, ids=label)
def test_solvers_agree_at_the_size_itself(constant, kernel, dimension, names):
    X = cloud(getattr(choice, constant), dimension, seed=41)
    found, other = (fit(kernel, X, Q, solver=name) for name in names)
    assert_agree(found, other, new_rows(X), float(kernel.diagonal(X).max()))


@pytest.mark.parametrize("names", [("low-rank", "streaming"), ("iterative", "streaming")])
def test_solvers_agree_where_rows_become_too_many_for_memory(names):
    """A wide Gaussian of ten dimensions: its rank is some hundred."""
    X = cloud(choice.LOW_RANK_LIMIT, 10, seed=42, scale=1.0)
    found, other = (fit(Gaussian(100.0), X, Q, solver=name) for name in names)
    assert_agree(found, other, new_rows(X))


def test_solvers_agree_where_feature_columns_become_too_many(monkeypatch):
    kernel, X = Polynomial(2, 1.0), cloud(300, 10, seed=43)
    assert kernel.feature_dimension(10) == 66
    explicit = fit(kernel, X, Q)
    assert explicit.solver == "explicit"
    monkeypatch.setattr(choice, "MAX_FEATURE_COLUMNS", 65)
    for name in ("auto", "dense", "low-rank", "iterative"):
        other = fit(kernel, X, Q, solver=name)
        assert other.solver != "explicit"
        assert_agree(explicit, other, new_rows(X), float(kernel.diagonal(X).max()))


def test_solvers_agree_where_features_are_half_the_rows():
    kernel, everything = Polynomial(2, 1.0), cloud(132, 10, seed=44)
    for n, expected in ((131, "dense"), (132, "explicit")):
        X = everything[:n]
        assert fit(kernel, X, Q).solver == expected
        found, other = (fit(kernel, X, Q, solver=name) for name in ("explicit", "dense"))
        assert_agree(found, other, new_rows(X), float(kernel.diagonal(X).max()))


@pytest.mark.parametrize("n", [30, 90])
@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(1.0), Sigmoid(0.5, 0.1)], ids=label)
def test_the_whole_spectrum_and_its_leading_part_agree(monkeypatch, kernel, n):
    X = cloud(n, 3, seed=45)
    found = []
    for limit in (0, 10_000):
        monkeypatch.setattr(dense, "FULL_SPECTRUM", limit)
        monkeypatch.setattr(dense, "FULL_SPECTRUM_INDEFINITE", limit)
        found.append(fit(kernel, X, 4, solver="dense"))
    leading, whole = found
    assert leading.rank is None or n == 30
    assert whole.rank is not None
    assert_agree(leading, whole, new_rows(X))


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
    X = cloud(600, seed=46)
    found = []
    for limit in (10_000, 0):
        monkeypatch.setattr(problem, "ALL_POINTS", limit)
        monkeypatch.setattr(separable, "ALL_POINTS", limit)
        found.append(fit(kernel, X, Q, solver=solver))
    over_all, over_fewer = found
    assert len(over_all.expansion.points) == 600
    assert len(over_fewer.expansion.points) != 600
    assert_agree(over_fewer, over_all, new_rows(X))
