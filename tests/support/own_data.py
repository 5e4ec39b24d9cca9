"""The page "Own data", what a reader gives it, and what it says."""

from __future__ import annotations

from functools import partial

from streamlit.testing.v1 import AppTest

from support.alerts import alerts
from support.frames import opened_page
from views.hosts.streamlit.uploads import PLACE

opened = partial(opened_page, "table")


def gave(content: bytes | str, name="data.csv", page=None, **query) -> AppTest:
    """The page after a reader has given a file."""
    page = page or opened(**query)
    content = content.encode() if isinstance(content, str) else content
    page.session_state[PLACE].put(name, content)
    page.run()
    assert not page.exception
    return page


def read_of(*shown) -> str:
    """What a reader sees of texts of Markdown."""
    return " ".join(alerts(shown))


def takes_tables(page: AppTest) -> bool:
    """Whether the page offers a place for a table."""
    found = [one.proto.component_name for one in page.get("bidi_component")]
    return found.count("explorer.gift") == 1
