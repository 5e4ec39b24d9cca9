"""What only a browser can show: the live component under a real pointer and keyboard."""

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
from support.explorer import LosesTheElement, held, until

from kpca_core.drawing.canvas.modules import file, files_of
from views.hosts.streamlit.front import addresses

pytestmark = pytest.mark.browser

LAPTOP, PROJECTOR, PHONE = (1440, 900), (1280, 720), (390, 844)
FIGURE_4 = ["22.558", "20.936", "4.648", "3.988", "3.372", "2.956", "2.760", "2.211"]


def test_the_first_view_is_figure_4(first_view):
    page = first_view
    assert page.titles() == FIGURE_4
    assert page.address == {}
    assert "22.558" in page.host.locator("p.hidden").first.inner_text()
    assert page.troubles == []


FETCHED = "performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)"


def modules_of(tab) -> list[str]:
    """Files of the front end that a page has fetched."""
    return [path.rpartition("/")[2] for path in tab.evaluate(FETCHED) if "/modules/" in path]


def test_the_modules_named_in_the_document_are_those_of_the_component(first_view, app_url):
    with urllib.request.urlopen(app_url) as answer:
        named = re.findall(
            'rel="modulepreload"[^>]* href="[.]/modules/([^"]+)"', answer.read().decode()
        )
    assert named == list(files_of("front.js", "streamlit/drawing.js", "explore.js"))
    assert sorted(modules_of(first_view.tab)) == sorted(named)
    fetched = first_view.tab.evaluate(FETCHED)
    assert not [path for path in fetched if "/bidi-components/" in path and path.endswith(".js")]
    assert len(fetched) == len(set(fetched))


def test_a_part_is_loaded_when_it_is_first_needed(explore):
    page = explore()
    own = files_of("gram.js")[0]
    assert own not in modules_of(page.tab)
    page.tab.get_by_role("button", name="Gram matrix").click()
    page.host.locator("section.gram canvas").wait_for()
    assert modules_of(page.tab).count(own) == 1
    page.settle()


def test_a_part_of_another_version_is_asked_to_be_loaded_anew(explore):
    page = explore()
    gone = files_of("gram.js")[0]
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
    page.tab.get_by_role("button", name="Scores", exact=True).click()
    page.host.locator("section.scores canvas").wait_for()
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


def test_the_page_has_its_icon(first_view):
    icon = first_view.tab.evaluate("document.querySelector('link[rel~=icon]').href")
    assert icon.startswith("data:image/svg+xml")


def test_panels_follow_while_the_pointer_moves(explore):
    page = explore()
    start = page.paints
    with held(page, 0.4) as drag:
        for step in range(40):
            drag(0.4 + 0.005 * step)
            time.sleep(0.02)
        until(lambda: page.paints >= start + 3, 5, "nothing was drawn during the drag")
        assert page.titles() != FIGURE_4
        assert "width" not in page.address
    page.settle()


def test_frames_under_the_hand_need_no_rerun(explore):
    page = explore()
    page.sent.clear()
    with held(page, 0.4) as drag:
        for step in range(20):
            drag(0.4 + 0.005 * step)
            time.sleep(0.03)
        until(lambda: len(page.sent) >= 5, 5, "nothing was asked for")
        assert {urllib.parse.urlsplit(url).path for url in page.sent} == {"/frames"}


@pytest.mark.parametrize("line", [True, False], ids=["line", "refused"])
def test_the_last_value_sent_is_the_last_value_shown_everywhere(explore, line):
    page = explore(line=line)
    with held(page, 0.4) as drag:
        for step in range(60):
            drag(0.4 + 0.004 * step)
    page.settle()
    until(lambda: page.address.get("width") == str(page.value), 5, "the address lags behind")
    box = page.tab.get_by_label("width c", exact=True).and_(page.tab.locator("input[type=number]"))
    assert float(box.input_value()) == page.value
    fresh = explore(f"?width={page.value}")
    assert fresh.titles() == page.titles()
    assert page.troubles == []


def test_a_drag_that_is_over_does_not_come_back_with_its_settings(explore):
    page = explore()
    with held(page, 0.4) as drag:
        drag(0.6)
    until(lambda: page.address.get("width") == str(page.value), 5, "the address lags behind")
    page.type_into("width c", "0.1")
    until(lambda: page.titles() == FIGURE_4, 5, "the picture of the earlier drag came back")
    assert page.value == 0.1


