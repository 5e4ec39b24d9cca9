"""The files that the header of a page names."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import streamlit

from kpca_core.drawing.canvas import ASSETS
from kpca_core.drawing.canvas.streamlit import address
from views.hosting.preloading import DRAWING, Preloading

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
