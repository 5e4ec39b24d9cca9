"""The app behind proxies as they are first written: at the root, below its path, one cut off."""

from __future__ import annotations

import asyncio
import http.client
import re
import subprocess
import sys
import urllib.error
import urllib.request
from types import SimpleNamespace
from urllib.parse import quote, urlsplit

import pytest
from support.browser import come_to_rest
from support.paths import ROOT
from support.proxies import Proxy, Shipped, is_installed
from support.server import Server
from support.visitors import Seen, answer, give, line, question, session
from websockets.exceptions import InvalidStatus

from views.named import FIRST, PAGES, PRODUCT
from views.pages.explore.state import ExploreState

# A path that the app knows, and one that a proxy takes off.
BELOW, CUT = "/demo/kpca", "/user/a b/proxy/8501"
# Bytes of headers in any answer: nginx takes 4 KiB with the first line, Apache 8.
MOST = 2048
# As long as an address with many edited points may be behind the defaults of proxies.
LONG = "points=" + "x" * 6000
CHINESE = {"Accept-Language": "zh"}
NAMES = [
    pytest.param(
        name, marks=pytest.mark.skipif(not is_installed(name), reason=f"{name} is not installed")
    )
    for name in ("nginx", "apache2", "caddy")
]


@pytest.fixture(scope="module")
def below(tmp_path_factory):
    """An app below a path that an environment variable gives."""
    log = tmp_path_factory.mktemp("below") / "log"
    server = Server(log, STREAMLIT_SERVER_BASE_URL_PATH=BELOW)
    yield server.url
    server.kill()


@pytest.fixture(scope="module", params=NAMES)
def proxied(request, app_url, below):
    """The address of each app behind a proxy."""
    places = {f"{CUT}/": f"{app_url}/", f"{BELOW}/": f"{below}{BELOW}/", "/": f"{app_url}/"}
    proxy = Proxy(request.param, places)
    yield [proxy.url + quote(path) for path in ("", BELOW, CUT)]
    proxy.end()