def test_keyboard_steps_reach_address_and_sidebar(explore):
    page = explore()
    page.slider.focus()
    for _ in range(3):
        page.tab.keyboard.press("ArrowRight")
    until(lambda: page.address.get("width") == str(page.value), 5, "the address lags behind")
    assert page.value > 0.1


def test_the_address_restores_the_picture_to_the_pixel(explore):
    # A fresh page is canonical; on this way no component leaves its canonical sign.
    page = explore()
    with held(page, 0.38) as drag:
        drag(0.45)
    until(lambda: page.address.get("width") == str(page.value), 5, "the address lags behind")
    page.settle()
    before = page.pixels()
    page.tab.reload()
    page.tab.wait_for_selector("[data-paints]")
    page.settle()
    assert page.pixels() == before
    assert len(set(before)) == 8


@pytest.mark.parametrize("line", [True, False], ids=["line", "refused"])
def test_a_slider_moved_back_shows_the_picture_at_rest_again(explore, line):
    page = explore(line=line)
    before = page.pixels()
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.pixels() != before, 5, "the key showed nothing")
    page.tab.keyboard.press("ArrowLeft")
    until(lambda: page.pixels() == before, 5, "the picture at rest did not come back")
    assert page.address == {}


@pytest.mark.parametrize("pointer", [False, True], ids=["keys", "pointer"])
def test_the_hand_goes_on_where_its_element_was_taken_away(explore, pointer):
    between = LosesTheElement()
    page = explore(between=between)
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.titles() != FIGURE_4, 5, "the key showed nothing")
    between.armed = True
    until(lambda: page.value == 0.101 and between.lost, 5, "the first step was not committed")
    if pointer:
        # Whether the element is gone before the pointer is up is a matter of milliseconds.
        with held(page, 0.4) as drag:
            drag(0.6)
        until(lambda: page.address.get("width", "0.101") != "0.101", 5, "the drag was lost")
        until(lambda: page.value > 0.2, 5, "the slider went back")
    else:
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


def test_words_follow_the_hand_less_often_than_pictures_and_catch_up(explore):
    page = explore()
    page.host.evaluate(
        """host => {
            window.changes = 0;
            const title = host.shadowRoot.querySelector('.panel .text');
            const watch = { characterData: true, childList: true, subtree: true };
            new MutationObserver(() => (window.changes += 1)).observe(title, watch);
        }"""
    )
    with held(page, 0.3) as drag:
        before = page.paints
        began = time.monotonic()
        for step in range(120):
            drag(0.3 + 0.002 * step)
        until(lambda: page.paints > before + 5, 5, "the panels do not follow")
        page.settle()
        shown = page.titles()
        changes, seconds = page.tab.evaluate("window.changes"), time.monotonic() - began
        assert 1 <= changes <= 10 * seconds + 2
    page.settle()
    assert page.titles() == shown


def test_the_sidebar_moves_the_slider(explore):
    page = explore()
    page.type_into("width c", "0.5")
    until(lambda: page.value == 0.5, 5, "the slider did not follow")
    assert page.slider.get_attribute("aria-valuetext") == "0.5"


@pytest.mark.parametrize(
    "query", ["", "?data=Concentric+rings", "?data=Noisy+parabola&kernel=Sigmoid"]
)
def test_slider_spectrum_and_all_panels_are_on_screen_at_once(explore, query):
    """On a projector once the words above them are folded, which they then stay."""
    page = explore(query)
    for size in (LAPTOP, PROJECTOR):
        resize(page, size)
        if size == PROJECTOR:
            page.tab.locator("button.fold").click()
        for scheme in ("light", "dark"):
            page.tab.emulate_media(color_scheme=scheme)
            page.settle()
            boxes = [page.slider.bounding_box()]
            boxes += [canvas.bounding_box() for canvas in page.host.locator("canvas").all()]
            assert len(boxes) >= 10
            for box in boxes:
                assert box["x"] >= 0
                assert box["y"] >= 0
                assert box["x"] + box["width"] <= size[0]
                assert box["y"] + box["height"] <= size[1]


def resize(page, size):
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    page.settle()


def test_a_phone_has_two_columns_and_no_sideways_scrolling(explore):
    page = explore(size=PHONE)
    panels = [canvas.bounding_box() for canvas in page.host.locator(".panel canvas").all()]
    assert len({round(box["x"]) for box in panels}) == 2
    assert all(box["width"] > 145 for box in panels)
    width = page.tab.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]


