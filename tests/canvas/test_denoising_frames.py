"""Frames of noisy points and pre-images: what they hold, and that they hold no NaN."""

from __future__ import annotations

import zlib
from urllib.parse import parse_qsl

import numpy as np
import pytest
from support.frames import decode

from kpca_core.drawing.canvas.denoising import facts
from kpca_core.drawing.canvas.steps import quantised
from kpca_core.drawing.scene import Detail
from views.answer import Answers
from views.pages.denoise import PAGE
from views.pages.denoise.state import DenoiseState

STATE = DenoiseState.of_address({"n": "60", "point": "7"})


@pytest.fixture(scope="module")
def found():
    return PAGE.solve(STATE)


def frame_of(state: DenoiseState, n: int = 0, detail: Detail | None = None) -> bytes:
    """The answer to question n."""
    address = dict(parse_qsl(state.asked))
    return Answers().to("denoise", address, n=n, detail=detail).frame()


def test_a_frame_holds_what_was_found(found):
    header, arrays = decode(frame_of(STATE, 5))
    assert header["n"] == 5
    assert header["address"] == STATE.asked
    assert header["scene"] == "denoise"
    assert (header["chosen"], header["picked"]) == (7, True)
    np.testing.assert_allclose(arrays["points"], found.points, rtol=1e-6)
    np.testing.assert_allclose(arrays["images"], found.images.points, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(
        header["low"] - arrays["fields"][0], found.objective, rtol=1e-5, atol=1e-6
    )
    assert [control["name"] for control in header["controls"]] == ["d", "width", "noise"]
    assert [one["name"] for one in header["ends"]] == [
        "fixed-point", "minimisation", "distances", "ridge",
    ]  # fmt: skip
    assert header["facts"] == facts(found, header["truth"])


def test_until_a_point_is_chosen_the_first_one_has_no_background():
    state = DenoiseState.of_address({"n": "20"})
    header, _ = decode(frame_of(state))
    assert (header["chosen"], header["picked"], header["hasObjective"]) == (0, False, True)
    own = DenoiseState.of_address({"n": "20", "point": "0"})
    assert decode(frame_of(own))[0]["picked"]


def test_the_legs_of_a_frame_are_those_of_the_ways(found):
    header, arrays = decode(frame_of(STATE))
    starts, owners = arrays["pathStarts"], arrays["pathMethods"]
    assert len(starts) == len(owners) + 1
    for leg, owner in enumerate(owners):
        name = header["methods"][owner]["name"]
        vertices = arrays["path"][starts[leg] : starts[leg + 1]]
        assert any(
            len(one) == len(vertices) and np.allclose(one, vertices, atol=1e-6)
            for one in found.ways[name].legs
        )


@pytest.mark.parametrize("deflate", [False, True])
def test_under_the_hand_the_field_has_11_bits_and_fewer_samples(deflate):
    moving = PAGE.solve(STATE, Detail(30))
    data = frame_of(STATE, 1, Detail(30, deflate))
    if deflate:
        assert data[:4] == b"\xff" * 4
        data = zlib.decompress(data[4:])
    header, arrays = decode(data)
    assert header["packed"]
    assert "fields" not in arrays
    steps, scales = quantised((header["low"] - moving.objective)[None], 11)
    np.testing.assert_array_equal(arrays["steps"], steps)
    np.testing.assert_allclose(arrays["scales"], scales, rtol=1e-6)
    assert arrays["steps"].shape == (1, 30, 30)


@pytest.mark.parametrize(
    "address",
    [
        {"parabola_d": "0"},
        {"kernel": "linear", "parabola_d": "16"},
        {"kernel": "sigmoid"},
        {"kernel": "sigmoid", "method": "minimisation"},
        {"kernel": "polynomial", "degree": "12", "data": "clusters"},
        {"kernel": "laplacian", "method": "exact"},
        {"kernel": "cosine", "data": "rings"},
        {"width": "0.001"},
        {"width": "100.0", "parabola_d": "16"},
        {"data": "clusters", "clusters_noise": "0.0", "clusters_d": "16"},
        {"data": "rings", "rings_noise": "0.5", "method": "distances"},
        {"start": "best", "point": "999"},
    ],
    ids=str,
)
def test_no_setting_puts_a_nan_or_an_infinity_into_a_frame(address):
    state = DenoiseState.of_address({"n": "40", **address})
    header, arrays = decode(frame_of(state))
    for name, array in arrays.items():
        assert np.isfinite(array).all(), name
    assert not any("nan" in str(text).lower() for text in (header["titles"], header["facts"]))
    assert header["chosen"] < 40


def test_what_differs_from_what_was_asked_for_is_said():
    state = DenoiseState.of_address({"n": "40", "kernel": "linear", "method": "fixed-point"})
    header, _ = decode(frame_of(state))
    assert header["method"] == "exact"
    assert "Fixed point needs a Gaussian kernel" in header["notes"][0]
    assert "2 components exist, 3 were asked for" in header["notes"][1]
    disabled = {one["name"]: one["why"] for one in header["methods"]}
    assert disabled["fixed-point"].startswith("Needs a Gaussian kernel")
    assert disabled["ridge"] == ""
