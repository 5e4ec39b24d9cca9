"""A comparison as a scene: titles, shared scales, what has no partner, what moves."""

from __future__ import annotations

import numpy as np
from support.frames import decode, sheets
from support.sentences import sentences

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Laplacian, fit
from kpca_core.analysis.comparison import Side, paired
from kpca_core.drawing.canvas.pairs import Marked, pair_scene, shared_levels
from kpca_core.drawing.canvas.steps import quantised
from kpca_core.drawing.scene import Detail, pack

DATA = gaussian_clusters(seed="paper")


def side(kernel, **more):
    found = fit(kernel, DATA.X, 5, **more)
    return Side(found.eigenvalues, found.scores, found.expansion.on_grid(Grid.over(DATA.region, 9)))


def scene(found, first=None, **more):
    marked = Marked(DATA.X, DATA.labels)
    return pair_scene(found, ("one", "other"), (first or marked, marked), DATA.region, **more)


def packed(found, first=None, **more):
    """The sheets of both sides, of their differences and of the angles."""
    return sheets(decode(pack(scene(found, first, **more))))


def test_partners_share_letter_and_scale():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    first, second, difference, angles = packed(found)
    assert [one["badge"] for one in second["tiles"]] == list("PQRST")
    assert first["label"] == "A: one"
    assert first["tiles"][0]["text"] == "1  λ = 22.558"
    overlap = found.matching.overlaps[2]
    assert difference["tiles"][2]["text"] == f"overlap {overlap:.3f}"
    own = first["arrays"]["levels"]
    np.testing.assert_array_equal(own, second["arrays"]["levels"])
    np.testing.assert_array_equal(own, difference["arrays"]["levels"])
    largest = np.maximum(*(np.abs(s.fields).max(axis=(1, 2)) for s in (found.first, found.second)))
    np.testing.assert_allclose(own[:, -1], largest * 5 / 6, rtol=1e-6)
    np.testing.assert_allclose(
        difference["arrays"]["fields"], found.first.fields - found.second.fields, atol=1e-6
    )
    assert angles["largest"] == [float(one[0]) for one in found.angles]
    assert angles["smallest"] == [float(one[-1]) for one in found.angles]
    assert "5 of 5 functions of A have a partner" in scene(found).description


def test_maps_of_both_sides_have_their_sentences():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    sides = packed(found)
    for one, kernel in zip(sides, (Gaussian(0.1), Laplacian(0.3)), strict=False):
        own = sentences(fit(kernel, DATA.X, 5), DATA.X, DATA.labels)
        assert [tile["sentence"] for tile in one["tiles"]] == own
    assert sides[0]["tiles"][0]["sentence"] == "Separates all 3 clusters."
    assert not any(tile["sentence"] for tile in sides[2]["tiles"])


def test_sentences_are_about_the_points_of_both_sides():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    more = Marked(np.vstack([DATA.X, [9.0, 9.0]]), np.append(DATA.labels, 3))
    texts = [
        [tile["sentence"] for tile in packed(found, first)[0]["tiles"]] for first in (None, more)
    ]
    assert texts[0] == texts[1]


def test_under_the_pointer_points_stay_and_fields_have_11_bits():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    header, arrays = decode(pack(scene(found), {"n": 4}, Detail(9)))
    assert (header["n"], header["moving"], header["wordless"]) == (4, True, False)
    for k, fields in enumerate((found.first.fields, found.second.fields, found.differences)):
        own = {name for name in arrays if name.startswith(f"sheets.{k}.")}
        assert own == {f"sheets.{k}.{name}" for name in ("steps", "scales", "levels")}
        steps, scales = quantised(fields, 11)
        np.testing.assert_array_equal(arrays[f"sheets.{k}.steps"], steps)
        np.testing.assert_allclose(arrays[f"sheets.{k}.scales"], scales, rtol=1e-6)


def test_without_words_nothing_is_said_and_maps_are_marked_as_with_them(monkeypatch):
    found = paired(side(Gaussian(0.1)), side(Gaussian(0.1), centre=False))
    told = packed(found)
    monkeypatch.setattr("kpca_core.drawing.canvas.pairs.describe_functions", None)
    silent = sheets(decode(pack(scene(found), {}, Detail(9, words=False))))
    for one, other in zip(silent[:3], told, strict=False):
        assert "label" not in one
        marks = [
            {name: tile[name] for name in ("badge", "identity", "empty")} for tile in other["tiles"]
        ]
        assert [
            {name: tile[name] for name in mark}
            for tile, mark in zip(one["tiles"], marks, strict=True)
        ] == marks
        assert not any({"text", "said", "sentence"} & {*tile} for tile in one["tiles"])
    assert silent[3] == told[3]


def test_what_has_no_partner_says_so():
    found = paired(side(Gaussian(0.1)), side(Gaussian(0.1), centre=False))
    first, second, difference, _ = packed(found)
    assert (second["tiles"][0]["badge"], second["tiles"][0]["mark"]) == ("", "new")
    assert [one["mark"] for one in second["tiles"][1:]] == ["↓"] * 4
    assert difference["tiles"][4]["text"] == "no partner"
    assert not difference["arrays"]["fields"][4].any()
    assert len(first["tiles"]) == 5
    own, others = shared_levels(found)
    np.testing.assert_array_equal(own[0], others[1])