def test_panels_have_the_aspect_of_the_region(first_view):
    page = first_view
    box = page.host.locator(".panel canvas").first.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(2 / 1.5, rel=0.02)


def test_themes_differ(explore):
    page = explore()
    light = page.pixels()
    page.tab.emulate_media(color_scheme="dark")
    until(lambda: page.pixels() != light, 10, "the panels stayed light")


def test_sharp_on_dense_screens(explore):
    page = explore(device_scale_factor=2)
    size = page.host.evaluate(
        "host => { const c = host.shadowRoot.querySelector('.panel canvas');"
        " return [c.width, c.getBoundingClientRect().width]; }"
    )
    assert size[0] == pytest.approx(2 * size[1], abs=2)


def test_hover_reads_the_field_and_the_point(first_view):
    page = first_view
    box = page.host.locator(".panel canvas").first.bounding_box()
    page.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    tooltip = page.host.locator(".tooltip")
    until(lambda: "f" in "".join(tooltip.all_inner_texts()), 5, "no tooltip")


def test_the_panels_stay_until_new_ones_are_painted(explore):
    page = explore()
    page.host.evaluate(
        """host => {
            const canvas = host.shadowRoot.querySelector('.panel canvas');
            window.blank = 0;
            const look = () => {
                const middle = canvas.getContext('2d')
                    .getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
                if (middle[3] === 0 || !canvas.isConnected) window.blank += 1;
                window.looking = requestAnimationFrame(look);
            };
            look();
        }"""
    )
    with held(page, 0.4) as drag:
        for step in range(30):
            drag(0.4 + 0.006 * step)
            time.sleep(0.03)
    page.settle()
    assert page.tab.evaluate("window.blank") == 0


def test_the_picture_can_be_saved(first_view):
    page = first_view
    with page.tab.expect_download() as saving:
        page.host.get_by_role("button", name="PNG").click()
    data = saving.value.path().read_bytes()
    assert saving.value.suggested_filename == "kpca-clusters-gaussian-0.1-picture.png"
    assert data.startswith(b"\x89PNG")
    assert len(data) > 50_000
    with Image.open(io.BytesIO(data)) as picture:
        said = picture.text
    assert set(said) == {"Title", "Description"}
    kernel, data = "Gaussian(width=0.1)", "gaussian_clusters(seed='paper'"
    for part in (data, kernel, "22.558", "n 90", page.tab.url):
        assert part in said["Description"], part


def test_tables_and_figure_download(first_view):
    page = first_view
    for button, name, start in (
        ("Eigenvalues CSV", "eigenvalues.csv", b"# Title: Kernel PCA of three clusters"),
        ("Scores CSV", "scores.csv", b"# Title: Kernel PCA of three clusters"),
        ("All arrays NPZ", "arrays.npz", b"PK"),
        ("Interactive HTML", "figure.html", b"<!doctype html>"),
    ):
        with page.tab.expect_download() as saving:
            page.tab.get_by_role("button", name=button).click()
        assert saving.value.suggested_filename == f"kpca-clusters-gaussian-0.1-{name}"
        data = saving.value.path().read_bytes()
        assert data.startswith(start)
        if name.endswith("npz"):
            with np.load(io.BytesIO(data)) as arrays:
                assert arrays["eigenvalues"][0] == pytest.approx(22.558, abs=5e-4)


def test_changing_kernels_keeps_the_component(explore):
    page = explore("?kernel=Sigmoid")
    assert page.host.locator("input[type=range]").count() == 2
    page.tab.get_by_label("Kernel", exact=True).click()
    page.tab.get_by_role("option", name="Linear").click()
    until(lambda: len(page.titles()) == 2, 10, "the linear kernel did not arrive")
    assert not page.slider.is_visible()
    assert page.address["kernel"] == "linear"
    assert page.troubles == []


def test_nonsense_in_the_address_leaves_no_trace_of_an_error(explore):
    page = explore("?width=%3Cscript%3E&kernel=../../etc&components=1e99&grid=-1&seed=%00")
    assert page.titles() == FIGURE_4
    assert page.tab.get_by_test_id("stException").count() == 0
    (alert,) = page.tab.get_by_test_id("stAlert").all()
    assert "width=<script>, kernel=../../etc" in alert.inner_text()
    assert alert.locator("script, a").count() == 0
