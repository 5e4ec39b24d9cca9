"""The data sets: the generators' laws, messages and imports."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.paths import ROOT
from support.processes import python

from datasets import (
    DATASETS,
    PAPER_DRAWS,
    Dataset,
    concentric_rings,
    corners,
    gaussian_clusters,
    noisy_parabola,
)

SIX_SIGMA = 6
SEEDS = st.integers(0, 2**32)
SPREADS = st.floats(0.01, 2)
BRIEF = settings(max_examples=25)


def inside(region, points):
    lower, upper = np.transpose(region)
    return ((points >= lower) & (points <= upper)).all(axis=1)


# Laws of every generator


@pytest.mark.parametrize("generator", DATASETS.values())
@given(seed=SEEDS)
@BRIEF
def test_same_seed_same_data_other_seed_other_data(generator, seed):
    data = generator(seed=seed)
    np.testing.assert_array_equal(data.X, generator(seed=seed).X)
    np.testing.assert_array_equal(data.X, generator(seed=np.int64(seed)).X)
    # Corners are few: a point of the other draw may lie on one of the same.
    same = (data.X == generator(seed=seed + 1).X).all(axis=1)
    assert not (same.all() if generator is corners else same.any())


@pytest.mark.parametrize("generator", DATASETS.values())
def test_data_is_read_only_and_typed(generator):
    data = generator()
    assert data.X.dtype == np.float64
    assert data.labels.dtype == np.int64
    for array in (data.X, data.labels):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(FrozenInstanceError):
        data.name = "other"


@pytest.mark.parametrize("spread", [0, 0.1, 1, 30])
@pytest.mark.parametrize("generator", DATASETS.values())
@given(seed=SEEDS, n=st.integers(2, 50))
@BRIEF
def test_the_region_contains_every_point(generator, spread, seed, n):
    noise = generator.family.noise
    data = generator(n, **({noise: spread} if noise else {}), seed=seed)
    assert inside(data.region, data.X).all()


# Each generator


@given(seed=SEEDS, sd=SPREADS, k=st.integers(1, 4))
@BRIEF
def test_clusters_have_their_centres_and_spread(seed, sd, k):
    n, centres = 20_000, 3.0 * np.arange(2 * k).reshape(k, 2)
    data = gaussian_clusters(n, sd, centres, seed)
    assert (np.diff(data.labels) >= 0).all()
    for label, centre in enumerate(centres):
        offsets = (data.X[data.labels == label] - centre) / sd
        assert offsets.shape == (n, 2)
        assert np.abs(offsets.mean(axis=0)).max() < SIX_SIGMA / np.sqrt(n)
        # z² has mean 1 and variance 2, z₁z₂ mean 0 and variance 1; their tails are heavier
        second_moments = offsets.T @ offsets / n
        assert np.abs(second_moments - np.eye(2)).max() < 1.5 * SIX_SIGMA * np.sqrt(2 / n)


@given(seed=SEEDS, noise=SPREADS)
@BRIEF
def test_parabola_is_uniform_in_x_and_noisy_in_y(seed, noise):
    n = 20_000
    x, y = noisy_parabola(n, noise, seed).X.T
    assert np.abs(x).max() <= 1
    assert abs(x.mean()) < SIX_SIGMA * np.sqrt(1 / 3 / n)
    assert abs((x**2).mean() - 1 / 3) < SIX_SIGMA * np.sqrt(4 / 45 / n)
    z = (y - x**2) / noise
    assert abs(z.mean()) < SIX_SIGMA / np.sqrt(n)
    assert abs((z**2).mean() - 1) < 1.5 * SIX_SIGMA * np.sqrt(2 / n)
    assert abs((z * x).mean()) < SIX_SIGMA * np.sqrt(1 / 3 / n)


@given(seed=SEEDS, noise=SPREADS)
@BRIEF
def test_rings_have_their_radii_angles_and_noise(seed, noise):
    n, radii = 10_000, (1.0, 3.0)
    data = concentric_rings(2 * n, radii, noise, seed)
    for label, radius in enumerate(radii):
        X = data.X[data.labels == label]
        # |x|² has mean r² + 2 noise², variance 4 r² noise² + 4 noise⁴
        deviation = (X**2).sum(axis=1).mean() - (radius**2 + 2 * noise**2)
        sigma = np.sqrt((4 * radius**2 * noise**2 + 4 * noise**4) / n)
        assert abs(deviation) < 1.5 * SIX_SIGMA * sigma
        angles = np.arctan2(X[:, 1], X[:, 0])
        assert abs(np.exp(1j * angles).mean()) < SIX_SIGMA / np.sqrt(n)


@given(n=st.integers(3, 60), seed=SEEDS)
@BRIEF
def test_rings_without_noise_are_circles_of_balanced_size(n, seed):
    data = concentric_rings(n, radii=(0.5, 2.0, 1.0), noise=0, seed=seed)
    sizes = np.bincount(data.labels)
    assert sizes.sum() == n
    assert sizes.max() - sizes.min() <= 1
    assert sizes.tolist() == sorted(sizes, reverse=True)
    np.testing.assert_allclose(
        np.hypot(*data.X.T), np.array([0.5, 2.0, 1.0])[data.labels], rtol=1e-14
    )


# Messages


REFUSED = (
    (noisy_parabola, {"n": 0}, "Need n >= 1; got n=0"),
    (noisy_parabola, {"n": 0, "seed": "paper"}, "Need n >= 1; got n=0"),
    *((noisy_parabola, {"n": one}, f"n must be an integer; got n={one!r}")
      for one in (3.0, True, "9")),
    *((noisy_parabola, {"noise": one}, f"noise must be finite and >= 0; got noise={one}")
      for one in (-0.1, float("nan"))),
    *((noisy_parabola, {"noise": one}, f"noise must be a real number; got noise={one!r}")
      for one in ("0.2", True)),
    *((noisy_parabola, {"seed": one}, f'seed must be an integer >= 0 or "paper"; got seed={one!r}')
      for one in (-1, 1.5, False, None, "book")),
    (gaussian_clusters, {"n_per_cluster": 0}, "Need n_per_cluster >= 1; got n_per_cluster=0"),
    (gaussian_clusters, {"sd": -1}, "sd must be finite and >= 0; got sd=-1"),
    (gaussian_clusters, {"centres": [(0, 1, 2)]},
     "centres must have shape (n, 2) with n >= 1; got shape (1, 3)"),
    (gaussian_clusters, {"centres": [(0.0, 0.0)] * 257},
     "Need at most 256 centres; got 257 centres"),
    (concentric_rings, {"n": 1}, "Need n >= the number of rings; got n=1 with 2 radii"),
    *((concentric_rings, {"n": 999, "radii": one},
       f"radii must be a sequence of 1 to 256 numbers; got shape {np.shape(one)}")
      for one in ((), 1.0, [1.0] * 257)),
    (concentric_rings, {"radii": (1, 0)}, "radii must be finite and > 0; got radii=(1, 0)"),
    (concentric_rings, {"seed": "paper"},
     "'Concentric rings' has no draw in the paper; got seed=\"paper\". The data sets with a "
     f"paper draw are {' and '.join(map(repr, PAPER_DRAWS))}; give an integer"),
)  # fmt: skip


@pytest.mark.parametrize(("generator", "arguments", "message"), REFUSED)
def test_a_generator_refuses_with_the_value_quoted(generator, arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        generator(**arguments)


VALID = {"name": "Two", "X": [[0, 1], [2, 3]], "labels": [0, 255], "region": ((0, 2), (1, 3))}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "name must be a non-empty string; got name=''"),
        ({"X": [1.0, 2.0]}, "X must have shape (n, 2) with n >= 1; got shape (2,)"),
        ({"X": [[0, 1], [2, np.inf]]}, "X must be finite; got X[1]=[2.0, inf]"),
        ({"X": [[0j, 1], [2, 3]]}, "X must hold real numbers; got dtype complex128"),
        ({"X": [[0, 1], [2]]}, "X must be a rectangular array; got X=[[0, 1], [2]]"),
        ({"labels": [0]}, "Need one label per point, shape (2,); got shape (1,)"),
        ({"labels": [0, 256]}, "Need 0 <= labels <= 255; got a label 256"),
        ({"labels": [0.0, 1.0]}, "labels must hold integers; got dtype float64"),
        ({"region": (0, 1)}, "region must be ((x0, x1), (y0, y1)); got region=(0, 1)"),
        ({"region": ((0, 0), (0, 1))}, "x0 < x1 and y0 < y1; got region=((0, 0), (0, 1))"),
        ({"region": ((0, np.inf), (0, 1))}, "region must be finite with x0 < x1"),
    ],
)
def test_a_dataset_refuses_with_the_value_quoted(change, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Dataset(**(VALID | change))


# The package


BESIDE = """
from kpca_core.datasets import gaussian_clusters
from kpca_core.datasets.dataset import Dataset
from kpca_core.reproduction import figure
import datasets
assert isinstance(gaussian_clusters(seed="paper"), Dataset)
print(datasets.__file__, len(figure("4").draw().X))
"""


def test_the_library_finds_its_own_beside_another_package_of_this_name(tmp_path):
    other = tmp_path / "datasets"
    other.mkdir()
    (other / "__init__.py").write_text("")
    done = python(f"sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n{BESIDE}")
    assert done.stdout.split() == [str(other / "__init__.py"), "90"], done.stderr
