"""The page "Compare": its settings, its files, and its sliders in a browser."""

from __future__ import annotations

import json
from functools import partial
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from support.explorer import Explorer, held, until
from support.frames import decode, opened_page, sheets
from support.frames import shown as frame_shown

from views.answer import Answers
from views.pages.compare.state import CompareState
from views.questions import asked_of, tried

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


@pytest.mark.browser
def test_both_sides_follow_the_pointer_over_the_socket_and_settle_once(app_url, new_tab):
    tab = new_tab((1280, 900))
    page = Explorer(tab, f"{app_url}/compare?components=3")
    page.drawn("Compare")
    scale = page.host.locator(".key")
    page.host.locator(".tile").nth(7).hover()
    assert " ".join(scale.inner_text().split()) == "A − B: f₂ −0.67 0 +0.67"
    assert "A − B, panel 2: from blue at −0.67" in scale.get_attribute("aria-label")
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
