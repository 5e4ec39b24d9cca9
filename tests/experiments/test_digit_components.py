"""Influence maps of components of digits, and their pre-images along ±√λ."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import Digits
from kpca_core.kernels import Polynomial
from kpca_core.reproduction.digit_components import STEPS, component_images
from kpca_core.reproduction.digits import Recipe, decompose

RECIPE = Recipe((1, 2), (2, 4), examples=40, smoothing=0.0)


@pytest.fixture(scope="module")
def tiny():
    rng = np.random.default_rng(0)
    y = np.arange(60) % 10
    X = rng.uniform(-1, 1, (10, 16))[y] * 0.6 + rng.uniform(-0.4, 0.4, (60, 16))
    return Digits("tiny", X[:50], y[:50], X[50:], y[50:], 4)


def test_of_a_linear_kernel_the_looks_are_the_mean_and_the_loadings(tiny):
    """PCA: mean ± c √(λ/n) v, exactly; and the influence of a pixel is the size of its loading."""
    found = component_images(tiny, 1, 3, recipe=RECIPE)
    X = tiny.X_train[:40]
    _, s, axes = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    for j in range(3):
        sign = np.sign(axes[j] @ (found.looks[j, -1] - found.looks[j, 0]))
        for i, step in enumerate(STEPS):
            expected = X.mean(axis=0) + step * s[j] / np.sqrt(40) * sign * axes[j]
            np.testing.assert_allclose(found.looks[j, i], expected, atol=1e-9)
        np.testing.assert_allclose(found.influence[j], np.abs(axes[j]) / 4, atol=1e-9)
    np.testing.assert_allclose(found.distances, 0, atol=1e-6)
    assert found.converged


@pytest.mark.parametrize("degree", [2, 3, 4])
def test_distances_and_influence_are_those_of_the_kernel(tiny, degree):
    found = component_images(tiny, degree, 3, recipe=RECIPE)
    fitted = decompose(tiny, degree, 3, RECIPE)
    U, kernel = tiny.X_train[:40] / 4, Polynomial(degree)
    a, mean = fitted.expansion.coefficients, np.full(40, 1 / 40)
    for j in range(3):
        sigma = np.sqrt(fitted.variances[j])
        for i, step in enumerate(STEPS):
            gamma = mean + step * sigma * a[:, j]
            y = found.looks[j, i][None] / 4
            squared = kernel(y)[0, 0] - 2 * (kernel(y, U) @ gamma)[0] + gamma @ kernel(U) @ gamma
            assert found.distances[j, i] * sigma == pytest.approx(np.sqrt(squared), abs=1e-6)
    images, step = tiny.X_train[:40], 1e-5
    for d in (0, 7):
        move = step * np.eye(16)[d]
        slopes = (fitted.expansion((images + move) / 4) - fitted.expansion((images - move) / 4)) / (
            2 * step
        )
        np.testing.assert_allclose(found.influence[:, d], np.abs(slopes).mean(axis=0), rtol=1e-5)


def test_even_degrees_have_pictures_like_the_mean_image(tiny):
    found = component_images(tiny, 4, 3, recipe=RECIPE)
    mean = tiny.X_train[:40].mean(axis=0)
    assert (found.looks @ mean >= 0).all()
