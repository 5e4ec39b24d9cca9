"""One component in the hand, views beside the maps, and points, in a browser."""

from __future__ import annotations

import itertools
import re
import urllib.parse

import numpy as np
import pytest
from support.explorer import Explorer, agreement, held, until

from views.pages.explore.points import edits_of

pytestmark = pytest.mark.browser

WINDOWS = [(390, 844), (820, 1180), (1440, 900)]
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


def test_what_is_selected_is_sent_with_what_is_set_next_and_is_no_step_of_the_history(explore):
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
    canvas = page.host.locator(".scores .stage canvas").bounding_box()
    middle, below = canvas["x"] + canvas["width"] / 2, canvas["y"] + canvas["height"] - 8
    page.tab.mouse.click(middle, below)
    selects(page, 1)
    for place, key, component in (
        (".spectrum canvas", "ArrowRight", 2), (".panel >> nth=1", "ArrowRight", 3),
        (".panel >> nth=2", "ArrowRight", 4), (".panel >> nth=3", "ArrowLeft", 3),
    ):  # fmt: skip
        page.host.locator(place).focus()
        page.tab.keyboard.press(key)
        selects(page, component)
    focused = "host => host.shadowRoot.activeElement.querySelector('.number').textContent"
    assert page.host.evaluate(focused) == "3"
    assert entries(page) == length, "selecting is no step of the history"
    assert messages(page) == 0, "something was sent"

    page.type_into("width c", "0.3")
    until(lambda: page.address.get("width") == "0.3", 10, "the box is dead")
    page.idle()
    assert page.address["j"] == "3"
    assert entries(page) == length + 1
    page.host.locator(".panel").nth(5).click()
    selects(page, 6)
    page.tab.keyboard.press("Control+z")
    until(lambda: "width" not in page.address, 10, "nothing was undone")
    page.idle()
    assert page.address == {"view": "scores", "j": "6"}, "the component stays in the hand"
    # What is selected while a run is on its way stays.
    with held(page, 0.4) as drag:
        drag(0.5)
    for panel in (3, 5, 1, 6):
        page.host.locator(".panel").nth(panel).click()
    until(lambda: "width" in page.address, 10, "the release did not settle")
    page.idle()
    page.settle()
    selects(page, 7)
    assert page.troubles == []


def opened_map(page: Explorer, component: int) -> dict:
    """The box of the only map, which is that of this component."""
    until(lambda: shown(page)["numbers"] == [component], 5, f"map {component} is not alone")
    (box,) = shown(page)["maps"]
    return box


def resize(page: Explorer, size: tuple[int, int]) -> None:
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    page.settle()


def test_the_opened_map_is_large_at_every_width_and_follows_the_hand(explore):
    page = explore(size=WINDOWS[0])
    page.host.locator(".panel").nth(4).click()
    selects(page, 5)
    small = page.signs()
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
        if size != WINDOWS[-1]:
            page.tab.keyboard.press("Escape")
            until(lambda: len(shown(page)["maps"]) == 8, 5, "Escape does not close it")
            assert page.address == {"j": "5"}
    assert (agreement(small[[4]], page.signs()[[4]]) > 0.95).all()
    length, titles, start = entries(page), page.titles(), page.paints
    with held(page, 0.4) as drag:
        for step in range(12):
            drag(0.4 + 0.01 * step)
        until(lambda: page.titles() != titles and page.paints > start + 3, 5, "it stands still")
        assert "width" not in page.address
    until(lambda: "width" in page.address, 10, "the release did not settle")
    page.idle()
    opened_map(page, 5)
    page.host.get_by_role("button", name="Next component").click()
    opened_map(page, 6)
    page.host.locator(".guide").click()
    page.tab.keyboard.press("ArrowLeft")
    opened_map(page, 5)
    assert entries(page) == length + 1, "only the slider was a step"
    page.tab.reload()
    page.tab.wait_for_selector("[data-paints]")
    opened_map(page, 5)
    page.host.get_by_role("button", name="Close the large map").click()
    until(lambda: len(shown(page)["maps"]) == 8, 5, "it does not close")
    assert page.troubles == []


