"""Two sides compared: principal angles, partners, differences."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, fit
from kpca_core.analysis.comparison import Side, paired, principal_angles

DATA = gaussian_clusters(seed="paper")


def side(width, q=6, **more):
    found = fit(Gaussian(width), DATA.X, q, **more)
    return Side(found.eigenvalues, found.scores, found.expansion.on_grid(Grid.over(DATA.region, 9)))


def turned(one, order, signs):
    return Side(
        one.eigenvalues, one.scores[:, order] * signs, one.fields[order] * signs[:, None, None]
    )


def test_angles_of_lines_and_planes():
    t = np.radians(30)
    A = np.eye(4)[:, :2]
    B = np.column_stack([[np.cos(t), 0, np.sin(t), 0], [0, 1, 0, 0]])
    one, two = principal_angles(A, B)
    np.testing.assert_allclose(one, [30])
    np.testing.assert_allclose(two, [30, 0], atol=1e-6)


def test_a_side_is_its_own_partner_in_any_order_and_with_any_signs():
    rng = np.random.default_rng(0)
    first = side(0.1)
    order, signs = rng.permutation(6), rng.choice([-1.0, 1.0], 6)
    found = paired(first, turned(first, order, signs))
    assert found.partners == np.argsort(order).tolist()
    np.testing.assert_allclose(found.differences, 0, atol=1e-12)
    np.testing.assert_allclose(found.angles[-1], 0, atol=1e-5)
    np.testing.assert_allclose(found.matching.overlaps, 1)


def test_without_centring_a_component_has_no_partner():
    found = paired(side(0.1), side(0.1, centre=False))
    assert found.partners == [1, 2, 3, 4, 5, -1]
    assert np.isnan(found.differences[5]).all()
    assert np.isfinite(found.differences[:5]).all()
    np.testing.assert_allclose(found.differences[0], found.first.fields[0] - found.second.fields[1])


def test_points_must_be_the_same():
    first = side(0.1)
    with pytest.raises(ValueError, match="of 89 and of 90 points"):
        paired(first, Side(first.eigenvalues, first.scores[1:], first.fields))
