"""A place among the scores, on Explore, Own data and Denoise: address, frames, words and files."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from support.frames import decode

from datasets import gaussian_clusters
from kpca_core import Gaussian, Linear, fit
from kpca_core.drawing.canvas.back import columns_of
from kpca_core.drawing.scene import Detail
from kpca_core.feature_space.preimage import from_scores
from kpca_core.tables.rows import Rows
from views.answer import answer
from views.pages.denoise import images as digits
from views.pages.denoise.state import DenoiseState
from views.pages.explore.picture import arrays_npz
from views.pages.explore.state import ExploreState
from views.pages.page import Seen, page_of, shown_after
from views.scene import Code, every
from views.state.fields import BACK
from views.state.mark import Mark

MOVING = Detail(25)
HERE = {"view": "scores", "i": "1", "j": "2", "grid": "25", "components": "3"}
FITTED = fit(Gaussian(0.1), gaussian_clusters(seed="paper").X, 16)


def placed(page: str, address: dict[str, str], **more) -> dict:
    return decode(answer(page, address, detail=MOVING, **more))[0]["aspect"]


@given(st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e9, 1e9)))
def test_a_place_has_one_text_and_is_read_from_it(place):
    assert BACK.parse(BACK.write(place)) == place
    state = ExploreState.of_address({**HERE, "back": BACK.write(place)})
    assert (state.back, ExploreState.of_address(state.address())) == (place, state)
    assert state.problem == ExploreState.of_address(HERE).problem


@pytest.mark.parametrize(
    "wrong", ["nan,1", "1e400,0", "1,2,3", "1", "a,b", ",", "0,inf", "0x1,2", "1," + "0" * 99]
)
def test_what_is_no_place_is_told_as_of_other_settings(wrong):
    for page in ("explore", "denoise"):
        address = {"view": "scores", "show": "scores", "back": wrong}
        address.pop("show" if page == "explore" else "view")
        with pytest.raises(ValueError, match="has no back="):
            answer(page, address)
        with pytest.raises(ValueError, match="back cannot be"):
            answer(page, address, detail=MOVING)
    assert ExploreState.of_address({**HERE, "back": wrong}).back is None


def test_without_the_scores_or_a_place_there_is_nothing_of_it():
    assert "place" not in placed("explore", HERE)
    assert ExploreState.of_address({"view": "gram", "back": "1,2"}).address() == {"view": "gram"}
    assert ExploreState.of_address({**HERE, "back": ""}) == ExploreState.of_address(HERE)


def test_a_frame_under_the_pointer_has_the_pre_image_and_what_is_said_of_it():
    found = from_scores(FITTED.expansion, (0, 1), (0.6, -0.3))
    sheet = placed("explore", {**HERE, "back": "0.6,-0.3"})
    assert (sheet["pair"], sheet["place"], sheet["near"]) == ([1, 2], [0.6, -0.3], found.is_near)
    assert sheet["image"] == pytest.approx(found.point, abs=1e-3)
    assert f"‖φ(y) − t‖² = {found.objective:.3f}" in sheet["said"]
    assert "marked on the maps" in sheet["said"]
    mean = placed("explore", {**HERE, "back": "0,0"})["said"]
    assert "No pre-image comes near" in mean
    assert "outside the maps" not in mean
    assert (
        "outside the maps" in placed("explore", {**HERE, "kernel": "linear", "back": "9,0"})["said"]
    )


def test_at_rest_it_is_what_the_library_finds():
    page = page_of("explore")
    state = ExploreState.of_address({**HERE, "back": "0.3,0.2"})
    shown = shown_after(page, state)
    content = arrays_npz(
        state.grid(state.data.build()), state, shown, None, shown.found, lambda: ORIGIN
    )
    arrays = np.load(io.BytesIO(content))
    found = from_scores(FITTED.expansion, (0, 1), (0.3, 0.2))
    np.testing.assert_allclose(arrays["pre_image"], found.point, atol=1e-7)
    assert float(arrays["objective"]) == pytest.approx(found.objective, abs=1e-10)
    assert arrays["place"].tolist() == [[1, 2], [0.3, 0.2]]
    (code,) = [
        one.text for one in every(page.files(shown, Seen()))
        if isinstance(one, Code) and "from_scores" in one.text
    ]  # fmt: skip
    printed: list = []
    exec(code, {"decomposition": FITTED, "print": printed.append})
    np.testing.assert_allclose(printed[0].point, found.point, atol=1e-7)


class ORIGIN:
    npz = staticmethod(lambda **arrays: _saved(arrays))


def _saved(arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize("signs", ["", "+-", "-+", "--"])
def test_an_address_has_canonical_signs_and_the_screen_those_of_its_picture(signs):
    address = {**HERE, "back": "0.3,-0.2"}
    state = ExploreState.of_address(address)
    sheet = placed("explore", address, before=Mark(state, signs).shown)
    factors = [-1 if sign == "-" else 1 for sign in signs.ljust(2, "+")]
    assert sheet["place"] == pytest.approx([0.3 * factors[0], -0.2 * factors[1]])
    # The points turn with the place, and the same pre-image comes back.
    assert sheet["image"] == placed("explore", address)["image"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"kernel": "sigmoid"}, "not positive semidefinite"),
        ({"kernel": "linear", "j": "9"}, "no component 9"),
        ({"back": "1e200,0"}, "1e+200"),
    ],
)
def test_where_there_is_no_pre_image_the_page_says_why(more, said):
    sheet = placed("explore", {**HERE, "back": "0.1,0.1", **more})
    assert said in sheet["said"]
    assert sheet["image"] is None
    assert not sheet["near"]


def test_a_row_of_a_table_comes_back_with_the_columns_that_differ_most():
    answer("table", {"data": "iris", "grid": "25"})
    address = {"data": "iris", "grid": "25", "kernel": "linear", "j": "2"}
    sheet = placed("table", {**address, "back": "2,1"})
    X = load_iris().data
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    found = fit(Linear(), Z, 4)
    y = from_scores(found.expansion, (0, 1), (2, 1)).point
    own = y * X.std(axis=0) + X.mean(axis=0)
    values = [float(line[1]) for line in sheet["lines"]]
    order = np.argsort(-np.abs(y))
    assert values == pytest.approx(own[order], rel=1e-3)
    nearest = int(np.square(Z - y).sum(axis=1).argmin())
    assert sheet["heads"][-1] == f"Nearest row, line {nearest + 1}"
    assert [float(line[3]) for line in sheet["lines"]] == pytest.approx(X[nearest][order])


def test_a_zero_of_a_standardised_table_is_listed_as_zero():
    raw = np.abs(np.random.default_rng(0).normal(size=(50, 3)).round(1)) * [0.1, 3.0, 1e6]
    raw[:9] = 0
    means, scales = raw.mean(axis=0), raw.std(axis=0)
    X = (raw - means) / scales
    assert (X[0] * scales + means).any(), "rounding leaves nothing"
    table = Rows(
        X, ["a", "b", "c"], np.zeros(50, int), (), np.arange(50), means=means, scales=scales
    )
    assert [line[3] for line in columns_of(table, X[20], X[0])] == ["0", "0", "0"]


def test_a_digit_comes_back_as_an_image(monkeypatch):
    monkeypatch.setattr(digits, "TRAINING", 120)
    state = DenoiseState.of_address({"show": "scores", "back": "0.1,-0.2", "i": "2", "j": "3"})
    assert state.address()["back"] == "0.1,-0.2"
    assert "back" not in DenoiseState.of_address({"show": "digits", "back": "1,1"}).address()
    header, arrays = decode(answer("denoise", state.address(), detail=MOVING))
    sheet, labelled, image = header["sheets"]
    assert (sheet["pair"], sheet["place"], labelled["kind"]) == ([2, 3], [0.1, -0.2], "labelled")
    assert "first image" in sheet["said"] or "No pre-image comes near" in sheet["said"]
    X = digits.scored(state.images).expansion.points
    y = from_scores(digits.scored(state.images).expansion, (1, 2), (0.1, -0.2)).point
    shown = arrays["sheets.2.blocks.0.pixels"]
    np.testing.assert_allclose(shown[::5, ::5].ravel(), y, atol=0.02)
    nearest = arrays["sheets.2.blocks.1.pixels"][::5, ::5].ravel()
    assert math.isclose(np.abs(X - nearest).max(axis=1).min(), 0.0, abs_tol=1e-6)
    assert len(image["heads"]) == 2
    again = decode(answer("denoise", {"show": "scores", "i": "2", "j": "2"}, detail=MOVING))[0]
    assert [one["kind"] for one in again["sheets"]] == ["scores", "labelled"]
    assert again["sheets"][0]["pair"] == [2, 3]
