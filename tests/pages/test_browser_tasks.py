"""A task in a browser: made by hand, opened elsewhere, solved under the pointer and handed in."""

from __future__ import annotations

import urllib.parse

import pytest
from support.explorer import until
from test_browser_history import tool
from test_browser_tours import at_step, link_of, save

pytestmark = pytest.mark.browser

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def said(page):
    return page.tab.locator(".goals .said").inner_text()


def opened(explore, link, **more):
    address = urllib.parse.urlsplit(link)
    assert address.path == "/"
    page = explore(f"?{address.query}", **more)
    at_step(page, 1)
    return page


def test_a_task_made_by_hand_is_solved_elsewhere_and_handed_in(explore):
    lecturer = explore("?data=rings&width=0.1&grid=25", permissions=CLIPBOARD)
    tool(lecturer, "Make a tour").click()
    save(lecturer, "Rings")
    tool(lecturer, "Add a goal").click()
    lecturer.tab.get_by_label("Measure 1", exact=True).select_option("gap")
    box = lecturer.tab.get_by_label("component 1", exact=True)
    box.fill("3")
    box.press("Tab")
    until(lambda: said(lecturer).startswith("−9.72"), 15, "nothing is measured")
    wanted = lecturer.tab.get_by_label("Value 1", exact=True)
    wanted.fill("2")
    wanted.press("Tab")
    label = lecturer.tab.locator(".goals .label")
    until(lambda: "component 3: at least 2" in label.inner_text(), 15, "no such goal")
    link = link_of(lecturer)

    student = opened(explore, link, permissions=CLIPBOARD)
    assert said(student).startswith("−9.72")
    until(lambda: "not reached" in said(student), 10, "the first view reaches it")
    place = student.tab.locator(".goals").bounding_box()
    # Under the pointer, before anything is settled.
    slider = student.slider.bounding_box()
    middle = slider["y"] + slider["height"] / 2
    student.tab.mouse.move(slider["x"] + slider["width"] / 2, middle)
    student.tab.mouse.down()
    student.tab.mouse.move(slider["x"] + 0.78 * slider["width"], middle, steps=8)
    until(lambda: said(student).endswith(": reached"), 15, "the goal does not follow the pointer")
    assert "width" not in student.address
    assert student.tab.locator(".goals").bounding_box() == place, "the page moves"
    student.tab.mouse.up()
    until(lambda: "width" in student.address, 15, "the width did not settle")
    student.idle()
    student.tab.get_by_role("status").get_by_text("The task is done.").wait_for()
    handed = link_of(student, "Hand in", "measured=")

    teacher = opened(explore, handed)
    verdict = teacher.tab.locator(".goals .verdict")
    assert verdict.inner_text().startswith("The link states ")
    assert verdict.inner_text().endswith(": reached.")
    teacher.type_into("Components", "4")
    until(lambda: "measured" not in teacher.address, 15, "the statement outlives its settings")
    teacher.idle()
    assert verdict.inner_text() == ""
    for page in (lecturer, student, teacher):
        assert page.troubles == []
