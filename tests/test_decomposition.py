"""What a decomposition says about its own errors, in numbers and in words."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest
from support import cloud, polygon

from kpca_core import Certificate, Gaussian, Grid, Linear, Polynomial, fit
from kpca_core.decomposition import UNDETERMINED
from kpca_core.grid import Plane


def found_with(eigenvalues, error, following=None):
    """A decomposition with these eigenvalues, each known up to `error`."""
    template = fit(Linear(), cloud(5), 1)
    q = len(eigenvalues)
    return replace(
        template,
        eigenvalues=np.array(eigenvalues, dtype=float),
        scores=np.ones((5, q)),
        certificate=Certificate("test", error, 1.0),
        next_eigenvalue=following,
    )


# Angles between computed and exact eigenvectors


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("eigenvalues", "error", "following", "bounds"),
    [
        ([10.0, 6.0, 5.0], 0.1, 2.0, [0.1 / 3.9, 0.1 / 0.9, 0.1 / 0.9]),
        ([10.0, 6.0, 5.0], 0.1, 4.99, [0.1 / 3.9, 0.1 / 0.9, 1.0]),
        ([10.0, 6.0, 5.0], 0.1, None, [0.1 / 3.9, 0.1 / 0.9, np.nan]),
        ([10.0], 0.1, None, [np.nan]),
        ([10.0], 0.1, 0.0, [0.1 / 9.9]),
        ([10.0], 0.1, -np.inf, [0.0]),
        ([], 0.1, 0.0, []),
        *(([10.0, 9.0], error, 8.0, [1.0, 1.0]) for error in (np.inf, np.nan, 2.0, 0.5)),
        ([9.0, 9.0], 0.0, 9.0, [1.0, 1.0]),
    ],
)
def test_an_angle_is_bounded_by_the_error_over_the_smaller_gap(
    eigenvalues, error, following, bounds
):
    found = found_with(eigenvalues, error, following).angle_bounds
    np.testing.assert_allclose(found, bounds, rtol=1e-13)


@pytest.mark.parametrize("size", [1e-8, 1e-4, 1e-2, 0.3])
def test_a_perturbed_matrix_has_its_eigenvectors_within_the_bounds(size):
    """The exact eigenvectors are those before the perturbation, of spectral norm `size`."""
    tight = 0.0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        U = np.linalg.qr(rng.standard_normal((8, 8)))[0]
        exact = np.sort(rng.uniform(0, 10, 8))[::-1]
        exact[1] = max(exact[0] - 4 * size, exact[2])
        E = rng.standard_normal((8, 8))
        E += E.T
        E *= size / np.linalg.norm(E, 2)
        values, vectors = np.linalg.eigh((U * exact) @ U.T + E)
        values, vectors = values[::-1], vectors[:, ::-1]
        bounds = found_with(values[:5], size, values[5]).angle_bounds
        projections = U[:, :5] * vectors[:, :5]
        sines = np.sqrt(np.clip(1 - projections.sum(axis=0) ** 2, 0, None))
        assert (sines <= bounds + 1e-7).all()
        tight = max(tight, float((sines / bounds).max()))
    assert tight > 0.2


@pytest.mark.parametrize("size", [1e-6, 1e-3, 0.05])
def test_in_feature_space_an_angle_is_at_most_the_root_of_the_ratio_times_as_large(size):
    """There vⱼ = Σᵢ U[i, j] Φ(xᵢ)/√λ has the coordinates √λₖ uₖ·ûⱼ in the exact components."""
    judged = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        exact = np.sort(10.0 ** rng.uniform(-2, 2, 8))[::-1]
        E = rng.standard_normal((8, 8))
        E += E.T
        E *= size / np.linalg.norm(E, 2)
        values, vectors = np.linalg.eigh(np.diag(exact) + E)
        values, vectors = np.abs(values[::-1][:6]), vectors[:, ::-1][:, :6]
        bounds = found_with(values[:5], size, values[5]).angle_bounds
        components = np.sqrt(exact)[:, None] * vectors[:, :5]
        components /= np.linalg.norm(components, axis=0)
        sines = np.sqrt(1 - np.clip(np.diag(components), -1, 1) ** 2)
        factors = np.sqrt(np.append(1.0, values[:4] / values[1:5]))
        small = factors * bounds < 0.5
        assert (sines <= factors * bounds + 1e-7)[small].all()
        judged += int(small.sum())
    assert judged > 40


# Groups


def test_on_a_circle_components_come_in_pairs_that_are_only_determined_together():
    """The Gram matrix of a regular polygon is circulant: its eigenvalues are equal in pairs."""
    X = polygon(24)
    whole = fit(Gaussian(1.0), X, None, solver="dense")
    found = fit(Gaussian(1.0), X, 6, solver="dense")
    found = replace(found, next_eigenvalue=whole.eigenvalues[6])
    assert found.undetermined_groups == ((0, 1), (2, 3), (4, 5))
    assert (found.angle_bounds == 1).all()
    five = fit(Gaussian(1.0), X, 5, solver="dense")
    assert five.next_eigenvalue == pytest.approx(whole.eigenvalues[5])
    assert five.undetermined_groups == ((0, 1), (2, 3), (4,))
    unknown = replace(five, next_eigenvalue=None)
    assert unknown.undetermined_groups == ((0, 1), (2, 3))
    moved = fit(Gaussian(1.0), X * [1.0, 1.1], 6, solver="dense")
    assert moved.undetermined_groups == ()
    assert moved.near_degenerate == () or moved.angle_bounds[:-1].max() < 1e-6


def test_a_group_is_what_the_error_can_mix():
    eigenvalues = [10.0, 9.0, 8.9, 8.8, 5.0, 1.0, 0.9]
    assert found_with(eigenvalues, 1e-3, 0.0).undetermined_groups == ()
    assert found_with(eigenvalues, 0.03, 0.0).undetermined_groups == ((1, 2, 3), (5, 6))
    assert found_with(eigenvalues, 0.03, 0.89).undetermined_groups == ((1, 2, 3), (5, 6))
    assert found_with(eigenvalues[:6], 0.03, 0.9).undetermined_groups == ((1, 2, 3), (5,))
    assert found_with(eigenvalues[:6], 0.03).undetermined_groups == ((1, 2, 3),)
    assert found_with([], 0.03, 0.0).undetermined_groups == ()
    assert found_with([1.0], 0.03).undetermined_groups == ()


def test_members_of_no_group_have_small_angles_and_members_of_one_large_ones():
    rng = np.random.default_rng(0)
    for _ in range(200):
        values = np.sort(rng.uniform(0, 1, 7))[::-1]
        found = found_with(values[:6], 10.0 ** rng.uniform(-4, -1), values[6])
        members = {j for group in found.undetermined_groups for j in group}
        large = set(np.flatnonzero(found.angle_bounds >= UNDETERMINED).tolist())
        assert members == large


# Words


@pytest.mark.parametrize(
    ("kernel", "X", "exist", "so"),
    [
        (Linear(), cloud(9, 1), "1 eigenvalue {} is", "only that component exists"),
        (Linear(), cloud(9, 2), "2 eigenvalues {} are", "only those components exist"),
        (Polynomial(2), np.ones((4, 2)), "0 eigenvalues {} are", "no component exists"),
    ],
)
def test_the_message_counts_in_the_singular_and_the_plural(kernel, X, exist, so):
    words = f"only {exist} positive beyond rounding, so {so}.".format("of this Gram matrix")
    assert fit(kernel, X, 3).message == f"Asked for n_components=3; {words}"


def test_a_certificate_that_does_not_hold_is_told_of_one_eigenvalue_and_of_several():
    one = found_with([2.0], 5.0).message
    assert one == "This eigenvalue misses its tolerance: test 5.0e+00 > 1.0e+00: NOT certified."
    assert found_with([2.0, 1.0], 5.0).message.startswith("These eigenvalues miss their tolerance")


@pytest.mark.parametrize("solver", ["dense", "low-rank", "separable", "streaming", "iterative"])
def test_a_pickled_copy_is_equal_and_another_fit_is_not(solver):
    X = np.random.default_rng(0).standard_normal((300, 2))
    found = fit(Gaussian(2.0), X, 3, solver=solver)
    copy = pickle.loads(pickle.dumps(found))
    assert copy == found
    assert hash(copy) == hash(found)
    other = fit(Gaussian(2.0), X[::-1], 3, solver=solver)
    assert found != other
    assert found != 1
    hashes = {hash(one.expansion) for one in (found, copy, other)}
    assert len(hashes) == 2, "a dictionary would compare all arrays of all expansions in it"


def test_a_grid_is_equal_to_its_pickled_copy():
    grid = Grid.over(((0, 1), (0, 2)), 5, Plane.of_columns((0, 2), np.arange(3.0)))
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert grid != Grid.over(((0, 1), (0, 2)), 6, grid.plane)
    assert len({grid, pickle.loads(pickle.dumps(grid))}) == 1
