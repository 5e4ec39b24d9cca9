"""The files that the header of a page names: those that it draws with, and no others."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from kpca_core.canvas import ASSETS
from kpca_core.canvas.streamlit import address
from views.preloading import DRAWING, Preloading


def named(path: str, kind: str = "text/html") -> list[str]:
    """The files that the header of an answer from this path names, below the assets."""

    async def app(scope, receive, send) -> None:
        await send({"type": "http.response.start", "headers": [(b"content-type", kind.encode())]})

    sent = []

    async def send(message) -> None:
        sent.append(message)

    # In a thread of its own: this one may have the loop of a browser.
    with ThreadPoolExecutor(1) as pool:
        answered = Preloading(app)({"type": "http", "path": path}, None, send)
        pool.submit(asyncio.run, answered).result()
    links = b" ".join(value for name, value in sent[0]["headers"] if name == b"link").decode()
    return re.findall("</(?:_stcore/bidi-components/kpca-core.live/)?((?!static)[^>]+)>", links)


@pytest.mark.parametrize("page", DRAWING)
def test_a_page_names_what_it_draws_with(page):
    module, styles = DRAWING[page]
    assert named(f"/{page}") == [address(module), *styles]
    assert all((ASSETS / file).is_file() for file in styles)


def test_pages_without_a_drawing_and_other_answers_name_none():
    assert named("/paper") == []
    assert named("/", "application/json") == []