def test_the_stage_has_large_maps_and_letters_pages_through_them_and_is_left_by_two_keys(explore):
    page = explore()
    for size, most in (((1440, 900), 4), ((1280, 720), 2)):
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
    value = page.host.get_by_role("spinbutton", name="width c")
    assert value.input_value() == "0.1"
    assert value.evaluate("box => parseFloat(getComputedStyle(box).fontSize)") >= 18
    for name in ("Undo", "Copy link", "Edit points", "PNG", "Scores", "Light or dark"):
        assert page.tab.get_by_role("button", name=name, exact=True).count() == 0, name
    strip = page.host.locator(".spectrum canvas").bounding_box()
    assert strip["height"] < 0.17 * size[1]


# A corner of the first view's panels without points, as shares of a panel from its lower left.
CORNER = (0.9, 0.9)


def place(page: Explorer, across: float, up: float, panel: int = 0) -> tuple[float, float]:
    """A place of a panel's picture on the page."""
    box = page.host.locator(".panel canvas").nth(panel).bounding_box()
    return box["x"] + across * box["width"], box["y"] + (1 - up) * box["height"]


def edit(page: Explorer) -> None:
    page.host.get_by_role("button", name="Edit points", exact=True).click()
    page.host.locator(".editing .chosen").wait_for()
    page.settle()


def changes(page: Explorer) -> dict:
    return dict(edits_of(page.address.get("points", "")).changes)


def test_points_are_added_dragged_painted_removed_and_selected(explore):
    page = explore()
    first = page.titles()
    edit(page)
    mouse = page.tab.mouse
    mouse.click(*place(page, *CORNER))
    until(lambda: list(changes(page)) == [90], 5, "the point is not in the address")
    there = changes(page)
    assert there[90] == pytest.approx((0.8, 0.85, 0), abs=0.02)
    assert page.tab.get_by_role("dialog").count() == 0
    page.settle()
    added = page.titles()
    assert added != first

    mouse.move(*place(page, *CORNER))
    mouse.down()
    for step in range(20):
        mouse.move(*place(page, 0.9 - 0.01 * step, 0.9 - 0.02 * step))
    until(lambda: page.titles() != added, 5, "the panels do not follow")
    assert changes(page) == there, "settled while the hand is down"
    mouse.move(*place(page, 0.5, 0.5))
    mouse.up()
    until(lambda: changes(page) != there, 5, "the drag is not in the address")
    x, y, _ = changes(page)[90]
    assert (x, y) == pytest.approx((0.0, 0.25), abs=0.02)

    page.tab.keyboard.down("Shift")
    mouse.move(*place(page, 0.1, 0.85))
    mouse.down()
    mouse.move(*place(page, 0.25, 0.85), steps=6)
    mouse.up()
    page.tab.keyboard.up("Shift")
    until(lambda: len(changes(page)) >= 7, 5, "nothing was painted")
    painted = changes(page)

    mouse.dblclick(*place(page, 0.5, 0.5))
    until(lambda: 90 not in changes(page), 5, "the point is still there")
    page.tab.keyboard.press("Control+z")
    until(lambda: changes(page) == painted, 5, "the point has not come back")
    page.host.get_by_role("button", name="Reset points").click()
    until(lambda: page.address == {}, 5, "the points have not gone back")
    page.settle()
    assert page.titles() == first

    page.host.get_by_role("button", name="Select points", exact=True).click()
    mouse.move(*place(page, 0.02, 0.02))
    mouse.down()
    for across, up in ((0.02, 0.45), (0.48, 0.45), (0.48, 0.02)):
        mouse.move(*place(page, across, up), steps=3)
    mouse.up()
    # The lasso goes around the first cluster.
    page.tab.get_by_text("30 points selected", exact=True).last.wait_for()
    page.tab.get_by_role("button", name="Selected CSV").wait_for()
    page.host.get_by_role("button", name="Select points", exact=True).click()
    bars = page.host.locator(".spectrum canvas").bounding_box()
    # Sixteen bars stand between the numbers of both axes.
    mouse.move(bars["x"] + 44 + 2.5 * min(76, (bars["width"] - 86) / 16), bars["y"] + 40)
    lit = page.host.locator(".panel.lit .number")
    until(lambda: lit.all_inner_texts() == ["3"], 5, "the third panel is not lit")
    for _ in range(2):
        mouse.click(*place(page, *CORNER))
    page.tab.get_by_role("dialog").wait_for()
    assert page.troubles == []


