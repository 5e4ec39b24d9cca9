"""Tours in a browser: a clicker, a lecturer who makes one, a phone that opens its link; a task."""

from __future__ import annotations

import json
import urllib.parse

import numpy as np
import pytest
from support.explorer import lands, tool, until

from views.stories import STORIES
from views.stories.tours import tour_of_file

pytestmark = pytest.mark.browser

EVIL = (
    "<script>window.caught = 1</script><img src=x onerror='window.caught = 2'> "
    "[x](javascript:window.caught=3) $x^2$ ![i](http://127.0.0.1:9/i.png) **b** https://a.b :smile:"
)
PHONE = {"size": (390, 844), "has_touch": True, "is_mobile": True}


def at_step(page, number):
    """The step with this number is on screen, and drawn."""
    page.tab.locator(f".places .to-{number}[aria-current=true]").wait_for(state="attached")
    page.idle()
    if page.host.count():
        page.settle()


def fill(page, label, text):
    """Fill a field of the editor and leave it."""
    box = page.tab.get_by_label(label, exact=True)
    box.fill(text)
    box.press("Tab")
    page.idle()


def save(page, title, text="", number=1):
    tool(page, "Save this view as a step").click()
    box = page.tab.get_by_label(f"Title of step {number}", exact=True)
    until(lambda: box.evaluate("box => box.matches(':focus')"), 15, "no field for the title")
    fill(page, f"Title of step {number}", title)
    if text:
        fill(page, f"What you say at step {number}", text)
    page.tab.locator(f".places .to-{number}[aria-label='{number}: {title}']").wait_for()
    if text:
        page.tab.locator(".story .text").get_by_text(text, exact=True).wait_for()
    page.idle()


def link_of(page, button="Copy the link of the tour", part="tour="):
    # A browser keeps what another test has copied.
    page.tab.evaluate("navigator.clipboard.writeText('')")
    tool(page, button).click()
    read = "navigator.clipboard.readText()"
    until(lambda: part in page.tab.evaluate(read), 10, "no link was copied")
    return page.tab.evaluate(read)


# The events of a finger on a link to another page, which come in one go: the field that is being
# filled loses the focus, and what it holds is on its way when the link is followed.
TAP = """(name) => {
    const links = [...document.querySelectorAll('.st-key-pages a')];
    const link = links.find((one) => one.textContent === name);
    let held = document.activeElement;
    while (held.shadowRoot?.activeElement) held = held.shadowRoot.activeElement;
    link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    held.blur();
    link.click();
}"""


def seen(page):
    """What the maps show, whatever their size: titles, and signs of the functions."""
    return page.titles(), page.signs()


def assert_same_picture(one, other):
    assert one[0] == other[0]
    known = (one[1] != 0) & (other[1] != 0)
    assert known.mean() > 0.5
    assert (one[1] == other[1])[known].mean() > 0.97


def test_a_clicker_begins_the_first_tour_and_the_last_step_stays(explore):
    page = explore("?grid=25", size=(1280, 720))
    page.slider.focus()
    name, count = "why-kernels", len(STORIES["why-kernels"].steps)
    page.tab.keyboard.press("PageDown")
    lands(page, {"story": name})
    for number in range(2, count + 1):
        at_step(page, number - 1)
        page.tab.keyboard.press("PageDown")
        lands(page, {"story": name, "step": str(number)})
    at_step(page, count)
    page.tab.keyboard.press("PageDown")
    page.settle()
    lands(page, {"story": name, "step": str(count)})
    # A step selects its own component whatever the reader came past.
    page.host.locator(".panel").first.focus()
    page.tab.keyboard.press("ArrowRight")
    lands(page, {"story": name, "step": str(count), "j": "2"})
    page.tab.keyboard.press("PageUp")
    lands(page, {"story": name, "step": str(count - 1)})
    page.tab.get_by_role("heading", name=STORIES[name].steps[count - 2].title).wait_for()
    at_step(page, count - 1)
    assert page.host.locator(".spectrum-head .named").inner_text() == "component 3 selected"
    page.idle()
    tool(page, "End the tour").click()
    until(lambda: "story" not in page.address, 15, "the tour did not end")
    left = page.address
    page.tab.get_by_label("Components", exact=True).and_(page.tab.locator("input")).focus()
    page.tab.keyboard.press("PageDown")
    page.settle()
    assert page.address == left, "a text box has the key for itself"
    assert page.troubles == []


