"""The page "Own data", what a reader gives it, and what it says."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from support.alerts import alerts

PAGE = "from views.pages.table import page\npage()\n"


def opened(**query: str) -> AppTest:
    page = AppTest.from_string(PAGE, default_timeout=60)
    for key, value in query.items():
        page.query_params[key] = value
    return page.run()


def gave(content: bytes | str, name="data.csv", page=None, **query) -> AppTest:
    """The page after a reader has given a file."""
    page = page or opened(**query)
    content = content.encode() if isinstance(content, str) else content
    page.file_uploader[0].set_value((name, content, "text/csv")).run()
    assert not page.exception
    return page


def read_of(*shown) -> str:
    """What a reader sees of texts of Markdown."""
    return " ".join(alerts(shown))
