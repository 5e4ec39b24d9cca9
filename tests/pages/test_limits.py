"""What an operator may set, and what every answer says to the browser."""

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
from urllib.parse import urlsplit

import pytest
from support.explorer import until
from support.paths import ROOT
from support.server import Server

from views.hosts.streamlit import headers
from views.hosts.streamlit.headers import Headers
from views.limits import Limits


def test_without_settings_nothing_of_the_computer_is_open():
    limits = Limits.of({})
    assert not limits.files
    assert limits.frame_ancestors == "'self'"
    assert limits.max_points == 1_000_000
    assert limits.workers >= 1
    assert limits.memory is None


def test_it_is_ready_once_its_first_picture_is_there(app_url):
    def is_ready():
        try:
            with urllib.request.urlopen(f"{app_url}/ready") as answer:
                return answer.read() == b"ready"
        except urllib.error.HTTPError:
            return False

    until(is_ready, 30, "the app is never ready")


def test_every_setting_is_documented():
    names = {one.name.upper() for one in dataclasses.fields(Limits)}
    table = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `KPCA_([A-Z_]+)`", table, re.MULTILINE)) == names


def test_without_settings_the_app_listens_on_this_computer_only():
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["server"]["address"] == "localhost"


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
    assert repr(text.strip()) in str(refused.value)


@pytest.mark.parametrize("name", ["WORKERS", "MAX_POINTS", "MEMORY", "UPLOAD", "FILES"])
def test_a_number_of_thousands_of_digits_is_not_quoted_in_full(name):
    with pytest.raises(ValueError, match=f"KPCA_{name} must be .*'9+…'") as refused:
        Limits.of({f"KPCA_{name}": "9" * 5000})
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


def test_the_running_app_says_so(app_url):
    with urllib.request.urlopen(app_url) as answer:
        assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{app_url}/_stcore/metrics")


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
