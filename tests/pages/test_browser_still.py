"""Pages that stand still while they load, what comes before the first picture, and the drawer."""

from __future__ import annotations

import time

import pytest
from support.browser import come_to_rest

from views.named import PAGES

pytestmark = pytest.mark.browser

SECTIONS = ["Learn", "Use", "Sources"]
DESK, PHONE = (1440, 900), (390, 844)
# A browser's profile of its own, with an empty cache.
FRESH = {"device_scale_factor": 1}
# What a page shows first; it may stand in a component.
PICTURES = {
    "explore": "[data-paints]",
    "paper": ".figure",
    "scale": ".figure",
    "digits": ".entries",
}
WATCH = """
    window.shift = 0;
    new PerformanceObserver((list) => {
        const own = list.getEntries().filter((entry) => !entry.hadRecentInput);
        window.shift += own.reduce((sum, entry) => sum + entry.value, 0);
    }).observe({ type: "layout-shift", buffered: true });
"""
FIRST = """
    const find = () => document.querySelector("PICTURE") ?? [...document.querySelectorAll("*")]
        .find((node) => node.shadowRoot?.querySelector("PICTURE[data-paints]"));
    const look = () => {
        if (!find()) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.first = performance.now());
        return requestAnimationFrame(() => port2.postMessage(0));
    };
    requestAnimationFrame(look);
"""
EARLY = """performance.getEntriesByType("resource")
    .filter((one) => /plotly/i.test(one.name) && one.startTime < window.first).length"""


def address(url, page):
    return f"{url}/{'' if page == 'explore' else page}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_stands_still_and_plotly_waits_for_its_first_picture(new_tab, app_url, page):
    tab = new_tab(**FRESH)
    tab.add_init_script(WATCH + FIRST.replace("PICTURE", PICTURES.get(page, "body")))
    for (width, height), speed in ((DESK, "cold"), (PHONE, "warm")):
        tab.set_viewport_size({"width": width, "height": height})
        tab.goto(address(app_url, page))
        come_to_rest(tab, quiet=0.6)
        assert tab.evaluate("window.shift") <= 0.12, speed
        assert page not in PICTURES or tab.evaluate(EARLY) == 0


def test_pages_stand_in_groups_and_the_drawer_of_a_phone_closes(new_tab, app_url):
    tab = new_tab(PHONE)
    tab.goto(app_url)
    tab.wait_for_selector("[data-paints]")
    opener, sidebar = tab.get_by_test_id("stExpandSidebarButton"), tab.locator(".stSidebar")
    opener.click()
    links = tab.get_by_role("navigation", name="Pages")
    links.wait_for()
    assert links.get_by_test_id("stCaptionContainer").all_inner_texts() == SECTIONS
    places = [one.title for one in PAGES.values()]
    assert links.get_by_role("link").all_inner_texts() == places
    links.get_by_role("link", name="Digits").click()
    tab.get_by_text("Test error of linear classifiers").first.wait_for()
    opener.wait_for()
    # It slides out.
    deadline = time.monotonic() + 5
    while (box := sidebar.bounding_box()) and box["x"] + box["width"] > 1:
        assert time.monotonic() < deadline, box
        time.sleep(0.1)
