"""Infinitely many points beside the sample: on "Explore", and in a step of "Method"."""

from __future__ import annotations

import io

import numpy as np
import pytest
from support.files import files
from support.frames import decode

from kpca_core import Gaussian, fit
from kpca_core.analysis.limits import LAWS, Circle, Normal, beside
from kpca_core.datasets import FAMILIES
from kpca_core.drawing.marks import ink
from kpca_core.drawing.scene import Detail, pack
from kpca_core.grid import Grid
from views.answer import Answers
from views.pages.explore.state import ExploreState
from views.pages.method.figures import scene_of
from views.pages.method.figures.limit import FAST, measured
from views.pages.method.state import MethodState

CIRCLE = {"data": "circle", "circle_n": "300", "width": "0.5", "limit": "true"}


def frame(detail=None, before=None, **address):
    return decode(Answers().to("explore", address, detail=detail, before=before).frame())


@pytest.mark.parametrize(
    ("scale", "factor"), [("eigenvalue", 300.0), ("variance", 1.0), ("fraction", None)]
)
def test_explore_draws_the_limit_in_the_unit_of_the_bars(scale, factor):
    header, arrays = frame(**CIRCLE, scale=scale)
    limit = Circle().limit(Gaussian(0.5), 8)
    expected = limit.eigenvalues[:8] * (1 / limit.trace if factor is None else factor)
    np.testing.assert_allclose(header["spectrum"]["limit"], expected)
    data = FAMILIES["circle"].build(n=300, seed=0)
    found = fit(Gaussian(0.5), data.X, 8)
    own = beside(limit, data.X, found.scores)
    ny, nx = arrays["limits"].shape[1:]
    drawn = own.functions(Grid.over(data.region, nx).rows).T.reshape(-1, ny, nx)
    np.testing.assert_allclose(np.abs(arrays["limits"]), np.abs(drawn), atol=1e-5)
    # The lines have the signs of the maps: both go from the same corner to the same corner.
    fields, lines = arrays["fields"], arrays["limits"]
    for there in ((0, 0), (0, -1), (-1, 0)):
        sure = np.abs(lines[:, *there]) > 0.2 * np.abs(lines).max(axis=(1, 2))
        assert (np.sign(fields[:, *there]) == np.sign(lines[:, *there]))[sure].all()
    for j, sentence in enumerate(header["sentences"]):
        m = j // 2 + 1
        named = f"cos {m if m > 1 else ''}θ, sin {m if m > 1 else ''}θ"
        assert f"Limit: a rotation of {named}, with λ" in sentence
        assert f"difference {own.errors[j]:.2g}." in sentence


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ({"data": "normal"}, "take centring off"),
        ({"data": "segment", "centred": "false"}, "needs the Laplacian"),
        ({"data": "circle", "kernel": "laplacian"}, "kernel of the angle"),
        ({"data": "rings"}, "no limit is known here"),
    ],
)
def test_where_no_limit_is_drawn_the_page_says_why(address, why):
    header, arrays = frame(**address, limit="true")
    assert why in header["legend"]
    assert "limits" not in arrays
    assert header["spectrum"]["limit"] == []


@pytest.mark.parametrize("data", LAWS)
def test_the_number_of_points_is_under_the_pointer(data):
    kernel = {"segment": "laplacian"}.get(data, "gaussian")
    address = {"data": data, "kernel": kernel, "centred": "false", "limit": "true"}
    rest, _ = frame(**address)
    slider = rest["controls"][-1]
    assert (slider["name"], slider["min"], slider["max"], slider["log"]) == (
        f"{data}_n", 10, 3000, True,
    )  # fmt: skip
    moving, arrays = frame(Detail(30), **{**address, f"{data}_n": "2000"})
    assert moving["values"][f"{data}_n"] == 2000
    assert arrays["points"].shape == (2000, 2)
    assert moving["sentences"][0].count("Limit: ") == 1


def test_signs_stay_while_points_are_added():
    normal = {"data": "normal", "width": "0.5", "centred": "false", "normal_n": "300"}
    header, first = frame(**normal)
    said = {key: header[key] for key in ("n", "address", "signs")}
    flipped = {**said, "signs": 16 * "-"}
    for shown, sign in ((said, 1), (flipped, -1)):
        _, more = frame(before=shown, **{**normal, "normal_n": "310"})
        assert (sign * (first["fields"] * more["fields"]).sum(axis=(1, 2)) > 0)[:3].all()


def test_the_step_of_method_shows_the_same_numbers_as_the_library():
    state = MethodState.of_address({"law": "normal", "width": "0.5", "j": "2", "many": "400"})
    header, _ = decode(pack(scene_of(state, "limit")))
    functions, eigenvalues, fall = header["sheets"]
    X = FAMILIES["normal"].build(n=400, seed=0).X[:, :1]
    limit, found = Normal(0.5, 1).limit(Gaussian(0.5), 8), fit(Gaussian(0.5), X, 8, centre=False)
    own = beside(limit, X, found.scores)
    sample, points, exact = functions["marks"]
    t = np.array(exact["xy"])
    np.testing.assert_allclose(t[:, 1], own.functions(t[:, :1])[:, 1], atol=1e-4)
    np.testing.assert_allclose(np.array(sample["xy"])[:, 1], found.expansion(t[:, :1])[:, 1],
                               atol=1e-4)  # fmt: skip
    assert f"difference is {own.errors[1]:.2g}" in functions["note"]
    assert "not centred" in functions["title"]
    bars, marks = eigenvalues["marks"]
    np.testing.assert_allclose(bars["values"], found.variances, rtol=1e-4)
    np.testing.assert_allclose(np.array(marks["xy"])[:, 1], limit.eigenvalues, rtol=1e-4)
    assert fall["kind"] == "hidden"
    assert len(points["xy"]) == 300


def test_the_fall_is_shown_to_who_asks_and_has_the_measured_slopes():
    state = MethodState.of_address({"width": "0.5"})
    header, _ = decode(pack(scene_of(state, "limit", True)))
    errors, said = measured("normal", Gaussian(0.5))
    assert errors.shape == (len(FAST), 30, 8)
    assert header["sheets"][2]["note"].startswith(said)
    assert header["answer"].startswith(said)
    without = MethodState.of_address({"law": "segment"})
    header, _ = decode(pack(scene_of(without, "limit", True)))
    assert [one["kind"] for one in header["sheets"]] == ["plot"]
    assert "needs the Laplacian" in header["answer"]


def test_prints_and_arrays_have_the_limit_too():
    offered = files(ExploreState.of_address({**CIRCLE, "grid": "25"}))
    with np.load(io.BytesIO(offered["arrays.npz"]())) as arrays:
        assert arrays["limits"].shape == (8, 25, 25)
    # Dashed lines on eight maps, and eight marks at the bars.
    assert offered["figure.svg"]().decode().count(ink("green", "light")) >= 16
