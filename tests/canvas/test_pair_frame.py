"""A comparison as bytes: titles, shared scales, what has no partner."""

from __future__ import annotations

import zlib

import numpy as np
from support.frames import decode

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Laplacian, fit
from kpca_core.analysis.comparison import Side, paired
from kpca_core.drawing.canvas.origin import Origin
from kpca_core.drawing.canvas.pair_frame import Marked, pair_frame, shared_levels
from kpca_core.drawing.canvas.sentences import sentences

DATA = gaussian_clusters(seed="paper")


def side(kernel, **more):
    found = fit(kernel, DATA.X, 5, **more)
    return Side(found.eigenvalues, found.scores, found.expansion.on_grid(Grid.over(DATA.region, 9)))


def packed(found, first=None, **more):
    marked = Marked(DATA.X, DATA.labels)
    data = pair_frame(found, ("one", "other"), (first or marked, marked), DATA.region, **more)
    return decode(zlib.decompress(data[4:]))


def test_partners_share_letter_and_scale():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    header, arrays = packed(found)
    first, second, difference = header["sides"]
    assert [one["letter"] for one in second["tiles"]] == list("PQRST")
    assert first["name"] == "A: one"
    assert first["tiles"][0]["text"] == "1  λ = 22.558"
    overlap = found.matching.overlaps[2]
    assert difference["tiles"][2]["text"] == f"overlap {overlap:.3f}"
    np.testing.assert_array_equal(arrays["a.levels"], arrays["b.levels"])
    np.testing.assert_array_equal(arrays["a.levels"], arrays["d.levels"])
    largest = np.maximum(*(np.abs(s.fields).max(axis=(1, 2)) for s in (found.first, found.second)))
    np.testing.assert_allclose(arrays["a.levels"][:, -1], largest * 5 / 6, rtol=1e-6)
    np.testing.assert_allclose(
        arrays["d.fields"], found.first.fields - found.second.fields, atol=1e-6
    )
    assert header["largest"] == [float(angles[0]) for angles in found.angles]
    assert "5 of 5 functions of A have a partner" in header["description"]


def test_maps_of_both_sides_have_their_sentences():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    sides = packed(found)[0]["sides"]
    for one, kernel in zip(sides, (Gaussian(0.1), Laplacian(0.3)), strict=False):
        own = sentences(fit(kernel, DATA.X, 5), DATA.X, DATA.labels)
        assert [tile["sentence"] for tile in one["tiles"]] == own
    assert sides[0]["tiles"][0]["sentence"] == "Separates all 3 clusters."
    assert not any("sentence" in tile for tile in sides[2]["tiles"])


def test_sentences_are_about_the_points_of_both_sides():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    more = Marked(np.vstack([DATA.X, [9.0, 9.0]]), np.append(DATA.labels, 3))
    texts = [
        [tile["sentence"] for tile in packed(found, first)[0]["sides"][0]["tiles"]]
        for first in (None, more)
    ]
    assert texts[0] == texts[1]


def test_a_picture_can_say_where_it_comes_from():
    found = paired(side(Gaussian(0.1)), side(Laplacian(0.3)))
    header, _ = packed(found, origin=Origin("Two kernels", {"n": "90", "A": "one"}), file="maps")
    assert (header["title"], header["file"]) == ("Two kernels", "maps")
    assert header["caption"].startswith("Two kernels: n 90; A one. kpca-core ")


def test_small_eigenvalues_are_written_as_on_every_page():
    tiny = side(Gaussian(0.1) * 1e-7)
    header, _ = packed(paired(tiny, tiny))
    assert header["sides"][0]["tiles"][0]["text"] == "1  λ = 2.26×10⁻⁶"
    assert header["sides"][1]["tiles"][0]["said"].startswith("B, component 1, λ = 2.26×10⁻⁶")


def test_what_has_no_partner_says_so():
    found = paired(side(Gaussian(0.1)), side(Gaussian(0.1), centre=False))
    header, arrays = packed(found)
    first, second, difference = header["sides"]
    assert (second["tiles"][0]["letter"], second["tiles"][0]["mark"]) == ("", "new")
    assert [one["mark"] for one in second["tiles"][1:]] == ["↓"] * 4
    assert difference["tiles"][4]["text"] == "no partner"
    assert not arrays["d.fields"][4].any()
    assert len(first["tiles"]) == 5
    own, others = shared_levels(found)
    np.testing.assert_array_equal(own[0], others[1])
