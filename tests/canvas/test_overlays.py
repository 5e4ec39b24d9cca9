"""Arrows of gradients and crosses at closest inputs: what frames and figures hold of them."""

from __future__ import annotations

import numpy as np
import pytest
from support.frames import decode

from datasets import gaussian_clusters
from kpca_core import Gaussian, Linear, fit
from kpca_core.drawing.canvas.overlays import ARROWS, closest_words, lattice, overlay_legend
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.picture_sheets import scene_of
from kpca_core.drawing.printing.figures import arrow_lines
from kpca_core.drawing.scene import pack
from kpca_core.feature_space.sensitivity import closest_points, gradients
from kpca_core.grid import Grid

REGION = ((-1.0, 1.0), (-0.5, 1.0))


def picture(kernel=None, q=3):
    data = gaussian_clusters(seed="paper")
    found = fit(kernel or Gaussian(0.1), data.X, q)
    slopes = gradients(found.expansion, lattice(REGION)).reshape(ARROWS, ARROWS, -1, 2)
    closest = closest_points(found.expansion)
    return Picture(
        found,
        found.expansion.on_grid(Grid.over(REGION, 20)),
        data.X,
        data.labels,
        REGION,
        slopes=slopes.transpose(2, 0, 1, 3),
        closest=np.column_stack([closest.points, closest.cosines]),
    )


def test_a_frame_holds_the_gradients_to_8_bits_and_the_closest_inputs():
    shown = picture()
    header, arrays = decode(pack(scene_of(shown)))
    sizes = np.linalg.norm(shown.slopes, axis=3)
    np.testing.assert_allclose(arrays["steepest"], sizes.max(axis=(1, 2)), rtol=1e-6)
    restored = arrays["arrows"] * (arrays["steepest"] / 127)[:, None, None, None]
    step = (arrays["steepest"] / 127)[:, None, None, None]
    assert (np.abs(restored - shown.slopes) <= 0.51 * step).all()
    np.testing.assert_allclose(arrays["closest"], shown.closest, rtol=1e-6)
    assert "Arrows" in header["legend"]
    assert "Crosses" in header["legend"]


def test_arrows_are_central_differences_of_the_functions():
    shown = picture()
    places, step = lattice(REGION), 1e-5
    f = shown.decomposition.expansion
    for d in range(2):
        move = step * np.eye(2)[d]
        expected = (f(places + move) - f(places - move)) / (2 * step)
        flat = shown.slopes[..., d].reshape(3, -1).T
        np.testing.assert_allclose(flat, expected, atol=1e-6 * np.abs(expected).max())


def test_the_lattice_lies_in_the_middle_of_equal_cells():
    places = lattice(REGION)
    assert places.shape == (ARROWS**2, 2)
    np.testing.assert_allclose(places.mean(axis=0), [0.0, 0.25], atol=1e-12)
    assert (np.diff(places[:ARROWS, 0]) > 0).all()
    assert (places[:ARROWS, 1] == places[0, 1]).all()


def test_signs_turn_arrows_and_cosines_but_not_the_inputs():
    shown = picture()
    turned = shown.with_signs(np.array([1.0, -1.0, 1.0]))
    for j, sign in enumerate((1.0, -1.0, 1.0)):
        np.testing.assert_array_equal(turned.slopes[j], sign * shown.slopes[j])
        np.testing.assert_array_equal(turned.closest[j, :2], shown.closest[j, :2])
        assert turned.closest[j, 2] == sign * shown.closest[j, 2]
        np.testing.assert_array_equal(turned.fields[j], sign * shown.fields[j])


def test_without_overlays_nothing_is_sent_or_said():
    data = gaussian_clusters(seed="paper")
    found = fit(Gaussian(0.1), data.X, 2)
    fields = found.expansion.on_grid(Grid.over(REGION, 20))
    plain = Picture(found, fields, data.X, data.labels, REGION)
    header, arrays = decode(pack(scene_of(plain)))
    assert not arrays.keys() & {"arrows", "steepest", "closest"}
    assert header["legend"] == ""
    assert closest_words(plain) == ["", ""]
    assert overlay_legend(plain) == ""


def test_the_sentence_names_the_closest_input_and_whether_it_is_on_the_map():
    shown = picture()
    header, _ = decode(pack(scene_of(shown)))
    x, y, cosine = shown.closest[0]
    said = f"Closest input ({x:.3g}, {y:.3g}), cosine {cosine:.2f}.".replace("-", "−")
    assert header["sentences"][0].endswith(said)
    far = closest_words(picture(Linear(), 2))
    axis = picture(Linear(), 2).closest
    outside = (np.abs(axis[:, 0]) > 1) | (axis[:, 1] < -0.5) | (axis[:, 1] > 1)
    assert [", outside the map" in words for words in far] == outside.tolist()


def test_a_constant_function_has_no_arrows():
    assert arrow_lines(np.zeros((ARROWS, ARROWS, 2)), REGION).shape == (0, 2)


def test_drawn_arrows_point_uphill_and_stand_on_the_lattice():
    shown = picture()
    lines = arrow_lines(shown.slopes[0], REGION).reshape(-1, 6, 2)
    start, tip = lines[:, 0], lines[:, 1]
    np.testing.assert_allclose((start + tip) / 2, lattice(REGION), atol=1e-12)
    flat = shown.slopes[0].reshape(-1, 2)
    lengths = np.linalg.norm(tip - start, axis=1)
    cell = min(2.0, 1.5) / ARROWS
    assert lengths.max() == pytest.approx(1.25 * cell)
    np.testing.assert_allclose(
        lengths, lengths.max() * np.linalg.norm(flat, axis=1) / np.linalg.norm(flat, axis=1).max()
    )
    f = shown.decomposition.expansion
    longest = lengths > 0.5 * lengths.max()
    rise = (f(tip[longest]) - f(start[longest]))[:, 0]
    assert (rise > 0).all()
