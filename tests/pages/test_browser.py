"""The first page under a real pointer and keyboard: drags, signs, history, words, paper."""

from __future__ import annotations

import gzip
import io
import re
import time
import urllib.error
import urllib.parse
import urllib.request

import numpy as np
import pytest
from PIL import Image
from support.browser import come_to_rest
from support.explorer import SIGNS, LosesTheElement, agreement, held, lands, tool, until

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core.drawing.canvas.modules import file, files_of
from kpca_core.drawing.canvas.words import number
from views.hosts.streamlit.front import addresses

pytestmark = pytest.mark.browser

LAPTOP, PROJECTOR = (1440, 900), (1280, 720)
FIGURE_4 = ["22.558", "20.936", "4.648", "3.988", "3.372", "2.956", "2.760", "2.211"]


def test_the_first_view_is_figure_4_and_can_be_saved(explore):
    page = explore()
    assert page.titles() == FIGURE_4
    assert page.address == {}
    assert "22.558" in page.host.locator("p.hidden").first.inner_text()
    icon = page.tab.evaluate("document.querySelector('link[rel~=icon]').href")
    assert icon.startswith("data:image/svg+xml")
    box = page.host.locator(".panel canvas").first.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(2 / 1.5, rel=0.02)
    page.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    tooltip = page.host.locator(".tooltip")
    until(lambda: "f" in "".join(tooltip.all_inner_texts()), 5, "no tooltip")
    images = page.tab.locator("button.chip img")
    drawn = "all => all.slice(0, 3).every((image) => image.naturalWidth > 0)"
    until(lambda: images.evaluate_all(drawn), 10, "the thumbnails did not come")
    name, data = saved(page, "PNG")
    assert name == "kpca-clusters-gaussian-0.1-picture.png"
    with Image.open(io.BytesIO(data)) as picture:
        said = picture.text
    assert set(said) == {"Title", "Description"}
    for part in ("gaussian_clusters(seed='paper'", "Gaussian(width=0.1)", "22.558", page.tab.url):
        assert part in said["Description"], part
    name, data = saved(page, "All arrays NPZ")
    assert name == "kpca-clusters-gaussian-0.1-arrays.npz"
    with np.load(io.BytesIO(data)) as arrays:
        assert arrays["eigenvalues"][0] == pytest.approx(22.558, abs=5e-4)
    # Slider, spectrum and all panels are on screen at once; on a projector once the words above
    # them are folded.
    for size in (LAPTOP, PROJECTOR):
        page.tab.set_viewport_size({"width": size[0], "height": size[1]})
        if size == PROJECTOR:
            page.tab.locator("button.fold").click()
        page.settle()
        boxes = [page.slider.bounding_box()]
        boxes += [canvas.bounding_box() for canvas in page.host.locator("canvas").all()]
        assert len(boxes) >= 10
        for box in boxes:
            assert min(box["x"], box["y"]) >= 0
            assert box["x"] + box["width"] <= size[0]
            assert box["y"] + box["height"] <= size[1]
    # The words stay folded.
    page.tab.reload()
    page.tab.wait_for_selector("[data-paints]")
    assert page.tab.locator("button.fold").get_attribute("aria-expanded") == "false"
    page.tab.locator("button.fold").click()
    page.tab.get_by_text(re.compile("^Each map is one component")).wait_for()
    assert page.troubles == []


def saved(page, button) -> tuple[str, bytes]:
    with page.tab.expect_download() as saving:
        page.tab.get_by_role("button", name=button).click()
    return saving.value.suggested_filename, saving.value.path().read_bytes()


FETCHED = "performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)"


def modules_of(tab) -> list[str]:
    """Files of the front end that a page has fetched."""
    return [path.rpartition("/")[2] for path in tab.evaluate(FETCHED) if "/modules/" in path]


