"""Scenes: what a frame at rest has, and what one under the pointer leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from kpca_core.drawing import sheets
from kpca_core.drawing.marks import Entry, Line, Plot
from kpca_core.drawing.scene import Detail, Scene, Sheet, Slider, array, pack, still, words
from kpca_core.drawing.sheets import Tile, polylines, stacked
from tests.support.frames import decode

FIELDS = np.linspace(-1, 1, 24).reshape(2, 3, 4)
POINTS = np.array([[0.0, 1.0], [2.0, 3.0]])


@dataclass(frozen=True, eq=False)
class Part:
    name: str
    curve: Any = array(np.float32, default=None)


@dataclass(frozen=True, eq=False)
class Maps(Sheet):
    kind: ClassVar[str] = "maps"

    fields: Any = array(np.float32, fine=True)
    points: Any = array(np.float32, still=True)
    slopes: Any = array(np.float32, default=None)
    region: tuple[float, ...] = still(default=(0.0, 1.0))
    titles: Sequence[str] = words(default=())
    parts: Sequence[Part] = ()


SCENE = Scene(
    [Maps(FIELDS, POINTS, titles=["a", "b"], parts=[Part("one", POINTS), Part("two")])],
    controls=[Slider("width", "c", 0.5, 0.1, 1.0)],
    description="two maps",
)  # fmt: skip


def test_a_frame_at_rest_has_everything() -> None:
    header, arrays = decode(pack(SCENE, {"n": 3, "address": "c=1"}))
    (sheet,) = header["sheets"]
    assert (header["n"], header["address"], header["description"]) == (3, "c=1", "two maps")
    assert header["controls"][0]["value"] == 0.5
    assert (sheet["kind"], sheet["region"], sheet["titles"]) == ("maps", [0, 1], ["a", "b"])
    assert sheet["slopes"] is None
    assert sheet["parts"] == [{"name": "one"}, {"name": "two", "curve": None}]
    np.testing.assert_array_equal(arrays["sheets.0.fields"], FIELDS.astype(np.float32))
    np.testing.assert_array_equal(arrays["sheets.0.points"], POINTS)
    np.testing.assert_array_equal(arrays["sheets.0.parts.0.curve"], POINTS)


def test_a_frame_under_the_pointer_leaves_out_what_stands_still() -> None:
    header, arrays = decode(pack(SCENE, {}, Detail(3)))
    (sheet,) = header["sheets"]
    assert (header["moving"], header["wordless"]) == (True, False)
    assert header["values"] == {"width": 0.5}
    assert not {"controls", "region"} & {*header, *sheet}
    assert sheet["titles"] == ["a", "b"]
    assert sheet["slopes"] is None, "what there is none of now is said"
    assert set(arrays) == {"sheets.0.steps", "sheets.0.scales", "sheets.0.parts.0.curve"}
    steps = np.cumsum(np.cumsum(arrays["sheets.0.steps"].astype(int), -1), -2)
    drawn = (steps + 0.5) * arrays["sheets.0.scales"][:, None, None]
    np.testing.assert_allclose(drawn, FIELDS, atol=2 / 2**11)


def test_a_frame_without_words_has_none() -> None:
    header, _ = decode(pack(SCENE, {}, Detail(3, words=False)))
    assert header["wordless"]
    assert not {"description", "titles"} & {*header, *header["sheets"][0]}


def test_frames_are_deflated_where_the_line_is_slow_or_they_are_kept() -> None:
    for data in (pack(SCENE, {}, Detail(3, deflate=True)), pack(SCENE, level=6)):
        assert data[:4] == b"\xff\xff\xff\xff"
        assert decode(data)[0]["sheets"][0]["kind"] == "maps"


def test_what_stands_in_a_sheet_says_its_kind_and_has_numbers_of_five_digits() -> None:
    line = Line(np.array([[0.1234567, -2.0], [1 / 3, 123456.7]]), "blue")
    plot = Plot([line], ((0.0, 1.0), (0.0, 1.0)), "a plot", "two ends", key=[Entry("a line")])
    header, arrays = decode(pack(Scene([plot], description="a plot")))
    (sheet,) = header["sheets"]
    assert (sheet["kind"], sheet["title"], sheet["share"]) == ("plot", "a plot", 1.0)
    (mark,) = sheet["marks"]
    assert (mark["kind"], mark["colour"]) == ("line", "blue")
    assert mark["xy"] == [[0.12346, -2.0], [0.33333, 123460.0]]
    assert sheet["key"] == [{"words": "a line", "colour": "", "mark": "line", "label": 0}]
    assert not arrays


def test_maps_have_zeros_where_there_is_no_map_and_lines_one_after_the_other() -> None:
    square, bend = POINTS, np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    tiles = [Tile("one", **polylines([square, bend])), Tile("none", empty=True, **polylines([]))]
    fields = stacked([np.ones((3, 4)), None])
    sheet = sheets.Maps(tiles, ((0.0, 1.0), (0.0, 1.0)), fields, np.zeros((2, 0)), points=POINTS)
    header, arrays = decode(pack(Scene([sheet])))
    assert [tile["empty"] for tile in header["sheets"][0]["tiles"]] == [False, True]
    assert arrays["sheets.0.fields"].tolist() == [[[1.0] * 4] * 3, [[0.0] * 4] * 3]
    assert arrays["sheets.0.tiles.0.starts"].tolist() == [0, 2, 5]
    assert len(arrays["sheets.0.tiles.0.curve"]) == 5
    assert not [name for name in arrays if name.startswith("sheets.0.tiles.1")]
    assert stacked([None, None]).shape == (2, 2, 2)
