"""A share of the trace as the number of components."""

from __future__ import annotations

import numpy as np
import pytest
from support import Plain, cloud, fit_by

from kpca_core import Gaussian, KernelPCA, Laplacian, Linear, Polynomial, Sigmoid, fit
from kpca_core.solvers import share as module


def number(kernel, X, share, centre=True):
    """The fewest by NumPy, of all eigenvalues."""
    values = Plain.of(kernel, X, centre).values
    positive = values[values > 1e-12 * values[0]]
    return int(np.searchsorted(np.cumsum(positive), share * positive.sum())) + 1


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2, 1.0), Gaussian(0.5), Laplacian(2.0)])
@pytest.mark.parametrize("share", [0.3, 0.9, 0.999, np.float32(0.5)])
@pytest.mark.parametrize("centre", [True, False])
def test_the_fewest_components_with_that_share(kernel, share, centre):
    X = cloud(120, 3)
    found = fit(kernel, X, share, centre=centre)
    assert found.n_components == number(kernel, X, float(share), centre)
    assert found.variance_ratio.sum() >= share > found.variance_ratio[:-1].sum()
    assert found.requested == float(share)
    assert found.message == ""
    assert found.scores.shape == (120, found.n_components)


@pytest.mark.parametrize("kernel", [Gaussian(2.0), Gaussian(0.05), Laplacian(0.2)])
@pytest.mark.parametrize("share", [0.6, 0.97])
def test_of_many_rows_no_more_components_are_computed_than_needed(kernel, share, monkeypatch):
    """Beyond SMALL rows, through 16, 128 and all components."""
    asked = []
    solve = module.solve

    def recorded(problem, name):
        asked.append(problem.n_components)
        return solve(problem, name)

    monkeypatch.setattr(module, "solve", recorded)
    X = cloud(1100)
    found = fit(kernel, X, share)
    expected = number(kernel, X, share)
    assert found.n_components == expected
    assert asked == [16, 128, None][: 1 + (expected > 16) + (expected > 128)]
    following = Plain.of(kernel, X).values[expected]
    assert found.next_eigenvalue is None or abs(found.next_eigenvalue - following) < 1e-9


@pytest.mark.parametrize("solver", ["dense", "low-rank", "streaming", "iterative", "separable"])
def test_every_solver_finds_the_same_number(solver):
    X = cloud(600)
    assert fit_by(solver, Gaussian(0.2), X, 0.9).n_components == number(Gaussian(0.2), X, 0.9)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("tol", [1e-1, 1e-2, 1e-6])
def test_a_coarse_tolerance_changes_no_number(share, tol):
    """The number is that of all eigenvalues, not of those that a low rank leaves."""
    X, kernel = cloud(400, 5), Gaussian(1.0)
    model = KernelPCA(kernel, share, solver="low-rank", tol=tol).fit(X)
    assert len(model.eigenvalues_) == number(kernel, X, share)
    assert model.decomposition_.message == ""


def test_too_few_landmarks_for_a_share_are_said():
    X, kernel = cloud(400, 5), Gaussian(1.0)
    with pytest.warns(UserWarning, match=r"found at this tolerance have 0\.\d+ of the trace"):
        model = KernelPCA(kernel, 0.999, max_landmarks=60).partial_fit(X)
    assert model.explained_variance_ratio_.sum() < 0.999
    with pytest.warns(UserWarning, match=r"whether .* components have that share is within"):
        KernelPCA(kernel, 0.5, max_landmarks=60).partial_fit(X)


def test_of_an_indefinite_kernel_it_is_the_share_of_the_positive_part():
    X, kernel = cloud(80), Sigmoid(2.0, 1.0)
    values = Plain.of(kernel, X).values
    with pytest.warns(UserWarning, match=r"n_components=0\.9 is the share of the positive") as seen:
        model = KernelPCA(kernel, 0.9).fit(X)
    assert len(seen) == 1
    expected = np.cumsum(values) / values[values > 0].sum()
    assert len(model.eigenvalues_) == np.searchsorted(expected, 0.9) + 1
    assert f"{values[values < 0].sum():.3g}" in str(seen[0].message)


def test_precomputed_subsets_and_blocks():
    X, kernel = cloud(90, 3), Gaussian(0.5)
    expected = number(kernel, X, 0.9)
    assert fit("precomputed", kernel(X), 0.9).n_components == expected
    part = fit(kernel, X, 0.9, subset=40)
    assert part.n_components == number(kernel, X[:40], 0.9)
    assert part.scores.shape == (90, part.n_components)
    model = KernelPCA(kernel, n_components=0.9, tol=1e-3)
    for block in np.split(X, 3):
        model.partial_fit(block)
    seen = len(model.eigenvalues_)
    assert seen == expected
    assert model.transform(X).shape == (90, seen)


@pytest.mark.parametrize("value", [0.0, 1.0, -0.5, 1.5, 2.0, True, False, np.nan, np.inf, "0.95"])
def test_other_numbers_are_no_share(value):
    for run in (lambda: fit(Linear(), cloud(9), value),
                lambda: KernelPCA(n_components=value).fit(cloud(9)),
                lambda: KernelPCA(n_components=value).partial_fit(cloud(9))):  # fmt: skip
        with pytest.raises(ValueError, match=r"share of the trace between 0 and 1.*got n_comp"):
            run()
