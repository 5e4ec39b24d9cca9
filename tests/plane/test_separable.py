"""Features along the axes, the lattice that stands for the rows, and the solver built on them."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import EPS, Plain, cloud

from datasets import concentric_rings, gaussian_clusters, noisy_parabola
from kpca_core import Gaussian, Grid, fit
from kpca_core.kernels.plane.chebyshev import nodes_needed
from kpca_core.kernels.plane.tensor_features import AxisFeatures, axis_values
from kpca_core.solvers import separable
from kpca_core.solvers.choice import ROWS_A_COMPONENT

DRAWN = settings(max_examples=60, derandomize=True)
exponents = st.floats(-2, 4)


@DRAWN
@given(exponent=exponents, half=st.sampled_from([0.0, 1e-6, 0.3, 1.0, 1e3]))
def test_features_are_the_kernel_to_rounding(exponent, half):
    kernel = Gaussian(10.0**exponent * (half or 1.0) ** 2)
    axis, x = AxisFeatures.on(kernel, half), np.linspace(-half, half, 401)
    F = axis(x)
    assert F.shape == (len(axis), 401)
    assert len(axis) <= nodes_needed(kernel.width, half)
    np.testing.assert_allclose(F.T @ F, axis_values(kernel, x, x), rtol=0, atol=1e-14)


every_set = pytest.mark.parametrize(
    "data", [gaussian_clusters(500), noisy_parabola(1500), concentric_rings(1500)]
)


@every_set
def test_small_components_of_wide_kernels_have_nothing_of_the_large(data):
    """What they have of these, an expansion over the rows would multiply by λ₁/λⱼ."""
    found = fit(Gaussian(10.0), data.X, 7, solver="separable")
    assert found.solver == "separable"
    assert found.eigenvalues[0] > 500 * found.eigenvalues[6]
    unit = found.scores / np.sqrt(found.eigenvalues)
    np.testing.assert_allclose(unit.T @ unit, np.eye(7), rtol=0, atol=1e-13)
    again = found.expansion(data.X) / np.sqrt(found.eigenvalues)
    np.testing.assert_allclose(again, unit, rtol=0, atol=5e-10 * np.abs(unit).max())


@pytest.mark.parametrize("dimension", [1, 2])
@pytest.mark.parametrize("centre", [True, False])
def test_beyond_the_points_of_a_lattice_functions_are_expanded_over_it(
    monkeypatch, dimension, centre
):
    X = cloud(3000, dimension)
    alike = {"n_components": 8, "solver": "separable", "centre": centre}
    over_points = fit(Gaussian(1.0), X, **alike)
    assert len(over_points.expansion.points) == 3000
    monkeypatch.setattr(separable, "ALL_POINTS", 0)
    found = fit(Gaussian(1.0), X, **alike)
    assert found.solver == "separable"
    assert len(found.expansion.points) < 3000
    assert found.expansion.points.shape[1] == dimension
    np.testing.assert_array_equal(found.scores, over_points.scores)
    # Also outside the rectangle of the rows, where nothing was fitted.
    Z = np.vstack([X, 3 * cloud(500, dimension, seed=1), np.full((1, dimension), 40.0)])
    size = np.abs(found.scores).max(axis=0)
    assert (np.abs(found.expansion(Z) - over_points.expansion(Z)) <= 1e-9 * size).all()
    assert (np.abs(found.expansion(X) - found.scores) <= 1e-9 * size).all()


@pytest.mark.parametrize("offset", [0.0, 2.0**30])
@pytest.mark.parametrize("width", [0.3, 1.0, 3.0])
def test_on_a_grid_the_lattice_sums_are_those_over_the_points(offset, width):
    X = cloud(900) + offset
    found = fit(Gaussian(width), X, 8, solver="separable").expansion
    assert found.evaluator is not None
    assert len(found.points) == 900
    (x0, y0), (x1, y1) = X.min(axis=0), X.max(axis=0)
    # From inside the rectangle of the points to where the kernel is 0.
    grid = Grid.over(((x0 + 0.3, x1 + 1), (y0 - 60 * width, y1 - 0.2)), 40)
    sums = found(grid.points).T.reshape(8, 40, 40)
    size = np.abs(found(X)).max(axis=0)[:, None, None]
    for functions, q, sign in (
        (found, 8, 1.0),
        (found.first(3), 3, 1.0),
        (found.scaled(-np.ones(8)), 8, -1.0),
    ):
        values = functions.on_grid(grid)
        assert values.shape == (q, 40, 40)
        assert (np.abs(values - sign * sums[:q]) <= 1e-10 * size[:q]).all()


HANDED_OVER = {
    "a far point": (Gaussian(0.1), np.vstack([cloud(600), [[1e3, 0.0]]]), 5, "too narrow"),
    "too narrow": (Gaussian(1e-4), cloud(600), 5, "too narrow"),
    "too many features": (Gaussian(3e-3), cloud(600), 5, r"features > 1,200|features > 5,000"),
    "eigenvalues near rounding": (Gaussian(1e3), cloud(600), 12, "component 12 < 1e-06 of the"),
    "twelve points": (Gaussian(0.3), np.repeat(cloud(12), 50, axis=0), 15, "component 15 <"),
    "one point": (Gaussian(1.0), np.zeros((600, 2)), 2, "component 2 <"),
}


@pytest.mark.parametrize("case", HANDED_OVER)
def test_what_it_cannot_do_exactly_it_hands_over_and_says_why(case):
    kernel, X, q, reason = HANDED_OVER[case]
    with pytest.raises(ValueError, match=f"solver='separable' cannot solve this: .*({reason})"):
        fit(kernel, X, q, solver="separable")
    found = fit(kernel, X, q)
    assert found.solver in ("low-rank", "dense")
    if len(X) > ROWS_A_COMPONENT * q:
        assert re.search(f"^separable: .*({reason})", found.handed_over[0])
    assert found.choice == "; ".join([*found.handed_over, f"{found.solver} taken"])
    assert found.certificate.holds
    plain = Plain.of(kernel, X)
    exists = np.count_nonzero(plain.values > 5e-13 * plain.values[0] + len(X) * EPS)
    assert found.n_components <= exists + 1
    expected, noise = plain.values[: found.n_components], 1e-10 * plain.values[0] + len(X) * EPS
    np.testing.assert_allclose(found.eigenvalues, expected, rtol=0, atol=noise)


@pytest.mark.parametrize(("n", "width"), [(6, 0.03), (29, 0.1), (300, 0.03), (2500, 0.05)])
def test_narrow_kernels_on_few_points_are_certified(n, width):
    """Then thousands of features are small on the rows, and none of them may be lost."""
    X = np.clip(np.random.default_rng(0).standard_normal((n, 2)), -1.2, 1.2)
    found = fit(Gaussian(width), X, 3, solver="separable")
    assert found.solver == "separable"
    assert found.certificate.holds, found.certificate
    exact = Plain.of(Gaussian(width), X).values[:3]
    assert (np.abs(found.eigenvalues - exact) <= found.certificate.error + n * EPS).all()


def test_copies_of_few_points_far_apart_stay_exact():
    """Features may be small on the rows and large between them."""
    ran = Counter()

    @settings(max_examples=60, derandomize=True)
    @given(
        seed=st.integers(0, 2**32 - 1),
        k=st.integers(3, 15),
        reach=st.floats(1, 30),
        dimension=st.sampled_from([1, 2]),
    )
    def check(seed, k, reach, dimension):
        ran[copies_far_apart(seed, k, reach, dimension)] += 1

    check()
    assert ran["separable"] >= 20


def copies_far_apart(seed, k, reach, dimension):
    rng = np.random.default_rng(seed)
    P = rng.uniform(-reach, reach, (k, dimension))
    copies = rng.multinomial(900, rng.dirichlet(np.full(k, 0.3))) + 1
    X = np.repeat(P, copies, axis=0)
    weights = np.sqrt(copies)
    K = weights[:, None] * Gaussian(1.0)(P) * weights
    exact = np.linalg.eigvalsh(K)[::-1]
    found = fit(Gaussian(1.0), X, min(k, 6), centre=False)
    assert found.certificate.holds
    rounding = len(X) * EPS * exact[0]
    kept = exact[: found.n_components]
    np.testing.assert_allclose(found.eigenvalues, kept, rtol=0, atol=1e-12 * exact[0] + rounding)
    assert (kept <= found.eigenvalues + found.certificate.error + rounding).all()
    return found.solver
