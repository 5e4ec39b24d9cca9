"""What people need who read by ear, by keyboard or by high contrast, in what opens on pages."""

from __future__ import annotations

import re
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from support.axe import IS_DARK, violations
from support.browser import come_to_rest

pytestmark = pytest.mark.browser


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


def violations_beside(tab, what, scheme):
    """Violations while this is open, in these colours."""
    what.wait_for()
    tab.emulate_media(color_scheme=scheme)
    tab.wait_for_function(IS_DARK if scheme == "dark" else f"!({IS_DARK})")
    come_to_rest(tab)
    found = violations(tab)
    assert what.is_visible()
    return found


FOCUSED = """() => {
    let node = document.activeElement;
    while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    return node.getAttribute('aria-label') ?? node.innerText;
}"""


def test_axe_finds_nothing_in_what_opens_and_the_focus_returns_to_where_it_was(opened):
    tab = opened("")
    for tools in ("Edit points", "Select points"):
        tab.get_by_role("button", name=tools, exact=True).click()
        assert violations_beside(tab, tab.get_by_role("group", name=tools), "dark") == [], tools
    tab.get_by_role("button", name="Select points", exact=True).click()
    for scheme, opener, what, inside in (
        ("light", tab.locator(".panel").nth(2), tab.get_by_role("dialog"), ".panel:visible"),
        ("dark", tab.get_by_role("button", name="Python"), tab.get_by_test_id("stPopoverBody"),
         "pre[tabindex]"),
    ):  # fmt: skip
        opener.focus()
        if inside == ".panel:visible":
            # The first press on a map selects it.
            tab.keyboard.press("Enter")
        before = tab.evaluate(FOCUSED)
        tab.keyboard.press("Enter")
        assert violations_beside(tab, what.locator(inside).first, scheme) == []
        tab.keyboard.press("Escape")
        what.wait_for(state="hidden")
        tab.wait_for_function(f"before => ({FOCUSED})() === before", arg=before)
    tab = opened("paper?figure=3")
    tab.get_by_role("button", name="Open in Explore").first.click()
    assert violations_beside(tab, tab.get_by_test_id("stPopoverBody"), "light") == []
    tab.keyboard.press("Escape")
    tab.get_by_test_id("stTooltipHoverTarget").last.hover()
    assert violations_beside(tab, tab.get_by_test_id("stTooltipContent"), "dark") == []


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
