"""Pages and drawings in a page of another site: a browser gives no storage or cookies there."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from support.explorer import MARKS, until

pytestmark = pytest.mark.browser

# What a reader sets by "Block third-party cookies".
BLOCKED = {"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}
DENIED = """() => ['localStorage', 'sessionStorage'].map((name) => {
    try { return window[name].length >= 0 ? name : ''; } catch (error) { return error.name; }
})"""
TROUBLE = "[data-testid=stException], [data-testid=stAlertContentError]"


# What of the page stands in the window and is no drawing.
BESIDE = """() => {
    const hosts = [...document.querySelectorAll('*')].filter((node) => node.shadowRoot);
    return ['[aria-label=Sidebar]', 'header', '.st-key-tools', '.tools', 'h1', '.stories',
        'main [data-testid=stMarkdown]', 'main [data-testid=stDownloadButton]', 'main .stButton']
        .filter((one) => [document, ...hosts.map((one) => one.shadowRoot)].some((root) =>
            [...root.querySelectorAll(one)].some((node) => node.checkVisibility())));
}"""
# The page is no wider than its frame.
FITS = "() => document.scrollingElement.scrollWidth <= innerWidth"


@pytest.fixture
def course(app_url):
    """What makes a course page of another site with this HTML, and returns its address."""
    shown = {}

    class Course(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(shown.get(self.path, "").encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Course)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def made(html: str) -> str:
        path = f"/{len(shown)}"
        shown[path] = f"<!doctype html>{html}"
        # The app is at 127.0.0.1: for a browser that is another site.
        return f"http://localhost:{server.server_port}{path}"

    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def reader(browser, tmp_path):
    """A tab of a browser that blocks what third parties store."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    context = browser.launch_like(tmp_path, viewport={"width": 1280, "height": 900}, locale="zh-CN")
    yield context.pages[0]
    context.close()


def test_every_page_stands_in_a_page_of_another_site_without_storage(app_url, course, reader):
    troubles = []
    reader.on("pageerror", lambda error: troubles.append(str(error)))
    # A course in English, whatever its readers' browsers prefer.
    src = f"{app_url}/?grid=25&lang=en"
    reader.goto(course(f"<iframe src='{src}' width=1240 height=860></iframe>"))
    until(lambda: len(reader.frames) > 1, 10, "there is no frame")
    frame = reader.frames[1]
    root = frame.locator("html")
    frame.locator("[data-paints]").wait_for()
    assert frame.evaluate(DENIED) == ["SecurityError", "SecurityError"]
    frame.locator("[data-tool=theme]").click()
    theme = "getComputedStyle(document.querySelector('.st-key-tools')).colorScheme"
    until(lambda: frame.evaluate(theme) == "dark", 10, "the theme stays")
    for name in (*[one for one in MARKS if one != "Explore"], "Explore"):
        frame.get_by_test_id("stPageLink").get_by_text(name, exact=True).click()
        frame.get_by_text(MARKS[name]).first.wait_for()
        frame.locator("[data-test-script-state=notRunning]").first.wait_for(state="attached")
        assert frame.locator(TROUBLE).count() == 0, (name, frame.locator(TROUBLE).all_inner_texts())
        assert frame.evaluate(theme) == "dark", f"{name} is not in the theme that was chosen"
        assert root.get_attribute("lang") == "en"
        frame.locator("[data-tool=present]").click()
        until(lambda: "presenting" in (root.get_attribute("class") or ""), 10, f"{name}: no stage")
        reader.keyboard.press("f")
        until(lambda: "presenting" not in root.get_attribute("class"), 10, f"{name} stays on it")
    # What the tab remembers of a page is remembered as long as it stands: undo leads back.
    slider = frame.locator("[data-paints] input[type=range]").first
    before = slider.input_value()
    slider.press("ArrowRight")
    until(lambda: frame.get_by_role("button", name="Undo").is_enabled(), 10, "nothing to undo")
    frame.get_by_role("button", name="Undo").click()
    until(lambda: slider.input_value() == before, 10, "undo does not lead back")
    assert troubles == []