def test_the_modules_named_in_the_document_are_those_of_the_component(explore, app_url):
    with urllib.request.urlopen(app_url) as answer:
        named = re.findall(
            'rel="modulepreload"[^>]* href="[.]/modules/([^"]+)"', answer.read().decode()
        )
    assert named == list(files_of("front.js", "streamlit/drawing.js", "explore.js"))
    tab = explore().tab
    assert sorted(modules_of(tab)) == sorted(named)
    fetched = tab.evaluate(FETCHED)
    assert not [path for path in fetched if "/bidi-components/" in path and path.endswith(".js")]
    assert len(fetched) == len(set(fetched))


def test_a_part_is_loaded_when_it_is_needed_and_one_of_another_version_says_to_reload(explore):
    page = explore()
    gone, own = (files_of(one)[0] for one in ("gram.js", "scores.js"))
    page.tab.route(
        f"**/modules/{gone}",
        lambda one: one.continue_(url=one.request.url.replace(gone, "gram-OLDVERSN.js")),
    )
    page.tab.get_by_role("button", name="Gram matrix").click()
    said = page.host.get_by_role("alert")
    said.wait_for()
    assert said.inner_text() == "A part of this page could not be loaded. Reload the page."
    # All else goes on.
    assert page.titles() == FIGURE_4
    assert own not in modules_of(page.tab)
    page.tab.get_by_role("button", name="Scores", exact=True).click()
    page.host.locator("section.scores canvas").wait_for()
    assert modules_of(page.tab).count(own) == 1
    assert not said.is_visible()
    page.tab.unroute_all()


def test_modules_are_kept_for_ever_and_one_of_another_version_is_not_there(app_url):
    for path in addresses("drawing", "explore.js"):
        request = urllib.request.Request(f"{app_url}/{path}")
        text = file(path.rpartition("/")[2])
        with urllib.request.urlopen(request) as answer:
            assert answer.read().decode() == text
            assert "immutable" in answer.headers["Cache-Control"]
            assert answer.headers["Content-Type"].startswith("text/javascript")
        request.add_header("Accept-Encoding", "gzip")
        with urllib.request.urlopen(request) as answer:
            assert gzip.decompress(answer.read()).decode() == text
    for name in ("gram-OLDVERSN.js", "parts.json", "notebook-widget.js"):
        with pytest.raises(urllib.error.HTTPError, match="404") as refused:
            urllib.request.urlopen(f"{app_url}/modules/{name}")
        assert refused.value.headers["Cache-Control"] == "no-store"


# How often the first title is written anew, and frames in which the first panel is blank.
WATCH = """host => {
    const root = host.shadowRoot;
    Object.assign(window, { changes: 0, blank: 0 });
    const watch = { characterData: true, childList: true, subtree: true };
    new MutationObserver(() => (window.changes += 1)).observe(root.querySelector('.text'), watch);
    const canvas = root.querySelector('.panel canvas');
    const look = () => {
        const [x, y] = [canvas.width / 2, canvas.height / 2];
        const [, , , alpha] = canvas.getContext('2d').getImageData(x, y, 1, 1).data;
        if (alpha === 0 || !canvas.isConnected) window.blank += 1;
        requestAnimationFrame(look);
    };
    look();
}"""


def test_panels_follow_the_hand_over_the_socket_alone_and_words_less_often(explore):
    page = explore()
    page.host.evaluate(WATCH)
    page.sent.clear()
    start, began = page.paints, time.monotonic()
    with held(page, 0.3) as drag:
        for step in range(100):
            drag(0.3 + 0.0024 * step)
            time.sleep(0.01)
        until(lambda: page.paints > start + 5, 5, "the panels do not follow")
        until(lambda: len(page.sent) >= 5, 5, "nothing was asked for")
        page.settle()
        shown = page.titles()
        changes, seconds = page.tab.evaluate("window.changes"), time.monotonic() - began
        assert 1 <= changes <= 10 * seconds + 2
        assert shown != FIGURE_4
        assert "width" not in page.address
        assert {urllib.parse.urlsplit(url).path for url in page.sent} == {"/frames"}
    page.settle()
    assert page.titles() == shown
    assert page.tab.evaluate("window.blank") == 0


