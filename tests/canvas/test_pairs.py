"""A comparison as a scene: titles, shared scales, what has no partner, what moves."""

from __future__ import annotations

import numpy as np
from support.frames import decode, sheets

from datasets import gaussian_clusters
from kpca_core import Gaussian, Grid, Laplacian, fit
from kpca_core.analysis.comparison import Side, paired
from kpca_core.drawing.canvas.pairs import Marked, pair_scene, shared_levels
from kpca_core.drawing.scene import pack

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
