"""A file in which a parameter is dragged between solved values."""

from __future__ import annotations

import re

import numpy as np
import pytest
from support.frames import only_sheet

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Polynomial, fit
from kpca_core.drawing.canvas.explored import explored
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.picture import Picture
from kpca_core.drawing.canvas.words import Display, titles
from kpca_core.drawing.scene import Slider

DATA = gaussian_clusters(seed="paper")
ORIGIN = Origin("Kernel PCA of <clusters>", {"Data": "three clusters"}, "http://explorer.test/?a=1")
WIDTH = Slider("width", "width c", 0.1, 0.03, 1.0, log=True)


def picture(kernel, samples: int = 40) -> Picture:
    found = fit(kernel, DATA.X, 12)
    fields = found.expansion.first(4).on_grid(Grid.over(DATA.region, min(samples, 40)))
    return Picture(found, fields, DATA.X, DATA.labels, DATA.region)


@pytest.fixture(scope="module")
def shown():
    return explored(
        lambda values, samples: picture(Gaussian(values["width"]), samples),
        WIDTH, display=Display("three clusters", 4), origin=ORIGIN,
    )  # fmt: skip


def unpacked(shown):
    _, sheet, arrays = only_sheet(shown.frames)
    steps = arrays["steps"]
    for axis in (-2, -2, -1, -1):
        steps = np.cumsum(steps, axis=axis, dtype=np.uint16)
    fields = (steps.view(np.int16) + 0.5) * arrays["scales"][..., None, None]
    return sheet, arrays, fields


def test_solved_values_are_those_of_a_fit_alone(shown):
    sheet, arrays, fields = unpacked(shown)
    assert {0.03, 0.1, 1.0} <= set(sheet["values"])
    assert 31 <= len(sheet["values"]) <= 62
    for at in (0, sheet["values"].index(0.1), -1):
        alone = picture(Gaussian(sheet["values"][at]))
        spectrum, panels, *_ = sheet["heads"][at]["sheets"]
        assert panels["titles"] == titles(alone)
        assert spectrum["values"] == alone.decomposition.eigenvalues.tolist()
        largest = np.abs(alone.fields).max(axis=(1, 2), keepdims=True)
        wrong = np.minimum(
            np.abs(fields[at, :4] - alone.fields), np.abs(fields[at, :4] + alone.fields)
        )
        assert (wrong / largest).max() <= 1 / 65536 * 1.01
        scores = arrays["scores"][at, :4].T
        np.testing.assert_allclose(
            np.abs(scores), np.abs(alone.decomposition.scores[:, :4]), rtol=2e-7, atol=1e-12
        )


def test_the_errors_that_the_file_states_are_those_of_fits_halfway(shown):
    sheet, arrays, fields = unpacked(shown)
    (errors,) = np.array(sheet["errors"])
    for i in (3, 20):
        ends = sheet["values"][i : i + 2]
        middle = picture(Gaussian(float(np.sqrt(np.prod(ends)))))
        if (arrays["identities"][i, :6] != arrays["identities"][i + 1, :6]).any():
            continue
        drawn = (fields[i, :4] + fields[i + 1, :4]) / 2
        signs = np.sign((drawn * middle.fields).sum(axis=(1, 2), keepdims=True))
        largest = np.abs(middle.fields).max(axis=(1, 2))
        wrong = (np.abs(drawn - signs * middle.fields).max(axis=(1, 2)) / largest).max()
        assert wrong == pytest.approx(errors[i, 0], abs=1e-4)
        between = np.sqrt(np.prod([sheet["eigenvalues"][k][:4] for k in (i, i + 1)], axis=0))
        off = np.abs(between / middle.decomposition.eigenvalues[:4] - 1).max()
        assert off == pytest.approx(errors[i, 1], rel=1e-6)
    said = re.search(r"([\d.]+)\s% at most; scores", shown.sentence)
    assert float(said[1]) == pytest.approx(100 * errors[:, 0].max(), rel=0.06)


def test_functions_keep_their_signs_along_the_path_and_those_of_the_page(shown):
    sheet, arrays, fields = unpacked(shown)
    for i in range(len(sheet["values"]) - 1):
        for j, identity in enumerate(arrays["identities"][i, :4]):
            (after,) = np.flatnonzero(arrays["identities"][i + 1, :6] == identity) or (None,)
            if after is not None:
                assert (fields[i, j] * fields[i + 1, after]).sum() > 0
    like = picture(Gaussian(0.1))
    like = like.with_signs(np.where(np.arange(12) % 2, -1.0, 1.0))
    turned = explored(
        lambda values, samples: picture(Gaussian(values["width"]), samples),
        WIDTH, display=Display("three clusters", 4), origin=ORIGIN, like=like,
    )  # fmt: skip
    sheet, _, fields = unpacked(turned)
    at = sheet["values"].index(0.1)
    assert ((fields[at, :4] * like.fields).sum(axis=(1, 2)) > 0).all()


def test_another_parameter_has_solved_values_alone():
    offset, degree = Slider("offset", "offset", 1.0, 0.5, 2.0), Slider(
        "degree", "degree", 2, 1, 3, integer=True
    )  # fmt: skip
    asked = []

    def solve(values, samples):
        asked.append(values)
        return picture(Polynomial(values["degree"], values["offset"]), samples)

    shown = explored(solve, offset, degree, display=Display("", 2), origin=ORIGIN)
    sheet, arrays, _ = unpacked(shown)
    assert sheet["others"] == [1, 2, 3]
    assert len(arrays["steps"]) == 3 * len(sheet["values"])
    assert "for each of degree = 1, 2, 3, between which nothing is drawn" in shown.sentence
    assert all(isinstance(values["degree"], int) for values in asked)
    alone = explored(
        lambda values, samples: picture(Polynomial(values["degree"]), samples),
        degree, display=Display("", 2), origin=ORIGIN,
    )  # fmt: skip
    assert "Solved for 3 values" in alone.sentence
    assert "Between" not in alone.sentence


def test_a_range_without_components_is_refused_by_name():
    def solve(values, samples):
        whole = picture(Gaussian(values["width"]))
        return whole if values["width"] < 0.5 else Picture(
            fit(Gaussian(1.0), np.ones((5, 2)), 2), np.zeros((0, 5, 5)), np.ones((5, 2)),
            np.zeros(5, dtype=int), DATA.region,
        )  # fmt: skip

    with pytest.raises(ValueError, match=r"No component exists at width = 0\.\d+: take another"):
        explored(solve, WIDTH, origin=ORIGIN)