@pytest.mark.parametrize("line", [True, False], ids=["line", "refused"])
def test_what_was_set_last_is_shown_everywhere_and_nothing_older_comes_back(explore, line):
    page = explore(line=line)
    before = page.pixels()
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.pixels() != before, 5, "the key showed nothing")
    page.tab.keyboard.press("ArrowLeft")
    until(lambda: page.pixels() == before, 5, "the picture at rest did not come back")
    assert page.address == {}
    with held(page, 0.4) as drag:
        for step in range(60):
            drag(0.4 + 0.004 * step)
        time.sleep(0 if line else 1)
        assert line or page.host.locator(".kpca.old").count() == 0
    page.settle()
    until(lambda: page.address.get("width") == str(page.value), 5, "the address lags behind")
    box = page.tab.get_by_label("width c", exact=True).and_(page.tab.locator("input[type=number]"))
    assert float(box.input_value()) == page.value > 0.1
    assert explore(f"?width={page.value}").titles() == page.titles() != FIGURE_4
    page.type_into("width c", "0.1")
    until(lambda: page.titles() == FIGURE_4, 5, "the picture of the earlier drag came back")
    assert page.value == 0.1
    assert page.slider.get_attribute("aria-valuetext") == "0.1"
    assert page.troubles == []


def test_the_hand_goes_on_where_its_element_was_taken_away(explore):
    between = LosesTheElement()
    page = explore(between=between)
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.titles() != FIGURE_4, 5, "the key showed nothing")
    between.armed = True
    until(lambda: page.value == 0.101 and between.lost, 5, "the first step was not committed")
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.address.get("width") == "0.102", 5, "the second step was lost")
    page.tab.wait_for_function("document.activeElement.shadowRoot?.activeElement?.max")
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.address["width"] == str(page.value) != "0.102", 5, "the hand is lost")
    assert page.troubles == []


def test_an_undo_that_follows_a_release_closely_stays(explore):
    """Streamlit may never draw the run of a release that the undo overtook."""
    between = LosesTheElement()
    page = explore(between=between)
    page.idle()
    between.armed = True
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    undo = page.tab.get_by_role("button", name="Undo")
    # The address may tell of the release some milliseconds before the button, and so its key, does.
    until(lambda: undo.is_enabled() and not between.armed, 20, "nothing was released")
    page.tab.keyboard.press("Control+z")
    until(lambda: page.address == {} and not between.lost, 20, "nothing was undone")
    # A value that nothing confirms is set by the address after two seconds.
    page.tab.wait_for_timeout(3500)
    assert page.address == {}
    assert page.value == 0.1
    assert page.troubles == []


def committed(page):
    """Whether the address holds the width on screen; it leaves the default out."""
    return page.address.get("width", "0.1") == str(page.value)


def shows_its_value(page):
    """Whether the picture on screen is that of the slider's value."""
    width = float(page.slider.get_attribute("aria-valuetext"))
    values = fit(Gaussian(width), gaussian_clusters(seed="paper").X, 8).eigenvalues
    return page.titles() == [number(value) for value in values]


