"""The ways of the methods to one pre-image: where they begin and end, and that they descend."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import concentric_rings
from kpca_core import Gaussian, Grid, Linear, Polynomial, fit
from kpca_core.feature_space.preimage import METHODS, FixedPoint, pre_images
from kpca_core.feature_space.preimage.path import compared, objective_on_grid, ways
from kpca_core.feature_space.preimage.target import Subspace

X = concentric_rings(80, noise=0.08, seed=0).X
EVERY = {name: method() for name, method in METHODS.items()}


@pytest.fixture(scope="module")
def found():
    return fit(Gaussian(0.1), X, 8)


@pytest.mark.parametrize("name", ["fixed-point", "minimisation"])
def test_a_way_leads_from_its_start_downhill_to_the_pre_image(found, name):
    row, start = 7, X[7] + 0.05
    (leg,) = ways(found.expansion, found.scores[row], {name: EVERY[name]}, start)[name].legs
    expected = pre_images(found.expansion, found.scores[row : row + 1], name, start=start[None])
    np.testing.assert_array_equal(leg[0], start)
    np.testing.assert_allclose(leg[-1], expected.points[0], atol=1e-12)
    assert len(leg) == expected.iterations[0] + 1
    targets = Subspace.of(found.expansion).targets(np.repeat(found.scores[[row]], len(leg), 0))
    values = targets.objective(leg)
    assert (np.diff(values) <= 1e-12).all()
    assert values[-1] < values[0] - 1e-3


def test_methods_that_do_not_fit_have_no_way_and_closed_forms_one_step(found):
    chosen = ways(found.expansion, found.scores[0], EVERY)
    assert set(chosen) == {"fixed-point", "minimisation", "distances", "ridge"}
    for name in ("distances", "ridge"):
        (leg,) = chosen[name].legs
        np.testing.assert_array_equal(leg, chosen[name].found.points)
    linear = fit(Linear(), X, 2)
    assert "exact" in ways(linear.expansion, linear.scores[0], EVERY)
    same = fit(Gaussian(0.1), np.ones((6, 2)), 3)
    for way in ways(same.expansion, same.scores[0], EVERY).values():
        assert all((leg == 1.0).all() for leg in way.legs)


@pytest.mark.parametrize("start", [None, X + 0.01], ids=["best", "given"])
def test_methods_beside_each_other_are_what_each_gives_alone(found, start):
    Z = found.scores[:, :5]
    images = compared(found.expansion, Z, EVERY, start)
    assert set(images) == {"fixed-point", "minimisation", "distances", "ridge"}
    for name, one in images.items():
        alone = pre_images(found.expansion, Z, name, start=start)
        np.testing.assert_allclose(one.points, alone.points, atol=1e-9)
        np.testing.assert_array_equal(one.converged, alone.converged)


def test_restarts_are_legs_of_their_own(found):
    hasty = {"fixed-point": FixedPoint(max_iterations=1, restarts=2)}
    way = ways(found.expansion, found.scores[3], hasty)["fixed-point"]
    assert len(way.legs) == 3
    assert not way.found.converged[0]
    assert len({tuple(leg[0]) for leg in way.legs}) == 3


@pytest.mark.parametrize(
    "kernel", [Gaussian(0.1), Polynomial(3, 1.0), 2.0 * Gaussian(0.5)], ids=repr
)
@pytest.mark.parametrize("d", [0, 3])
def test_the_objective_on_a_grid_is_that_of_every_node(kernel, d):
    found = fit(kernel, X, 8)
    grid = Grid.over(((-1.0, 1.0), (-0.5, 1.5)), 7)
    z = found.scores[5, :d]
    targets = Subspace.of(found.expansion.first(d)).targets(np.repeat(z[None], 49, axis=0))
    expected = targets.objective(grid.points).reshape(7, 7)
    scale = np.abs(expected).max()
    np.testing.assert_allclose(
        objective_on_grid(found.expansion, z, grid), expected, atol=1e-12 * scale
    )
