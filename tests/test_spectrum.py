"""Centring, noise floor, rank, signs, groups; and the moments that merge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support import EPS, SHIPPED, centred, cloud, label

from kpca_core import Gaussian, fit
from kpca_core.solvers.centring import centre_gram
from kpca_core.spectrum import (
    NEAR_DEGENERATE,
    canonical_signs,
    near_degenerate_groups,
)

# Centring


@pytest.mark.parametrize("kernel", SHIPPED, ids=label)
@pytest.mark.parametrize("n", [1, 2, 37])
def test_rows_of_the_centred_gram_matrix_sum_to_zero(kernel, n):
    K = kernel(cloud(n))
    largest = np.abs(K).max()
    found = centre_gram(K.copy())
    assert np.abs(found.sum(axis=0)).max() <= 10 * n * EPS * largest
    assert np.abs(found.sum(axis=1)).max() <= 10 * n * EPS * largest
    np.testing.assert_allclose(found, centred(K), rtol=0, atol=10 * n * EPS * largest)


# Signs


def test_equal_sizes_are_decided_by_the_first_entry_not_by_rounding():
    column = np.array([0.1, -2.0, 2.0 * (1 + 1e-12), -1.0])
    assert canonical_signs(column[:, None]) == -1
    column[2] = 2.0 * (1 - 1e-12)
    assert canonical_signs(column[:, None]) == -1
    column[2] = 2.0 * (1 + 1e-6)
    assert canonical_signs(column[:, None]) == 1


@settings(max_examples=50, derandomize=True)
@given(
    scores=arrays(float, (6, 4), elements=st.floats(-10, 10)),
    signs=arrays(float, 4, elements=st.sampled_from([-1.0, 1.0])),
)
def test_canonical_signs_do_not_depend_on_the_signs_before(scores, signs):
    first = scores * canonical_signs(scores)
    flipped = scores * signs
    np.testing.assert_array_equal(flipped * canonical_signs(flipped), first)


def test_a_fit_has_the_same_signs_when_the_rows_of_the_data_change_their_order():
    X = cloud(40)
    order = np.random.default_rng(1).permutation(40)
    straight, shuffled = fit(Gaussian(0.5), X, 5), fit(Gaussian(0.5), X[order], 5)
    np.testing.assert_allclose(shuffled.scores, straight.scores[order], atol=1e-10)


# Groups


def test_groups_are_runs_of_close_neighbours():
    close = 1 - NEAR_DEGENERATE / 2
    values = np.array([10, 10 * close, 5, 3, 3 * close, 3 * close**2, 1, 0.5])
    assert near_degenerate_groups(values) == ((0, 1), (3, 4, 5))
    assert near_degenerate_groups(np.array([1.0, 1 - 2 * NEAR_DEGENERATE])) == ()
    assert near_degenerate_groups(np.array([1.0, 1.0])) == ((0, 1),)
    assert near_degenerate_groups(np.array([1.0])) == ()
    assert near_degenerate_groups(np.empty(0)) == ()
