"""The HTML of a page: title, words, preview and style sheet of this app, whatever asks for it."""

from __future__ import annotations

import asyncio
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest
from support.paths import ROOT

from views.hosts.streamlit import document
from views.hosts.streamlit.document import Document, written
from views.named import FIRST, PAGES, PRODUCT, title_of

HTML = "<html><head><title>Streamlit</title></head><body><div></div></body></html>"


def answer(path, parts, kind="text/html; charset=utf-8", method="GET", headers=(), query=b""):
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
    headers, body, _ = answer(f"/{page}", [text[:30], text[30:]])
    html, known = body.decode(), PAGES[page or FIRST]
    assert f"<title>{known.title} · {PRODUCT}</title>" in html
    assert "Streamlit" not in html
    assert unescape(html).count(known.what) == 2
    assert '<meta property="og:image" content="https://kpca.example/preview.png">' in html
    assert ".stMainBlockContainer {" in html.partition("<body>")[2]
    assert int(headers[b"content-length"]) == len(body)
    assert b"etag" not in headers


def test_a_drawing_alone_is_said_to_be_so_before_anything_is_drawn():
    def html(query):
        return answer("/paper", [HTML.encode()], query=query)[1].decode()

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


def test_it_is_asked_for_whole_and_unpacked():
    asked = [(b"accept-encoding", b"gzip"), (b"if-none-match", b"x"), (b"accept", b"text/html")]
    _, _, passed = answer("/paper", [HTML.encode()], headers=asked)
    assert set(passed) == {b"host", b"accept"}


@pytest.mark.parametrize(
    ("path", "kind", "method"),
    [("/ready", "text/plain", "GET"), ("/static/a.html", "text/html", "GET"),
     ("/_stcore/health", "text/html", "GET"), ("/paper", "text/html", "HEAD")],
)  # fmt: skip
def test_other_answers_are_left_alone(path, kind, method):
    headers, body, _ = answer(path, [HTML.encode()], kind, method)
    assert body == HTML.encode()
    assert headers[b"etag"] == b"x"


def test_a_strange_host_stays_text():
    html = written(HTML, "paper", 'http://"><script>/')
    assert "http://&quot;&gt;&lt;script&gt;/preview.png" in html
    assert '"><script>/' not in html
    assert title_of("nowhere") == PRODUCT


def test_the_preview_is_a_picture_of_the_size_that_previews_have():
    from PIL import Image

    with Image.open(document.STYLE / "preview.png") as picture:
        assert picture.size == (1200, 630)
