"""The page "Compare": its settings, its files, and its sliders in a browser."""

from __future__ import annotations

import csv
import json
from functools import partial
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest
from support.alerts import alerts
from support.browser import come_to_rest
from support.explorer import Explorer, held, until
from support.frames import decode, opened_page, sheets
from support.frames import shown as frame_shown

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from views.answer import Answers
from views.hosts.streamlit.run import PICTURES
from views.hosts.streamlit.widgets import PAGES
from views.pages.compare.files import angles_csv, name_of
from views.pages.compare.solving import compared, points_of, second_field
from views.pages.compare.state import CompareState
from views.questions import asked_of, tried
from views.state.mark import Mark
from views.visits import Pictures

opened = partial(opened_page, "compare")


def shown(page: AppTest):
    """The header of the frame, and the sheets of both sides, the differences and the angles."""
    frame = frame_shown(page)
    return frame[0], sheets(frame)


def fields(page: AppTest) -> np.ndarray:
    """The functions of the first side."""
    return shown(page)[1][0]["arrays"]["fields"]


def state(**address: str) -> CompareState:
    return CompareState.of_address(address)


def test_the_page_shows_both_sides():
    header, (first, second, difference, _) = shown(opened())
    assert [one["label"] for one in (first, second, difference)] == [
        "A: Gaussian, width c = 0.1", "B: Laplacian, width w = 0.3", "A − B, after matching",
    ]  # fmt: skip
    assert [one["key"] for one in header["controls"]] == ["a_width", "b_decay"]
    assert header["title"] == "Two kernel PCAs of three clusters"
    assert header["caption"].startswith("Two kernel PCAs of three clusters: data gaussian_clusters")
    assert header["file"] == "kpca-clusters-gaussian-0.1-laplacian-0.3-maps"
    assert first["arrays"]["fields"].shape == (6, 60, 60)
    own = fit(Gaussian(0.1), gaussian_clusters(seed="paper").X, 6)
    for tile, value in zip(first["tiles"], own.eigenvalues, strict=True):
        assert tile["text"].endswith(f"λ = {value:.3f}")


def test_the_first_side_keeps_its_signs_until_it_begins_afresh():
    page = opened()
    canonical = fields(page)
    page.session_state[PICTURES] = Pictures({"compare": Mark(state(), "-" * 6)})
    np.testing.assert_array_equal(fields(page.run()), -canonical)
    page.session_state[PAGES]["compare"].afresh = True
    np.testing.assert_array_equal(fields(page.run()), canonical)


def test_one_slider_moves_both_sides_of_the_same_kernel():
    both = state(b_kernel="gaussian", one="true", a_width="0.4", b_width="0.9")
    assert both.linked
    assert both.second.kernel.values == {"width": 0.4}
    assert [p.key for p in both.sliders] == ["a_width"]
    moved = CompareState.of_query({**both.address(), "a_width": "0.7"})
    assert moved.first.kernel.values == moved.second.kernel.values == {"width": 0.7}
    assert CompareState.of_address(moved.address()) == moved
    apart = state(one="true")
    assert not apart.linked
    assert [p.key for p in apart.sliders] == ["a_width", "b_decay"]
    for wrong in ("1e9", "x", "nan"):
        with pytest.raises(ValueError, match="a_width cannot be"):
            apart.of_query({"a_width": wrong})


def test_colours_stay_while_a_slider_moves():
    """Fits alone flip the second function between the widths 0.3 and 0.4."""
    page = opened(a_width="0.1")
    before, flips = fields(page), 0
    for width in (0.17, 0.3, 0.4, 0.75):
        page.session_state["side a_width"] = width
        now = fields(page.run())
        flips += int(((now * before).sum(axis=(1, 2)) < 0)[:2].sum())
        before = now
    assert flips == 0
    narrow, wide = (second_field(state(b_kernel="gaussian", b_width=w), 1) for w in ("0.3", "0.4"))
    assert (narrow * wide).sum() < 0


