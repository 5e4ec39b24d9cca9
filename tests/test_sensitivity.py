"""Gradients of components, influence of variables, and inputs closest to eigenvectors."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from sklearn import decomposition as sk
from support import cloud, histogram_intersection, label

from kpca_core import (
    Expansion,
    Gaussian,
    Grid,
    KernelPCA,
    Linear,
    Polynomial,
    RationalQuadratic,
    Sigmoid,
    fit,
)
from kpca_core.drawing.printing.displays import InfluenceDisplay
from kpca_core.feature_space.sensitivity import (
    closest_in_family,
    closest_points,
    gradients,
    influence,
    translations,
)

mpl.use("agg")


# Gradients


def test_gradients_need_points_of_the_fit_and_a_known_gradient():
    found = fit(Gaussian(1.0), cloud(20), 2).expansion
    with pytest.raises(ValueError, match="X has 3 columns; the fit had 2"):
        gradients(found, cloud(4, 3))
    with pytest.raises(ValueError, match="NaN"):
        gradients(found, [[np.nan, 1.0]])
    with pytest.raises(ValueError, match="at least 1 row"):
        influence(found, np.empty((0, 2)))
    with pytest.raises(TypeError, match="no known gradient"):
        gradients(fit(histogram_intersection, cloud(20), 2).expansion, cloud(3))
    with pytest.raises(TypeError, match="precomputed"):
        influence(fit("precomputed", Gaussian(1.0)(cloud(9)), 2).expansion)


# Influence


def test_a_linear_kernel_gives_the_loadings_of_pca():
    X = cloud(60, 5, seed=3) * [3.0, 2.0, 1.0, 0.5, 0.2] + 4.0
    found = fit(Linear(), X, 4)
    loadings = sk.PCA(4).fit(X).components_
    slopes = gradients(found.expansion, cloud(3, 5))
    for row in slopes:
        signs = np.sign((row * loadings).sum(axis=1))
        np.testing.assert_allclose(row, loadings * signs[:, None], atol=1e-12)
    result = influence(found.expansion)
    np.testing.assert_allclose(result.components, np.abs(loadings), atol=1e-12)
    np.testing.assert_allclose(result.total, np.linalg.norm(loadings, axis=0), atol=1e-12)


@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize(("noise", "components"), [(0.1, 3), (0.3, 1)])
def test_planted_irrelevant_variables_rank_last(noise, components, block):
    """Two clusters in four variables among eight, in 4 × 50 seeds; the others are noise.

    Where it is as large as the noise within the clusters, the component of the clusters shows it;
    the next ones are noise themselves.
    """
    for seed in range(50 * block, 50 * (block + 1)):
        rng = np.random.default_rng(seed)
        variables = rng.permutation(8)
        relevant, irrelevant = variables[:4], variables[4:]
        X = noise * rng.standard_normal((60, 8))
        X[:, relevant] = rng.integers(0, 2, (60, 1)) * rng.uniform(0.8, 1.2, 4)
        X[:, relevant] += 0.3 * rng.standard_normal((60, 4))
        found = fit(Gaussian(4.0), X, components)
        last = influence(found.expansion).ranking[4:]
        assert set(last.tolist()) == set(irrelevant.tolist()), seed


# The closest inputs


def cosine(expansion, X, j):
    K = expansion.kernel(X, expansion.points) @ expansion.coefficients[:, j]
    return K / np.sqrt(expansion.kernel.diagonal(X))


def test_the_closest_input_of_a_linear_kernel_is_the_axis_itself():
    X = cloud(60, 4, seed=6) * [3.0, 2.0, 1.0, 0.5]
    result = closest_points(fit(Linear(), X, 3).expansion)
    np.testing.assert_allclose(np.abs(result.cosines), 1, atol=1e-9)
    directions = result.points / np.linalg.norm(result.points, axis=1, keepdims=True)
    axes = sk.PCA(3).fit(X).components_
    np.testing.assert_allclose(np.abs((directions * axes).sum(axis=1)), 1, atol=1e-9)


SMOOTH = (Gaussian(0.3), Gaussian(3.0), Polynomial(2, 1.0), Polynomial(3, 1.0),
          Gaussian(1.0) + Linear(), RationalQuadratic(0.5))  # fmt: skip


@pytest.mark.parametrize("kernel", SMOOTH, ids=label)
def test_nor_is_any_point_of_a_grid_around_the_data(kernel):
    """Also where the best points of the data lead to another maximum, or the best lies outside."""
    X = cloud(120, seed=8, scale=1.0) * [1.5, 0.5] + [2.0, 1.0]
    found = fit(kernel, X, 6)
    low, high = X.min(axis=0) - 1.5, X.max(axis=0) + 1.5
    grid = Grid.over(tuple(zip(low, high, strict=True)), 100)
    result = closest_points(found.expansion)
    for j, value in enumerate(result.cosines):
        assert abs(value) >= np.abs(cosine(found.expansion, grid.points, j)).max() - 1e-3


def test_an_eigenvector_that_is_an_image_is_found():
    """V = φ(p): the cosine is 1, at p."""
    p = np.array([[0.3, -0.4]])
    single = Expansion(Gaussian(0.5), np.vstack([p, p + 2.0]), np.eye(2)[:, :1], np.zeros(1))
    result = closest_points(single)
    np.testing.assert_allclose(result.points, p, atol=1e-7)
    assert result.cosines[0] == pytest.approx(1, abs=1e-12)


def test_translations_of_an_image_find_how_far_it_was_moved():
    """The paper's example: the family has the two parameters of a translation."""
    y, x = np.mgrid[:12, :12]

    def blob(cy, cx):
        return np.exp(-((y - cy) ** 2 + (x - cx) ** 2) / 6.0)

    image = blob(6, 6)
    rng = np.random.default_rng(0)
    shifts = rng.uniform(-1.5, 1.5, (40, 2))
    X = np.array([blob(6 + a, 6 + b).ravel() for a, b in shifts])
    wanted = blob(6.7, 5.1).ravel()[None]
    single = Expansion(Gaussian(20.0), np.vstack([wanted, X]), np.eye(41)[:, :1], np.zeros(1))
    family = translations(image)
    np.testing.assert_allclose(family(np.zeros(2)), image.ravel(), atol=1e-12)
    starts = [[a, b] for a in (-1.0, 0.0, 1.0) for b in (-1.0, 0.0, 1.0)]
    result = closest_in_family(single, family, starts)
    np.testing.assert_allclose(result.parameters, [[0.7, -0.9]], atol=0.02)
    assert result.cosines[0] > 0.999
    found = fit(Gaussian(20.0), X, 3)
    result = closest_in_family(found.expansion, family, starts)
    assert result.parameters.shape == (3, 2)
    free = closest_points(found.expansion)
    assert (np.abs(result.cosines) <= np.abs(free.cosines) + 1e-6).all()


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_a_family_is_searched_whatever_the_unit_of_its_parameters(unit):
    X = cloud(30)
    found = fit(Gaussian(2.0), X, 3).expansion

    def family(theta):
        angle, radius = theta / unit
        return radius * np.array([np.cos(angle), np.sin(angle)])

    starts = unit * np.array([[a, r] for a in (0.0, 2.0, 4.0) for r in (0.5, 1.5)])
    result = closest_in_family(found, family, starts)
    plane = closest_points(found)
    np.testing.assert_allclose(result.cosines, plane.cosines, atol=1e-6)
    np.testing.assert_allclose(result.points, plane.points, atol=1e-3)


def test_a_family_of_other_inputs_is_refused():
    found = fit(Gaussian(1.0), cloud(20), 2).expansion
    with pytest.raises(ValueError, match=r"2 finite numbers.*got an array of shape \(3,\)"):
        closest_in_family(found, lambda theta: np.ones(3), [[0.0]])
    with pytest.raises(ValueError, match="at least 1 value"):
        closest_in_family(found, lambda theta: np.ones(2), np.empty((0, 1)))
    for kernel in (Sigmoid(), histogram_intersection):
        with pytest.raises(ValueError, match="positive semidefinite"):
            closest_points(fit(kernel, cloud(20), 2).expansion)


# Displays


def test_the_influence_display_shows_the_components():
    X = pd.DataFrame(cloud(40, 3), columns=["length", "width", "mass"])
    model = KernelPCA(Gaussian(1.0), n_components=2).fit(X)
    display = InfluenceDisplay.from_estimator(model, X)
    np.testing.assert_array_equal(
        display.ax_.images[0].get_array(), influence(model.expansion_, X).components
    )
    assert [tick.get_text() for tick in display.ax_.get_xticklabels()] == list(X.columns)
    assert display.plot(ax=display.ax_).figure_ is display.figure_
    mpl.pyplot.close("all")