def test_no_colour_swaps_at_a_release_nor_in_a_download_nor_in_the_large_view(explore):
    page = explore()
    for share in np.linspace(0.38, 0.77, 5):
        with held(page, share) as drag:
            drag(share + 0.002)
            until(lambda: shows_its_value(page), 10, "the slider's picture did not arrive")
            value, moving, paints = page.value, page.signs(), page.paints
        until(lambda: committed(page), 10, "the address lags behind")
        until(lambda before=paints: page.paints > before, 10, "nothing came to rest")
        page.settle(0.15)
        assert page.value == value
        assert shows_its_value(page)
        swapped = np.flatnonzero(agreement(moving, page.signs()) < 0.9)
        assert len(swapped) == 0, f"width {value}: panels {swapped + 1} swap their colours"
    panels = page.signs()
    fresh = explore(f"?width={page.value}").signs()
    assert (agreement(panels, fresh) < 0).any(), "no sign was there to be kept"
    with page.tab.expect_download() as saving:
        page.tab.get_by_role("button", name="All arrays NPZ").click()
    with np.load(io.BytesIO(saving.value.path().read_bytes())) as arrays:
        assert (agreement(panels, sampled(arrays["fields"])) > 0.9).all()
    for _ in range(2):
        page.host.locator(".panel").nth(1).click()
    page.tab.get_by_role("dialog").wait_for()
    assert (agreement(panels, page.signs())[[1]] > 0.95).all()


def test_reset_leads_to_the_colours_of_a_fresh_session(explore):
    # From here to the first view components 2 and 5 change their canonical signs.
    page = explore("?width=0.4")
    page.tab.get_by_role("button", name="Reset", exact=True).click()
    until(lambda: page.value == 0.1, 10, "the first view did not come back")
    page.settle()
    assert (agreement(page.signs(), explore().signs()) > 0.9).all()


def sampled(fields):
    """Signs of fields (p, ny, nx) where `Explorer.signs` looks."""
    steps = (np.arange(SIGNS) + 0.5) / SIGNS
    rows, columns = (np.rint(steps * (size - 1)).astype(int) for size in fields.shape[1:])
    return np.sign(fields[:, rows][:, :, columns])


PHONE = (390, 844)


def test_on_a_phone_a_tap_reads_a_value_a_second_one_opens_the_map_and_the_slider_stays(explore):
    page = explore(size=PHONE, has_touch=True)
    panels = page.host.locator(".panel")
    boxes = [canvas.bounding_box() for canvas in page.host.locator(".panel canvas").all()]
    assert len({round(box["x"]) for box in boxes}) == 2
    assert all(box["width"] > 145 for box in boxes)
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    tooltip, hint = page.host.locator(".tooltip:visible"), page.host.locator(".hint").last

    def said(text):
        until(lambda: text in "".join(tooltip.all_inner_texts()), 5, f"no value {text}")

    # The first tap comes after scrolling, and a hint goes.
    assert hint.is_visible()
    panels.nth(6).scroll_into_view_if_needed()
    panels.nth(6).tap()
    said("f₇ =")
    assert hint.is_hidden()
    time.sleep(0.3)
    said("f₇ =")
    page.tab.mouse.wheel(0, 50)
    until(lambda: not tooltip.count(), 5, "the value stays where the page was scrolled")
    panels.last.scroll_into_view_if_needed()
    assert 0 <= page.slider.bounding_box()["y"] <= 100
    titles = page.titles()
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.titles() != titles, 5, "the slider is dead")
    page.settle()
    for j in (1, 0):
        panels.nth(j).tap()
        said(f"f{'₁₂'[j]} =")
        assert page.tab.get_by_role("dialog").count() == 0
    assert page.address["j"] == "1"
    panels.nth(0).tap()
    page.tab.get_by_role("dialog").wait_for()
    canvas = page.host.locator(".panel:visible canvas")
    until(lambda: canvas.count() == 1, 5, "other maps are there")
    assert canvas.bounding_box()["width"] > 0.85 * PHONE[0]
    assert page.troubles == []