def head_of(url: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
    """Status, headers and text of an answer that is followed nowhere; its headers are few."""
    place = urlsplit(url)
    asked = http.client.HTTPConnection(place.netloc, timeout=60)
    asked.request("GET", f"{place.path or '/'}?{place.query}".removesuffix("?"), headers=headers)
    with asked.getresponse() as found:
        size = sum(len(name) + len(text) + 4 for name, text in found.getheaders())
        assert size < MOST, f"{url}: {size} bytes of headers"
        return found.status, found.headers, found.read().decode(errors="replace")


def test_every_page_and_its_files_come_through(proxied):
    for url in proxied:
        for page, known in PAGES.items():
            status, _, html = head_of(f"{url}/{'' if page == FIRST else page}")
            title = f"<title>{known.title} · {PRODUCT}</title>"
            assert (status, title in html) == (200, True), page
        files = re.findall(r'(?:src|href)="\./([^"]+)"', html)
        assert any(one.startswith("modules/") for one in files)
        assert len(files) > 60
        for file in files:
            assert head_of(f"{url}/{file}")[0] == 200, file
        assert head_of(f"{url}/_stcore/health")[0] == 200


def test_what_leads_elsewhere_leads_below_the_same_path(proxied):
    for url in proxied:
        root = urlsplit(url).path
        for asked, place in (("/method/", "/method"), ("/explore", "/")):
            with urllib.request.urlopen(f"{url}{asked}?width=0.3") as found:
                seen = urlsplit(found.url)
            assert (seen.path, seen.query) == (f"{root}{place}", "width=0.3")


def test_an_address_of_any_length_is_led_to_the_language_of_its_reader(proxied):
    for url in proxied:
        status, headers, _ = head_of(f"{url}/paper?width=1", **CHINESE)
        assert (status, headers["Location"]) == (307, "?width=1&lang=zh")
        status, headers, html = head_of(f"{url}/paper?{LONG}", **CHINESE)
        assert (status, headers["Location"]) == (200, None)
        assert f'url=?{LONG}&amp;lang=zh"' in html


def test_sockets_frames_and_a_table_come_through(proxied):
    async def visit(url: str) -> None:
        async with session(url) as page, line(url) as socket:
            await page.rerun({}, "table")
            await give(url, page, b"a,b\n1,2\n3,5\n4,4\n", "data.csv")
            assert not page.errors + page.exceptions
            assert any(text.startswith("| a | b |") for text in page.texts)
            seen = Seen()
            await answer(socket, seen, question(ExploreState.of_address({}), 1, 0.3))
            assert (len(seen.delays), seen.refused) == (1, 0)

    for url in proxied:
        asyncio.run(visit(url))


def test_health_is_answered_at_the_root_and_the_root_leads_to_the_app(below):
    for place in ("/_stcore/health", f"{BELOW}/_stcore/health"):
        assert head_of(below + place)[::2] == (200, "ok")
    for place in ("/ready", f"{BELOW}/ready"):
        assert head_of(below + place)[2] in ("ready", "starting")
    for place in ("/", BELOW, f"{BELOW}/"):
        with urllib.request.urlopen(f"{below}{place}?width=0.3") as found:
            assert urlsplit(found.url)[2:4] == (f"{BELOW}/", "width=0.3")
    assert head_of(f"{below}/method")[0] == 404


@pytest.mark.skipif(not is_installed("nginx"), reason="nginx is not installed")
def test_an_address_has_so_many_sockets_and_the_app_goes_on(app_url):
    proxy = Shipped(app_url, sockets=2)

    async def knock() -> list[int]:
        refused = []
        async with line(proxy.url), line(proxy.url):
            for _ in range(5):
                with pytest.raises(InvalidStatus) as answer:
                    await line(proxy.url).__aenter__()
                refused.append(answer.value.response.status_code)
            assert head_of(f"{proxy.url}/_stcore/health")[::2] == (200, "ok")
        return refused

    try:
        assert asyncio.run(knock()) == [429] * 5
    finally:
        proxy.end()


OPTIONS = ("server.baseUrlPath", "browser.gatherUsageStats", "client.showErrorDetails")
ASK = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
import app, streamlit as st
print([st.get_option(name) for name in {OPTIONS}])
"""


@pytest.mark.parametrize(
    ("environment", "file", "seen"),
    [
        ({}, "", ["", False, "none"]),
        ({"STREAMLIT_SERVER_BASE_URL_PATH": "kpca"}, "", ["kpca", False, "none"]),
        ({}, '[server]\nbaseUrlPath = "kpca"\n', ["kpca", False, "none"]),
        ({"STREAMLIT_SERVER_BASE_URL_PATH": "/a%20b/"}, "", ["/a b/", False, "none"]),
        ({"STREAMLIT_CLIENT_SHOW_ERROR_DETAILS": "full"}, "", ["", False, "full"]),
    ],
    ids=["nothing", "variable", "file", "escaped", "another variable"],
)
def test_settings_hold_wherever_the_server_is_started(tmp_path, environment, file, seen):
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text(file)
    told = asked(tmp_path, environment)
    assert (told.stdout.splitlines(), told.returncode) == ([str(seen)], 0), told.stderr


def test_a_variable_that_is_no_value_ends_the_server_with_a_message(tmp_path):
    told = asked(tmp_path, {"STREAMLIT_SERVER_PORT": "many"})
    assert told.returncode == 1
    assert "'many' is not a valid" in told.stderr
    assert "Traceback" not in told.stderr


def asked(folder, environment):
    """What a process says of its settings that imports the app as Uvicorn does."""
    return subprocess.run(
        [sys.executable, "-c", ASK], cwd=folder, capture_output=True, text=True,
        env={"HOME": str(folder), "PATH": "/usr/bin:/bin", **environment},
    )  # fmt: skip


@pytest.mark.browser
@pytest.mark.skipif(not is_installed("nginx"), reason="nginx is not installed")
def test_a_table_is_given_below_a_path_that_the_proxy_takes_off(app_url, browser):
    proxy = Proxy("nginx", {f"{CUT}/": f"{app_url}/"})
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    try:
        tab = context.new_page()
        seen = SimpleNamespace(refused=[], sockets=[])
        tab.on("websocket", lambda one: seen.sockets.append(urlsplit(one.url).path))
        tab.on("response", lambda one: one.status >= 400 and seen.refused.append(one.status))
        tab.goto(proxy.url + quote(f"{CUT}/table"))
        gift = tab.locator(".st-key-gift")
        file = gift.locator("input[type=file]")
        file.wait_for(state="attached", timeout=60_000)
        come_to_rest(tab)
        assert seen.refused == []
        rows = "x,y\n" + "0.12345,1.2345\n" * 140_000
        file.set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": rows.encode()})
        gift.get_by_text("The table has 2.0 MB, more than a server between").wait_for()
        lines = "x,y\n" + "\n".join(f"{i % 7},{i * i % 11}" for i in range(40))
        file.set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": lines.encode()})
        tab.wait_for_selector("[data-paints]", timeout=60_000)
        assert seen.refused == [413]
        assert {*seen.sockets} == {quote(f"{CUT}/{one}") for one in ("frames", "_stcore/stream")}
        proxy.process.terminate()
        gift.locator("input[type=file]").set_input_files(
            {"name": "a.csv", "mimeType": "text/csv", "buffer": b"a,b"}
        )
        gift.get_by_text("The server cannot be reached.").wait_for(state="attached")
    finally:
        context.close()
        proxy.end()
