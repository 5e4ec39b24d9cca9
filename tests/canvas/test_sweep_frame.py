"""A sweep as bytes and as a file of its own: numbers, precision, size, no network."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from support.frames import only_sheet

from datasets import gaussian_clusters
from kpca_core import Gaussian
from kpca_core.analysis.sweep import meetings, sweep
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.sentences import Shape, describe_functions
from kpca_core.drawing.canvas.steps import quantised
from kpca_core.drawing.canvas.sweep_frame import NONE, POWER, sweep_scene
from kpca_core.drawing.scene import STORED, pack

DATA = gaussian_clusters(seed="paper")
WIDTHS = np.geomspace(1e-3, 1e2, 100)
ORIGIN = Origin("Three clusters <&>", {"n": "90"}, "http://explorer.test/sweep?from=0.01")


@pytest.fixture(scope="module")
def found():
    kernels = [Gaussian(width) for width in WIDTHS]
    describe = partial(describe_functions, Shape(DATA.X, DATA.labels))
    return sweep(kernels, WIDTHS, DATA.X, DATA.labels, DATA.region, describe=describe)


@pytest.fixture(scope="module")
def frames(found):
    scene = sweep_scene(found, "width c", log=True, origin=ORIGIN, file="sweep")
    return pack(scene, {"address": "from=0.01"}, level=STORED)


def test_steps_are_within_half_a_step_and_keep_every_sign():
    rng = np.random.default_rng(0)
    fields = rng.standard_normal((3, 4, 9, 7)) * 10.0 ** rng.integers(-8, 3, (3, 4, 1, 1))
    fields[1, 2] = 0
    for given in (fields, fields.astype(np.float32)):
        steps, scales = quantised(given)
        for axis in (-2, -1):
            steps = np.cumsum(steps, axis=axis, dtype=np.int8)
        back = (steps + 0.5) * scales[..., None, None]
        assert (np.abs(back - given) <= 0.5001 * scales[..., None, None]).all()
        assert (np.sign(back) == np.sign(given))[given != 0].all()
        np.testing.assert_allclose(scales[0], np.abs(given[0]).max(axis=(1, 2)) / 128, rtol=1e-6)


def test_the_bytes_hold_the_sweep(found, frames):
    assert frames[:4] == b"\xff\xff\xff\xff"
    header, sheet, arrays = only_sheet(frames)
    assert (header["kind"], header["address"], header["file"]) == ("sweep", "from=0.01", "sweep")
    assert sheet["values"] == WIDTHS.tolist()
    sent = np.array(sheet["eigenvalues"], dtype=float)
    np.testing.assert_array_equal(sent, found.eigenvalues)
    assert sheet["letters"][:3] == ["A", "B", "C"]
    assert len(sheet["letters"]) == found.identities.max() + 1
    assert (arrays["identities"] == np.where(found.identities < 0, NONE, found.identities)).all()
    assert len(sheet["meetings"]) == len(meetings(found)) > 3
    assert [one["kind"] for one in sheet["regimes"]] == ["identity", "linear"]
    identity, linear = (one["said"] for one in sheet["regimes"])
    assert "width c = 0.001: its effective rank reaches 68.4 of at most 89" in identity
    assert linear.startswith("Nearly linear PCA from width c = 1.353 to 100: ")
    names = [curve["name"] for curve in sheet["curves"]]
    assert names == [
        "effective rank", "first 8 eigenvalues", "separation of the labels",
        "alignment with linear PCA",
    ]  # fmt: skip
    assert "explorer.test" in header["caption"]
    steps = arrays["steps"]
    assert steps.shape == (100, 8, 48, 48)
    for axis in (-2, -1):
        steps = np.cumsum(steps, axis=axis, dtype=np.int8)
    even = (steps + 0.5) * arrays["scales"][..., None, None]
    back = np.sign(even) * np.abs(even) ** POWER
    largest = np.abs(found.fields).max(axis=(2, 3), keepdims=True)
    wrong = np.abs(back - found.fields) / largest
    assert wrong.max() <= 0.006
    # Where zero lines are drawn a value is four times as near.
    assert wrong[np.abs(found.fields) < 0.01 * largest].max() <= 0.0015
    assert (np.sign(back) == np.sign(found.fields))[found.fields != 0].all()