def asked(page: AppTest, **more) -> str:
    header, _ = shown(page)
    address = urlencode({**dict(parse_qsl(header["address"])), "a_width": "0.75"})
    known = {"n": 1, "page": "compare", "address": address, "detail": {}, "before": header}
    return json.dumps({**known, **more})


def test_under_the_pointer_is_what_the_page_shows_at_rest_with_the_signs_before_it():
    page = opened(a_width="0.1")
    answers, before = Answers(), fields(page)
    for n, width in enumerate((0.17, 0.3, 0.4, 0.75), 1):
        address = urlencode({"a_width": str(width)})
        frame = decode(tried(asked_of(answers, asked(page, n=n, address=address))[1].frame)())
        moved, now = frame[0], sheets(frame)[0]["arrays"]["fields"]
        assert moved["n"] == n
        assert ((now * before).sum(axis=(1, 2)) > 0)[:2].all()
        before = now
    settled = frame_shown(opened(a_width="0.75"))
    for one, other in zip(sheets(frame), sheets(settled), strict=True):
        assert one | {"arrays": 0} == other | {"arrays": 0}
    assert moved["address"] == settled[0]["address"]
    expected = sheets(settled)[0]["arrays"]["fields"]
    np.testing.assert_allclose(np.abs(before), np.abs(expected), atol=1e-6)


def test_a_frame_under_the_pointer_has_no_more_samples_than_asked_for_nor_than_at_rest():
    page = opened()
    for samples, expected in ((30, 30), (100, 60)):
        detail = {"samples": samples, "words": True}
        _, question = asked_of(Answers(), asked(page, detail=detail))
        header, arrays = decode(question.frame())
        assert header["values"]["a_width"] == 0.75
        for k in range(3):
            assert arrays[f"sheets.{k}.steps"].shape == (6, expected, expected)
        assert header["sheets"][0]["label"] == "A: Gaussian, width c = 0.75"
        silent, _ = decode(asked_of(Answers(), asked(page, detail={"samples": 30}))[1].frame())
        assert silent["wordless"]
        assert "text" not in silent["sheets"][0]["tiles"][0]


def test_an_additional_point_is_drawn_but_not_compared():
    _, (first, second, *_) = shown(opened(b_outlier="true"))
    assert second["groups"] == ["cluster 1", "cluster 2", "cluster 3", "additional point"]
    points = [len(one["arrays"]["points"]) for one in (first, second)]
    assert points == [90, 91]
    assert second["arrays"]["labels"][-1] == 3
    found = compared(state(b_outlier="true")).pairing
    assert found.second.scores.shape == (90, 6)
    data = gaussian_clusters(seed="paper")
    x, y = points_of(data, True)[-1]
    assert data.region[0][0] < x < data.region[0][1]
    assert data.region[1][0] < y < data.region[1][1]


def test_a_kernel_without_landmarks_says_what_to_do():
    page = opened(b_kernel="sigmoid", b_fit="20")
    assert "not known to be positive semidefinite" in alerts(page.error)[0]
    few = opened(data="rings", ring_n="4", b_kernel="gaussian", b_fit="50")
    assert not few.error


def test_the_table_holds_partners_and_angles():
    address = {"b_kernel": "gaussian", "b_centred": "false"}
    lines = angles_csv(state(**address), "http://explorer.test/compare").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert "# B: Gaussian(width=0.1), not centred" in comments
    rows = list(csv.DictReader(lines[len(comments) :]))
    pairing = compared(state(**address)).pairing
    assert [row["partner_b"] for row in rows] == ["2", "3", "4", "5", "6", ""]
    largest = [float(row["largest"]) for row in rows]
    np.testing.assert_array_equal(largest, [angles[0] for angles in pairing.angles])
    assert name_of(state(b_kernel="gaussian", b_fit="20").second).endswith("with 20 landmarks")