READ_CONTROLS = """() => [...document.querySelectorAll('.stSidebar input')]
    .map((input) => [input.ariaLabel, input.type === 'checkbox' ? input.checked : input.value])"""


def test_a_fresh_profile_has_every_control_number_and_pixel_of_the_address(explore):
    page = explore("?data=rings&ring_n=120&seed=3&kernel=matern&nu=2.5&arrows=true&view=scores")
    with held(page, 0.5) as drag:
        drag(0.55)
    until(lambda: "length" in page.address, 10, "the release did not settle")
    page.type_into("Components", "5")
    until(lambda: "components" in page.address, 10, "the box is dead")
    page.idle()
    edit(page)
    page.tab.mouse.click(*place(page, *CORNER))
    until(lambda: list(changes(page)) == [120], 5, "the point is not in the address")
    # The address names the point before its picture is there.
    page.idle()
    page.settle(0.5)
    address, titles = page.address, page.titles()
    assert len(address) == 10
    # A session keeps the signs of what it has shown; a new one has canonical ones.
    page.tab.reload()
    page.drawn("Explore")
    fresh = explore(f"?{urllib.parse.urlencode(address)}")
    for one in (page, fresh):
        until(lambda one=one: one.titles() == titles, 10, "another picture")
        assert one.address == address
        one.settle()
    # The picture may be there before the sidebar.
    controls = page.tab.evaluate(READ_CONTROLS)
    until(lambda: fresh.tab.evaluate(READ_CONTROLS) == controls != [], 10, "another sidebar")
    assert fresh.pixels() == page.pixels()
    assert fresh.troubles == page.troubles == []


def test_keys_and_fingers_edit_points_too(explore):
    page = explore("?components=2", size=(390, 844), has_touch=True)
    edit(page)
    assert page.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    chosen = page.host.locator(".editing .chosen")
    chosen.focus()
    keyboard = page.tab.keyboard
    for key in ("n", "n", "ArrowRight", "ArrowUp"):
        keyboard.press(key)
    until(lambda: list(changes(page)) == [1], 5, "the point has not moved")
    said = chosen.inner_text()
    assert re.fullmatch(r"point 1, cluster 1: x .+, y .+", said)
    assert page.host.locator(".editing [aria-live]").inner_text() == said
    assert chosen.evaluate("node => node === node.getRootNode().activeElement"), "the focus is lost"
    keyboard.press("a")
    keyboard.press("3")
    until(lambda: changes(page).get(90, (0, 0, 0))[2] == 2, 5, "no point of the third label")
    keyboard.press("Delete")
    until(lambda: list(changes(page)) == [1], 5, "the point is still there")
    page.settle()

    box = page.host.locator(".panel canvas").first
    box.scroll_into_view_if_needed()
    page.settle()
    page.tab.touchscreen.tap(*place(page, *CORNER))
    until(lambda: len(changes(page)) == 2, 5, "a tap adds no point")
    page.settle()
    # A finger is less exact than a pointer.
    x, y = place(page, *CORNER)
    for _ in range(2):
        page.tab.touchscreen.tap(x + 12, y + 10)
    until(lambda: list(changes(page)) == [1], 5, "two taps remove no point")
    keyboard.press("Escape")
    assert not page.host.locator(".editing").is_visible()
    page.tab.reload()
    page.drawn("Explore")
    undo = page.tab.get_by_role("button", name="Undo")
    until(undo.is_enabled, 10, "a reload forgot the steps back")
    undo.click()
    until(lambda: len(changes(page)) == 2, 5, "the point has not come back")
    assert page.troubles == []


def rings(page: Explorer, where: str) -> list[tuple[float, float]]:
    return page.host.evaluate(
        """(host, where) => [...host.shadowRoot.querySelectorAll(`${where} .ring`)].map((ring) => {
            const box = ring.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        })""",
        where,
    )


