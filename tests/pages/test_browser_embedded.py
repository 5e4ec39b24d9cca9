"""Every page inside a page of another site, where a browser gives neither storage nor cookies."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from support.explorer import MARKS, until

pytestmark = pytest.mark.browser

# What a reader sets by "Block third-party cookies".
BLOCKED = {"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}
DENIED = """() => ['localStorage', 'sessionStorage'].map((name) => {
    try { return window[name].length >= 0 ? name : ''; } catch (error) { return error.name; }
})"""
TROUBLE = "[data-testid=stException], [data-testid=stAlertContentError]"


@pytest.fixture
def course(app_url):
    """The address of a course page of another site that shows the app in a frame."""

    class Course(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            # A course in English, whatever its readers' browsers prefer.
            src = f"{app_url}/?grid=25&lang=en"
            page = f"<!doctype html><iframe src='{src}' width=1240 height=860></iframe>"
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Course)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # The app is at 127.0.0.1: for a browser that is another site.
    yield f"http://localhost:{server.server_port}/"
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


def test_every_page_stands_in_a_page_of_another_site_without_storage(course, reader):
    troubles = []
    reader.on("pageerror", lambda error: troubles.append(str(error)))
    reader.goto(course)
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