@pytest.mark.browser
def test_the_picture_can_be_saved_and_a_slider_moves_its_side(app_url, new_tab):
    tab = new_tab((1280, 900))
    tab.goto(f"{app_url}/compare?components=3")
    root = tab.locator("[data-paints] .pairs")
    root.wait_for()
    come_to_rest(tab)
    heading = root.locator("h2").first
    assert heading.inner_text() == "A: Gaussian, width c = 0.1"
    assert root.locator(".tile").count() == 9
    assert root.locator(".labels .entry").all_inner_texts() == [f"cluster {k}" for k in (1, 2, 3)]
    scale = root.locator(".key")
    assert " ".join(scale.inner_text().split()) == "A: f₁ −0.61 0 +0.61"
    # The maps of both sides say what they show, the differences do not.
    tiles = root.locator(".tile")
    said = [tiles.nth(k).get_attribute("aria-label").partition(": ")[2] for k in range(9)]
    assert said[0].endswith(": Separates all 3 clusters.")
    assert root.locator(".sentence:visible").count() == 6
    tiles.nth(7).hover()
    assert " ".join(scale.inner_text().split()) == "A − B: f₂ −0.67 0 +0.67"
    assert "A − B, panel 2: from blue at −0.67" in scale.get_attribute("aria-label")
    tab.locator(".term", has_text="Principal angles").first.hover()
    tooltip = tab.locator(".tooltip:visible")
    until(lambda: "between two subspaces" in "".join(tooltip.all_inner_texts()), 5, "no words")
    with tab.expect_download() as saving:
        tab.get_by_role("button", name="PNG").click()
    assert saving.value.suggested_filename == "kpca-clusters-gaussian-0.1-laplacian-0.3-maps.png"
    with Image.open(saving.value.path()) as picture:
        told = picture.text
    assert told["Title"] == "Two kernel PCAs of three clusters"
    kernels = ("A Gaussian(width=0.1)", "B Laplacian(width=0.3)")
    for part in (*kernels, "gaussian_clusters(seed='paper'", "n 90", "kpca-core", tab.url):
        assert part in told["Description"], part
    root.locator("input[type=range]").first.press("End")
    until(lambda: "100" in heading.inner_text(), 20, "side A does not follow")
    until(lambda: heading.inner_text() == "A: Gaussian, width c = 100.0", 20, "side A stays")
    tab.wait_for_function("location.search.includes('a_width=100')")


@pytest.mark.browser
def test_both_sides_follow_the_pointer_over_the_socket_and_settle_once(app_url, new_tab):
    tab = new_tab((1280, 900))
    page = Explorer(tab, f"{app_url}/compare?components=3")
    page.drawn("Compare")
    tab.evaluate(HEAR)
    heading = page.host.locator("h2").first
    tiles = page.host.locator(".tile")
    rest, paints = tiles.nth(6).get_attribute("aria-label"), page.paints
    with held(page, 0.3) as drag:
        for step in range(12):
            drag(0.3 + 0.03 * step)
            tab.wait_for_timeout(30)
        until(lambda: page.paints >= paints + 3, 20, "nothing was drawn during the drag")
        assert "a_width" not in page.address
        # The words come soon after the pointer stands still.
        until(
            lambda: heading.inner_text() == f"A: Gaussian, width c = {page.value}", 20, "no words"
        )
        assert tiles.nth(6).get_attribute("aria-label") != rest
        assert page.value != 0.1
    until(lambda: page.address.get("a_width") == str(page.value), 20, "it is not settled")
    page.idle()
    asked = tab.evaluate("asked")
    assert {one["page"] for one in asked} == {"compare"}
    # As fine as the panels' pixels, and words only ten times a second.
    assert all(24 <= one["detail"]["samples"] <= 120 for one in asked)
    assert not all(one["detail"]["words"] for one in asked)
    tab.get_by_role("button", name="Undo").click()
    until(lambda: heading.inner_text() == "A: Gaussian, width c = 0.1", 20, "nothing is undone")
    page.idle()
    assert tiles.nth(6).get_attribute("aria-label") == rest
    assert page.troubles == []


# Notes the questions that leave by the socket.
HEAR = """() => {
    window.asked = [];
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
        if (this.url.includes('/frames') && data[0] === '{') asked.push(JSON.parse(data));
        return send.call(this, data);
    };
}"""
