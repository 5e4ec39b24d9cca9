"""Frames of noisy points and pre-images: what they hold, and that they hold no NaN."""

from __future__ import annotations

from urllib.parse import parse_qsl

import numpy as np
import pytest
from support.frames import decode, sheets

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
    address = dict(parse_qsl(state.query))
    return Answers().to("denoise", address, n=n, detail=detail).frame()


def test_a_frame_holds_what_was_found(found):
    frame = decode(frame_of(STATE, 5))
    header, (maps, ways, said) = frame[0], sheets(frame)
    assert header["n"] == 5
    assert header["address"] == STATE.query
    assert header["kind"] == "denoise"
    assert (ways["chosen"], ways["picked"]) == (7, True)
    arrays = maps["arrays"]
    np.testing.assert_allclose(arrays["points"], found.points, rtol=1e-6)
    near = {"rtol": 1e-6, "atol": 1e-7}
    np.testing.assert_allclose(arrays["tiles.0.images"], found.images.points, **near)
    np.testing.assert_allclose(arrays["tiles.1.images"], found.linear, **near)
    np.testing.assert_allclose(
        ways["low"] - arrays["fields"][0], found.objective, rtol=1e-5, atol=1e-6
    )
    assert [control["name"] for control in header["controls"]] == ["d", "width", "noise"]
    assert [one["name"] for one in ways["ends"]] == [
        "fixed-point", "minimisation", "distances", "ridge",
    ]  # fmt: skip
    assert said["facts"] == facts(found, "the true curve")
    assert all(tile["text"] == f"{tile['short']} from the true curve" for tile in maps["tiles"])


@pytest.mark.parametrize("deflate", [False, True])
def test_under_the_hand_the_field_has_11_bits_and_fewer_samples(deflate):
    moving = PAGE.solve(STATE, Detail(30))
    data = frame_of(STATE, 1, Detail(30, deflate))
    assert (data[:4] == b"\xff" * 4) is deflate
    frame = decode(data)
    header, (maps, ways, _) = frame[0], sheets(frame)
    assert header["moving"]
    arrays = maps["arrays"]
    assert not {"fields", "labels", "curve", "starts"} & {*arrays}
    steps, scales = quantised((ways["low"] - moving.objective)[None], 11)
    np.testing.assert_array_equal(arrays["steps"], steps)
    np.testing.assert_allclose(arrays["scales"], scales, rtol=1e-6)
    assert arrays["steps"].shape == (1, 30, 30)
    np.testing.assert_allclose(arrays["points"], moving.points, rtol=1e-6)


def test_what_is_read_is_sent_where_it_is_asked_for():
    header, _ = decode(frame_of(STATE, 1, Detail(30, words=False)))
    assert header["wordless"]
    maps, ways, said = header["sheets"]
    assert "description" not in header
    assert said == {"kind": "facts"}
    assert "ends" not in ways
    assert not {"text", "short"} & {*maps["tiles"][0]}


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
    frame = decode(frame_of(state))
    for name, array in frame[1].items():
        assert np.isfinite(array).all(), name
    maps, ways, said = sheets(frame)
    titles = [tile["text"] for tile in maps["tiles"]]
    assert not any("nan" in text.lower() for text in (*titles, *said["facts"]))
    assert ways["chosen"] < 40
