"""Points in a real browser: under pointer, fingers and keys; a fresh profile shows the same."""

from __future__ import annotations

import re
import urllib.parse

import pytest
from support.explorer import Explorer, agreement, held, until

from views.pages.explore.points import edits_of

pytestmark = pytest.mark.browser

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
    page.settle()
    fresh = explore(f"?points={page.address['points']}")
    assert changes(fresh) == painted
    until(lambda: fresh.titles() == page.titles(), 5, "another picture comes from the address")
    # A fresh session has canonical signs.
    assert (abs(agreement(fresh.signs(), page.signs())) > 0.9).all()

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
    # All controls in view: where the sidebar scrolls, a list that was just opened closes.
    page = explore("?data=rings&ring_n=120&seed=3&kernel=matern&nu=2.5", size=(1440, 1400))

    def settled(**changed):
        until(lambda: changed.items() <= page.address.items(), 10, f"no {changed} in the address")
        page.idle()

    def choose(label, option, **changed):
        page.tab.get_by_label(label, exact=True).click()
        page.tab.get_by_role("option", name=option, exact=True).click()
        settled(**changed)

    page.type_into("Noise", "0.08")
    settled(ring_noise="0.08")
    with held(page, 0.5) as drag:
        drag(0.55)
    until(lambda: "length" in page.address, 10, "the release did not settle")
    page.settle()
    choose("Grid", "50²", grid="50")
    choose("Eigenvalues as", "λ / n", scale="variance")
    page.type_into("Components", "5")
    settled(components="5")
    for label, changed in (
        ("Centred", {"centred": "false"}),
        ("Gradient arrows", {"arrows": "true"}),
        ("Closest inputs", {"closest": "true"}),
    ):
        page.tab.get_by_text(label, exact=True).click()
        settled(**changed)
    page.host.get_by_role("button", name="Scores", exact=True).click()
    settled(view="scores")
    edit(page)
    page.tab.mouse.click(*place(page, *CORNER))
    until(lambda: list(changes(page)) == [120], 5, "the point is not in the address")
    # The address names the point before its picture is there.
    page.idle()
    page.settle(0.5)
    address, titles = page.address, page.titles()
    assert len(address) == 15
    # A session keeps the signs of what it has shown; a new one has canonical ones.
    page.tab.reload()
    page.drawn("Explore")
    page.settle()
    fresh = explore(f"?{urllib.parse.urlencode(address)}", size=(1440, 1400))
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