def pick(page: Explorer, label: str, view: str) -> None:
    page.host.get_by_role("button", name=label, exact=True).click()
    page.host.locator(f".{view} .stage canvas").wait_for()
    until(lambda: page.address.get("view") == view, 15, "the address does not name the view")
    page.settle()


def at_point(page: Explorer, point: int) -> tuple[float, float]:
    """Where a data point of the paper's clusters stands on the first map."""
    from datasets import gaussian_clusters

    box = page.host.locator(".panel canvas").first.bounding_box()
    x, y = gaussian_clusters(seed="paper").X[point]
    return box["x"] + (x + 1) / 2 * box["width"], box["y"] + (1 - y) / 1.5 * box["height"]


def test_a_view_is_chosen_hovered_and_restored(explore):
    page = explore()
    assert page.host.locator(".aspect").count() == 0
    pick(page, "Scores", "scores")
    assert page.host.get_by_text("Each point stands where components 1 and 2 put it").is_visible()
    x, y = at_point(page, 40)
    page.tab.mouse.move(x, y)
    until(lambda: len(rings(page, ".panel")) == 8, 5, "no ring on every map")
    assert rings(page, ".panel")[0] == pytest.approx((x, y), abs=1.5)
    (beside,) = rings(page, ".scores")
    tips = page.host.locator(".tooltip:visible").inner_text()
    assert "cluster" in tips
    # The same point hovered in the scatter is marked on the maps.
    page.tab.mouse.move(*beside)
    until(lambda: "score 1" in page.host.locator(".tooltip:visible").inner_text(), 5, "no scores")
    marked = rings(page, ".panel")
    assert len(marked) == 8
    page.host.get_by_label("Up", exact=True).select_option("5")
    until(lambda: page.address.get("j") == "5", 15, "the component is not in the address")
    until(lambda: "1 and 5" in page.host.locator(".scores .how").inner_text(), 15, "old scores")
    page.settle()
    before = picture(page, "scores")
    again = explore("?view=scores&j=5")
    assert picture(again, "scores") == before
    assert page.troubles == again.troubles == []


def test_a_view_follows_the_slider_over_the_same_socket_and_stands_inside_the_window(explore):
    page = explore("?view=scores")
    for view in ("scores", "space", "gram"):
        if view != "scores":
            pick(page, {"space": "Feature space", "gram": "Gram matrix"}[view], view)
        before, reruns = picture(page, view), sum("stream" in url for url in page.sent)
        with held(page, 0.55) as drag:
            drag(0.7)
            until(lambda b=before, v=view: picture(page, v) != b, 15, f"{view} stands still")
            moved = picture(page, view)
            drag(0.8)
            until(lambda b=moved, v=view: picture(page, v) != b, 15, f"{view} stands still")
            assert sum("stream" in url for url in page.sent) == reruns
        page.settle()
        for size in ((390, 844), (1440, 900)):
            page.tab.set_viewport_size({"width": size[0], "height": size[1]})
            page.settle()
            box = page.host.locator(f".{view} .stage canvas").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]
            maps = page.host.locator(".panels").bounding_box()
            beside = box["x"] >= maps["x"] + maps["width"] - 1
            assert beside == (size[0] == 1440)
            assert beside or box["y"] + box["height"] <= maps["y"] + 1
    names = page.tab.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [url for url in names if "plotly" in url.lower()]
    assert page.troubles == []


def test_feature_space_turns_by_pointer_and_keys(explore):
    page = explore("?view=space&kernel=polynomial")
    canvas = page.host.locator(".space .stage canvas")

    def angles():
        return np.array(canvas.get_attribute("data-turn").split(), float)

    start, drawn = angles(), picture(page, "space")
    box = canvas.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x + 60, y + 10, steps=4)
    page.tab.mouse.up()
    assert angles() == pytest.approx(start + np.array([0.6, 0.1]), abs=0.02)
    assert picture(page, "space") != drawn
    canvas.focus()
    turned = angles()
    page.tab.keyboard.press("ArrowRight")
    page.tab.keyboard.press("ArrowUp")
    assert angles() == pytest.approx(turned + np.array([1, -1]) * np.pi / 24, abs=1e-3)
    page.tab.keyboard.press("Home")
    assert angles() == pytest.approx(start)
    assert page.host.get_by_text("Φ(x, y) = (x², √2 x y, y²)").is_visible()


