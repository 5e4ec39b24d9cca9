"""Nothing that was set is lost: pages, the browser's history, undo, links, stories, the fold."""

from __future__ import annotations

import re
import urllib.parse

import pytest
from support.explorer import held, until

from views.pages.explore.state import ExploreState
from views.stories import STORIES, stories_of

pytestmark = pytest.mark.browser


def lands(page, address, seconds=15):
    """The address becomes this one."""
    until(lambda: page.address == address, seconds, f"the address did not become {address}")


def tool(page, name):
    return page.tab.get_by_role("button", name=name, exact=True)


def path(page):
    return urllib.parse.urlsplit(page.tab.url).path.strip("/") or "explore"


def test_page_changes_and_steps_through_history_lose_nothing(explore):
    page = explore()
    page.type_into("width c", "0.3")
    lands(page, {"width": "0.3"})
    page.turn_to("Scale")
    lands(page, {})
    page.type_into("Seed", "5")
    lands(page, {"seed": "5"})
    page.turn_to("Digits")
    lands(page, {})
    page.type_into("Smoothing, pixels", "0.5")
    lands(page, {"smoothing": "0.5"}, 60)
    left = {"Explore": {"width": "0.3"}, "Scale": {"seed": "5"}, "Digits": {"smoothing": "0.5"}}
    # Where the reader was, step by step.
    way = [("explore", {}), ("explore", left["Explore"]), ("scale", {}), ("scale", left["Scale"]),
           ("digits", {}), ("digits", left["Digits"])]  # fmt: skip
    for name in ("Explore", "Digits", "Scale"):
        page.turn_to(name)
        lands(page, left[name])
        way.append((name.lower(), left[name]))
    assert tool(page, "Undo").is_enabled()
    back, forward = way[-2:1:-1], way[3:]
    for step, places in ((page.tab.go_back, back), (page.tab.go_forward, forward)):
        for place, address in places:
            step()
            until(lambda p=place: path(page) == p, 30, f"no step to {place}")
            lands(page, address)
            page.drawn(place.capitalize())
    seed = page.tab.get_by_label("Seed", exact=True).and_(page.tab.locator("input"))
    assert seed.input_value() == "5"
    page.turn_to("Explore")
    assert page.value == 0.3
    page.tab.reload()
    page.drawn("Explore")
    assert page.value == 0.3
    assert page.address == left["Explore"]
    scale = page.tab.get_by_test_id("stPageLink").locator("a[href*='scale']")
    until(lambda: "seed=5" in scale.get_attribute("href"), 10, "a reload forgot another page")
    assert page.troubles == []


def test_undo_and_redo_reach_every_change_and_a_drag_is_one(explore):
    page = explore()
    with held(page, 0.45) as drag:
        for share in (0.47, 0.5, 0.53):
            drag(share)
            page.tab.wait_for_timeout(60)
    until(lambda: "width" in page.address, 10, "the release did not settle")
    dragged = dict(page.address)
    page.settle()
    box = page.tab.get_by_label("Components", exact=True).and_(page.tab.locator("input"))
    box.fill("4")
    page.tab.keyboard.press("Enter")
    changed = {**dragged, "components": "4"}
    lands(page, changed)
    page.tab.keyboard.type("2")
    typed = box.input_value()
    page.tab.keyboard.press("Control+z")
    until(lambda: box.input_value() == "4" != typed, 5, "a text box has an undo of its own")
    assert page.address == changed
    page.slider.focus()
    for keys, address in (
        ("Control+z", dragged), ("Control+z", {}),
        ("Control+Shift+z", dragged), ("Control+y", changed),
    ):  # fmt: skip
        page.tab.keyboard.press(keys)
        lands(page, address)
        page.idle()
    assert tool(page, "Redo").is_disabled()
    page.settle()
    tool(page, "Undo").click()
    lands(page, dragged)
    until(lambda: str(page.value) == dragged["width"], 10, "the slider did not come back")
    until(lambda: len(page.titles()) == 8, 10, "the panels did not come back")
    page.tab.go_back()
    lands(page, changed)
    page.idle()
    tool(page, "Reset").click()
    lands(page, {})
    assert page.troubles == []


class Holds:
    """Between server and page: what the server sends waits while it is held."""

    def __init__(self) -> None:
        self.holding, self.waiting = False, []

    def __call__(self, page) -> None:
        self.page = page
        page.connect_to_server().on_message(self.pass_on)

    def pass_on(self, data: bytes) -> None:
        self.waiting.append(data)
        if not self.holding:
            self.go_on()

    def go_on(self) -> None:
        self.holding = False
        for data in self.waiting:
            self.page.send(data)
        self.waiting.clear()