def test_a_tour_made_by_hand_is_the_same_on_a_phone(explore):
    permissions = ["clipboard-read", "clipboard-write"]
    page = explore("?data=rings&kernel=polynomial&view=space&j=3&grid=50", permissions=permissions)
    tool(page, "Make a tour").click()
    save(page, "Rings", EVIL)
    page.tab.get_by_label("Kernel", exact=True).click()
    page.tab.get_by_role("option", name="Gaussian", exact=True).click()
    page.idle()
    page.type_into("width c", "2")
    until(lambda: page.address.get("width") == "2.0", 15, "the width did not come")
    save(page, "Wide", number=2)
    page.tab.get_by_label("What you say at step 2", exact=True).press_sequentially("Typed last.")
    page.tab.evaluate(TAP, "Sweep")
    page.tab.wait_for_url("**/sweep?*")
    page.tab.get_by_text("This step is on the page Explore.").wait_for()
    page.idle()
    assert page.tab.locator(".story .text").inner_text() == "Typed last."
    assert "/sweep?" in page.tab.url
    save(page, "A sweep", "Play it.", number=3)
    page.tab.locator(".editor summary").click()
    for hidden in ("Scale", "Own data"):
        page.tab.locator(".editor").get_by_label(hidden, exact=True).check()
    pages = page.tab.get_by_test_id("stPageLink")
    assert pages.get_by_text("Scale", exact=True).count() == 1, "whoever edits sees all pages"
    # The link waits for what was typed last.
    page.tab.get_by_label("Title of the tour", exact=True).fill("Lecture <b>4</b>")
    link = link_of(page)
    tool(page, "Make a tour").click()
    until(lambda: pages.get_by_text("Scale", exact=True).count() == 0, 10, "Scale is not hidden")
    lecturer = {}
    for number in (1, 2):
        page.tab.locator(f".places .to-{number}").click()
        at_step(page, number)
        lecturer[number] = (seen(page), page.address)
    assert page.troubles == []

    query = urllib.parse.urlsplit(link)
    assert query.path == "/"
    phone = explore(f"?{query.query}", **PHONE)
    at_step(phone, 1)
    heading = phone.tab.get_by_role("heading", level=2)
    assert heading.inner_text() == "Lecture <b>4</b> 1/3 Rings"
    said = phone.tab.locator(".story .text")
    assert said.inner_text() == EVIL
    assert said.evaluate("p => p.childElementCount") == 0
    assert_same_picture(seen(phone), lecturer[1][0])
    assert phone.address == lecturer[1][1]
    phone.tab.get_by_role("button", name="Next", exact=True).tap()
    at_step(phone, 2)
    assert said.inner_text() == "Typed last."
    assert_same_picture(seen(phone), lecturer[2][0])
    assert phone.address == lecturer[2][1]
    phone.tab.get_by_role("button", name="Next", exact=True).tap()
    phone.tab.wait_for_url("**/sweep?*")
    phone.tab.get_by_role("heading", name="3/3 A sweep").wait_for()
    phone.idle()
    known = phone.tab.get_by_test_id("stPageLink").all_inner_texts()
    assert {"Explore", "Sweep", "Compare"} <= set(known)
    assert not {"Scale", "Own data"} & set(known)
    phone.tab.get_by_role("button", name="Back", exact=True).tap()
    phone.tab.wait_for_function("location.pathname === '/'")
    until(lambda: phone.titles() == lecturer[2][0][0], 30, "no way back to the other page")
    at_step(phone, 2)
    assert_same_picture(seen(phone), lecturer[2][0])
    for one in (page, phone):
        assert one.tab.evaluate("window.caught") is None
    assert phone.troubles == []


def test_a_tour_travels_as_a_file_and_one_too_long_for_a_link_outlives_a_reload(explore, tmp_path):
    page = explore("?grid=25", permissions=["clipboard-read", "clipboard-write"])
    tool(page, "Make a tour").click()
    save(page, "First", EVIL)
    with page.tab.expect_download() as download:
        tool(page, "Download the tour").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "tour.json"
    tour = tour_of_file(file.read_text(encoding="utf-8"))
    assert tour.packed == page.address["tour"]
    tool(page, "Delete: 1").click()
    until(lambda: "tour" not in page.address, 15, "a tour without steps is none")
    page.idle()
    chooser = page.tab.locator(".editor input[type=file]")
    chooser.set_input_files({"name": "a.json", "mimeType": "", "buffer": b"[1, <b>2</b>]"})
    page.tab.get_by_role("alert").get_by_text("This is no tour: it is not JSON.").wait_for()
    chooser.set_input_files({"name": "a.json", "mimeType": "", "buffer": b" " * 400_000})
    page.tab.get_by_text("This file is too large for a tour.").wait_for()
    chooser.set_input_files(file)
    until(lambda: page.address.get("tour") == tour.packed, 15, "the file was not opened")
    page.idle()
    assert page.tab.locator(".story .text").inner_text() == EVIL
    assert page.tab.evaluate("window.caught") is None

    rng = np.random.default_rng(0)
    said = ["".join(map(chr, rng.integers(0x4E00, 0x9FA0, 800))) for _ in range(6)]
    steps = [
        {"page": "explore", "title": f"T{k}", "text": text, "settings": {"width": f"0.{k + 1}"}}
        for k, text in enumerate(said)
    ]
    file.write_text(json.dumps({"tour": 1, "title": "Long", "steps": steps}), encoding="utf-8")
    long = tour_of_file(file.read_text(encoding="utf-8"))
    chooser.set_input_files(file)
    lands(page, {"tour": long.name})
    page.tab.get_by_text("a link holds 6,000. Download it and hand on the file").wait_for()
    assert tool(page, "Copy the link of the tour").is_disabled()
    tool(page, "Copy link").click()
    page.tab.get_by_text("this tour is too long for a link").wait_for()
    page.tab.locator(".places .to-3").click()
    lands(page, {"tour": long.name, "step": "3"})
    page.idle()
    page.tab.reload()
    page.tab.get_by_role("heading", name="T2").wait_for()
    lands(page, {"tour": long.name, "step": "3"})
    assert page.tab.locator(".story .text").inner_text() == said[2]
    assert page.troubles == []


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
