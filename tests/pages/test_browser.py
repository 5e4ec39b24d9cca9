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

LAPTOP, PROJECTOR = (1440, 900), (1280, 720)
FIGURE_4 = ["22.558", "20.936", "4.648", "3.988", "3.372", "2.956", "2.760", "2.211"]


def test_the_first_view_is_figure_4(first_view):
    page = first_view
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


@pytest.mark.parametrize(
    "query", ["", "?data=Concentric+rings", "?data=Noisy+parabola&kernel=Sigmoid"]
)
def test_slider_spectrum_and_all_panels_are_on_screen_at_once(explore, query):
    """On a projector once the words above them are folded, which they then stay."""
    page = explore(query)
    for size in (LAPTOP, PROJECTOR):
        page.tab.set_viewport_size({"width": size[0], "height": size[1]})
        if size == PROJECTOR:
            page.tab.locator("button.fold").click()
        for scheme in ("light", "dark"):
            page.tab.emulate_media(color_scheme=scheme)
            page.settle()
            boxes = [page.slider.bounding_box()]
            boxes += [canvas.bounding_box() for canvas in page.host.locator("canvas").all()]
            assert len(boxes) >= 10
            for box in boxes:
                assert min(box["x"], box["y"]) >= 0
                assert box["x"] + box["width"] <= size[0]
                assert box["y"] + box["height"] <= size[1]


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
