"""One component in the hand, the map that is opened, and the stage, in a browser."""

from __future__ import annotations

import itertools
import urllib.parse

import pytest
from support.explorer import Explorer, agreement, held, until

pytestmark = pytest.mark.browser

WINDOWS = [(390, 844), (820, 1180), (1024, 768), (1280, 720), (1440, 900)]
# The smallest type of what is seen, and every text that is seen.
LETTERS = """() => {
    const found = [];
    const look = (node) => {
        if (node.shadowRoot) look(node.shadowRoot);
        for (const child of node.childNodes) {
            if (child.nodeType === 1) look(child);
            const parent = child.parentElement;
            if (child.nodeType !== 3 || !child.data.trim() || !parent) continue;
            const range = new Range();
            range.selectNodeContents(child);
            const { width, height, x, y } = range.getBoundingClientRect();
            const seen = parent.checkVisibility({ visibilityProperty: true })
                && getComputedStyle(parent).clipPath === 'none';
            if (seen && width && height && x >= 0 && y >= 0 && y < innerHeight)
                found.push([parseFloat(getComputedStyle(parent).fontSize), child.data.trim()]);
        }
    };
    look(document.body);
    return found;
}"""
SHOWN = """host => {
    const root = host.shadowRoot;
    const panels = [...root.querySelectorAll('.panel')].filter((panel) => !panel.hidden);
    return {
        selected: [...root.querySelectorAll('.chosen .number')].map((node) => +node.textContent),
        current: panels.filter((panel) => panel.ariaCurrent === 'true').length,
        said: root.querySelector('.named').textContent,
        maps: panels.map((panel) => {
            const { x, y, width, height } = panel.querySelector('canvas').getBoundingClientRect();
            return { x, y, width, height };
        }),
        numbers: panels.map((panel) => +panel.querySelector('.number').textContent),
    };
}"""


def shown(page: Explorer) -> dict:
    return page.host.evaluate(SHOWN)


def selects(page: Explorer, component: int) -> None:
    """This component becomes the one in the hand, in the address and on the maps."""
    until(lambda: page.address.get("j") == str(component), 5, f"{component} is not in the address")
    until(lambda: shown(page)["selected"] == [component], 5, f"the map of {component} is not")
    assert shown(page)["said"] == f"component {component} selected"


def bar(page: Explorer, component: int) -> tuple[float, float]:
    """Where the bar of a component of the paper's clusters stands."""
    box = page.host.locator(".spectrum canvas").bounding_box()
    pitch = min((box["width"] - 86) / 14, (box["width"] - 86) / 16)
    return box["x"] + 44 + (component - 0.5) * pitch, box["y"] + 40


def picture(page: Explorer, view: str) -> str:
    return page.host.locator(f".{view} .stage canvas").evaluate("canvas => canvas.toDataURL()")


def entries(page: Explorer) -> int:
    """The entries that the browser's history was given since this was asked for first.

    Its length ends at 50, and other tests have used this tab.
    """
    return page.tab.evaluate("""() => {
        if (window.entriesGiven === undefined) {
            window.entriesGiven = 0;
            const push = history.pushState;
            history.pushState = (...state) => {
                window.entriesGiven += 1;
                push.apply(history, state);
            };
        }
        return window.entriesGiven;
    }""")


def messages(page: Explorer) -> int:
    return sum("stream" in url or "frames" in url for url in page.sent)


def test_maps_bars_axes_and_arrow_keys_select_without_a_word_to_the_server(explore):
    page = explore("?view=scores")
    page.idle()
    page.sent.clear()
    length, scores = entries(page), picture(page, "scores")
    page.host.locator(".panel").nth(4).click()
    selects(page, 5)
    assert "components 1 and 5" in page.host.locator(".scores .how").inner_text()
    assert picture(page, "scores") != scores
    page.tab.mouse.click(*bar(page, 3))
    selects(page, 3)
    assert "components 1 and 3" in page.host.locator(".scores .how").inner_text()
    canvas = page.host.locator(".scores .stage canvas").bounding_box()
    middle, below = canvas["x"] + canvas["width"] / 2, canvas["y"] + canvas["height"] - 8
    page.tab.mouse.click(middle, below)
    selects(page, 1)
    page.host.locator(".spectrum canvas").focus()
    for component in (2, 3, 4):
        page.tab.keyboard.press("ArrowRight")
        selects(page, component)
    page.tab.keyboard.press("ArrowLeft")
    selects(page, 3)
    page.host.locator(".panel").nth(2).focus()
    page.tab.keyboard.press("ArrowRight")
    selects(page, 4)
    focused = "host => host.shadowRoot.activeElement.querySelector('.number').textContent"
    assert page.host.evaluate(focused) == "4"
    assert entries(page) == length, "selecting is no step of the history"
    assert messages(page) == 0, "something was sent"
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: "width" in page.address, 10, "the slider is dead")
    assert page.address["j"] == "4"
    assert page.troubles == []


