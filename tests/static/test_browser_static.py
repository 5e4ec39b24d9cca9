"""The edition without a server, built and served as files: its pages are live in a browser."""

from __future__ import annotations

import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from support.explorer import until

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from views.named import FIRST, PAGES

pytestmark = pytest.mark.browser

# The page on screen is Python's, and nothing is on its way.
LIVE = (
    "'live' in document.documentElement.dataset && !('waiting' in document.documentElement.dataset)"
)
TROUBLE = ".alert.error"
# The eigenvalues above the maps.
VALUES = """(document.querySelector('.st-key-panels .component')?.shadowRoot.textContent
    .match(/λ = [\\d.]+/g) ?? []).slice(0, 3).join()"""
AXE = """async () => {
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
        .flatMap(({ id, nodes }) => nodes.map(({ html, any }) =>
            `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ''}`));
}"""
# What a reader sets by "Block third-party cookies".
BLOCKED = {"profile": {"block_third_party_cookies": True, "cookie_controls_mode": 1}}


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


def served(folder: Path):
    """Serve a folder; returns the server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def address(edition):
    """The address of the edition, below a path."""
    server = served(edition.parent)
    yield f"http://127.0.0.1:{server.server_port}/{edition.name}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def visit(browser, address):
    """Opens tabs; at the end nothing was wrong in them, and nothing asked for elsewhere."""
    wrong, contexts = [], []

    def opened(**settings):
        settings = {
            "viewport": {"width": 1280, "height": 900},
            "service_workers": "block",
        } | settings
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
        context.on(
            "request",
            lambda asked: (
                asked.url.startswith((address, "blob:", "data:")) or wrong.append(asked.url)
            ),
        )
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


def await_live(page) -> None:
    page.wait_for_function(LIVE)


def test_every_page_shows_its_first_scene_at_its_address_without_findings(visit, address):
    page = visit()
    # Python comes after the first picture, or never.
    page.route("**/python/**", lambda route: None)
    for name in PAGES:
        page.goto(address + ("" if name == FIRST else f"{name}/"))
        page.wait_for_selector(".st-key-entrance .component[data-drawn]", state="attached")
        page.wait_for_function("document.querySelectorAll('main .element').length > 3")
        assert page.url == address + ("" if name == FIRST else name)
        assert page.locator(TROUBLE).count() == 0
        assert "openml" not in page.content(), name
        if name in ("explore", "table", "paper"):
            page.evaluate(AXE_SCRIPT)
            assert page.evaluate(AXE) == [], name


def test_a_first_drag_needs_no_python_and_is_solved_by_it(visit, address):
    page, waiting, let = visit(), [], []
    page.route("**/python/**", lambda one: one.continue_() if let else waiting.append(one))
    page.goto(address)
    page.wait_for_function(VALUES)
    host = page.locator("[data-paints]")
    before = int(host.get_attribute("data-paints"))
    box = page.locator(".st-key-panels input.slider").first.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()

    def moved():
        paints = int(host.get_attribute("data-paints")) - before
        page.mouse.move(box["x"] + box["width"] * (0.44 + 0.02 * (paints % 2)), middle)
        return paints > 3

    until(moved, 20, "no frame came")
    page.mouse.up()
    let.append(True)
    for one in waiting:
        one.continue_()
    page.wait_for_function(f"{LIVE} && location.search.includes('width=')")
    width = page.evaluate("new URLSearchParams(location.search).get('width')")
    solved = fit(Gaussian(float(width)), gaussian_clusters(seed="paper").X, 2).eigenvalues
    for value in solved:
        page.wait_for_function(f"({VALUES}).includes('λ = {value:.3f}')")


def test_a_reader_sets_undoes_drags_and_turns_pages(visit, address):
    page = visit()
    # A link that was made in the app.
    page.goto(f"{address}?data=rings&kernel=polynomial&degree=3")
    await_live(page)
    assert page.locator(".control select").first.input_value() == "rings"

    before = page.wait_for_function(VALUES).json_value()
    page.locator(".control select").first.select_option("parabola")
    page.wait_for_function(
        f"location.search.includes('parabola') && ({VALUES}) !== {json.dumps(before)}"
    )
    page.click("button.undo")
    page.wait_for_function(
        f"location.search.includes('rings') && ({VALUES}) === {json.dumps(before)}"
    )

    box = page.locator(".st-key-panels input.slider").first.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 4, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, middle, steps=5)
    page.wait_for_function(f"({VALUES}) !== {json.dumps(before)}")
    assert "degree=3" in page.url
    page.mouse.up()
    page.wait_for_function("!location.search.includes('degree=3')")

    there = page.url
    # A page of tables; test_wasm.py has what all of them say.
    page.click(".st-key-pages a[href*='/table']")
    page.wait_for_function(f"{LIVE} && location.pathname.endsWith('/table')")
    assert page.locator(f"main {TROUBLE}").all_inner_texts() == []
    current = page.locator(".st-key-pages a[aria-current]")
    assert current.get_attribute("href").partition("?")[0].endswith("table")
    page.go_back()
    page.wait_for_function(f"{LIVE} && document.title.startsWith('Explore')")
    assert page.url == there


def test_a_second_visit_needs_no_network(visit, address):
    page = visit(service_workers="allow")
    page.goto(address)
    await_live(page)
    page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    page.context.set_offline(True)
    page.goto(f"{address}?data=rings&lang=zh")
    await_live(page)
    assert page.locator(".control select").first.input_value() == "rings"
    assert page.title().startswith("探索")
    assert "lang=zh" in page.url


def test_a_drawing_stands_in_a_page_of_another_site_without_storage(browser, address, tmp_path):
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    course = tmp_path / "course"
    course.mkdir()
    frame = f'<iframe src="{address}?embed=figure" width="900" height="700"></iframe>'
    course.joinpath("index.html").write_text(f"<!doctype html>{frame}")
    server, context = served(course), browser.launch_like(tmp_path, service_workers="block")
    try:
        page = context.new_page()
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        # The edition is at 127.0.0.1: for a browser that is another site.
        page.goto(f"http://localhost:{server.server_port}/")
        figure = page.frames[1]
        figure.wait_for_function(LIVE)
        assert figure.locator(".st-key-panels").is_visible()
        assert not figure.locator(".sidebar, .st-key-tools").first.is_visible()
        assert not wrong
    finally:
        context.close()
        server.shutdown()
        server.server_close()
