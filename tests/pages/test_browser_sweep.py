"""The player of the page "Sweep" in a browser, and the file that it gives away."""

from __future__ import annotations

import json
import re

import pytest
from support.browser import come_to_rest
from support.explorer import until

from views.pages.sweep.files import file_html
from views.pages.sweep.state import SweepState
from views.words.sweep import TROUBLE

pytestmark = pytest.mark.browser

SETTINGS = {"from": "0.01", "to": "1", "values": "50", "components": "4", "at": "12"}
SHOWN = """root => [root.dataset.at, root.querySelector('output').textContent,
    ...[...root.querySelectorAll('.tile .title, .tile .sentence, .readout .item, .notes li')]
        .map((node) => node.textContent)]"""


@pytest.fixture(scope="module")
def playing(app_url, browser):
    """The page with settings, in a window of its own; no error may come."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    troubles: list[str] = []
    tab.on("pageerror", lambda error: troubles.append(str(error)))
    query = "&".join(f"{key}={value}" for key, value in SETTINGS.items())
    tab.goto(f"{app_url}/sweep?{query}")
    tab.locator(".sweep[data-at]").wait_for()
    come_to_rest(tab)
    yield tab
    assert troubles == []
    context.close()


def test_the_file_shows_what_the_page_shows_without_a_network(playing, browser, tmp_path):
    path = tmp_path / "sweep.html"
    path.write_text(file_html(SweepState.of_address(SETTINGS)), encoding="utf-8")
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    tab = context.new_page()
    fetched: list[str] = []
    tab.on("request", lambda request: fetched.append(request.url))
    tab.goto(path.as_uri())
    file = tab.locator(".sweep[data-at]")
    file.wait_for()
    expected = playing.locator(".sweep").evaluate(SHOWN)
    assert expected[0] == "12"
    assert len(expected) >= 2 + 2 * 4 + 4
    assert re.search(r"first 4 eigenvalues: \d+\.\d % of the trace", " ".join(expected))
    assert file.evaluate(SHOWN) == expected
    named = file.locator(".labels .entry").all_inner_texts()
    assert named == ["cluster 1", "cluster 2", "cluster 3"]
    # The slider leads to other values, with the same maps as the page's.
    for root in (file, playing.locator(".sweep")):
        slider = root.locator("input[type=range]")
        slider.focus()
        for _ in range(3):
            slider.press("ArrowRight")
        until(lambda root=root: root.get_attribute("data-at") == "15", 5, "the slider stays")
    assert file.evaluate(SHOWN) == playing.locator(".sweep").evaluate(SHOWN) != expected
    assert [url for url in fetched if not url.startswith(("file:", "data:"))] == []
    context.close()


def test_play_moves_and_pause_settles_in_the_address(playing):
    root = playing.locator(".sweep")
    root.locator("select").nth(1).select_option("once")
    root.get_by_role("button", name="Play").click()
    until(lambda: root.get_attribute("data-at") == "50", 30, "it does not arrive")
    until(lambda: root.get_attribute("data-playing") == "false", 5, "it does not stop")
    address = "at => /at=50&.*end=once/.test(location.search) === at"
    playing.wait_for_function(address, arg=True)
    come_to_rest(playing)
    playing.get_by_role("button", name="Undo").click()
    playing.wait_for_function(address, arg=False)
    until(lambda: root.get_attribute("data-at") != "50", 10, "the player does not follow")


def solving(number: int) -> str:
    """The address of a sweep, each another one."""
    return f"/sweep?values=50&components=3&from={0.01 + number / 1000:g}"


def test_a_line_that_is_lost_is_made_up_for_and_a_refusal_is_said(app_url, new_tab):
    asked, refuse = [], []

    def between(line) -> None:
        def lose(text) -> None:
            asked.append(json.loads(text))
            line.close()

        if not asked:
            line.on_message(lose)
            return
        server = line.connect_to_server()
        line.on_message(lambda text: line.send("refused") if refuse else server.send(text))

    tab = new_tab((1280, 900), between={"/frames": between})
    tab.goto(f"{app_url}{solving(1)}")
    alert = tab.get_by_role("alert").filter(has_text=TROUBLE)
    root = tab.locator(".sweep[data-at]")
    root.wait_for()
    assert len(asked) == 1
    assert (asked[0]["page"], asked[0]["detail"], asked[0]["beside"]) == ("sweep", {}, {})
    assert not alert.count()
    come_to_rest(tab)
    # A refusal is said beside the sweep before; the next settings are asked for anew.
    refuse.append(True)
    tab.get_by_label("Components").and_(tab.locator("input[type=number]")).fill("2")
    tab.keyboard.press("Enter")
    alert.wait_for()
    assert root.locator(".tile").count() == 3
    refuse.clear()
    tab.get_by_label("Components").and_(tab.locator("input[type=number]")).fill("4")
    tab.keyboard.press("Enter")
    until(lambda: root.locator(".tile").count() == 4, 20, "the maps do not come")
    assert not alert.count()
    tab.route_web_socket(re.compile("/frames"), lambda line: line.close())
    tab.goto(f"{app_url}{solving(2)}")
    alert.wait_for()
    assert not root.count()


def test_charts_are_scrubbed_and_a_change_of_theme_keeps_what_plays(app_url, new_tab):
    tab = new_tab((1280, 900))
    tab.goto(f"{app_url}{solving(4)}&at=3&rate=5")
    root = tab.locator(".sweep[data-at]")
    root.wait_for()
    come_to_rest(tab)
    box = root.locator(".chart canvas").first.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + 60
    tab.mouse.move(*middle)
    tab.mouse.down()
    until(lambda: 20 < int(root.get_attribute("data-at")) < 30, 5, "the chart does not lead there")
    tab.mouse.move(middle[0] + 40, middle[1])
    tab.mouse.up()
    at = int(root.get_attribute("data-at"))
    assert root.locator("input[type=range]").input_value() == str(at - 1)
    tab.wait_for_function("at => location.search.includes(`at=${at}`)", arg=at)
    root.get_by_role("button", name="Play").click()
    dark = root.evaluate("root => getComputedStyle(root).backgroundColor")
    tab.emulate_media(color_scheme="dark")
    changed = "([root, was]) => getComputedStyle(root).backgroundColor !== was"
    tab.wait_for_function(changed, arg=[root.element_handle(), dark])
    assert root.get_attribute("data-playing") == "true"
    root.get_by_role("button", name="Pause").click()


def test_for_those_who_want_no_motion_solved_values_follow_each_other(app_url, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(f"{app_url}{solving(5)}&at=1&rate=5")
    root = tab.locator(".sweep[data-at]")
    root.wait_for()
    come_to_rest(tab)
    paints = "root => Number(root.getRootNode().host.dataset.paints)"
    before, at = root.evaluate(paints), int(root.get_attribute("data-at"))
    root.get_by_role("button", name="Play").click()
    until(lambda: int(root.get_attribute("data-at")) >= at + 5, 10, "it stands still")
    passed = int(root.get_attribute("data-at")) - at
    # One picture of each, and its words a tenth of a second later.
    assert root.evaluate(paints) - before <= 2 * passed + 4
    context.close()
