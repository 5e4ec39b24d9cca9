"""What people need who read by ear, by keyboard or by high contrast: every page under axe-core."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image
from support.browser import come_to_rest

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
IS_DARK = "getComputedStyle(document.querySelector('.stApp')).colorScheme === 'dark'"
PAGES = {
    "": "Explore",
    "method?steps=point,gram": "Method",
    "sweep": "Sweep",
    "compare": "Compare",
    "neighbours": "Neighbours",
    "table?data=wine": "Own data",
    "denoise": "Denoise",
    "paper?figure=3": "Paper",
    "digits": "Digits",
    "scale": "Scale",
}

# What Streamlit 1.67 itself does, by rule, with the element that shows whose it is.
STREAMLIT = {
    "region": "stFloatingOverlayPortal",  # what floats over the page stands outside its landmarks
}

# The violations that are left once those of STREAMLIT are taken away. What fades in has less
# contrast than what stands: it is let come to its end first.
AXE = """async (streamlit) => {
    const passing = document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes
        .filter(({ html }) => !(id in streamlit && html.includes(streamlit[id])))
        .map(({ target, html, any }) =>
            `${id}: ${target.flat(9).join(' ')} ${html.slice(0, 120)} ${any[0]?.message ?? ''}`));
}"""


@pytest.fixture
def opened(app_url, new_tab):
    """Opens pages; the server has all that they ask for."""
    refused, tabs = [], []

    def note(answer):
        if answer.status >= 400:
            refused.append((answer.status, answer.url))

    def open_page(page, size=(1440, 900), **more):
        tab = new_tab(size, **more)
        tab.on("response", note)
        tabs.append(tab)
        tab.goto(f"{app_url}/{page}")
        come_to_rest(tab)
        return tab

    yield open_page
    for tab in tabs:
        tab.remove_listener("response", note)
    assert refused == []


def violations(tab):
    if not tab.evaluate("typeof axe === 'object'"):
        tab.evaluate(AXE_SCRIPT)
    return tab.evaluate(AXE, STREAMLIT)


@pytest.mark.parametrize("page", PAGES)
def test_each_page_has_an_outline_and_axe_finds_nothing_that_is_ours(opened, page):
    tab = opened(page)
    assert_outline(tab, PAGES[page])
    assert violations(tab) == []
    tab.keyboard.press("t")
    tab.wait_for_function(IS_DARK)
    tab.set_viewport_size(PHONE)
    come_to_rest(tab)
    assert violations(tab) == []
    if page == "digits":
        tab.evaluate("document.querySelector('.stMain h2').style.color = '#333'")
        assert any("color-contrast" in found for found in violations(tab)), "axe finds nothing"


def assert_outline(tab, name):
    """The page has its title, its landmarks and its headings."""
    assert tab.title() == f"{name} · Kernel PCA explorer"
    assert tab.evaluate("document.documentElement.lang") == "en"
    for landmark in ("main", "nav", "header"):
        assert tab.locator(landmark).count() == 1, landmark
    links = tab.get_by_role("navigation", name="Pages", exact=True)
    links.wait_for()
    assert links.get_by_role("link").all_inner_texts() == [*PAGES.values()]
    # A locator also finds the headings inside components.
    levels = tab.locator("h1, h2, h3, h4, h5, h6").evaluate_all(
        "all => all.filter((node) => node.checkVisibility()).map((node) => Number(node.tagName[1]))"
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def violations_beside(tab, what):
    """Violations while this is open, in light and in dark."""
    found = []
    what.wait_for()
    for scheme, is_drawn in (("light", f"!({IS_DARK})"), ("dark", IS_DARK)):
        tab.emulate_media(color_scheme=scheme)
        tab.wait_for_function(is_drawn)
        come_to_rest(tab)
        found += violations(tab)
        assert what.is_visible()
    return found


def test_axe_finds_nothing_in_what_opens(opened):
    tab = opened("")
    for tools in ("Edit points", "Select points"):
        tab.get_by_role("button", name=tools, exact=True).click()
        assert violations_beside(tab, tab.get_by_role("group", name=tools)) == [], tools
    tab.get_by_role("button", name="Select points", exact=True).click()
    for _ in range(2):
        tab.locator(".panel").first.click()
    dialog = tab.get_by_role("dialog")
    assert violations_beside(tab, dialog.locator(".panel canvas").first) == []
    tab.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    tab.get_by_role("button", name="Python").click()
    code = tab.get_by_test_id("stPopoverBody").locator("pre[tabindex]")
    assert violations_beside(tab, code) == []


def test_axe_finds_nothing_in_what_opens_on_paper(opened):
    tab = opened("paper?figure=3")
    tab.get_by_role("button", name="Open in Explore").first.click()
    assert violations_beside(tab, tab.get_by_test_id("stPopoverBody")) == []
    tab.keyboard.press("Escape")
    tab.get_by_test_id("stTooltipHoverTarget").last.hover()
    assert violations_beside(tab, tab.get_by_test_id("stTooltipContent")) == []


def test_the_focus_returns_to_where_it_was(opened):
    tab = opened("")
    for opener in (".panel >> nth=2", "role=button[name='Python']"):
        button, is_panel = tab.locator(opener).first, opener.startswith(".panel")
        button.focus()
        if is_panel:
            # The first press selects.
            tab.keyboard.press("Enter")
        before = tab.evaluate(FOCUSED)
        tab.keyboard.press("Enter")
        opening = tab.get_by_role("dialog").or_(tab.get_by_test_id("stPopoverBody")).first
        opening.wait_for()
        assert is_panel or tab.evaluate(FOCUSED) != before
        tab.keyboard.press("Escape")
        opening.wait_for(state="hidden")
        tab.wait_for_function(f"before => ({FOCUSED})() === before", arg=before)


FOCUSED = """() => {
    let node = document.activeElement;
    while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    return node.getAttribute('aria-label') ?? node.innerText;
}"""


def test_forced_colours_keep_what_is_drawn_visible(opened):
    """Legend and colour bar on Explore keep their colours; bars and axes take the reader's."""
    tab = opened("", forced_colors="active")
    kept, own, wanted = tab.evaluate(
        """() => {
            const root = document.querySelector('[data-paints]').shadowRoot;
            const drawing = root.querySelector('.kpca');
            const probe = drawing.appendChild(document.createElement('i'));
            probe.style.color = 'CanvasText';
            const wanted = getComputedStyle(probe).color;
            probe.remove();
            return [
                ['input[type=range]', '.swatch.shown', '.ramp-block', '.labels canvas', '.ramp']
                    .map((name) => getComputedStyle(root.querySelector(name)).forcedColorAdjust),
                drawing.style.getPropertyValue('--kpca-text').replaceAll(' ', ''),
                wanted.replaceAll(' ', ''),
            ];
        }"""
    )
    assert kept == ["none"] * 5
    assert own == wanted
    assert coloured(tab.locator(".stCheckbox label > div").first), "switches cannot be seen"
    tab.goto(tab.url + "sweep")
    playhead = tab.locator(".playhead").first
    playhead.wait_for(state="attached")
    come_to_rest(tab)
    assert coloured(playhead), "the value cannot be seen on the charts"
    tab.goto(tab.url.replace("sweep", "scale"))
    come_to_rest(tab)
    assert coloured(tab.locator(".stSlider").first), "sliders cannot be seen"


