"""What an operator may set, and what the server says to whatever asks."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import re
import socket
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
import zlib
from html import unescape
from urllib.parse import urlsplit

import numpy as np
import pytest
import streamlit.config
import streamlit.runtime.scriptrunner
from streamlit.testing.v1 import AppTest
from streamlit.web import bootstrap
from support.explorer import Explorer, until
from support.frames import decode
from support.own_data import opened
from support.paths import ROOT
from support.server import Server

from datasets import gaussian_clusters
from kpca_core import Gaussian, fit
from kpca_core.solvers.choice import RULES
from views.answer import answer, main
from views.hosts.streamlit import headers, private
from views.hosts.streamlit.document import Document, written
from views.hosts.streamlit.front import addresses
from views.hosts.streamlit.headers import Headers
from views.hosts.streamlit.preloading import served
from views.limits import Limits
from views.named import FIRST, PAGES, PRODUCT, title_of
from views.pages.scale.approximations import METHODS
from views.words.glossary import GLOSSARY, explained


def test_it_is_ready_once_its_first_picture_is_there(app_url):
    def is_ready():
        try:
            with urllib.request.urlopen(f"{app_url}/ready") as answer:
                return answer.read() == b"ready"
        except urllib.error.HTTPError:
            return False

    until(is_ready, 30, "the app is never ready")


def offered(**settings):
    """The sources of digits, and the sizes of a long run, that pages of such a server offer."""
    command = (
        "from views.pages.digits.state import SOURCES; from views.pages.scale.state import SIZE;"
        "print(*SOURCES.options); print(*SIZE.options); print(SIZE.default)"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KPCA_")} | settings
    ran = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return [line.split() for line in ran.stdout.splitlines()]


def test_without_settings_nothing_of_the_computer_is_open_to_others():
    limits = Limits.of({})
    assert (limits.files, limits.frame_ancestors) == (False, "'self'")
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["server"]["address"] == "localhost"


def test_pages_offer_what_is_allowed():
    sources, sizes, default = offered()
    assert sources == ["builtin", "openml"]
    assert (sizes[-1], default) == ("1000000", ["100000"])
    sources, sizes, default = offered(
        KPCA_FILES="on", KPCA_DOWNLOADS="off", KPCA_MAX_POINTS="20000"
    )
    assert sources == ["builtin", "file"]
    assert (sizes[-1], default) == ("20000", ["20000"])


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("WORKERS", "3", "workers", 3),
        ("MEMORY", "1.5G", "memory", 1.5 * 2**30),
        ("MEMORY", "800M", "memory", 800 * 2**20),
        ("MEMORY", "123", "memory", 123.0),
        ("CACHE", "64M", "cache", 64 * 2**20),
        ("MAX_POINTS", "5000", "max_points", 5000),
        ("FILES", "on", "files", True),
        ("FILES", " ", "files", False),
        ("DOWNLOADS", "off", "downloads", False),
        (
            "FRAME_ANCESTORS",
            "'self'  https://course.example.org:8443",
            "frame_ancestors",
            "'self' https://course.example.org:8443",
        ),
    ],
)
def test_settings_are_read(name, text, field, value):
    assert getattr(Limits.of({f"KPCA_{name}": text}), field) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("WORKERS", "0"),
        ("WORKERS", "-1"),
        ("WORKERS", "two"),
        ("WORKERS", "²"),
        ("MEMORY", "9" * 5000),
        ("MEMORY", "0"),
        ("MEMORY", "much"),
        ("MEMORY", "1e9"),
        ("MAX_POINTS", "1e6"),
        ("MAX_POINTS", "999"),
        ("FILES", "true"),
        ("DOWNLOADS", "On"),
        ("FRAME_ANCESTORS", "'self'; script-src *"),
        ("FRAME_ANCESTORS", "x\r\nset-cookie: a=b;"),
    ],
)
def test_settings_out_of_range_are_quoted(name, text):
    with pytest.raises(ValueError, match=f"KPCA_{name} must be") as refused:
        Limits.of({f"KPCA_{name}": text})
    assert repr(text.strip())[:40] in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_server_with_a_setting_out_of_range_ends_with_the_message_alone():
    command, environment = "import views.limits", os.environ | {"KPCA_MAX_POINTS": "abc"}
    ran = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("KPCA_MAX_POINTS must be a whole number")
    assert ran.stderr.count("\n") == 1


def answer_of(path, monkeypatch, **limits):
    """Status and headers of what an app below `Headers` answers."""
    monkeypatch.setattr(headers, "LIMITS", dataclasses.replace(headers.LIMITS, **limits))
    sent = []

    async def app(scope, receive, send):
        own = [(b"x-content-type-options", b"other"), (b"content-type", b"text/html")]
        await send({"type": "http.response.start", "status": 200, "headers": own})
        await send({"type": "http.response.body", "body": b""})

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "method": "GET", "headers": []}
    asyncio.run(Headers(app)(scope, None, send))
    start = sent[0]
    return start["status"], start["headers"]


def test_every_answer_has_each_header_once(monkeypatch):
    status, found = answer_of("/", monkeypatch, frame_ancestors="'self' https://course.example.org")
    assert status == 200
    assert len(found) == len({key.lower() for key, _ in found})
    named = dict(found)
    policy = named[b"content-security-policy"].decode()
    assert policy == "frame-ancestors 'self' https://course.example.org"
    assert named[b"x-content-type-options"] == b"nosniff"
    assert named[b"referrer-policy"] == b"same-origin"
    assert named[b"content-type"] == b"text/html"


@pytest.mark.parametrize("path", ["metrics", "upload_file", "upload_file/session/file"])
def test_places_of_streamlit_that_no_page_needs_are_closed(path, monkeypatch):
    assert answer_of(f"/_stcore/{path}", monkeypatch)[0] == 404
    assert answer_of(f"/below/_stcore/{path}", monkeypatch)[0] == 404
    assert answer_of(f"/_stcore/{path}x", monkeypatch)[0] == (200 if "/" not in path else 404)


def is_served(monkeypatch, origin, host="here:8501", allowed=()):
    """Whether a page of this origin gets frames where the settings name others."""
    with monkeypatch.context() as patch:
        patch.setattr(headers.st, "get_option", lambda name: list(allowed))
        given = {} if origin is None else {"origin": origin}
        return headers.is_own({"host": host, **given})


OWN, OTHER = "http://here:8501", "https://course.example.org"


def test_frames_go_to_the_origins_that_the_settings_name(monkeypatch):
    assert is_served(monkeypatch, OWN)
    assert is_served(monkeypatch, OTHER, allowed=[OTHER])
    for origin in (OTHER, "http://here", "http://localhost:3000", "null", "", None):
        assert not is_served(monkeypatch, origin)
        assert not is_served(monkeypatch, origin, host="")


def test_on_one_computer_the_port_does_not_matter(monkeypatch):
    for host in ("127.0.0.1:8501", "localhost:8501", "[::1]:8501", "localhost"):
        for origin in ("http://localhost:8080", "http://127.0.0.1", "https://[::1]:1"):
            assert is_served(monkeypatch, origin, host)
        for origin in (OTHER, "http://localhost.example.org", "http://127.0.0.1:1@evil", "null"):
            assert not is_served(monkeypatch, origin, host)
    assert not is_served(monkeypatch, "http://localhost:8501", "evil.example.org:8501")


def test_only_the_hosts_that_the_settings_name_are_answered(tmp_path):
    (tmp_path / ".streamlit").mkdir()
    settings = '[server]\nallowedHosts = ["127.0.0.1"]\n'
    (tmp_path / ".streamlit" / "config.toml").write_text(settings)
    server = Server(tmp_path / "log", HOME=str(tmp_path))
    try:
        other = urllib.request.Request(f"{server.url}/ready", headers={"Host": "elsewhere"})
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(other)
    finally:
        server.kill()


@pytest.mark.parametrize("path", ["frames", "_stcore/stream"])
def test_a_running_app_refuses_the_sockets_of_other_sites(app_url, path):
    host = urlsplit(app_url)
    handshake = f"GET /{path} HTTP/1.1\r\nHost: {host.netloc}\r\nOrigin: {OTHER}\r\n"
    handshake += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    with socket.create_connection((host.hostname, host.port), 10) as line:
        line.sendall(f"{handshake}Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode())
        assert b" 403 " in line.makefile("rb").readline()


HTML = "<html><head><title>Streamlit</title></head><body><div></div></body></html>"


def answered(path, parts, kind="text/html; charset=utf-8", method="GET", headers=(), query=b""):
    """What comes of an answer in these parts, and the headers of the request that was passed on."""
    passed, messages = [], []

    async def app(scope, receive, send):
        passed.extend(scope["headers"])
        own = [(b"content-type", kind.encode()), (b"etag", b"x"), (b"content-length", b"1")]
        await send({"type": "http.response.start", "status": 200, "headers": own})
        for k, part in enumerate(parts):
            more = k + 1 < len(parts)
            await send({"type": "http.response.body", "body": part, "more_body": more})

    async def send(message):
        messages.append(message)

    scope = {
        "type": "http", "path": path, "method": method, "scheme": "https", "server": ("x", 443),
        "headers": [(b"host", b"kpca.example"), *headers], "query_string": query, "root_path": "",
    }  # fmt: skip
    asyncio.run(Document(app)(scope, None, send))
    start, *bodies = messages
    return dict(start["headers"]), b"".join(one["body"] for one in bodies), dict(passed)


@pytest.mark.parametrize("page", ["", *PAGES])
def test_a_page_says_what_it_is(page):
    text = HTML.encode()
    headers, body, _ = answered(f"/{page}", [text[:30], text[30:]])
    html, known = body.decode(), PAGES[page or FIRST]
    assert f"<title>{known.title} · {PRODUCT}</title>" in html
    assert "Streamlit" not in html
    assert unescape(html).count(known.what) == 2
    assert '<meta property="og:image" content="https://kpca.example/preview.png">' in html
    assert ".stMainBlockContainer {" in html.partition("<body>")[2]
    assert int(headers[b"content-length"]) == len(body)
    assert b"etag" not in headers
    # It names the files that it draws with.
    modules = addresses(known.drawing, *known.parts)
    named = re.findall('<link[^>]* href="[.]/([^"]+)"', html)
    assert {*modules} == {one for one in named if one.startswith("modules/")}
    assert {one.removeprefix("modules/") for one in modules} <= served()


@pytest.mark.parametrize(
    ("path", "kind", "method"),
    [("/ready", "text/plain", "GET"), ("/static/a.html", "text/html", "GET"),
     ("/_stcore/health", "text/html", "GET"), ("/paper", "text/html", "HEAD")],
)  # fmt: skip
def test_other_answers_are_left_alone(path, kind, method):
    headers, body, _ = answered(path, [HTML.encode()], kind, method)
    assert body == HTML.encode()
    assert headers[b"etag"] == b"x"


def test_a_drawing_alone_is_said_to_be_so_before_anything_is_drawn():
    def html(query):
        return answered("/paper", [HTML.encode()], query=query)[1].decode()

    assert '<html lang="en" class="embed-figure">' in html(b"figure=3&embed=figure")
    assert "html.embed-figure {" in html(b"embed=figure")
    for query in (b"", b"embed=true", b"figure=3"):
        assert "embed-figure" not in html(query)


def test_embedding_is_no_setting():
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.query_params |= {"embed": "figure", "grid": "25"}
    page.run()
    assert not page.exception
    assert not page.warning
    page.number_input(key="components").set_value(3).run()
    visit = page.session_state["pages visited"]["explore"]
    assert visit.address == {"components": "3", "grid": "25"}
    assert page.query_params == {"embed": "figure", "components": "3", "grid": "25"}


def test_a_strange_host_stays_text():
    html = written(HTML, "paper", 'http://"><script>/')
    assert "http://&quot;&gt;&lt;script&gt;/preview.png" in html
    assert '"><script>/' not in html
    assert title_of("nowhere") == PRODUCT


# Takes every mark that fits a selector away as soon as it is there.
TAKE = """(() => {
    const selector = '%s';
    const mark = /\\[([\\w-]+)/.exec(selector)?.[1];
    const take = () => document.querySelectorAll(selector).forEach((node) =>
        mark ? node.removeAttribute(mark) : node.classList.remove(selector.slice(1)));
    const changes = { childList: true, subtree: true, attributes: true };
    new MutationObserver(take).observe(document, changes);
})()"""
TAKES = [
    *(TAKE % selector for selector in private.SELECTORS.values()),
    *(TAKE % f"[{name}]" for name in private.ATTRIBUTES.values()),
]


@pytest.mark.browser
def test_pages_are_drawn_and_turned_without_the_names_of_the_page(app_url, new_tab):
    # A tab of its own, whose scripts end with it.
    new_tab()
    tab = new_tab(between={})
    for script in TAKES:
        tab.add_init_script(script)
    page = Explorer(tab, f"{app_url}/")
    before = page.value
    page.slider.focus()
    page.slider.press("ArrowRight")
    moved = "(v) => Number(document.querySelector('[data-paints]').dataset.value) > v"
    tab.wait_for_function(moved, arg=before)
    tab.locator(".st-key-pages").get_by_text("Compare").click()
    tab.wait_for_function("document.title.startsWith('Compare')")
    tab.wait_for_selector(".st-key-pairs")


@pytest.mark.parametrize(
    ("module", "name"),
    [(streamlit.config, "_main_script_path"), (bootstrap, "load_config_options")],
)
def test_the_app_starts_with_the_settings_of_its_folder_without_these_names(
    monkeypatch, module, name
):
    with monkeypatch.context() as patch:
        patch.delattr(module, name)
        private.read_options("app.py")
    assert streamlit.get_option("browser.gatherUsageStats") is False


@pytest.mark.parametrize("name", ["get_script_run_ctx", "is_history_navigation"])
def test_a_page_is_drawn_by_its_widgets_where_nobody_tells_of_the_history(monkeypatch, name):
    if name == "get_script_run_ctx":
        monkeypatch.delattr(streamlit.runtime.scriptrunner, name)
    else:
        monkeypatch.setattr(streamlit.runtime.scriptrunner, "get_script_run_ctx", object)
    assert not private.moved_through_history()
    page = opened(data="iris")
    assert not page.error
    page.number_input(key="components").set_value(3).run()
    assert not page.exception
    assert page.session_state["pages visited"]["table"].address["components"] == "3"


def test_every_solver_and_every_method_is_explained():
    names = {rule.solver.name for rule in RULES} | set(METHODS)
    assert len(names) >= 10
    assert names <= set(GLOSSARY)


def test_an_explanation_has_the_equation():
    text = explained("K̃", "dense")
    assert "K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ" in text
    assert text.count("**") == 4
    with pytest.raises(KeyError, match="no such term"):
        explained("no such term")


def frame_in(header, arrays, name="Drawing"):
    (block,) = (one for one in header["scene"] if one["block"] == name)
    data = arrays[block["frame"]].tobytes()
    return decode(zlib.decompress(data[4:]) if data[:4] == b"\xff" * 4 else data)


def test_a_scene_has_its_blocks_and_frames_and_what_sets_it():
    header, arrays = decode(answer("explore", "kernel=gaussian&components=3&hide=grid&lock=scale"))
    assert header["page"] == "explore"
    assert header["address"] == {"hide": "grid", "lock": "scale", "components": "3"}
    drawn, fields = frame_in(header, arrays)
    own = fit(Gaussian(0.1), gaussian_clusters(seed="paper").X, 3)
    shown = [float(re.search(r"λ = ([\d.]+)", one)[1]) for one in map(str, drawn["titles"])]
    np.testing.assert_allclose(shown, own.eigenvalues, atol=5e-4)
    assert fields["fields"].shape[0] == 3
    controls = {one["key"]: one for one in controls_in(header["controls"])}
    assert "grid" not in controls
    assert controls["scale"]["locked"]
    assert not controls["components"]["locked"]
    assert (controls["components"]["value"], controls["components"]["high"]) == ("3", 16)
    assert ["gaussian", "Gaussian"] in controls["kernel"]["options"]


def controls_in(entries):
    for one in entries:
        if one["block"] == "Control":
            yield one
        for place in one.get("places", [one.get("blocks", [])]):
            yield from controls_in(place)


@pytest.mark.parametrize(
    ("name", "address", "said"),
    [
        ("nowhere", "", "There is no page 'nowhere'; there are explore, method, sweep"),
        ("explore", "kernel=nonsense", "The page explore has no kernel=nonsense."),
    ],
)
def test_nonsense_is_a_message(name, address, said, capsys):
    assert main([name, address]) == 2
    assert said in capsys.readouterr().err


def test_the_program_writes_scene_frame_and_files(tmp_path, capsys):
    out = tmp_path / "frame.bin"
    assert main(["explore", "data=rings&kernel=polynomial", "--out", str(out)]) == 0
    assert decode(out.read_bytes())[0]["address"] == {"data": "rings", "kernel": "polynomial"}
    assert main(["explore", "data=rings", "--samples", "20", "--out", str(out)]) == 0
    assert decode(out.read_bytes())[1]["steps"].shape[1:] == (20, 20)
    assert main(["compare", "", "--file", "angles.csv", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("# Title: Two kernel PCAs of three clusters")
    assert main(["compare", "", "--file", "nothing.csv"]) == 2
    assert "There is no file 'nothing.csv'; there are kpca-" in capsys.readouterr().err


def test_what_no_address_holds_is_answered_to_as_a_browser_sends_it():
    header, arrays = decode(
        answer("explore", {"components": "2"}, beside={"selected": [5, 0, "x"]})
    )
    (listed,) = (one for one in header["scene"] if one.get("key") == "selected")
    assert "**2 points selected**" in listed["blocks"][0]["text"]
    assert frame_in(header, arrays)[0]["selected"] == [0, 5]
    header, _ = decode(answer("explore", {}, beside={"selected": "nonsense"}))
    assert not [one for one in header["scene"] if one.get("key") == "selected"]
