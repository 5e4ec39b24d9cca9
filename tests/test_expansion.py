"""The expansion f_j(x) = Σᵢ A[i, j] k(x, P[i]) + b[j], and the grids it is drawn on."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import KERNELS, REGION, cloud, histogram_intersection, label
from support.peak import with_peak

from kpca_core import (
    CallableKernel,
    Expansion,
    Gaussian,
    Grid,
    Laplacian,
    Linear,
    Matern,
    Polynomial,
    Precomputed,
    RationalQuadratic,
    Sigmoid,
    fit,
)

MEGABYTE = 2**20


def expansion(kernel, m=40, q=3, dimension=2, seed=0):
    rng = np.random.default_rng(seed)
    points = cloud(m, dimension, seed=seed)
    return Expansion(kernel, points, rng.standard_normal((m, q)), rng.standard_normal(q))


# Grids


def test_grid_points_run_along_x_first():
    grid = Grid(np.array([0.0, 1.0, 2.0]), np.array([5.0, 7.0]))
    expected = [[0, 5], [1, 5], [2, 5], [0, 7], [1, 7], [2, 7]]
    np.testing.assert_array_equal(grid.points, expected)
    np.testing.assert_array_equal(Grid.over(REGION, np.int64(2)).points[0], [-1.5, -1.0])


@pytest.mark.parametrize("resolution", [1, 0, -3, 2.5, True, np.inf, np.nan, None, "9"])
def test_resolutions_that_make_no_grid_are_quoted(resolution):
    with pytest.raises(ValueError, match=re.escape(f"got {resolution!r}")):
        Grid.over(REGION, resolution)


NOTHING = (
    ((1.0, 1.0), (0.0, 1.0)),
    ((0.0, 1.0), (2.0, 1.0)),
    ((0.0, float("nan")), (0.0, 1.0)),
    ((0.0, 1.0), (float("-inf"), 1.0)),
)


@pytest.mark.parametrize("region", NOTHING)
def test_regions_that_enclose_nothing_are_quoted(region):
    with pytest.raises(ValueError, match=re.escape(f"got {region!r}")):
        Grid.over(region, 10)


# Evaluation


@pytest.mark.parametrize("kernel", KERNELS, ids=label)
@pytest.mark.parametrize("m", [2, 40])
def test_evaluation_is_the_formula(kernel, m):
    f, Z = expansion(kernel, m), cloud(17, seed=1)
    expected = kernel(Z, f.points) @ f.coefficients + f.offsets
    found = f(Z)
    assert found.shape == (17, 3)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    grid = Grid(np.linspace(-2, 1, 9), np.linspace(0, 3, 13))
    expected = kernel(grid.points, f.points) @ f.coefficients + f.offsets
    found = f.on_grid(grid).reshape(3, -1).T
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@settings(max_examples=80, derandomize=True)
@given(
    seed=st.integers(0, 2**32 - 1),
    width=st.floats(-3, 3).map(lambda exponent: 10.0**exponent),
    m=st.integers(1, 60),
    nx=st.integers(10, 150),
    ny=st.integers(10, 150),
    offset=st.sampled_from([0.0, 1.0, 1e3, 1e6]),
    even=st.booleans(),
)
def test_a_fine_grid_is_interpolated_to_rounding(seed, width, m, nx, ny, offset, even):
    rng = np.random.default_rng(seed)
    P, A = cloud(m, seed=seed), rng.standard_normal((m, 3))
    x, y = (
        np.linspace(low, high, n) if even else np.sort(rng.uniform(low, high, n))
        for low, high, n in ((-2, 1, nx), (-1, 4, ny))
    )
    for kernel in (Gaussian(width), 2.0 * Gaussian(width) + Linear()):
        f = Expansion(kernel, P + offset, A, np.zeros(3))
        grid = Grid(x + offset, y + offset)
        values = f.on_grid(grid).reshape(3, -1).T
        terms = np.abs(kernel(grid.points, f.points)) @ np.abs(A)
        assert (np.abs(values - f(grid.points)) <= 1e-13 * terms.max()).all()


@pytest.mark.parametrize("width", [1.0, 100.0])
def test_many_rows_of_a_smooth_function_are_evaluated_through_its_features(monkeypatch, width):
    f, Z = expansion(2.0 * Gaussian(width) + Linear(), m=1200), cloud(1500, seed=2)
    direct = f.kernel(Z, f.points) @ f.coefficients + f.offsets
    scale = np.abs(f.coefficients).sum() * f.kernel.diagonal(Z).max()
    original, rows = Gaussian.gram, []

    def counted(self, X, Y):
        if X.shape[1] == 2:
            rows.append(len(X))
        return original(self, X, Y)

    monkeypatch.setattr(Gaussian, "gram", counted)
    assert np.abs(f(Z) - direct).max() <= 1e-14 * scale
    assert not rows
    Z[7] = 1e6
    others = np.arange(1500) != 7
    np.testing.assert_allclose(f(Z)[others], direct[others], rtol=0, atol=1e-13 * scale)
    assert sum(rows) == 1500


@pytest.mark.parametrize("middle", [1.0, 1e8])
@pytest.mark.parametrize("steps", [1, 3, 100, 10**6])
def test_regions_of_a_few_roundings(middle, steps):
    half = steps * np.spacing(middle)
    f = Expansion(Gaussian(half**2), np.full((60, 2), middle), np.ones((60, 1)), np.zeros(1))
    grid = Grid.over(((middle - half, middle + half),) * 2, 200)
    values = f.on_grid(grid).ravel()
    np.testing.assert_allclose(values, f(grid.points)[:, 0], rtol=0, atol=60 * 1e-9)


@pytest.mark.parametrize("axis", [[0.3], [0.3, 0.3, 0.3], [5e300, 6e300]])
def test_an_axis_without_a_length_or_of_an_endless_one_is_evaluated_directly(axis):
    f = expansion(Gaussian(1.0), 40)
    grid = Grid(np.array(axis), np.linspace(0, 1, 60))
    with np.errstate(over="ignore"):
        np.testing.assert_allclose(
            f.on_grid(grid).reshape(3, -1).T, f(grid.points), rtol=0, atol=1e-12
        )


@pytest.mark.parametrize("kernel", [Gaussian(1e-3), Linear(), Matern(0.1), Polynomial(3, 1.0)])
def test_more_rows_than_one_block_change_nothing(kernel):
    f, Z = expansion(kernel, m=500), cloud(1200, seed=2)
    pieces = np.vstack([f(Z[:7]), f(Z[7:600]), f(Z[600:])])
    np.testing.assert_allclose(f(Z), pieces, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize(
    "kernel",
    [Gaussian(0.1), Gaussian(0.1) + Matern(1.0), Linear(), CallableKernel(histogram_intersection)],
    ids=label,
)
def test_many_points_need_little_memory(kernel):
    n = 200_000 if kernel != CallableKernel(histogram_intersection) else 20_000
    f, Z = expansion(kernel, m=500), cloud(n, seed=3)
    values = 3 * 8 * n
    whole_matrix = 500 * 8 * n
    limit = 3 * values + 24 * MEGABYTE
    assert whole_matrix > 2 * limit
    assert with_peak(lambda: f(Z))[1] < limit


@pytest.mark.parametrize("kernel", [Sigmoid(), Gaussian(0.1), Gaussian(1.0) * Linear()], ids=label)
def test_a_fine_grid_needs_little_memory(kernel):
    f, grid = expansion(kernel, m=400), Grid.over(REGION, 250)
    limit = 4 * (3 * 8 * 250**2) + 24 * MEGABYTE
    whole_matrix = 400 * 8 * 250**2
    assert whole_matrix > 4 * limit
    assert with_peak(lambda: f.on_grid(grid))[1] < limit


# The value itself


def test_first_keeps_the_leading_functions():
    f, Z = expansion(Gaussian(0.5), q=5), cloud(6)
    two = f.first(2)
    assert two.coefficients.shape == (40, 2)
    np.testing.assert_allclose(two(Z), f(Z)[:, :2], rtol=1e-13, atol=1e-13)
    two.coefficients[:] = 0
    assert f.coefficients[:, :2].any()


def test_shapes_that_do_not_fit_are_quoted():
    for points, offsets, quoted in (
        ((4, 2), (3,), "4 points, coefficients (5, 3)"),
        ((5, 2), (2,), "offsets (2,)"),
        ((5, 2), (3, 1), "offsets (3, 1)"),
    ):
        with pytest.raises(ValueError, match=re.escape(quoted)):
            Expansion(Linear(), np.ones(points), np.ones((5, 3)), np.ones(offsets))


@pytest.mark.parametrize(
    "kernel", [Gaussian(1.0), Linear(), Linear() + Gaussian(1.0), 2 * Polynomial(2)], ids=label
)
@pytest.mark.parametrize("m", [1, 40])
def test_points_of_another_dimension_are_refused(kernel, m):
    f = expansion(kernel, m)
    with pytest.raises(ValueError, match=r"X has 3 columns.* 2"):
        f(np.ones((4, 3)))
    with pytest.raises(ValueError, match=r"X has 1 column;.* 2"):
        f(np.ones((4, 1)))
    with pytest.raises(ValueError, match=r"X has shape \(2,\)"):
        f(np.ones(2))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kernel", [Linear(), Polynomial(200), Gaussian(1.0) + Polynomial(3)])
def test_functions_that_overflow_are_refused_and_not_returned_as_nan(kernel):
    f, far = expansion(kernel), np.array([[0.1, 0.1], [1e200, -1e200]])
    far = far if kernel != Linear() else 1e108 * far
    with pytest.raises(ValueError, match=r"(Linear|Polynomial)\(.*\) (is|are) not finite.*Rescale"):
        f(far)
    with pytest.raises(ValueError, match=r"not finite.*Rescale"):
        f.on_grid(Grid(far[:, 0], np.sort(far[:, 1])))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(1.0), RationalQuadratic(1.0)])
def test_far_away_only_the_offset_is_left_of_a_function(kernel):
    f = expansion(kernel)
    np.testing.assert_array_equal(f(np.array([[1e200, -1e200]])), f.offsets[None, :])


def test_only_the_plane_has_a_grid():
    for dimension, quoted in ((1, r"1 coordinate\."), (3, r"3 coordinates\.")):
        with pytest.raises(ValueError, match=quoted):
            expansion(Gaussian(1.0), dimension=dimension).on_grid(Grid.over(REGION, 4))


# Precomputed Gram matrices


def test_precomputed_rows_of_the_wrong_length_are_refused_with_both_numbers():
    kernel, X = Gaussian(0.3), cloud(30)
    found = fit("precomputed", kernel(X), 4)
    with pytest.raises(ValueError, match=r"7 columns; expected .*30"):
        found.expansion(np.ones((5, 7)))
    with pytest.raises(ValueError, match=r"7 columns; expected .*30"):
        Precomputed().gram(np.ones((5, 7)), X)


PRODUCTS = (
    Gaussian(0.5) * Polynomial(2, 1.0),
    Linear() * Laplacian(0.7),
    2.0 * (Polynomial(5, 1.0) * Gaussian(0.5)) + Linear(),
)


@pytest.mark.parametrize("kernel", PRODUCTS, ids=label)
def test_a_product_with_few_features_on_a_grid_is_the_sum_over_the_points(kernel):
    f, grid = expansion(kernel, 60), Grid.over(((-1.5, 1.0), (-1.0, 2.0)), 23)
    direct = f(grid.points).T.reshape(-1, 23, 23)
    size = np.abs(f.coefficients).sum() * kernel.diagonal(grid.points).max()
    np.testing.assert_allclose(f.on_grid(grid), direct, rtol=0, atol=1e-14 * size)
    assert f.first(0).on_grid(grid).shape == (0, 23, 23)
