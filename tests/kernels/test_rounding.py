"""What kernels say that rounding does to their values, beside values of more digits."""

from __future__ import annotations

import numpy as np
import pytest
from support import SHIPPED, cloud, label
from support.more_digits import needs_long_doubles

from benchmarks.drawn_problems import draw
from benchmarks.references import as_long, gram_matrix
from kpca_core import Precomputed

pytestmark = needs_long_doubles


def error(kernel, X):
    """The largest error of an entry of the Gram matrix of X (n, D)."""
    return float(np.abs(kernel(X) - gram_matrix(kernel, as_long(X))).max())


@pytest.mark.parametrize("block", range(10))
def test_rounding_bounds_the_error_of_every_kernel_value(block):
    problems = [draw(number, 150) for number in range(40 * block, 40 * block + 40)]
    for problem in problems:
        if not isinstance(problem.kernel, Precomputed):
            bound = problem.kernel.rounding(problem.X)
            assert error(problem.kernel, problem.X) <= bound, str(problem)


@pytest.mark.parametrize("dimension", [1, 2, 9, 60])
@pytest.mark.parametrize("kernel", SHIPPED, ids=label)
def test_rounding_is_a_small_multiple_of_the_last_digit(kernel, dimension):
    """A bound that is much too large would certify nothing."""
    X = cloud(200, dimension, seed=50, scale=dimension**-0.5)
    last_digit = float(np.finfo(float).eps) * np.abs(kernel(X)).max()
    assert error(kernel, X) <= kernel.rounding(X) <= 64 * np.sqrt(dimension + 8) * last_digit
