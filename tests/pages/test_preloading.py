"""The files that the header of a page names, and the scripts that the server answers with."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import streamlit

from kpca_core.drawing.canvas import ASSETS
from kpca_core.drawing.canvas.streamlit import address
from views.hosting import preloading
from views.hosting.preloading import DRAWING, Preloading, Scripts

STATIC = Path(streamlit.__file__).parent / "static"


def sent(middleware, path: str, kind: str = "text/html", method: str = "GET") -> list[dict]:
    """What a middleware sends for a path where the app has an answer of this kind."""

    async def app(scope, receive, send) -> None:
        await send({"type": "http.response.start", "headers": [(b"content-type", kind.encode())]})

    messages = []

    async def send(message) -> None:
        messages.append(message)

    # In a thread of its own: this one may have the loop of a browser.
    with ThreadPoolExecutor(1) as pool:
        scope = {"type": "http", "path": path, "method": method}
        pool.submit(asyncio.run, middleware(app)(scope, None, send)).result()
    return messages


def links(path: str, kind: str = "text/html") -> list[str]:
    """The addresses in the header of an answer from this path, in their order."""
    (start,) = sent(Preloading, path, kind)
    text = b" ".join(value for name, value in start["headers"] if name == b"link").decode()
    return re.findall("<([^>]+)>", text)


def named(path: str, kind: str = "text/html") -> list[str]:
    """What the header of an answer names beside Streamlit's scripts, below the assets."""
    drawn = [one for one in links(path, kind) if not one.startswith("/static")]
    return [re.sub("^/(_stcore/bidi-components/kpca-core.live/)?", "", one) for one in drawn]


@pytest.mark.parametrize("page", DRAWING)
def test_a_page_names_what_it_draws_with(page):
    module, styles = DRAWING[page]
    assert named(f"/{page}") == [address(module), *styles]
    assert all((ASSETS / file).is_file() for file in styles)


def test_pages_without_a_drawing_and_other_answers_name_none():
    assert named("/nowhere") == []
    assert named("/", "application/json") == []


def test_a_script_is_the_file_and_is_kept_by_the_browser():
    for path in (one for one in links("/") if one.startswith("/static")):
        start, *parts = sent(Scripts, path)
        headers = dict(start["headers"])
        body = b"".join(part["body"] for part in parts)
        assert body == (STATIC / path[1:]).read_bytes()
        assert max(len(part["body"]) for part in parts) <= 2**16, "all at once: see Scripts"
        more = [part.get("more_body", False) for part in parts]
        assert more == [True] * (len(parts) - 1) + [False]
        assert headers[b"content-type"] == b"text/javascript; charset=utf-8"
        assert int(headers[b"content-length"]) == len(body)
        assert b"immutable" in headers[b"cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/", "/static/js/none.js", "/static/js/../index.html", "/static/js/..\\..\\index.js",
        "/static/js/sub/one.js", "/static/css/index.css", "/app/static/x.js", "/static/js/.js",
        "/static/js/a\0.js", "/static/js/a.js\n",
    ],
)  # fmt: skip
def test_every_other_path_is_left_to_streamlit(path):
    assert len(sent(Scripts, path)) == 1


def test_a_name_alone_is_no_path_of_a_script():
    assert len(sent(Scripts, links("/")[0].removeprefix("/static/js/"))) == 1


def test_an_empty_script_is_a_whole_answer(tmp_path, monkeypatch):
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "static" / "js" / "empty.js").touch()
    monkeypatch.setattr(preloading, "_static", lambda: tmp_path)
    start, body = sent(Scripts, "/static/js/empty.js")
    assert dict(start["headers"])[b"content-length"] == b"0"
    assert (body["body"], body["more_body"]) == (b"", False)


def test_other_methods_are_left_to_streamlit():
    assert all(len(sent(Scripts, links("/")[0], method=one)) == 1 for one in ("HEAD", "POST"))
