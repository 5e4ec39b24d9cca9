"""Gradient arrows and closest inputs on the page "Explore", without a browser."""

from __future__ import annotations

import io

import numpy as np
import pytest
from support.files import files, printed
from support.frames import decode, filed, shown
from test_explore import FLIPPED, mark_of, opened, picture_of, state_of
from test_stream import answer, moving, question, restored

from kpca_core.choosing import parallel_analysis
from kpca_core.drawing.canvas.indefinite import NO_CLOSEST
from kpca_core.drawing.canvas.overlays import ARROWS, lattice
from kpca_core.feature_space.sensitivity import closest_points, gradients
from views.hosts.streamlit.widgets import PAGES
from views.pages.explore.points import Edits
from views.state.catalogue import KERNELS
from views.state.mark import Mark

BOTH = {"arrows": "true", "closest": "true"}


def test_the_switches_draw_what_the_library_computes():
    page = opened()
    for switch in ("arrows", "closest"):
        page = page.toggle(key=switch).set_value(True).run()
        state = page.session_state[PAGES]["explore"].state
        assert (state.arrows, state.closest) == (True, switch == "closest")
    assert not page.exception
    _, arrays = shown(page)
    picture = picture_of(grid="100")
    expansion = picture.decomposition.expansion.first(8)
    slopes = gradients(expansion, lattice(picture.region)).transpose(1, 0, 2)
    step = arrays["steepest"][:, None, None] / 127
    found = arrays["arrows"].reshape(8, ARROWS**2, 2) * step
    assert (np.abs(found - slopes) <= 0.51 * step).all()
    closest = closest_points(expansion)
    np.testing.assert_allclose(arrays["closest"][:, :2], closest.points, atol=1e-6)
    np.testing.assert_allclose(arrays["closest"][:, 2], closest.cosines, atol=1e-6)


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_kernel_has_arrows_and_closest_inputs_or_says_why_not(kernel):
    page = opened(kernel=kernel, **BOTH)
    assert not page.exception
    assert not page.error
    header, arrays = shown(page)
    p = len(arrays["fields"])
    assert arrays["arrows"].shape == (p, ARROWS, ARROWS, 2)
    assert np.abs(arrays["arrows"]).max() > 100
    if kernel == "sigmoid":
        assert "closest" not in arrays
        assert NO_CLOSEST in header["legend"]
    else:
        assert (np.abs(arrays["closest"][:, 2]) <= 1 + 1e-6).all()
        assert all("Closest input" in said for said in header["sentences"])


def test_they_follow_the_hand():
    page = opened(**BOTH)
    asked = question(page, 3, width=0.3)
    _, coarse = restored(answer(moving(asked, samples=34)))
    _, complete = decode(answer(asked))
    for name in ("arrows", "steepest", "closest"):
        np.testing.assert_array_equal(coarse[name], complete[name])
    assert (coarse["arrows"] != shown(page)[1]["arrows"]).any()


def test_files_have_them_with_the_signs_of_the_panels():
    picture = picture_of(**BOTH)
    mark = Mark(state_of(**BOTH), FLIPPED.signs)
    with np.load(io.BytesIO(files(mark)["arrays.npz"]())) as saved:
        np.testing.assert_array_equal(saved["slopes"], -picture.slopes)
        np.testing.assert_array_equal(saved["closest"][:, 2], -picture.closest[:, 2])
        assert any(line.startswith("Over the maps: Arrows") for line in saved["origin"])
    with np.load(io.BytesIO(files(mark_of())["arrays.npz"]())) as saved:
        assert not {"slopes", "closest"} & set(saved.files)
    header, arrays = filed(files(mark)["figure.html"]())
    assert "Crosses: the inputs whose images are closest" in header["legend"]
    assert arrays.keys() >= {"arrows", "closest"}
    assert not filed(files(mark_of())["figure.html"]())[1].keys() & {"arrows", "closest"}
    assert len(printed(mark, "svg")) != len(printed(mark_of(), "svg"))


@pytest.mark.parametrize("centred", ["true", "false"])
@pytest.mark.parametrize("scale", ["eigenvalue", "variance", "fraction"])
def test_the_band_spans_the_eigenvalues_of_shuffled_columns(centred, scale):
    header, _ = shown(opened(chance="true", centred=centred, scale=scale))
    picture = picture_of(centred=centred)
    found = parallel_analysis(
        picture.decomposition.expansion.kernel, picture.points, 16, centre=centred == "true"
    )
    n, trace = len(picture.points), picture.decomposition.positive_trace
    unit = {"eigenvalue": 1, "variance": n, "fraction": trace}[scale]
    low, high = header["spectrum"]["chance"]
    np.testing.assert_allclose(low, found.shuffled.min(axis=0) / unit, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(high, found.shuffled.max(axis=0) / unit, rtol=1e-9, atol=1e-12)
    assert str(found) in header["legend"]


def test_points_without_two_columns_that_vary_have_no_band_and_it_says_why():
    level = Edits(tuple((k, (float(k), 0.0, 0)) for k in range(3)))
    few = {"data": "clusters", "paper": "false", "per_cluster": "1"}
    header, _ = shown(opened(points=level.text, chance="true", **few))
    assert "at least 2 columns that vary" in (header["legend"] or "")