def test_the_text_of_a_frame_shows_the_drawing_alone(app_url, course, reader, new_tab):
    author = new_tab(color_scheme="dark")
    author.goto(f"{app_url}/?grid=25&lang=en")
    author.wait_for_selector("[data-paints]")
    opener = author.get_by_role("button", name="Embed", exact=True)
    opener.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    box = author.get_by_role("region", name="Embed")
    text = box.get_by_label("Text of the frame")
    author.keyboard.type("480")
    assert 'width="480" height="700"' in text.input_value()
    box.get_by_role("button", name="Phone").press("Enter")
    assert 'width="390" height="600"' in text.input_value()
    author.evaluate(AXE_SCRIPT)
    found = author.evaluate("async () => (await axe.run('.st-key-entrance')).violations")
    assert [one["id"] for one in found] == []
    box.get_by_role("button", name="Screen").press("Enter")
    frame_text = text.input_value()
    box.press("Escape")
    assert opener.evaluate("node => node.getRootNode().activeElement === node")
    assert box.is_hidden()

    troubles = []
    reader.on("pageerror", lambda error: troubles.append(str(error)))
    reader.goto(course(frame_text))
    assert reader.locator("iframe").get_attribute("title") == "Explore · Kernel PCA explorer"
    until(lambda: len(reader.frames) > 1, 10, "there is no frame")
    frame = reader.frames[1]
    frame.locator("[data-paints]").wait_for()
    caption = frame.get_by_role("link", name="Explore · Kernel PCA explorer")
    caption.wait_for()
    assert frame.evaluate(DENIED) == ["SecurityError", "SecurityError"]
    assert frame.evaluate(BESIDE) == []
    # All of it is in sight.
    inside = "() => document.querySelector('.st-key-entrance').getBoundingClientRect().bottom"
    assert frame.evaluate(inside) <= 700

    def asked() -> str:
        return frame.evaluate("location.search")

    slider = frame.locator("[data-paints] input[type=range]").first
    before = slider.input_value()
    slider.press("ArrowRight")
    until(lambda: "width=" in asked(), 10, "the slider sets nothing")
    slider.press("Control+z")
    until(lambda: slider.input_value() == before, 10, "undo does not lead back")
    slider.press("ArrowRight")
    until(lambda: "width=" in asked(), 10, "the slider sets nothing any more")
    frame.locator("[data-paints] .panel").nth(1).click()
    until(lambda: "j=2" in asked(), 10, "no component can be selected")
    assert "embed=figure" in asked()
    with reader.context.expect_page() as opened:
        caption.click()
    whole = opened.value
    whole.wait_for_selector("[data-paints]")
    settings = dict(parse_qsl(asked().removeprefix("?")))
    settings.pop("embed")
    # The emulated language of a browser does not reach the sockets of such a frame.
    there = dict(parse_qsl(whole.url.partition("?")[2]))
    assert there | {"lang": "en"} == settings | {"lang": "en"}
    assert settings.keys() >= {"width", "j", "grid"}
    assert whole.locator(".st-key-pages").is_visible()
    assert frame.locator(TROUBLE).count() == 0
    assert troubles == []


def test_a_drawing_stands_alone_on_a_phone_or_says_why_there_is_none(app_url, new_tab):
    tab = new_tab((390, 600))
    for page, figure in (("", "panels"), ("method", "method-line"), ("paper", "paper-original")):
        tab.goto(f"{app_url}/{page}?embed=figure")
        tab.locator(f".st-key-{figure} canvas").first.wait_for()
        tab.locator("[data-test-script-state=notRunning]").first.wait_for(state="attached")
        assert tab.evaluate(BESIDE) == [], page
        assert tab.evaluate(FITS), page
        assert tab.locator(".st-key-entrance a").is_visible()
    tab.goto(f"{app_url}/?embed=figure&kernel=precomputed")
    tab.get_by_role("alert").get_by_text("kernel=precomputed").wait_for()