def test_settings_are_steps_selecting_is_none_and_undo_keeps_what_is_selected(explore):
    page = explore()
    page.idle()
    length = entries(page)
    page.host.locator(".panel").nth(2).click()
    selects(page, 3)
    page.type_into("width c", "0.3")
    until(lambda: page.address == {"width": "0.3", "j": "3"}, 10, "the selection is lost")
    page.idle()
    assert entries(page) == length + 1
    page.host.locator(".panel").nth(5).click()
    selects(page, 6)
    page.tab.keyboard.press("Control+z")
    until(lambda: "width" not in page.address, 10, "nothing was undone")
    page.idle()
    assert page.address == {"j": "6"}, "one step, and the component stays in the hand"
    assert page.tab.get_by_role("button", name="Undo", exact=True).is_disabled()
    page.host.locator(".panel").nth(1).click()
    selects(page, 2)
    page.tab.go_back()
    until(lambda: page.address == {"width": "0.3", "j": "6"}, 10, "not where it was left")
    page.idle()
    selects(page, 6)
    fresh = explore(f"?{urllib.parse.urlencode(page.address)}")
    assert shown(fresh)["selected"] == [6]
    # What is selected while a run is on its way stays.
    with held(fresh, 0.4) as drag:
        drag(0.5)
    for panel in (3, 5, 1, 6):
        fresh.host.locator(".panel").nth(panel).click()
    until(lambda: fresh.address["width"] != "0.3", 10, "the release did not settle")
    fresh.idle()
    fresh.settle()
    selects(fresh, 7)
    assert page.troubles == fresh.troubles == []


def opened_map(page: Explorer, component: int) -> dict:
    """The box of the only map, which is that of this component."""
    until(lambda: shown(page)["numbers"] == [component], 5, f"map {component} is not alone")
    (box,) = shown(page)["maps"]
    return box


def resize(page: Explorer, size: tuple[int, int]) -> None:
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    page.settle()


def test_the_opened_map_is_large_at_every_width(explore):
    page = explore(size=WINDOWS[0])
    page.host.locator(".panel").nth(4).click()
    selects(page, 5)
    for size in WINDOWS:
        resize(page, size)
        page.host.locator(".panel").nth(4).click()
        box = opened_map(page, 5)
        assert page.address == {"j": "5", "large": "true"}
        assert min(box["width"], box["height"]) >= 0.6 * min(size)
        for one in (box, page.slider.bounding_box(), *(
            page.host.get_by_role("button", name=name).bounding_box()
            for name in ("Previous component", "Next component", "Close the large map")
        )):  # fmt: skip
            assert one["x"] >= 0
            assert one["y"] >= 0
            assert one["x"] + one["width"] <= size[0]
            assert one["y"] + one["height"] <= size[1]
        page.tab.keyboard.press("Escape")
        until(lambda: len(shown(page)["maps"]) == 8, 5, "Escape does not close it")
        assert page.address == {"j": "5"}
    assert page.troubles == []


