"""A data set after changes of single points."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import concentric_rings, edited
from datasets.editing import numbers_of

DATA = concentric_rings(6, seed=1)


def test_points_are_moved_relabelled_removed_and_added():
    found = edited(DATA, {1: None, 3: (0.25, -0.5, 4), 5: 7, 9: (1.0, 0.0, 2), 6: (0.5, 0.5, 3)})
    np.testing.assert_array_equal(found.X[:3], DATA.X[[0, 2, 3]] * [[1], [1], [0]] + [
        [0, 0], [0, 0], [0.25, -0.5],
    ])  # fmt: skip
    np.testing.assert_array_equal(found.X[3:], [DATA.X[4], DATA.X[5], [0.5, 0.5], [1.0, 0.0]])
    assert found.labels.tolist() == [DATA.labels[0], DATA.labels[2], 4, DATA.labels[4], 7, 3, 2]
    assert (found.name, found.region) == (DATA.name, DATA.region)
    numbers = numbers_of(DATA, {1: None, 3: 0, 9: (1.0, 0.0, 2), 6: (0.5, 0.5, 3)})
    assert numbers.tolist() == [0, 2, 3, 4, 5, 6, 9]
    np.testing.assert_array_equal(edited(DATA, {}).X, DATA.X)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({6: None}, "no point 6 among 6"),
        ({8: 1}, "no point 8 among 6"),
        ({-1: (0.0, 0.0, 0)}, "no point -1 among 6"),
        (dict.fromkeys(range(6)), "at least one must stay"),
        ({0: (float("nan"), 0.0, 0)}, "must be finite"),
        ({0: (0.0, 0.0, 256)}, "got a label 256"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_said(changes, message):
    with pytest.raises(ValueError, match=message):
        edited(DATA, changes)