PLACES = """(host, which) => [...(host.shadowRoot ?? host).querySelectorAll(which)].map((one) => {
    const { x, y } = one.getBoundingClientRect();
    return [Math.round(x), Math.round(y)];
})"""


def places(block, which: str) -> list[list[int]]:
    return block.evaluate(PLACES, which)


def test_nothing_moves_under_the_pointer_at_a_click(explore):
    page = explore("?grid=25", (1440, 900))
    before = places(page.host, ".views .switch")
    for name in ("Scores", "Feature space", "Gram matrix", "Edit points", "Maps alone"):
        page.host.get_by_role("button", name=name, exact=True).click()
        page.settle()
        assert places(page.host, ".views .switch")[:4] == before[:4], name
    entrance = page.tab.locator(".chip").first.locator("xpath=..")
    chips = places(entrance, ".chip")
    for number in (1, 2, 0):
        chip = entrance.locator(".chip").nth(number)
        chip.click()
        until(lambda chip=chip: chip.get_attribute("aria-current") == "true", 15, "it is shut")
        page.idle()
        assert places(entrance, ".chip") == chips, number
    following = page.tab.get_by_role("button", name="Next", exact=True)
    stands = following.bounding_box()
    for number in (2, 3):
        following.click()
        page.tab.locator(f".places .to-{number}[aria-current=true]").wait_for(state="attached")
        page.idle()
        assert following.bounding_box() == stands, number
        assert places(entrance, ".chip") == chips, number
    assert page.troubles == []


def test_a_place_is_dragged_among_the_scores_and_its_pre_image_follows(explore):
    page = explore("?view=scores&grid=25")
    toggle = page.host.get_by_role("button", name="Back from a place")
    toggle.click()
    until(lambda: page.address.get("back") == "0.0,0.0", 15, "no place is in the address")
    page.settle()
    canvas = page.host.locator(".scores .stage canvas")
    box = canvas.bounding_box()
    x, y = box["x"] + 0.6 * box["width"], box["y"] + 0.3 * box["height"]
    said = page.host.locator(".outcome")
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    words, maps = set(), set()
    for step in range(12):
        page.tab.mouse.move(x - 3 * step, y + 8 * step)
        page.tab.wait_for_timeout(60)
        words.add(said.inner_text())
        maps.add(page.host.locator(".panel canvas").first.evaluate("map => map.toDataURL()"))
    assert len(words) > 2, "the words do not follow"
    assert len(maps) > 2, "the mark on the maps does not follow"
    assert page.address["back"] == "0.0,0.0", "it is to be settled once, at rest"
    chosen = page.address["j"]
    page.tab.mouse.move(x, box["y"] + box["height"] - 8)
    page.tab.mouse.up()
    until(lambda: page.address["back"] != "0.0,0.0", 15, "the release is not in the address")
    page.settle()
    assert page.address["j"] == chosen, "a drag that ends on an axis selects its component"
    assert canvas.bounding_box() == box, "the scatter moves while a place is dragged"
    dragged = page.address["back"]
    assert "‖φ(y) − t‖²" in said.inner_text()
    canvas.focus()
    page.tab.keyboard.press("Shift+ArrowUp")
    until(lambda: page.address["back"] != dragged, 15, "an arrow key does not move it")
    moved, up = (tuple(map(float, one.split(","))) for one in (page.address["back"], dragged))
    assert moved[0] == pytest.approx(up[0], abs=1e-3)
    assert abs(moved[1] - up[1]) > 0.01
    page.settle()
    page.tab.get_by_role("button", name="Undo", exact=True).click()
    until(lambda: page.address.get("back") == dragged, 15, "undo does not bring it back")
    page.settle()
    canvas.focus()
    page.tab.keyboard.press("Escape")
    until(lambda: "back" not in page.address, 15, "Escape does not remove it")
    page.settle()
    assert toggle.get_attribute("aria-pressed") == "false"
    assert said.inner_text() == ""
    assert page.troubles == []
