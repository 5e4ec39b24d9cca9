"""Feature maps of kernels: their columns, counted exactly, and what they are the dot product of."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support import KERNELS, close, cloud, label

from kpca_core import Gaussian, Linear, Polynomial, fit

WITH_FEATURES = [kernel for kernel in KERNELS if math.isfinite(kernel.feature_dimension(2))]


@pytest.mark.parametrize("kernel", [k for k in KERNELS if k not in WITH_FEATURES], ids=label)
def test_other_kernels_say_that_they_have_no_finite_feature_map(kernel):
    assert math.isinf(kernel.feature_dimension(3))
    with pytest.raises(TypeError, match="no finite feature map"):
        kernel.features(cloud(9))


@pytest.mark.parametrize("kernel", WITH_FEATURES, ids=label)
@pytest.mark.parametrize("dimension", [1, 2, 3, 5])
def test_features_have_the_kernel_as_their_dot_product(kernel, dimension):
    X, Y = cloud(9, dimension, seed=6), cloud(8, dimension, seed=7)
    columns = kernel.feature_dimension(dimension)
    features = kernel.features(X)
    assert features.shape == (9, columns)
    close(features @ kernel.features(Y).T, kernel(X, Y))


@pytest.mark.parametrize(
    ("kernel", "dimension", "columns"),
    [
        (Linear(), 7, 7),
        (Polynomial(2), 2, 3),
        (Polynomial(3), 256, math.comb(258, 3)),
        (Polynomial(2, 1.0), 2, 6),
        (Linear() + Polynomial(2), 2, 5),
        (Linear() * Polynomial(2), 2, 6),
        (4 * Polynomial(4), 2, 5),
        # Digits of 8×8 pixels, and those of 16×16 that [S] section 3 has 10¹⁰ features of.
        (Polynomial(5), 64, 10_424_128),
        (Polynomial(5), 256, 9_525_431_552),
        (Polynomial(5, 1.0), 256, math.comb(261, 5)),
        (Polynomial(12), 784, math.comb(795, 12)),
        (Polynomial(5) + Polynomial(4), 256, math.comb(260, 5) + math.comb(259, 4)),
        (Polynomial(60) * Polynomial(70), 256, math.comb(315, 60) * math.comb(325, 70)),
        (Gaussian(1.0), 2, math.inf),
        (Gaussian(1.0) + Linear(), 2, math.inf),
    ],
)
def test_the_number_of_monomials(kernel, dimension, columns):
    counted = kernel.feature_dimension(dimension)
    assert counted == columns
    assert isinstance(counted, int) or counted == math.inf


def test_what_is_too_large_to_list_is_refused_by_its_number():
    kernel = Polynomial(5)
    assert kernel.lists_features(8)
    assert not kernel.lists_features(256)
    with pytest.raises(ValueError, match="9,525,431,552 features of 256 columns"):
        kernel.features(np.zeros((3, 256)))
    with pytest.raises(ValueError, match="list the columns of a finite feature map"):
        fit(kernel, cloud(9, 256), 2, solver="explicit")
    # Coefficients beyond float64: "auto" goes on to the Gram matrix.
    assert fit(Polynomial(1100, 0.1), 0.1 * cloud(60, 1), 2).solver == "dense"


def test_the_columns_of_a_sum_bound_the_dimension_of_the_space():
    X = cloud(40, dimension=3)
    for kernel in (Linear() + Polynomial(1), Linear() + Polynomial(2, 1.0), Linear() * Linear()):
        rank = np.linalg.matrix_rank(kernel(X))
        assert rank < kernel.feature_dimension(3) == kernel.features(X).shape[1]
