"""Noise, and how far points are from what is under it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets import WITH_NOISE, builtin_digits
from datasets.toy import to_parabola
from kpca_core import Gaussian, fit
from kpca_core.feature_space.preimage import pre_images
from kpca_core.reproduction.denoising import noisy_images, root_mean_square, squared_errors, toy

# Neighbours are 1e-4 apart along x; no point below is nearest to one farther out.
FINE = np.linspace(-3.5, 3.5, 70_001)
CURVE = np.column_stack([FINE, FINE**2])


@settings(max_examples=40)
@given(st.floats(-3, 3), st.floats(-3, 5))
def test_the_nearest_point_of_the_parabola_is_that_of_a_fine_search(x, y):
    searched = np.hypot(*(CURVE - (x, y)).T).min()
    found = to_parabola(np.array([[x, y]]))[0]
    assert found <= searched + 1e-12
    assert found >= searched - 2e-3 * (searched < 1e-2) - 1e-5


@pytest.mark.parametrize("name", WITH_NOISE)
def test_clean_points_lie_on_the_truth_and_noise_is_what_was_asked_for(name):
    data = toy(name, 400, 0.1, seed=3)
    assert data.points.shape == data.clean.shape == (400, 2)
    np.testing.assert_allclose(data.distances(data.clean), 0, atol=1e-12)
    noise = data.points - data.clean
    varied = noise[:, 1:] if name == "parabola" else noise
    assert 0.09 < varied.std() < 0.11
    (x0, x1), (y0, y1) = data.region
    assert (data.points >= (x0, y0)).all()
    assert (data.points <= (x1, y1)).all()
    curves = np.concatenate(data.curves)
    assert np.isfinite(curves).all()


@pytest.mark.parametrize("name", WITH_NOISE)
def test_the_same_seed_moves_the_same_points_by_more_noise(name):
    little, much = toy(name, 61, 0.01, seed=1), toy(name, 61, 0.02, seed=1)
    np.testing.assert_array_equal(little.clean, much.clean)
    np.testing.assert_allclose(2 * (little.points - little.clean), much.points - much.clean)
    assert little.region == much.region
    assert np.bincount(little.labels).min() >= 61 // len(np.unique(little.labels))


def test_noise_of_images():
    images = builtin_digits().X_test[:50]
    noisy = noisy_images(images, "gaussian", 0.5, seed=0)
    assert 0.49 < (noisy - images).std() < 0.51
    spots = noisy_images(images, "speckle", 0.4, seed=0)
    changed = spots != images
    assert set(spots[changed]) == {-1.0, 1.0}
    # Most of the background is -1 already: half of its spots change nothing.
    assert 0.2 < changed.mean() < 0.4
    for kind in ("gaussian", "speckle"):
        np.testing.assert_array_equal(noisy_images(images, kind, 0.0, seed=0), images)


@pytest.mark.parametrize(
    ("noise", "strength", "message"),
    [
        ("salt", 0.1, "got noise='salt'"),
        ("gaussian", -1.0, "got -1.0"),
        ("gaussian", np.nan, "got nan"),
        ("speckle", 1.5, "a share from 0 to 1; got 1.5"),
    ],
)
def test_noise_that_is_none_is_refused(noise, strength, message):
    with pytest.raises(ValueError, match="got name='moons'"):
        toy("moons", 10, 0.1, 0)
    with pytest.raises(ValueError, match=re.escape(message)):
        noisy_images(np.zeros((2, 4)), noise, strength, 0)


def test_dropping_components_reduces_noise_and_keeping_all_brings_it_back():
    data = toy("parabola", 120, 0.2, seed=0)
    found = fit(Gaussian(0.1), data.points, None)
    Z = found.expansion(data.points)
    few, every = (pre_images(found.expansion, Z[:, :d]) for d in (3, found.n_components))
    before = root_mean_square(data.distances(data.points))
    assert root_mean_square(data.distances(few.points)) < before / 3
    np.testing.assert_allclose(every.points, data.points, atol=1e-6)
    np.testing.assert_allclose(squared_errors(every.points, data.points), 0, atol=1e-12)
