"""The corner of every page: theme, presenter mode; and what a page looks like on paper."""

from __future__ import annotations

import pytest
from support.browser import come_to_rest

pytestmark = pytest.mark.browser

BACKGROUND = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(20, 22, 26)"
CHART = "document.querySelector('.js-plotly-plot .main-svg')?.style.background"


@pytest.fixture
def tab(new_tab):
    return new_tab()


def opened(tab, address):
    tab.goto(address)
    come_to_rest(tab)


def wait_for(tab, expression, value):
    tab.wait_for_function(f"value => {expression} === value", arg=value)


def test_the_theme_changes_with_the_figures_and_is_kept_and_no_typed_key_changes_it(tab, app_url):
    opened(tab, f"{app_url}/scale")
    # The system's own changes are followed until the reader has chosen.
    for scheme, colour in (("dark", DARK), ("light", LIGHT)):
        tab.emulate_media(color_scheme=scheme)
        wait_for(tab, BACKGROUND, colour)
        wait_for(tab, CHART, colour)
    box = tab.get_by_label("Number of points", exact=True).and_(tab.locator("input[type=number]"))
    box.focus()
    for key in ("t", "f"):
        tab.keyboard.press(key)
    assert tab.evaluate(BACKGROUND) == LIGHT, "what is typed does something else"
    assert not tab.evaluate("document.documentElement.classList.contains('presenting')")
    tab.get_by_role("button", name="Light or dark").click()
    wait_for(tab, BACKGROUND, DARK)
    wait_for(tab, CHART, DARK)
    tab.reload()
    come_to_rest(tab)
    wait_for(tab, BACKGROUND, DARK)
    wait_for(tab, CHART, DARK)
    tab.get_by_role("link", name="Paper").click()
    tab.get_by_text("The paper's own points").first.wait_for()
    come_to_rest(tab)
    assert tab.evaluate(BACKGROUND) == DARK
    wait_for(tab, CHART, DARK)
    tab.keyboard.press("t")
    wait_for(tab, BACKGROUND, LIGHT)


def test_presenter_mode_fills_the_screen_with_larger_type(tab, app_url):
    opened(tab, f"{app_url}/digits")
    button = tab.get_by_role("button", name="Presenter mode")
    heading = tab.locator("h1")
    small = heading.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
    by_button, by_key = button.click, lambda: tab.keyboard.press("f")
    for begin, end in ((by_button, by_key), (by_key, by_button)):
        begin()
        tab.wait_for_function("document.fullscreenElement === document.documentElement")
        assert tab.locator(".stSidebar").is_hidden()
        large = heading.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
        assert large == 1.25 * small
        assert button.get_attribute("aria-pressed") == "true"
        tab.mouse.move(700, 450)
        halo = tab.locator(".kpca-halo").bounding_box()
        assert (halo["x"] + halo["width"] / 2, halo["y"] + halo["height"] / 2) == (700, 450)
        end()
        tab.wait_for_function("!document.fullscreenElement")
        assert tab.locator(".stSidebar").is_visible()
        assert tab.locator(".kpca-halo").is_hidden()
        assert button.get_attribute("aria-pressed") == "false"


def test_the_drawing_stays_whole_and_true_to_the_pointer_in_presenter_mode(tab, app_url):
    opened(tab, f"{app_url}/?width=0.3")
    tab.keyboard.press("t")
    wait_for(tab, BACKGROUND, DARK)
    come_to_rest(tab)
    assert tab.locator("[data-paints]").get_attribute("data-value") == "0.3"
    assert tab.url.endswith("?width=0.3"), "another theme loses what is set"
    number = tab.locator(".panel .number").first
    small = number.bounding_box()["height"]
    tab.keyboard.press("f")
    tab.wait_for_function("document.fullscreenElement")
    come_to_rest(tab)
    assert number.bounding_box()["height"] > 1.4 * small
    assert tab.locator(".entrance .words").is_hidden()
    tip = tab.locator(".tooltip").filter(has_text="λ")
    spectrum = tab.locator(".spectrum canvas").bounding_box()
    # The bar of component 12, between axes that take 44 and 42 pixels times 18/11.
    left, right = spectrum["x"] + 72, spectrum["x"] + spectrum["width"] - 69
    tab.mouse.move(left + (right - left) * 11.5 / 16, spectrum["y"] + 40)
    tip.wait_for()
    assert tip.inner_text().splitlines()[0] == "component 12"
    panel = tab.locator(".panel canvas").first
    box = panel.bounding_box()
    tab.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    tip = tab.locator(".tooltip").filter(has_text="f₁")
    tip.wait_for()
    beside = tip.bounding_box()
    assert abs(beside["x"] - (box["x"] + 0.5 * box["width"])) < 320
    assert abs(beside["y"] - (box["y"] + 0.5 * box["height"])) < 120
    for canvas in tab.locator(".panel canvas:visible").all():
        assert canvas.bounding_box()["x"] + canvas.bounding_box()["width"] <= 1440
