"""What only a browser can show of the drawing: widths, fingers, words that explain themselves."""

from __future__ import annotations

import itertools
import re
import time

import numpy as np
import pytest
from support.explorer import held, until

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 640, 820, 1024, 1100, 1280, 1440, 1920, 2560)
PHONE = (390, 844)
# Pairs of elements whose text overlaps, elements whose text is cut, elements outside the window.
TROUBLE = """(host) => {
    const visible = (e) => {
        const { width, height } = e.getBoundingClientRect();
        const hidden = '.hidden, .hint, .tooltip, .status, [hidden], '
            + 'details:not([open]) > :not(summary)';
        return width > 0 && height > 0 && !e.closest(hidden);
    };
    const all = [...host.shadowRoot.querySelectorAll('.kpca *')].filter(visible);
    const texts = all.filter((e) => [...e.childNodes]
        .some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()));
    const boxes = new Map(texts.map((e) => {
        const range = document.createRange();
        range.selectNodeContents(e);
        const clipped = getComputedStyle(e).overflowX === 'visible' ? Infinity
            : e.getBoundingClientRect().right;
        const boxes = [...range.getClientRects()];
        return [e, boxes.map(({ left, top, bottom, right }) => (
            { left, top, bottom, right: Math.min(right, clipped) }))];
    }));
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    const found = [];
    texts.forEach((one, i) => texts.slice(i + 1).forEach((other) => {
        if (one.contains(other) || other.contains(one)) return;
        if (boxes.get(one).some((a) => boxes.get(other).some((b) => meet(a, b)))) {
            found.push(`${one.textContent} overlaps ${other.textContent}`);
        }
    }));
    for (const e of all) {
        const { left, right } = e.getBoundingClientRect();
        if (left < -1 || right > innerWidth + 1) found.push(`${e.className} leaves the window`);
        const clips = getComputedStyle(e).overflowX !== 'visible' && e.title !== e.textContent;
        if (clips && e.scrollWidth > e.clientWidth + 1) found.push(`${e.textContent} is cut`);
    }
    return [texts.length, found];
}"""


def test_nothing_overlaps_is_cut_or_leaves_the_window_at_any_width(explore):
    page = explore("?kernel=sigmoid&components=16")
    for width in WIDTHS:
        page.tab.set_viewport_size({"width": width, "height": 900})
        page.settle()
        texts, troubles = page.host.evaluate(TROUBLE)
        assert texts > 30
        assert troubles == [], f"{width} px"
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= width


def test_200_percent_zoom_is_legible(explore):
    page = explore(size=(720, 450), device_scale_factor=2)
    _, troubles = page.host.evaluate(TROUBLE)
    assert troubles == []
    assert page.host.locator(".panel canvas").first.bounding_box()["width"] >= 150


def test_sixteen_panels_on_a_projector_are_no_stamps(explore):
    page = explore("?components=16", size=(1280, 720))
    boxes = [canvas.bounding_box() for canvas in page.host.locator(".panel canvas").all()]
    assert len(boxes) == 16
    assert min(box["width"] for box in boxes) >= 180


def test_the_slider_stays_in_view_on_a_phone(explore):
    page = explore(size=PHONE)
    page.host.locator(".panel").last.scroll_into_view_if_needed()
    box = page.slider.bounding_box()
    assert 0 <= box["y"] <= 100
    titles = page.titles()
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.titles() != titles, 5, "the slider is dead")


def test_a_tap_reads_the_value_and_a_second_one_opens_the_panel(explore):
    page = explore(size=PHONE, has_touch=True)
    panel = page.host.locator(".panel").nth(1)
    tooltip = page.host.locator(".tooltip:visible")
    panel.tap()
    until(lambda: "f₂ =" in "".join(tooltip.all_inner_texts()), 5, "no value")
    assert page.tab.get_by_role("dialog").count() == 0
    page.host.locator(".panel").nth(0).tap()
    until(lambda: "f₁ =" in "".join(tooltip.all_inner_texts()), 5, "no value of the other panel")
    assert page.address == {"j": "1"}
    page.host.locator(".panel").nth(0).tap()
    page.tab.get_by_role("dialog").wait_for()
    canvas = page.host.locator(".panel:visible canvas")
    until(lambda: canvas.count() == 1, 5, "other maps are there")
    assert canvas.bounding_box()["width"] > 0.85 * PHONE[0]
    assert page.troubles == []


