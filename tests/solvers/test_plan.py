"""`plan`: what a fit takes, before it runs."""

import numpy as np
import pytest

import kpca_core
from kpca_core import Gaussian, Linear, Matern, Sigmoid, fit, plan

X = np.random.default_rng(0).standard_normal((700, 3))


@pytest.mark.parametrize("kernel", [Gaussian(6.0), Linear(), Matern(2.0), Sigmoid(0.1)], ids=repr)
@pytest.mark.parametrize("n_components", [4, 0.5, None])
def test_a_plan_is_of_the_fit_with_the_same_arguments(kernel, n_components):
    expected = plan(kernel, X[:300], n_components)
    found = fit(kernel, X[:300], n_components)
    assert expected.solver == found.solver
    assert (expected.n, expected.rows, expected.subset) == (300, 300, None)
    assert 0 < expected.seconds < 5
    assert 300 * 3 * 8 < expected.bytes < 2**25


def test_some_rows_take_less_than_all():
    whole, few = plan(Matern(2.0), X), plan(Matern(2.0), X, rows=100)
    assert few.seconds < whole.seconds / 4
    assert few.bytes < whole.bytes
    found = fit(Matern(2.0), X, 2, subset=few.subset)
    assert found.n_samples == few.rows == 100
    assert len(found.scores) == few.n == 700
    assert str(few) == "K of 100 of 700 rows by the solver dense"


def test_all_components_take_time_that_grows_with_the_cube():
    table = np.random.default_rng(0).standard_normal((8000, 6))
    small, large = (plan(Matern(2.0), table[:n], None).seconds for n in (4000, 8000))
    assert large > 6 * small


def test_what_no_solver_is_expected_to_certify_is_said_and_bounded_by_the_memory():
    """60,000 rows of 20 columns: n² numbers take 29 GB, and no smooth kernel has a low rank."""
    table = np.random.default_rng(0).standard_normal((60_000, 20))
    expected = plan(Gaussian(40.0), table, max_memory=1e9)
    assert (expected.solver, expected.certain) == ("streaming", False)
    assert expected.bytes < 1e9
    assert "streaming, without a certificate" in str(expected)
    assert plan(Gaussian(40.0), table, max_memory=2e8).bytes < 2.5e8
    assert plan(Gaussian(40.0), table[:40_000], max_memory=1e9).quadratic


def test_a_plan_says_that_a_slowly_decaying_spectrum_takes_minutes_and_what_takes_less():
    """50,000 rows of noise in 30 columns, with which five minutes were not enough."""
    table = np.random.default_rng(0).standard_normal((50_000, 30))
    expected = plan(Gaussian(60.0), table)
    assert expected.solver == "iterative"
    assert expected.seconds > 200
    assert "fewer rows, a wider kernel or a larger tol may take less" in str(expected)
    few = plan(Gaussian(60.0), table, rows=2000)
    assert few.seconds < 10
    assert few.advice == ""


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rows": 701}, "1 <= rows <= 700; got rows=701"),
        ({"tol": 2.0}, "tol=2.0"),
        ({"n_components": 0}, "n_components=0"),
        ({"max_memory": 0}, "max_memory=0"),
    ],
)
def test_bad_arguments_are_quoted(given, message):
    with pytest.raises(ValueError, match=message):
        plan(Linear(), X, **given)
    with pytest.raises(TypeError, match=r"write fit\(Linear\(\), X\)"):
        plan(X, Linear())
    assert kpca_core.plan is plan
