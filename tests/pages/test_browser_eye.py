"""What only a browser can show of the drawing: widths, fingers, words that explain themselves."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from support.explorer import held, until

pytestmark = pytest.mark.browser

PHONE = (390, 844)


def test_on_a_phone_a_tap_reads_a_value_a_second_one_opens_the_map_and_the_slider_stays(explore):
    page = explore(size=PHONE, has_touch=True)
    panels = page.host.locator(".panel")
    boxes = [canvas.bounding_box() for canvas in page.host.locator(".panel canvas").all()]
    assert len({round(box["x"]) for box in boxes}) == 2
    assert all(box["width"] > 145 for box in boxes)
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    tooltip, hint = page.host.locator(".tooltip:visible"), page.host.locator(".hint").last

    def said(text):
        until(lambda: text in "".join(tooltip.all_inner_texts()), 5, f"no value {text}")

    # The first tap comes after scrolling, and a hint goes.
    assert hint.is_visible()
    panels.nth(6).scroll_into_view_if_needed()
    panels.nth(6).tap()
    said("f₇ =")
    assert hint.is_hidden()
    time.sleep(0.3)
    said("f₇ =")
    page.tab.mouse.wheel(0, 50)
    until(lambda: not tooltip.count(), 5, "the value stays where the page was scrolled")
    panels.last.scroll_into_view_if_needed()
    assert 0 <= page.slider.bounding_box()["y"] <= 100
    titles = page.titles()
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.titles() != titles, 5, "the slider is dead")
    page.settle()
    for j in (1, 0):
        panels.nth(j).tap()
        said(f"f{'₁₂'[j]} =")
        assert page.tab.get_by_role("dialog").count() == 0
    assert page.address["j"] == "1"
    panels.nth(0).tap()
    page.tab.get_by_role("dialog").wait_for()
    canvas = page.host.locator(".panel:visible canvas")
    until(lambda: canvas.count() == 1, 5, "other maps are there")
    assert canvas.bounding_box()["width"] > 0.85 * PHONE[0]
    assert page.troubles == []


def test_hints_go_for_good_once_they_were_followed(explore):
    page = explore()
    hints = page.host.locator(".hint")
    assert [hint.is_visible() for hint in hints.all()] == [True, True]
    with held(page, 0.4) as drag:
        drag(0.42)
    until(lambda: not hints.nth(0).is_visible(), 5, "the slider's hint stays")
    assert hints.nth(1).is_visible()
    page.host.locator(".panel").first.click()
    until(lambda: not hints.nth(1).is_visible(), 5, "the panels' hint stays")
    page.tab.reload()
    page.tab.wait_for_selector("[data-paints]")
    page.settle()
    assert [hint.is_visible() for hint in hints.all()] == [False, False]


def test_thousands_of_points_are_thinned_out_and_it_says_so(explore):
    page = explore("?paper=false&per_cluster=1000")
    labels = page.host.locator(".labels")
    until(lambda: "1 point of 2 drawn" in labels.inner_text(), 20, "no word of it")


def test_terms_and_the_colour_scale_explain_themselves_and_low_bands_show_their_sign(explore):
    page = explore("?kernel=sigmoid")
    page.host.get_by_text("How it was computed").click()
    tooltip = page.host.locator(".tooltip:visible")
    words = {
        "residual": "‖K̃u − λu‖",
        "certified": "has a bound",
        "positive eigenvalues": "of which shares are taken",
        "indefinite": "not inner products in any space",
    }
    for term, said in words.items():
        page.host.locator(".term", has_text=term).first.hover()
        until(
            lambda said=said: said in "".join(tooltip.all_inner_texts()), 5, f"{term} says nothing"
        )
        page.tab.mouse.move(5, 5)
        until(lambda: tooltip.count() == 0, 5, "the words stay")
    page.host.locator(".term", has_text="residual").focus()
    said = "eigenvalue equation"
    until(lambda: said in "".join(tooltip.all_inner_texts()), 5, "not for the keyboard")
    key = page.host.locator(".key")
    first = key.inner_text()
    page.host.locator(".panel canvas").nth(2).hover()
    until(lambda: key.inner_text() != first, 5, "the values stay")
    own = page.host.locator(".panel .range").nth(2).inner_text().removeprefix("±")
    assert f"+{own}" in key.inner_text()
    assert f"−{own}" in key.inner_text()
    assert "panel 3" in key.get_attribute("aria-label")
    page.type_into("Components", "4")
    page.tab.get_by_label("Kernel", exact=True).click()
    page.tab.get_by_role("option", name="Gaussian", exact=True).click()
    until(lambda: page.address == {"components": "4"}, 10, "the kernel did not arrive")
    page.idle()
    for scheme in ("light", "dark"):
        page.tab.emulate_media(color_scheme=scheme)
        page.settle()
        assert (np.abs(page.signs()).mean(axis=(1, 2)) > 0.7).all()


@pytest.mark.parametrize(
    ("query", "size", "sheets"),
    [("", (1440, 900), 1), ("?components=16", (1280, 720), 2), ("?kernel=sigmoid", (1024, 768), 2)],
)
def test_print_has_whole_panels_on_few_sheets(explore, query, size, sheets):
    page = explore(query, size=size)
    before = page.host.locator(".panel canvas").first.bounding_box()
    assert len(re.findall(rb"/Type\s*/Page\b", page.tab.pdf(prefer_css_page_size=True))) == sheets
    page.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.settle()
    boxes = [canvas.bounding_box() for canvas in page.host.locator(".panel canvas").all()]
    assert min(box["width"] for box in boxes) >= 130
    # A4 in landscape between margins of 10 mm, made smaller for a wide window.
    wide = max(1040, page.tab.locator(".stMainBlockContainer").bounding_box()["width"])
    ends = [(box["x"] + box["width"], box["y"] + box["height"]) for box in boxes]
    assert max(x for x, _ in ends) - boxes[0]["x"] <= wide
    assert max(y for _, y in ends) - boxes[0]["y"] <= 718 / 1040 * wide
    page.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    until(
        lambda: page.host.locator(".panel canvas").first.bounding_box() == before,
        5, "the screen's layout does not come back",
    )  # fmt: skip