def coloured(place):
    """Whether something there has a colour, not only shades of grey."""
    drawn = np.asarray(Image.open(BytesIO(place.screenshot())).convert("RGB")).astype(int)
    return (np.ptp(drawn, axis=2) > 60).sum() > 20


def test_a_phone_scrolls_tables_by_keys_and_explains_terms_by_tap(opened):
    tab = opened("paper?figure=4", size=(320, 640), has_touch=True)
    table = tab.locator("[data-testid=stMarkdownContainer]:has(> table)")
    assert table.get_attribute("data-scrolls") == "right"
    mask = "node => getComputedStyle(node).maskImage"
    assert "linear-gradient" in table.evaluate(mask)
    tab.emulate_media(forced_colors="active")
    assert table.evaluate(mask) == "none"
    tab.emulate_media(forced_colors="none")
    table.focus()
    for _ in range(12):
        tab.keyboard.press("ArrowRight")
    tab.wait_for_function(
        "document.querySelector('[data-testid=stMarkdownContainer]:has(> table)')"
        ".dataset.scrolls === 'left'"
    )
    heading = tab.locator(".stHeading", has_text=re.compile("^Eigenvalues"))
    heading.get_by_test_id("stTooltipHoverTarget").tap()
    said = tab.get_by_test_id("stTooltipContent")
    said.wait_for()
    assert "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ" in said.inner_text()
