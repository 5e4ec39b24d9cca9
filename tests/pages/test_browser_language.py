"""The language of the pages: chosen on them, in the address, and from the browser's preference."""

from __future__ import annotations

import pytest
from support.browser import come_to_rest

pytestmark = pytest.mark.browser

SELECT = "select[data-tool=language]"


def opened(new_tab, url, locale="en-US"):
    tab = new_tab(locale=locale)
    tab.goto(url)
    tab.wait_for_selector("[data-paints]")
    come_to_rest(tab)
    return tab


def spoken(tab):
    return tab.evaluate("document.documentElement.lang")


def choose(tab, language):
    tab.locator(SELECT).select_option(language)
    tab.wait_for_function("(name) => document.documentElement.lang === name", arg=language)
    tab.wait_for_selector("[data-paints]")
    come_to_rest(tab)


def test_the_switch_keeps_what_is_set_and_what_was_set_before(app_url, new_tab):
    tab = opened(new_tab, f"{app_url}/?data=rings")
    tab.get_by_label("Outer radius", exact=True).fill("1.2")
    tab.get_by_label("Outer radius", exact=True).press("Enter")
    tab.wait_for_function("location.search.includes('outer=1.2')")
    come_to_rest(tab)
    choose(tab, "zh")
    assert spoken(tab) == "zh"
    assert tab.evaluate("location.search") == "?data=rings&outer=1.2&lang=zh"
    assert tab.get_by_label("外半径", exact=True).input_value() == "1.2"
    links = tab.eval_on_selector_all(".st-key-pages a", "all => all.map((one) => one.href)")
    assert len(links) == 10
    assert all("lang=zh" in one for one in links)
    # The steps back are those from before; none of them changes the language.
    tab.get_by_role("button", name="撤销").click()
    tab.wait_for_function("!location.search.includes('outer')")
    come_to_rest(tab)
    assert (spoken(tab), tab.evaluate("location.search")) == ("zh", "?data=rings&lang=zh")
    choose(tab, "en")
    assert (spoken(tab), tab.evaluate("location.search")) == ("en", "?data=rings")


def test_the_first_visit_follows_the_browser_until_a_reader_chooses(app_url, new_tab):
    tab = opened(new_tab, app_url, "zh-CN")
    assert (spoken(tab), tab.evaluate("location.search")) == ("zh", "?lang=zh")
    # An address decides before the browser, also for frames.
    lines: list[str] = []
    tab.on("websocket", lambda line: lines.append(line.url))
    tab.goto(f"{app_url}/?lang=en")
    tab.wait_for_selector("[data-paints]")
    assert spoken(tab) == "en"
    tab.goto(f"{app_url}/?lang=zh")
    tab.wait_for_selector("[data-paints]")
    assert any(one.endswith("/frames?lang=zh") for one in lines)
    come_to_rest(tab)
    choose(tab, "en")
    tab.goto(f"{app_url}/?data=rings")
    tab.wait_for_selector("[data-paints]")
    come_to_rest(tab)
    assert (spoken(tab), tab.evaluate("location.search")) == ("en", "?data=rings")
