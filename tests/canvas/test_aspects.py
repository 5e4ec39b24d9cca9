"""Scores, feature space and Gram matrices beside the maps: what is packed, and how much of it."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from support.frames import decode

from datasets import concentric_rings, gaussian_clusters
from kpca_core import Gaussian, Grid, Linear, Polynomial, Sigmoid, fit
from kpca_core.drawing.canvas.aspects import ASPECTS, View, telling
from kpca_core.drawing.canvas.indefinite import INDEFINITE
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.scene import pack, parts
from kpca_core.kernels import Cosine

KERNELS = (Gaussian(0.1), Polynomial(2), Polynomial(3), Linear(), Polynomial(1, 0.5), Cosine(),
           Sigmoid(2.0, 1.0))  # fmt: skip


def pictured(kernel, data=None, components=8, **more) -> Picture:
    data = data or gaussian_clusters(seed="paper")
    found = fit(kernel, data.X, 16, **more)
    fields = found.expansion.first(components).on_grid(Grid.over(data.region, 25))
    return Picture(found, fields, data.X, data.labels, data.region)


@pytest.fixture(scope="module")
def picture():
    return pictured(Gaussian(0.1))


def columns_of(aspect, name, *components):
    """Columns of scores, or values, by the numbers of their components."""
    at = [aspect.header["columns"].index(one) for one in components]
    array = aspect.arrays[name].astype(float)
    return array[:, at] if name == "scores" else array[at]


def test_the_scatter_holds_every_component_and_while_moving_the_two_that_it_shows(picture):
    scores = picture.decomposition.scores
    aspect = drawn(View("scores", 3, 1), picture)
    assert aspect.header["columns"] == list(range(1, 17))
    np.testing.assert_allclose(aspect.arrays["scores"], scores, atol=1e-6)
    assert aspect.arrays["drawn"].tolist() == list(range(90))
    assert aspect.header["note"] == ""
    moving = drawn(View("scores", 3, 1), picture, moving=True)
    assert moving.header["columns"] == [1, 3]
    np.testing.assert_allclose(moving.arrays["scores"], scores[:, [0, 2]], atol=1e-6)
    few = drawn(View("scores", 1, 9), pictured(Linear()))
    assert few.header["columns"] == [1, 2, 9]
    assert not columns_of(few, "scores", 9).any()


def drawn(view, picture, moving=False):
    """What a view shows: header and arrays."""
    shown = view.of(picture, moving)
    header, arrays = parts(shown) if shown else (None, {})
    return SimpleNamespace(header=header, arrays=arrays)


def test_the_component_that_the_labels_explain_best_is_shown_first():
    rings, clusters = concentric_rings(200, (0.5, 1.0), 0.05, 0), gaussian_clusters(seed="paper")
    assert telling(pictured(Polynomial(2), rings)) == 3
    assert telling(pictured(Linear(), rings)) == 1, "no component says anything of the rings"
    assert telling(pictured(Gaussian(0.1), clusters)) == 1
    picture = pictured(Polynomial(2), rings)
    one_label = replace(picture, labels=np.zeros(200, dtype=int))
    assert telling(one_label) == 1
    assert decode(pack(scene_of(picture)))[0]["telling"] == 3


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize("centre", [True, False])
def test_feature_space_keeps_what_the_kernel_says(kernel, centre):
    """Drawn features have the kernel as their inner product; else distances are those of scores."""
    picture = pictured(kernel, centre=centre)
    found = picture.decomposition
    aspect = drawn(View("space"), picture)
    if kernel.feature_dimension(2) <= 3:
        points = aspect.arrays["space"].astype(float)
        np.testing.assert_allclose(points @ points.T, kernel(picture.points), atol=1e-5)
        assert [name for name in aspect.header["names"] if name] == list(kernel.feature_names())
        for component, scores in enumerate(found.scores.T, 1):
            (axis,) = columns_of(aspect, "axes", component)
            v = axis[1] - axis[0]
            assert np.linalg.norm(v) == pytest.approx(np.ptp(scores), rel=1e-5)
            along = (points - axis[0]) @ v / (v @ v)
            np.testing.assert_allclose(along, (scores - scores.min()) / np.ptp(scores), atol=1e-5)
    else:
        np.testing.assert_allclose(
            columns_of(aspect, "scores", 1, 2, 3), found.scores[:, :3], atol=1e-6
        )
        np.testing.assert_allclose(aspect.header["shares"], found.shares)
        how = aspect.header["how"]
        if kernel.is_psd:
            assert (aspect.header["what"], aspect.header["whole"]) == (
                "The data in feature space", "trace",
            )  # fmt: skip
            assert re.match(r"Feature space has (infinitely many|\d+) dimensions; .*axes ", how)
        else:
            assert how.startswith(f"{INDEFINITE} Each point stands at its scores on the components")
            assert "eature space" not in str(aspect.header)
            assert aspect.header["whole"] == "positive eigenvalues"
            assert "Φ" not in drawn(View("scores"), picture).header["equation"]


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize("moving", [False, True])
def test_the_sheet_is_the_image_of_the_plane_in_the_colours_of_the_component(kernel, moving):
    picture = pictured(kernel)
    found = picture.decomposition
    j = min(5, found.n_components)
    aspect = drawn(View("space", None, j), picture, moving)
    low, high = picture.points.min(axis=0), picture.points.max(axis=0)
    low, high = low - 0.05 * (high - low), high + 0.05 * (high - low)
    corner = np.array([[high[0], low[1]]])
    values = found.expansion(corner)[0]
    finite = kernel.feature_dimension(2) <= 3
    expected = (j,) if moving and finite else {1, 2, max(3, j)} if moving else range(1, j + 1)
    assert set(aspect.header["columns"]) >= set(expected)
    assert not moving or len(aspect.header["columns"]) == len(expected)
    for k in set(aspect.header["columns"]) & set(range(1, found.n_components + 1)):
        (shades,) = columns_of(aspect, "values", k)
        assert shades[0, -1] == pytest.approx(values[k - 1], abs=1e-5)
    if finite:
        sheet = aspect.arrays["sheet"]
        assert sheet.shape == (*shades.shape, 3)
        features = kernel.features(corner)[0]
        np.testing.assert_allclose(sheet[0, -1, : len(features)], features, atol=1e-5)


def test_the_flat_cut_has_each_ring_on_a_side_of_its_own_and_there_is_none_where_none_can_be():
    rings = concentric_rings(200, seed=0)
    picture = pictured(Polynomial(2), rings)
    aspect = drawn(View("space"), picture)
    nodes = aspect.arrays["cut"].astype(float).reshape(-1, 3)
    middle = nodes.mean(axis=0)
    normal = np.linalg.svd(nodes - middle)[2][-1]
    assert (nodes - middle) @ normal == pytest.approx(0, abs=1e-5)
    side = np.sign((aspect.arrays["space"] - middle) @ normal)
    assert (side[rings.labels == 0] == side[0]).all()
    assert (side[rings.labels == 1] == -side[0]).all()
    assert "flat cut" in aspect.header["how"]
    for other in (
        pictured(Polynomial(2)),
        pictured(Linear(), rings),
        pictured(Gaussian(2.0), rings),
    ):
        assert "cut" not in drawn(View("space"), other).arrays
    mixed = replace(rings, labels=np.arange(200) % 2)
    assert "cut" not in drawn(View("space"), pictured(Polynomial(2), mixed)).arrays


@pytest.mark.parametrize("moving", [False, True])
def test_gram_matrices_are_sorted_by_label_and_centred(moving):
    data = concentric_rings(80)
    picture = pictured(Gaussian(0.5), data)
    shuffled = np.random.default_rng(0).permutation(80)
    picture = Picture(picture.decomposition, picture.fields, data.X[shuffled],
                      data.labels[shuffled], data.region)  # fmt: skip
    aspect = drawn(View("gram"), picture, moving)
    order = aspect.arrays["order"]
    assert (np.diff(picture.labels[order].astype(int)) >= 0).all()
    K = Gaussian(0.5)(picture.points[order])
    for name, expected in (("gram", K), ("centred", K - K.mean(0) - K.mean(1)[:, None] + K.mean())):
        low, step = aspect.header["scales"][name]
        assert aspect.arrays[name].dtype == (np.uint8 if moving else np.uint16)
        shown = low + step * aspect.arrays[name].astype(float)
        np.testing.assert_allclose(shown, expected, atol=0.51 * step)


@pytest.mark.parametrize("name", ASPECTS)
def test_many_points_are_thinned_and_that_is_said(name):
    data = gaussian_clusters(3000, 0.1, seed=1)
    picture = pictured(Gaussian(0.5), data)
    for moving, points, rows in ((False, 4000, 200), (True, 1000, 100)):
        aspect = drawn(View(name), picture, moving)
        count = rows if name == "gram" else points
        assert f"{count:,} of 9,000 points" in aspect.header["note"]
        chosen = aspect.arrays["order" if name == "gram" else "drawn"]
        assert len(set(chosen.tolist())) == count
        shares = np.bincount(data.labels[chosen]) / count
        np.testing.assert_allclose(shares, 1 / 3, atol=0.01)
        # At rest the scores on all 16 components: another one is selected without a question.
        most = 30e3 if moving else 165e3 if name == "gram" else 320e3
        assert sum(array.nbytes for array in aspect.arrays.values()) <= most


def test_without_components_there_is_nothing_beside_the_maps():
    data = gaussian_clusters(1, 0.0, seed=0)
    picture = pictured(Linear(), data)
    constant = Picture(fit(Linear(), data.X[:1], 4), picture.fields[:0], data.X[:1],
                       data.labels[:1], data.region)  # fmt: skip
    for name in ASPECTS:
        assert View(name).of(constant) is None
    assert decode(pack(scene_of(constant, view=View("gram"))))[0]["aspect"] is None
