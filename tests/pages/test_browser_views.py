"""Scores, feature space and Gram matrices beside the maps, in a browser."""

from __future__ import annotations

import numpy as np
import pytest
from support.explorer import Explorer, held, until

pytestmark = pytest.mark.browser


def rings(page: Explorer, where: str) -> list[tuple[float, float]]:
    return page.host.evaluate(
        """(host, where) => [...host.shadowRoot.querySelectorAll(`${where} .ring`)].map((ring) => {
            const box = ring.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        })""",
        where,
    )


def image(page: Explorer, view: str) -> str:
    return page.host.locator(f".{view} .stage canvas").evaluate("canvas => canvas.toDataURL()")


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
    before = image(page, "scores")
    again = explore("?view=scores&j=5")
    assert image(again, "scores") == before
    assert page.troubles == again.troubles == []


def test_a_view_follows_the_slider_over_the_same_socket_and_stands_inside_the_window(explore):
    page = explore("?view=scores")
    for view in ("scores", "space", "gram"):
        if view != "scores":
            pick(page, {"space": "Feature space", "gram": "Gram matrix"}[view], view)
        before, reruns = image(page, view), sum("stream" in url for url in page.sent)
        with held(page, 0.55) as drag:
            drag(0.7)
            until(lambda b=before, v=view: image(page, v) != b, 15, f"{view} stands still")
            moved = image(page, view)
            drag(0.8)
            until(lambda b=moved, v=view: image(page, v) != b, 15, f"{view} stands still")
            assert sum("stream" in url for url in page.sent) == reruns
        page.settle()
        for size in ((390, 844), (820, 1180), (1440, 900)):
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

    start, picture = angles(), image(page, "space")
    box = canvas.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x + 60, y + 10, steps=4)
    page.tab.mouse.up()
    assert angles() == pytest.approx(start + np.array([0.6, 0.1]), abs=0.02)
    assert image(page, "space") != picture
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