def test_the_first_tap_after_scrolling_reads_the_value_though_a_hint_goes(explore):
    page = explore(size=PHONE, has_touch=True)
    assert page.host.locator(".hint").last.is_visible()
    panel = page.host.locator(".panel").nth(6)
    panel.scroll_into_view_if_needed()
    panel.tap()
    tooltip = page.host.locator(".tooltip:visible")
    until(lambda: "f₇ =" in "".join(tooltip.all_inner_texts()), 5, "no value")
    assert page.host.locator(".hint").last.is_hidden()
    time.sleep(0.3)
    assert "f₇ =" in "".join(tooltip.all_inner_texts())
    page.tab.mouse.wheel(0, 50)
    until(lambda: not tooltip.count(), 5, "the value stays where the page was scrolled")


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


def test_points_can_be_switched_off_for_good_and_their_labels_have_a_legend(explore):
    page = explore()
    labels = page.host.locator(".labels .entry")
    assert labels.all_inner_texts() == ["cluster 1", "cluster 2", "cluster 3"]
    before = page.pixels()
    switch = page.host.get_by_role("button", name="Show data points")
    assert switch.get_attribute("aria-pressed") == "true"
    switch.click()
    until(lambda: all(a != b for a, b in zip(before, page.pixels(), strict=True)), 5, "points stay")
    page.idle()
    page.settle(0.5)
    without = page.pixels()
    page.tab.reload()
    page.tab.wait_for_selector("[data-paints]")
    page.settle()
    until(lambda: page.pixels() == without, 5, "a reload draws something else")
    assert not labels.first.is_visible()
    switch.click()
    until(lambda: page.pixels() == before, 5, "the points do not come back")


def test_thousands_of_points_are_thinned_out_and_it_says_so(explore):
    page = explore("?paper=false&per_cluster=1000")
    labels = page.host.locator(".labels")
    until(lambda: "1 point of 2 drawn" in labels.inner_text(), 20, "no word of it")


def test_the_axis_of_the_spectrum_can_be_logarithmic(explore):
    page = explore()
    canvas = page.host.locator(".spectrum canvas")
    before = canvas.evaluate("canvas => canvas.toDataURL()")
    page.host.get_by_role("button", name="Logarithmic axis").click()
    until(
        lambda: canvas.evaluate("canvas => canvas.toDataURL()") != before, 5, "the axis is the same"
    )


def test_terms_explain_themselves_with_their_equation(explore):
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


def test_the_colour_scale_has_the_values_of_the_panel_pointed_at(explore):
    page = explore()
    key = page.host.locator(".key")
    first = key.inner_text()
    page.host.locator(".panel canvas").nth(2).hover()
    until(lambda: key.inner_text() != first, 5, "the values stay")
    own = page.host.locator(".panel .range").nth(2).inner_text().removeprefix("±")
    assert f"+{own}" in key.inner_text()
    assert f"−{own}" in key.inner_text()
    assert "panel 3" in key.get_attribute("aria-label")


def test_forced_colours_keep_track_legend_and_scale(explore):
    page = explore(forced_colors="active")
    kept = page.host.evaluate(
        """host => ['input[type=range]', '.swatch.shown', '.ramp-block', '.labels canvas']
            .map((name) => host.shadowRoot.querySelector(name))
            .map((element) => getComputedStyle(element).forcedColorAdjust)"""
    )
    assert kept == ["none"] * 4
    # The panels' bars and axes take the reader's own colours.
    own = page.host.evaluate(
        """host => {
            const root = host.shadowRoot.querySelector('.kpca');
            const probe = root.appendChild(document.createElement('i'));
            probe.style.color = 'CanvasText';
            const wanted = getComputedStyle(probe).color;
            probe.remove();
            return [root.style.getPropertyValue('--kpca-text'), wanted.replaceAll(' ', '')];
        }"""
    )
    assert own[0].replace(" ", "") == own[1]


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


def test_axe_finds_nothing_wrong_with_the_drawing(explore):
    from axe_playwright_python.base import AXE_SCRIPT

    page = explore("?kernel=sigmoid")
    page.tab.evaluate(AXE_SCRIPT)
    for scheme, size in itertools.product(("light", "dark"), ((1440, 900), PHONE)):
        page.tab.emulate_media(color_scheme=scheme)
        page.tab.set_viewport_size({"width": size[0], "height": size[1]})
        page.settle()
        passes, violations = page.tab.evaluate(
            """async () => {
                const host = document.querySelector('[data-paints]');
                host.id = 'drawing';
                const { passes, violations } = await axe.run({ include: [['#drawing']] });
                const where = ({ nodes }) => nodes.map((node) => [node.html, node.failureSummary]);
                return [passes.length, violations.map((one) => [one.id, where(one)])];
            }"""
        )
        assert passes > 8
        assert violations == [], (scheme, size)


def test_low_bands_show_their_sign(explore):
    page = explore()
    for scheme in ("light", "dark"):
        page.tab.emulate_media(color_scheme=scheme)
        page.settle()
        assert (np.abs(page.signs()).mean(axis=(1, 2)) > 0.7).all()
