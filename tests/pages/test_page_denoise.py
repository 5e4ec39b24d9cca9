"""The page "Denoise" without a browser: settings, messages, files, frames under the hand."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from support.frames import opened_page
from support.messages import Tab

from kpca_core.reproduction.denoising import root_mean_square, toy
from views.pages.denoise.files import snippet
from views.pages.denoise.solving import errors_by_count, solve_state
from views.pages.denoise.state import DenoiseState

opened = partial(opened_page, "denoise")


def test_keeping_all_components_brings_the_noise_back():
    found = errors_by_count(DenoiseState.of_address({"n": "60"}))
    assert found.by_all.curve == pytest.approx(found.before.curve, rel=1e-5)
    assert min(one.curve for one in found.by_count) < found.before.curve / 3
    assert found.without_kernel.curve > found.before.curve


def test_a_browser_chooses_a_method_or_a_point():
    state = DenoiseState.of_address({})
    assert Tab(state).settle({"point": "12"}).toy.chosen == 12
    assert Tab(state).settle({"method": "ridge"}).toy.method == "ridge"
    for nothing in ({}, {"point": "-1"}, {"point": "x"}, {"method": "nonsense"}):
        assert Tab(state).settle(nothing) == state
    locked = DenoiseState.of_address({"lock": "method"})
    assert Tab(locked).settle({**locked.address(), "method": "ridge"}) == locked


@pytest.mark.parametrize("address", [{}, {"data": "rings", "method": "ridge", "start": "best"}])
def test_the_snippet_computes_the_points_of_the_page(address, capsys):
    import matplotlib

    matplotlib.use("Agg")
    state = DenoiseState.of_address({"n": "40", **address})
    names: dict = {}
    exec(snippet(state), names)
    expected = solve_state(state)
    np.testing.assert_allclose(names["found"].points, expected.images.points, atol=1e-9)
    points = state.toy
    data = toy(points.data, points.n, points.noise, points.seed)
    after = root_mean_square(data.distances(expected.images.points))
    assert f"{after}"[:8] in capsys.readouterr().out