def test_the_opened_map_follows_the_hand_and_leads_to_the_others(explore):
    page = explore()
    page.idle()
    length = entries(page)
    small = page.signs()
    page.host.locator(".panel").nth(1).click()
    page.host.locator(".panel").nth(1).click()
    opened_map(page, 2)
    assert (agreement(small[[1]], page.signs()[[1]]) > 0.95).all()
    titles, start = page.titles(), page.paints
    with held(page, 0.4) as drag:
        for step in range(12):
            drag(0.4 + 0.01 * step)
        until(lambda: page.titles() != titles and page.paints > start + 3, 5, "it stands still")
        assert "width" not in page.address
    until(lambda: "width" in page.address, 10, "the release did not settle")
    page.idle()
    assert page.address.keys() == {"width", "j", "large"}
    opened_map(page, 2)
    page.host.get_by_role("button", name="Next component").click()
    opened_map(page, 3)
    page.host.locator(".guide").click()
    page.tab.keyboard.press("ArrowRight")
    opened_map(page, 4)
    page.host.get_by_role("button", name="Previous component").click()
    opened_map(page, 3)
    assert entries(page) == length + 1, "only the slider was a step"
    page.tab.reload()
    page.tab.wait_for_selector("[data-paints]")
    opened_map(page, 3)
    page.host.get_by_role("button", name="Close the large map").click()
    until(lambda: len(shown(page)["maps"]) == 8, 5, "it does not close")
    names = page.tab.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in names if "plotly" in name.lower()]
    assert page.troubles == []


def test_the_stage_has_large_maps_and_letters_pages_through_them_and_is_left_by_two_keys(explore):
    page = explore()
    for size, most in (((1440, 900), 4), ((1920, 1080), 4), ((1280, 720), 2)):
        resize(page, size)
        assert_large_on_the_stage(page, size, most)
        if most == 4:
            page.tab.keyboard.press("f")
            until(lambda: len(shown(page)["maps"]) == 8, 5, "F does not leave the stage")
    until(lambda: shown(page)["numbers"] == [1, 2], 5, "not the first maps")
    for numbers in ([3, 4], [5, 6], [7, 8]):
        page.host.get_by_role("button", name="Next component").click()
        until(lambda n=numbers: shown(page)["numbers"] == n, 5, f"{numbers} are not there")
    for component, numbers in itertools.zip_longest((6, 5, 4), ([5, 6], [5, 6], [3, 4])):
        page.host.locator(".guide .place").click()
        page.tab.keyboard.press("ArrowLeft")
        until(lambda c=component: page.address["j"] == str(c), 5, "the key is dead")
        assert shown(page)["numbers"] == numbers
    page.host.locator(".panel.chosen").click()
    opened_map(page, 4)
    page.tab.keyboard.press("Escape")
    until(lambda: shown(page)["numbers"] == [3, 4], 5, "it does not close")
    page.tab.keyboard.press("Escape")
    page.tab.evaluate("document.fullscreenElement && document.exitFullscreen()")
    until(lambda: len(shown(page)["maps"]) == 8, 5, "Escape does not leave the stage")
    assert page.troubles == []


def assert_large_on_the_stage(page, size, most):
    before = shown(page)["maps"]
    page.tab.keyboard.press("f")
    until(lambda: len(shown(page)["maps"]) <= most, 5, "all maps are there")
    page.settle()
    maps = shown(page)["maps"]
    assert 1 < len(maps) <= most
    for side in ("width", "height"):
        assert min(box[side] for box in maps) > 1.3 * max(box[side] for box in before)
    across = max(box["x"] + box["width"] for box in maps) - min(box["x"] for box in maps)
    assert across > 0.85 * size[0]
    assert max(box["y"] + box["height"] for box in maps) <= size[1]
    letters = page.tab.evaluate(LETTERS)
    assert not [one for one in letters if one[0] < 18]
    said = " ".join(text for _, text in letters)
    assert "Three clusters · Gaussian · k(x, y) = exp(−‖x−y‖² / c)" in " ".join(said.split())
    for one in ("width c", "λ = 22.558"):
        assert one in said
    value = page.host.get_by_role("spinbutton", name="width c")
    assert value.input_value() == "0.1"
    assert value.evaluate("box => parseFloat(getComputedStyle(box).fontSize)") >= 18
    for name in ("Undo", "Copy link", "Edit points", "PNG", "Scores", "Light or dark"):
        assert page.tab.get_by_role("button", name=name, exact=True).count() == 0, name
    strip = page.host.locator(".spectrum canvas").bounding_box()
    assert strip["height"] < 0.17 * size[1]
