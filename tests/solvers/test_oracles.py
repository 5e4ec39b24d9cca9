"""Published numbers, scikit-learn's KernelPCA, and its own published test cases."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import decomposition as sk
from sklearn.datasets import make_circles
from sklearn.linear_model import LogisticRegression, Perceptron
from support import cloud, solvers_of

from datasets import gaussian_clusters, noisy_parabola
from kpca_core import Gaussian, KernelPCA, Linear, Polynomial, fit

# The published numbers


def test_the_eigenvalues_of_figure_4():
    X = gaussian_clusters(seed="paper").X
    stored = [22.558, 20.936, 4.648, 3.988, 3.372, 2.956, 2.760, 2.211]
    for solver in ("auto", "dense", "separable", "low-rank", "streaming", "iterative"):
        found = fit(Gaussian(0.1), X, 8, solver=solver).eigenvalues
        np.testing.assert_allclose(found, stored, rtol=0, atol=5e-4)


@pytest.mark.parametrize(
    ("degree", "printed"),
    [
        (1, [0.709, 0.291, 0.000]),
        (2, [0.621, 0.345, 0.034]),
        (3, [0.570, 0.395, 0.026]),
        (4, [0.552, 0.418, 0.021]),
    ],
)
@pytest.mark.parametrize("solver", solvers_of(Linear()))
def test_the_shares_printed_in_figure_3(degree, printed, solver):
    X = noisy_parabola(seed="paper").X
    found = fit(Polynomial(degree), X, 3, solver=solver)
    exists = min(3, degree + 1)
    assert found.n_components == exists
    np.testing.assert_allclose(found.variance_ratio, printed[:exists], rtol=0, atol=5e-4)
    assert printed[exists:] == [0.0] * (3 - exists)


# scikit-learn's KernelPCA on random data


@pytest.mark.parametrize("dimension", [2, 5, 20])
@pytest.mark.parametrize("solver", solvers_of(Linear()))
def test_the_linear_kernel_is_principal_component_analysis(dimension, solver):
    X, Z = cloud(60, dimension, offset=2.0), cloud(9, dimension, seed=1)
    pca = sk.PCA(2, svd_solver="full").fit(X)
    ours = KernelPCA("linear", n_components=2, solver=solver).fit(X)
    np.testing.assert_allclose(ours.eigenvalues_, 59 * pca.explained_variance_, rtol=1e-10)
    np.testing.assert_allclose(ours.explained_variance_, 59 / 60 * pca.explained_variance_)
    np.testing.assert_allclose(ours.explained_variance_ratio_, pca.explained_variance_ratio_)
    np.testing.assert_allclose(np.abs(ours.transform(Z)), np.abs(pca.transform(Z)), atol=1e-10)


# scikit-learn's own test cases


def test_null_space():
    """Data constant but for rounding have no component, and none is invented."""
    X = np.array([[1 - 1e-30, 1], [1, 1], [1, 1 - 1e-20]])
    assert KernelPCA().fit_transform(X).shape == (3, 0)
    with pytest.warns(UserWarning, match="n_components=2"):
        assert KernelPCA(n_components=2).fit_transform(X).shape == (3, 0)


NOT_POSITIVE = np.array(
    [
        [4.48, -1.0, 8.07, 2.33, 2.33, 2.33, -5.76, -12.78],
        [-1.0, -6.48, 4.5, -1.24, -1.24, -1.24, -0.81, 7.49],
        [8.07, 4.5, 15.48, 2.09, 2.09, 2.09, -11.1, -23.23],
        [2.33, -1.24, 2.09, 4.0, -3.65, -3.65, 1.02, -0.9],
        [2.33, -1.24, 2.09, -3.65, 4.0, -3.65, 1.02, -0.9],
        [2.33, -1.24, 2.09, -3.65, -3.65, 4.0, 1.02, -0.9],
        [-5.76, -0.81, -11.1, 1.02, 1.02, 1.02, 4.86, 9.75],
        [-12.78, 7.49, -23.23, -0.9, -0.9, -0.9, 9.75, 21.46],
    ]
)


@pytest.mark.parametrize("q", [2, 7, None])
def test_a_matrix_with_negative_eigenvalues_keeps_its_positive_part(q):
    """The spectrum scikit-learn prints is 52.72, 7.65, 7.65, 5.02, 0, 0, -6.13, -15.11."""
    model = KernelPCA("precomputed", n_components=q)
    if q == 7:
        with pytest.warns(UserWarning, match="n_components=7"):
            model.fit(NOT_POSITIVE)
    else:
        model.fit(NOT_POSITIVE)
    values = model.eigenvalues_[model.eigenvalues_ > 0.1]
    np.testing.assert_allclose(values, [52.72, 7.65, 7.65, 5.02][: q if q == 2 else 4], atol=5e-3)
    negative = model.decomposition_.negative
    np.testing.assert_allclose(negative[negative < -0.1], [-15.11, -6.13], atol=5e-3)
    assert np.isfinite(model.transform(NOT_POSITIVE)).all()


def circles():
    return make_circles(n_samples=400, factor=0.3, noise=0.05, random_state=0)


def test_nested_circles_become_linearly_separable():
    X, y = circles()
    linear = KernelPCA("linear", n_components=2).fit_transform(X)
    curved = KernelPCA(Gaussian.from_gamma(2.0), n_components=2).fit_transform(X)
    assert LogisticRegression().fit(linear, y).score(linear, y) < 0.8
    assert LogisticRegression().fit(curved, y).score(curved, y) == 1.0
    assert Perceptron().fit(X, y).score(X, y) < 0.8
    assert Perceptron().fit(curved, y).score(curved, y) == 1.0