def test_keys_that_overtake_the_server_are_each_a_step(explore):
    """After a reset, after a link to another page, one after the other."""
    between = Holds()
    first = {"components": "4"}
    page = explore("?components=4", between=between)
    press = page.tab.keyboard.press
    assert tool(page, "Undo").is_disabled()
    between.holding = True
    tool(page, "Reset").click()
    page.tab.wait_for_timeout(300)
    assert tool(page, "Undo").is_enabled(), "though no answer came"
    press("Control+z")
    between.go_on()
    page.idle()
    page.settle(1)
    assert (page.address, page.value) == (first, 0.1), "not led back"
    widths = [first | {"width": value} for value in ("0.2", "0.3", "0.4", "0.5")]
    for width in widths:
        box = page.type_into("width c", width["width"])
        lands(page, width)
        page.idle()
    box.blur()

    between.holding = True
    tool(page, "Reset").click()
    press("Control+z")
    page.tab.wait_for_timeout(300)
    between.go_on()
    until(lambda: (page.address, page.value) == (widths[3], 0.5), 10, "not led back")
    page.settle(1)
    assert (page.address, page.value) == (widths[3], 0.5)
    press("Control+y")
    lands(page, {})
    press("Control+z")
    lands(page, widths[3])
    page.idle()

    between.holding = True
    page.tab.get_by_test_id("stPageLink").get_by_text("Scale", exact=True).click()
    press("Control+z")
    page.tab.wait_for_timeout(500)
    between.go_on()
    page.drawn("Scale")
    lands(page, {})
    page.tab.wait_for_timeout(500)
    assert path(page) == "scale"
    page.turn_to("Explore")
    lands(page, widths[3])

    between.holding = True
    for _ in range(3):
        press("Control+z")
    page.tab.wait_for_timeout(300)
    press("Control+y")
    between.go_on()
    lands(page, widths[1])
    page.idle()
    for _ in range(3):
        press("Control+z")
    lands(page, first)
    assert tool(page, "Undo").is_disabled()
    assert page.troubles == []


def test_a_link_is_copied_and_restores_the_state(explore):
    permissions = ["clipboard-read", "clipboard-write"]
    page = explore("?width=0.5&components=3&grid=25", permissions=permissions)
    drawing = page.host.bounding_box()
    tool(page, "Copy link").click()
    page.tab.get_by_text("Copied: the link restores these settings").wait_for()
    assert page.host.bounding_box() == drawing, "the page moves"
    link = page.tab.evaluate("navigator.clipboard.readText()")
    assert link == page.tab.url
    tool(page, "Assignment").click()
    page.tab.get_by_label("Lock: width c").check()
    page.tab.get_by_label("Hide: Data", exact=True).check()
    tool(page, "Copy link").last.click()
    until(lambda: "lock" in page.tab.evaluate("navigator.clipboard.readText()"), 5, "no link")
    link = page.tab.evaluate("navigator.clipboard.readText()")
    student = explore(f"?{urllib.parse.urlsplit(link).query}")
    assert student.address == {**page.address, "lock": "width", "hide": "data"}
    assert student.slider.is_disabled()
    assert student.slider.get_attribute("aria-valuetext") == "0.5"
    assert student.host.get_by_text("width c (locked)", exact=True).is_visible()
    box = student.host.get_by_role("spinbutton", name="width c")
    assert box.is_disabled()
    assert box.input_value() == "0.5"
    assert student.tab.get_by_label("Data", exact=True).count() == 0
    assert student.tab.get_by_text("This link locks: width c.").is_visible()
    assert tool(student, "Assignment").count() == 0
    student.type_into("Components", "4")
    until(lambda: student.address["components"] == "4", 10, "what is not locked stays free")
    tool(student, "Reset").click()
    lands(student, {"width": "0.5", "lock": "width", "hide": "data"})
    assert student.troubles == page.troubles == []


def test_stories_by_keyboard_alone(explore):
    page = explore()
    chips = page.tab.locator("button.chip")
    every = stories_of("explore")
    names = [name for name, story in every.items() if len(story.steps) == 1][:4]
    assert chips.count() == len(every)
    images = chips.locator("img")
    drawn = "all => all.slice(0, 3).every((image) => image.naturalWidth > 0)"
    until(lambda: images.evaluate_all(drawn), 10, "the thumbnails did not come")
    for _ in range(50):
        page.tab.keyboard.press("Tab")
        if chips.nth(1).evaluate("chip => chip.matches(':focus')"):
            break
    page.tab.keyboard.press("Enter")
    lands(page, {"story": names[0]})
    page.tab.get_by_role("heading", name=STORIES[names[0]].title).wait_for()
    page.idle()
    for name in names[1:]:
        page.tab.keyboard.press("PageDown")
        lands(page, {"story": name})
        page.tab.get_by_role("heading", name=STORIES[name].title).wait_for()
        page.idle()
    page.tab.keyboard.press("PageUp")
    lands(page, {"story": names[-2]})
    page.idle()
    state = ExploreState.of_address({"story": names[-2]})
    page.settle()
    assert page.value == state.kernel.values["width"]
    page.type_into("width c", "2")
    lands(page, {"story": names[-2], "width": "2.0"})
    page.tab.get_by_text("You have changed its settings.").wait_for()
    tool(page, "Reset").click()
    lands(page, {"story": names[-2]})
    assert page.troubles == []


def test_the_entrance_stays_folded(explore):
    page = explore("?grid=25")
    words = page.tab.get_by_text(re.compile("^Each map is one component"))
    fold = tool(page, "Kernel PCA explorer")
    assert words.is_visible()
    assert page.tab.get_by_role("heading", level=1).inner_text() == "Kernel PCA explorer"
    fold.click()
    assert not words.is_visible()
    page.tab.reload()
    page.tab.wait_for_selector("[data-paints]")
    fold.wait_for()
    assert fold.get_attribute("aria-expanded") == "false"
    assert not words.is_visible()
    fold.click()
    assert words.is_visible()