def test_terms_and_the_colour_scale_explain_themselves(explore):
    page = explore("?kernel=sigmoid")
    page.host.get_by_text("How it was computed").click()
    tooltip = page.host.locator(".tooltip:visible")
    words = {
        "residual": "‖K̃u − λu‖",
        "certified": "has a bound",
        "positive eigenvalues": "of which shares are taken",
        "indefinite": "not inner products in any space",
    }
    for term, said in words.items():
        page.host.locator(".term", has_text=term).first.hover()
        until(
            lambda said=said: said in "".join(tooltip.all_inner_texts()), 5, f"{term} says nothing"
        )
        page.tab.mouse.move(5, 5)
        until(lambda: tooltip.count() == 0, 5, "the words stay")
    page.host.locator(".term", has_text="residual").focus()
    said = "eigenvalue equation"
    until(lambda: said in "".join(tooltip.all_inner_texts()), 5, "not for the keyboard")
    key = page.host.locator(".key")
    first = key.inner_text()
    page.host.locator(".panel canvas").nth(2).hover()
    until(lambda: key.inner_text() != first, 5, "the values stay")
    own = page.host.locator(".panel .range").nth(2).inner_text().removeprefix("±")
    assert f"+{own}" in key.inner_text()
    assert f"−{own}" in key.inner_text()
    assert "panel 3" in key.get_attribute("aria-label")
    assert page.troubles == []


def test_print_has_whole_panels_on_few_sheets(explore):
    page = explore("?components=16", size=(1280, 720))
    before = page.host.locator(".panel canvas").first.bounding_box()
    assert len(re.findall(rb"/Type\s*/Page\b", page.tab.pdf(prefer_css_page_size=True))) == 2
    page.tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.settle()
    boxes = [canvas.bounding_box() for canvas in page.host.locator(".panel canvas").all()]
    assert min(box["width"] for box in boxes) >= 130
    # A4 in landscape between margins of 10 mm, made smaller for a wide window.
    wide = max(1040, page.tab.locator(".stMainBlockContainer").bounding_box()["width"])
    ends = [(box["x"] + box["width"], box["y"] + box["height"]) for box in boxes]
    assert max(x for x, _ in ends) - boxes[0]["x"] <= wide
    assert max(y for _, y in ends) - boxes[0]["y"] <= 718 / 1040 * wide
    page.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    until(
        lambda: page.host.locator(".panel canvas").first.bounding_box() == before,
        5, "the screen's layout does not come back",
    )  # fmt: skip


def test_page_changes_and_steps_through_history_lose_nothing(explore):
    page = explore("?grid=25")
    left = {"Explore": {"grid": "25", "width": "0.3"}, "Scale": {"seed": "5"}}
    page.type_into("width c", "0.3")
    stands(page, "Explore", left["Explore"])
    page.turn_to("Scale")
    stands(page, "Scale", {})
    page.type_into("Seed", "5")
    stands(page, "Scale", left["Scale"])
    page.turn_to("Explore")
    stands(page, "Explore", left["Explore"])
    assert tool(page, "Undo").is_enabled()
    # Where the reader was, step by step.
    back = [("Scale", left["Scale"]), ("Scale", {}), ("Explore", left["Explore"])]
    forward = [*back[1::-1], ("Explore", left["Explore"])]
    for step, places in ((page.tab.go_back, back), (page.tab.go_forward, forward)):
        for place, address in places:
            step()
            stands(page, place, address)
    assert page.value == 0.3
    page.tab.reload()
    stands(page, "Explore", left["Explore"])
    assert page.value == 0.3
    scale = page.tab.get_by_test_id("stPageLink").locator("a[href*='scale']")
    until(lambda: "seed=5" in scale.get_attribute("href"), 10, "a reload forgot another page")
    assert page.troubles == []


def stands(page, name, address):
    """The page of this name is drawn at this address, and nothing of it moves any more."""
    place = "" if name == "Explore" else name.lower()
    wanted = lambda: (urllib.parse.urlsplit(page.tab.url).path.strip("/"), page.address)  # noqa: E731
    until(lambda: wanted() == (place, address), 30, f"no way to {name} at {address}")
    page.drawn(name)
    come_to_rest(page.tab)
    assert wanted() == (place, address)


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
