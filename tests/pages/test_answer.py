"""A page answers from a plain prompt: the whole scene, a frame as it moves, its files."""

from __future__ import annotations

import re
import zlib

import numpy as np
import pytest
from support.frames import decode

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core.drawing.scene import Detail
from views.answer import Answers, answer, main
from views.pages.page import page_of
from views.state.mark import Mark


def frame_in(header, arrays, name="Drawing"):
    (block,) = (one for one in header["scene"] if one["block"] == name)
    data = arrays[block["frame"]].tobytes()
    return decode(zlib.decompress(data[4:]) if data[:4] == b"\xff" * 4 else data)


def test_a_scene_has_its_blocks_and_frames_and_what_sets_it():
    header, arrays = decode(answer("explore", "kernel=gaussian&components=3&hide=grid&lock=scale"))
    assert header["page"] == "explore"
    assert header["address"] == {"hide": "grid", "lock": "scale", "components": "3"}
    drawn, fields = frame_in(header, arrays)
    own = fit(Gaussian(0.1), gaussian_clusters(seed="paper").X, 3)
    shown = [float(re.search(r"λ = ([\d.]+)", one)[1]) for one in map(str, drawn["titles"])]
    np.testing.assert_allclose(shown, own.eigenvalues, atol=5e-4)
    assert fields["fields"].shape[0] == 3
    controls = {one["key"]: one for one in controls_in(header["controls"])}
    assert "grid" not in controls
    assert controls["scale"]["locked"]
    assert not controls["components"]["locked"]
    assert (controls["components"]["value"], controls["components"]["high"]) == ("3", 16)
    assert ["gaussian", "Gaussian"] in controls["kernel"]["options"]


def controls_in(entries):
    for one in entries:
        if one["block"] == "Control":
            yield one
        for place in one.get("places", [one.get("blocks", [])]):
            yield from controls_in(place)


def test_a_moving_frame_follows_the_picture_before_it():
    first = page_of("explore").state.of_address({})
    before = Mark(first, "-" * 16).shown
    moved = answer("explore", {"width": "0.101"}, detail=Detail(20), before=before)
    header, arrays = decode(moved)
    canonical = decode(answer("explore", {"width": "0.101"}, detail=Detail(20)))[1]
    np.testing.assert_allclose(arrays["steps"], -canonical["steps"], atol=2)
    assert header["signs"] == "-" * 16


def test_a_reader_is_followed_by_numbers_of_questions():
    answers, signs = Answers(), []
    for n, width in enumerate((0.1, 0.3, 0.4), 1):
        asked = answers.to("explore", {"width": repr(width)}, n=n, detail=Detail(20))
        signs.append(decode(asked.frame())[0]["signs"])
    alone = decode(answer("explore", {"width": "0.4"}, detail=Detail(20)))[0]["signs"]
    assert set(alone) <= {"+"}
    assert len({*signs}) > 1  # some function would have swapped its colours


@pytest.mark.parametrize(
    ("name", "address", "said"),
    [
        ("nowhere", "", "There is no page 'nowhere'; there are explore, method, sweep"),
        ("explore", "kernel=nonsense", "The page explore has no kernel=nonsense."),
    ],
)
def test_nonsense_is_a_message(name, address, said, capsys):
    assert main([name, address]) == 2
    assert said in capsys.readouterr().err


def test_what_takes_too_long_does_not_move():
    with pytest.raises(ValueError, match="too long to follow the pointer"):
        answer("explore", "kernel=matern&per_cluster=1000&grid=200&chance=true", detail=Detail(20))


def test_the_program_writes_scene_frame_and_files(tmp_path, capsys):
    out = tmp_path / "frame.bin"
    assert main(["explore", "data=rings&kernel=polynomial", "--out", str(out)]) == 0
    assert decode(out.read_bytes())[0]["address"] == {"data": "rings", "kernel": "polynomial"}
    assert main(["explore", "data=rings", "--samples", "20", "--out", str(out)]) == 0
    assert decode(out.read_bytes())[1]["steps"].shape[1:] == (20, 20)
    assert main(["compare", "", "--file", "angles.csv", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("# Title: Two kernel PCAs of three clusters")
    assert main(["compare", "", "--file", "nothing.csv"]) == 2
    assert "There is no file 'nothing.csv'; there are kpca-" in capsys.readouterr().err


def test_what_no_address_holds_is_answered_to_as_a_browser_sends_it():
    header, arrays = decode(
        answer("explore", {"components": "2"}, beside={"selected": [5, 0, "x"]})
    )
    (listed,) = (one for one in header["scene"] if one.get("key") == "selected")
    assert "**2 points selected**" in listed["blocks"][0]["text"]
    assert frame_in(header, arrays)[0]["selected"] == [0, 5]
    header, _ = decode(answer("explore", {}, beside={"selected": "nonsense"}))
    assert not [one for one in header["scene"] if one.get("key") == "selected"]
